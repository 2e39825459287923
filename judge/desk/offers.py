"""Powers that come back while their last player is outside: he is asked by mail."""

from judge.desk.effects import Effect
from judge.desk.office import Office
from judge.desk.outsiders import returned
from judge.desk.posts import board_of, card_of, game_subject, game_thread, phase_tag, post_to_player
from judge.desk.snapshot import Game
from judge.game.mails import Draft
from judge.reports import texts
from judge.reports.cards import Reader


def offers(office: Office, before: Game, after: Game) -> tuple[Effect, ...]:
    """Those whose power is back are told that it is theirs if they want it. Rule: V16."""
    tag, card = phase_tag(after), card_of(office, after)
    posts = []
    for power, player in returned(before, after):
        name = board_of(after).power(power).name
        text = (
            f"{name} is a power again. As its last player you have the first right to it until the deadline of the "
            f"next movement orders; write CLAIM {after.name} {name} in a reply to this mail. After that it goes to "
            "whoever asked first."
        )
        reader = Reader(name=player.name, zone=player.zone, power=None, role="observer")
        draft = Draft(
            key=f"offer/{after.id}/{tag}/{power}",
            kind="notice",
            to=player.email,
            to_name=player.name,
            subject=game_subject(after, tag),
            text=texts.notice(card, reader, text, office.now),
            thread=game_thread(after, tag),
            game=after.name,
        )
        posts.append(post_to_player(office, player, draft))
    return tuple(posts)
