"""Every finding code that the engine knows, in one table: titles, severities and help, for outputs and documentation."""

from __future__ import annotations

from reachweaver.data import dataclass
from reachweaver.report import Severity

_HELP_BASE = "https://github.com/MSKazemi/reachweaver/blob/main/docs/findings/"
ISSUES = "https://github.com/MSKazemi/reachweaver/issues"
"""Where faults of ReachWeaver are reported."""
INTERNAL_ERROR = "internal_error"
"""The code of a fault of ReachWeaver that no single check is to blame for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingCode:
    """One finding code and what a reader of a report needs to know about it."""

    code: str
    severity: Severity
    """The graver one, where there are two."""
    lesser_severity: Severity | None = None
    title: str
    """A few words without a full stop, for lists and annotation titles."""
    description: str
    """One or two sentences: what the check asks of a variant."""
    remedy: str
    """One or two sentences: what a person does about the finding."""

    @property
    def help_uri(self) -> str:
        """The page that explains the code."""
        return help_uri(self.code)


def help_uri(code: str) -> str:
    """The page that explains a code."""
    return f"{_HELP_BASE}{code}.md"


CODES: tuple[FindingCode, ...] = (
    FindingCode(
        code="unsupported_number",
        severity="error",
        title="Number without evidence",
        description="Every number, percentage, version, date, time, ordinal and multiplier of a variant must appear in"
        " the evidence that the variant cites.",
        remedy="Cite the evidence that holds the figure, put the exact figure into an excerpt, or take it out.",
    ),
    FindingCode(
        code="needs_human_review",
        severity="review",
        title="Claim that a person has to review",
        description="Quotes, testimonials, partnerships, customer counts, superlatives and feature claims are accepted"
        " only when their words appear in the evidence that the variant cites.",
        remedy="Cite evidence with the same words, tone the claim down, or note in the variant's reviewed list that a"
        " person has checked it.",
    ),
    FindingCode(
        code="unsupported_release",
        severity="error",
        title="Release without release evidence",
        description="Release language (released, launched, now available) needs cited evidence of kind release, or with"
        " a releases URL.",
        remedy="Cite the release's page as evidence of kind release, or say it without announcing a release.",
    ),
    FindingCode(
        code="near_duplicate",
        severity="warning",
        title="Nearly the same text as another variant",
        description="Two variants of one campaign share so many three-word sequences that readers will see the same"
        " post twice.",
        remedy="Rewrite one of the two, or raise the duplicate threshold if the repetition is wanted.",
    ),
    FindingCode(
        code="banned_phrase",
        severity="error",
        title="Phrase that the brand bans",
        description="A phrase of the brand's banned_phrases list stands in the text, as whole words and in any case.",
        remedy="Take the phrase out or use another one.",
    ),
    FindingCode(
        code="missing_disclosure",
        severity="error",
        title="Required disclosure is missing",
        description="The brand requires a disclosure in every text, and this variant does not contain it.",
        remedy="Add the brand's required_disclosure to the text, word for word.",
    ),
    FindingCode(
        code="too_many_hashtags",
        severity="error",
        title="More hashtags than the brand allows",
        description="The variant has more hashtags than the brand's max_hashtags.",
        remedy="Take out hashtags until the text is within the limit.",
    ),
    FindingCode(
        code="missing_cta",
        severity="warning",
        title="Declared call to action is missing",
        description="The declared cta_url or cta_phrase does not appear in the text.",
        remedy="Add the link or the phrase to the text, or drop the declaration.",
    ),
    FindingCode(
        code="optout_mention",
        severity="error",
        title="Mention of somebody who opted out",
        description="The text @-mentions a handle or a domain of the opt-out list.",
        remedy="Take the mention out. Write the name without the @ only if the person agreed to be named.",
    ),
    FindingCode(
        code="too_long",
        severity="error",
        lesser_severity="warning",
        title="Longer than the platform takes",
        description="A post, a carousel's caption or a part of a thread is longer than its platform takes, counted as"
        " that platform counts. It is an error for a post and a caption, a warning for a part of a thread.",
        remedy="Shorten the text, or cut the part of the thread in two.",
    ),
    FindingCode(
        code="history_near_duplicate",
        severity="warning",
        title="Nearly the same text as an earlier post",
        description="The same account has lately posted or queued a text that shares most of its three-word sequences"
        " with this variant.",
        remedy="Rewrite the variant, or leave it out.",
    ),
    FindingCode(
        code="history_frequency",
        severity="warning",
        title="Account that posts very often",
        description="The account already has many posts in the last days or queued. How many are many is a rule of"
        " thumb, not a platform's limit.",
        remedy="Move the variant to another day or account, or set --history-max-posts to your own cadence.",
    ),
    FindingCode(
        code="missing_on_landing",
        severity="warning",
        title="Claim that the landing page lacks",
        description="A figure, a quotation or another claim that the evidence bears out is not on the landing page, where"
        " readers will look for it.",
        remedy="Put it on the page, or say in the text what the page says.",
    ),
    FindingCode(
        code="excerpt_not_in_source",
        severity="warning",
        title="Excerpt that is not on the page",
        description="An excerpt of evidence with a receipt must stand word for word in one of the blocks that the receipt"
        " signs: what the page said when it was read.",
        remedy="Quote the page's own words, or look the source up again if the page has changed.",
    ),
    FindingCode(
        code="unusable_receipt",
        severity="warning",
        title="Receipt that shows nothing",
        description="The receipt that an evidence item names is missing, broken, of another page, or was changed after it"
        " was signed.",
        remedy="Look the source up again with source-check --write-receipts, or take receipt out of the evidence.",
    ),
    FindingCode(
        code="stale_review",
        severity="warning",
        title="Review note that matches nothing",
        description="An entry of the variant's reviewed list matches no finding: the text has changed since, or the"
        " code or the span is misspelt.",
        remedy="Remove the entry, or review the claim as it reads now.",
    ),
    FindingCode(
        code="invalid_campaign",
        severity="error",
        title="Campaign file breaks the format",
        description="A field of the campaign file is missing, misspelt, of the wrong type or out of range, or names"
        " something that is not declared.",
        remedy="Correct the value that the finding points at.",
    ),
)

FILE_CODES: tuple[FindingCode, ...] = (
    FindingCode(
        code="invalid_json",
        severity="error",
        title="File that is not valid JSON",
        description="A comma, a quotation mark or a bracket is missing or one too many.",
        remedy="Look at the place that the error names, and just before it.",
    ),
    FindingCode(
        code="invalid_brand",
        severity="error",
        title="Brand file that breaks its rules",
        description="A rule of the brand has the wrong type or is out of range.",
        remedy="Correct the value that the error points at.",
    ),
    FindingCode(
        code="invalid_optout",
        severity="error",
        title="Opt-out list that is not one",
        description="The list must hold handles and domains as lists of strings.",
        remedy="Correct the value that the error points at.",
    ),
    FindingCode(
        code=INTERNAL_ERROR,
        severity="warning",
        title="Check that could not finish",
        description="A check of ReachWeaver met with a fault of its own, so its findings may be missing. The findings of"
        " the other checks are all there.",
        remedy="Report the message. Nothing in the text has to change.",
    ),
)
"""Codes that no report holds: of files that cannot be used at all (commands stop), and of faults of ReachWeaver."""

BY_CODE = {entry.code: entry for entry in CODES}
"""The codes of reports, by code."""
