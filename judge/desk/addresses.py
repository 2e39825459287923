"""The addresses of a player: one more, one less, and where his mails go. An address counts once it has answered."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from judge.desk.effects import AgreeToClaim, ClaimAddress, DropClaim, Effect, GainAddress, LoseAddress, Post, UseAddress
from judge.desk.identity import agrees_to_claim, claim_tag, confirms_claim, consent_tag
from judge.desk.office import Decision, Office, Scene, refuse
from judge.desk.posts import paged, post_to_player
from judge.desk.snapshot import Claim, Player
from judge.game.commands import Addresses, AmAlso, RemoveAddress, SetAddress
from judge.game.letters import Letter
from judge.game.mails import Draft
from judge.mail.addresses import is_own, valid_address
from judge.mail.robots import is_mail_system
from judge.reports import texts
from judge.reports.phrases import listed

MOST_ADDRESSES = 5  # of a player
MOST_ASKED = 5  # addresses that wait for their answer, so that nobody has mails sent to many
MOST_ASKED_A_DAY = 10  # whether they have answered or not
MOST_SAID = 3  # people who say from other addresses that they are him
OPEN_FOR = timedelta(days=3)
AGAIN_AFTER = timedelta(days=1)  # an address is asked once in a day; what was asked can still be answered
_EXAMPLE = "ADD ADDRESS ada@work.example"


@dataclass(frozen=True, slots=True)
class Claimed:
    """What came of a letter that answers a question about an address: effects, and why the letter is closed."""

    effects: tuple[Effect, ...]
    reason: str


def open_claims(player: Player, office: Office, *, agreed: bool = True) -> tuple[Claim, ...]:
    """The claims of a player that can still be answered."""
    return tuple(one for one in player.claims if one.agreed is agreed and office.now - one.asked_at <= OPEN_FOR)


def show_addresses(scene: Scene, _command: Addresses) -> Decision:
    """Where mails go, from where letters may come, and which addresses have not answered."""
    player = scene.player
    said = f"Mails go to {player.email}."
    if player.others:
        said += f" Your letters may come from {listed(tuple(one.email for one in player.others))} as well."
    waiting = tuple(one.email for one in open_claims(player, scene.office))
    return Decision(said=said + (f" Not answered yet: {listed(waiting)}." if waiting else ""))


def set_address(scene: Scene, command: SetAddress) -> Decision:
    """Mails go to another address of the player's; an address that is not his yet is asked whether it is."""
    player, email = scene.player, command.email.lower()
    if player.writes_from(email):
        return _use(scene, email) if command.prefer else Decision(said=f"{email} is an address of yours already.")
    lately = scene.people.asked_since(player.id, scene.office.now - AGAIN_AFTER)
    refusal = _unfit(scene, email) or _too_many(scene, email, lately)
    if refusal is not None:
        return refusal
    asked = email in lately or any(one.email == email for one in open_claims(player, scene.office))
    claim = ClaimAddress(player=player.id, email=email, prefer=command.prefer, agreed=True)
    then = "mails go there" if command.prefer else "letters from there are yours"
    if asked:
        said = f"{email} was asked before; once the mail that went there is answered, {then}."
        return Decision(effects=(claim,), said=said)
    known = Claim(id=0, email=email, asked_at=scene.office.now, prefer=command.prefer)
    return Decision(
        effects=(claim, _ask_address(scene.office, scene.letter_id, player, email, prefer=command.prefer)),
        said=f"A mail has gone to {email}; once it is answered from there, {then}.",
        player=replace(player, claims=(*player.claims, known)),
    )


def am_also(scene: Scene, command: AmAlso) -> Decision:
    """Somebody who is registered names another address of his: it is asked."""
    if scene.player.writes_from(command.email):
        return Decision(said=f"{command.email.lower()} is an address of yours already.")
    return set_address(scene, SetAddress(email=command.email))


def remove_address(scene: Scene, command: RemoveAddress) -> Decision:
    """An address is the player's no more, and is told so; he keeps one, and mails go to what is left."""
    player, email = scene.player, command.email.lower()
    if not player.writes_from(email):
        waiting = next((one for one in open_claims(player, scene.office) if one.email == email), None)
        if waiting is not None and waiting.id:
            return Decision(effects=(DropClaim(waiting.id),), said=f"{email} is not waited for any longer.")
        mine = tuple(f"REMOVE ADDRESS {one.email}" for one in player.others)
        return refuse(f"{email} is no address of yours.", expected="one that ADDRESSES shows", instead=mine)
    left = [one for one in player.others if one.email != email]
    if email == player.email and not left:
        return refuse(
            f"{email} is the only address you have.",
            expected="another one first",
            example="SET ADDRESS ada@new.example",
        )
    effects: list[Effect] = []
    after = replace(player, others=tuple(left))
    if email == player.email:
        next_one = min(left, key=lambda one: one.reach.suspended_at is not None)
        effects.append(UseAddress(player=player.id, email=next_one.email))
        after = replace(
            player, email=next_one.email, reach=next_one.reach,
            others=tuple(one for one in left if one is not next_one),
        )  # fmt: skip
    effects.append(LoseAddress(player=player.id, email=email))
    text = (
        f"{email} is no address of {player.name} any longer. Letters from it are a stranger's, and no mail goes there."
    )
    effects.append(_tell(scene.office, f"address-lost/{scene.letter_id}/{scene.number}", after, text, to=email))
    return Decision(
        effects=tuple(effects), said=f"{email} is yours no longer. Mails go to {after.email}.", player=after
    )  # fmt: skip


def claim_of_stranger(office: Office, letter_id: int, letter: Letter, owner: Player | None) -> tuple[Effect, ...]:
    """Somebody unknown says that he is registered under another address: its owner is asked whether that is so.

    Shape: the answer is the same whether anybody is registered there, so that nobody can find out who plays here.
    """
    answer = paged(
        Draft(
            key=f"stranger/{letter_id}",
            kind="notice",
            to=letter.sender,
            subject="Your addresses",
            text=texts.address_said(office.address),
            answers=letter.message_id,
        )
    )
    if owner is None or not owner.confirmed or _refused(office, letter.sender):
        return (answer,)
    said = open_claims(owner, office, agreed=False)
    if len(said) >= MOST_SAID or any(one.email == letter.sender for one in said):
        return (answer,)
    question = Draft(
        key=f"consent/{letter_id}",
        kind="address",
        to=owner.email,
        to_name=owner.name,
        subject="Is this address yours?",
        text=texts.address_consent(owner.name, letter.sender, office.address),
        reply_to=consent_tag(owner, letter.sender, office.secret),
    )
    claim = ClaimAddress(player=owner.id, email=letter.sender, prefer=False, agreed=False)
    return claim, answer, paged(question, owner)


def claim_answered(
    office: Office, letter_id: int, letter: Letter, token: str, player: Player | None, claimants: Sequence[Player]
) -> Claimed | None:
    """What a letter to a confirmation address means for addresses; None when it is about none.

    Shape: `player` the one whose address the letter came from; `claimants` those who may get that address.
    """
    for owner in (player,) if player is not None else ():
        for claim in open_claims(owner, office, agreed=False):
            if agrees_to_claim(token, owner, claim.email, office.secret):
                return _agreed(office, letter_id, letter, owner, claim)
    for one in claimants:
        for claim in open_claims(one, office):
            if claim.email == letter.sender and confirms_claim(token, one, claim.email, office.secret):
                return _gained(office, letter_id, letter, one, claim, player)
    return None


def claim_declined(
    office: Office, token: str, letter: Letter, player: Player | None, claimants: Sequence[Player]
) -> tuple[Effect, ...]:
    """The effects of a no to the same question."""
    found = claim_answered(office, 0, letter, token, player, claimants)
    ids = [one.claim for one in found.effects if isinstance(one, GainAddress | AgreeToClaim)] if found else []
    return tuple(DropClaim(one) for one in ids)


def _agreed(office: Office, letter_id: int, letter: Letter, owner: Player, claim: Claim) -> Claimed:
    said = f"Thank you. A mail has gone to {claim.email}; once it is answered from there, letters from there are yours."
    effects: tuple[Effect, ...] = (
        AgreeToClaim(claim.id),
        _ask_address(office, letter_id, owner, claim.email, prefer=claim.prefer),
        _tell(office, f"address/{letter_id}", owner, said, to=letter.sender, answers=letter.message_id),
    )
    return Claimed(effects, "agrees to an address")


def _gained(
    office: Office, letter_id: int, letter: Letter, one: Player, claim: Claim, player: Player | None
) -> Claimed:  # fmt: skip
    """The new address has answered. Another player's stays his."""
    if player is not None and player.confirmed and player.id != one.id:
        said = (
            f"{claim.email} is registered for {player.name} already, so nothing was changed. To give it to somebody "
            "else, add another address here first, and then remove this one."
        )
        answer = _tell(office, f"address/{letter_id}", player, said, to=letter.sender, answers=letter.message_id)
        return Claimed((DropClaim(claim.id), answer), "its address is another player's")
    prefers = claim.prefer or one.reach.suspended_at is not None
    effects: list[Effect] = [GainAddress(claim.id)]
    if prefers:
        effects.append(UseAddress(player=one.id, email=claim.email))
    goes = claim.email if prefers else one.email
    said = f"Letters from {claim.email} are yours from now on, {one.name}. Mails go to {goes}."
    effects.append(_tell(office, f"address/{letter_id}", one, said, to=claim.email, answers=letter.message_id))
    told = (
        f"{claim.email} has answered and is an address of yours from now on. Mails go to {goes}. If this is not your "
        f"doing, write REMOVE ADDRESS {claim.email}."
    )
    effects.append(_tell(office, f"address-told/{letter_id}", one, told, to=one.email))
    return Claimed(tuple(effects), "confirms its address")


def _use(scene: Scene, email: str) -> Decision:
    player = scene.player
    if email == player.email:
        return Decision(said=f"Mails go to {email} already.")
    text = (
        f"From now on mails go to {email}, and none comes here. If this is not your doing, write "
        f"SET ADDRESS {player.email}."
    )
    old = replace(player, others=())
    others = [one for one in player.others if one.email != email]
    after = replace(player, email=email, reach=player.reach_at(email), others=tuple(others))
    return Decision(
        effects=(
            _tell(scene.office, f"address-left/{scene.letter_id}/{scene.number}", old, text, to=player.email),
            UseAddress(player=player.id, email=email),
        ),
        said=f"Mails go to {email} from now on.",
        player=after,
    )


def _unfit(scene: Scene, email: str) -> Decision | None:
    if valid_address(email) and not _refused(scene.office, email):
        return None
    return refuse(f"{email} is no address that mails can go to.", expected="an address of yours", example=_EXAMPLE)


def _refused(office: Office, email: str) -> bool:
    return is_own(email, office.address) or is_mail_system(email)


def _too_many(scene: Scene, email: str, lately: frozenset[str]) -> Decision | None:
    player, asked = scene.player, [one.email for one in open_claims(scene.player, scene.office)]
    if len(player.others) + 1 >= MOST_ADDRESSES:
        first = f"REMOVE ADDRESS {player.others[0].email}"
        return refuse(f"You have {MOST_ADDRESSES} addresses, which is the most.", expected="one less", example=first)
    if len(asked) >= MOST_ASKED and email not in asked:
        return refuse(
            f"{MOST_ASKED} addresses of yours have not answered yet.", expected="an answer from one of them",
            instead=tuple(asked),
        )  # fmt: skip
    if len(lately) >= MOST_ASKED_A_DAY and email not in lately:
        return refuse(
            f"{MOST_ASKED_A_DAY} addresses were asked for you within a day.", expected="an answer, or some patience"
        )
    return None


def _ask_address(office: Office, letter_id: int, player: Player, email: str, *, prefer: bool) -> Post:
    return paged(
        Draft(
            key=f"address-asked/{letter_id}/{email}",
            kind="address",
            to=email,
            subject="Is this address yours?",
            text=texts.address_asked(player.name, email, office.address, prefer=prefer),
            reply_to=claim_tag(player, email, office.secret),
        )
    )


def _tell(office: Office, key: str, player: Player, said: str, *, to: str, answers: str = "") -> Post:
    draft = Draft(
        key=key, kind="receipt" if answers else "address", to="", subject="Your addresses",
        text=texts.address_told(said), answers=answers,
    )  # fmt: skip
    return post_to_player(office, replace(player, email=to), draft)
