from __future__ import annotations

import os
from pathlib import Path

import pytest

from reachweaver import receipt_store
from reachweaver.lookup.signatures import private_pem
from reachweaver.lookup.stored import SignedPage
from reachweaver.receipt_store import folder_of, read_receipt_file, receipt_path
from tests import receipt_files
from tests.receipt_files import KEY, TEXTS, stored

INSIDE = "It must be the path of a file, from the campaign's folder, and this is an address."
AT_FOLDER = "Its path must begin at the campaign's folder."
OUT = "Its path leads out of the campaign's folder."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A campaign's folder with a good receipt in it, and one outside."""
    receipt_files.write(tmp_path, "campaign/receipts/good.json", stored())
    receipt_files.write(tmp_path, "outside.json", stored())
    return (tmp_path / "campaign").resolve()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "This is no file name."),
        (" \n", "This is no file name."),
        ("receipts/good.json\0.txt", "This is no file name."),
        ("https://example.org/receipts/good.json", INSIDE),
        ("file:///etc/hosts", INSIDE),
        ("data:application/json,{}", INSIDE),
        ("/etc/hosts", AT_FOLDER),
        ("\\receipts\\good.json", AT_FOLDER),
        ("//server/share/good.json", AT_FOLDER),
        ("\\\\server\\share\\good.json", AT_FOLDER),
        ("C:\\receipts\\good.json", AT_FOLDER),
        ("C:good.json", AT_FOLDER),
        ("../outside.json", OUT),
        ("..\\outside.json", OUT),
        ("receipts/../../outside.json", OUT),
        ("receipts\\..\\..\\outside.json", OUT),
        ("..", OUT),
    ],
)
def test_a_name_that_leads_elsewhere_is_not_followed(folder: Path, name: str, message: str) -> None:
    """An address, an absolute path or one that leaves the folder is refused, whichever slashes it is written with."""
    assert receipt_path(folder, name) == message
    assert read_receipt_file(folder, name) == message


@pytest.mark.parametrize("name", ["receipts/good.json", "receipts\\good.json", "./receipts/../receipts/good.json"])
def test_a_name_inside_the_folder_is_read(folder: Path, name: str) -> None:
    """Both kinds of slashes mean the same everywhere."""
    page = read_receipt_file(folder, name)
    assert isinstance(page, SignedPage)
    assert (page.passages.texts, page.unchecked, page.key_id) == (TEXTS, None, KEY.key_id)


def test_links_count_as_what_they_lead_to(folder: Path) -> None:
    """A link to a file inside is read, one to a file or folder outside is not, and a circle leads nowhere."""
    (folder / "inside.json").symlink_to(folder / "receipts" / "good.json")
    (folder / "outside.json").symlink_to(folder.parent / "outside.json")
    (folder / "up").symlink_to(folder.parent)
    (folder / "circle.json").symlink_to(folder / "circle.json")
    assert isinstance(read_receipt_file(folder, "inside.json"), SignedPage)
    assert read_receipt_file(folder, "outside.json") == OUT
    assert read_receipt_file(folder, "up/outside.json") == OUT
    assert isinstance(read_receipt_file(folder, "circle.json"), str)


def test_what_cannot_be_read_says_why(folder: Path) -> None:
    """No file, a folder, a pipe, a file that is not UTF-8 or no JSON: a sentence each, and nothing waits."""
    (folder / "folder.json").mkdir()
    os.mkfifo(folder / "pipe.json")
    (folder / "bytes.json").write_bytes(b"\xff{}")
    (folder / "empty.json").write_bytes(b"")
    assert read_receipt_file(folder, "none.json") == "Cannot read the file: No such file or directory."
    assert read_receipt_file(folder, "folder.json") == "Expected a file, but this is a folder."
    assert read_receipt_file(folder, "pipe.json") == "Expected a file, but this is a pipe."
    assert read_receipt_file(folder, "empty.json") == "This is no valid JSON: Expecting value, in line 1."
    assert str(read_receipt_file(folder, "bytes.json")).startswith("Not UTF-8 text: byte 0xff at offset 0")


def test_a_campaign_that_is_a_link_has_its_receipts_where_the_file_is(folder: Path) -> None:
    """`source-check` writes them there, so they are looked for there."""
    (folder / "a.reachweaver.json").write_text("{}")
    (folder.parent / "b.reachweaver.json").symlink_to(folder / "a.reachweaver.json")
    assert folder_of(folder.parent / "b.reachweaver.json") == folder


def test_whose_key_it_is(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key in the file, else this machine's own if it is that one; a key that is none makes the receipt unusable."""
    receipt_files.write(folder, "receipts/bare.json", stored(more={"publicKey": None}))
    receipt_files.write(folder, "receipts/odd.json", stored(more={"publicKey": "-----BEGIN"}))
    monkeypatch.setenv("REACHWEAVER_KEYS_ROOT", str(tmp_path / "keys"))
    bare = read_receipt_file(folder, "receipts/bare.json")
    assert isinstance(bare, SignedPage)
    assert bare.unchecked == receipt_store.NO_KEY

    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "receipt-key.pem").write_bytes(private_pem(KEY))
    own = read_receipt_file(folder, "receipts/bare.json")
    assert isinstance(own, SignedPage)
    assert own.unchecked is None

    (tmp_path / "keys" / "receipt-key.pem").write_text("no key")
    broken = read_receipt_file(folder, "receipts/bare.json")
    assert isinstance(broken, SignedPage)
    assert broken.unchecked == receipt_store.NO_KEY
    assert read_receipt_file(folder, "receipts/odd.json") == (
        '"publicKey" cannot be used: this is no public key in PEM (-----BEGIN PUBLIC KEY-----).'
    )
