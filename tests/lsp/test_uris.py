"""URIs and paths: only files have paths, and every spelling of a URI is one document."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given, strategies as st

from reachweaver_lsp.uris import key_of, name_of, path_of, uri_of


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///w/a.json", "/w/a.json"),
        ("file:/w/a.json", "/w/a.json"),
        ("FILE:///w/a.json", "/w/a.json"),
        ("file://localhost/w/a.json", "/w/a.json"),
        ("file:///w/Q1%20plan/50%25%20%23x%20%C3%BC.json", "/w/Q1 plan/50% #x ü.json"),
        ("file:///w/a#b?c.json", "/w/a#b?c.json"),
        ("file:///w/100%", "/w/100%"),
        ("file:///c%3A/w/a.json", "/c:/w/a.json"),
        ("file://server/share/a.json", None),
        ("untitled:Untitled-1", None),
        ("untitled:/w/a.json", None),
        ("inmemory://model/1", None),
        ("vscode-vfs://github/acme/plan.json", None),
        ("git:/w/a.json?%7B%7D", None),
        ("file:///w/a%00b.json", None),
        ("/w/a.json", None),
        ("", None),
    ],
)
@pytest.mark.skipif("os.name == 'nt'", reason="expects POSIX paths")
def test_only_a_file_uri_has_a_path(uri: str, path: str | None) -> None:
    """Escapes are resolved, and nothing but a file of this machine becomes a path."""
    assert path_of(uri) == (None if path is None else Path(path))


@given(st.lists(st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1), min_size=1))
def test_a_path_comes_back_from_its_uri(names: list[str]) -> None:
    """Whatever characters a file's name is made of."""
    path = Path("/", *(name for name in names if name not in (".", "..")))
    assert path_of(uri_of(path)) == path


def test_a_drive_is_spelt_as_vs_code_spells_it() -> None:
    """A small letter and an escaped colon."""
    assert uri_of(PurePosixPath("/C:/w/a b.json")) == "file:///c%3A/w/a%20b.json"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "spelling",
    ["file:///c%3A/w/a%20b.json", "file:///C:/w/a b.json", "file:///c:/w/a%20b.json", "FILE:///C%3a/w/a%20b.json"],
)
def test_spellings_of_one_file_have_one_key(spelling: str) -> None:
    """Escapes and drive letters differ from client to client."""
    assert key_of(spelling) == key_of("file:///c%3A/w/a%20b.json")


def test_other_documents_have_other_keys() -> None:
    """What is no file is compared as it is spelt."""
    uris = [
        "file:///w/a",
        "file:///w/A",
        "untitled:a",
        "untitled:A",
        "vscode-vfs://github/w/a%2Fb",
        "vscode-vfs://github/w/a/b",
    ]
    assert len({key_of(uri) for uri in uris}) == len(uris)


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("file:///w/a%20b.json", "w/a b.json"),
        ("vscode-vfs://github/acme/plan.reachweaver.json", "acme/plan.reachweaver.json"),
        ("untitled:Untitled-1", "Untitled-1"),
        ("inmemory://model/1", "1"),
    ],
)
def test_every_document_has_a_name(uri: str, name: str) -> None:
    """The name is what file patterns are compared with."""
    assert name_of(uri) == name


def test_half_a_character_in_a_uri_is_no_crash() -> None:
    """A client that sends nonsense gets nonsense, not an exception."""
    assert path_of("file:///w/\ud83d.json") is not None
    assert name_of("x:\ud83d")
    assert key_of("file:///\ud83d")
