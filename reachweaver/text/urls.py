"""URLs: takes what stands between white space in `Prose.plain.text`, gives their offsets; and when two name the same page.

A URL is anything with `scheme://`, a `www.` name, or a bare host name whose last label is a top-level domain
(`example.org/notes`). Closing punctuation, unbalanced brackets and text that is written right after it in a script
without spaces are not part of it. Every scan is linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

import regex

from reachweaver.data import dataclass
from reachweaver.text.characters import ANY_LETTER, BREAKING, FRACTION, HANGUL, IDEOGRAM, IN_URL, NARROW
from reachweaver.text.domains import bare_host
from reachweaver.text.patterns import Pattern
from reachweaver.text.remembering import remembered


@dataclass(frozen=True, slots=True)
class Url:
    """Where one URL stands."""

    start: int
    end: int
    """Offsets into `plain.text`."""
    is_bare_host: bool = False
    """A host name and nothing else (`example.org`): in a sentence it may be a product's name."""


@dataclass(frozen=True, slots=True)
class Address:
    """What must be equal for two URLs to name the same page (contract, section 6)."""

    host: str
    """Case-folded, IDNA decoded."""
    path: str
    """Percent-decoded, without its one trailing slash."""
    port: str = ""
    """Empty for the web's own ports."""
    scheme: str = "https"
    """`https` for `http` as well."""


def find_urls(run: str, shaped: str) -> tuple[Url, ...]:
    """The URLs in characters without white space, under `fold_plain`, and their shape; in order, none overlapping another."""
    return tuple(_scan(run, shaped)) if _TRIGGER.search(shaped) else ()


def find_host(text: str, shaped: str, host: str) -> Iterator[Url]:
    """Where a text names a host, as `canonical_host` gives it, without a scheme: whatever its top-level domain is."""
    if host.isascii() and host not in text.lower():
        return
    name, at = regex.compile(regex.escape(host), regex.IGNORECASE), 0
    while (found := name.search(text, at)) is not None:
        start, at = found.span()
        if not _INSIDE_NAME.compiled.match(shaped[start - 1 : start]) and not _NAME_GOES_ON.compiled.match(shaped, at):
            url, at = _with_path(text, shaped, start, at, len(text))
            yield url


def address_of(url: str) -> Address | None:
    """The address of a URL with or without its scheme, or None when it has no host.

    Query and fragment are left out. `www.example.org` and `example.org` are different hosts.
    """
    return _address_of(url.strip().partition("?")[0].partition("#")[0])


@remembered(200)
def _address_of(url: str) -> Address | None:
    parts = _PARTS.compiled.match(url)
    if parts is None or not parts["host"]:
        return None
    scheme = (parts["scheme"] or "https").casefold()
    is_web = scheme.endswith(("http", "https"))
    port = (parts["port"] or "").lstrip("0")
    return Address(
        host=canonical_host(parts["host"]),
        path=_decoded_path(parts["path"]).removesuffix("/"),
        port="" if is_web and port in _OWN_PORTS else port,
        scheme="https" if is_web else scheme,
    )


def canonical_host(host: str) -> str:
    """A host name to compare: case-folded, `xn--` labels decoded, without the root's dot."""
    return ".".join(map(_decoded_label, host.casefold().rstrip(".").split(".")))


_OWN_PORTS: Final = ("80", "443")
_PARTS = Pattern(
    r"(?:(?P<scheme>[a-z][a-z0-9+.\-]*+)://)?(?:[^\s/?#@]*+@)?+"
    r"(?P<host>\[[^\s\]]*+\]|[^\s/?#:@\[\]]*+)(?::(?P<port>[0-9]*+))?(?P<path>[^?#]*+)",
    regex.IGNORECASE,
)

_RESERVED = Pattern(r"%(?:2[35F]|3F)", regex.IGNORECASE)

_TRIGGER = re.compile(rf"://|\.(?=[{ANY_LETTER}])")
_SCHEME = r"(?<![A-Za-z+]|[A-Za-z0-9+]-{1,3})(?P<scheme>[A-Za-z][A-Za-z0-9+\-]{1,31}+://)"
_LETTER = f"[{NARROW}]".replace("_", "")
_LABEL = rf"{_LETTER}++(?:-*+{_LETTER}++)*+"
_HOST = rf"(?<![{NARROW}@#.\-/\\+%])(?P<host>{_LABEL}(?:\.{_LABEL})++)(?![{NARROW}@])"
_INSIDE_NAME = Pattern(rf"[{NARROW}@#.\-/\\+%]", regex.V0)
_NAME_GOES_ON = Pattern(rf"[{NARROW}@\-]|\.[{NARROW}]", regex.V0)
_START = Pattern(rf"{_SCHEME}|{_HOST}", regex.V0)

_PLAIN_RUN = Pattern(rf"[A-Za-z0-9/.\-_~:?#@!$&'*+=%^{NARROW}{FRACTION}{IN_URL}]++", regex.V0)
_EAST_ASIAN: Final = HANGUL + IDEOGRAM + BREAKING
_BEFORE_EAST_ASIAN: Final = "/=?#&-_~+."
_OPENING: Final = {"(": ")", "[": "]", "{": "}"}
_CLOSING: Final = {closing: opening for opening, closing in _OPENING.items()}
_SEPARATING: Final = ",;"
_TRAILING: Final = ".,;:!?'*~^–’·&([{-"
_HAS_HOST = Pattern(rf"[0-9{ANY_LETTER}]", regex.V0)
# A label that begins from the right has no Latin letter (RFC 5893, section 2): this is a preposition before the name.
_RIGHT_TO_LEFT = Pattern(r"[\p{bc=R}\p{bc=AL}\p{M}]{1,16}+-?(?=[A-Za-z])", regex.V0)
_PORT = Pattern(r":[0-9]{1,5}+(?![0-9.])", regex.V0)


def _scan(text: str, shaped: str) -> Iterator[Url]:
    at, end = 0, len(text)
    while (found := _START.compiled.search(shaped, at)) is not None:
        if found["scheme"] is not None:
            at = _end_of(text, shaped, found.end(), end)
            last = _trimmed(text, found.start(), found.end(), at)
            if last > found.end() and _HAS_HOST.compiled.search(shaped, found.end(), last):
                yield Url(found.start(), last)
        else:
            url, at = _bare(text, shaped, found, end)
            if url is not None:
                yield url


def _bare(text: str, shaped: str, found: regex.Match[str], end: int) -> tuple[Url | None, int]:
    """The URL without a scheme that begins at a host name, and where to go on."""
    start = found.start()
    if prefix := _RIGHT_TO_LEFT.compiled.match(text, start, found.end()):
        start = prefix.end()
    host = bare_host(text[start : found.end()], has_path=text.startswith("/", found.end()))
    if host is None:
        return None, found.end()
    return _with_path(text, shaped, start, start + len(host), end)


def _with_path(text: str, shaped: str, start: int, host_end: int, end: int) -> tuple[Url, int]:
    """The URL of a host name with its port and path, and where to go on."""
    if port := _PORT.compiled.match(text, host_end):
        host_end = port.end()
    if text[host_end : host_end + 1] not in ("/", "?", "#"):
        return Url(start, host_end, is_bare_host=True), host_end
    at = _end_of(text, shaped, host_end, end)
    last = _trimmed(text, start, host_end, at)
    return Url(start, last, is_bare_host=last == host_end), at


def _end_of(text: str, shaped: str, at: int, end: int) -> int:
    """Where the characters of a URL end that is read from `at`: before the first that cannot be in it."""
    depth = dict.fromkeys(_OPENING, 0)
    while at < end:
        if run := _PLAIN_RUN.compiled.match(shaped, at, end):
            at = run.end()
            continue
        char = text[at]
        if char in _OPENING:
            depth[char] += 1
        elif char in _CLOSING:
            if not depth[_CLOSING[char]]:
                return at
            depth[_CLOSING[char]] -= 1
        elif char in _SEPARATING:
            if text.startswith(("http://", "https://"), at + 1):
                return at
        elif shaped[at] not in _EAST_ASIAN or not _may_follow(text[at - 1], char):
            return at
        at += 1
    return at


def _may_follow(before: str, char: str) -> bool:
    """Whether an East Asian letter belongs to the URL: right after `/a` it is the sentence going on."""
    if before == "’" or (char == "を" and before == "/"):
        return False
    return before in _BEFORE_EAST_ASIAN or not before.isascii()


def _trimmed(text: str, start: int, first: int, end: int) -> int:
    """The end without closing punctuation; `first` is where the host, or what follows it, begins."""
    end = first + len(text[first:end].rstrip(_TRAILING))
    if text.endswith(("'s", "’s"), first, end):
        end -= 2
    if text[end - 1 : end] == "_" and text[start - 1 : start] == "_":
        end -= 1
    return end


def _decoded_path(path: str) -> str:
    """The path percent-decoded, except for the characters that would change what it names."""
    if "%" not in path:
        return unicodedata.normalize("NFC", path)
    kept = _RESERVED.compiled.sub(lambda code: f"%25{code[0][1:].upper()}", path)
    return unicodedata.normalize("NFC", unquote(kept))


def _decoded_label(label: str) -> str:
    if not label.startswith("xn--") or len(label) > 63 or not label.isascii():
        return label
    try:
        return label[4:].encode("ascii").decode("punycode").casefold()
    except UnicodeError:
        return label
