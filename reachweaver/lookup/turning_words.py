"""English words that may turn what a statement beside them says, or that cannot: sets of folded words."""

from __future__ import annotations

from typing import Final

_HEDGE_LIST: Final = """
    allegedly apparently could if likely may maybe might perhaps possibly probably reportedly seemingly should
    supposedly unless whether would
"""
HEDGES: Final = frozenset(_HEDGE_LIST.split())
"""Words of a mere possibility."""
_TURN_LIST: Final = """
    according almost alpha although argue argued argues assume assumes barely believe believed believes beta but
    claim claimed claims coming denied denies deny deprecated despite discontinued doubt doubts dropped eventually
    except experimental experimentally fake false falsely formerly future goal haha hardly hoax hope hoped hopes
    however imagine incorrect incorrectly instead joke kidding least lie lies limitation limitations limited limits
    merely misleading myth myths nearly nobody none nonsense nothing once only paper part partial partially partly
    planned preview previously prototype rarely rather removed report reported reports rumor rumored rumors rumour
    rumoured rumours said say saying says seldom soon suggest suggests suppose than theory think thinks though
    thought until untrue upcoming when where while will wish wishes without wrong wrongly yet
"""
TURNS: Final = HEDGES | frozenset(_TURN_LIST.split())
"""Words that may turn what is said beside them, hedges included."""
_FALSE_LIST: Final = """
    fake false hoax incorrect joke kidding lie misconception misconceptions myth myths nonsense untrue wrong
"""
FALSE: Final = frozenset(_FALSE_LIST.split())
"""Words of a sentence that take back what the one before it or behind it says, whatever they are about."""
ENDED: Final = frozenset(("changed", "deprecated", "discontinued", "dropped", "ended", "removed"))
"""The same of one that is about what was said."""
REFERS: Final = frozenset(("it", "that", "this"))
"""Words by which a sentence is about the one before it, at its beginning."""
_HOLD_LIST: Final = "accurate be been case correct did do does fact has have is right so true was"
HOLDS: Final = frozenset(_HOLD_LIST.split())
"""Words of which a denial of something consists: `That is not the case`, `It never did`."""
AFTERTHOUGHTS: Final = frozenset(
    ("actually", "alas", "haha", "just", "or", "regrettably", "sadly", "so", "sorry", "unfortunately", "update", "well")
)
"""Words with which a next sentence begins that may take back what was said."""
_LEAD_LIST: Final = """
    additionally also and as currently finally here in indeed moreover new note now of on release since this today
    update version with yes
"""
LEADS: Final = frozenset(_LEAD_LIST.split())
"""Words that may stand before a statement, beside dates and versions, and change nothing about it."""
