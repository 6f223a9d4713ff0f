"""`reachweaver source-check`: which passages of a source are about a claim, with proofs and a signed receipt."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from reachweaver.campaign import Campaign, Evidence, read_campaign
from reachweaver.commands.arguments import Commands
from reachweaver.commands.console import write, write_json
from reachweaver.commands.gathering import CampaignFile, gather_one
from reachweaver.commands.page_options import POLITE_PAUSE, add_reading, make_reader, make_signer
from reachweaver.commands.receipt_files import ReceiptFiles
from reachweaver.commands.reporting import passage, terminal_style
from reachweaver.commands.screen import Screen
from reachweaver.errors import CommandError
from reachweaver.output.json_text import to_json
from reachweaver.output.terminal import TerminalStyle
from reachweaver.values import quoted

if TYPE_CHECKING:
    from reachweaver.lookup.cache import PageCache
    from reachweaver.lookup.disk_cache import DiskCache
    from reachweaver.lookup.evidence import EvidenceAnswer
    from reachweaver.lookup.signatures import SigningKey

DESCRIPTION = """\
Opens a source and finds its passages that have the words of a claim, each with a proof that it was part of the page, and
signs a receipt of what was read. With --file it does so for the evidence that a campaign's variants cite, and says
whether each excerpt stands on its page word for word; sources that were read within the last day are not opened again.

It finds; it does not judge. A passage with the same words may say the opposite, so a person has to read it.

It opens only the addresses that you name, never those of this machine or its own network, keeps to robots.txt, and needs
a few more packages: pip install "reachweaver[lookup]"
"""

EPILOG = """\
examples:
  reachweaver source-check --claim "Saving takes 30% less time" --url https://example.org/notes
  reachweaver source-check --file spring.reachweaver.json
  reachweaver source-check --file spring.reachweaver.json --evidence release-020 --write-receipts

exit status:
  0  every page was read, whether or not anything was found
  2  a page could not be read, or the command could not do its work
"""

_LONGEST_PASSAGE: Final = 300


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "source-check",
        help="find the passages of a source that are about a claim, with a signed receipt",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument("--claim", metavar="TEXT", help="what is claimed, in a sentence")
    parser.add_argument("--url", help="the page that is cited for it")
    parser.add_argument("--file", metavar="CAMPAIGN", help="look up the cited evidence of this campaign instead")
    parser.add_argument("--evidence", metavar="ID", help="of the campaign only this evidence item, cited or not")
    parser.add_argument(
        "--write-receipts",
        action="store_true",
        help="store each receipt beside the campaign, in receipts/, and name it in the campaign file",
    )
    parser.add_argument(
        "--max-matches", type=_number, default=3, metavar="N", help="how many passages, 1 to 10 (default: 3)"
    )
    add_reading(parser)
    parser.add_argument(
        "--no-cache",
        action="store_true",
        help="read the campaign's sources again, also those that were read within the last day",
    )
    parser.add_argument("--no-receipt", action="store_true", help="sign nothing")
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Look up, print what was found, and give the exit status.

    Raises:
        CommandError: Arguments do not go together, a file could not be used, or a package is not there.
    """
    _require_fitting(options)
    reader = make_reader("source-check", allow_private=options.allow_private, pause=POLITE_PAUSE)
    from reachweaver.lookup.cache import PageCache

    signer = None if options.no_receipt else make_signer("source-check")
    look = _Look(options, PageCache(reader, _disk(options)), signer)
    if options.file is None:
        return _print([look.claim(options.claim, options.url)], options, is_one=True)
    return _check_campaign(options, look)


def _require_fitting(options: argparse.Namespace) -> None:
    if options.file is None:
        if options.claim is None or options.url is None:
            raise CommandError("name a claim and its source with --claim and --url, or a campaign with --file")
        for name in ("evidence", "write_receipts", "no_cache"):
            if getattr(options, name):
                raise CommandError(f"--{name.replace('_', '-')} needs --file")
    elif options.claim is not None or options.url is not None:
        raise CommandError("--claim and --url are for one claim; with --file the campaign says what is claimed")
    if options.write_receipts and (options.no_receipt or options.file == "-"):
        raise CommandError(f"--write-receipts does not go with {'--no-receipt' if options.no_receipt else '--file -'}")


def _disk(options: argparse.Namespace) -> DiskCache | None:
    """Where a campaign's sources are kept; one claim is looked up in its source as that is now."""
    from reachweaver.lookup.disk_cache import DiskCache, pages_folder

    folder = None if options.no_cache or options.file is None else pages_folder(os.environ)
    return None if folder is None else DiskCache(folder=folder)


class _Look:
    """Looks claims up as the flags say."""

    def __init__(self, options: argparse.Namespace, pages: PageCache, signer: SigningKey | None) -> None:
        self._options = options
        self.pages = pages
        self.signer = signer

    def claim(self, claim: str, url: str) -> dict[str, Any]:
        """The answer for a claim and a source."""
        from reachweaver.lookup.look_up import look_up

        return look_up(
            claim,
            url,
            max_matches=self._options.max_matches,
            backend_policy=self._options.backend_policy,
            session_profile=self._options.session_profile,
            signer=self.signer,
            reader=self.pages,
        )

    def evidence(self, item: Evidence) -> EvidenceAnswer:
        """The answer for an evidence item, with where its excerpt stands."""
        from reachweaver.lookup.evidence import EvidenceClaim, look_up_evidence

        return look_up_evidence(
            EvidenceClaim(
                evidence_id=item.id or "", claim=item.claim or "", url=item.source_url or "", excerpt=item.excerpt
            ),
            self.pages,
            self.signer,
            max_matches=self._options.max_matches,
            backend_policy=self._options.backend_policy,
            session_profile=self._options.session_profile,
        )


def _check_campaign(options: argparse.Namespace, look: _Look) -> int:
    file = gather_one(options.file)
    campaign = read_campaign(file.document)
    items = _wanted(campaign, options.evidence, file)
    receipts = ReceiptFiles(file, campaign) if options.write_receipts else None
    answers = []
    with Screen(len(items)) as screen:
        for number, item in enumerate(items, 1):
            found = look.evidence(item)
            is_kept = found.read is not None and found.read.is_kept
            answers.append({**found.envelope, **({"cached": True} if is_kept else {})})
            if receipts is not None and look.signer is not None and item.id is not None and found.read is not None:
                receipts.store(item.id, found.read, look.signer)
            screen.progress(number)
    if receipts is not None:
        receipts.name_in_campaign()
    return _print(answers, options, is_one=options.evidence is not None)


def _wanted(campaign: Campaign, wanted: str | None, file: CampaignFile) -> Sequence[Evidence]:
    """The evidence that is looked up: the one that was named, else what variants cite."""
    if wanted is not None:
        item = campaign.evidence_by_id.get(wanted)
        if item is None:
            raise CommandError(f"there is no evidence {quoted(wanted)} in the campaign", path=file.name)
        if not item.claim or not item.source_url:
            raise CommandError(f"evidence {quoted(wanted)} has no claim or no source_url", path=file.name)
        return [item]
    cited = {one for variant in campaign.variants for one in variant.evidence_ids}
    items = [item for name, item in campaign.evidence_by_id.items() if name in cited]
    if not items:
        raise CommandError("no variant cites any evidence of the campaign; --evidence names one", path=file.name)
    return items


def _print(answers: Sequence[Mapping[str, Any]], options: argparse.Namespace, *, is_one: bool) -> int:
    if options.json:
        write_json(to_json(dict(answers[0]) if is_one else [dict(one) for one in answers]))
    else:
        style = terminal_style()
        write("\n".join("".join(f"{line}\n" for line in _lines(answer, style)) for answer in answers))
    return 0 if all(answer["ok"] for answer in answers) else 2


def _lines(answer: Mapping[str, Any], style: TerminalStyle) -> Iterator[str]:
    name = f"{style.safe(answer['evidence'])}: " if answer.get("evidence") else ""
    yield f"{name}{style.safe(answer['claim'])}"
    if answer["url"]:
        yield f"  {style.safe(answer['url'])}"
    if not answer["ok"]:
        failure = answer["failure"]
        yield f"  {style.paint('error', 'not read')} ({failure['code']}): {style.safe(failure['message'])}"
        return
    if not answer["found"]:
        extent = "all of the page was read" if answer["proven"] else "only a part of the page was read"
        yield f"  nothing on the page has enough of its words ({extent})"
    for match in answer["matches"]:
        yield f"  {match['score']:.4f}  {style.safe(passage(match['text'], _LONGEST_PASSAGE))}"
    excerpt = answer.get("excerpt")
    if excerpt is not None:
        yield "  the excerpt stands there word for word" if excerpt["found"] else "  the excerpt is not on the page"
    if answer.get("cached"):
        yield f"  as it was on {answer['timestamp']}; --no-cache reads it again"
    if "receipt" in answer:
        yield f"  signed by {answer['keyId']} on {answer['timestamp']}"


def _number(text: str) -> int:
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit():
        # No more digits than it takes to be out of range, since huge numbers are slow to read, or refused.
        return int(text[:9])
    raise argparse.ArgumentTypeError(f"a whole number is needed, not {text!r}")
