from __future__ import annotations

import socket
from typing import Any, NoReturn

import pytest

from tests.cli.running import CommandLine

CAMPAIGN = {
    "campaign_id": "spring",
    "cta_url": "https://example.org/planner",
    "evidence": [{"id": "e", "claim": "Up 40%", "source_url": "https://example.org/e", "receipt": "receipts/e.json"}],
    "variants": [
        {"variant_id": "v", "platform": "x", "text": "Up 40% https://example.org/planner", "evidence_ids": ["e"]}
    ],
}
COMMANDS = [
    ("claims-check", "c.reachweaver.json"),
    ("campaign-check", "--file", "c.reachweaver.json"),
    ("campaign-preview", "--file", "c.reachweaver.json", "--html", "p.html"),
    ("campaign-export", "--file", "c.reachweaver.json", "--brand", "brand.json", "--out", "out"),
    ("campaign-stage", "--file", "c.reachweaver.json", "--brand", "brand.json", "--db", "d.sqlite"),
    ("landing-check", "--file", "c.reachweaver.json", "--page", "p.txt"),
    ("signal-brief", "signal.json"),
    ("keys",),
    ("explain", "unsupported_number"),
]


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Sockets and name look-ups are noted and fail."""
    used: list[str] = []

    def refuse(*arguments: Any, **_: Any) -> NoReturn:
        used.append(repr(arguments))
        raise AssertionError("the network was used")

    for name in ("socket", "create_connection", "getaddrinfo", "gethostbyname"):
        monkeypatch.setattr(socket, name, refuse)
    return used


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[0])
def test_no_command_uses_the_network_unasked(
    run: CommandLine, no_network: list[str], arguments: tuple[str, ...]
) -> None:
    """Whatever addresses a campaign holds, nothing is opened but by name."""
    run.write("c.reachweaver.json", CAMPAIGN)
    run.write("brand.json", {"name": "B"})
    run.write("p.txt", "Up 40%")
    run.write("signal.json", {"id": "s", "title": "T", "summary": "S", "url": "https://example.org/s"})
    assert run(*arguments).status == 0
    assert no_network == []
