from __future__ import annotations

import pytest
import regex
from hypothesis import given, strategies as st

from reachweaver.file_names import file_name


@pytest.mark.parametrize(
    ("id_", "name"),
    [
        ("spring", "spring.json"),
        ("harborlight-0-9", "harborlight-0-9.json"),
        ("0.9_final", "0.9_final.json"),
        ("a", "a.json"),
        ("Spring", "spring~"),
        ("spring sale", "spring-sale~"),
        ("spring/sale", "spring-sale~"),
        ("été 2026", "ete-2026~"),
        ("../../etc/passwd", "etc-passwd~"),
        ("..", "campaign~"),
        (".", "campaign~"),
        (".hidden", "hidden~"),
        ("a.", "a~"),
        ("春のセール", "campaign~"),
        ("🚀", "campaign~"),
        ("\ud83d", "campaign~"),
        ("", "campaign~"),
        ("con", "campaign-con~"),
        ("NUL", "campaign-nul~"),
        ("com1", "campaign-com1~"),
        ("lpt9.2026", "campaign-lpt9.2026~"),
        ("console", "console.json"),
        ("aux-2", "aux-2.json"),
        ("C:\\temp", "c-temp~"),
        ("a\0b\nc", "a-b-c~"),
        ("x" * 80, f"{'x' * 80}.json"),
        ("x" * 81, f"{'x' * 80}~"),
    ],
)
def test_an_id_becomes_a_file_name(id_: str, name: str) -> None:
    """A plain id is the name; any other is spelt plainly and told apart by a part of its hash."""
    given_name = file_name(id_, "json", "campaign")
    assert given_name == name or regex.fullmatch(regex.escape(name) + r"[0-9a-f]{8}\.json", given_name)


@given(st.text())
def test_every_name_is_one_that_any_file_system_takes(id_: str) -> None:
    """Lower-case letters, digits and a few signs, short, no path, no device, no hidden file."""
    name = file_name(id_, "markdown", "campaign")
    assert regex.fullmatch(r"[a-z0-9][a-z0-9._~-]{0,98}\.markdown", name)
    assert name.split(".")[0] not in {
        "con",
        "prn",
        "aux",
        "nul",
        *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)),
    }


@given(st.text(), st.text())
def test_no_two_ids_share_a_file(first: str, second: str) -> None:
    """Two ids have one name only when they are the same id."""
    assert (file_name(first, "csv", "campaign") == file_name(second, "csv", "campaign")) == (first == second)


@pytest.mark.parametrize(("first", "second"), [("a/b", "a:b"), ("Spring", "SPRING"), ("a ", "a"), ("é", "e\u0301")])
def test_ids_that_fold_to_one_name_stay_apart(first: str, second: str) -> None:
    """Ids that look alike to a file system have different names."""
    assert file_name(first, "csv", "campaign") != file_name(second, "csv", "campaign")


def test_what_an_id_without_a_readable_name_is_called() -> None:
    """The caller's word for it, in front of what could be read."""
    assert file_name("con", "json", "evidence") == "evidence-con~1143da2b.json"
    assert regex.fullmatch(r"evidence~[0-9a-f]{8}\.json", file_name("春", "json", "evidence"))
