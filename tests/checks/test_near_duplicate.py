from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import pytest
from hypothesis import given, settings, strategies as st

from reachweaver.checks import near_duplicate
from reachweaver.checks.near_duplicate import DuplicateIndex, duplicate_finding
from reachweaver.report import Finding
from reachweaver.text.prose import Prose
from reachweaver.text.shingles import changed_shingles, jaccard_index, shingles, similarity

bodies = st.lists(st.sampled_from(["ink", "pen", "nib", "a", "b", "c"]), max_size=9).map(" ".join)
thresholds = st.sampled_from([0.0, 0.1, 0.2, 0.25, 1 / 3, 0.5, 0.6, 2 / 3, 0.7, 0.9, 1.0]) | st.floats(0, 1)


@pytest.fixture(autouse=True, scope="module", params=[0, 12], ids=["chosen", "all"])
def _few(request: pytest.FixtureRequest) -> Iterator[None]:
    """Once as in a large campaign, where an entry is compared with chosen others, once as in a small one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(near_duplicate, "_ALL", request.param)
        yield


def near_duplicates(bodies: Sequence[tuple[str | None, Prose]], threshold: float) -> Iterator[tuple[int, Finding]]:
    """The finding of each pair of bodies, which come with their variants' ids, and the index of the later one."""
    for later, earlier, score in DuplicateIndex().update([body for _, body in bodies], threshold):
        yield later, duplicate_finding(bodies[earlier][0], earlier, score, threshold)


def pairs_of(texts: Sequence[str], threshold: float = 0.6) -> list[tuple[int, str | None, float | None]]:
    variants = [(f"v{number}", Prose(text)) for number, text in enumerate(texts)]
    return [(later, found.other_variant_id, found.similarity) for later, found in near_duplicates(variants, threshold)]


def naive(proses: Sequence[Prose], threshold: float) -> list[tuple[int, int, float]]:
    """The definition: every pair of bodies with words, compared."""
    sets = [shingles(prose) for prose in proses]
    scores = [
        (later, earlier, similarity(sets[later], sets[earlier]))
        for later in range(len(sets))
        for earlier in range(later)
        if sets[later] and sets[earlier]
    ]
    return [pair for pair in scores if pair[2] >= threshold]


def test_a_pair_is_reported_on_the_later_variant() -> None:
    """The finding names the earlier one and the similarity, rounded to 4 places."""
    one = "Every figure in the spring report now links to the table it came from, and to nothing else."
    assert list(near_duplicates([("a", Prose(one)), ("b", Prose(one.replace("spring", "autumn")))], 0.6)) == [
        (
            1,
            Finding(
                code="near_duplicate",
                severity="warning",
                message='Reads nearly like variant "a": their similarity is 0.6842, the threshold 0.6.'
                " Rewrite one of the two.",
                other_variant_id="a",
                similarity=0.6842,
            ),
        )
    ]


def test_the_same_wording_is_called_so() -> None:
    """A variant without an id is named by its place."""
    found = list(near_duplicates([(None, Prose("Draft day")), ("b", Prose("draft  DAY"))], 0.6))
    assert [(later, one.message, one.similarity, one.other_variant_id) for later, one in found] == [
        (1, "The wording is that of variant number 1. Rewrite one of the two.", 1.0, None)
    ]


def test_all_pairs_of_a_group_are_reported() -> None:
    """Three alike are three pairs, ordered by the later and then the earlier variant."""
    texts = [
        "Small drafts travel well on Mondays.",
        "SMALL drafts travel well on Mondays",
        "Small drafts travel well on Tuesdays.",
    ]
    assert pairs_of(texts) == [(1, "v0", 1.0), (2, "v0", 0.6), (2, "v1", 0.6)]


@pytest.mark.parametrize(
    ("texts", "threshold", "pairs"),
    [
        (["Read every source before you post.", "Read every source before you share."], 0.6, [(1, "v0", 0.6)]),
        (["Read every source before posting.", "Read every source before sharing."], 0.6, []),
        (["Read every source before posting.", "Read every source before sharing."], 0.5, [(1, "v0", 0.5)]),
        (["a b c d e f g h i j k l", "a b c x y z"], 0.1, []),
        (["a b c d e f g h", "a b c x y z w"], 0.1, [(1, "v0", 0.1)]),
        (["a b c d", "a b c"], 1.0, []),
        (["a b c d", "a b c d!"], 1.0, [(1, "v0", 1.0)]),
        (["", "", "🎉", "🎉", "…"], 0.6, []),
        (["", "", "Hi", "Hi"], 0.0, [(3, "v2", 1.0)]),
        (["one", "two", ""], 0.0, [(1, "v0", 0.0)]),
        (["https://example.org/a #launch", "https://example.net/b #launch", "@team"], 0.6, [(1, "v0", 1.0)]),
    ],
)  # fmt: skip
def test_thresholds_and_short_texts(
    texts: list[str], threshold: float, pairs: list[tuple[int, str | None, float | None]]
) -> None:
    """At or above the threshold counts; at 0 every pair of texts with words does; texts without words never."""
    assert pairs_of(texts, threshold) == pairs


@settings(max_examples=200)
@given(st.lists(bodies, max_size=12), thresholds)
def test_the_index_finds_what_comparing_all_pairs_finds(texts: list[str], threshold: float) -> None:
    """The filters lose no pair and invent none, at any threshold."""
    proses = [Prose(text) for text in texts]
    assert DuplicateIndex().update(proses, threshold) == naive(proses, threshold)


@settings(max_examples=150)
@given(st.lists(bodies, min_size=8, max_size=12), st.data(), thresholds)
def test_an_index_that_is_kept_says_what_a_new_one_says(
    texts: list[str], data: st.DataObject, threshold: float
) -> None:
    """After variants were changed, added, removed, moved or repeated, an update gives the result of a fresh start."""
    index = DuplicateIndex()
    proses = [Prose(text) for text in texts]
    index.update(tuple(proses), threshold)
    for _ in range(4):
        at = data.draw(st.integers(0, len(proses) - 1))
        step = data.draw(st.sampled_from(["change", "same", "add", "remove", "move", "repeat", "threshold"]))
        if step == "change":
            proses[at] = Prose(data.draw(bodies))
        elif step == "same":
            proses[at] = Prose(proses[at].original)
        elif step == "add":
            proses.insert(at, Prose(data.draw(bodies)))
        elif step == "remove" and len(proses) > 1:
            del proses[at]
        elif step == "move":
            proses.append(proses.pop(at))
        elif step == "repeat":
            proses.append(proses[at])
        else:
            threshold = data.draw(thresholds)
        assert index.update(tuple(proses), threshold) == naive(proses, threshold)


texts = st.lists(st.sampled_from(["ink", "pen", "nib", "a", "b", "-", "c.de"]), min_size=4, max_size=24).map(" ".join)


@settings(max_examples=150)
@given(texts, st.data(), st.sampled_from([0.0, 0.3, 0.5, 0.6, 0.9, 1.0]))
def test_typing_in_bodies_that_are_alike_keeps_their_pairs_right(
    text: str, data: st.DataObject, threshold: float
) -> None:
    """Letter by letter, pairs come and go as if all bodies were compared anew."""
    proses = [Prose(text) for _ in range(data.draw(st.integers(2, 5)))] + [Prose(data.draw(texts))]
    index = DuplicateIndex()
    for _ in range(12):
        assert index.update(tuple(proses), threshold) == naive(proses, threshold)
        at = data.draw(st.integers(0, len(proses) - 1))
        was = proses[at].original
        start = data.draw(st.integers(0, len(was)))
        end = min(start + data.draw(st.sampled_from([0, 0, 1, 4, 99])), len(was))
        typed = data.draw(st.sampled_from(["", "", "x", " ", " pen", "ink pen nib a b ", text]))
        proses[at] = Prose(was[:start] + typed + was[end:])


NUMBERED = [f"{start}{end}" for start in ("ink", "pen", "nib") for end in range(12)]


@pytest.mark.parametrize("threshold", [0.2, 0.6, 1.0])
def test_a_text_that_is_typed_again_becomes_a_duplicate_in_time(threshold: float) -> None:
    """Letter by letter, here and there in turn, and away again: the pair comes and goes where comparing anew says."""
    text, other = " ".join(NUMBERED), " ".join(reversed(NUMBERED))
    typed = [text[:end] for end in range(1, len(text) + 1)]
    index, proses = DuplicateIndex(), [Prose(text), Prose(other), Prose(other), Prose("Something else")]
    for number, start in enumerate([*typed, *reversed(typed)]):
        proses[1] = Prose(f"{start} {other}" if number % 7 else start)
        if number % 5 == 0:
            proses[2] = Prose(f"{other[:100]}{start}{other[100:]}")
        assert index.update(tuple(proses), threshold) == naive(proses, threshold)


def test_typing_in_a_text_unlike_all_others_reads_it_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as no few words can make it like another one, its words are left alone."""
    read: list[str] = []

    def reading(former: Prose, prose: Prose) -> dict[str, int]:
        read.append(prose.original)
        return changed_shingles(former, prose)

    monkeypatch.setattr("reachweaver.checks.near_duplicate.changed_shingles", reading)
    text, other = " ".join(NUMBERED), "Something else again"
    index = DuplicateIndex()
    index.update((Prose(text), last := Prose(other)), 0.6)
    for typed in ("e", "ex", "ext", "extr", "extra"):
        assert index.update((typing := Prose(f"{text} {typed}"), last), 0.6) == []
    assert read == []
    assert index.update((typing, Prose(f"{text} {other}")), 0.6) == [(1, 0, 34 / 38)]
    assert read == [f"{text} extra", f"{text} {other}"]


def test_what_has_nothing_to_do_with_the_pairs_leaves_them_as_they_are() -> None:
    """While one types in a body that is like no other, the pairs are the same object."""
    alike = [Prose("Drafts in a calendar for the team"), Prose("Drafts in a calendar for all the team")]
    index = DuplicateIndex()
    pairs = index.update((*alike, Prose("Something else for the team")), 0.3)
    assert pairs == [(1, 0, 3 / 8)]
    assert index.update((*alike, Prose("Something else for all the team")), 0.3) is pairs
    assert index.update((*alike, Prose("Drafts in a calendar for the team")), 0.3) == [
        *pairs,
        (2, 0, 1.0),
        (2, 1, pairs[0][2]),
    ]


@settings(max_examples=150)
@given(st.lists(bodies, max_size=12), st.data(), thresholds, st.integers(0, 12))
def test_of_too_many_pairs_the_first_are_named(
    texts: list[str], data: st.DataObject, threshold: float, most: int
) -> None:
    """However an index came to its bodies, it gives the first pairs of all that there are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("reachweaver.checks.near_duplicate.MOST_PAIRS", most)
        index, proses = DuplicateIndex(), [Prose(text) for text in texts]
        for _ in range(3):
            assert index.update(tuple(proses), threshold) == naive(proses, threshold)[:most]
            if proses:
                proses[data.draw(st.integers(0, len(proses) - 1))] = Prose(data.draw(bodies))


def test_variants_that_are_all_alike_are_not_all_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three thousand copies of one text a hundred thousand pairs are named, at the cost of two looks at each."""
    compared: list[int] = []

    def counting(common: int, left: int, right: int) -> float:
        compared.append(1)
        return jaccard_index(common, left, right)

    monkeypatch.setattr("reachweaver.checks.near_duplicate.jaccard_index", counting)
    monkeypatch.setattr("reachweaver.text.shingles.jaccard_index", counting)
    pairs = DuplicateIndex().update([Prose("Drafts in a calendar for the whole team") for _ in range(3000)], 0.6)
    in_order = ((later, earlier, 1.0) for later in range(3000) for earlier in range(later))
    assert pairs == list(islice(in_order, 100_000))
    assert len(compared) <= 2 * 100_000 + 1000


def test_an_edit_of_one_variant_compares_only_what_can_be_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a first check of 400 variants nor an edit of one compares all pairs."""
    compared: list[int] = []

    def counting(common: int, left: int, right: int) -> float:
        compared.append(1)
        return jaccard_index(common, left, right)

    monkeypatch.setattr("reachweaver.checks.near_duplicate.jaccard_index", counting)
    proses = [Prose(f"Save 5% on seat {number} in the hall of row {number % 7} tonight") for number in range(400)]
    index = DuplicateIndex()
    first = index.update(tuple(proses), 0.9)
    after_first = len(compared)
    proses[200] = Prose("Save 5% on seat 999 in the hall of row 999 tonight")
    assert index.update(tuple(proses), 0.9) == first == []
    assert after_first <= 2 * 400
    assert len(compared) - after_first <= 400
