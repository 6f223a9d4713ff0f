"""The preview of a campaign for an editor: as data for one that shows pages itself, else in the person's browser.

A page is written to disk only when it goes to the browser, and only because a person gave the command: into a folder
of its own, which nobody else may read and which goes when the server does.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from functools import cached_property
from pathlib import Path
from weakref import finalize

from reachweaver.errors import CommandError
from reachweaver.json_spans import Span
from reachweaver.locate import span_of_path, spans_of
from reachweaver.preview import Preview, preview_of
from reachweaver.writing import write_file
from reachweaver_lsp.analysis import CheckedCampaign
from reachweaver_lsp.answers import Answers, Asked, refusal
from reachweaver_lsp.client import Server
from reachweaver_lsp.uris import name_of, uri_of

_NOT_IN_NAME = re.compile(r"[^\w.-]+")


class Previews:
    """Makes previews for one client."""

    def __init__(self, client: Server, answers: Answers) -> None:
        self._client = client
        self._answers = answers

    def show(self, uri: str, index: int | None, *, embed: bool) -> dict[str, object]:
        """The preview of a campaign; without `embed` it is opened in the browser as well.

        Args:
            uri: The campaign's.
            index: The variant to be shown first; None for the whole campaign.
            embed: Whether the client shows the page itself: it gets the content alone, and nothing is written.

        Returns:
            The page and which version of which document it shows, with the range of each variant; with `embed` also
            the ranges of `marks`, by their variant and `data-start` and `data-end`, and of `evidence` items, by id.

        Raises:
            JsonRpcException: There is no such campaign or variant, or the page cannot be written.
        """
        asked = self._answers.asked(uri)
        if asked is None:
            raise refusal(f"There is no campaign to preview at {uri}.")
        if index is not None and not 0 <= index < len(asked.checked.campaign.variants):
            raise refusal(f"The campaign has no variant number {index + 1}.")
        preview = preview_of(asked.checked.campaign, asked.checked.report)
        page = _page(preview, embed=embed)
        if not embed:
            self._open(asked.document.uri, page, _anchor(preview, index))
        return {
            "uri": asked.document.uri,
            "version": asked.document.version,
            "index": index,
            "html": page,
            "variants": [
                {"index": number, "range": asked.range_(span)} for number, span in enumerate(_variants(asked.checked))
            ],
            **(_places(asked) if embed else {}),
        }

    def _open(self, uri: str, page: str, anchor: str) -> None:
        path = self._folder / f"{_file_name(uri)}.html"
        try:
            write_file(path, page.encode("utf-8", "replace"), overwrite=True)
        except CommandError as error:
            raise refusal(str(error)) from error
        self._client.open_in_browser(f"{uri_of(path)}{anchor}", f"The preview is written to {path}")

    @cached_property
    def _folder(self) -> Path:
        path = Path(tempfile.mkdtemp(prefix="reachweaver-preview-"))
        finalize(self, shutil.rmtree, path, ignore_errors=True)
        return path


def _page(preview: Preview, *, embed: bool) -> str:
    # Only a preview needs it, and most sessions have none.
    from reachweaver.output import html

    return html.render(preview, embed=embed)


def _anchor(preview: Preview, index: int | None) -> str:
    from reachweaver.output.html.card import card_id

    return f"#{card_id(preview.variants[index])}" if index is not None else ""


def _variants(checked: CheckedCampaign) -> list[Span]:
    """Where each variant stands."""
    pairs = zip(checked.campaign.variants, checked.campaign.variant_bases, strict=True)
    return [Span(base + variant.node.start, base + variant.node.end) for variant, base in pairs]


def _places(asked: Asked) -> dict[str, object]:
    """Where in the document the page's marks and evidence stand, by what the page says about each."""
    campaign = asked.checked.campaign
    marks = [
        {"variant": index, "start": entry.start, "end": entry.end, "range": asked.range_(spans[0])}
        for index, variant in enumerate(asked.checked.report.variants)
        for entries in (variant.grounded, variant.findings)
        for entry in entries
        if (spans := spans_of(campaign, index, entry))
    ]
    evidence = [
        {"id": item.id, "range": asked.range_(span_of_path(campaign, ("evidence", index)))}
        for index, item in enumerate(campaign.evidence)
    ]
    return {"marks": marks, "evidence": evidence}


def _file_name(uri: str) -> str:
    name = name_of(uri).rpartition("/")[2].removesuffix(".json").removesuffix(".reachweaver")
    return _NOT_IN_NAME.sub("-", name)[:80].strip("-.") or "preview"
