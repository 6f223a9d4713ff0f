from __future__ import annotations

from reachweaver.text.prose import Prose


def test_a_finding_carries_the_original_characters() -> None:
    """A match under the folding comes back as the original text and its offsets."""
    prose = Prose("a ﬂash sale, a fla\u200bsh sale")
    assert [prose.span_of_folded(*span) for span in prose.find_phrase("flash sale")] == [
        ("ﬂash sale", 2, 11),
        ("fla\u200bsh sale", 15, 26),
    ]
