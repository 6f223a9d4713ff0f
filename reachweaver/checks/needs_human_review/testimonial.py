"""Testimonial and quote language: words that make somebody speak (`said`, `according to`).

Specification, check 2. The span is the phrase itself; it is grounded where cited evidence contains the same phrase.
"""

from __future__ import annotations

from collections.abc import Iterator

from reachweaver.checks.context import CheckContext
from reachweaver.checks.phrases import AFTER_SPEECH, NO_HYPHEN, Phrases, judge, wording
from reachweaver.report import Finding, Grounded
from reachweaver.text.characters import WORD_END, WORD_START


def check(context: CheckContext) -> Iterator[Finding | Grounded]:
    """Every testimonial phrase of the body, grounded or for review."""
    return judge(context, _TESTIMONIALS.find(context.body), category="testimonial", is_a="lets somebody else speak")


_SPEAKERS = (
    "(?:users|customers|clients|developers|teams|readers|listeners|viewers|visitors|reviewers|people|fans|critics|experts"
    "|members|guests|players|students|parents|patients)"
)

_PHRASES = wording(
    "according to",
    "in the words of",
    "in (?:his|her|their|your|my) own words",
    "(?:told|tells) (?:us|me)",
    f"(?:they|many|most|some|others|{_SPEAKERS}) tell (?:us|me)",
    r"(?<=as (?:[\p{L}\p{M}.'’-]{1,40} ){1,4})puts? it",
    f"{_SPEAKERS} (?:say|are saying|rave|agree that|report that)",
    "(?:highly|strongly|warmly) recommends?",
    "(?:stated|remarked|commented|testified) that",
    "raved about",
    "raves about",
    "swears? by",
    "testimonials?",
    "quoted",
    "quoting",
    "said",
    "says",
    f"{AFTER_SPEECH}add(?:s|ed)",
)

# Said by nobody: "That said, …", "easier said than done", "the said document".
_IDIOMS = wording(
    "that said(?= ?,)",
    r"(?<=(?:^|[^\p{L}\p{M}\p{N}_, \n'’]) ?)that said",
    "(?:with|all)(?: all)? that(?: being)? said",
    "having said (?:that|this|all that|so)",
    "that being said",
    "(?:easier|sooner) said than done",
    "said and done",
    "(?:enough|less) said",
    "the said",
)

_TESTIMONIALS = Phrases(
    rf"{WORD_START}(?:{_IDIOMS}{WORD_END}|(?P<claim>{_PHRASES}){WORD_END}{NO_HYPHEN})",
    words="according quoted quoting recommend recommends said say saying says swear swears tell tells told testified"
    " testimonial testimonials words put puts rave raved raves report agree stated remarked commented adds added",
    starts="according added adds all clients commented critics customers developers easier enough experts fans guests"
    " having highly in less listeners many members most others parents patients people players put puts quoted"
    " quoting raved raves readers remarked reviewers said says some sooner stated strongly students swear swears"
    " teams tells testified testimonial testimonials that the they told users viewers visitors warmly with",
)
WORDS = _TESTIMONIALS.words
"""Words of which every such phrase has one."""
