"""Paragraphs that a mail program broke into lines put together again."""

from judge.mail.marked import MarkedLine


def unflow(text: str, *, delete_space: bool) -> tuple[MarkedLine, ...]:
    """The lines of a text that came as format=flowed, each as long as its writer made it.

    Rule: RFC 3676 4: a line that ends in a blank goes on in the next one of the same quote depth; one blank put in
    front of a line (space-stuffing) is taken off; with DelSp=yes the blank at the end goes too; "-- " stands alone.
    Shape: quoted lines keep a ">" for each depth and a blank.
    """
    lines: list[MarkedLine] = []
    begun: list[str] = []
    begun_depth = 0

    def finish() -> None:
        if begun:
            lines.append(_line(begun_depth, "".join(begun)))
            begun.clear()

    for raw in text.split("\n"):
        depth, content = _unstuffed(raw)
        if depth != begun_depth or content == "-- ":
            finish()
        begun_depth = depth
        flows = content.endswith(" ") and content != "-- "
        begun.append(content[:-1] if flows and delete_space else content)
        if not flows:
            finish()
    finish()
    return tuple(lines)


def _unstuffed(raw: str) -> tuple[int, str]:
    """The quote depth of a line and what it says."""
    content = raw.lstrip(">")
    return len(raw) - len(content), content.removeprefix(" ")


def _line(depth: int, content: str) -> MarkedLine:
    return MarkedLine(f"{'>' * depth} {content}" if depth else content)
