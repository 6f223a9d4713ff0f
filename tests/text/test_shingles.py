from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from reachweaver.text import shingles as module
from reachweaver.text.prose import Prose
from reachweaver.text.shingles import all_shingles, changed_shingles, jaccard, most_changed, shingles
from reachweaver.text.words import tokens

WORDS = (
    "ink",
    "pen",
    "Nib",
    "don't",
    "3.5",
    "A/B",
    "snake_case",
    "Straße",
    "\u0130x",
    "e\u0301",
    "語",
    "かな",
    "한국어",
)
BREAKING = ("ไทย", "\u200b", "မြန်", "\u200d", "\u0301", "\ufe0f", "½", "²", "ﬁ")
LINKS = ("example.org/a", "https://example.org/b?c=d", "www.example.com", "a.b", ".org", "://", "http", "@a@b.de", "#c")
SIGNS = (
    " ",
    " ",
    " ",
    " ",
    " ",
    "  ",
    "\n",
    "\n\n",
    "\u3000",
    "\xa0",
    "—",
    "🎉",
    "-",
    "'",
    "’",
    ".",
    "(",
    ")",
    "/",
    "\u2028",
)
texts = st.lists(st.sampled_from([*WORDS, *BREAKING, *LINKS, *SIGNS, *SIGNS]), max_size=40).map("".join)
spaced = st.lists(st.sampled_from([*WORDS, *LINKS, "—"]), max_size=30).map(" ".join)


def test_shingles_are_runs_of_three_words() -> None:
    """A text's shingles are its runs of three folded words, each once."""
    assert shingles(Prose("Check, check, check! Check. Now")) == {"check check check", "check check now"}


@pytest.mark.parametrize(
    ("text", "shingle"), [("Hi", "hi"), ("Big news!", "big news"), ("https://example.org/a", "://")]
)
def test_a_short_text_is_one_shingle(text: str, shingle: str) -> None:
    """Fewer than three words are one shingle of all of them."""
    assert shingles(Prose(text)) == {shingle}


@pytest.mark.parametrize(
    ("left", "right", "similarity"),
    [
        ("Read every source before you post.", "Read every source before you share.", 0.6),
        ("Draft day", "draft   DAY", 1.0),
        ("Draft day", "Draft", 0.0),
        ("one two three", "three four five", 0.0),
        ("", "", 0.0),
        ("🎉", "🎉", 0.0),
        ("", "Hi", 0.0),
        ("All notes at https://example.org/a today", "All notes at example.net/b today", 1.0),
        ("明天早上我们去看海", "明天早上我们去看山", 0.75),
        ("من می\u200cخوانم و می\u200cنویسم", "من میخوانم و مینویسم", 1.0),
    ],
)
def test_jaccard(left: str, right: str, similarity: float) -> None:
    """The share of common shingles; a text without words is like no other."""
    assert jaccard(left, right) == jaccard(right, left) == similarity


@settings(max_examples=300)
@given(texts | spaced, texts | spaced, texts.map(lambda text: text[:12]))
def test_what_an_edit_changes_is_what_the_versions_differ_in(start: str, end: str, typed: str) -> None:
    """Wherever something is typed, put in another's place or taken out, all shingles are as if read anew."""
    former = Prose(f"{start}{end}")
    for text in (f"{start}{typed}{end}", f"{start}{typed}{end[3:]}", f"{start}{end[1:]}", f"{start} {end[5:]}"):
        prose = Prose(text)
        for before, after in ((former, prose), (prose, former)):
            counts = Counter(all_shingles(before))
            counts.update(changed_shingles(before, after))
            assert counts == Counter(all_shingles(after))


@settings(max_examples=300)
@given(texts | spaced, texts | spaced, texts | st.text(max_size=3))
def test_no_more_shingles_change_than_is_foretold(start: str, end: str, typed: str) -> None:
    """Typing at one place, or taking that out again, never gains or loses more than the bound says."""
    former, prose = Prose(f"{start}{end}"), Prose(f"{start}{typed}{end}")
    most = most_changed(former, prose)
    assert most == most_changed(prose, former)
    if most is not None:
        assert max(len(shingles(prose) - shingles(former)), len(shingles(former) - shingles(prose))) <= most


@pytest.mark.parametrize(
    ("former", "text", "most"),
    [
        ("one two three", "one twos three", 4),
        ("one two three", "one two three", 5),
        ("one three", "one two three", 7),
        ("one two three", "one t wo three", 4),
        ("one two three", "one ten three", None),
        ("我们去看山", "我们去看海山", 8),
    ],
)
def test_how_many_shingles_may_change(former: str, text: str, most: int | None) -> None:
    """Two words take a character between them where they are ASCII; a word changes two shingles beside its own."""
    assert most_changed(Prose(former), Prose(text)) == most


def test_an_edit_reads_the_words_near_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long text only what stands around the edit is taken apart."""
    read: list[str] = []

    def reading(prose: Prose, start: int, end: int) -> list[str]:
        read.append(prose.plain.text[start:end])
        return tokens(prose, start, end)

    monkeypatch.setattr(module, "tokens", reading)
    many = " ".join(f"word{number}" for number in range(1000))
    changes = changed_shingles(
        Prose(f"{many} one two thre four five {many}"), Prose(f"{many} one two three four five {many}")
    )
    assert read == [" one two thre four five word0", " one two three four five word0"]
    assert {shingle for shingle, change in changes.items() if change > 0} == {
        "one two three", "two three four", "three four five"
    }  # fmt: skip
