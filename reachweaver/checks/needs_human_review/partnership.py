"""Partnership and endorsement language: `partnered with`, `endorsed by`, `trusted by`, `used by` and the like.

Specification, check 2. The span is the phrase itself; it is grounded where cited evidence contains the same phrase.
"""

from __future__ import annotations

from collections.abc import Iterator

from reachweaver.checks.context import CheckContext
from reachweaver.checks.phrases import GAP, HYPHEN, NO_HYPHEN, Phrases, Span, judge, wording
from reachweaver.report import Finding, Grounded
from reachweaver.text.characters import WORD_END, WORD_START
from reachweaver.text.patterns import Pattern
from reachweaver.text.prose import Prose


def check(context: CheckContext) -> Iterator[Finding | Grounded]:
    """Every partnership or endorsement phrase of the body, grounded or for review."""
    return judge(
        context, find_partnerships(context.body), category="partnership", is_a="claims a partnership or an endorsement"
    )


def find_partnerships(body: Prose) -> list[Span]:
    """Where a body has such a phrase; offsets into its `plain` text."""
    return [span for span in _PARTNERSHIPS.find(body) if _is_certain(body, *span)]


def _is_certain(body: Prose, start: int, end: int) -> bool:
    """Whether a phrase needs no name after it, or has one."""
    needs_a_name = _NEEDS_A_NAME.compiled.fullmatch(body.lowered, start, end) is not None
    return not needs_a_name or _NAME.compiled.match(body.plain.text, end) is not None


# "Partner with us" asks for a partner, and "collaborate with your team" is what readers do.
_NOT_THE_READER = (
    "(?! (?:us|you|your|me|whom|which|others|each other|anyone|everyone|people|friends|a friend|colleagues|teammates)"
    f"{WORD_END})"
)

_CERTAIN = wording(
    "in (?:close |official )?(?:partnership|collaboration) with",
    f"partner with{_NOT_THE_READER}",
    "partner(?:s|ed|ing) with",
    "(?:partnership|collaboration)s? with",
    f"(?:collaborat(?:e|ing)|team(?:ing)? up|join forces) with{_NOT_THE_READER}",
    "collaborat(?:es|ed) with",
    "team(?:s|ed) up with",
    "join(?:s|ed|ing) forces with",
    "(?:official|proud|trusted|preferred) partners? (?:of|to|for)",
    "endorsed by",
    "endorsements? (?:by|from)",
    "trusted by",
    "used by(?! (?:default|accident|mistake|hand|itself|themselves)\\b)",
    "sponsored by",
    "recommended by",
    "loved by",
    "relied (?:up)?on by",
    "certified by",
    "accredited by",
)

# Evidence backs a claim and an editor chooses a word: these endorse only where a name follows.
_BEFORE_A_NAME = wording(
    "backed by", "chosen by", "adopted by", "preferred by", "funded by", "as (?:seen|featured) (?:in|on)"
)
_NAME = Pattern(rf"{GAP}(?:(?:the|a|an){GAP})?[\p{{Lu}}\p{{Lt}}@]")

_REVERSED = rf"(?<!(?:un|non|mis|re|over|under|self){HYPHEN})"

_PARTNERSHIPS = Phrases(
    rf"{WORD_START}{_REVERSED}(?P<claim>{_CERTAIN}|{_BEFORE_A_NAME}){WORD_END}{NO_HYPHEN}",
    words="partnership partnerships partner partners partnered partnering collaboration collaborations collaborate"
    " collaborates collaborated collaborating up forces endorsed endorsement endorsements trusted used sponsored recommended"
    " loved relied certified accredited backed chosen adopted preferred funded seen featured",
    starts="accredited adopted as backed certified chosen collaborate collaborated collaborates collaborating"
    " collaboration collaborations endorsed endorsement endorsements funded in join joined joining joins loved"
    " official partner partnered partnering partners partnership partnerships preferred proud recommended relied"
    " sponsored team teamed teaming teams trusted used",
)
WORDS = _PARTNERSHIPS.words
"""Words of which every such phrase has one."""
_NEEDS_A_NAME = Pattern(_BEFORE_A_NAME)
