"""From a server's answer to a page's blocks: takes bytes and what the server says of them, gives an `Extract`.

What is no page to read (an error, a challenge, a login, a page that only a script fills in) is a `LookUpError` that says
which. Nothing here opens a connection or runs anything of the page.
"""

from __future__ import annotations

import codecs
from dataclasses import field, replace
from email.message import Message
from typing import Final

import regex

from reachweaver.data import dataclass
from reachweaver.lookup.failures import LookUpError, status_code
from reachweaver.lookup.fetch import Response
from reachweaver.lookup.html_blocks import Block, html_blocks
from reachweaver.lookup.markdown import to_markdown
from reachweaver.lookup.merkle import Tree, leaf
from reachweaver.pages import decode_as, decode_page, html_blocks as all_html_blocks, is_other_format, markdown_blocks

MOST_BLOCKS: Final = 20_000
"""Of a page; those behind them are left out, and the extract is not complete."""
PARTIAL: Final = 206
"""The status of an answer that holds a part of the page."""
THIN: Final = 200
"""Code points of text with which a page that waits for a script counts as empty."""

_HTML: Final = ("text/html", "application/xhtml+xml")
_TEXT: Final = ("text/plain", "text/markdown", "text/x-markdown")
_KIND: Final = regex.compile(r"\s*+([\w!#$&^.+-]++/[\w!#$&^.+-]++)\s*+(?:[;,]|$)")
"""Of the first content type that a server sends; some send it twice."""
_HTML_SIGN: Final = regex.compile(rb"<(?:!doctype\s++html|html|head|body|main|title|h1|div|p)[\s>]", regex.IGNORECASE)
_SCRIPTED: Final = regex.compile(
    r"<(?:div|main|app-root)\s[^>]{0,200}?id\s*+=\s*+[\"']?+(?:root|app|__next|__nuxt|main-app)\b|<app-root\b"
    r"|enable javascript|javascript is (?:required|disabled)|requires javascript",
    regex.IGNORECASE,
)
_CHALLENGE: Final = regex.compile(
    r"cf-chl-|cf_chl_opt|challenge-platform|/cdn-cgi/challenge|g-recaptcha|h-captcha|hcaptcha\.com|cf-turnstile"
    r"|px-captcha|captcha-delivery|_Incapsula_Resource|aws-waf-token|<title>\s*+(?:just a moment|attention required"
    r"|are you (?:a )?human|verify(?:ing)? you are human|access denied|security check|ddos-guard)",
    regex.IGNORECASE,
)
_ASKS_PASSWORD: Final = regex.compile(r"<input\s[^>]{0,300}?type\s*+=\s*+[\"']?+password\b", regex.IGNORECASE)
_CHALLENGED: Final = (401, 403, 405, 429, 503)
"""Statuses with which challenges come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extract:
    """What a page says."""

    url: str
    """After redirects."""
    blocks: tuple[Block, ...] = field(repr=False)
    """No two with the same text at the same place, so that no two have the same leaf."""
    is_complete: bool
    """Whether these are all blocks of the page."""
    markdown: str = field(repr=False)
    leaves: tuple[str, ...] = field(repr=False)
    """Of the blocks, in order."""
    tree: Tree = field(repr=False)
    may_be_kept: bool = True
    """Whether the site lets others keep a copy for a while."""


def is_html_page(response: Response) -> bool:
    """Whether a page is one that a browser could run; others are Markdown or plain text.

    Raises:
        LookUpError: It is no page to read, and why.
    """
    kind, _ = _content_type(response.headers.get("content-type", ""))
    _require_page(response, kind)
    return _is_html(response, kind)


def extract_page(response: Response, *, is_rendered: bool = False) -> Extract:
    """The blocks of a page.

    Args:
        response: The page.
        is_rendered: Whether a browser has run its scripts, so that little text is all there is.

    Raises:
        LookUpError: There are none to read, and why.
    """
    kind, charset = _content_type(response.headers.get("content-type", ""))
    _require_page(response, kind)
    text = _decode(response.content, charset)
    is_html = _is_html(response, kind)
    blocks = html_blocks(text) if is_html else _text_blocks(text)
    extract = make_extract(response.url, blocks)
    if is_html:
        _require_content(response, text, extract, is_rendered=is_rendered)
    elif not extract.blocks:
        raise _thin(response)
    return replace(extract, may_be_kept="no-store" not in response.headers.get("cache-control", "").lower())


def whole_text(response: Response) -> tuple[str, ...]:
    """All that a page shows, navigation included, block by block.

    Raises:
        LookUpError: It is no page to read, and why.
    """
    kind, charset = _content_type(response.headers.get("content-type", ""))
    _require_page(response, kind)
    text = _decode(response.content, charset)
    return all_html_blocks(text) if _is_html(response, kind) else markdown_blocks(text)


def make_extract(url: str, blocks: tuple[Block, ...]) -> Extract:
    """The extract of blocks: the first of two with the same text at the same place is kept."""
    by_leaf: dict[str, Block] = {}
    for block in blocks:
        by_leaf.setdefault(leaf(block.text, block.selector), block)
        if len(by_leaf) > MOST_BLOCKS:
            break
    kept = dict(list(by_leaf.items())[:MOST_BLOCKS])
    leaves = tuple(kept)
    return Extract(
        url=url,
        blocks=tuple(kept.values()),
        is_complete=len(by_leaf) <= MOST_BLOCKS,
        markdown=to_markdown(tuple(kept.values())),
        leaves=leaves,
        tree=Tree.of(leaves),
    )


def _content_type(header: str) -> tuple[str, str | None]:
    message = Message()
    message["content-type"] = header.replace("\r", " ").replace("\n", " ")
    kind = _KIND.match(header)
    charset = message.get_param("charset")
    return kind[1].lower() if kind else "", charset if isinstance(charset, str) else None


def _is_html(response: Response, kind: str) -> bool:
    return kind in _HTML or (not kind and _HTML_SIGN.search(response.content[:4096]) is not None)


def _require_page(response: Response, kind: str) -> None:
    status = response.status
    if response.headers.get("cf-mitigated", "") == "challenge" or (
        status in _CHALLENGED and _CHALLENGE.search(response.content[:65536].decode("latin-1"))
    ):
        raise _failure(response, "captcha_or_challenge", "The site asks whether it is a person who reads it.")
    if not 200 <= status < 300:
        raise _failure(response, status_code(status), f"The site answered with status {status}.")
    if status in (204, 205):
        raise _failure(response, "unsupported_content_type", "The address gives nothing.")
    if status == PARTIAL:
        # No part was asked for, so what the rest says is unknown.
        raise _failure(response, "response_truncated", "The site gave only a part of the page.")
    if kind and kind not in (*_HTML, *_TEXT):
        raise _failure(response, "unsupported_content_type", f"The address gives {kind}, which is no page of text.")
    if is_other_format(response.content) or (not kind and b"\0" in response.content[:4096]):
        raise _failure(response, "unsupported_content_type", "The address gives no text.")


def _require_content(response: Response, text: str, extract: Extract, *, is_rendered: bool) -> None:
    size = sum(len(block.text) for block in extract.blocks)
    if size < THIN:
        if _CHALLENGE.search(text):
            raise _failure(response, "captcha_or_challenge", "The site asks whether it is a person who reads it.")
        if _ASKS_PASSWORD.search(text):
            raise _failure(response, "requires_login", "The page asks for a password; a session profile may help.")
    if not size or (size < THIN and not is_rendered and _SCRIPTED.search(text)):
        raise _thin(response, is_rendered=is_rendered)


def _thin(response: Response, *, is_rendered: bool = False) -> LookUpError:
    why = "not even in a browser" if is_rendered else "a script may fill it in"
    return _failure(response, "thin_extract", f"There is no text on the page; {why}.")


def _failure(response: Response, code: str, message: str) -> LookUpError:
    return LookUpError(code, message, status=response.status, final_url=response.url)


def _decode(content: bytes, charset: str | None) -> str:
    """The page's text: what the server says of the encoding counts if it is true."""
    if charset is not None and not content.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE)):
        said = decode_as(content, charset)
        if said is not None:
            return said
    return decode_page(content)


def _text_blocks(text: str) -> tuple[Block, ...]:
    return tuple(
        Block(kind="paragraph", text=one.replace("\0", "")) for one in markdown_blocks(text) if one.strip("\0 ")
    )
