"""What the class, id and role of an element say that it is: takes an element, gives what nobody would cite.

The words are those that sites and their tools use for such parts of a page, whatever the site.
"""

from __future__ import annotations

from typing import Final

import regex

from reachweaver.lookup.html_tree import Element
from reachweaver.lookup.visible_text import raw_text

_NOISE_NAMES: Final = (
    "cookie cookies cookiebar consent gdpr ccpa onetrust breadcrumb breadcrumbs navbar navbox navigation"
    " nav pagination pager skip skiplink sphinxsidebar sidebar headerlink editsection noprint toc"
    " tableofcontents toctree hatnote catlinks printfooter navheader navfooter outbrain taboola recirc"
)
_NOISE: Final = frozenset(_NOISE_NAMES.split())
_SMALL_NOISE_NAMES: Final = (
    "newsletter share sharing social related advert advertisement ads ad promo sponsored popup modal"
    " subscribe signup menu footer masthead comments toolbar byline tags badges language languages"
    " recommended recommendations trending popular crosspromo controls"
)
_SMALL_NOISE: Final = frozenset(_SMALL_NOISE_NAMES.split())
"""Words that content has, too: what they name is left out when it is short or mostly links."""
_NOISE_ROLES: Final = frozenset(
    ("navigation", "banner", "contentinfo", "search", "dialog", "alertdialog", "menu", "menubar", "toolbar")
)
_WORD: Final = regex.compile(r"[A-Z]?[a-z]+")
_SLUG: Final = regex.compile(r"[\p{L}\p{N}]+")
_HEADINGS: Final = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_FOOTER: Final = frozenset(("footer", "copyright", "colophon"))
_DISCUSSION: Final = frozenset(("disqus", "livefyre", "commentlist", "commentslist"))
_NO_COMMENT: Final = frozenset(("commented", "commentary", "commentaries"))
_DISCUSSED: Final = frozenset(
    ("div", "section", "aside", "ul", "ol", "li", "dl", "dd", "article", "table", "tr", "td", "form")
)


def is_named_noise(element: Element, *, is_small: bool) -> bool:
    """Whether an element is called what only navigation, notices and advertisements are called.

    Args:
        element: A part of the page.
        is_small: Whether it is short or mostly links, so that a word which content has, too, is enough.
    """
    if _is_chapter(element):
        return False
    found = _words(element)
    return not found.isdisjoint(_NOISE) or (is_small and not found.isdisjoint(_SMALL_NOISE))


def has_noise_role(element: Element) -> bool:
    """Whether an element says, for people who cannot see it, that it is navigation or the like."""
    return bool(element.attributes) and element.get("role").lower() in _NOISE_ROLES


def is_named_footer(element: Element) -> bool:
    """Whether an element is called a footer."""
    return not _words(element).isdisjoint(_FOOTER) and not _is_chapter(element)


def is_for_comments(element: Element) -> bool:
    """Whether an element is called what visitors' comments are called; a chapter about comments may be, too."""
    return element.tag in _DISCUSSED and any(
        word in _DISCUSSION or (word.startswith("comment") and word not in _NO_COMMENT) for word in _words(element)
    )


def is_of_comment_service(element: Element) -> bool:
    """Whether an element is called what only lists of comments are called."""
    return not _DISCUSSION.isdisjoint(_words(element))


def _is_chapter(element: Element) -> bool:
    """Whether an element is a section of a text whose id is merely its heading once more, such as one about cookies."""
    name = element.get("id").lower()
    if not name or not (element.tag == "section" or "section" in element.get("class").lower().split()):
        return False
    heading = next((child for child in element.elements if child.tag in _HEADINGS), None)
    return heading is not None and "-".join(_SLUG.findall(raw_text(heading).lower())) == name


def _words(element: Element) -> set[str]:
    """The words of an element's class and id, in lower case."""
    if not element.attributes:
        return set()
    return {word.lower() for word in _WORD.findall(f"{element.get('class')} {element.get('id')}")}
