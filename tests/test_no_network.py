"""Nothing is opened unasked: whole processes, over the examples and receipts, under a guard that forbids every connection."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests import receipt_files
from tests.lsp.process import Process

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
GUARD = """
import os, socket

def _refuse(name):
    def refuse(*arguments, **_):
        with open(os.environ["USED_NETWORK"], "a") as file:
            print(name, arguments, file=file)
        raise OSError("the network is forbidden here")
    return refuse

for _name in ("create_connection", "getaddrinfo", "gethostbyname", "gethostbyname_ex", "gethostbyaddr"):
    setattr(socket, _name, _refuse(_name))

class _Socket(socket.socket):
    connect, connect_ex, sendto, sendmsg = (_refuse(name) for name in ("connect", "connect_ex", "sendto", "sendmsg"))

socket.socket = _Socket
"""
COMMANDS = [
    ("claims-check", "campaign.reachweaver.json", "receipts.reachweaver.json"),
    ("claims-check", ".", "--jobs", "2", "--format", "sarif"),
    ("claims-check", ".", "--format", "github"),
    ("campaign-check", "--file", "receipts.reachweaver.json", "--json"),
    ("campaign-preview", "--file", "campaign.reachweaver.json", "--html", "page.html"),
    ("campaign-preview", "--file", "receipts.reachweaver.json"),
    ("campaign-export", "--file", "clean.reachweaver.json", "--brand", "brand.reachweaver.json", "--out", "out"),
    ("campaign-stage", "--file", "clean.reachweaver.json", "--brand", "brand.reachweaver.json", "--db", "d.sqlite"),
    ("landing-check", "--file", "clean.reachweaver.json", "--page", "page.txt"),
    ("signal-brief", "signal.json"),
    ("receipt-verify", "receipts/a.json", "--public-key", "signer.pem"),
    ("keys",),
    ("explain", "excerpt_not_in_source"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The examples, with a campaign that has receipts and what else the commands need."""
    folder = tmp_path / "project"
    for path in EXAMPLES.rglob("*"):
        if path.is_file():
            (folder / path.relative_to(EXAMPLES)).parent.mkdir(parents=True, exist_ok=True)
            (folder / path.relative_to(EXAMPLES)).write_bytes(path.read_bytes())
    named = ({"excerpt": text, "receipt": "receipts/a.json"} for text in ("takes 30% less time", "takes 40% less time"))
    receipt_files.write(folder, "receipts.reachweaver.json", receipt_files.campaign(*named))
    receipt_files.write(folder, "receipts/a.json", receipt_files.stored())
    receipt_files.write(
        folder, "signal.json", {"id": "s", "title": "T", "summary": "S", "url": "https://example.org/s"}
    )
    receipt_files.write(folder, "page.txt", "Harborlight 0.9")
    receipt_files.write(folder, "signer.pem", receipt_files.KEY.public.pem)
    return folder


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Mapping[str, str]]:
    """An environment in which no process can connect; afterwards none has tried."""
    used = tmp_path / "used"
    yield environment(tmp_path, used)
    assert not used.exists(), used.read_text()


def environment(folder: Path, used: Path) -> dict[str, str]:
    (folder / "guard").mkdir()
    (folder / "guard" / "sitecustomize.py").write_text(GUARD)
    paths = os.pathsep.join((str(folder / "guard"), str(ROOT)))
    keys = str(folder / "keys")
    return {**os.environ, "PYTHONPATH": paths, "USED_NETWORK": str(used), "REACHWEAVER_KEYS_ROOT": keys}


def run(arguments: tuple[str, ...], folder: Path, env: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "reachweaver", *arguments]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[0])
def test_no_command_connects_unasked(folder: Path, guarded: Mapping[str, str], arguments: tuple[str, ...]) -> None:
    """Each does its work under the guard, whatever addresses the files hold."""
    done = run(arguments, folder, guarded)
    assert done.returncode in (0, 2)
    assert "Traceback" not in done.stderr
    assert "error" not in done.stderr


def test_the_guard_notices_who_connects(folder: Path, tmp_path: Path) -> None:
    """A look-up that a person asks for runs into it, so the other tests can fail."""
    used = tmp_path / "used"
    env = environment(tmp_path, used)
    done = run(("source-check", "--claim", "Saving takes 40% less", "--url", "https://example.org/"), folder, env)
    assert done.returncode == 2
    assert "getaddrinfo" in used.read_text()


def test_the_server_connects_to_nothing_unasked(folder: Path, guarded: Mapping[str, str]) -> None:
    """A session that uses every feature but the look-up, with the whole workspace checked, and receipts."""
    everything: dict[str, Any] = {"workspace": {"applyEdit": True}, "window": {"showDocument": {"support": False}}}
    with Process(env=guarded, cwd=folder) as server:
        server.initialize(rootUri=folder.as_uri(), capabilities=everything)
        for name in ("campaign.reachweaver.json", "receipts.reachweaver.json"):
            uri, text = (folder / name).as_uri(), (folder / name).read_text(encoding="utf-8")
            # What the receipts show comes once they have been read, behind the rest.
            assert server.open(uri, text) or server.diagnostics(uri)
            _use(server, uri, text)
        server.request("workspace/executeCommand", {"command": "reachweaver.checkWorkspace"})
        server.next(lambda one: one.get("method") == "window/showMessage")
        server.request("shutdown")
        assert server.errors == b""


def _use(server: Process, uri: str, text: str) -> None:
    """Ask for everything that can be asked for about a document."""
    document = {"textDocument": {"uri": uri}}
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n") + 1, "character": 0}}
    for kind in ("documentSymbol", "foldingRange", "documentLink", "codeLens", "semanticTokens/full"):
        assert "result" in server.request(f"textDocument/{kind}", document)
    for kind, context in (("codeAction", {"context": {"diagnostics": []}}), ("inlayHint", {})):
        assert "result" in server.request(f"textDocument/{kind}", {**document, "range": whole, **context})
    for line in range(0, text.count("\n") + 1, 5):
        at = {**document, "position": {"line": line, "character": 12}}
        for kind in ("hover", "completion", "definition", "documentHighlight"):
            assert "result" in server.request(f"textDocument/{kind}", at)
    preview = {"command": "reachweaver.preview", "arguments": [uri, None, {"embed": True}]}
    assert json.dumps(server.request("workspace/executeCommand", preview)["result"]["uri"]) == json.dumps(uri)
