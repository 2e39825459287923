"""Bytes to text, whatever the label on them says."""

import codecs

# Labels under which UTF-8 travels by mistake: every byte means something in them, so nothing would be noticed.
_ONE_BYTE = ("us-ascii", "ascii", "iso8859", "iso-8859", "latin", "cp125", "windows-125")
# Charsets by whose names programs mean larger ones, as browsers have it: half the mails labelled gb2312 are none.
_MEANT = {
    "iso8859-1": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs",
    "euc_kr": "cp949", "shift_jis": "cp932", "iso2022_jp": "iso2022_jp_ext",
}  # fmt: skip
# Text codecs of Python that are no charset of mail; some take time that grows with the square of the length.
_NOT_OF_MAIL = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem"})
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode_text(data: bytes, charset: str | None) -> str:
    """The text of some bytes, never failing.

    Rule: a byte order mark is believed first; then UTF-8 where the label is a one-byte charset and the bytes are
    good UTF-8; then the label, with a larger charset for some; then UTF-8; then cp1252 with what it lacks as in
    iso-8859-1.
    """
    for bom, name in _BOMS:
        if data.startswith(bom) and (text := _strictly(data, name)) is not None:
            return text
    label = _known_charset(charset)
    ladder = ["utf-8", label] if label.startswith(_ONE_BYTE) else [label, "utf-8"]
    for name in [*ladder, "cp1252"]:
        if name and (text := _strictly(data, name)) is not None:
            return text
    return "".join(_as_cp1252(byte) for byte in data)


def _known_charset(charset: str | None) -> str:
    """Python's name of a charset, "" for none or one that is not known."""
    try:
        name = codecs.lookup((charset or "").strip().strip("'\"").lower().removeprefix("x-")).name
    except (LookupError, ValueError):
        return ""
    if name.replace("-", "_") in _NOT_OF_MAIL:
        return ""
    return _MEANT.get(name, name)


def _strictly(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except (LookupError, ValueError):  # a codec that makes no text raises LookupError
        return None


def _as_cp1252(byte: int) -> str:
    return _strictly(bytes([byte]), "cp1252") or chr(byte)
