"""Answers that are kept are those that would be given anew."""

from __future__ import annotations

from reachweaver.text.remembering import remembered


def test_a_short_text_is_asked_about_once_and_a_long_one_each_time() -> None:
    """So that no text of any length stays in memory."""
    asked: list[tuple[str, int]] = []

    @remembered(3, most=2)
    def twice(text: str, start: int) -> str:
        """Says it twice."""
        asked.append((text, start))
        return text[start:] * 2

    said = [twice(text, start) for text, start in [("abc", 1), ("abc", 1), ("abc", 2), ("abcd", 1), ("abcd", 1)]]
    assert said == ["bcbc", "bcbc", "cc", "bcdbcd", "bcdbcd"]
    assert asked == [("abc", 1), ("abc", 2), ("abcd", 1), ("abcd", 1)]
    assert twice.__doc__ == "Says it twice."
