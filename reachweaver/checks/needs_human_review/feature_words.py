"""The word lists of feature claims: what starts one, what denies or ends it, and which words carry nothing.

Specification, check 2b and *Feature claims*; section 6 of the contract. English only. All words are in lower case.
"""

from __future__ import annotations

from typing import Final

from reachweaver.checks.phrases import wording
from reachweaver.text.characters import WORD_START


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


VERB_TRIGGERS: Final = wording(
    "adds",
    "added",
    "introduces",
    "supports",
    "integrates (?:with|into)",
    "works with",
    "ships with",
    "comes with",
    "includes",
)
NOUN_TRIGGERS: Final = wording(
    "introducing",
    "support for",
    "integrations? with",
    "compatible with",
)
"""Triggers that have no subject of their own before them."""

BASE_FORMS: Final = wording(
    "add",
    "introduce",
    "support",
    "integrate (?:with|into)",
    "work with",
    "ship with",
    "come with",
    "include",
    "offer",
    "provide",
    "feature",
    "enable",
    "allow",
    "let (?:you|your|users|teams|people|readers|writers|everyone|anyone)",
    "give (?:you|your|users|teams|people|readers|writers|everyone|anyone)",
)
"""Triggers after now, finally and can now only: elsewhere they are verbs of any sentence, or nouns."""

AFTER_NOW: Final = wording(
    "ha(?:s|ve)(?! (?:been|to|had)\\b)",
    "(?:offers|provides|features|enables|allows)(?: you to)?",
    "lets(?: you)?",
    "gives(?: you)?",
    "(?:support|offer|provid|featur|includ|enabl|allow|add)ing",
    "(?:integrating|integrated) (?:with|into)",
    "(?:working|shipping|coming) with",
    "can(?!')",
    "with",
)

IN_A_CALL: Final = wording(
    rf"(?<=(?:^|[^\p{{L}}\p{{M}}\p{{N}} ]|{WORD_START}(?:and|or|to|please|can) ) ?"
    "(?:apply|(?:book|buy|claim|get|grab|join|order|try)(?: (?:it|one|them|us|yours))?|call|donate|download|enroll?|pre-?order"
    "|register|reserve|save|shop|sign (?:in|up)|start|subscribe|switch|upgrade) )now with"
)
"""The now with of `Order now with code TEA`, which says how to do it and not what something has."""

ADVERBS: Final = wording("(?:(?:also|both|directly|even|finally|fully|natively|officially) ){0,2}")

NEGATIONS: Final = wording(
    "not(?! (?:only|just|merely|simply))",
    "(?:no|never|nor|neither|without|cannot|lacks?|lacking)",
    "[a-z]{2,6}n't",
    "(?:do|does|did|is|are|was|were|ca|wo|has|have)nt",
)
BETWEEN: Final = wording(
    "(?:actually|also|always|any|automatically|be|been|being|built-in|completely|currently|direct|directly|entirely"
    "|even|ever|exactly|fully|going|longer|native|natively|necessarily|now|official|officially|properly|quite|really"
    "|still|the|to|yet|a|an|its|our|full"
    "|add|added|adds|appear|appears|come|gain|gained|get|got|had|has|have|having|include|includes|need|needs|offer"
    "|offers|offered|plan|plans|planned|provide|provides|seem|seems|ship|ships|want|wants)"
)
"""What may stand between a negation and the trigger that it denies: `does not yet offer any support for`."""

CLAUSE_WORDS: Final = _words(
    """
    although because but however if neither no nor not once since so than that then though unless until what whatever when
    whenever where whereas wherever which while who whom whose why yet
    """
)
"""Words that begin a new clause and so end the claim."""

CLAUSE_STARTERS: Final = _words(
    """
    i you he she it we they this these those there i'm you're he's she's it's we're they're i've you've we've they've
    it'll we'll you'll is are was were has have had can could will would does do did should must may might
    never don't doesn't didn't isn't aren't wasn't weren't can't cannot won't wouldn't haven't hasn't
    """
)
"""Words that begin a new clause right after `and` or `or`."""

JOINING: Final = frozenset({"and", "or", "plus", "also", "both", "as"})
"""Words that end no claim: what they join on is not in it any more."""

SET_PHRASES: Final = wording(
    "out of the box",
    "out-of-the-box",
    "at no (?:extra|additional) (?:cost|charge)",
    "now (?:available|live|in (?:beta|preview))",
    "available (?:now|today)",
)
"""How or when something comes, not what: it ends the claim."""

STOPWORDS: Final = _words(
    """
    a an the this that these those such same other others another else own etc
    i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
    herself it its itself they them their theirs themselves one ones who whom whose which what
    someone somebody something anyone anybody anything everyone everybody everything nobody nothing none
    am is are was were be been being do does did doing done has have had having can could will would shall should may
    might must get gets getting let lets make makes making give gives need needs want wants use used uses using
    and or nor but so yet if then than as because while when where how why not no
    about above across after against along among around at before behind below beside besides between beyond by down
    during except for from in inside into like near of off on onto out outside over per since through throughout till
    to toward towards under until up upon via with within without
    all any both each either every few many more most much several some various multiple plenty lot lots
    one two three four five six seven eight nine ten hundred thousand million dozen
    again ago almost already also always anytime away back even ever exactly finally first here immediately instead
    just later maybe never now often once only perhaps quite rather really right simply soon still there today together
    tomorrow too very well yesterday
    don't doesn't didn't isn't aren't wasn't weren't won't can't couldn't wouldn't shouldn't haven't hasn't
    i'm i've i'll we're we've we'll you're you've you'll he's she's it's that's there's they're they've they'll let's
    """
)

GENERIC: Final = _words(
    """
    ability able additional advanced amazing awesome beautiful best better big bigger brand built capability capable
    comprehensive complete convenient cool dedicated easier easily easy effortless elegant enhanced enhancement
    essential excellent exciting experience extra fancy fantastic fast faster feature flexible free friendly full
    fuller fully function functionality good great greater handy helpful important improved improvement incredible
    innovative intuitive latest modern native natively new newer newest nice official officially option perfect
    polished popular powerful premium proper quick quicker quickly reliable rich robust seamless seamlessly shiny
    simple simpler slick smart smarter smooth smoother smoothly solution special stunning stuff super support
    supported thing tool tooling true truly ultimate unique useful way wonderful
    brand-new built-in enterprise-grade first-class must-have out-of-the-box ready-made state-of-the-art
    top-notch user-friendly world-class
    """
)
"""Praise, and names for any part of any product."""
