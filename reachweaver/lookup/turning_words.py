"""English words that may turn what a statement beside them says, or that cannot: sets of folded words."""

from __future__ import annotations

from typing import Final

_HEDGE_LIST: Final = """
    allegedly apparently arguably conceivably could hopefully if likely may maybe might ostensibly ought perhaps
    possibly potentially presumably probably purportedly reportedly seemingly should supposedly unless whether would
"""
HEDGES: Final = frozenset(_HEDGE_LIST.split())
"""Words of a mere possibility."""
_TURN_LIST: Final = """
    according allege alleged alleges almost alpha although anymore apart argue argued argues assume assumed assumes
    assuming barely believe believed believes beta broken but canceled cancelled ceased claim claimed claims coming
    condition conditional conditionally conditions contingent debatable denied denies deny depend depending depends
    deprecated despite disabled discontinued disputed doubt doubts dropped dubious eventually except excluding
    expected experimental experimentally fail failed fails fake false falsely formerly future goal guess guesses
    haha hardly heard hearsay hoax hope hoped hopes however imagine incorrect incorrectly insist insists instead
    intended intends joke kidding lack lacks least lie lies limitation limitations limited limits merely misleading
    missing mostly myth myths nearly nevertheless nobody none nonetheless nonsense nothing occasionally once only
    paper part partial partially partly pending planned pretend pretends preview previously principle promise
    promised promises prototype provided providing questionable rarely rather refuse refuses removed report reported
    reports retired reverted rumor rumored rumors rumour rumoured rumours said say saying says scheduled seldom
    sometimes soon stopped subject suggest suggests suppose supposing suspect suspected suspects tell tells than
    theory think thinks though thought told tomorrow unavailable unconfirmed unlike unproven unsupported until
    untrue unverified upcoming when whenever where whereas while will wish wishes withdrawn without wrong wrongly
    yet
"""
_FALSE_LIST: Final = """
    bogus debunked disproved disproven erratum erroneous erroneously fabricated fake false fiction fictional
    fictitious hoax inaccurate inaccurately incorrect joke kidding lie lied lies misconception misconceptions
    mistake mistaken mistakes myth myths nonsense opposite parody retracted retraction rumor rumors rumour rumours
    satire satirical untrue wrong
"""
FALSE: Final = frozenset(_FALSE_LIST.split())
"""Words of a sentence that take back what the one before it or behind it says, whatever they are about."""
TRUE: Final = frozenset(("accurate", "correct", "true"))
"""The same in a sentence with a negation."""
TURNS: Final = HEDGES | FALSE | frozenset(_TURN_LIST.split())
"""Words that may turn what is said beside them, hedges and falsehoods included."""
TURNING_PAIRS: Final = frozenset(
    (
        ("any", "longer"),
        ("appears", "to"),
        ("given", "that"),
        ("going", "to"),
        ("in", "case"),
        ("in", "event"),
        ("long", "as"),
        ("seems", "to"),
        ("used", "to"),
    )
)
"""Neighbours that do, where neither word does by itself; articles between them do not count."""
_END_LIST: Final = """
    broken canceled cancelled ceased changed corrected deprecated disabled discontinued disputed dropped ended fails
    removed retired reverted stopped withdrawn
"""
ENDED: Final = frozenset(_END_LIST.split())
"""The same of one that is about what was said."""
_AHEAD_LIST: Final = """
    coming deprecated discontinued future idea ideas missing planned planning plans proposal proposals rejected removed
    request requests roadmap soon unsupported upcoming wish wishes wishlist
"""
NOT_NOW: Final = frozenset(_AHEAD_LIST.split())
"""Words of a heading above what is not there yet, or no more."""
_PRESENT_LIST: Final = (
    "available can do does included includes possible ready support supported supports true work works yet"
)
PRESENT: Final = frozenset(_PRESENT_LIST.split())
"""Words of a heading that, with a negation, stands above what is not there: `Not supported`, `What it cannot do`."""
REFERS: Final = frozenset(("both", "feature", "it", "support", "that", "these", "they", "this", "those"))
"""Words by which a sentence is about the one before it, behind an article and leads at most."""
_HOLD_LIST: Final = (
    "accurate be been can case correct did do does fact has have hold holds is right so true was work works"
)
HOLDS: Final = frozenset(_HOLD_LIST.split())
"""Words of which a denial of something consists: `That is not the case`, `It never did`."""
_AFTERTHOUGHT_LIST: Final = """
    actually alas april correction haha just nah nope or psych really regrettably right sadly scratch so sorry still
    unfortunately update well
"""
AFTERTHOUGHTS: Final = frozenset(_AFTERTHOUGHT_LIST.split())
"""Words with which a next sentence begins that may take back what was said."""
_LEAD_LIST: Final = """
    additionally also and as currently finally here in indeed moreover new note now of on release since this today
    update version with yes
"""
LEADS: Final = frozenset(_LEAD_LIST.split())
"""Words that may stand before a statement, beside dates and versions, and change nothing about it."""
