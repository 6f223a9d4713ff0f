from __future__ import annotations

import io
import json
import os

import pytest

from tests.cli.running import CommandLine

SIGNAL = {
    "id": "sig-1",
    "title": "Planner 2.0 is out",
    "summary": "It adds queues.",
    "url": "https://example.org/planner",
    "kind": "release",
}
CAUTION = (
    'reachweaver: warning: the claim and the excerpt of the evidence "sig-1" are the signal\'s title and summary, untrusted'
    " scan text that grounds whatever it says; replace it with a verbatim excerpt that you checked before you rely on a"
    " clean report\n"
)


def test_the_campaign_is_printed_and_the_caution_beside_it(run: CommandLine) -> None:
    """Standard output is the campaign and nothing else; the caution stands on standard error."""
    outcome = run("signal-brief", run.write("signal.json", SIGNAL))
    assert (outcome.status, outcome.stderr) == (0, CAUTION)
    assert outcome.report["evidence"][0]["excerpt"] == "It adds queues."
    assert [variant["platform"] for variant in outcome.report["variants"]] == ["linkedin"]


def test_the_campaign_is_written(run: CommandLine) -> None:
    """-o writes a file that campaign-check takes as it is, for every platform that was named."""
    arguments = ("signal-brief", run.write("signal.json", SIGNAL), "-o", "c.reachweaver.json")
    outcome = run(*arguments, "--platform", "x", "--platform", "mastodon")
    assert outcome == (0, "Wrote c.reachweaver.json.\n", CAUTION)
    campaign = json.loads((run.folder / "c.reachweaver.json").read_text(encoding="utf-8"))
    assert [variant["variant_id"] for variant in campaign["variants"]] == ["x-1", "mastodon-1"]
    assert run("campaign-check", "--file", "c.reachweaver.json").status == 0


def test_nothing_is_overwritten_unless_forced(run: CommandLine) -> None:
    """A file that is there stays to the byte; --force replaces it."""
    run.write("c.reachweaver.json", "mine")
    arguments = ("signal-brief", run.write("signal.json", SIGNAL), "--output", "c.reachweaver.json")
    assert run.error(*arguments) == "c.reachweaver.json: the file is there already; --force replaces it"
    assert (run.folder / "c.reachweaver.json").read_text(encoding="utf-8") == "mine"
    assert run(*arguments, "--force").status == 0
    assert (run.folder / "c.reachweaver.json").read_text(encoding="utf-8").startswith("{")


def test_nothing_goes_out_before_somebody_has_written_it(run: CommandLine) -> None:
    """The skeleton can be neither exported nor staged as it is."""
    run("signal-brief", run.write("signal.json", SIGNAL), "-o", "c.reachweaver.json")
    for command in (("campaign-export", "--out", "out"), ("campaign-stage", "--db", "h.sqlite")):
        outcome = run(*command, "--file", "c.reachweaver.json")
        assert outcome.status == 2
        assert "  empty_text: There is no text to send out.\n" in outcome.stdout
    assert not {"out", "h.sqlite"} & set(os.listdir(run.folder))  # noqa: PTH208


def test_a_long_summary_is_told(run: CommandLine) -> None:
    """A summary that does not fit an excerpt is cut, and the person learns it."""
    outcome = run("signal-brief", run.write("signal.json", {**SIGNAL, "summary": "A sentence. " * 500}))
    assert len(outcome.report["evidence"][0]["excerpt"]) <= 5000
    assert outcome.stderr.startswith(
        "reachweaver: warning: the summary has 6,000 characters, and an excerpt at most 5,000: its end is cut off\n"
    )


def test_advice_is_passed_on(run: CommandLine) -> None:
    """A kind that does not exist is told with its place, and left out."""
    outcome = run("signal-brief", run.write("signal.json", {**SIGNAL, "kind": "trend"}))
    assert outcome.status == 0
    assert "kind" not in outcome.report["evidence"][0]
    assert 'signal.json:1:116: The signal: "kind" is "trend", which is no kind of evidence' in outcome.stderr


@pytest.mark.parametrize(
    ("content", "arguments", "error"),
    [
        ({**SIGNAL, "url": "x"}, (), 'signal.json:1:85: The signal: "url" must be an absolute http or https URL'),
        ({"id": "a"}, (), 'signal.json:1:1: The signal: "title" is missing.'),
        ("[]", (), "signal.json:1:1: A signal must be an object, not an array."),
        ('{"id": "a", "id": "b"}', (), "signal.json:1:"),
        ("", (), "signal.json: the file is empty"),
        ("{", (), "signal.json:1:"),
        (SIGNAL, ("-o", "absent/c.json"), "absent/c.json: cannot write the file: No such file or directory"),
        (SIGNAL, ("-o", ""), ".: this is not a file name"),
        (SIGNAL, ("--platform", "myspace"), "argument --platform: invalid choice: 'myspace'"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    run: CommandLine, content: object, arguments: tuple[str, ...], error: str
) -> None:
    """A signal that breaks its rules, broken JSON, a place that cannot be written to, an unknown platform."""
    assert run.error("signal-brief", run.write("signal.json", content), *arguments).startswith(error)


def test_a_missing_signal_is_named(run: CommandLine) -> None:
    """A file that is not there is one line."""
    assert run.error("signal-brief", "absent.json") == "absent.json: cannot read the file: No such file or directory"


def test_a_signal_from_standard_input(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal that a scan prints needs no file; errors say where they stand in it."""
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(SIGNAL)))
    from_input = run("signal-brief", "-")
    assert from_input.report == run("signal-brief", run.write("signal.json", SIGNAL)).report
    monkeypatch.setattr("sys.stdin", io.StringIO("{"))
    assert run.error("signal-brief", "-").startswith("<stdin>:1:2: invalid JSON: ")
