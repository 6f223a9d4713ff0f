from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Mapping
from types import SimpleNamespace

import pytest

from tests.cli.running import CommandLine

URL = "https://example.org/notes"
PAGES: dict[str, Mapping[str, object]] = {
    "Planner is free": {"ok": True, "matches": [{"text": "Planner  is free.", "leaf": "ab", "proof": []}]},
    "Planner is slow": {"ok": True, "matches": [{"text": "Planner is not slow.", "leaf": "cd", "proof": []}]},
    "Planner is old": {"ok": True, "proven": True, "matches": []},
    "Planner is open": {"ok": False, "failure": {"code": "timeout", "message": "…"}},
    "Planner is \x1b[31m": {"ok": True, "matches": [{"text": "\x1b[31m" * 100}]},
}


@pytest.fixture
def attest(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line with a look-up that knows a few pages and opens none."""

    def look_up(claim: str, url: str, **_: object) -> Mapping[str, object]:
        assert url == URL
        return PAGES[claim]

    real = importlib.import_module
    fake = SimpleNamespace(look_up=look_up, Reader=lambda **_: None)
    monkeypatch.setattr(
        importlib, "import_module", lambda name: fake if name == "reachweaver.lookup.look_up" else real(name)
    )
    return run


def rows(*claims: str) -> list[dict[str, str]]:
    return [{"claim": claim, "sourceUrl": URL} for claim in claims]


def test_each_claim_has_its_status(attest: CommandLine) -> None:
    """A line with the status, one with source and reason, one with the passage; then how many have which."""
    attest.write("claims.json", rows("Planner is free", "Planner is slow", "Planner is old", "Planner is open"))
    shown = (
        "supported     Planner is free\n"
        f"              {URL}: the source says so\n"
        "              “Planner is free.”\n"
        "contradicted  Planner is slow\n"
        f"              {URL}: the source says the opposite\n"
        "              “Planner is not slow.”\n"
        "unsupported   Planner is old\n"
        f"              {URL}: nothing on the page is about it\n"
        "unknown       Planner is open\n"
        f"              {URL}: the page could not be read (timeout)\n"
        "1 supported, 1 contradicted, 1 unsupported, 1 unknown of 4."
        " A reading of words that nobody signs; a person has to read the sources.\n"
    )
    assert attest("attest", "claims.json") == (2, shown, "")


def test_status_0_is_for_support_alone(attest: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every claim supported is status 0; the rows may come from standard input."""
    attest.write("claims.json", rows("Planner is free"))
    assert attest("attest", "claims.json").status == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO('[{"claim": "Planner is free", "sourceUrl": "' + URL + '"}]'))
    outcome = attest("attest", "-", "--json")
    assert outcome.status == 0
    assert outcome.report == {
        "ok": True,
        "claimsTotal": 1,
        "supported": 1,
        "contradicted": 0,
        "related": 0,
        "unsupported": 0,
        "unknown": 0,
        "perClaim": [
            {
                "claim": "Planner is free",
                "sourceUrl": URL,
                "status": "supported",
                "reason": "stated",
                "text": "Planner  is free.",
                "leaf": "ab",
                "proof": [],
            }
        ],
    }


def test_a_hostile_page_stays_harmless(attest: CommandLine) -> None:
    """Terminal escapes of claims and pages are shown as escapes, and long passages are cut."""
    attest.write("claims.json", rows("Planner is \x1b[31m"))
    outcome = attest("attest", "claims.json")
    assert "\x1b" not in outcome.stdout
    assert outcome.stdout.splitlines()[2].endswith("…”")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "claims.json: the file is empty"),
        ("[", "claims.json:1:2: invalid JSON: "),
        ("{}", "claims.json: expected an array of 1 to 50 objects"),
        ("[]", "claims.json: expected an array of 1 to 50 objects"),
        ("[" + "9" * 5000 + "]", 'claims.json: row 1 has no "claim"'),
        ("[" * 100_000, "claims.json:1:"),
        ('[{"claim": "x", "sourceUrl": "file:///etc/passwd"}]', 'claims.json: row 1: "sourceUrl" must be an absolute'),
    ],
)
def test_rows_that_are_none_are_refused(attest: CommandLine, content: str, message: str) -> None:
    """One line that names the file and the row; nothing is opened."""
    attest.write("claims.json", content)
    assert attest.error("attest", "claims.json").startswith(message)
