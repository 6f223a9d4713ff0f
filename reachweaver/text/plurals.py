"""Simple English plurals (specification, *Feature claims*): takes folded words, gives the forms they are compared in.

Nothing here knows verbs or irregular plurals (`people`). Where spelling alone cannot tell what the singular is
(`caches` of `cache`, `matches` of `match`), both sides meet all the same: `forms` of either holds `singular` of
the other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final


@lru_cache(maxsize=8192)
def singular(word: str) -> str:
    """The singular of a folded plural, or the word itself; a best guess where spelling cannot tell."""
    if not _may_be_plural(word):
        return word
    if word in _LISTED:
        return _LISTED[word]
    for ending, replacement in _ENDINGS:
        if word.endswith(ending) and len(word) > 4:
            return word.removesuffix(ending) + replacement
    return word[:-1]


@lru_cache(maxsize=8192)
def forms(word: str) -> frozenset[str]:
    """What `singular` may give for this word, for its plural and for its singular."""
    nouns = [word, *_possible_singulars(word)] if _may_be_plural(word) else [word]
    plurals = filter(_may_be_plural, _possible_plurals(word))
    return frozenset((*nouns, *map(singular, nouns), *map(singular, plurals)))


def _may_be_plural(word: str) -> bool:
    if len(word) < 3 or not word.endswith("s") or not word[-2].isalpha() or word in _NO_PLURALS:
        return False
    return word in _LISTED or not word.endswith(_SINGULAR_ENDINGS)


def _possible_singulars(word: str) -> list[str]:
    singulars = [word[:-1]]
    if word.endswith("es") and len(word) > 4:
        singulars.append(word[:-2])
    if word.endswith("ies") and len(word) > 4:
        singulars.append(word[:-3] + "y")
    return singulars


def _possible_plurals(word: str) -> list[str]:
    plurals = [] if word.endswith("s") else [word + "s"]
    if word.endswith(("s", "x", "z", "ch", "sh", "o")):
        plurals.append(word + "es")
    if word.endswith("y"):
        plurals.append(word[:-1] + "ies")
    return plurals


_SINGULAR_ENDINGS: Final = ("ss", "us", "sis", "xis", "polis")

_ENDINGS: Final = (
    ("ies", "y"),
    ("sses", "ss"),
    ("shes", "sh"),
    ("ches", "ch"),
    ("xes", "x"),
    ("tzes", "tz"),
    ("zzes", "zz"),
    ("oes", "o"),
    ("theses", "thesis"),
    ("houses", "house"),
    ("auses", "ause"),
    ("uses", "us"),
)
"""The first that a plural ends in tells its singular; all other plurals lose their s."""

_ENDING_IN_E: Final = """
    abuses aches apaches avalanches axes backaches brioches caches calories canoes cliches cookies creches
    excuses foes foodies fuses genies headaches heartaches hoodies horseshoes indies moustaches movies muses
    newbies niches oboes pastiches porsches psyches quiches reuses rookies ruses selfies shoes smoothies snowshoes
    spouses toes toothaches uses veggies woes zombies
"""
_ENDING_AS_A_SINGULAR_DOES: Final = (
    "apus cpus dpus emus fpus gnus gpus gurus ipus menus npus skus submenus taxis tpus vpus"
)

_LISTED: Final[dict[str, str]] = {
    **{word: word[:-1] for word in (_ENDING_IN_E + _ENDING_AS_A_SINGULAR_DOES).split()},
    **{f"{word}es": word for word in ("alias", "atlas", "bias", "canvas", "chaos", "gas", "iris", "lens")},
    "analyses": "analysis",
    "crises": "crisis",
    "diagnoses": "diagnosis",
    "ellipses": "ellipsis",
    "emphases": "emphasis",
    "oases": "oasis",
    "quizzes": "quiz",
}

_NO_PLURAL: Final = """
    aes aids alias always analytics atlas aws besides bias bis bios canvas chaos chassis christmas cms cosmos css
    debris des dis dns dos ecs eks ens eps ethos fps gas gcs gis gps has his hls https iaas iis ios ipados
    iris its jenkins js kansas kubernetes kudos las lens macos mars mathematics mps nas nats news nls nos oas ops oss
    overseas paas pancreas paris pathos perhaps physics pos postgres ras rds redis saas sas series sis sms sns sos
    species sqs tennis texas this tls tos tts tvos ups vegas vps was watchos whereas yes
"""
_NO_PLURALS: Final = frozenset(_NO_PLURAL.split())
"""Words that end in s and are no plural, beyond those that their ending tells."""
