"""The table of settings in docs/configuration.md is what scripts/settings_table.py writes, and tells the truth."""

from __future__ import annotations

import pytest

from reachweaver_lsp.settings import READERS, read_settings
from scripts import settings_table


def test_the_table_is_the_one_that_is_written() -> None:
    """Nobody has changed it by hand, nor a setting without it."""
    known = settings_table.PAGE.read_text(encoding="utf-8")
    assert settings_table.page(known) == known


def test_every_setting_of_the_server_is_in_the_manifest_and_has_a_default() -> None:
    """So the table has all of them."""
    assert set(READERS) <= set(settings_table.manifest())
    assert set(settings_table.DEFAULTS) == set(READERS)


@pytest.mark.parametrize("name", sorted(READERS))
def test_defaults_are_what_the_server_does_without_the_setting(name: str) -> None:
    """Setting the default is allowed, and where the server itself holds one it changes nothing."""
    default = settings_table.DEFAULTS[name]
    settings, bad = read_settings([{name: default}])
    assert bad == ()
    if name in ("brand", "optout", "history.db", "checkOn", "workspaceCheck", "files", "reportSyntaxErrors"):
        assert settings == read_settings([])[0]


@pytest.mark.parametrize("name", sorted(name for name in READERS if "enum" in settings_table.manifest()[name]))
def test_the_values_of_the_table_are_all_that_the_server_takes(name: str) -> None:
    """Each is taken, any other is refused with the list of them."""
    values = settings_table.manifest()[name]["enum"]
    _, [refused] = read_settings([{name: "loud"}])
    assert f"must be one of {', '.join(values)}," in refused.message
    assert all(read_settings([{name: value}])[1] == () for value in values)
