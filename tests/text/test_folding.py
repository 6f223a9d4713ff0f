from __future__ import annotations

import sys
import unicodedata

import pytest
import regex
from hypothesis import example, given, settings, strategies as st

from reachweaver.text.characters import INVISIBLE, is_invisible
from reachweaver.text.folding import FoldedText, fold_case, fold_plain
from reachweaver.text.prose import Prose, fold_phrase

BASES = "aeiouAEIOUnsßſﬁİıΆ㎏ﷺ½²①⑴㎡№™ªʰ´¨″…％５٣१Ⅷ가각한간ᄀ깍ㄱㅏㄳㅠｶﾊﾡￂกำเတေක\u0dd9ெ\u09c7\u0cc6日か🎉’“‑—#@._"
MARKS = "\u0301\u0308\u0307\u0323\u0327\u0345\u034f\u3099\u309a\uff9e\uff9f\u1161\u11a8\u09be\u09d7\u0bbe\u0dcf\u0dca\u0cd5\u102e\u094d\u0e48\u0eb2\u0f71\u0f72\u0f74\u0f80\u20e3"
HIDDEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff\u202a\u202c\ufe0f\u034f\u180e\U000e0067"
SPACES = " \n\r\t\u00a0\u2028\u2029\u0085\u3000\x0b"

EVERY = "".join(map(chr, range(sys.maxunicode + 1)))

texts = st.text(st.sampled_from(BASES + MARKS + HIDDEN + SPACES + "abcXYZ 019'\"-") | st.characters(), max_size=40)
visible_texts = st.text(st.sampled_from(BASES + MARKS) | st.characters(), max_size=30).map(
    lambda text: "".join(char for char in text if not is_invisible(char) and not regex.match(r"[\s\x1c-\x1f]", char))
)


def stays(char: str) -> bool:
    """The characters that NFKC must leave alone, by the words of the contract."""
    if unicodedata.category(char) == "Nd":
        return False
    tag = unicodedata.decomposition(char).partition(" ")[0]
    nfkc = unicodedata.normalize("NFKC", char)
    gains = any(part.isdecimal() for part in nfkc) or nfkc[0] == " "
    return unicodedata.category(char) == "No" or tag in ("<super>", "<sub>", "<fraction>") or gains or char in "″‶"


def naive(text: str) -> str:
    """NFKC of the whole text, with the excepted characters put aside, and ASCII digits."""
    kept = [char for char in text if stays(char)]
    composed = unicodedata.normalize("NFKC", "".join("\uf8ff" if stays(char) else char for char in text))
    parts = composed.split("\uf8ff")
    joined = parts[0] + "".join(char + part for char, part in zip(kept, parts[1:], strict=True))
    return "".join(str(unicodedata.decimal(char, char)) for char in joined)


@settings(max_examples=400)
@given(visible_texts.filter(lambda text: "\uf8ff" not in text))
@example("ㄱㅏㄱ")
@example("ᄀ" + "ᅡ" * 3)
@example("a\u0f73\u0f72")
def test_segments_compose_as_the_whole_text_does(text: str) -> None:
    """Normalizing by segments gives what NFKC of the whole text gives, the excepted characters aside."""
    assert fold_plain(text).text == naive(text)


def test_every_character_is_folded_as_nfkc_says_or_kept() -> None:
    """Of all characters that NFKC changes, each alone is folded as it says or is one of the exceptions."""
    changed = [
        char
        for code in range(sys.maxunicode + 1)
        if not ((char := chr(code)).isspace() or is_invisible(char)) and unicodedata.normalize("NFKC", char) != char
    ]
    different = {char for char in changed if fold_plain(char).text != naive(char)}
    assert "㎏" in changed
    assert different == set()


def test_no_fold_invents_a_digit() -> None:
    """A digit in a folded text was a decimal digit in the original."""
    suspects = [char for code in range(sys.maxunicode + 1) if unicodedata.category(char := chr(code)) != "Nd"]
    invented = [
        char
        for char in suspects
        if unicodedata.normalize("NFKC", char) != char and any(part.isdecimal() for part in fold_plain(char).text)
    ]
    assert invented == []


def test_no_space_and_no_invisible_character_is_left_as_it_is() -> None:
    """Every character that leaves no mark is dropped between letters, and every white space is one of three."""
    hidden = regex.findall(rf"[{INVISIBLE}]", EVERY, regex.V1)
    assert {fold_plain(f"a{char}b").text for char in hidden} == {"ab"}
    spaces = regex.findall(r"[\s\x1c-\x1f]", EVERY)
    assert {fold_plain(f"a{char}b").text for char in spaces} == {"a b", "a\nb", "a\u2029b"}
    pairs = [one + other for one in spaces for other in spaces]
    assert {fold_plain(f"a{pair}b").text for pair in pairs} == {"a b", "a\nb", "a\u2029b"}


def test_every_mark_is_composed_with_what_stands_before_it() -> None:
    """A character that may join the one before it is never passed over, however usual the text around it is."""
    joining = regex.findall(rf"[[\P{{ccc=0}}\p{{NFC_QC=Maybe}}]--{INVISIBLE}]", EVERY, regex.V1)
    pairs = [base + char for char in joining for base in "aéПかカが各ـ—"]
    assert len(pairs) > 5000
    assert [pair for pair in pairs if fold_plain(pair).text != naive(pair)] == []


@settings(max_examples=400)
@given(texts)
@example("e\u200b\u0301")
@example("กา\u200bขา")
@example("\u200b\u0301")
def test_the_map_is_monotone_and_covers_what_it_maps(text: str) -> None:
    """Every folded character has a span in the original, and spans never run backwards."""
    prose = Prose(text)
    for folded in (prose.plain, prose.folded):
        assert len(folded.starts) == len(folded.ends) == len(folded.text)
        assert all(0 <= start < end <= len(text) for start, end in zip(folded.starts, folded.ends, strict=True))
        assert list(folded.starts) == sorted(folded.starts)
        assert list(folded.ends) == sorted(folded.ends)


@settings(max_examples=400)
@given(texts, st.data())
def test_what_a_span_comes_from_folds_to_what_it_holds(text: str, data: st.DataObject) -> None:
    """The original characters of a folded span, folded alone, hold the span again."""
    plain = fold_plain(text)
    start = data.draw(st.integers(0, len(plain.text)))
    end = data.draw(st.integers(start, len(plain.text)))
    first, last = plain.original_span(start, end)
    assert plain.text[start:end].strip(" \n\u2029") in fold_plain(text[first:last]).text


@settings(max_examples=300)
@given(texts, st.data())
def test_no_span_has_an_invisible_edge(text: str, data: st.DataObject) -> None:
    """A span never begins or ends with a character that leaves no mark."""
    folded = Prose(text).folded
    start = data.draw(st.integers(0, len(folded.text)))
    end = data.draw(st.integers(start, len(folded.text)))
    first, last = folded.original_span(start, end)
    assert first == last or not (is_invisible(text[first]) or is_invisible(text[last - 1]))


@settings(max_examples=300)
@given(texts, st.data())
def test_a_span_leads_there_and_back(text: str, data: st.DataObject) -> None:
    """The folded characters of a folded span's original span include the span."""
    plain = fold_plain(text)
    start = data.draw(st.integers(0, len(plain.text)))
    end = data.draw(st.integers(start, len(plain.text)))
    if plain.text[start:end].strip(" \n\u2029"):
        first, last = plain.folded_span(*plain.original_span(start, end))
        stripped = plain.text[start:end].strip(" \n\u2029")
        assert stripped in plain.text[first:last]


@settings(max_examples=300)
@given(texts, st.data())
@example("ßJ\u030c x", None)
@example("00\u0e33", None)
def test_offsets_into_plain_lead_into_folded(text: str, data: st.DataObject | None) -> None:
    """The folded characters of a part of `plain`, made of whole original ones, hold that part's own folding."""
    prose = Prose(text)
    size = len(prose.plain.text)
    start = data.draw(st.integers(0, size)) if data else 0
    end = data.draw(st.integers(start, size)) if data else size
    original = prose.plain.original_span(start, end)
    if start < end:
        start, end = prose.plain.folded_span(*original)
    part = Prose(text[slice(*original)]).folded.text.strip(" \n\u2029")
    assert part in prose.folded.text[slice(*prose.folded_span(start, end))]


@settings(max_examples=300)
@given(texts)
def test_case_folding_is_that_of_unicode(text: str) -> None:
    """`folded` is the full case folding of `plain`, composed; quote marks and hyphens aside."""
    prose = Prose(text)
    expected = unicodedata.normalize("NFC", prose.plain.text.casefold())
    assert without_marks(prose.folded.text) == without_marks(expected)


@settings(max_examples=300)
@given(texts)
def test_folding_a_phrase_twice_changes_nothing(text: str) -> None:
    """A folded phrase is its own folding."""
    once = fold_phrase(text)
    assert fold_phrase(once) == once


def without_marks(text: str) -> str:
    return regex.sub(r"[‘’‚‛′‵ʼʻʽʹ´`‹›՚׳“”„‟″‶«»〝〞〟״\"'\u2010\u2011-]", "", text)


@pytest.mark.parametrize(
    ("original", "plain"),
    [
        ("a  b", "a b"),
        ("a\u00a0\u3000b", "a b"),
        ("a \n b", "a\nb"),
        ("a\r\nb", "a\nb"),
        ("a\n\rb", "a\u2029b"),
        ("a\n \t\nb", "a\u2029b"),
        ("a\n\u200b\nb", "a\u2029b"),
        ("a\u2028b\u0085c\x0bd\x0ce", "a\nb\nc\nd\ne"),
        ("a\u2029b", "a\u2029b"),
        ("a \u200b b", "a b"),
        ("a\x1fb", "a b"),
        ("  a\t", " a "),
    ],
)
def test_white_space_is_one_character(original: str, plain: str) -> None:
    """A run of white space is a space, one line break or a blank line."""
    assert fold_plain(original).text == plain


@pytest.mark.parametrize(
    ("original", "plain"),
    [
        ("guaran\u200bteed", "guaranteed"),
        ("gua\u00adran\u2060teed", "guaranteed"),
        ("می\u200cخوانم", "میخوانم"),
        ("\u202aab\u202c\ufeff", "ab"),
        ("❤\ufe0f 1\ufe0f\u20e3", "❤ 1\u20e3"),
        ("ตลาด\u200bทะเล", "ตลาด ทะเล"),
        ("ที่\u200b\u2060นี่", "ที่ นี่"),
        ("ที่\u2060\u200bgo", "ที่ go"),
        ("go\u200bที่", "go ที่"),
        ("ភាសា\u200bខ្មែរ", "ភាសា ខ្មែរ"),
        ("ພາສາ\u200bລາວ", "ພາສາ ລາວ"),
        ("မြန်မာ\u200bစာ", "မြန်မာ စာ"),
        ("ตลาด\u200cทะเล", "ตลาดทะเล"),
        ("日本\u200b語", "日本語"),
        ("๑\u200b๒", "12"),
        ("\u0600", "\u0600"),
        ("\u06dd٣", "\u06dd3"),
    ],
)
def test_invisible_characters_are_dropped(original: str, plain: str) -> None:
    """Format characters vanish, but U+200B is the space between words of Thai, Lao, Khmer and Myanmar."""
    assert fold_plain(original).text == plain


@pytest.mark.parametrize(
    ("original", "plain"),
    [
        ("１２％", "12%"),
        ("١٢ ३४ 𝟓", "12 34 5"),
        ("x² ₂ ½ ① ⑴ ⒈ ㉑ 🄂 ㏠ ㎡", "x² ₂ ½ ① ⑴ ⒈ ㉑ 🄂 ㏠ ㎡"),
        ("Acme™ nº 1ª", "Acme™ nº 1ª"),
        ("can´t ¨", "can´t ¨"),
        ("ﬁle № ㎏ …", "file No kg ..."),
        ("cafe\u0301", "café"),
        ("²\u0301", "²\u0301"),
        ("\u1106\u116e\u1105\u116d", "무료"),
        ("ｶﾞ ﾊﾟ", "ガ パ"),
    ],
)
def test_compatibility_characters(original: str, plain: str) -> None:
    """NFKC holds, except where it would make a digit or a space of something else."""
    assert fold_plain(original).text == plain


@pytest.mark.parametrize(
    ("original", "folded"),
    [
        ("GROẞE Straße", "grosse strasse"),
        ("‘can’t’ canʼt can′t can`t", "'can't' can't can't can't"),
        ("“a” „b‟ «c» ＂d＂ 27″", '"a" "b" "c" "d" 27"'),
        ("‚a‘ ‹b›", "'a' 'b'"),
        ("「a」『b』", "「a」『b』"),
        ("cutting\u2011edge cutting\u2010edge cutting－edge", "cutting-edge cutting-edge cutting-edge"),
        ("2–3 — 4−5", "2–3 — 4−5"),
        ("ΣΊΣΥΦΟΣ ς", "σίσυφοσ σ"),
    ],
)
def test_what_counts_as_the_same(original: str, folded: str) -> None:
    """Case, quote marks and hyphens are folded; dashes and corner brackets are not."""
    assert fold_case(fold_plain(original)).text == folded


@pytest.mark.parametrize(
    ("original", "start", "end", "span"),
    [
        ("10 ㎏!", 3, 4, "㎏"),
        ("10 ㎏!", 4, 5, "㎏"),
        ("Große", 3, 4, "ß"),
        ("nai\u0308ve", 2, 3, "i\u0308"),
        ("x\u0302\u0323y", 0, 1, "x\u0302\u0323"),
        ("\u200ba\u200bb\u200b", 0, 2, "a\u200bb"),
        ("ﷺ", 5, 6, "ﷺ"),
        ("a \n b", 1, 2, " \n "),
        ("กา\u200bขา", 0, 3, "กา"),
        ("e\u200d\u0301", 0, 1, "e\u200d\u0301"),
    ],
)
def test_a_part_of_a_character_widens_to_all_of_it(original: str, start: int, end: int, span: str) -> None:
    """A span covers expansions and combining marks whole."""
    assert Prose(original).span_of_folded(start, end)[0] == span


def test_an_empty_span_stays_empty() -> None:
    """A position maps to a position, at the text's end too."""
    folded: FoldedText = fold_plain("a\u200bb")
    assert [folded.original_span(at, at) for at in range(3)] == [(0, 0), (2, 2), (3, 3)]


def test_lone_surrogates_survive() -> None:
    """Half of a pair, which JSON can hold, is a character like others."""
    assert Prose("a \ud83d B").searchable == "a \ud83d b"


def test_the_classes_are_sound() -> None:
    """The format characters that are visible are not dropped."""
    pattern = regex.compile(rf"[{INVISIBLE}]", regex.V1)
    assert [char for char in "\u0600\u0605\u06dd\u070f\u08e2\U000110bd" if pattern.match(char)] == []


def test_a_folded_text_has_no_letter_that_stands_for_several() -> None:
    """But for ß, which no pattern asks for: patterns that ignore case need not look for `ﬁ` where they have `fi`."""
    several = [char for char in map(chr, range(0x110000)) if len(char.casefold()) > 1 and char.casefold().isascii()]
    assert {char: fold_plain(char).text for char in several} == {
        "ß": "ß",
        "ẞ": "ẞ",
        "ﬀ": "ff",
        "ﬁ": "fi",
        "ﬂ": "fl",
        "ﬃ": "ffi",
        "ﬄ": "ffl",
        "ﬅ": "st",
        "ﬆ": "st",
    }


@given(
    pieces=st.lists(
        st.sampled_from(
            ["a", "É", " ", "\n", "7", "🗓\ufe0f", "👩\u200d💻", "\ufe0f", "—", "か", "\u3099", "\u0301", "½"]
        )
    )
)
def test_what_joins_emoji_is_dropped_and_nothing_else_moves(pieces: list[str]) -> None:
    """With a character that is looked at closely behind a blank line, text and places are those without it."""
    text = "".join(pieces)
    closely = fold_plain(f"{text}\n\n\u2460")
    folded = fold_plain(text)
    length = len(folded.text.rstrip(" \n\u2029"))
    assert closely.text[:length] == folded.text[:length]
    assert [*closely.starts][:length] == [*folded.starts][:length]
    assert [*closely.ends][:length] == [*folded.ends][:length]
