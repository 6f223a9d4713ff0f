"""Write the table of settings in docs/configuration.md anew, from the manifest of the VS Code extension and the server.

The manifest says what each setting means and takes; the server says which of them every editor has, and the default
where VS Code's is another. `--check` changes nothing and fails when the table is not what would be written.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from reachweaver.claims import DEFAULT_DUPLICATE_THRESHOLD
from reachweaver.config import DEFAULT_LEVELS
from reachweaver.history import HistoryOptions
from reachweaver_lsp.settings import READERS, SECTION, Settings

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "configuration.md"
MANIFEST = ROOT / "editors" / "vscode" / "package.json"
BEGIN = "<!-- settings: written by scripts/settings_table.py -->\n\n"
END = "\n<!-- end of settings -->"

_DEFAULTS = Settings()
# What the server does for a setting that nobody made, where that is more than one field's default.
DEFAULTS: dict[str, object] = {
    "brand": "",
    "optout": "",
    "duplicateThreshold": DEFAULT_DUPLICATE_THRESHOLD,
    "history.db": "",
    "history.days": HistoryOptions().days,
    "checkOn": _DEFAULTS.check_on,
    "workspaceCheck": _DEFAULTS.workspace_check,
    "files": list(_DEFAULTS.files),
    "reportSyntaxErrors": _DEFAULTS.report_syntax_errors,
    **{f"severity.{severity}": level for severity, level in DEFAULT_LEVELS.items()},
}


def manifest() -> dict[str, dict[str, Any]]:
    """The settings of the manifest by name, without the section's, in the order in which VS Code shows them."""
    properties = json.loads(MANIFEST.read_text(encoding="utf-8"))["contributes"]["configuration"]["properties"]
    ordered = sorted(properties.items(), key=lambda item: item[1]["order"])
    return {name.removeprefix(f"{SECTION}."): setting for name, setting in ordered}


def table() -> str:
    """The table, in Markdown: every setting that all editors have."""
    rows = ["| setting | takes | default | |", "|---|---|---|---|"]
    rows += [_row(name, setting) for name, setting in manifest().items() if name in READERS]
    return "\n".join(rows) + "\n"


def page(text: str) -> str:
    """The page with the table in it."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}{table()}{END}{after}"


def _row(name: str, setting: dict[str, Any]) -> str:
    meaning = re.sub(r"\s+", " ", setting["markdownDescription"])
    return f"| `{name}` | {_takes(setting)} | {_default(name, setting)} | {meaning} |"


def _takes(setting: dict[str, Any]) -> str:
    match setting:
        case {"enum": values, "enumDescriptions": meanings}:
            return ", ".join(
                f"`{one}` ({what.rstrip('.').lower()})" for one, what in zip(values, meanings, strict=True)
            )
        case {"enum": values}:
            return ", ".join(f"`{value}`" for value in values)
        case {"minimum": least, "maximum": most}:
            return f"{'a whole number' if setting['type'] == 'integer' else 'a number'}, {least} to {most}"
        case {"type": "boolean"}:
            return "`true`, `false`"
        case {"type": "array"}:
            return "file patterns"
    return "a file"


def _default(name: str, setting: dict[str, Any]) -> str:
    shown = _value(DEFAULTS[name])
    return shown if setting["default"] == DEFAULTS[name] else f"{shown}; in VS Code {_value(setting['default'])}"


def _value(value: object) -> str:
    return "" if value == "" else f"`{value if isinstance(value, str) else json.dumps(value)}`"


if __name__ == "__main__":
    known = PAGE.read_text(encoding="utf-8")
    if "--check" in sys.argv[1:]:
        sys.exit(0 if page(known) == known else f"{PAGE.relative_to(ROOT)}: run scripts/settings_table.py")
    PAGE.write_text(page(known), encoding="utf-8")
