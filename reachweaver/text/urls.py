"""URLs in a text: takes `Prose.plain.text`, gives their offsets; and when two URLs name the same page.

A URL is anything with `scheme://`, a `www.` name, or a bare host name whose last label is a top-level domain
(`example.org/notes`). Closing punctuation, unbalanced brackets and text that is written right after it in a script
without spaces are not part of it. Every scan is linear in the text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

import regex

from reachweaver.text.characters import EAST_ASIAN, WORD
from reachweaver.text.domains import bare_host


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
    """Case-folded, IDNA decoded, without the scheme's own port."""
    path: str
    """Percent-decoded, without its one trailing slash."""


def find_urls(text: str) -> tuple[Url, ...]:
    """The URLs of a text under `fold_plain`, in order, none overlapping another."""
    return tuple(_scan(text))


def address_of(url: str) -> Address | None:
    """The address of a URL with or without its scheme, or None when it has no host.

    Query and fragment are left out. `www.example.org` and `example.org` are different hosts.
    """
    parts = _PARTS.match(url.strip())
    if parts is None or not parts["host"]:
        return None
    host = canonical_host(parts["host"])
    scheme = (parts["scheme"] or "https").casefold()
    is_web = scheme.endswith(("http", "https"))
    port = (parts["port"] or "").lstrip("0")
    if port and not (is_web and port in _OWN_PORTS):
        host = f"{host}:{port}"
    if not is_web:
        host = f"{scheme}://{host}"
    path = _decoded_path(parts["path"])
    return Address(host, path.removesuffix("/"))


def canonical_host(host: str) -> str:
    """A host name to compare: case-folded, `xn--` labels decoded, without the root's dot."""
    return ".".join(map(_decoded_label, host.casefold().rstrip(".").split(".")))


_OWN_PORTS: Final = ("80", "443")
_PARTS = regex.compile(
    r"(?:(?P<scheme>[a-z][a-z0-9+.\-]*+)://)?(?:[^\s/?#@]*+@)?+"
    r"(?P<host>\[[^\s\]]*+\]|[^\s/?#:@\[\]]*+)(?::(?P<port>[0-9]*+))?(?P<path>[^?#]*+)",
    regex.IGNORECASE,
)

_RESERVED = regex.compile(r"%(?:2[35F]|3F)", regex.IGNORECASE)

_SCHEME = r"(?<![a-z+\-])(?P<scheme>[a-z][a-z0-9+\-]{1,31}+://)"
_LETTER = rf"[{WORD}--[_\p{{Hangul}}]]"
_LABEL = rf"{_LETTER}++(?:-*+{_LETTER}++)*+"
_HOST = rf"(?<![[{WORD}--\p{{Hangul}}]@#.\-/\\+%])(?P<host>{_LABEL}(?:\.{_LABEL})++)(?![[{WORD}--\p{{Hangul}}]@])"
_START = regex.compile(rf"{_SCHEME}|{_HOST}", regex.V1 | regex.IGNORECASE)

_PLAIN_RUN = regex.compile(r"[A-Za-z0-9/.\-_~:?#@!$&'*+,;=%^]++")
_FOREIGN = regex.compile(r"[\p{L}\p{M}\p{N}–’·]")
_EAST_ASIAN = regex.compile(rf"[{EAST_ASIAN}]", regex.V1)
_BEFORE_EAST_ASIAN = "/=?#&-_~+."
_OPENING: Final = {"(": ")", "[": "]", "{": "}"}
_CLOSING: Final = {closing: opening for opening, closing in _OPENING.items()}
_TRAILING: Final = ".,;:!?'*~^–’·&([{-"
_HAS_HOST = regex.compile(r"[\p{L}\p{N}]")
_PORT = regex.compile(r":[0-9]{1,5}+(?![0-9.])")


def _scan(text: str) -> Iterator[Url]:
    at = 0
    while (start := _START.search(text, at)) is not None:
        if start["scheme"] is not None:
            at = _end_of(text, start.end())
            end = _trimmed(text, start.start(), start.end(), at)
            if end > start.end() and _HAS_HOST.search(text, start.end(), end):
                yield Url(start.start(), end)
        else:
            url, at = _bare(text, start)
            if url is not None:
                yield url


def _bare(text: str, start: regex.Match[str]) -> tuple[Url | None, int]:
    """The URL without a scheme that begins at a host name, and where to go on."""
    host = bare_host(start["host"], has_path=text.startswith("/", start.end()))
    if host is None:
        return None, start.end()
    host_end = start.start() + len(host)
    if port := _PORT.match(text, host_end):
        host_end = port.end()
    if text[host_end : host_end + 1] not in ("/", "?", "#"):
        return Url(start.start(), host_end, is_bare_host=True), host_end
    at = _end_of(text, host_end)
    end = _trimmed(text, start.start(), host_end, at)
    return Url(start.start(), end, is_bare_host=end == host_end), at


def _end_of(text: str, at: int) -> int:
    """Where the characters of a URL end that is read from `at`: before the first that cannot be in it."""
    depth = dict.fromkeys(_OPENING, 0)
    while at < len(text):
        if run := _PLAIN_RUN.match(text, at):
            at = run.end()
            continue
        char = text[at]
        if char in _OPENING:
            depth[char] += 1
        elif char in _CLOSING:
            if not depth[_CLOSING[char]]:
                return at
            depth[_CLOSING[char]] -= 1
        elif not _FOREIGN.match(char) or not _may_follow(text[at - 1], char):
            return at
        at += 1
    return at


def _may_follow(before: str, char: str) -> bool:
    """Whether a letter that is no ASCII belongs to the URL: Japanese right after `/a` is the sentence going on."""
    if not _EAST_ASIAN.match(char):
        return True
    if char == "を" and before == "/":
        return False
    return before in _BEFORE_EAST_ASIAN or not before.isascii()


def _trimmed(text: str, start: int, first: int, end: int) -> int:
    """The end without closing punctuation; `first` is where the host, or what follows it, begins."""
    end = first + len(text[first:end].rstrip(_TRAILING))
    if text[end - 1 : end] == "_" and text[start - 1 : start] == "_":
        end -= 1
    return end


def _decoded_path(path: str) -> str:
    """The path percent-decoded, except for the characters that would change what it names."""
    kept = _RESERVED.sub(lambda code: f"%25{code[0][1:].upper()}", path)
    return unicodedata.normalize("NFC", unquote(kept))


def _decoded_label(label: str) -> str:
    if not label.startswith("xn--") or len(label) > 63 or not label.isascii():
        return label
    try:
        return label[4:].encode("ascii").decode("punycode").casefold()
    except UnicodeError:
        return label
