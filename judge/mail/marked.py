"""A line of a mail's text before it is cleaned and labelled."""

from dataclasses import dataclass

from judge.game.lines import Label


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """A line as it stands in the text, and what the mail's own markup says it is.

    Shape: `text` without its line end, blanks at the end kept; `mark` None where there is no markup that tells,
    as in all plain text.
    """

    text: str
    mark: Label | None = None
