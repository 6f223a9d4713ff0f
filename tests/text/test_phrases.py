from __future__ import annotations

import pytest

from reachweaver.text.prose import Prose, fold_phrase


def spans_of(text: str, phrase: str) -> list[str]:
    prose = Prose(text)
    return [prose.span_of_folded(*span)[0] for span in prose.find_phrase(fold_phrase(phrase))]


@pytest.mark.parametrize(
    ("text", "phrase", "spans"),
    [
        ("Growth. GROWTH growths regrowth growth-hack growth's", "growth", ["Growth", "GROWTH", "growth", "growth"]),
        ("a game\n changer", "game changer", ["game\n changer"]),
        ("game\n\nchanger, game\u2029changer", "game changer", []),
        ("game\n\ngame changer", "game changer", ["game changer"]),
        ("We are No. 1! It is 100% free* in C++.", "No. 1!", ["No. 1!"]),
        ("We are No. 1! It is 100% free* in C++.", "100% free*", ["100% free*"]),
        ("C++ C++11 Objective-C++", "c++", ["C++", "C++", "C++"]),
        ("#ad #adventure", "#ad", ["#ad"]),
        ("to the moon 🚀🚀", "to the moon 🚀", ["to the moon 🚀"]),
        ("love ❤️ it ❤", "❤️", ["❤", "❤"]),
        ("very_good very good_very", "very", ["very"]),
        ("_very_ __very good__ _very_good_ _very", "very", ["very", "very", "very"]),
        ("ha ha ha", "ha ha", ["ha ha"]),
        ("naïve nai\u0308ve naive\u0308", "naïve", ["naïve", "nai\u0308ve"]),
        ("x\u0302 x", "x", ["x"]),
        ("我们的AI工具 AIM", "ai", ["AI"]),
        ("これは無料です", "無料", ["無料"]),
        ("growth² growth™", "growth", ["growth", "growth"]),
        ("10x 110x", "10x", ["10x"]),
        ("free\u00a0of  charge", "free of charge", ["free\u00a0of  charge"]),
        ("STRASSE Straße", "straße", ["STRASSE", "Straße"]),
        ("can’t canʼt can´t", "can't", ["can’t", "canʼt", "can´t"]),
        ("“no” \"no\"", "„no“", ["“no”", "\"no\""]),
        ("gua\u00adran\u200bteed\u200b now", "guaranteed", ["gua\u00adran\u200bteed"]),
        ("무료 체험, 무료로", "무료", ["무료"]),
        ("aaaa aa", "aa", ["aa"]),
    ],
)  # fmt: skip
def test_phrases_are_whole_words(text: str, phrase: str, spans: list[str]) -> None:
    """A phrase is found under the folding, as whole words where its edges are letters, not across a blank line."""
    assert spans_of(text, phrase) == spans


@pytest.mark.parametrize(
    ("text", "phrase", "spans"),
    [
        ("สินค้ารับประกันผลแน่นอน", "รับประกันผล", ["รับประกันผล"]),
        ("สินค้า\u200bรับประกัน\u200bผล\u200b", "รับประกันผล", ["รับประกัน\u200bผล"]),
        ("สินค้ารับประกันผล", "รับประกัน\u200bผล", ["รับประกันผล"]),
        ("សេវា\u200bធានា\u200bលទ្ធផល", "ធានាលទ្ធផល", ["ធានា\u200bលទ្ធផល"]),
        ("กิน กินก็", "กิน", ["กิน", "กิน"]),
        ("รักษ์", "รัก", ["รัก"]),
        ("รัก\u0e4c", "รัก", []),
    ],
)
def test_scripts_without_spaces(text: str, phrase: str, spans: list[str]) -> None:
    """A word of Thai or Khmer is found with and without word breaks, but not without its last mark."""
    assert spans_of(text, phrase) == spans


@pytest.mark.parametrize("phrase", ["", "   ", "\u200b", "\u00ad\n"])
def test_a_phrase_of_nothing_is_nowhere(phrase: str) -> None:
    """A phrase without a visible character matches nothing, and the search ends."""
    assert spans_of("Hello  there", phrase) == []
    assert not Prose("Hello").contains_phrase(fold_phrase(phrase))


def test_a_text_contains_a_phrase_across_its_parts() -> None:
    """What is contained may have a blank line in it; what is banned may not."""
    prose = Prose("An ad.\n\nWe sell ink.")
    assert prose.contains_phrase(fold_phrase("An ad.\nWe sell ink."))
    assert not prose.contains_phrase(fold_phrase("we sell in"))
