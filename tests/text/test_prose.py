from __future__ import annotations

import re

from hypothesis import given, strategies as st

from reachweaver.text.prose import Prose


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
