from __future__ import annotations

import re

import pytest
from hypothesis import example, given, strategies as st

from reachweaver.text.plurals import forms, singular
from reachweaver.text.prose import Prose
from reachweaver.text.words import URL_WORD, term_set, terms, tokens


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don’t stop: it's OUR café!", ["don't", "stop", "it's", "our", "café"]),
        ("off-line, cloud‑native", ["off", "line", "cloud", "native"]),
        ("Read https://example.org/a/b, www.example.org or example.org.", ["read", URL_WORD, URL_WORD, "or", URL_WORD]),
        ("明天去Kyoto见、カメラー", ["明", "天", "去", "kyoto", "见", "カ", "メ", "ラ", "ー"]),
        ("ตลาด\u200bทะเล กาแฟ", ["ตลาด", "ทะเล", "กาแฟ"]),
        ("안녕하세요 세계", ["안녕하세요", "세계"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("1,000 K8s 🎉 ½ cup", ["1", "000", "k8s", "½", "cup"]),
        ("'quoted' teams' rock'n'roll", ["quoted", "teams", "rock'n'roll"]),
        ("… — 🎉", []),
        ("", []),
    ],
)
def test_tokens(text: str, words: list[str]) -> None:
    """Words are folded, each URL is the same token, each Han or kana character is one."""
    assert list(tokens(Prose(text))) == words


@given(st.text(st.sampled_from("ab1'' -_+é😀—"), max_size=14))
@example("a''b 'a' a'1'")
def test_a_word_is_letters_and_digits_with_apostrophes_inside(text: str) -> None:
    """Whatever stands around words, and whether or not all of them are ASCII."""
    assert tokens(Prose(text)) == re.findall(r"[ab1é]+(?:'[ab1é]+)*", text)


def test_terms_know_where_they_stand() -> None:
    """A term has its word, its singular without possessive, and its offsets in the folded text."""
    prose = Prose("Uses Mastodon’s Queues via https://example.org/queues or Example.org")
    found = [(term.word, term.term, prose.folded.text[term.start : term.end]) for term in terms(prose, 5, 80)]
    assert found == [
        ("mastodon's", "mastodon", "mastodon's"),
        ("queues", "queue", "queues"),
        ("via", "via", "via"),
        ("or", "or", "or"),
        ("example", "example", "example"),
        ("org", "org", "org"),
    ]


def test_terms_of_a_part_leave_out_the_rest() -> None:
    """Only words between the two offsets are read, also when they lie in a URL."""
    prose = Prose("one two https://example.org/three four")
    assert [term.term for term in terms(prose, 4, 20)] == ["two"]
    assert [term.term for term in terms(prose, 10, 38)] == ["four"]
    assert terms(prose, 3, 3) == ()


def test_offsets_hold_where_folding_changes_the_length() -> None:
    """URLs are left out at the right place after characters that fold to several."""
    prose = Prose("Große ẞ https://example.org/a Maße")
    assert [term.term for term in terms(prose, 0, 99)] == ["grosse", "ss", "masse"]


PAIRS = """
    queue/queues cache/caches policy/policies box/boxes status/statuses class/classes match/matches movie/movies
    cookie/cookies hero/heroes photo/photos canvas/canvases alias/aliases api/apis cpu/cpus menu/menus size/sizes
    analysis/analyses quiz/quizzes database/databases lens/lenses bus/buses key/keys reply/replies hash/hashes
    index/indexes house/houses clause/clauses gas/gases niche/niches thesis/theses webhook/webhooks emoji/emojis
    metric/metrics ad/ads process/processes release/releases series/series news/news video/videos branch/branches
    category/categories archive/archives taxi/taxis use/uses response/responses virus/viruses wiki/wikis café/cafés
"""


@pytest.mark.parametrize(("one", "many"), [pair.split("/") for pair in PAIRS.split()])
def test_singular_and_plural_meet(one: str, many: str) -> None:
    """Whichever of the two the claim has, and whichever the evidence, one grounds the other."""
    assert (singular(one), singular(many)) == (one, one)
    assert singular(many) in forms(one)
    assert singular(one) in forms(many)


UNKNOWN_PAIRS = "blorch/blorches blorche/blorches drie/dries dry/dries fux/fuxes nuse/nuses zorus/zoruses plas/plases"


@pytest.mark.parametrize(("one", "many"), [pair.split("/") for pair in UNKNOWN_PAIRS.split()])
def test_nouns_in_no_list_meet_too(one: str, many: str) -> None:
    """Where spelling cannot tell the singular, every possible one is looked for."""
    assert singular(many) in forms(one)
    assert singular(one) in forms(many)


@pytest.mark.parametrize(
    "word",
    [
        "css",
        "dns",
        "is",
        "as",
        "kubernetes",
        "status",
        "canvas",
        "analytics",
        "always",
        "k8s",
        "ios",
        "lens",
        "basis",
        "s",
    ],
)
def test_words_that_end_in_s_are_no_plurals_by_that(word: str) -> None:
    """A word that only looks like a plural stays as it is."""
    assert singular(word) == word


@pytest.mark.parametrize(
    ("claimed", "evidence"),
    [("scheduling", "schedule"), ("canva", "canvas"), ("canvas", "canva"), ("posting", "posts"), ("k8", "k8s")],
)
def test_other_words_do_not_meet(claimed: str, evidence: str) -> None:
    """Verbs are not stemmed, and a name is not the singular of another word."""
    assert singular(claimed) not in forms(evidence)


def test_the_terms_of_evidence_hold_both_numbers() -> None:
    """Evidence in the plural grounds a claim in the singular, and its URLs ground nothing."""
    found = term_set(Prose("Mastodon’s CACHES, see https://example.org/boxes"))
    assert {"mastodon", "cache", "caches"} <= found
    assert "box" not in found
