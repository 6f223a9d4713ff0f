from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from reachweaver import files
from tests.cli.running import CommandLine, campaign, run_process

NAME = "spring.reachweaver.json"
FORMATS = ("text", "json", "sarif", "github")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("", f"{NAME}: the file is empty"),
        (" \n\t\r\n", f"{NAME}: the file is empty"),
        ("[]", f"{NAME}:1:1: the top level of a campaign must be an object"),
        ('\n "text"', f"{NAME}:2:2: the top level of a campaign must be an object"),
        ("null", f"{NAME}:1:1: the top level of a campaign must be an object"),
        ("7" * 5000, f"{NAME}:1:1: the top level of a campaign must be an object"),
        ("campaign", f"{NAME}:1:1: invalid JSON: "),
        ('{"variants": [', f"{NAME}:1:"),
        ('{"a": 1\n "b": 2}', f"{NAME}:"),
        ('{"a": 1} {"b": 2}', f"{NAME}:1:"),
        ("{'a': 1}", f"{NAME}:1:2: invalid JSON: "),
        ('{"a": 1, // note\n "b": 2}', f"{NAME}:1:10: invalid JSON: "),
        ('{"a": NaN}', f"{NAME}:1:7: invalid JSON: "),
        ('{"a": "line\nbreak"}', f"{NAME}:1:"),
        ('{"a": "\\ud8"}', f"{NAME}:1:"),
        ('{"a": "\0"}', f"{NAME}:1:8: invalid JSON: "),
        ('{"é🚀": \0}', f"{NAME}:1:8: invalid JSON: "),
        ("[" * 100_000, f"{NAME}:1:"),
        ('{"a": ' * 100_000 + "1" + "}" * 100_000, f"{NAME}:1:"),
    ],
)
def test_text_that_is_no_campaign_is_refused_in_one_line(run: CommandLine, content: str, place: str, form: str) -> None:
    """Whatever a file holds instead of a campaign: one line with its place, nothing on standard output, status 2."""
    run.write(NAME, content)
    assert run.error("claims-check", NAME, "--format", form).startswith(place)


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b'{"text": "caf\xe9"}', ":1:14: not UTF-8 text: byte 0xe9 at offset 13; save the file as UTF-8"),
        (json.dumps(campaign("x")).encode("utf-16"), ": the file is UTF-16 text; save it as UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0", ":1:1: not UTF-8 text: byte 0x89 at offset 0; save the file as UTF-8"),
    ],
)
def test_bytes_that_are_no_text_are_refused_in_one_line(run: CommandLine, content: bytes, error: str) -> None:
    """A file in another encoding, or no text at all, is named with the byte that gave it away."""
    (run.folder / NAME).write_bytes(content)
    assert run.error("claims-check", NAME, "--json") == NAME + error


def test_files_are_read_as_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    """The locale's encoding does not matter for what is read, nor for the JSON that is written."""
    (tmp_path / NAME).write_text(json.dumps(campaign("Café 🚀 9%"), ensure_ascii=False), encoding="utf-8")
    environment = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "latin-1"}
    done = run_process("claims-check", NAME, "--json", folder=tmp_path, environment=environment)
    assert (done.returncode, done.stderr) == (2, b"")
    (variant,) = json.loads(done.stdout.decode("utf-8"))["variants"]
    assert [(finding["span"], finding["start"]) for finding in variant["findings"]] == [("9%", 7)]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8", "utf-16"])
def test_any_text_can_be_printed(tmp_path: Path, encoding: str, form: str) -> None:
    """Emoji, half an emoji, controls and right-to-left marks are printed to any stream without a traceback."""
    text = "\ud83d é 🚀 \u202e \x1b[31m 日本 40%"
    (tmp_path / NAME).write_text(json.dumps(campaign(text)), encoding="utf-8")
    done = run_process(
        "claims-check", NAME, "--format", form, folder=tmp_path, environment={"PYTHONIOENCODING": encoding}
    )
    assert (done.returncode, done.stderr) == (2, b"")
    printed = done.stdout.decode(encoding)
    assert "\x1b" not in printed
    if form in ("json", "sarif"):
        json.loads(printed)


@pytest.mark.parametrize("role", ["campaign", "brand", "optout", "variable"])
@pytest.mark.parametrize("kind", ["pipe", "folder", "device", "absent", "loop"])
def test_what_is_no_file_is_refused_at_once(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch, role: str, kind: str
) -> None:
    """A pipe, a folder or a device where a file belongs never makes the command wait, whatever the file is for."""
    good = run.write(NAME, campaign("Drafts stay on paper."))
    os.mkfifo(run.folder / "pipe")
    (run.folder / "folder").mkdir()
    (run.folder / "loop").symlink_to("loop")
    bad = "/dev/zero" if kind == "device" else kind
    if role == "variable":
        monkeypatch.setenv("REACHWEAVER_OPTOUT", bad)
    flags = {"campaign": [bad], "brand": [good, "--brand", bad], "optout": [good, "--optout", bad], "variable": [good]}
    assert run.error("claims-check", *flags[role], "--json").startswith(f"{bad}: ")


def test_a_pipe_in_a_folder_is_refused_at_once(run: CommandLine) -> None:
    """A pipe that is named like a campaign does not make a folder's check wait."""
    (run.folder / "plans").mkdir()
    os.mkfifo(run.folder / "plans" / NAME)
    assert run.error("claims-check", "plans") == f"plans/{NAME}: expected a file, but this is a pipe"


def test_a_folder_that_holds_itself_is_searched_once(run: CommandLine) -> None:
    """Links to folders are not followed in a search, so that none goes in circles or out of the project."""
    (run.folder / "plans" / "deep").mkdir(parents=True)
    run.write(f"plans/deep/{NAME}", campaign("Up 40%"))
    (run.folder / "plans" / "deep" / "up").symlink_to("..")
    (run.folder / "plans" / "self").symlink_to("../plans")
    shown = run("claims-check", "plans").stdout
    assert [line.partition(":")[0] for line in shown.splitlines() if "error[" in line] == [f"plans/deep/{NAME}"]


def test_a_file_that_is_too_large_is_refused(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that cannot be a campaign is not read into memory."""
    monkeypatch.setattr(files, "MAX_BYTES", 100)
    assert run.error("claims-check", run.write(NAME, campaign("Drafts " * 100))).startswith(f"{NAME}: too large")


@pytest.mark.parametrize("name", ["a\0b", "n" * 300, "", "absent/" * 1000 + "x"])
def test_an_impossible_name_is_refused_in_one_line(run: CommandLine, name: str) -> None:
    """A name that no file can have is an ordinary error."""
    assert run.error("claims-check", name) != ""
    assert run.error("claims-check", run.write(NAME, campaign("x")), "--brand", name) != ""


def test_a_hostile_name_stays_on_one_line(run: CommandLine) -> None:
    """Line breaks and terminal escapes in a file's name are escaped in errors and reports."""
    name = "a\n\x1b[31m.json"
    assert run.error("claims-check", name).startswith("a\\n\\x1b[31m.json: ")
    run.write(name, campaign("Up 40%"))
    assert run("claims-check", name).stdout.startswith("a\\n\\x1b[31m.json:1:")


def test_a_name_that_is_not_utf_8_can_be_reported(tmp_path: Path) -> None:
    """A file name of any bytes is read, and shown with escapes."""
    name = b"caf\xe9.reachweaver.json"
    with open(os.path.join(os.fsencode(tmp_path), name), "w", encoding="utf-8") as file:  # noqa: PTH118, PTH123
        json.dump(campaign("Up 40%"), file)
    done = run_process("claims-check", os.fsdecode(name), folder=tmp_path)
    assert (done.returncode, done.stderr) == (2, b"")
    assert done.stdout.startswith(b"caf\\udce9.reachweaver.json:1:")


def test_huge_numbers_and_deep_values_are_no_trouble(run: CommandLine) -> None:
    """A 5,000-digit number and deep nesting in keys that nobody reads leave the report as it is."""
    digits = "9" * 5000
    deep: object = 1
    for _ in range(100):
        deep = [deep]
    text = campaign(f"We sold {digits} pencils.", note=deep)
    run.write(NAME, json.dumps(text)[:-1] + f', "count": {digits}}}')
    outcome = run("claims-check", NAME, "--json")
    assert (outcome.status, outcome.stderr) == (2, "")
    (finding,) = outcome.report["variants"][0]["findings"]
    assert finding["span"] == digits


def test_duplicate_keys_are_findings_not_failures(run: CommandLine) -> None:
    """A key that stands twice is valid JSON: the campaign is reported, with a finding."""
    run.write(
        NAME,
        '{"campaign_id": "a", "campaign_id": "b", "variants": [{"variant_id": "v", "platform": "x", "text": "t"}]}',
    )
    outcome = run("claims-check", NAME, "--json")
    assert outcome.status == 2
    assert [finding["code"] for finding in outcome.report["findings"]] == ["invalid_campaign"]
