"""Powers that come back while their last player is outside: he is asked by mail."""

from judge.desk.effects import Effect
from judge.desk.office import Office
from judge.desk.outsiders import returned
from judge.desk.posts import Topic, board_of, phase_tag, post_to_outsider
from judge.desk.snapshot import Game


def offers(office: Office, before: Game, after: Game) -> tuple[Effect, ...]:
    """Those whose power is back are told that it is theirs if they want it. Rule: V16."""
    tag = phase_tag(after)
    posts = []
    for power, player in returned(before, after):
        name = board_of(after).power(power).name
        text = (
            f"{name} is a power again. As its last player you have the first right to it until the deadline of the "
            f"next movement orders; write CLAIM {after.name} {name} in a reply to this mail. After that it goes to "
            "whoever asked first."
        )
        topic = Topic(kind="notice", key=f"offer/{after.id}/{tag}/{power}", tag=tag)
        posts.append(post_to_outsider(office, after, player, topic, text, role="observer"))
    return tuple(posts)
