"""Release language: what announces a release, and which evidence is one."""

from __future__ import annotations

import pytest

from reachweaver.checks.unsupported_release import check
from reachweaver.report import Finding, Grounded
from tests.checks.marked import assert_finds, context


@pytest.mark.parametrize(
    "marked",
    [
        "We ⟦released⟧ the atlas, ⟦launched⟧ the site and ⟦shipped⟧ the index.",
        "The atlas is ⟦now available⟧, ⟦available now⟧, ⟦available today⟧ and ⟦generally available⟧.",
        "The page ⟦is live⟧, the pages ⟦are live⟧, it ⟦is now live⟧, ⟦it’s live⟧ and ⟦we're live⟧.",
        "It ⟦went live⟧, it ⟦goes live⟧, and it is ⟦going live⟧ tonight.",
        "The atlas is ⟦out now⟧. It is ⟦now out⟧. It is ⟦finally here⟧.",
        "The atlas is ⟦now shipping⟧, ⟦shipping today⟧ and, in Leeds, ⟦shipping this week⟧. ⟦It’s out⟧! ⟦It's finally out⟧.",
        "Free shipping ⟦now available⟧.",
        "⟦Out today⟧: the atlas. It ⟦is out today⟧, and the maps ⟦are out everywhere⟧. 🗺️ ⟦Out today⟧! New atlas ⟦out now⟧.",
        "We ⟦rolled out⟧ the atlas, and it is ⟦rolling out⟧ to all.",
        "The atlas ⟦launches today⟧, ⟦ships today⟧ and is ⟦now in beta⟧.",
        "A ⟦relaunched⟧, ⟦re-released⟧, newly-⟦launched⟧ atlas.",
        "Not yet ⟦released⟧, never ⟦shipped⟧: a denial is wording, too.",
        "⟦RELEASED⟧. ⟦ｒｅｌｅａｓｅｄ⟧. ⟦re\u00adleased⟧. ⟦Now\navailable⟧. ⟦now  available⟧. ⟦Is\u00a0live⟧.",
        "アトラスを⟦released⟧しました",
        "⟦Live now⟧\n\nThe atlas. (⟦Live now⟧) _⟦Live now⟧_ **⟦Live now⟧** ⟦Live now⟧ 🎉 ⟦live now⟧… ⟦live now⟧ #atlas ⟦live now⟧ | ⟦live now⟧ https://a.example",
        "_⟦Out today⟧_ 1️⃣ ⟦Out today⟧ ⟦It's out⟧ – at last. ⟦It's out⟧ → here. “⟦It's out⟧” (⟦It's out⟧) **⟦it's out⟧**",
        "⟦It's out⟧\n\nThe atlas. ⟦It's out⟧ 🎉 ⟦It's now out⟧: the atlas. ⟦It's out⟧ #atlas ⟦It's out⟧ https://a.example",
    ],
)
def test_phrases(marked: str) -> None:
    """Each phrase is found as whole words, in any case, width and white space; the span is the phrase alone."""
    assert_finds(check, marked)


@pytest.mark.parametrize(
    "body",
    [
        "The unreleased atlas, an un-released one and a to-be-released one.",
        "Our release notes, a press release, all our releases.",
        "A launch party, two launches, a launcher and a launchpad.",
        "The shipment, the shipping desk, the ships, a shipyard and a workshop.",
        "The atlas ships with an index.",
        "It is available on paper.",
        "We live here, it is alive, the index is lively and delivered.",
        "This is live music, and it is live-streamed.",
        "The lights are out of order, and now out of sight.",
        "The rollout is later, and we rolled out the red carpet.",
        "Find out now. Check it out now! Try them out now, sign out now, or go\nout now.",
        "They went out today. It's out of paper.",
        "We live now in Leeds. Where do you live now? It's out, they say, it's out & about, is it's out?",
        "Free shipping this week! Express shipping today, now with free shipping.",
        "Now\n\navailable is split, and so is\n \nlive.",
        "#released @released https://example.org/released released@example.org",
    ],
)
def test_what_announces_nothing(body: str) -> None:
    """Nouns, longer words, other meanings, names and a blank line inside announce nothing."""
    assert_finds(check, body)


def test_a_name_hides_no_phrase_behind_it() -> None:
    """A wording that begins in a hashtag or a handle is none, but what stands behind the name is found."""
    assert_finds(check, "#launch ⟦now available⟧, @releases ⟦now in beta⟧, and #out now")


def test_a_cited_release_grounds() -> None:
    """Any cited release grounds every release phrase, whatever its text says."""
    body = "We released the atlas, and it is live."
    results = list(check(context(body, cited=["An index", "A lamp", "A desk"], releases=["c1", "c3"])))
    assert results == [
        Grounded(type="release", span="released", start=3, end=11, matched_evidence=("c1", "c3")),
        Grounded(type="release", span="is live", start=30, end=37, matched_evidence=("c1", "c3")),
    ]


def test_words_alone_ground_nothing() -> None:
    """Evidence that is no release grounds no release phrase, even with the same words."""
    (result,) = check(context("We released the atlas.", cited=["We released the atlas."], uncited=["A lamp"]))
    assert isinstance(result, Finding)
    assert (result.code, result.severity, result.category) == ("unsupported_release", "error", None)
    assert result.matched_evidence == ()
    assert result.message == (
        '"released" announces a release, and no cited evidence is one.'
        ' Cite evidence of kind "release" or with a releases URL, or say what is true today.'
    )


@pytest.mark.parametrize(
    ("releases", "hint"),
    [
        (["u2"], "u2 is one, which the variant does not cite."),
        (["u1", "u2"], "u1 and u2 are some, which the variant does not cite."),
    ],
)
def test_an_uncited_release_is_named(releases: list[str], hint: str) -> None:
    """A finding names the releases that the variant does not cite."""
    (result,) = check(context("It is live.", cited=["A lamp"], uncited=["A lamp", "A desk"], releases=releases))
    assert isinstance(result, Finding)
    assert result.matched_evidence == tuple(releases)
    assert result.message == (
        '"is live" announces a release, and no cited evidence is one.'
        f' Cite evidence of kind "release" or with a releases URL: {hint}'
    )
