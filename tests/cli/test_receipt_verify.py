from __future__ import annotations

import importlib
import io
import json
import shutil
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from reachweaver.lookup import merkle
from reachweaver.lookup.keys import own_key_or_new
from reachweaver.lookup.signatures import private_pem
from reachweaver.lookup.verification import RefetchError
from tests.cli.running import CommandLine
from tests.lookup.receipt_data import (
    BLOCKS,
    DATA,
    KEY,
    LEAVES,
    MARKDOWN,
    OCCAM_TEXT,
    OTHER_KEY,
    receipt,
)

OCCAM_FLAGS = ("occam.receipt.json", "--public-key", "occam.pem", "--markdown", "occam.md")


@pytest.fixture
def files(run: CommandLine) -> CommandLine:
    """The command line beside Occam's receipt, and one of a key of the tests with everything that goes with it."""
    for path in DATA.iterdir():
        shutil.copy(path, run.folder)
    run.write("receipt.json", receipt().to_json())
    run.write("signer.pem", KEY.public.pem)
    (run.folder / "page.md").write_bytes(MARKDOWN)
    run.write("proof.json", [step.to_json() for step in merkle.Tree.of(LEAVES).proof(1)])
    return run


def verdict(files: CommandLine, *arguments: str) -> str:
    """The verdict of a run whose exit status fits it."""
    outcome = files("receipt-verify", *arguments, "--json")
    assert outcome.stderr == ""
    answer = outcome.report
    assert outcome.status == (0 if answer["verdict"] in ("verified", "citation_verified") else 2)
    assert answer["ok"] is (outcome.status == 0)
    return str(answer["verdict"])


def test_a_receipt_of_occam(files: CommandLine) -> None:
    """The verdict in words, whose receipt of what it is, and status 0; the same as JSON."""
    shown = (
        "verified: The receipt is as it was signed.\n"
        "  page   https://example.com/\n"
        "  taken  2026-08-01T10:53:26Z\n"
        "  by     ff-occam/1.0.0-rc.2\n"
        "  key    k1:1a830d71a14381a8\n"
    )
    assert files("receipt-verify", *OCCAM_FLAGS) == (0, shown, "")
    assert files("receipt-verify", *OCCAM_FLAGS, "--json").report == {
        "ok": True,
        "mode": "offline",
        "verdict": "verified",
        "signatureValid": True,
        "contentHashMatch": True,
        "keyId": "k1:1a830d71a14381a8",
    }


def test_what_was_changed_is_told(files: CommandLine) -> None:
    """Another content, key, member or version: status 2, and a verdict of its own, also in words."""
    files.write("other.md", MARKDOWN.decode() + "x")
    (files.folder / "other.pem").write_text(OTHER_KEY.public.pem)
    files.write("forged.json", OCCAM_TEXT.decode().replace("example.com", "example.net"))
    files.write("later.json", OCCAM_TEXT.decode().replace('"v": 1', '"v": 2'))
    key = ("--public-key", "signer.pem")
    assert verdict(files, "receipt.json", *key) == "verified"
    assert verdict(files, "receipt.json", *key, "--markdown", "page.md") == "verified"
    assert verdict(files, "receipt.json", *key, "--markdown", "other.md") == "content_mismatch"
    assert verdict(files, "receipt.json", "--public-key", "other.pem") == "wrong_key"
    assert verdict(files, "forged.json", "--public-key", "occam.pem") == "signature_invalid"
    assert verdict(files, "later.json", "--public-key", "occam.pem") == "invalid_receipt"
    assert files("receipt-verify", "forged.json", "--public-key", "occam.pem") == (
        2,
        "signature_invalid: The signature does not fit: the receipt was changed, or this key did not sign it.\n",
        "",
    )


def test_without_a_key_it_is_this_machines(files: CommandLine) -> None:
    """The machine's own key verifies its own receipts; without one, the signer's must be named, but for no receipt at all."""
    root = files.folder.parent / "keys"
    assert files.error("receipt-verify", "receipt.json") == (
        "this machine has no key of its own yet; name the signer's with --public-key"
    )
    assert not root.exists()
    files.write("campaign.json", {"campaign_id": "c", "variants": []})
    assert files("receipt-verify", "campaign.json") == (
        2,
        "invalid_receipt: This is a campaign; its receipts are files of their own, which its evidence names.\n",
        "",
    )
    files.write("unsigned.json", {"v": 1, "keyId": "k1:0"})
    assert json.loads(files("receipt-verify", "unsigned.json", "--json").stdout) == {
        "ok": False,
        "mode": "offline",
        "verdict": "invalid_receipt",
        "signatureValid": False,
        "contentHashMatch": None,
        "keyId": "k1:0",
    }
    assert not root.exists()
    own = own_key_or_new({"REACHWEAVER_KEYS_ROOT": str(root)}).key
    files.write("own.json", receipt(own).to_json())
    assert verdict(files, "own.json") == "verified"
    assert verdict(files, "receipt.json") == "wrong_key"


def test_a_citation(files: CommandLine) -> None:
    """The text to the letter, its place and its proof: anything else is invalid; the list of leaves will do, too."""
    text, selector = BLOCKS[1]
    cited = ("receipt.json", "--public-key", "signer.pem", "--mode", "citation", "--block-selector", selector)
    proof = ("--proof", "proof.json")
    assert verdict(files, *cited, "--block-text", text, *proof) == "citation_verified"
    assert verdict(files, *cited, "--block-text", text) == "citation_verified"
    assert verdict(files, *cited, "--block-text", text.replace("500", "900"), *proof) == "citation_invalid"
    assert verdict(files, *cited, "--block-text", "", *proof) == "citation_invalid"
    assert verdict(files, *cited[:-1], "p", "--block-text", text, *proof) == "citation_invalid"
    assert verdict(files, *cited[:-2], "--block-text", text, *proof) == "citation_invalid"
    files.write("bare.json", receipt(leaves=None).to_json()["signed"])
    assert verdict(files, "bare.json", *cited[1:], "--block-text", text, *proof) == "citation_verified"
    assert verdict(files, "bare.json", *cited[1:], "--block-text", text) == "citation_invalid"


def test_a_proof_is_made_for_somebody_else(files: CommandLine) -> None:
    """What --mode prove prints is what --proof takes; an index beyond the list is no proof."""
    proved = files(
        "receipt-verify", "receipt.json", "--public-key", "signer.pem", "--mode", "prove", "--block-index", "3"
    )
    assert proved.status == 0
    steps = json.dumps([step.to_json() for step in merkle.Tree.of(LEAVES).proof(3)])
    assert proved.stdout.endswith(f"  leaf   {LEAVES[3]}\n  root   {merkle.root(LEAVES)}\n{steps}\n")
    files.write("steps.json", proved.stdout.splitlines()[-1])
    flags = ("receipt.json", "--public-key", "signer.pem", "--mode", "prove", "--block-index")
    files.write("answer.json", files("receipt-verify", *flags, "3", "--json").stdout)
    for proof in ("steps.json", "answer.json"):
        cited = ("--mode", "citation", "--block-text", "a & b", "--block-selector", "li", "--proof", proof)
        assert verdict(files, "receipt.json", "--public-key", "signer.pem", *cited) == "citation_verified"
    assert verdict(files, *flags, "5") == "not_provable"
    assert verdict(files, "occam.receipt.json", "--public-key", "occam.pem", *flags[3:], "0") == "not_provable"


def pages(monkeypatch: pytest.MonkeyPatch, extract: object) -> None:
    """Let pages be read by a function that opens none; an exception is what importing the look-up then raises."""
    real = importlib.import_module

    def import_module(name: str) -> object:
        if name != "reachweaver.lookup.look_up":
            return real(name)
        if isinstance(extract, Exception):
            raise extract
        return SimpleNamespace(extract=extract, Reader=lambda **_: None)

    monkeypatch.setattr(importlib, "import_module", import_module)


def test_a_page_is_read_again(files: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """--mode live compares the page as it is now; one that cannot be read again has a verdict of its own."""
    live = ("receipt.json", "--public-key", "signer.pem", "--mode", "live")
    pages(monkeypatch, lambda _, **__: SimpleNamespace(markdown=MARKDOWN.decode(), leaves=LEAVES))
    assert verdict(files, *live) == "verified"
    pages(monkeypatch, lambda _, **__: SimpleNamespace(markdown="# Other", leaves=()))
    assert verdict(files, *live) == "drifted"

    def fail(url: str, **_: object) -> None:
        raise RefetchError("timeout")

    pages(monkeypatch, fail)
    assert verdict(files, *live) == "refetch_failed"


@pytest.mark.parametrize(
    ("missing", "message"),
    [
        ("reachweaver.lookup.look_up", "--mode live opens pages, and this installation of ReachWeaver cannot"),
        ("httpx", '--mode live needs the package httpx; install it with: pip install "reachweaver[lookup]"'),
    ],
)
def test_without_what_opens_pages_live_says_so(
    files: CommandLine, monkeypatch: pytest.MonkeyPatch, missing: str, message: str
) -> None:
    """What is missing is named, in one line."""
    pages(monkeypatch, ModuleNotFoundError(name=missing))
    assert files.error("receipt-verify", "receipt.json", "--public-key", "signer.pem", "--mode", "live") == message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--block-text", "x"), "--block-text is for --mode citation, and this is --mode offline"),
        (("--block-selector", "p"), "--block-selector is for --mode citation, and this is --mode offline"),
        (("--proof", "proof.json"), "--proof is for --mode citation, and this is --mode offline"),
        (("--block-index", "0"), "--block-index is for --mode prove, and this is --mode offline"),
        (("--allow-private",), "--allow-private is for --mode live, and this is --mode offline"),
        (("--mode", "prove", "--block-text", ""), "--block-text is for --mode citation, and this is --mode prove"),
        (("--mode", "citation"), "--mode citation needs --block-text"),
        (("--mode", "prove"), "--mode prove needs --block-index"),
    ],
)
def test_nothing_is_left_unchecked_in_silence(files: CommandLine, arguments: tuple[str, ...], message: str) -> None:
    """An argument that the mode would not look at is an error, and so is one that it lacks."""
    assert files.error("receipt-verify", "receipt.json", "--public-key", "signer.pem", *arguments) == message


def test_a_whole_answer(files: CommandLine) -> None:
    """What source-check prints is checked with its passages; several answers at once are not one."""
    shutil.copy(DATA / "occam.answer.json", files.folder)
    outcome = files("receipt-verify", "occam.answer.json", "--public-key", "occam.pem", "--json")
    assert (outcome.status, outcome.report["verdict"], outcome.report["contentHashMatch"]) == (0, "verified", True)
    step = merkle.Tree.of(LEAVES).proof(1)
    match = {"text": BLOCKS[1][0], "source_selector": BLOCKS[1][1], "proof": [one.to_json() for one in step]}
    whole = {"ok": True, "url": "https://example.org/?a=1&b=2", "matches": [match], "receipt": receipt().to_json()}
    files.write("answer.json", whole)
    shown = files("receipt-verify", "answer.json", "--public-key", "signer.pem")
    assert (shown.status, shown.stdout.splitlines()[-1]) == (
        0,
        "  one passage of the answer is part of the signed extract",
    )
    files.write("answers.json", [whole, whole])
    assert files.error("receipt-verify", "answers.json", "--public-key", "signer.pem") == (
        "answers.json:1:1: these are 2 answers of source-check; save one of them, with --evidence ID"
    )
    files.write("none.json", {"ok": False, "failure": {"code": "timeout"}})
    assert files("receipt-verify", "none.json", "--public-key", "signer.pem").stdout == (
        "invalid_receipt: This is an answer of a look-up that has no receipt: nothing was signed.\n"
    )


@pytest.mark.parametrize("index", ["-1", "x", "1.5", "", "1" * 10, "١"])
def test_an_index_is_a_whole_number(files: CommandLine, index: str) -> None:
    """Anything else is refused with what it is."""
    error = files.error("receipt-verify", "receipt.json", "--mode", "prove", "--block-index", index)
    assert "--block-index" in error


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "x.json: the file is empty"),
        ("{", "x.json:1:2: invalid JSON: "),
        ("[]", "x.json:1:1: the top level of a receipt must be an object { … }"),
        ("\n 7", "x.json:2:2: the top level of a receipt must be an object { … }"),
        ('{"confidence": NaN}', "x.json:1:16: invalid JSON: "),
        ('{"signed": ' * 100_000, "x.json:1:"),
        (b"\xff\xfe{}", "x.json: the file is UTF-16 text; save it as UTF-8"),
    ],
)
def test_a_file_that_is_no_json_object_is_refused(files: CommandLine, content: str | bytes, message: str) -> None:
    """Like any file: one line with its place, nothing on standard output."""
    (files.folder / "x.json").write_bytes(content if isinstance(content, bytes) else content.encode())
    assert files.error("receipt-verify", "x.json", "--public-key", "signer.pem", "--json").startswith(message)


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"signed": None},
        {"signed": {"v": 1}},
        {"signed": {"v": 1, "sig": 7}},
        {"signed": {"v": 1, "sig": "x", "tokens": "1"}},
        {"signed": {"v": 1, "sig": "x"}, "blockLeaves": [[]]},
        '{"v": 1, "v": 1, "sig": "x"}',
        '{"v": 1' + "0" * 5000 + ', "sig": "x"}',
    ],
)
def test_an_object_that_is_no_receipt_has_a_verdict(files: CommandLine, content: object) -> None:
    """Valid JSON that is no receipt is `invalid_receipt`, whatever it holds."""
    files.write("x.json", content)
    assert verdict(files, "x.json", "--public-key", "signer.pem") == "invalid_receipt"


def test_a_key_file_that_is_none_is_refused(files: CommandLine) -> None:
    """A missing file, another text and a private key are named, and the private key is not quoted."""
    (files.folder / "private.pem").write_bytes(private_pem(KEY))
    for name, message in (
        ("absent.pem", "cannot read the file: No such file or directory"),
        ("page.md", "this is no public key in PEM (-----BEGIN PUBLIC KEY-----)"),
        ("private.pem", "this is a private key, which must stay secret; the public one is needed"),
    ):
        assert files.error("receipt-verify", "receipt.json", "--public-key", name) == f"{name}: {message}"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[", "x.json:1:2: invalid JSON: "),
        ("{}", "x.json: a proof is an array of steps"),
        ("[1]", 'x.json: each step of a proof is {"hash": "…", "siblingIsRight": true or false}'),
    ],
)
def test_a_proof_file_that_is_none_is_refused(files: CommandLine, content: str, message: str) -> None:
    """It is named with what is wrong."""
    files.write("x.json", content)
    cited = ("--mode", "citation", "--block-text", "x", "--proof", "x.json")
    assert files.error("receipt-verify", "receipt.json", "--public-key", "signer.pem", *cited).startswith(message)


def test_a_receipt_from_standard_input(files: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """- reads the receipt from standard input, which errors call by its name."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(OCCAM_TEXT.decode()))
    assert verdict(files, "-", *OCCAM_FLAGS[1:]) == "verified"
    monkeypatch.setattr(sys, "stdin", io.StringIO("{"))
    assert files.error("receipt-verify", "-", *OCCAM_FLAGS[1:]).startswith("<stdin>:1:2: invalid JSON: ")


def test_a_hostile_receipt_stays_harmless(files: CommandLine) -> None:
    """Terminal escapes and line breaks in what a receipt holds are shown as escapes."""
    files.write("x.json", receipt(url="https://example.org/\x1b[31m\nverified: …").to_json())
    shown = files("receipt-verify", "x.json", "--public-key", "signer.pem")
    assert shown.stdout.splitlines()[1] == "  page   https://example.org/\\x1b[31m\\nverified: …"
    files.write("y.json", {"signed": {**receipt().to_json()["signed"], "\x1b[31m": 1}})  # type: ignore[dict-item]
    assert "\x1b" not in files("receipt-verify", "y.json", "--public-key", "signer.pem").stdout


ANYTHING: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["v", "sig", "id", "x"]), inner, max_size=3)
    ),
)


@given(st.dictionaries(st.sampled_from([*receipt().signed, "blockLeaves", "title"]), ANYTHING, max_size=4))
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_receipt_brings_the_command_down(files: CommandLine, changes: dict[str, object]) -> None:
    """Whatever members a receipt holds there is a verdict, and the only good one is for what was signed."""
    signed: Any = receipt().to_json()["signed"]
    leaves = changes.pop("blockLeaves", list(LEAVES))
    files.write("x.json", {"signed": {**signed, **changes}, "blockLeaves": leaves})
    outcome = files("receipt-verify", "x.json", "--public-key", "signer.pem", "--json")
    assert outcome.stderr == ""
    is_signed = told({**signed, **changes}) == told(signed) and leaves in (None, list(LEAVES))
    assert outcome.status == (0 if is_signed else 2)


def told(members: dict[str, object]) -> dict[str, object]:
    """The members that are not null, with True told from 1."""
    return {key: (isinstance(value, bool), value) for key, value in members.items() if value is not None}
