from __future__ import annotations

import pytest

from reachweaver.brand import Rules
from reachweaver.checks.banned_phrase import check
from reachweaver.report import Finding
from tests.checks.marked import unmarked
from tests.checks.ruled import assert_spans, context, findings


@pytest.mark.parametrize(
    ("phrases", "marked"),
    [
        (["guaranteed growth"], "⟦Guaranteed Growth⟧ in a week, ⟦GUARANTEED\u00a0growth⟧ for all."),
        (["hack", "AI"], "The hackathon maintainers said: no ⟦ai⟧."),
        (["game changer"], "A ⟦game\nchanger⟧, a game\n\nchanger, a gamechanger."),
        (["you won't believe"], "⟦You won’t  believe⟧ it, ⟦you wonʼt believe⟧ it."),
        (["you won’t believe"], "⟦You won't believe⟧ it."),
        (["cutting-edge"], "A ⟦cutting‑edge⟧ pencil, a ⟦cutting－edge⟧ nib, a cutting–edge."),
        (["guaranteed"], "⟦Gua\u00adran\u200bteed⟧\u200b ink."),
        (["synergy"], "No ⟦ｓｙｎｅｒｇｙ⟧ here, no #⟦synergy⟧, no synergy_club."),
        (["flash sale"], "A ⟦ﬂash sale⟧."),
        (["naïve"], "So ⟦nai\u0308ve⟧."),
        (["무료"], "\u1106\u116e\u1105\u116d료? ⟦\u1106\u116e\u1105\u116d⟧!"),
        (["grosse"], "⟦GROẞE⟧ Freude, İİ ⟦große⟧."),
        (["to the moon 🚀"], "We go ⟦to the moon 🚀⟧."),
        (["No. 1!", "C++", "100% free*"], "⟦No. 1!⟧ It is ⟦100% free*⟧ in ⟦C++⟧."),
        (["10x your output"], "⟦10x your output⟧, not 110x your output."),
        (["cure"], "Procurement, secure, and a ⟦cure⟧-all."),
        (["絶対"], "⟦絶対⟧に売れます。"),
        (["very"], "⟦very⟧, ⟦very⟧ good"),
        (["İstanbul"], "⟦İSTANBUL⟧"),
    ],
)
def test_every_occurrence_is_found_where_it_stands(phrases: list[str], marked: str) -> None:
    """Each phrase is an error at each place where it stands as whole words, with the original text as span."""
    variant = context(unmarked(marked)[0], rules=Rules(banned_phrases=tuple(phrases)))
    assert_spans(check, marked, variant)


def test_two_phrases_at_one_place_are_two_findings() -> None:
    """A phrase within another one is reported too."""
    variant = context("A real game changer.", rules=Rules(banned_phrases=("game changer", "game")))
    assert [one.span for one in findings(check, variant)] == ["game changer", "game"]


def test_a_finding_names_the_phrase_as_it_is_listed() -> None:
    """The message shows what stands in the text and what stands in the list."""
    variant = context("So VIRAL.", rules=Rules(banned_phrases=("viral",)))
    assert findings(check, variant) == [
        Finding(
            code="banned_phrase",
            severity="error",
            message='"VIRAL" is a phrase that the brand bans (listed as "viral"). Take it out or reword it.',
            span="VIRAL",
            start=3,
            end=8,
        )
    ]


def test_only_what_the_account_alone_bans_has_its_scope() -> None:
    """A phrase in both lists, however it is written there, is the brand's, and is reported once."""
    variant = context(
        "No hustle, nothing viral.",
        rules=Rules(banned_phrases=("viral",)),
        account=Rules(banned_phrases=("Viral", "hustle")),
    )
    assert [(one.span, one.scope) for one in findings(check, variant)] == [("hustle", "account:shop"), ("viral", None)]


def test_a_phrase_without_visible_characters_is_ignored() -> None:
    """An entry that can match nothing ends the search at once."""
    assert findings(check, context("Hello", rules=Rules(banned_phrases=("", " ", "\u200b")))) == []
