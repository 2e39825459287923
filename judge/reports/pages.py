"""The templates, loaded once, and how a page is made from one."""

import re
from collections.abc import Hashable, MutableMapping
from functools import cache, lru_cache
from typing import Any

from css_inline import CSSInliner
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from judge.game.mails import REPLY_MARK
from judge.game.outcomes import IDLE
from judge.paths import data_folder
from judge.reports.folding import echo, folded, one_line, printable, quoted, wrap
from judge.reports.phrases import listed

_GAP = re.compile(r"\n{3,}")
_CLASS = re.compile(r' class="([^"]*)"')
_STYLE = re.compile(r' style="[^"]*"')


def page(template: str, **facts: object) -> str:
    """The text made from one template (`player/result`): no blanks at line ends, no double gaps, a last line break.

    Refuses: jinja2.UndefinedError when the template uses a fact that is not given.
    """
    text = _template(f"{template}.txt.j2").render(facts)
    lines = "\n".join(line.rstrip() for line in text.split("\n"))
    return _GAP.sub("\n\n", lines).strip("\n") + "\n"


def web_page(template: str, **facts: object) -> str:
    """The HTML document made from one template (`result`), its style written into the elements.

    Shape: a mail program that drops style sheets shows it as it is meant; what only a sheet can say (dark screens) is
    in one that stays. Every fact is escaped, so no fact can have a class.
    Refuses: jinja2.UndefinedError when the template uses a fact that is not given.
    """
    document = _template(f"web/{template}.html.j2", web=True).render(facts)
    return _CLASS.sub(lambda found: found[0] + _style_of(found[1]), document)


def site_page(template: str, **facts: object) -> str:
    """The page of the archive made from one template (`index`), whose style is in a file beside it; every fact escaped.

    Refuses: jinja2.UndefinedError when the template uses a fact that is not given.
    """
    text = _environment(web=True).get_template(f"site/{template}.html.j2").render(facts)
    return _GAP.sub("\n\n", text)


def site_style() -> str:
    """The style of the archive's pages: that of the mails, and what is the archive's own."""
    folder = data_folder("templates")
    files = (folder / "web/style.css", folder / "web/screen.css", folder / "site/style.css")
    return "".join(file.read_text(encoding="utf-8") for file in files)


@cache
def _style_of(classes: str) -> str:
    """The attribute that gives an element the style of its classes, "" when the sheet has none for them.

    Rule: the sheet speaks of single classes and nothing else, so that one look at it serves all elements alike.
    """
    sheet = (data_folder("templates") / "web/style.css").read_text(encoding="utf-8")
    element = CSSInliner(load_remote_stylesheets=False).inline_fragment(f'<p class="{classes}"></p>', sheet)
    found = _STYLE.search(element)
    return found[0] if found else ""


class _Environment(Environment):
    """An environment whose templates look up what all of them know in one place, not in two."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:  # Any: as in Jinja
        return {**self.globals, **(d or {})}


@cache
def _template(name: str, *, web: bool = False) -> Template:
    return _environment(web=web).get_template(name)


@lru_cache(maxsize=512)
def _piece(block: Hashable) -> str:
    """A piece of a text as a page shows it, as Jinja's markup; mails of a game have much in common."""
    made = _template("web/parts.html.j2", web=True).module.piece(block)  # type: ignore[attr-defined]  # its macro
    assert isinstance(made, str)
    return made


@lru_cache(maxsize=2)
def _environment(*, web: bool = False) -> Environment:
    environment = _Environment(
        loader=FileSystemLoader(data_folder("templates")),
        undefined=StrictUndefined,
        autoescape=web,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        finalize=lambda value: printable(value) if type(value) is str else value,  # not what is escaped already
    )
    environment.filters.update(wrap=wrap, one_line=one_line, echo=echo, folded=folded, quoted=quoted, listed=listed)
    environment.tests["idle"] = lambda word: word in IDLE
    environment.globals |= {"reply_mark": REPLY_MARK, "piece_before": _piece}
    return environment
