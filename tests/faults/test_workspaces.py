"""The server in workspaces that are large, strange, shared with others, or being changed under its feet."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run_process
from tests.history_database import create
from tests.lsp.marked import campaign
from tests.lsp.process import Process
from tests.lsp.test_histories import ROW, TEXT as POSTED
from tests.lsp.wire import Message, changed, replaced

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(os.name != "posix", reason="pipes and links are POSIX's")]

VARIANTS = 12_000 if os.environ.get("REACHWEAVER_FAULTS") == "all" else 1_200
"""Of the large campaign: 10 MB with `make faults`, 1 MB with `make test`."""
BANS = '{"banned_phrases": ["alpha"]}'
TEXT = campaign({"text": "Up 9% alpha"})


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    with Process() as process:
        process.initialize(rootUri=tmp_path.as_uri())
        yield process
        process.request("shutdown")
        process.notify("exit")
        assert (process.wait(), process.errors) == (0, b"")


def uri_in(folder: Path, name: str = "c") -> str:
    return (folder / f"{name}.reachweaver.json").as_uri()


def codes(found: list[Message]) -> list[str]:
    return [one["code"] for one in found]


def until(server: Process, uri: str, expected: list[str]) -> list[list[str]]:
    """What was shown for a document until it had these findings, those included."""
    seen = [codes(server.diagnostics(uri))]
    while seen[-1] != expected:
        seen.append(codes(server.diagnostics(uri)))
    return seen


def until_all(server: Process, uris: list[str], expected: list[str]) -> None:
    """Wait until each of these documents has been shown with these findings."""
    left = set(uris)
    while left:
        published = server.next(lambda message: message.get("method") == "textDocument/publishDiagnostics")["params"]
        if codes(published["diagnostics"]) == expected:
            left.discard(published["uri"])


def test_five_hundred_open_campaigns(server: Process, tmp_path: Path) -> None:
    """Each has its findings, a keystroke in one is answered for that one, and a new brand reaches all."""
    (tmp_path / "brand.reachweaver.json").write_text("{}", encoding="utf-8")
    uris = [uri_in(tmp_path, f"c{number}") for number in range(500)]
    for number, uri in enumerate(uris):
        item = {"uri": uri, "languageId": "json", "version": 1, "text": campaign({"text": f"Up {number}% alpha"})}
        server.notify("textDocument/didOpen", {"textDocument": item})
    until_all(server, uris, ["unsupported_number"])
    server.send(changed(uris[7], 2, replaced((0, 1), (0, 1), "\n")))
    assert codes(server.diagnostics(uris[7])) == ["unsupported_number"]
    (tmp_path / "brand.reachweaver.json").write_text(BANS, encoding="utf-8")
    until_all(server, uris, ["unsupported_number", "banned_phrase"])


def test_a_large_campaign(server: Process, tmp_path: Path) -> None:
    """It is opened, edited, hovered over and closed, and other documents are answered meanwhile."""
    words = [f"drafts{number} travel{number} " * 40 for number in range(VARIANTS)]
    words[:: VARIANTS // 100] = [f"9% of {one}" for one in words[:: VARIANTS // 100]]
    text = campaign(*({"text": one} for one in words))
    assert len(text) > 800 * VARIANTS
    uri = uri_in(tmp_path)
    item = {"uri": uri, "languageId": "json", "version": 1, "text": text}
    server.notify("textDocument/didOpen", {"textDocument": item})
    assert codes(server.open(uri_in(tmp_path, "other"), TEXT)) == ["unsupported_number"]
    assert codes(server.diagnostics(uri)).count("unsupported_number") == 100
    line = next(number for number, line in enumerate(text.splitlines()) if '"text"' in line)
    column = text.splitlines()[line].index("9% of")
    server.send(changed(uri, 2, replaced((line, column), (line, column), "77% ")))
    assert codes(server.diagnostics(uri)).count("unsupported_number") == 101
    place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": column + 1}}
    assert "77%" in server.request("textDocument/hover", place)["result"]["contents"]["value"]
    server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert server.diagnostics(uri) == []


def test_a_server_that_is_killed_and_started_again(tmp_path: Path) -> None:
    """Nothing of the first one is left, and the second one shows the same, for the unsaved text as well."""
    (tmp_path / "brand.reachweaver.json").write_text(BANS, encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    shown: list[Any] = []
    for _ in range(2):
        with Process() as server:
            server.initialize(rootUri=tmp_path.as_uri())
            shown.append(server.open(uri_in(tmp_path), TEXT))
            server.process.kill()
            server.wait()
    assert shown[0] == shown[1]
    assert codes(shown[0]) == ["unsupported_number", "banned_phrase"]
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("cut", [0, 1, 20])
def test_a_brand_that_is_cut_off_while_it_is_saved(server: Process, tmp_path: Path, cut: int) -> None:
    """Emptied, half written, then whole: its rules hold all the time, and the new ones from the moment they are there."""
    brand = tmp_path / "brand.reachweaver.json"
    brand.write_text(BANS, encoding="utf-8")
    uri = uri_in(tmp_path)
    assert codes(server.open(uri, TEXT)) == ["unsupported_number", "banned_phrase"]
    new = '{"banned_phrases": ["up", "alpha"]}'
    brand.write_text(new[:cut], encoding="utf-8")
    server.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": brand.as_uri(), "type": 2}]})
    assert codes(server.diagnostics(brand.as_uri())) == ["invalid_brand"]
    brand.write_text(new, encoding="utf-8")
    server.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": brand.as_uri(), "type": 2}]})
    seen = until(server, uri, ["banned_phrase", "unsupported_number", "banned_phrase"])
    assert all("banned_phrase" in found for found in seen)


def test_a_history_that_is_locked(tmp_path: Path) -> None:
    """While another process keeps everybody out the other findings are there; afterwards those about the history."""
    database = create(tmp_path / "posts.sqlite", [ROW])
    with Process() as server, closing(sqlite3.connect(database)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        server.initialize(rootUri=tmp_path.as_uri(), initializationOptions={"history": {"db": "posts.sqlite"}})
        text = campaign({"text": POSTED, "account_id": "desk"}, {"text": "Up 9%"})
        assert codes(server.open(uri_in(tmp_path), text)) == ["unsupported_number"]
        said = server.next(lambda message: message.get("method") == "window/showMessage")["params"]["message"]
        assert said == f"ReachWeaver: {database}: cannot read the database: database is locked"
        writer.rollback()
        until(server, uri_in(tmp_path), ["history_near_duplicate", "unsupported_number"])


def test_two_servers_in_one_workspace(tmp_path: Path) -> None:
    """Both show the same, follow the same changes, and neither leaves anything for the other to stumble over."""
    brand = tmp_path / "brand.reachweaver.json"
    brand.write_text(BANS, encoding="utf-8")
    with Process() as one, Process() as other:
        for server in (one, other):
            server.initialize(rootUri=tmp_path.as_uri())
            assert codes(server.open(uri_in(tmp_path), TEXT)) == ["unsupported_number", "banned_phrase"]
        brand.write_text('{"banned_phrases": ["beta"]}', encoding="utf-8")
        for server in (one, other):
            until(server, uri_in(tmp_path), ["unsupported_number"])
        assert [path.name for path in tmp_path.iterdir()] == ["brand.reachweaver.json"]


def strange(folder: Path) -> dict[str, str | None]:
    """Files that are named like campaigns and are none, each with what the command line says of it."""
    suffix = ".reachweaver.json"
    (folder / f"folder{suffix}").mkdir()
    os.mkfifo(folder / f"pipe{suffix}")
    (folder / f"device{suffix}").symlink_to("/dev/zero")
    (folder / f"loop{suffix}").symlink_to(f"loop{suffix}")
    (folder / f"nowhere{suffix}").symlink_to("absent")
    (folder / "around").symlink_to(folder, target_is_directory=True)
    (folder / f"latin{suffix}").write_bytes(b'{"campaign_id": "caf\xe9"}')
    (folder / f"nul{suffix}").write_bytes(b'{"campaign_id": "\0"}')
    (folder / f"nothing{suffix}").write_bytes(b"\0" * 5000)
    with (folder / f"huge{suffix}").open("wb") as huge:
        huge.truncate(1 << 33)
    return {
        "device": "expected a file, but this is a device",
        "huge": "too large: more than 64 MB",
        "latin": "not UTF-8 text: byte 0xe9 at offset 20; save the file as UTF-8",
        "loop": "cannot read the file: Too many levels of symbolic links",
        "nothing": "invalid JSON: ",
        "nowhere": "cannot read the file: No such file or directory",
        "nul": "invalid JSON: ",
        "pipe": "expected a file, but this is a pipe",
    }


def test_strange_files_in_a_folder_that_is_checked(tmp_path: Path) -> None:
    """Each that cannot be read is one line, none is waited for or followed round, and the campaign is reported."""
    expected = strange(tmp_path)
    Path(tmp_path / "good.reachweaver.json").write_text(TEXT, encoding="utf-8")
    done = run_process("claims-check", ".", folder=tmp_path)
    lines = done.stderr.decode().splitlines()
    assert [line.split(":")[2].strip() for line in lines] == [f"{name}.reachweaver.json" for name in expected]
    for line, message in zip(lines, expected.values(), strict=True):
        assert message in line
    assert b"1 error" in done.stdout


def test_strange_files_in_a_workspace(tmp_path: Path) -> None:
    """The server checks what can be checked, says of the rest what can be said, and goes on."""
    strange(tmp_path)
    good = tmp_path / "good.reachweaver.json"
    good.write_text(TEXT, encoding="utf-8")
    with Process() as server:
        server.initialize(rootUri=tmp_path.as_uri())
        assert codes(server.diagnostics(good.as_uri())) == ["unsupported_number"]
        for name in ("folder", "pipe", "device", "loop", "nowhere", "huge"):
            uri = uri_in(tmp_path, name)
            assert codes(server.open(uri, TEXT)) == ["unsupported_number"]
            server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        for name in ("brand.reachweaver.json", "reachweaver.toml"):
            os.mkfifo(tmp_path / name)
        (tmp_path / "optout.json").symlink_to("optout.json")
        server.notify("workspace/didChangeWatchedFiles", {"changes": []})
        assert codes(server.open(uri_in(tmp_path, "new"), TEXT)) == ["unsupported_number"]


@pytest.mark.parametrize("becomes", ["a folder", "a pipe", "a loop", "nothing", "rubbish"])
def test_a_file_that_becomes_something_else(server: Process, tmp_path: Path, becomes: str) -> None:
    """A brand that is replaced by what is none while it is in use: the campaign's own findings stay."""
    brand = tmp_path / "brand.reachweaver.json"
    brand.write_text(BANS, encoding="utf-8")
    uri = uri_in(tmp_path)
    assert codes(server.open(uri, TEXT)) == ["unsupported_number", "banned_phrase"]
    brand.unlink()
    match becomes:
        case "a folder":
            brand.mkdir()
        case "a pipe":
            os.mkfifo(brand)
        case "a loop":
            brand.symlink_to(brand.name)
        case "rubbish":
            brand.write_bytes(b"\xff\0" * 99)
    server.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": brand.as_uri(), "type": 2}]})
    server.notify("textDocument/didChange", changed(uri, 2, {"text": campaign({"text": "Up 8% alpha"})})["params"])
    found = until(server, uri, codes_of(becomes))[-1]
    assert found == codes_of(becomes)


def codes_of(becomes: str) -> list[str]:
    # What a brand last said holds while its text is unreadable; one that is gone says nothing.
    return ["unsupported_number", "banned_phrase"] if becomes == "rubbish" else ["unsupported_number"]


def test_a_folder_that_may_not_be_read(tmp_path: Path) -> None:
    """The command line names it; what it holds is not passed over in silence."""
    (tmp_path / "closed").mkdir(mode=0o000)
    (tmp_path / "good.reachweaver.json").write_text(TEXT, encoding="utf-8")
    limits = Path(__file__).with_name("limits.py")
    done = run_process(folder=tmp_path, line=f"exec ${{RUN%% *}} {limits} --as-anybody $RUN claims-check . --json")
    (tmp_path / "closed").chmod(0o755)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"reachweaver: error: ./closed: cannot read the folder: Permission denied\n"
    assert json.loads(TEXT)["variants"]
