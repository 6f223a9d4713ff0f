"""`reachweaver campaign-stage`: the posts that may go out, as drafts of a local database. Nothing is published."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from reachweaver.campaign import Campaign, Variant
from reachweaver.clearance import Clearance, Reason, Refusal, clear, is_writable
from reachweaver.commands.arguments import Commands, add_campaign, add_rules
from reachweaver.commands.console import write, write_json
from reachweaver.commands.outgoing import check_outgoing, is_complete, result_json, result_lines
from reachweaver.commands.reporting import terminal_style
from reachweaver.data import dataclass
from reachweaver.output.checked import CheckedFile
from reachweaver.output.json_text import to_json
from reachweaver.platforms import BY_NAME
from reachweaver.staging import Draft, StagedPost, Staging, stage
from reachweaver.values import counted, quoted

DESCRIPTION = """\
Puts the posts of a campaign that have no error into a local ReachWeaver database, as drafts that a person approves
later. Nothing is published. Variants with errors, threads and carousels are refused by name, and the others are staged.

Staging again changes nothing, unless the file says something else by now: then the draft is updated. A post that
somebody has approved, scheduled, published or cancelled is never touched.
"""

EPILOG = """\
examples:
  reachweaver campaign-stage --file spring.reachweaver.json --db state/reachweaver.sqlite

exit status:
  0  the database says what the file says
  2  a variant was refused, something is wrong with the file, or the database could not be written
"""


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "campaign-stage",
        help="put the posts without errors into a local database, as drafts",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    add_campaign(parser)
    add_rules(parser)
    parser.add_argument("--db", required=True, type=Path, metavar="FILE", help="the database; made when it is missing")
    parser.add_argument("--json", action="store_true", help="print what was done as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the campaign, stage its posts, say what was refused, and give the exit status.

    Raises:
        CommandError: A file or the database could not be used.
    """
    done = _stage(check_outgoing(options), options.db, datetime.now(UTC))
    if options.json:
        write_json(to_json(_json(done)))
    else:
        style = terminal_style()
        write("".join(f"{style.safe(line)}\n" for line in _lines(done)))
    return 0 if is_complete(done.checked, done.refused) else 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Done:
    checked: CheckedFile
    db: Path
    posts: tuple[StagedPost, ...]
    """Without those that were kept as they are although the file says something else."""
    refused: tuple[Refusal, ...]
    """In the file's order."""
    is_new_database: bool


def _stage(checked: CheckedFile, db: Path, now: datetime) -> _Done:
    campaign = checked.campaign
    clearance = clear(campaign, checked.report, _hindrances(campaign))
    drafts = [_draft(campaign, variant) for _, variant in clearance.cleared]
    staging = stage(db, drafts, now=now) if drafts else Staging((), is_new_database=False)
    kept = tuple(_kept(clearance, staging.posts))
    return _Done(
        checked=checked,
        db=db,
        posts=tuple(post for post in staging.posts if post.outcome != "kept"),
        refused=tuple(sorted((*clearance.refused, *kept), key=lambda refusal: refusal.index)),
        is_new_database=staging.is_new_database,
    )


def _hindrances(campaign: Campaign) -> Iterator[tuple[int, Reason]]:
    """What keeps a variant from being staged although it has no error."""
    campaign_id = campaign.campaign_id or ""
    for index, variant in enumerate(campaign.variants):
        platform = BY_NAME.get(variant.platform or "")
        if platform is not None and platform.capability(variant.format) == "preview_only":
            what = "A post" if variant.format == "post" else f"A {str(variant.format).replace('_', ' ')}"
            message = f"{what} for {platform.title} can be previewed and exported, but not staged."
            yield index, Reason(code="preview_only", message=message)
        if not campaign_id.strip():
            message = "The campaign has no campaign_id, so the post could not be told from another campaign's."
            yield index, Reason(code="invalid_campaign", message=message)
        elif not is_writable(campaign_id):
            yield index, Reason(code="broken_character", message="The campaign_id holds half of a character.")


def _draft(campaign: Campaign, variant: Variant) -> Draft:
    return Draft(
        campaign_id=campaign.campaign_id or "",
        variant_id=variant.variant_id or "",
        account_id=variant.account_id,
        platform=variant.platform or "",
        text=variant.body.text,
        scheduled_at=variant.scheduled_at,
    )


def _kept(clearance: Clearance, posts: Sequence[StagedPost]) -> Iterator[Refusal]:
    for (index, variant), post in zip(clearance.cleared, posts, strict=False):
        if post.outcome == "kept":
            message = (
                f"Post {post.post_id} is {quoted(post.status)}, no draft any more, so it keeps what it says."
                " The file says something else."
            )
            reasons = (Reason(code="past_draft", message=message),)
            yield Refusal(index=index, variant_id=variant.variant_id, reasons=reasons)


def _json(done: _Done) -> dict[str, object]:
    return {
        "report": "staging",
        "campaign_id": done.checked.campaign.campaign_id,
        "db": str(done.db),
        "posts": [
            {
                "variant_id": post.variant_id,
                "post_id": post.post_id,
                "status": post.status,
                "outcome": post.outcome,
            }
            for post in done.posts
        ],
        **result_json(done.checked, done.refused),
    }


def _lines(done: _Done) -> Iterator[str]:
    if done.is_new_database:
        yield f"Made the database {done.db}."
    changed = [post for post in done.posts if post.outcome != "unchanged"]
    unchanged = len(done.posts) - len(changed)
    if changed:
        yield f"Staged {counted(len(changed), 'draft')} in {done.db}; nothing is published."
    elif done.posts and not done.refused:
        yield "Nothing to do: the database says what the file says."
    else:
        yield "Nothing was staged."
    yield from (f"  {post.variant_id}: {_news(post)}" for post in done.posts if post in changed or _is_past_draft(post))
    if unchanged and (changed or done.refused):
        yield f"{counted(unchanged, 'post')} unchanged."
    yield from result_lines(done.checked, done.refused)


def _news(post: StagedPost) -> str:
    if _is_past_draft(post):
        return f"post {post.post_id} is {quoted(post.status)} already"
    return f"new post {post.post_id}" if post.outcome == "staged" else f"updated post {post.post_id}"


def _is_past_draft(post: StagedPost) -> bool:
    return post.status != "draft"
