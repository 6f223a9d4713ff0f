from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, strategies as st

from reachweaver.lookup import merkle
from reachweaver.lookup.stored import UnusableReceiptError, read_stored
from reachweaver.lookup.verification import Key
from tests.lookup.receipt_data import KEY, OCCAM_TEXT, OTHER_KEY, receipt

MARKDOWN = "# Größe\n\nPlanner handles 500 requests. 🚀\n"
BLOCKS = [{"text": "Größe", "selector": "h1"}, {"text": "Planner handles 500 requests. 🚀", "selector": "p"}]
LEAVES = tuple(merkle.leaf(block["text"], block["selector"]) for block in BLOCKS)


def signed(**changes: Any) -> dict[str, Any]:
    about = {"blockMerkleRoot": merkle.root(LEAVES), "confidence": None, **changes}
    return receipt(leaves=LEAVES, **about).to_json()


def stored(**changes: Any) -> dict[str, Any]:
    """A good receipt file, with other members where they are given; None leaves one out."""
    content = {**signed(), "blocks": BLOCKS, "markdown": MARKDOWN, "publicKey": KEY.public.pem, **changes}
    return {key: value for key, value in content.items() if value is not None}


def find_key(_key_id: str, pem: str | None) -> Key | str:
    return "there is none" if pem is None else {KEY.public.pem: KEY.public, OTHER_KEY.public.pem: OTHER_KEY.public}[pem]


def trouble(content: object) -> str:
    with pytest.raises(UnusableReceiptError) as caught:
        read_stored(content if isinstance(content, str) else json.dumps(content), find_key)
    return str(caught.value)


def test_a_good_receipt_is_the_page_that_it_signs() -> None:
    """Its page, its time, its key, and every block; the signature was checked."""
    page = read_stored(json.dumps(stored()), find_key)
    assert (page.url, page.taken, page.key_id) == (
        "https://example.org/?a=1&b=2",
        "2027-03-01T08:30:00Z",
        KEY.key_id,
    )
    assert page.passages.texts == ("Größe", "Planner handles 500 requests. 🚀")
    assert page.unchecked is None


def test_without_a_key_the_signature_is_said_to_be_unchecked() -> None:
    """Blocks are still held against the signed root."""
    page = read_stored(json.dumps(stored(publicKey=None)), find_key)
    assert page.unchecked == "there is none"
    assert trouble(stored(publicKey=None, blocks=[BLOCKS[0], {**BLOCKS[1], "text": "500,000 requests"}])) == (
        "One of its blocks is not what was signed."
    )


def test_blocks_may_be_left_out_while_the_list_of_leaves_is_there() -> None:
    """A file with only the cited block shows as much of it; without the list nothing shows that the rest was signed."""
    assert read_stored(json.dumps(stored(blocks=BLOCKS[1:])), find_key).passages.texts == (BLOCKS[1]["text"],)
    assert trouble(stored(blocks=BLOCKS[1:], blockLeaves=None)) == "Its list of blocks is not the one that was signed."
    assert read_stored(json.dumps(stored(blockLeaves=None)), find_key).unchecked is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "This is no valid JSON: Expecting value, in line 1."),
        ("[]", "A receipt is a JSON object."),
        ("[" * 100_000, "This is nested too deep."),
        ('{"signed": {}, "signed": {}}', 'This cannot be used: the key "signed" stands twice in an object.'),
        ({}, "The receipt has no signature."),
        (stored(signed=7), '"signed" must be an object.'),
        (stored(blockLeaves=["x"]), "The list of leaves is not the one whose root was signed."),
        (stored(blocks=None), "It does not hold the page's blocks, so no excerpt can be looked for in it."),
        (stored(blocks=[]), "It does not hold the page's blocks, so no excerpt can be looked for in it."),
        (stored(blocks={"text": "x"}), "It does not hold the page's blocks, so no excerpt can be looked for in it."),
        (stored(blocks=[*BLOCKS, 7]), "One of its blocks is not what was signed."),
        (stored(blocks=[*BLOCKS, {"text": "More", "selector": ""}]), "One of its blocks is not what was signed."),
        (stored(blocks=[{"text": "Größe\0h1", "selector": ""}]), "One of its blocks is not what was signed."),
        (stored(markdown="# Klein\n"), "Its Markdown is not what was signed."),
        (stored(markdown=[7]), '"markdown" must be a string.'),
        (stored(publicKey=[7]), '"publicKey" must be a public key in PEM.'),
        (
            stored(publicKey=OTHER_KEY.public.pem),
            f"The receipt names the key {KEY.key_id}, and the key given is {OTHER_KEY.key_id}.",
        ),
        (
            {**stored(), "signed": {**signed()["signed"], "ts": "2028-03-01T08:30:00Z"}},
            "The signature does not fit: the receipt was changed, or this key did not sign it.",
        ),
        (stored(**signed(ts="yesterday")), "It does not say when the page was read, or by whom."),
        (stored(**{**signed(blockMerkleRoot=None), "blockLeaves": None}), "It signs no blocks of a page."),
        (stored(**signed(kind="negative")), "It is the receipt of a page that could not be read."),
        (OCCAM_TEXT.decode(), "It signs no blocks of a page."),
    ],
)
def test_what_shows_nothing_says_why(content: object, message: str) -> None:
    """Each way of being broken or changed has a sentence of its own, and none is an error."""
    assert trouble(content) == message


def test_repeated_last_leaves_are_refused() -> None:
    """A list whose end merely repeats stands under the same root as one without it."""
    doubled = [LEAVES[0], LEAVES[1], LEAVES[1]]
    about = signed(blockMerkleRoot=merkle.root(doubled))
    content = stored(**about, publicKey=None) | {"blockLeaves": [*doubled, LEAVES[1]]}
    assert trouble(content) == "Its list of blocks is not the one that was signed."


@pytest.mark.parametrize(
    ("url", "is_same"),
    [
        ("https://example.org/?a=1&b=2", True),
        ("HTTPS://Example.ORG:443/?a=1&b=2#part", True),
        ("https://example.org/?a=1&b=3", False),
        ("http://example.org/?a=1&b=2", False),
        ("https://example.org.evil.example/?a=1&b=2", False),
        ("https://[", False),
        ("", False),
    ],
)
def test_which_page_it_is_of(url: str, is_same: bool) -> None:
    """Scheme and host in any case, the usual port and the fragment left out; everything else counts."""
    assert read_stored(json.dumps(stored()), find_key).is_of(url) is is_same


@given(st.integers(0), st.characters(), st.sampled_from(["blocks", "markdown", "signed", "blockLeaves"]))
def test_any_changed_character_is_noticed(at: int, character: str, member: str) -> None:
    """Whatever one character of the signed content becomes, the receipt shows nothing, or what it showed before."""
    content, text = stored(), json.dumps(stored()[member], ensure_ascii=False)
    place = at % len(text)
    changed = text[:place] + character + text[place + 1 :]
    whole = json.dumps(content, ensure_ascii=False).replace(text, changed)
    expected = read_stored(json.dumps(content), find_key)
    page = _read_or_none(whole, find_key)
    if page is not None:
        assert page.passages.texts == expected.passages.texts
        assert (page.url, page.taken, page.key_id) == (expected.url, expected.taken, expected.key_id)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "selector", "v", "kind", "sig", "signed", "x"]), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(
    st.dictionaries(st.sampled_from(["signed", "blockLeaves", "blocks", "markdown"]), VALUES, max_size=2),
    st.dictionaries(st.sampled_from(list(signed()["signed"])), VALUES, max_size=3),
)
def test_no_value_is_an_error(members: dict[str, Any], envelope: dict[str, Any]) -> None:
    """Whatever JSON a file holds, it is a page or a sentence that says why not."""
    content = {"signed": {**signed()["signed"], **envelope}, **stored(signed=None), **members}
    page = _read_or_none(json.dumps(content), find_key)
    assert page is None or page.passages.texts in ((), ("Größe", BLOCKS[1]["text"]), (BLOCKS[1]["text"],))


def _read_or_none(text: str, key: Callable[[str, str | None], Key | str]) -> Any:
    try:
        return read_stored(text, key)
    except UnusableReceiptError:
        return None
