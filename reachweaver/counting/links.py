"""Links as the library twitter-text finds them: X counts by it, and Mastodon by a variant of it.

Takes a text, gives where its links stand (code points, 0-based, end exclusive). This is not the URL finder of
`reachweaver.text`, which asks what a writer meant: here `setup.py` is a link, since `py` is Paraguay's domain. What a
link is made of is the rule of twitter-text 3.1.0 (`extractUrlsWithIndices`). Every scan is linear in the text.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import chain, islice
from typing import Final, NamedTuple

import regex

from reachweaver.counting.top_level_domains import ASCII, UNICODE
from reachweaver.data import dataclass
from reachweaver.text.patterns import Pattern

LONGEST_URL: Final = 4096
LONGEST_LABEL: Final = 63
LONGEST_SLUG: Final = 40
"""Letters and digits after `https://t.co/`."""

Link = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Dialect:
    """What differs between the platforms that count by twitter-text."""

    schemes: tuple[str, ...]
    """In lower case, up to where the host name begins."""
    without_scheme: bool
    """Whether a host name alone is a link as well."""
    path: Pattern
    """From the slash on, as far as the characters of a path go."""
    not_last_in_path: str
    query: Pattern
    """From the question mark on, as far as the characters of a query go."""
    not_last_in_query: str


def find_links(text: str, dialect: Dialect) -> Iterator[Link]:
    """The links of a text, in order, none overlapping another."""
    free = 0
    run = _Run.next_in(text, 0)
    while run is not None:
        host = _host_in(run, free, dialect)
        if host is not None:
            tail = _tail_of(text, host.end, dialect)
            yield from _links_of(text, host, tail, dialect)
            free = tail.end
        if host is None or free >= run.end:
            run = _Run.next_in(text, max(free, run.end))


class _Host(NamedTuple):
    """A host name, of the shape that a link may have."""

    start: int
    """Where its scheme begins, if it has one."""
    name: int
    end: int


class _Tail(NamedTuple):
    """What follows a host name: port, path and query."""

    has_path: bool
    end: int


_DIRECTIONS: Final = r"\u202A-\u202E\u061C\u200E\u200F\u2066-\u2069"
_SPACES: Final = r"\x09-\x0D\x20\x85\xA0\u1680\u180E\u2000-\u200A\u2028\u2029\u202F\u205F\u3000"
_INVALID: Final = r"\uFFFE\uFEFF\uFFFF"
_NOT_IN_HOST: Final = rf"!'#%&()*+,\\/:;<=>?@\[\]\^{{|}}~${_SPACES}{_INVALID}{_DIRECTIONS}"
_LATIN: Final = (
    r"\xC0-\xD6\xD8-\xF6\xF8-\u024F\u0253\u0254\u0256\u0257\u0259\u025B\u0263\u0268\u026F\u0272\u0289\u028B\u02BB"
    r"\u0300-\u036F\u1E00-\u1EFF"
)
_CYRILLIC: Final = r"\u0400-\u04FF"

_RUN = Pattern(rf"[^{_NOT_IN_HOST}]++", regex.V0)
_NOT_BEFORE = Pattern(rf"[A-Za-z0-9@＠$#＃{_INVALID}]", regex.V0)
_NOT_BEFORE_NAME: Final = "-_./"
_NOT_AT_EDGE: Final = "-_."
_GOES_ON: Final = r"(?![0-9A-Za-z@+\-])"
_TOP_LEVEL = Pattern(
    rf"(?P<ascii>[A-Za-z]++){_GOES_ON}|(?:{'|'.join(UNICODE)}){_GOES_ON}|xn--[\-0-9a-z]++", regex.IGNORECASE
)
_ASCII_LABELS = Pattern(rf"(?:[\-a-z0-9{_LATIN}]++\.)++", regex.IGNORECASE)
_PORT = Pattern(r":[0-9]++", regex.V0)
_SHORT_LINK = Pattern(r"https?://t\.co/(?P<slug>[a-z0-9]++)", regex.IGNORECASE)


def _path_pattern(characters: str) -> Pattern:
    """A path of these characters, with brackets where they are balanced, one pair inside another at most."""
    brackets = rf"\((?!\))[{characters}]*+(?:\([{characters}]++\)[{characters}]*+)?+\)"
    return Pattern(rf"/(?:[{characters}]++|{brackets})*+", regex.IGNORECASE)


_QUERY: Final = r"a-z0-9!?*'@();:&=+$/%#\[\]\-_.,~|"

X: Final = Dialect(
    schemes=("https://", "http://"),
    without_scheme=True,
    path=_path_pattern(rf"a-z{_CYRILLIC}0-9!*';:=+,.$/%#\[\]\-–_~@|&{_LATIN}"),
    not_last_in_path="!*';:,.$%[]–~@|&",
    query=Pattern(rf"\?[{_QUERY}]++", regex.IGNORECASE),
    not_last_in_query="!?*'@();:+$%[].,~|",
)

MASTODON: Final = Dialect(
    schemes=(
        "https://",
        "http://",
        *(f"{name}://" for name in ("dat", "dweb", "ipfs", "ipns", "ssb", "gopher", "gemini")),
    ),
    without_scheme=False,
    path=_path_pattern(r"^\s<>()?"),
    not_last_in_path="!*\"'「」;:=,.$%[]~&|@",
    query=Pattern(rf"\?[{_QUERY}^\xA0-\uD7FF\uE000-\U0010FFFD]++", regex.IGNORECASE),
    not_last_in_query="!?*'();:+$%[].,~|@^",
)
"""The rule of Mastodon's server: `config/initializers/twitter_regex.rb`, links without a scheme left alone."""


class _Run:
    """A run of the characters that host names are written with, and which host name begins where in it."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end
        self._dots = [at for at in range(start, end) if text[at] == "."]
        """Each ends a label; what stands behind the last is no label, but may be a top-level domain."""
        self._top_ends = [_top_level_end(text, dot + 1) for dot in self._dots]
        self._ends = self._ends_from_labels()

    @classmethod
    def next_in(cls, text: str, at: int) -> _Run | None:
        """The next run from `at` on that has a dot in it."""
        while (found := _RUN.compiled.search(text, at)) is not None:
            if "." in found[0]:
                return cls(text, *found.span())
            at = found.end()
        return None

    def host_end(self, start: int, label: int) -> int | None:
        """Where the longest host name ends that begins at `start`, inside the label of that index."""
        if not self._is_label(start, self._dots[label]):
            return None
        return self._ends[label + 1] or self._end_after(start, label)

    def starts(self, first: int) -> Iterator[tuple[int, int]]:
        """The places from `first` on where a host name may begin, each with the index of its label."""
        at = first
        for label in range(bisect_left(self._dots, first), len(self._dots)):
            yield from ((start, label) for start in range(at, self._dots[label]))
            at = self._dots[label] + 1

    def _ends_from_labels(self) -> list[int | None]:
        """For each label, where the longest host name ends that begins with it."""
        ends: list[int | None] = [None] * (len(self._dots) + 1)
        for label in reversed(range(len(self._dots))):
            start = self._dots[label - 1] + 1 if label else self.start
            if self._is_label(start, self._dots[label]):
                ends[label] = ends[label + 1] or self._end_after(start, label)
        return ends

    def _is_label(self, start: int, end: int) -> bool:
        return start < end and self.text[start] not in _NOT_AT_EDGE and self.text[end - 1] not in _NOT_AT_EDGE

    def _end_after(self, start: int, label: int) -> int | None:
        """The end of the top-level domain that follows a label; the label before it has no underscore."""
        return self._top_ends[label] if self.text.rfind("_", start, self._dots[label]) < 0 else None

    @property
    def has_top_level(self) -> bool:
        return any(self._top_ends)


def _top_level_end(text: str, at: int) -> int | None:
    found = _TOP_LEVEL.compiled.match(text, at)
    if found is None or (found["ascii"] is not None and found["ascii"].lower() not in ASCII):
        return None
    return found.end()


def _host_in(run: _Run, free: int, dialect: Dialect) -> _Host | None:
    """The first host name of a run that a link may have.

    The character before a link belongs to it, in a way: it stands at `free` or behind, where no other link has it.
    """
    if not run.has_top_level:
        return None
    scheme = _scheme_before(run, free, dialect)
    if scheme is not None and (end := run.host_end(run.start, 0)) is not None:
        return _Host(scheme, run.start, end)
    for start, label in _in_order(run, free):
        end = run.host_end(start, label) if start == 0 or not _NOT_BEFORE.compiled.match(run.text, start - 1) else None
        if end is not None:
            return _Host(start, start, end)
    return None


def _in_order(run: _Run, free: int) -> Iterator[tuple[int, int]]:
    """Where a host name may begin. At the text's start the second character comes first: the first may precede it."""
    starts = run.starts(run.start if free == 0 or run.start > free else free + 1)
    if run.start > 0 or free > 0:
        return starts
    first_two = list(islice(starts, 2))
    return chain(reversed(first_two) if first_two[1:] == [(1, 0)] else first_two, starts)


def _scheme_before(run: _Run, free: int, dialect: Dialect) -> int | None:
    for scheme in dialect.schemes:
        start = run.start - len(scheme)
        is_written = start >= 0 and run.text[start : run.start].lower() == scheme
        if is_written and (
            start == 0 == free or (start > free and not _NOT_BEFORE.compiled.match(run.text, start - 1))
        ):
            return start
    return None


def _tail_of(text: str, at: int, dialect: Dialect) -> _Tail:
    port = _PORT.compiled.match(text, at)
    end = port.end() if port else at
    path = dialect.path.compiled.match(text, end)
    if path is not None:
        end += 1 + len(path[0][1:].rstrip(dialect.not_last_in_path))
    return _Tail(path is not None, _query_end(text, end, dialect))


def _query_end(text: str, at: int, dialect: Dialect) -> int:
    query = dialect.query.compiled.match(text, at)
    kept = len(query[0][1:].rstrip(dialect.not_last_in_query)) if query else 0
    return at + 1 + kept if kept else at


def _links_of(text: str, host: _Host, tail: _Tail, dialect: Dialect) -> Iterator[Link]:
    """The links that a host name with its tail stands for: one, none, or several ASCII names in other letters."""
    scheme = host.name - host.start
    name = text[host.name : host.end]
    if not _is_domain(name) or (scheme or len("https://")) + tail.end - host.start > LONGEST_URL:
        return
    if scheme:
        short = _SHORT_LINK.compiled.match(text, host.start)
        if short is None:
            yield host.start, tail.end
        elif len(short["slug"]) <= LONGEST_SLUG:
            yield host.start, _query_end(text, short.end(), dialect)
    elif dialect.without_scheme and (host.name == 0 or text[host.name - 1] not in _NOT_BEFORE_NAME):
        names = _ascii_names(name)
        for number, (first, last) in enumerate(names, 1):
            yield host.name + first, tail.end if tail.has_path and number == len(names) else host.name + last


def _is_domain(name: str) -> bool:
    return all(len(_punycode(label)) <= LONGEST_LABEL for label in name.split("."))


def _punycode(label: str) -> str:
    return label if label.isascii() else "xn--" + label.encode("punycode", "replace").decode("ascii")


def _ascii_names(name: str) -> list[tuple[int, int]]:
    """The parts of a host name that are host names in ASCII and Latin letters up to the top-level domain."""
    found: list[tuple[int, int]] = []
    at = 0
    while (labels := _ASCII_LABELS.compiled.search(name, at)) is not None:
        at = labels.end()
        for dot in range(labels.end() - 1, labels.start(), -1):
            if name[dot] == "." and (end := _top_level_end(name, dot + 1)) is not None:
                found.append((labels.start(), end))
                at = end
                break
    return found
