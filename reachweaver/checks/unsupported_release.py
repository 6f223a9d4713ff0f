"""Check 3: release language needs a cited evidence item that is a release.

Specification, checks 2 to 3. Such an item has `"kind": "release"` or a source URL with a path segment `releases`; what
its text says does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator

from reachweaver.checks.context import CheckContext, ids
from reachweaver.checks.phrases import HYPHEN, NO_HYPHEN, Phrases, quoted, wording
from reachweaver.report import Finding, Grounded
from reachweaver.text.characters import WORD_END, WORD_START
from reachweaver.text.folding import BLANK_LINE
from reachweaver.values import listed


def check(context: CheckContext) -> Iterator[Finding | Grounded]:
    """Every release phrase of the body, grounded or as an error."""
    releases = _RELEASES.find(context.body)
    cited = ids(item for item in context.cited if item.is_release) if releases else ()
    for start, end in releases:
        span, original_start, original_end = context.body.span_of_plain(start, end)
        if cited:
            yield Grounded(type="release", span=span, start=original_start, end=original_end, matched_evidence=cited)
        else:
            uncited = ids(context.uncited(item for item in context.declared.items if item.is_release))
            yield Finding(
                code="unsupported_release",
                severity="error",
                message=f"{quoted(span)} announces a release, and no cited evidence is one. {_remedy(uncited)}",
                span=span,
                start=original_start,
                end=original_end,
                matched_evidence=uncited,
            )


_WHEN = r"(?:today|tonight|now|(?:this|next) (?:week|month|morning|afternoon|evening|spring|summer|autumn|fall|winter))"
_STAGE = "(?:(?:public|open|closed|private|early|developer) )?(?:beta|alpha|preview|access|availability)"

# "Find out now", "check it out now": something to do, not something that came out.
_TRIED = (
    rf"{WORD_START}(?:it|them|this|these|those|us|me|you|everyone|find|check|try|test|get|go|come|reach|help|head|step|move|look"
    "|watch|work|log|sign|opt|set|start|figure|fill|print|sold|sell|miss|missing|eat|dine|hang|chill|speak|stand)"
)

# "Live now in Leeds" says where somebody lives, "Where do you live now?" asks it; "it's out of stock".
_NO_WORD = rf"(?=[\n{BLANK_LINE}]| ?(?:[^\p{{L}}\p{{M}}\p{{N}} \n'’?]|https?://|$))"

# What a parcel costs or how it goes: "free shipping this week", "now free shipping".
_NO_COST = rf"(?<!{WORD_START}(?:free|express|standard|flat-rate|fast|same-day|overnight|worldwide|international) )"

_PHRASES = wording(
    "(?:re-?)?(?:released|launched)",
    "shipped",
    "now (?:generally )?available",
    "available (?:now|today)",
    "generally available",
    f"now in (?:general )?{_STAGE}",
    "(?:now|is|are|reached|reaches|hits?) ga",
    "(?:is|are|(?:it|that|this|we|they)'(?:s|re)) (?:(?:now|finally|officially|also) )?live"
    "(?! (?:music|coverage|stream|video|audio|on (?:stage|air|tv)|radio|tv))",
    "(?:now|goes|go|going|went|gone) live",
    f"live now{_NO_WORD}",
    rf"(?<!{_TRIED} )out now(?! of)",
    rf"(?<=(?:^|[\n{BLANK_LINE}]|[^\p{{L}}\p{{M}}\p{{N}} \n'’]|\u20e3) ?)out today",
    "(?:is|are) out (?:today|everywhere|worldwide)",
    "(?:now|finally) out(?! of| there)",
    "finally here",
    "roll(?:s|ed|ing) out(?! (?:the|a) (?:red carpet|welcome mat|dough|pastry))",
    f"(?:launch|launches|launching|releases|releasing|ships|{_NO_COST}shipping) {_WHEN}(?!')",
    f"it's (?:(?:now|finally|officially) )?out(?! ?[,;&/]){_NO_WORD}",
    "(?:launches|ships) (?:a|an|its|their|our|the) (?:brand-)?new",
    "(?:i|we|they)(?:'m|'re| am| are) (?:now )?(?:launching|releasing)",
    "now (?:launching|releasing)",
    f"now {_NO_COST}shipping",
)

# What never came out: "un-released", "to-be-released".
_NOT_YET = rf"(?<!(?:un|non|pre|be|yet|never|not){HYPHEN})"

_RELEASES = Phrases(
    rf"{WORD_START}{_NOT_YET}(?P<claim>{_PHRASES}){WORD_END}{NO_HYPHEN}",
    words="released rereleased launched relaunched shipped available beta alpha preview access availability ga live out"
    " finally launch launches launching releases releasing ships shipping",
    starts="are available finally generally go goes going gone hit hits i is it launch launched launches launching live"
    " now out re reached reaches relaunched released releases releasing rereleased rolled rolling rolls shipped"
    " shipping ships that they this we went",
)


def _remedy(uncited: tuple[str, ...]) -> str:
    needed = 'Cite evidence of kind "release" or with a releases URL'
    if not uncited:
        return f"{needed}, or say what is true today."
    are = "is one" if len(uncited) == 1 else "are some"
    return f"{needed}: {listed(uncited)} {are}, which the variant does not cite."
