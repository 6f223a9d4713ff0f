"""Receipts as campaigns keep them: a signed receipt with the blocks and the Markdown that it signs, and the signer's key.

Takes a file's text, `{"signed", "blockLeaves", "blocks": [{"text", "selector"}], "markdown", "publicKey"}`, and gives the
blocks as signed passages, or says why nothing can be learnt from it. Hashes need the standard library alone; the
signature is checked when there is a key and something to check it with, and else the answer says that it was not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import urlsplit

from reachweaver.data import dataclass
from reachweaver.lookup.excerpts import Passages
from reachweaver.lookup.merkle import Tree, content_hash, leaf
from reachweaver.lookup.receipts import Receipt, load_json, read_receipt
from reachweaver.lookup.verification import Key, verify

KeyFinder = Callable[[str, str | None], "Key | str"]
"""Given a receipt's key id and the public key in the file (PEM; None when there is none): the key, or why there is none.

Raises ValueError when what stands in the file is no key.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedPage:
    """What a page said when it was read, as far as a stored receipt shows it."""

    url: str
    """As it was asked for."""
    final_url: str
    """After redirects."""
    taken: str
    """UTC, `YYYY-MM-DDTHH:MM:SSZ`."""
    key_id: str
    passages: Passages
    """Every block of it has its leaf under the signed root."""
    unchecked: str | None = None
    """Why the signature was not checked, in words that follow a colon; None when it was, and is good."""

    def is_of(self, url: str) -> bool:
        """Whether this is the page at a URL: scheme and host in any case, the fragment left out."""
        return _page_of(url) in (_page_of(self.url), _page_of(self.final_url))


class UnusableReceiptError(ValueError):
    """A stored receipt shows nothing about its page; the message is a sentence that says why."""


def read_stored(text: str, find_key: KeyFinder) -> SignedPage:
    """The page that a stored receipt is of.

    Args:
        text: The file's.
        find_key: Where the signer's key comes from.

    Raises:
        UnusableReceiptError: It is no receipt, signs no blocks, or was changed after it was signed.
    """
    content = _members(text)
    receipt = read_receipt(content)
    if receipt.problem is not None:
        raise UnusableReceiptError(receipt.problem)
    key = _key(receipt, content.get("publicKey"), find_key)
    if not isinstance(key, str):
        answer = verify(receipt, key)
        if not answer.ok:
            raise UnusableReceiptError(answer.reason)
    _require_complete(receipt)
    _require_same_markdown(receipt, content.get("markdown"))
    return SignedPage(
        url=receipt.text("url") or "",
        final_url=receipt.text("finalUrl") or receipt.text("url") or "",
        taken=receipt.text("ts") or "",
        key_id=receipt.text("keyId") or "",
        passages=Passages(_signed_texts(receipt, content.get("blocks"))),
        unchecked=key if isinstance(key, str) else None,
    )


_TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_KEY_ID: Final = re.compile(r"k1:[0-9a-f]{16}")
_DEFAULT_PORTS: Final = {"http": ":80", "https": ":443"}


def _members(text: str) -> Mapping[str, object]:
    try:
        content = load_json(text)
    except ValueError as error:
        raise UnusableReceiptError(str(error)) from error
    if not isinstance(content, dict):
        raise UnusableReceiptError("A receipt is a JSON object.")
    return content


def _key(receipt: Receipt, pem: object, find_key: KeyFinder) -> Key | str:
    if pem is not None and not isinstance(pem, str):
        raise UnusableReceiptError('"publicKey" must be a public key in PEM.')
    try:
        return find_key(receipt.text("keyId") or "", pem)
    except ValueError as error:
        raise UnusableReceiptError(f'"publicKey" cannot be used: {error}.') from error


def _require_complete(receipt: Receipt) -> None:
    """Refuse what is no receipt of a page that was read, or does not say when and by whom."""
    if receipt.text("kind") == "negative":
        raise UnusableReceiptError("It is the receipt of a page that could not be read.")
    if receipt.text("blockMerkleRoot") is None:
        raise UnusableReceiptError("It signs no blocks of a page.")
    if not _TIME.fullmatch(receipt.text("ts") or "") or not _KEY_ID.fullmatch(receipt.text("keyId") or ""):
        raise UnusableReceiptError("It does not say when the page was read, or by whom.")


def _require_same_markdown(receipt: Receipt, markdown: object) -> None:
    if markdown is None:
        return
    if not isinstance(markdown, str):
        raise UnusableReceiptError('"markdown" must be a string.')
    if content_hash(markdown.encode("utf-8", "surrogatepass")) != receipt.text("contentHash"):
        raise UnusableReceiptError("Its Markdown is not what was signed.")


def _signed_texts(receipt: Receipt, blocks: object) -> list[str]:
    """The texts of the blocks, once it is clear that each was signed.

    Some may have been left out to keep the file small: then the list of leaves, which has to be the signed one, still
    shows that the others belong to it.
    """
    if not isinstance(blocks, list) or not blocks:
        raise UnusableReceiptError("It does not hold the page's blocks, so no excerpt can be looked for in it.")
    known = [block for block in blocks if _is_block(block)]
    own = [leaf(block["text"], block.get("selector", "")) for block in known]
    leaves = own if receipt.block_leaves is None else receipt.block_leaves
    try:
        tree = Tree.of(leaves)
    except ValueError:
        tree = Tree(())
    if tree.root != receipt.text("blockMerkleRoot") or tree.is_ambiguous:
        raise UnusableReceiptError("Its list of blocks is not the one that was signed.")
    if len(own) != len(blocks) or not set(own) <= set(leaves):
        raise UnusableReceiptError("One of its blocks is not what was signed.")
    return [block["text"] for block in known]


def _is_block(block: object) -> bool:
    if not isinstance(block, dict):
        return False
    return _is_text(block.get("text")) and _is_text(block.get("selector", ""))


def _is_text(value: object) -> bool:
    # A NUL would part text and selector at another place, under the same hash.
    return isinstance(value, str) and "\0" not in value


def _page_of(url: str) -> tuple[str, str, str]:
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return "", "", url
    scheme = parts.scheme.lower()
    host = parts.netloc.lower().removesuffix(_DEFAULT_PORTS.get(scheme, "\0"))
    return scheme, host, f"{parts.path or '/'}?{parts.query}"
