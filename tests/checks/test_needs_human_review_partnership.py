"""Partnership and endorsement language: who is said to stand behind something."""

from __future__ import annotations

import pytest

from reachweaver.checks.needs_human_review.partnership import check
from tests.checks.marked import assert_finds, assert_grounds, findings, grounded


@pytest.mark.parametrize(
    "marked",
    [
        "We ⟦partnered with⟧ the Harbour Library.",
        "We ⟦partner with⟧ them; she ⟦partners with⟧ them; we are ⟦partnering with⟧ them.",
        "A ⟦partnership with⟧ the library, made ⟦in partnership with⟧ the city.",
        "Made ⟦in collaboration with⟧ the library; we ⟦collaborated with⟧ them and ⟦teamed up with⟧ them.",
        "We ⟦joined forces with⟧ the library, an ⟦official partner of⟧ the city.",
        "⟦Endorsed by⟧ the library, with an ⟦endorsement from⟧ the city.",
        "⟦Trusted by⟧ the library, ⟦used by⟧ the city, ⟦sponsored by⟧ nobody.",
        "⟦Recommended by⟧ the library, ⟦loved by⟧ the city.",
        "Not ⟦endorsed by⟧ anyone: a denial is wording, too.",
        "⟦TRUSTED BY⟧ the library. ⟦ｔｒｕｓｔｅｄ　ｂｙ⟧ the library. ⟦trus\u00adted by⟧ it.",
        "⟦Trusted\nby⟧ the library. ⟦Trusted  \r\n by⟧ it. ⟦Trusted\u00a0by⟧ it. ⟦Trusted\u2028by⟧ it.",
        "Widely-⟦used by⟧ the library.",
        "We are ⟦collaborating with⟧ the library and ⟦teaming up with⟧ it. It ⟦collaborated with⟧ your city.",
        "The library ⟦partnered with⟧ us and ⟦teamed up with⟧ you. We ⟦join forces with⟧ users.",
    ],
)
def test_phrases(marked: str) -> None:
    """Each phrase is found as whole words, in any case, width and white space; the span is the phrase alone."""
    assert_finds(check, marked)


@pytest.mark.parametrize(
    "body",
    [
        "The lamp stayed unused by anyone.",
        "We used bytes, and the crane was used bystanders say.",
        "We used by-products of the mill.",
        "A tool re-used by nobody and a word mis-used by all.",
        "Dark mode is used by default, and the switch by hand.",
        "Easily trusted\n\nby nobody.",
        "Easily trusted\n \t\nby nobody.",
        "Easily trusted\u2029by nobody.",
        "Our partner is with us, used, by the way.",
        "Partner with us! We partner with you. Team up with us, collaborate with us, or join forces with me.",
        "Collaborate with your team in real time. Collaborating with others is easy. Team up with a friend!",
        "#usedby @trustedby https://example.org/used by nobody",
        "It was overused by many and mistrusted by all.",
    ],
)
def test_what_is_no_partnership(body: str) -> None:
    """Longer words, hyphenated ones, defaults, names, other punctuation and a blank line inside make no phrase."""
    assert_finds(check, body)


@pytest.mark.parametrize(
    "marked",
    [
        "⟦Backed by⟧ Harbour Capital.",
        "⟦Backed by⟧ the Harbour Library.",
        "⟦Chosen by⟧\nHarbour Library, ⟦as featured in⟧ Harbour News and ⟦as seen on⟧ TV.",
        "The lamp, as featured in our shop.",
        "Every figure is backed by a source.",
        "The title was chosen by the night desk.",
    ],
)
def test_backing_needs_a_name(marked: str) -> None:
    """Sources back figures: words for backing and choosing endorse only where a name follows."""
    assert_finds(check, marked)


def test_the_phrase_grounds() -> None:
    """Cited evidence grounds a phrase by containing the same phrase."""
    assert_grounds(check, "⟦Trusted by⟧ the library.", cited=["It is trusted\nby the city."])
    assert_finds(check, "⟦Trusted by⟧ the library.", cited=["We trusted bystanders.", "It is used by the city."])
    (entry,) = grounded(check, "Used by the city.", cited=["Unused by us.", "USED BY all.", "used by some"])
    assert (entry.type, entry.span, entry.matched_evidence) == ("partnership", "Used by", ("c2", "c3"))


def test_an_uncited_phrase_is_named() -> None:
    """A finding is for review, and names the uncited evidence that has the phrase."""
    (finding,) = findings(check, "Used by the city.", uncited=["Unused by us.", "Used by the city."])
    assert (finding.code, finding.severity, finding.category) == ("needs_human_review", "review", "partnership")
    assert finding.matched_evidence == ("u2",)
    assert finding.message == (
        '"Used by" claims a partnership or an endorsement, and no cited evidence has these words.'
        " They stand in u2, which the variant does not cite."
    )
