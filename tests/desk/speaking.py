"""What people say in a town, and how what they are told is read."""

ORDERS = {
    "Anna": "A Bud H\nA Vie H\nF Tri H", "Bert": "A Lvp H\nF Edi H\nF Lon H", "Cleo": "A Mar H\nA Par H\nF Bre H",
    "Dora": "A Ber H\nA Mun H\nF Kie H", "Emil": "A Rom H\nA Ven H\nF Nap H",
    "Fred": "A Mos H\nA War H\nF Sev H\nF StP/sc H", "Gina": "A Con H\nA Smy H\nF Ank H",
}  # fmt: skip


def flat(text: str) -> str:
    """A text on one line, so that nothing depends on where it is folded."""
    return " ".join(text.split())


def answer(town, who: str, text: str) -> str:
    """What somebody is told who answers his last mail, and is told nothing else; it can be read on a small screen."""
    (receipt,) = town.reply(town.last(who), text)
    assert all(len(line) <= 72 for line in receipt.text.splitlines())
    return flat(receipt.text)


def tell(town, who: str, text: str) -> str:
    """What somebody is told who answers his last mail, whatever the others are told of it."""
    mails = town.reply(town.last(who), text)
    (receipt,) = (one for one in mails if one.kind == "receipt")
    assert all(len(line) <= 72 for one in mails for line in one.text.splitlines())
    return flat(receipt.text)


def say(town, name: str, words: str) -> str:
    """What the receipt says to somebody who answers the start mail of the game."""
    town.write(f"{name.lower()}@example.org", words, to=town.last(name, "start").reply_to)
    return flat(town.last(name, "receipt").text)


def all_but(town, *silent: str) -> None:
    """In Spring 1901 all but these have their units hold."""
    for who, orders in ORDERS.items():
        if who not in silent:
            town.reply(town.last(who), orders)


def tag(town) -> str:
    """The tag of the open phase."""
    return town.phase().position.phase.tag
