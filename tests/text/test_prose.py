from __future__ import annotations

import re

from hypothesis import given, strategies as st

from reachweaver.text.prose import Prose
from reachweaver.text.words import tokens


def test_a_finding_carries_the_original_characters() -> None:
    """A match under the folding comes back as the original text and its offsets."""
    prose = Prose("a ﬂash sale, a fla\u200bsh sale")
    assert [prose.span_of_folded(*span) for span in prose.find_phrase("flash sale")] == [
        ("ﬂash sale", 2, 11),
        ("fla\u200bsh sale", 15, 26),
    ]


@given(st.text(alphabet=st.sampled_from(list("abz #1'-\n_Aéß語İK😀\ud800"))) | st.text())
def test_words_are_found_where_they_stand(text: str) -> None:
    """Every run of ASCII letters in the text in lower case is there with all its places, and so is every `#`."""
    prose = Prose(text)
    places: dict[str, list[int]] = {}
    for match in re.finditer("[a-z]+|#", prose.lowered):
        places.setdefault(match[0], []).append(match.start())
    assert prose.ascii_words == places.keys()
    assert {word: prose.places_of([word]) for word in places} == places
    assert prose.places_of(places) == sorted(place for each in places.values() for place in each)


def test_words_that_were_let_go_of_are_found_again() -> None:
    """Nothing is lost by it, whether they were known or not."""
    prose = Prose("One word, one more")
    prose.forget_words()
    assert prose.ascii_words == {"one", "word", "more"}
    prose.forget_words()
    assert "ascii_words" not in vars(prose)
    assert prose.ascii_words == {"one", "word", "more"}


def test_of_ascii_only_control_characters_are_looked_at_closely() -> None:
    """A line feed is the one that texts have."""
    closely = {char for char in map(chr, range(0x80)) if Prose(f"a{char}b").plain.has_letters}
    assert closely == {*map(chr, range(0x20)), "\x7f"} - {"\n"}


def test_no_letter_beyond_ascii_makes_a_word_of_ascii() -> None:
    """Not even the Kelvin sign, which is a k in lower case, is one that the words of a text are without."""
    beyond = [char for char in map(chr, range(0x80, 0x110000)) if re.search("[a-z]", char.lower())]
    assert "\u212a" in beyond
    for prose in map(Prose, beyond):
        assert prose.ascii_words == {*re.findall("[a-z]+", prose.lowered)}


def test_marks_beyond_ascii_are_no_part_of_a_word() -> None:
    """What a text may hold and still be taken for one without letters beyond ASCII: it parts words, and has no case."""
    marks = [char for char in map(chr, range(0x80, 0x110000)) if not Prose(f"a{char}b").plain.has_letters]
    assert {"—", "’", "€", "→", "🗓"} < {*marks}
    assert not {"é", "²", "½", "①", "ª", "ʼ", "日", "\u0301", "\u20e3"} & {*marks}
    for char in marks:
        assert char.lower() == char.casefold() == char
        assert not re.search(r"\w", char)
        letters, closely = Prose(f"Aa{char}Bb"), Prose(f"Aa{char}Bb\n\n\u2460")
        assert closely.plain.has_letters
        assert closely.folded.text.startswith(letters.folded.text)
        assert tokens(closely)[:-1] == tokens(letters)
