from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, strategies as st

from reachweaver.lookup.answers import parse_answer, verify_answer
from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.html_blocks import html_blocks
from reachweaver.lookup.look_up import Read, answer, failed, receipt_of
from reachweaver.lookup.page import make_extract
from reachweaver.lookup.verification import Verdict
from tests.lookup.receipt_data import KEY, OCCAM_ANSWER, OCCAM_KEY, OTHER_KEY, receipt

PAGE = (Path(__file__).parent / "pages" / "release-notes.html").read_text(encoding="utf-8")
URL = "https://example.org/notes"
TIME = "2027-03-01T08:30:00Z"
READ = Read(url=URL, time=TIME, extract=make_extract(f"{URL}/2.0", html_blocks(PAGE)))
GONE = Read(url=URL, time=TIME, failure=LookUpError("http_404", "Gone.", status=404, final_url=URL))

Json = dict[str, Any]
Change = Callable[[Json], object]


def found() -> Json:
    """A whole answer, as it is printed."""
    return answer("Planner saves a plan in 30% less time", READ, signer=KEY)


def stored() -> Json:
    """A receipt as it is kept beside a campaign."""
    assert READ.extract is not None
    blocks = [{"text": block.text, "selector": block.selector} for block in READ.extract.blocks]
    return {**receipt_of(READ, KEY), "blocks": blocks, "markdown": READ.extract.markdown, "publicKey": KEY.public.pem}


def verdict(value: Json | list[Any], change: Change | None = None, key: Any = KEY.public) -> str:
    changed = json.loads(json.dumps(value))
    if change is not None:
        change(changed)
    return verify_answer(parse_answer(json.dumps(changed)), key).verdict


def test_a_whole_answer() -> None:
    """It verifies with its passages, as it is printed, also where it is the only one of a campaign."""
    assert len(found()["matches"]) == 3
    assert verdict(found()) == "verified"
    assert verdict([found()]) == "verified"
    assert verdict({"evidence": "e", **found(), "excerpt": {"found": False}, "cached": True}) == "verified"
    assert verdict(found(), key=OTHER_KEY.public) == "wrong_key"


def test_an_answer_about_a_page_that_was_refused() -> None:
    """Its negative receipt verifies."""
    assert verdict(failed("Claim", GONE, KEY)) == "verified"
    assert (
        verdict(failed("Claim", GONE, KEY), lambda value: value["failure"].update(code="http_410"))
        == "content_mismatch"
    )


def test_a_stored_receipt() -> None:
    """It verifies with its blocks and its Markdown, also when some blocks were left out."""
    assert verdict(stored()) == "verified"
    assert verify_answer(parse_answer(json.dumps(stored())), KEY.public).content_hash_match is True
    assert verdict(stored(), lambda value: value["blocks"].pop()) == "verified"


def test_an_answer_of_occam() -> None:
    """A later receipt of Occam verifies inside the answer that it came with, whose Markdown is what was signed."""
    checked = verify_answer(parse_answer(OCCAM_ANSWER), OCCAM_KEY)
    assert (checked.verdict, checked.content_hash_match) == ("verified", True)
    other = OCCAM_ANSWER.replace("without needing permission", "with permission")
    assert verify_answer(parse_answer(other), OCCAM_KEY).verdict == "content_mismatch"


def first(value: Json) -> Json:
    match: Json = value["matches"][0]
    return match


CHANGED: list[tuple[Callable[[], Json], Change, str]] = [
    (found, lambda value: first(value).update(text="Planner saves a plan in 40% less time."), "citation_invalid"),
    (found, lambda value: first(value).update(source_selector="p"), "citation_invalid"),
    (found, lambda value: first(value)["proof"].pop(), "citation_invalid"),
    (found, lambda value: first(value).update(proof=[]), "citation_invalid"),
    (found, lambda value: value["matches"].append({**first(value), "text": "New"}), "citation_invalid"),
    (found, lambda value: first(value).update(leaf="0" * 64), "citation_invalid"),
    (found, lambda value: first(value).update(leaf=value["matches"][1]["leaf"]), "citation_invalid"),
    (found, lambda value: first(value).update(leaf=7), "invalid_receipt"),
    (found, lambda value: first(value).pop("leaf"), "verified"),
    (found, lambda value: first(value).pop("proof"), "invalid_receipt"),
    (found, lambda value: first(value).update(text=7), "invalid_receipt"),
    (found, lambda value: value.update(matches={}), "invalid_receipt"),
    (found, lambda value: value.update(matches=[7]), "invalid_receipt"),
    (found, lambda value: value.update(url="https://example.net/notes"), "content_mismatch"),
    (found, lambda value: value.update(keyId="k1:0"), "content_mismatch"),
    (found, lambda value: value.update(blockMerkleRoot="sha256:0"), "content_mismatch"),
    (found, lambda value: value["receipt"]["signed"].update(ts="2028-03-01T08:30:00Z"), "signature_invalid"),
    (found, lambda value: value["receipt"]["blockLeaves"].pop(), "leaves_mismatch"),
    (found, lambda value: value.pop("receipt"), "invalid_receipt"),
    (stored, lambda value: value["blocks"][0].update(text="New"), "leaves_mismatch"),
    (stored, lambda value: value["blocks"][0].update(text="a\0b"), "leaves_mismatch"),
    (stored, lambda value: value["blocks"].append({"text": "New", "selector": ""}), "leaves_mismatch"),
    (stored, lambda value: (value.pop("blockLeaves"), value["blocks"].pop()), "leaves_mismatch"),
    (stored, lambda value: value.update(blocks="x"), "invalid_receipt"),
    (stored, lambda value: value.update(markdown=value["markdown"] + " "), "content_mismatch"),
    (stored, lambda value: value.update(markdown=7), "invalid_receipt"),
]


@pytest.mark.parametrize(("whole", "change", "wanted"), CHANGED)
def test_what_was_changed_around_a_receipt(whole: Callable[[], Json], change: Change, wanted: str) -> None:
    """Whatever stands beside the receipt and was signed is compared with it."""
    assert verdict(whole(), change) == wanted


NAMES = (
    "signed",
    "receipt",
    "sig",
    "v",
    "blockLeaves",
    "matches",
    "blocks",
    "markdown",
    "text",
    "proof",
    "url",
    "failure",
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=5),
    max_leaves=12,
)


@given(VALUES)
def test_any_json_has_a_verdict(value: Any) -> None:
    """Whatever somebody takes for a receipt, nothing is raised, and only what was signed verifies."""
    assert not verify_answer(parse_answer(json.dumps(value)), KEY.public).ok


@given(VALUES, st.sampled_from(["matches", "blocks", "markdown", "url", "keyId", "failure", "receipt"]))
def test_anything_may_stand_beside_a_receipt(value: Any, key: str) -> None:
    """Whatever stands beside a receipt is compared or told, never an error."""
    checked = verify_answer(parse_answer(json.dumps({**found(), key: value})), KEY.public)
    assert checked.verdict in get_args(Verdict)


def test_what_makes_no_difference() -> None:
    """What nobody signs, how the page's address is written, and a list of leaves without blocks that were left out."""
    assert verdict(found(), lambda value: value.update(claim="Another claim", found=False)) == "verified"
    assert verdict(found(), lambda value: value.update(url="HTTPS://EXAMPLE.org/notes#top")) == "verified"
    assert verdict(found(), lambda value: value.update(url=f"{URL}/2.0")) == "verified"
    assert verdict(stored(), lambda value: value.pop("blockLeaves")) == "verified"


STRANGERS = [
    ({"variants": []}, "This is a campaign; "),
    ({"ok": True, "perClaim": []}, "This is an answer of attest, "),
    ({"ok": True, "mode": "offline", "verdict": "verified", "signatureValid": True}, "This is a verdict "),
    ({"root": "sha256:0", "leaf": "0", "proof": []}, "This is a proof "),
    ({"ok": True, "found": False, "matches": []}, "This is an answer of a look-up that has no receipt"),
    ({"ok": False, "failure": {"code": "timeout"}}, "This is an answer of a look-up that has no receipt"),
    ({"ok": True, "receipt": None}, "This is an answer of a look-up that has no receipt"),
    ({"receipt": {}}, "The receipt has no signature."),
    ({"x": 1}, "The receipt has no signature."),
    ([], "A receipt is a JSON object."),
    ([[]], "A receipt is a JSON object."),
    (7, "A receipt is a JSON object."),
]


@pytest.mark.parametrize(("value", "message"), STRANGERS)
def test_what_is_no_receipt_is_called_by_its_name(value: Any, message: str) -> None:
    """Whoever took the wrong file learns which it is."""
    checked = verify_answer(parse_answer(json.dumps(value)), KEY.public)
    assert (checked.verdict, checked.reason[: len(message)]) == ("invalid_receipt", message)


def test_members_that_are_left_out() -> None:
    """Absent and null are the same, in the envelope and beside it."""
    plain = receipt(actionPlanHash=None, playbook=None, confidence=None).to_json()
    assert verdict(plain) == "verified"
    signed: Any = plain["signed"]
    empty = {"actionPlanHash": None, "playbook": None, "failureCode": None, "title": None}
    assert (
        verdict({**plain, "signed": {**signed, **empty}, "timeAnchor": {"token": "x"}, "blockLeaves": None})
        == "verified"
    )
    assert verdict({**plain, "signed": {**signed, "actionPlanHash": "sha256:0"}}) == "signature_invalid"
    checked = verify_answer(parse_answer(json.dumps({**signed, "ts": "2028-01-01T00:00:00Z", "x": 1})), KEY.public)
    assert checked.reason == (
        "The signature does not fit: the receipt was changed, this key did not sign it, or it signs what Receipt v1 has no"
        " place for: 'x'."
    )
