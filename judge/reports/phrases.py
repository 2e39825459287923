"""Small phrases: things counted, things listed, sentences begun."""


def listed(words: tuple[str, ...], last: str = "and") -> str:
    """Words as a list in a sentence: `Gas`, `Gas and Pic`, `Gas, Pic and Bur`; empty for none."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def begun(sentence: str) -> str:
    """Words as the beginning of a sentence, with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def counted(count: int, thing: str, things: str = "") -> str:
    """A number with its noun: `1 unit`, `3 units`."""
    return f"{count} {thing if count == 1 else things or thing + 's'}"
