"""The commands that a person can give the server, each with its handler."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from reachweaver_lsp.client import Server

PREVIEW = "reachweaver.preview"
CHECK_WORKSPACE = "reachweaver.checkWorkspace"
LOOK_UP_SOURCE = "reachweaver.lookUpSource"


def preview(ls: Server, *arguments: object) -> dict[str, object]:
    """Show what a campaign will look like.

    Arguments: the document's URI; the index of a variant, or null; options. `{"embed": true}` is for an editor that
    shows the page itself: nothing is written or opened, and the page is the content alone.
    """
    match arguments:
        case [str(uri), *rest] if _is_index(rest[:1]) and len(rest) <= 2:
            options = rest[1] if rest[1:] else None
            embed = isinstance(options, dict) and options.get("embed") is True
            index = rest[0] if rest else None
            return ls.session.previews.show(uri, index if isinstance(index, int) else None, embed=embed)
    raise JsonRpcInvalidParams(f"{PREVIEW} takes a document's URI, a variant's index and options")


def check_workspace(ls: Server, *_: object) -> None:
    """Check every campaign of the workspace, open or not; says how it went when it is done."""
    ls.session.check_workspace()


async def look_up_source(ls: Server, *arguments: object) -> dict[str, object] | None:
    """Open the source of an evidence item, and look its claim up there; the envelope of `source-check`, or null.

    Arguments: the document's URI; the evidence's id; options. `{"ask": false}` is for an editor that shows what was found
    itself: the person is asked nothing.
    """
    match arguments:
        case [str(uri), str(evidence_id), *rest] if len(rest) <= 1:
            options = rest[0] if rest else None
            asks = not (isinstance(options, dict) and options.get("ask") is False)
            return await ls.session.look_ups.look_up(uri, evidence_id, asks=asks)
    raise JsonRpcInvalidParams(f"{LOOK_UP_SOURCE} takes a document's URI, an evidence id and options")


def _is_index(given: list[object]) -> bool:
    return all(value is None or (isinstance(value, int) and not isinstance(value, bool)) for value in given)


COMMANDS: dict[str, Callable[..., Any]] = {
    PREVIEW: preview,
    CHECK_WORKSPACE: check_workspace,
    LOOK_UP_SOURCE: look_up_source,
}
"""Every handler, by the command's name."""
