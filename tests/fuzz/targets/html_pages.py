"""HTML blocks: any page gives blocks whose proofs verify, or says that it is none, and what is read of them never fails.

Texts: the content type, a claim, an excerpt, and the page, whose bytes are taken as they are.
"""

from __future__ import annotations

from reachweaver.lookup import merkle
from reachweaver.lookup.excerpts import find_excerpt
from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.fetch import Response
from reachweaver.lookup.html_blocks import html_blocks
from reachweaver.lookup.page import Extract, extract_page, whole_text
from reachweaver.lookup.ranking import rank
from reachweaver.lookup.robots import read_robots
from reachweaver.lookup.stance import stance
from reachweaver.pages import page_blocks
from tests.fuzz.reading import texts_of

MOST_PROVEN = 12


def check(data: bytes) -> None:
    """Everything that holds for a page and a claim."""
    kind, claim, excerpt, page = texts_of(data, 4)
    content = page.encode("utf-8", "surrogateescape")
    read_robots(page)
    assert all(block.strip() for name in ("p.html", "p.md", "p") for block in page_blocks(content, name))
    try:
        html_blocks(page)
    except LookUpError as error:
        assert error.code == "extraction_failed"
    headers = {"content-type": kind.encode("utf-8", "surrogateescape").decode("latin-1")}
    response = Response(url="https://example.org/", status=200, headers=headers, content=content)
    try:
        extract = extract_page(response)
        whole_text(response)
    except LookUpError as error:
        assert str(error)
    else:
        check_extract(extract)
        check_claims(extract, claim, excerpt)


def check_extract(extract: Extract) -> None:
    """No block is blank, and each has a proof that verifies with its text at its place and with no other."""
    assert len(extract.blocks) == len(extract.leaves) == len(set(extract.leaves))
    assert not extract.tree.is_ambiguous
    assert all(block.text.strip() for block in extract.blocks)
    root = extract.tree.root
    assert root is not None
    for index, block in list(enumerate(extract.blocks))[:MOST_PROVEN]:
        steps, own = extract.tree.proof(index), merkle.leaf(block.text, block.selector)
        assert merkle.verify_proof(own, steps, root)
        assert not merkle.verify_proof(merkle.leaf(block.text + ".", block.selector), steps, root)
        assert not merkle.verify_proof(merkle.leaf(block.text, block.selector + ">"), steps, root)
    assert extract.markdown.strip()


def check_claims(extract: Extract, claim: str, excerpt: str) -> None:
    """What is said to bear on a claim is a block of the page; a block's own words stand in it."""
    texts = [block.text for block in extract.blocks]
    ranked = rank(claim, texts)
    assert all(0 <= found.index < len(texts) for found in ranked)
    assert [found.score for found in ranked] == sorted((found.score for found in ranked), reverse=True)
    found = stance(claim, [texts[one.index] for one in ranked[:8]], is_complete=extract.is_complete)
    assert found.reason
    place = find_excerpt(excerpt, texts)
    assert place is None or 0 <= place < len(texts)
