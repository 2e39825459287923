"""Canaries: what one person writes, and what proves him, is in nobody else's mail, in no log line and in no trace."""

from judge.service.letters import Letters
from judge.store.tables import EventRow

ANNA, BERT, MAX = "anna@home.example", "bert@home.example", "max@home.example"
PASSWORD, GUESS = "canary-sesame", "canary-guess"
ORDERS = ("A Vie - Gal", "A Bud - Rum", "F Tri - Alb")


def test_the_secrets_of_one_player_reach_nobody_else_and_no_book(begun, logged, monkeypatch) -> None:
    own = str(begun.welcomes["anna"]["Reply-To"])
    mails = [
        *begun.write(ANNA, f"SET PASSWORD {PASSWORD}", to=own),
        *begun.write(ANNA, f"SIGNON Acassis {PASSWORD}\n" + "\n".join(ORDERS), fields=f"Reply-To: {BERT}\n"),
        *begun.write(ANNA, f"SIGNON Acassis {GUESS}\n" + ORDERS[0], fields=f"Cc: {BERT}\n"),
        *begun.write(ANNA, f"SET PASSWORD {PASSWORD} {GUESS}\nSIGN ON {GUESS}", to=own),
        *begun.write(ANNA, ORDERS[0], to=own, fields=f"Reply-To: {BERT}\nReturn-Path: <{BERT}>\n"),
        *begun.write(ANNA, f"BROADCAST\nwrite to {own}\nSIGNON Acassis {PASSWORD}\nENDPRESS", to=own),
        *begun.write(BERT, "STATUS cassis\nHISTORY cassis", to=str(begun.welcomes["bert"]["Reply-To"])),
        *begun.write(MAX, "GAME cassis\nSTATUS\nHELD", to=str(begun.welcomes["max"]["Reply-To"])),
    ]

    def break_down(*_args: object, **_more: object) -> None:
        raise RuntimeError("a fault of our own")

    with monkeypatch.context() as broken:
        broken.setattr(Letters, "_decide", break_down)
        mails += begun.write(ANNA, f"SIGNON Acassis {PASSWORD}\n{ORDERS[0]}", to=own)
    assert any("is set aside" in str(mail["Subject"]) for mail in mails)
    token = own.partition("@")[0].rpartition(".")[2]
    for mail in mails:
        raw, to = mail.as_string(), str(mail["To"].addresses[0].addr_spec)
        assert PASSWORD not in raw
        assert GUESS not in raw
        if to != ANNA:
            assert token not in raw, to
            assert not any(order in raw for order in ORDERS), to
            assert to.startswith("keeper") or ANNA not in raw, to
        assert set(map(str.lower, mail.keys())).isdisjoint({"cc", "bcc", "resent-to"})
    assert {str(mail["To"].addresses[0].addr_spec) for mail in mails} <= {ANNA, BERT, MAX, begun.house.keeper}
    with begun.store.reading() as tx:
        told = " ".join(one.text for one in tx.session.query(EventRow))
    for book in (told, repr([{**line, "exc_info": ""} for line in logged])):
        assert not any(canary in book for canary in (PASSWORD, GUESS, token, *ORDERS))
