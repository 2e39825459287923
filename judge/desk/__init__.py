"""Decisions: a letter or a deadline and a snapshot go in, effects come out. Nothing here reads or writes anything.

What the service calls for one letter, all in one transaction `tx`, with
`office = Office(now=..., secret=..., address=judge_address, seed=fresh_random_text)` (`desk/office.py`) and
`letter = read_letter(...)` which is no robot's, `recipient = read_recipient(...)`, not a bounce's:

    player = tx.player_by_address(letter.sender)
    session, effects = begin(                                # desk/front.py
        office,
        Incoming(id=stored.id, letter=letter, recipient=recipient, released=<held once, confirmed since>),
        player=player,                                       # confirmed or not, None for a stranger
        games=tx.games_of(player.id) if player else (),
        addressed=tx.game(recipient.game) if recipient.game else None,
        held=<ids of the held letters of this sender, oldest first>,
    )
    tx.apply(effects)
    while (wants := wanted(session)) is not None:            # what the next lines of the letter need
        session, effects = take(
            office, session,
            game=tx.game(wants.game) if wants.game else None,
            listings=tx.listings() if wants.listings else (),
            history=<function that gives the turns of wants.game, oldest first>,
            past=<function that gives those of its turns that are chosen, tx.past>,
        )
        tx.apply(effects)
    tx.apply(finish(office, session, games=<each of session.touched, loaded afresh, None left out>))
    tx.close_letter(stored.id, session.state, session.reason, now)   # state: done | held | ignored

Answers count against their sender's budget, and the Posts of a letter that is not `session.speaker.proven` and any
receipt are to be left out of the effects when it is used up.

For each game of `session.touched`, and for every game whose moment has come, afterwards (same or next transaction),
once the letters that arrived before the deadline have been read:

    tx.apply(due(office, tx.game(name), history=<function that gives its turns>))    # desk/turns.py

`due` starts, reminds, adjudicates and ends games. It gives () when there is nothing to do; call it again on the game
loaded afresh until it does. Nothing that a letter brings is lost between the two: whether everything is in, is seen
from the stored orders.
"""
