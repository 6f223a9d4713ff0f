"""Quotations: which marks pair, how long one is, and when evidence has its words."""

from __future__ import annotations

import pytest

from reachweaver.checks.needs_human_review.quote import check
from tests.checks.marked import assert_finds, assert_grounds, findings, grounded


@pytest.mark.parametrize(
    "marked",
    [
        'On the wall: "⟦sources come before style⟧".',
        "On the wall: “⟦sources come before style⟧”.",
        "På väggen: ”⟦källor går före stil⟧”.",
        "An der Wand: „⟦Quellen kommen vor Stil⟧“.",
        "Na ścianie: „⟦źródła są przed stylem⟧”.",
        "An der Wand: “⟦Quellen kommen vor Stil⟧“.",
        "On the wall: ‘⟦sources come before style⟧’.",
        "An der Wand: ‚⟦Quellen kommen vor Stil⟧‘.",
        "Na ścianie: ‚⟦źródła są przed stylem⟧’.",
        "Au mur : «⟦les sources avant le style⟧».",
        "Au mur : « ⟦les sources avant le style⟧ ».",
        "Au mur : «\u202f⟦les sources avant le style⟧\u202f».",
        "An der Wand: »⟦Quellen kommen vor Stil⟧«.",
        "Seinällä: »⟦lähteet ennen tyyliä⟧».",
        "Au mur : ‹⟦les sources avant le style⟧›.",
        "An der Wand: ›⟦Quellen kommen vor Stil⟧‹.",
        "壁には「⟦出典が先⟧」とある。",
        "壁には『⟦出典が先⟧』とある。",
        '壁には"⟦出典が先⟧"とある。',
        "壁には“⟦出典が先⟧”とある。",
        "壁には｢⟦出典が先⟧｣とある。",
        '_"⟦sources come before style⟧"_, __“⟦style comes after sources⟧”__, _‘⟦sources come before style⟧’_',
        '**"⟦sources come before style⟧"** _»⟦style comes after sources⟧«_ _"⟦sources come before style,⟧" she wrote_',
        "On the wall: ＂⟦sources come before style⟧＂.",
        "On the wall: ❝⟦sources come before style⟧❞.",
        'On the wall: “⟦sources come before style⟧".',
        'On the wall: " ⟦sources come before style⟧ ".',
        "그는 ‘⟦출처가 문체보다 먼저다⟧’라고 말했다.",
        "그는 “⟦출처가 문체보다 먼저다.⟧”라고 말했다.",
        '그는 "⟦출처가 문체보다 먼저다.⟧"라고, 그녀는"⟦문체는 그 다음이다⟧"라고 말했다.',
        'Duvarda "⟦kaynaklar üsluptan önce gelir⟧"i, "⟦üslup sonra gelir!⟧"i okuduk.',
        'على الجدار: "⟦المصادر قبل الأسلوب⟧" و"⟦الأسلوب بعد المصادر⟧".',
        'מנכ"ל החברה כתב ש"⟦מקורות קודמים לסגנון⟧" על הקיר בארה"ב.',
    ],
)
def test_marks_of_many_languages(marked: str) -> None:
    """Every kind of paired marks makes a quotation; the span is what stands between them, without white space."""
    assert_finds(check, marked)


@pytest.mark.parametrize(
    "body",
    [
        "We call it the “quiet desk” rule.",
        'We call it the "quiet desk" rule.',
        "We call it the « bureau calme » rule.",
        "A “well-known half-truth” and an “and/or” and a “v1.2.0 build”.",
        "We follow “https://example.org/quiet/desk/rule” every day.",
        "It cost “$275,000,000” and “1.250.000 euro” in “C:\\desk\\files\\lamp”.",
        "壁には「出典」とある。",
        "The mark “…, – !” quotes nothing.",
        "The bare “” and “ ” and “\u200b” quote nothing.",
    ],
)
def test_two_words_are_no_quotation(body: str) -> None:
    """A hyphenated word and a URL are one word each, a Han or kana character is one; three make a quotation."""
    assert_finds(check, body)


@pytest.mark.parametrize(
    "body",
    [
        "It's Ana's desk, and that's Ben's lamp.",
        "It’s Ana’s desk, and that’s Ben’s lamp.",
        "The writers’ desk and the editors’ lamp are one.",
        "We say 'sources come before style' and mean it.",
        "The ‘90s were slow and the writers’ desk was calm.",
        "Rock ‘n’ roll is what the writers’ desk plays.",
        'A 27" screen, a 24" screen and a door of 6\'1" in all.',
        'Prints of 5" x 7" and 8 " by 10 " are on the wall.',
        "Home » Our desk » The rules » Sources come first",
        "An unpaired “mark opens nothing at all.",
        "Nothing is opened by a closing mark either” as it seems.",
        'One " alone between words is no quotation.',
        'מנכ"ל החברה הגיע לארה"ב עם צוות צה"ל.',
    ],
)
def test_what_is_no_quote_mark(body: str) -> None:
    """Apostrophes, straight single quotes, inch marks, arrows and marks without a partner quote nothing."""
    assert_finds(check, body)


@pytest.mark.parametrize(
    "marked",
    [
        '"⟦Sources come first⟧", she wrote, "⟦and style comes later⟧".',
        "“⟦Don’t guess at it⟧” and ‘⟦it’s the writers’ own rule⟧’.",
        "‘⟦we like short drafts⟧’ and the writers’ desk",
        'Ana has a 27" screen: "⟦it shows two drafts⟧".',
        'The sign "⟦a 27" screen shows two drafts⟧" is gone.',
        'We read "⟦the desk grew to 40⟧" and "⟦nobody left the desk⟧".',
        '"⟦מנכ"ל החברה כתב זאת⟧" בדו"ח',
        'An unpaired " mark, then "⟦sources come before style⟧".',
        "An unpaired “mark, then «⟦sources come before style⟧».",
        "(“⟦sources come before style⟧”)—“⟦or so we hope⟧”",
        "“⟦one rule,\nin two lines⟧”",
        "“⟦one rule,\r\nin two lines⟧”",
        "“First, nothing.\n\n“⟦Then a whole rule⟧”",
        "“\u200b⟦sources come\u200b before style⟧\u200b”",
        "“⟦We read ‘sources come before style’ there⟧”",
        "«⟦We read “sources come before style” there⟧»",
    ],
)
def test_pairs_beside_and_inside_each_other(marked: str) -> None:
    """Each quotation is found with its own partner, and one inside another is part of it."""
    assert_finds(check, marked)


@pytest.mark.parametrize(
    "body",
    [
        "“sources come\n\nbefore style”",
        "“sources come\n \t\nbefore style”",
        "“sources come\u2029before style”",
        '"sources come\n\nbefore" style comes "later on',
    ],
)
def test_no_quotation_runs_across_a_blank_line(body: str) -> None:
    """A blank line, which also parts the posts of a thread, ends whatever is open."""
    assert_finds(check, body)


@pytest.mark.parametrize(
    ("marked", "evidence"),
    [
        ("“⟦Sources come before style⟧”", "The rule: sources come before style."),
        ("“⟦Sources come before style,⟧” it says", "The rule: sources come before style in every post."),
        ("“⟦Sources come before style!⟧”", "The rule: sources come before style."),
        ("“⟦… sources come before style …⟧”", "The rule: all sources come before style in every post."),
        ("“⟦SOURCES  come\nbefore ｓｔｙｌｅ⟧”", "The rule: sources come before\u00a0style."),
        ("“⟦It’s a well‑known rule⟧”", "it's a well-known rule"),
        ("“⟦sour\u00adces come before style⟧”", "sources come before style"),
        ("“⟦We read ‘short’ drafts⟧”", "We read 'short' drafts."),
        ("「⟦出典が先⟧」", "壁に出典が先とある。"),
        ("“⟦แหล่งที่มา\u200bมา\u200bก่อน⟧”", "กฎคือแหล่งที่มามาก่อนเสมอ"),
    ],
)
def test_quoted_words_stand_in_cited_evidence(marked: str, evidence: str) -> None:
    """The words are looked for under the folding, as whole words and without closing punctuation."""
    assert_grounds(check, marked, cited=["Something else.", evidence])


@pytest.mark.parametrize(
    "evidence",
    [
        "Sources come before a style.",
        "Resources come before style.",
        "Sources come before styles.",
        "Sources come, before style.",
        "Style comes after sources.",
    ],
)
def test_other_words_ground_no_quotation(evidence: str) -> None:
    """A paraphrase, a part of a word and other punctuation inside are not the quoted words."""
    assert_finds(check, "“⟦sources come before style⟧”", cited=[evidence])


def test_matched_evidence() -> None:
    """Grounded names the cited items that hold the words, a finding the uncited ones, in its message as well."""
    rule = "sources come before style"
    (entry,) = grounded(check, f"“{rule}”", cited=["Nothing.", rule, f"Again: {rule}."], uncited=[rule])
    assert (entry.type, entry.matched_evidence) == ("quote", ("c2", "c3"))

    (finding,) = findings(check, f"“{rule}”", cited=["Nothing."], uncited=["Nothing.", rule, rule])
    assert (finding.code, finding.severity, finding.category) == ("needs_human_review", "review", "quote")
    assert finding.matched_evidence == ("u2", "u3")
    assert finding.message == (
        '"sources come before style" is a quotation, and no cited evidence has these words.'
        " They stand in u2 and u3, which the variant does not cite."
    )


def test_claim_and_excerpt_are_read_separately() -> None:
    """A quotation is not pieced together from two evidence items."""
    assert_finds(check, "“⟦sources come before style⟧”", cited=["Sources come", "before style"])


def test_a_long_quotation_is_cut_in_the_message() -> None:
    """The message stays readable; the span is whole."""
    (finding,) = findings(check, f"“{'many words ' * 40}”")
    assert finding.message.startswith('"many words many words')
    assert len(finding.message) < 250
    assert finding.span == ("many words " * 40).strip()


@pytest.mark.parametrize("marks", ["_", "__", "*", "**", "~~"])
def test_emphasis_inside_the_marks(marks: str) -> None:
    """Markdown's emphasis of all quoted words is none of them."""
    assert_grounds(check, f"“⟦{marks}Sources come before style.{marks}⟧”", cited=["Sources come before style!"])


def test_an_underscore_inside_a_word_opens_nothing() -> None:
    """Between letters and a mark an underscore belongs to the word."""
    assert_finds(check, 'The name_"of the lamp"_is its name.')
