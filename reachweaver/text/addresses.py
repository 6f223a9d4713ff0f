"""The addresses of a text: URLs, e-mail addresses, @-mentions and hashtags. Takes `Prose.plain.text`, gives offsets into it.

White space ends every address, and nothing behind white space decides about one. So each run of other characters is read
by itself, if it has a sign of an address at all, and what was found in a run is kept: typing elsewhere leaves it as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reachweaver.data import dataclass
from reachweaver.text.characters import shape
from reachweaver.text.folding import BLANK_LINE
from reachweaver.text.mentions import Mention, find_emails, find_hashtags, find_mentions
from reachweaver.text.remembering import remembered
from reachweaver.text.urls import Url, find_urls


@dataclass(frozen=True, slots=True)
class Addresses:
    """What stands in a text, each in order; offsets into `plain.text`, end exclusive."""

    urls: tuple[Url, ...]
    """Those without a scheme (`example.org/x`, `www.…`) included, closing punctuation left out."""
    emails: tuple[tuple[int, int], ...]
    mentions: tuple[Mention, ...]
    """None shares a character with a URL or an e-mail address."""
    hashtags: tuple[tuple[int, int], ...]
    """The # included; none stands inside a URL."""


def find_addresses(text: str) -> Addresses:
    """The addresses of a text under `fold_plain`."""
    urls: list[Url] = []
    emails: list[tuple[int, int]] = []
    mentions: list[Mention] = []
    hashtags: list[tuple[int, int]] = []
    for at, stop in _runs(text):
        if _USUAL_LINK.fullmatch(text, at, stop):
            urls.append(Url(at, stop))
            continue
        found = _addresses_in(text[at:stop])
        urls += [Url(at + url.start, at + url.end, url.is_bare_host) for url in found.urls]
        if found.emails or found.mentions or found.hashtags:
            emails += [(at + start, at + end) for start, end in found.emails]
            mentions += [Mention(at + one.start, at + one.end, one.name, one.host) for one in found.mentions]
            hashtags += [(at + start, at + end) for start, end in found.hashtags]
    return Addresses(tuple(urls), tuple(emails), tuple(mentions), tuple(hashtags))


# Of the standard library, which scans much faster: most texts hold no address, or one.
_SIGN = re.compile(r"@|#|\.(?=[^\x00-@\[-`{-\x7f])|:(?=//)")
_SPACE = re.compile(f"[ \n{BLANK_LINE}]")


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """The runs (start, end) without white space that have the sign of an address, in order."""
    at = 0
    while (sign := _SIGN.search(text, at)) is not None:
        before = at, sign.start()
        start = 1 + max(text.rfind(" ", *before), text.rfind("\n", *before), text.rfind(BLANK_LINE, *before))
        space = _SPACE.search(text, sign.end())
        end = space.start() if space else len(text)
        yield max(start, at), end
        at = end


_USUAL_LINK = re.compile(r"https?://[A-Za-z0-9](?:[A-Za-z0-9/._~?&=+%\-]*[A-Za-z0-9/=])?")
"""A run that is one URL from its first character to its last, as most links are; `find_urls` says the same of it."""


@remembered(200)
def _addresses_in(run: str) -> Addresses:
    shaped = shape(run)
    urls = find_urls(run, shaped)
    url_spans = tuple((url.start, url.end) for url in urls)
    emails = find_emails(shaped, url_spans)
    mentions = find_mentions(run, shaped, url_spans + emails)
    return Addresses(urls, emails, mentions, find_hashtags(shaped, url_spans))
