"""Text as keyboards, autocorrection and word processors make it, brought down to what people meant to type."""

import re
import unicodedata

_RIGHT_ARROWS = "→⇒⇨⇛⇝⇢⇾↝↠↣↦➔➙➛➜➝➞➟➠➡➢➣➤➥➦➧➨➩➪➫➬➭➮➯➱➲➳➵➸➺➻➼➽➾⟶⟹⟼⟾⟿⭢⮕🠒🠖🡒🡢🡪🢂"
_SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033"
_ASCII_ARROW = re.compile(r"(?:-{1,3}|={1,3}|~{1,3})>")
# What the key of "-" makes on a Japanese keyboard; behind kana it lengthens their vowel.
_LONG_VOWEL = re.compile("(?<![\u3040-\u30ff])\u30fc")
_VARIATION_SELECTORS = range(0xFE00, 0xFE10)


_OWN_SIGNS = (
    # Text in UTF-16 that comes under another name has one beside each letter.
    {"\x00": ""}
    | dict.fromkeys("\u2212\u2043\u02d7", "-")
    | dict.fromkeys(_RIGHT_ARROWS, "->")
    | dict.fromkeys(_SINGLE_QUOTES, "'")
    | dict.fromkeys(_DOUBLE_QUOTES, '"')
)
_BY_CATEGORY = {"Pd": "-", "Zs": " ", "Cc": " ", "Zl": " ", "Zp": " ", "Cf": "", "Cs": ""}


class _Signs(dict[int, str]):
    """What stands for each character, looked up in Unicode's tables when it is first met."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        plain = "" if code in _VARIATION_SELECTORS else _BY_CATEGORY.get(unicodedata.category(sign), sign)
        return self.setdefault(code, _OWN_SIGNS.get(sign, plain))


_SIGNS = _Signs()


def clean(text: str) -> str:
    """One line in plain signs: NFKC, one kind of dash, blank, arrow and quote, nothing that cannot be seen.

    Rule: Unicode's NFKC, then every dash becomes "-", every arrow to the right and "-->", "~>" or "=>" become "->",
    format characters go, runs of blanks become one, blanks at the ends go.
    Not: letters of other alphabets that look like Latin ones; whoever reads orders names those.
    """
    plain = _LONG_VOWEL.sub("-", unicodedata.normalize("NFKC", text)).translate(_SIGNS)
    return " ".join(_ASCII_ARROW.sub("->", plain).split())
