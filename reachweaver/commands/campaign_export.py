"""`reachweaver campaign-export`: the variants that may go out, as one file for people or other programs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from reachweaver.clearance import Clearance, clear
from reachweaver.commands.arguments import Commands, add_campaign, add_rules
from reachweaver.commands.console import write, write_json
from reachweaver.commands.gathering import STDIN_NAME, SUFFIX
from reachweaver.commands.outgoing import check_outgoing, is_complete, result_json, result_lines
from reachweaver.commands.reporting import terminal_style
from reachweaver.output.checked import CheckedFile
from reachweaver.output.json_text import to_json
from reachweaver.values import counted
from reachweaver.writing import make_folder, write_file

DESCRIPTION = """\
Writes the variants of a campaign that have no error into one file: the exact texts, each with the evidence it cites
and what a person should still look at. A variant with an error is refused by name, and the others are exported.

The file is named after the campaign. It is never written over another one unless --force is given.
"""

EPILOG = """\
formats:
  json      the texts under the campaign file's own keys
  csv       one row for each text, for spreadsheets; a text that a spreadsheet would run as a formula gets an
            apostrophe in front
  markdown  to be read, and copied from

examples:
  reachweaver campaign-export --file spring.reachweaver.json --out exports
  reachweaver campaign-export --file spring.reachweaver.json --out exports --format csv --force

exit status:
  0  every variant was exported
  2  a variant was refused, something is wrong with the file, or nothing could be written
"""

_EXTENSIONS = {"json": "json", "csv": "csv", "markdown": "md"}


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "campaign-export",
        help="write the variants without errors as JSON, CSV or Markdown",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    add_campaign(parser)
    add_rules(parser)
    parser.add_argument("--out", required=True, type=Path, metavar="FOLDER", help="where to; made when it is missing")
    parser.add_argument("--format", choices=tuple(_EXTENSIONS), default="json", help="what to write (default: json)")
    parser.add_argument("--force", action="store_true", help="replace the file if it is there already")
    parser.add_argument("--json", action="store_true", help="print what was done as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the campaign, write the file, say what was refused, and give the exit status.

    Raises:
        CommandError: A file could not be used, or the export could not be written.
    """
    checked = check_outgoing(options)
    clearance = clear(checked.campaign, checked.report)
    path = _write(checked, clearance, options) if clearance.cleared else None
    if options.json:
        write_json(to_json(_json(checked, clearance, path, options.format)))
    else:
        style = terminal_style()
        write("".join(f"{style.safe(line)}\n" for line in _lines(checked, clearance, path)))
    return 0 if is_complete(checked, clearance.refused) else 2


def _write(checked: CheckedFile, clearance: Clearance, options: argparse.Namespace) -> Path:
    from reachweaver.export import export_of, render
    from reachweaver.file_names import file_name

    content = render(export_of(checked.campaign, checked.report, clearance.cleared), options.format)
    folder: Path = options.out
    path = folder / file_name(_id_of(checked), _EXTENSIONS[options.format], "campaign")
    make_folder(folder)
    write_file(path, content, overwrite=options.force)
    return path


def _id_of(checked: CheckedFile) -> str:
    """The campaign's id; where the file lacks one, the file's own name."""
    if checked.campaign.campaign_id is not None:
        return checked.campaign.campaign_id
    return "campaign" if checked.name == STDIN_NAME else Path(checked.name).name.removesuffix(SUFFIX)


def _json(checked: CheckedFile, clearance: Clearance, path: Path | None, form: str) -> dict[str, object]:
    return {
        "report": "export",
        "campaign_id": checked.campaign.campaign_id,
        "file": None if path is None else str(path),
        "format": form,
        "exported": [variant.variant_id for _, variant in clearance.cleared],
        **result_json(checked, clearance.refused),
    }


def _lines(checked: CheckedFile, clearance: Clearance, path: Path | None) -> Iterator[str]:
    if path is None:
        yield "Nothing was exported: no variant may go out."
    elif not clearance.refused:
        yield f"Exported {counted(len(clearance.cleared), 'variant')} to {path}."
    else:
        total = len(checked.campaign.variants)
        yield f"Exported {len(clearance.cleared):,} of {counted(total, 'variant')} to {path}."
    yield from result_lines(checked, clearance.refused)
