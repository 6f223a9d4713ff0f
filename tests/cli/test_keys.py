from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest

from reachweaver.lookup.signatures import read_public_key
from tests.cli.running import CommandLine


def key_file(run: CommandLine) -> Path:
    return run.folder.parent / "keys" / "receipt-key.pem"


def test_the_key_is_made_once_and_shown(run: CommandLine) -> None:
    """The first run makes the key, every later one shows the same; the private half is never printed."""
    first = run("keys")
    assert (first.status, first.stderr) == (0, "")
    key_id = first.stdout.splitlines()[0].removeprefix("New key ")
    assert first.stdout == (
        f"New key {key_id}\n"
        f"The private key is in {key_file(run)}; keep it to yourself.\n"
        "Whoever checks your receipts needs the public one: reachweaver keys --export FILE\n"
    )
    assert run("keys").stdout == first.stdout.replace("New key", "Key")
    private = key_file(run).read_text()
    for outcome in (first, run("keys", "--json"), run("keys", "--export", "-")):
        assert not [line for line in private.splitlines()[1:-1] if line in outcome.stdout + outcome.stderr]


def test_the_public_key_is_exported(run: CommandLine) -> None:
    """It is written into a file, or to standard output, and is what verifies the key's receipts."""
    outcome = run("keys", "--export", "signer.pem")
    key_id = outcome.stdout.splitlines()[0].removeprefix("New key ")
    assert outcome.stdout.splitlines()[2] == (
        "Wrote the public key to signer.pem; whoever checks your receipts needs it."
    )
    written = (run.folder / "signer.pem").read_bytes()
    assert read_public_key(written).key_id == key_id
    assert run("keys", "--export", "-") == (0, written.decode(), "")


def test_a_file_is_replaced_only_when_told(run: CommandLine) -> None:
    """The public key is never written over another file unless --force is given."""
    run.write("signer.pem", "mine")
    assert run.error("keys", "--export", "signer.pem") == "signer.pem: the file is there already; --force replaces it"
    assert (run.folder / "signer.pem").read_text() == "mine"
    assert run("keys", "--export", "signer.pem", "--force").status == 0
    assert (run.folder / "signer.pem").read_text().startswith("-----BEGIN PUBLIC KEY-----\n")


def test_the_key_as_json(run: CommandLine) -> None:
    """--json prints id, file and public key as one document, also while exporting."""
    made = run("keys", "--json", "--export", "signer.pem").report
    assert made == {
        "keyId": read_public_key(made["publicKey"].encode()).key_id,
        "created": True,
        "privateKeyFile": str(key_file(run)),
        "publicKey": (run.folder / "signer.pem").read_text(),
    }
    assert run("keys", "--json").report == {**made, "created": False}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_a_key_that_others_can_read_is_warned_about(run: CommandLine) -> None:
    """The warning goes to standard error; the command does its work."""
    run("keys")
    key_file(run).chmod(0o644)
    outcome = run("keys", "--json")
    assert outcome.status == 0
    assert outcome.stderr.startswith(f"reachweaver: warning: {key_file(run)}: other users of this machine can read")
    assert outcome.report["created"] is False


def test_a_file_that_is_no_key_is_named(run: CommandLine) -> None:
    """It is left as it is."""
    key_file(run).parent.mkdir()
    key_file(run).write_text("not a key")
    assert run.error("keys") == f"{key_file(run)}: this is no private key in PEM without a password"
    assert key_file(run).read_text() == "not a key"


@pytest.mark.parametrize("arguments", [("keys",), ("receipt-verify", "receipt.json")])
def test_a_missing_package_is_named(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    """Without the extra `lookup` the commands name the one line that installs it, and no key is made."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert run.error(*arguments) == (
        f'{arguments[0]} needs the package cryptography; install it with: pip install "reachweaver[lookup]"'
    )
    assert not key_file(run).exists()
