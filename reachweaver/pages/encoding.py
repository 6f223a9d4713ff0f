"""From a page's bytes to its text: takes what a browser saved, in any of the encodings that pages are written in."""

from __future__ import annotations

import codecs
from typing import Final

import regex

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED_WITHIN: Final = 4096
_DECLARATION: Final = regex.compile(
    rb"""(?:<meta\s[^>]{0,200}?charset|<\?xml\s[^>]{0,100}?encoding)\s*+=\s*+["']?+([\w.:-]{2,40})""", regex.IGNORECASE
)
_KNOWN: Final = frozenset(
    [
        *("utf-8", "gb18030", "gbk", "gb2312", "big5", "shift_jis", "euc_jp", "iso2022_jp", "euc_kr"),
        *("koi8-r", "koi8-u", "mac-roman", "cp866", "cp874", *(f"cp125{number}" for number in range(9))),
        *(f"iso8859-{number}" for number in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)),
    ]
)
"""Encodings of text that Python decodes in linear time, by Python's names."""
_UTF_16: Final = {"utf-16": "utf-16-le", "utf-16-le": "utf-16-le", "utf-16-be": "utf-16-be"}
"""By Python's names, which only a server can use: a label in a page is found where the page is read as ASCII."""
_READ_AS: Final = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gbk",
}
"""What browsers read instead."""

_OTHER_FORMATS: Final = (b"%PDF-", b"\x89PNG\r\n", b"GIF87a", b"GIF89a", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b")
"""How PDFs, pictures and archives begin."""


def is_other_format(content: bytes) -> bool:
    """Whether it is a PDF, a picture or an archive, whatever its name or the server that sent it says."""
    return content.startswith(_OTHER_FORMATS)


def decode_page(content: bytes) -> str:
    """The text, without a byte order mark; bytes that mean nothing become U+FFFD. Never raises.

    A mark at the beginning decides, else what the page declares, else UTF-8, and Windows-1252 for what is no UTF-8.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "replace")
    declared = _declared(content)
    if declared is not None:
        return content.decode(declared, "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def decode_as(content: bytes, label: str) -> str | None:
    """The text in the encoding of a label, as servers send it; None when it is not in that encoding, or none is known."""
    said = _python_name(label)
    # Marks and line ends in UTF-16 hold zeros. What has none, and would nearly always decode, is in another encoding.
    name = (_UTF_16.get(said) if b"\0" in content[:_DECLARED_WITHIN] else None) or _of_pages(said)
    try:
        return None if name is None else content.decode(name)
    except UnicodeDecodeError:
        return None


def _declared(content: bytes) -> str | None:
    declaration = _DECLARATION.search(content[:_DECLARED_WITHIN])
    return None if declaration is None else _of_pages(_python_name(declaration[1].decode("ascii", "replace")))


def _python_name(label: str) -> str:
    """The encoding that a label means; empty when there is none."""
    try:
        return codecs.lookup(label.strip()).name
    except (LookupError, ValueError):
        return ""


def _of_pages(name: str) -> str | None:
    """What browsers read instead of an encoding; None when no page is in such a one."""
    name = _READ_AS.get(name, name)
    return name if name in _KNOWN else None
