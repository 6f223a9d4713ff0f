from __future__ import annotations

import json
from pathlib import Path

import pytest

from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.session_profiles import load_profile, profiles_folder

GOOD = {"hosts": ["Docs.Example.org"], "headers": {"X-Key": "top-secret"}, "cookies": {"sid": "top-secret", "b": "2"}}


def write(folder: Path, value: object, mode: int = 0o600) -> None:
    path = folder / "work.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    path.chmod(mode)


def test_a_profile_is_read(tmp_path: Path) -> None:
    """Headers and cookies are for the hosts that it names, whatever their case, and for no subdomain."""
    write(tmp_path, GOOD)
    profile = load_profile("work", tmp_path)
    assert profile.headers_for("docs.example.org.") == (("X-Key", "top-secret"), ("Cookie", "sid=top-secret; b=2"))
    assert profile.headers_for("a.docs.example.org") == ()
    assert "top-secret" not in repr(profile)


@pytest.mark.parametrize(
    "value",
    [
        *(
            "",
            "[]",
            "{",
            '{"hosts": "top-secret"',
            {},
            {"hosts": []},
            {"hosts": [1]},
            {"hosts": ["a"], "token": "top-secret"},
        ),
        *({"hosts": ["a"], "headers": "top-secret"}, {"hosts": ["a"], "cookies": {"a": 1}}, "[" * 100_000),
        *({"hosts": ["a"], "headers": {"Host": "top-secret"}}, {"hosts": ["a"], "headers": {"X": "top\r\nsecret: 1"}}),
        *({"hosts": ["a"], "headers": {"a b": "x"}}, {"hosts": ["a"], "cookies": {"a": "b; c"}}),
    ],
)
def test_a_profile_that_cannot_be_used(tmp_path: Path, value: object) -> None:
    """The reason is told, and never any of what it holds."""
    write(tmp_path, value)
    with pytest.raises(LookUpError) as caught:
        load_profile("work", tmp_path)
    assert caught.value.code == "invalid_session_profile"
    assert "secret" not in str(caught.value)
    assert "secret" not in repr(caught.value.__cause__)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_profile_that_others_can_read(tmp_path: Path, mode: int) -> None:
    """A profile that is not its owner's alone is not used."""
    write(tmp_path, GOOD, mode)
    with pytest.raises(LookUpError, match="chmod 600") as caught:
        load_profile("work", tmp_path)
    assert caught.value.code == "invalid_session_profile"


@pytest.mark.parametrize(
    ("name", "code"),
    [("none", "session_profile_not_found"), ("../work", "invalid_session_profile"), ("", "invalid_session_profile")],
)
def test_a_name_without_a_profile(tmp_path: Path, name: str, code: str) -> None:
    """A profile is found by its plain name and nowhere else."""
    (tmp_path / "in").mkdir()
    write(tmp_path, GOOD)
    with pytest.raises(LookUpError) as caught:
        load_profile(name, tmp_path / "in")
    assert caught.value.code == code


def test_where_profiles_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable decides, else the person's folder for settings; without a home there is none."""
    monkeypatch.setenv("HOME", "/home/ada")
    assert profiles_folder({"REACHWEAVER_PROFILES_ROOT": "/p", "XDG_CONFIG_HOME": "/c"}) == Path("/p")
    assert profiles_folder({"XDG_CONFIG_HOME": "/c"}) == Path("/c/reachweaver/profiles")
    for environment in ({}, {"XDG_CONFIG_HOME": "relative"}):
        assert profiles_folder(environment) == Path("/home/ada/.config/reachweaver/profiles")

    def no_home() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", no_home)
    with pytest.raises(LookUpError) as caught:
        profiles_folder({})
    assert str(caught.value) == "There is no home folder; name a folder in REACHWEAVER_PROFILES_ROOT."
