"""The language servers that are measured side by side: how each is started, on what, and why one cannot be."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

HERE = Path(__file__).resolve().parent
OURS = "reachweaver-lsp"
EMPTY = "empty server"
JSON_PULL = "VS Code JSON, asked"
JSON_PUSH = "VS Code JSON, sending"
RUFF = "ruff server"

MODULES = HERE / "node_modules"
_JSON_SERVER = MODULES / "vscode-langservers-extracted" / "bin" / "vscode-json-language-server"


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """One contestant."""

    name: str
    command: list[str]
    language: Literal["json", "python"] = "json"
    """What it is given: the campaign, or a Python file of the same size."""
    settings: dict[str, Any] | None = None
    pulls: bool = False
    """Its diagnostics are asked for, not waited for."""
    settle: float = 0
    """Seconds after opening a document in which it may send the same diagnostics again."""
    says_versions: bool = True
    """Whether its diagnostics say which version they are of."""
    absent: str = ""
    """Why it cannot be measured; empty when it can."""


def servers(more: dict[str, list[str]]) -> list[Server]:
    """All contestants, ours and the empty one first; `more` are others by name."""
    return [
        Server(name=OURS, command=[sys.executable, "-m", "reachweaver_lsp"]),
        Server(name=EMPTY, command=[sys.executable, str(HERE / "empty_server.py")]),
        *_json_servers(),
        _ruff(),
        *(Server(name=name, command=command) for name, command in more.items()),
    ]


def _json_servers() -> Iterator[Server]:
    """VS Code's server for JSON, with the schema of campaigns: it validates every edit, as ours does."""
    node = shutil.which("node")
    absent = "needs Node" if node is None else "" if _JSON_SERVER.exists() else "needs `make bench-npm`"
    command = [node or "node", str(_JSON_SERVER), "--stdio"]
    yield Server(name=JSON_PULL, command=command, settings=_json_settings(), pulls=True, absent=absent)
    yield Server(
        name=JSON_PUSH, command=command, settings=_json_settings(), settle=1.0, says_versions=False, absent=absent
    )


def _json_settings() -> dict[str, Any]:
    path = HERE.parent / "reachweaver" / "schemas" / "campaign.schema.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    association = {"fileMatch": ["*.reachweaver.json"], "url": schema["$id"], "schema": schema}
    return {"json": {"validate": {"enable": True}, "schemas": [association]}}


def _ruff() -> Server:
    beside = Path(sys.executable).with_name("ruff")
    found = str(beside) if beside.exists() else shutil.which("ruff")
    absent = "" if found else "needs `pip install '.[bench]'`"
    return Server(name=RUFF, command=[found or "ruff", "server"], language="python", absent=absent)
