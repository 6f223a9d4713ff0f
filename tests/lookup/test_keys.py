"""This machine's key: made once, in a file of its owner's alone, whoever asks first."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from reachweaver.errors import CommandError
from reachweaver.lookup import keys
from reachweaver.lookup.keys import key_path, load_public_key, own_key, own_key_or_new
from reachweaver.lookup.signatures import private_pem
from tests.lookup.receipt_data import KEY, OCCAM_KEY, OCCAM_PEM

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "keys"


@pytest.fixture
def environment(folder: Path) -> dict[str, str]:
    return {"REACHWEAVER_KEYS_ROOT": str(folder)}


def test_a_key_is_made_when_it_is_first_needed(folder: Path, environment: dict[str, str]) -> None:
    """Asking alone makes none; needing one makes it, and from then on it is the same."""
    assert own_key(environment) is None
    assert not folder.exists()
    made = own_key_or_new(environment)
    assert made.is_new
    assert made.path == folder / "receipt-key.pem"
    again = own_key_or_new(environment)
    assert not again.is_new
    assert own_key(environment) == again
    assert again.key == made.key


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_nobody_else_can_read_it(folder: Path, environment: dict[str, str], umask: int) -> None:
    """Folder and file are the owner's alone whatever the process's mask is, and nothing else is left there."""
    before = os.umask(umask)
    try:
        made = own_key_or_new(environment)
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert made.path.stat().st_mode & 0o777 == 0o600
    assert list(folder.iterdir()) == [made.path]
    assert made.warning is None


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o610])
def test_a_key_that_others_can_read_is_warned_about(environment: dict[str, str], mode: int) -> None:
    """The warning names the file and what puts it right."""
    path = own_key_or_new(environment).path
    path.chmod(mode)
    found = own_key(environment)
    assert found is not None
    assert found.warning == (
        f"{path}: other users of this machine can read this private key; chmod 600 makes it yours alone"
    )
    path.chmod(0o400)
    assert own_key_or_new(environment).warning is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "this is no private key in PEM without a password"),
        (OCCAM_PEM, "this is no private key in PEM without a password"),
        (b"\0\xff", "this is no private key in PEM without a password"),
    ],
)
def test_a_file_that_is_no_key_is_left_alone(environment: dict[str, str], content: bytes, message: str) -> None:
    """It is named, and never written over."""
    path = key_path(environment)
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    for ask in (own_key, own_key_or_new):
        with pytest.raises(CommandError) as caught:
            ask(environment)
        assert str(caught.value) == f"{path}: {message}"
    assert path.read_bytes() == content


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file where the folder belongs, or a broken link where the key belongs, is an error of one line."""
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="cannot make the key: "):
        own_key_or_new({"REACHWEAVER_KEYS_ROOT": str(tmp_path / "file" / "keys")})
    (tmp_path / "receipt-key.pem").symlink_to("absent")
    with pytest.raises(CommandError, match="cannot read the file: "):
        own_key_or_new({"REACHWEAVER_KEYS_ROOT": str(tmp_path)})


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="other systems keep data elsewhere")
def test_the_default_is_a_folder_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable the key is among the person's data, where the system's own variable says."""
    monkeypatch.setenv("HOME", "/home/someone")
    default = Path("/home/someone/.local/share/reachweaver/keys/receipt-key.pem")
    assert key_path({}) == default
    assert key_path({"REACHWEAVER_KEYS_ROOT": ""}) == default
    assert key_path({"XDG_DATA_HOME": "relative"}) == default
    assert key_path({"XDG_DATA_HOME": "/data"}) == Path("/data/reachweaver/keys/receipt-key.pem")
    assert key_path({"REACHWEAVER_KEYS_ROOT": "/keys"}) == Path("/keys/receipt-key.pem")


def test_another_process_that_was_quicker_wins(
    folder: Path, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key that appears while another is being made is the one that is used, and the other leaves nothing behind."""

    def make_one_meanwhile() -> object:
        (folder / "receipt-key.pem").write_bytes(private_pem(KEY))
        return real()

    real = keys.new_signing_key
    monkeypatch.setattr(keys, "new_signing_key", make_one_meanwhile)
    found = own_key_or_new(environment)
    assert (found.key, found.is_new) == (KEY, False)
    assert [path.name for path in folder.iterdir()] == ["receipt-key.pem"]


@pytest.mark.parametrize("taken", [False, True])
def test_a_file_system_without_hard_links_will_do(
    folder: Path, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, taken: bool
) -> None:
    """Where files have one name only, the first to take it is the one whose key is used."""

    def no_links(path: Path, target: Path) -> None:
        if taken:
            path.write_bytes(private_pem(KEY))
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    found = own_key_or_new(environment)
    assert found.is_new is not taken
    assert (found.key == KEY) is taken
    assert [path.name for path in folder.iterdir()] == ["receipt-key.pem"]
    assert own_key_or_new(environment).key == found.key


@pytest.mark.e2e
def test_processes_at_once_get_one_key(folder: Path) -> None:
    """Of several processes that all need the key first, one makes it and every one has it."""
    code = "import os; from reachweaver.lookup.keys import own_key_or_new as k; o = k(os.environ); print(o.is_new, o.key.key_id)"
    environment = {**os.environ, "REACHWEAVER_KEYS_ROOT": str(folder), "PYTHONPATH": str(ROOT)}
    started = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(6)
    ]
    answers = [process.communicate()[0].split() for process in started]
    assert sorted(is_new for is_new, _ in answers) == ["False"] * 5 + ["True"]
    assert len({key_id for _, key_id in answers}) == 1
    assert [path.name for path in folder.iterdir()] == ["receipt-key.pem"]


def test_a_public_key_is_loaded(tmp_path: Path) -> None:
    """A PEM file gives the key; anything else is named with what is wrong."""
    path = tmp_path / "signer.pem"
    path.write_bytes(OCCAM_PEM)
    assert load_public_key(path) == OCCAM_KEY
    path.write_bytes(private_pem(KEY))
    with pytest.raises(CommandError, match="this is a private key, which must stay secret; the public one is needed"):
        load_public_key(path)
    with pytest.raises(CommandError, match="cannot read the file: "):
        load_public_key(tmp_path / "absent.pem")
