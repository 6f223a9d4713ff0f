"""Superlatives: `best`, `fastest`, `the first`, `#1`, `the only` and the like; fixed idioms are none.

Specification, check 2, and section 6 of the contract. The span is the phrase itself; it is grounded where cited
evidence contains the same phrase. Negated wording ("not the fastest") is a superlative all the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from reachweaver.checks.context import CheckContext
from reachweaver.checks.phrases import Phrases, judge, wording
from reachweaver.report import Finding, Grounded
from reachweaver.text.characters import WORD_END, WORD_START
from reachweaver.text.folding import BLANK_LINE


def check(context: CheckContext) -> Iterator[Finding | Grounded]:
    """Every superlative of the body, grounded or for review."""
    return judge(context, _SUPERLATIVES.find(context.body), category="superlative", is_a="is a superlative")


_MONTH = (
    "(?:january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)"
)
_WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"

_MOST = (
    "most (?:accurate|advanced|affordable|ambitious|beautiful|capable|complete|comprehensive|effective|efficient"
    "|flexible|innovative|intuitive|loved|modern|popular|powerful|private|productive|reliable|robust|scalable|secure"
    "|sophisticated|trusted|used|user-friendly|versatile|widely used|downloaded|starred|anticipated"
    "|awaited|awarded|beloved|cost-effective|delicious|durable|eco-friendly|energy-efficient|exciting|immersive|played"
    "|recommended|requested|sought-after|streamed|sustainable|talked-about|viewed|visited|watched)"
)
_HIGHEST = (
    "(?:best|fastest|quickest|greatest|biggest|largest|smallest|highest|lowest|longest|shortest|cheapest|easiest"
    "|simplest|safest|smartest|strongest|toughest|lightest|thinnest|slimmest|leanest|sleekest|slickest|cleanest"
    "|clearest|sharpest|brightest|finest|freshest|friendliest|richest|widest|broadest|hottest|coolest|greenest|tastiest"
    "|healthiest|quietest|softest|smoothest|oldest|tallest|purest|boldest|juiciest|crispiest|creamiest|rarest"
    "|comfiest|tiniest)"
)

_PLACE = (
    "(?:world|industry|country|nation|region|city|town|europe|america|asia|africa|britain|uk|germany|france|india|canada"
    "|australia)"
)

_PHRASES = wording(
    _HIGHEST,
    f"the first(?! of {_MONTH}{WORD_END}| {_WEEKDAY} (?:of|in){WORD_END})",
    "the very first",
    f"{_PLACE}'s (?:first|leading)",
    "first-ever",
    "first of its kind",
    "the (?:one and )?only",
    r"\#1(?![.,]?\d)",
    r"(?:no\. ?1(?![.,]?\d)|number one)",
    _MOST,
    "(?:industry|market|world)-leading",
    "market leaders?",
    "second to none",
    "unrivall?ed",
    "unparalleled",
    "unbeatable",
    "unmatched",
    "bestsell(?:ing|ers?)",
    "top-(?:rated|ranked|selling)",
)

# What follows a wish or an effort; "all the best tools" and "try our best export" are claims.
_NO_NOUN = (
    r"(?=\n| ?(?:[^\p{L}\p{M}\p{N}_ \n]|$)"
    "| (?:to|from|for|with|at|in|on|of|by|and|or|but|so|as|if|when|while|because|until|till|every|each|all|this|next"
    "|always|again|here|now|today|tonight|tomorrow|then|not|we|you|i|they|he|she|it|everyone|everybody|dear|my|our|your)"
    rf"{WORD_END})"
)
_OWNER = "(?:my|our|your|his|her|its|their|one's)"
_OWN = f"{_OWNER}(?: (?:very|level|own|absolute|honest|utmost|damnedest)){{0,2}}"
_ADVERB_OF = (
    "(?:reached|read|viewed|seen|heard|watched|enjoyed|served|eaten|done|kept|left|avoided|described|explained"
    "|understood|summed up|remembered)"
)

_IDIOMS = wording(
    "best(?: |-)practices?",
    "best regards",
    "best wishes",
    "best of luck",
    "best before",
    rf"(?<=(?:^|[\n{BLANK_LINE}]) ?)best ?,(?=[\n{BLANK_LINE}])",  # above the name under a letter
    "best-efforts?",
    "at best",
    f"all the(?: very)? best{_NO_NOUN}",
    f"(?:do|does|did|doing|done|tries|tried|trying) {_OWN} best",
    f"(?:do|does|did|doing|done|try|tries|tried|trying) {_OWNER}(?: \\p{{L}}{{1,24}}+){{0,2}} best{_NO_NOUN}",
    "(?:do|does|did|doing|done) the(?: very)? best (?:i|we|you|he|she|it|they|that)",
    "(?:do|does|did|doing|done) best",
    "to the best of (?:my|our|your|his|her|its|their)",
    f"(?:(?:am|are|is|was|were|be)|(?:it|that|he|she|what)'s) best {_ADVERB_OF}",
    f"(?<='(?:re|m) )best {_ADVERB_OF}",
)

_SUPERLATIVES = Phrases(
    rf"{WORD_START}(?:{_IDIOMS}{WORD_END}|(?P<claim>{_PHRASES}){WORD_END})",
    words="best fastest quickest greatest biggest largest smallest highest lowest longest shortest cheapest easiest"
    " simplest safest smartest strongest toughest lightest thinnest slimmest leanest sleekest slickest cleanest"
    " clearest sharpest brightest finest freshest friendliest richest widest broadest hottest coolest greenest"
    " tastiest healthiest quietest softest smoothest oldest tallest purest boldest juiciest crispiest creamiest rarest"
    " comfiest tiniest first leading only # no number most leader leaders second unrivaled unrivalled unparalleled"
    " unbeatable unmatched bestselling bestseller bestsellers rated ranked selling",
    starts="# africa all am america are asia at australia be best bestseller bestsellers bestselling biggest boldest"
    " brightest britain broadest canada cheapest city cleanest clearest comfiest coolest country creamiest crispiest"
    " did do does doing done easiest europe fastest finest first france freshest friendliest germany greatest"
    " greenest he healthiest highest hottest india industry is it juiciest largest leanest lightest longest lowest"
    " market most nation no number oldest purest quickest quietest rarest region richest safest second sharpest she"
    " shortest simplest sleekest slickest slimmest smallest smartest smoothest softest strongest tallest tastiest"
    " that the thinnest tiniest to top toughest town tried tries try trying uk unbeatable unmatched unparalleled"
    " unrivaled unrivalled was were what widest world",
)
WORDS = _SUPERLATIVES.words
"""Words of which every such phrase has one."""
