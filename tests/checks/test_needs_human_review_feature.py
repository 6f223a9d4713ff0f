"""Feature claims: where they start and end, which words count, what is skipped, and what grounds them."""

from __future__ import annotations

import pytest

from reachweaver.checks.needs_human_review.feature import check
from tests.checks.marked import assert_finds, assert_grounds, findings, grounded


def missing(body: str, *cited: str) -> list[tuple[str, ...] | None]:
    """The missing terms of each finding."""
    return [finding.missing_terms for finding in findings(check, body, cited=cited)]


@pytest.mark.parametrize(
    "trigger",
    [
        *("adds", "added", "introduces", "introducing", "supports", "support for", "includes"),
        *("integrates with", "integrates into", "integration with", "integrations with"),
        *("works with", "ships with", "comes with", "compatible with"),
        *("can now", "can finally", "can now support", "can now also work with"),
        *("now has", "finally has", "now have", "now offers", "now offer", "finally offers", "now supports"),
        *("now support", "now supporting", "finally integrates with", "now integrate into", "now with", "finally with"),
        *("now lets you", "finally lets you", "now let you", "now allows you to", "now enables", "now includes"),
        *("now include", "now adds", "now add", "now introducing", "now works with", "now ship with", "now comes with"),
        *("now compatible with", "now support for", "now provides", "now features", "now also supports"),
        *("now finally supports", "now fully integrates with", "now can"),
    ],
)
def test_triggers(trigger: str) -> None:
    """Each trigger starts a claim, in any case; the span includes now, finally or can now."""
    assert_finds(check, f"The atlas, we hear, ⟦{trigger} lanterns⟧.")
    assert_finds(check, f"THE ATLAS, WE HEAR, ⟦{trigger.upper()} LANTERNS⟧!")


@pytest.mark.parametrize(
    "body",
    [
        "They support lanterns, integrate with lanterns, work with lanterns and offer lanterns.",
        "Add lanterns, include lanterns, introduce lanterns, ship with lanterns.",
        "The atlas has lanterns, offers lanterns, with lanterns, and lets you light lanterns.",
        "Lighting lanterns is one click away.",
        "Supported lanterns, including lanterns, introduced lanterns, working with lanterns.",
        "Incompatible with lanterns, unsupports lanterns, networks with lanterns.",
        "The atlas now has been read by lanterns.",
        "The atlas now\n\nsupports-free lanterns, works\n\nwith lanterns, support\n \nfor lanterns.",
        '“Superb,” adds Mira. "Superb", added Ben. “Superb!” she adds with a smile.',
        "Order now with code LANTERN. Hurry and sign up now with lanterns! 🏮 Book now with lanterns. Try it now with lanterns.",
        "Now let us light lanterns.",
        "#supports lanterns @adds lanterns https://example.org/adds lanterns adds@example.org lanterns",
    ],
)
def test_what_starts_no_claim(body: str) -> None:
    """Base forms without now or finally, other forms, longer words, names and a split trigger start none."""
    assert_finds(check, body)


@pytest.mark.parametrize(
    "body",
    [
        "A value-added lantern, a value‑added lantern, a value‐added lantern.",
        "It self-supports lanterns, and the added-value lantern adds-on lanterns.",
    ],
)
def test_hyphenated_words_are_no_triggers(body: str) -> None:
    """A trigger is no part of a hyphenated word, whatever the hyphen."""
    assert_finds(check, body)


@pytest.mark.parametrize(
    "marked",
    [
        "- ⟦adds lanterns⟧",
        "“Focus” ⟦adds lanterns⟧",
        "“Superb!” ⟦Adds lanterns⟧",
        "Our shop ⟦now with lanterns⟧",
        "-⟦adds lanterns⟧",
        "* ⟦adds lanterns⟧",
        "—⟦adds lanterns⟧",
        "アトラスは⟦supports lanterns⟧",
    ],
)
def test_bullets_are_no_hyphens(marked: str) -> None:
    """A dash that joins no word does not hide a trigger."""
    assert_finds(check, marked)


@pytest.mark.parametrize(
    "marked",
    [
        "It ⟦works\nwith lanterns⟧.",
        "It ⟦works \r\n with lanterns⟧.",
        "It is ⟦compatible\u00a0with lanterns⟧.",
        "It ⟦now\nsupports lanterns⟧.",
        "It ⟦sup\u00adports lanterns⟧.",
        "It ⟦ｓｕｐｐｏｒｔｓ ｌａｎｔｅｒｎｓ⟧.",
    ],
)
def test_white_space_and_folding_in_a_trigger(marked: str) -> None:
    """A trigger may run over one line break; width and invisible characters do not matter."""
    assert_finds(check, marked)


@pytest.mark.parametrize(
    "end",
    [
        *(". Kites", ".", "; kites", ": kites", "! Kites", "!", "\nkites", "\r\nkites", "\n\nkites", "\u2028kites"),
        *(" (kites)", " [kites]", " {kites}", "（kites）", " “kites”", ' "kites"', " «kites»", " ‘kites’", " „kites“"),
        *(" 「kites」", " – kites", " — kites", "—kites", " - kites", " -- kites", "… kites", "... kites", "。kites"),
        *(" that kites follow", " which kites follow", ", which kites follow", " because of kites", " but no kites"),
        *(" when kites fly", ", not kites", " and it has kites", " and they fly kites", " or you fly kites"),
        *(" who fly kites", " where kites fly", " while kites fly", " if kites fly", " unless kites fly"),
        *(" so kites fly", " although kites fly", " though kites fly", ", whereas kites fly", ", then kites fly"),
        *(
            " and is a kite",
            " and doesn’t fly kites",
            " and",
            ",",
            " and,",
            " https://example.org/kites",
            " kite@example.org",
        ),
        *(" and www.example.org/kites", " #kites", " #kites #books", " #kites\nand", " out of the box, kites"),
        *(", now available for kites", ", in partnership with Kite", ", trusted by kites", " 🎉", " 🎉🎉!", "’", "*"),
    ],
)
def test_the_end_of_a_claim(end: str) -> None:
    """Sentence ends, clause words, URLs, closing hashtags and other claims end the claim; the span has no mark after it."""
    assert_finds(check, f"The atlas ⟦adds a lantern⟧{end}")


@pytest.mark.parametrize(
    "marked",
    [
        "It ⟦supports lanterns, kites and a book⟧.",
        "It ⟦supports Node.js lanterns⟧. Kites do not.",
        "It ⟦supports v2.1.0 lanterns⟧; kites do not.",
        "It ⟦supports .NET lanterns⟧: kites do not.",
        "It ⟦supports 1,000 lanterns⟧. Kites do not.",
        "It ⟦supports 10:30 lanterns⟧. Kites do not.",
        "It ⟦supports 10–20 lanterns⟧. Kites do not.",
        "It ⟦supports the writers’ lanterns⟧. Kites do not.",
        "It ⟦supports Mira's lanterns⟧. Kites do not.",
        "It ⟦supports drag-and-drop lanterns⟧. Kites do not.",
        "It ⟦supports C++ and C#⟧. Kites do not.",
        "It ⟦supports lantern.org⟧. Kites do not.",
        "It ⟦supports #lanterns and kites⟧.",
        "It ⟦now supports #lanterns⟧",
        "It ⟦supports posting to #lanterns⟧",
        "It ⟦supports @lantern⟧",
        "It ⟦adds lanterns/kites⟧",
    ],
)
def test_what_ends_no_claim(marked: str) -> None:
    """Commas, dots and colons inside words and numbers, apostrophes, hyphens and hashtags in a sentence go on."""
    assert_finds(check, marked)


@pytest.mark.parametrize(
    "marked",
    [
        "It ⟦adds ant, bee, cow, dog, eel, fox, gnu, hen⟧, ibis.",
        "It ⟦adds ant, bee, cow, dog, eel, fox, gnu, hen⟧ ibis and jay.",
        "It ⟦adds an ant and a bee to the cow⟧.",
        "It ⟦adds an ant and a bee to the cow⟧ house with a dog.",
        "It ⟦adds ant & bee + cow, dog eel fox gnu hen⟧ ibis.",
        "It ⟦adds ant-and-bee cow dog eel fox gnu hen ibis⟧ jay.",
        "It ⟦can now support ant bee cow dog eel fox gnu hen⟧ ibis.",
    ],
)
def test_eight_words(marked: str) -> None:
    """A claim has at most eight words after its trigger; signs alone are none, a hyphenated word is one."""
    assert_finds(check, marked)


@pytest.mark.parametrize(
    "marked",
    [
        "It ⟦supports lanterns⟧ and ⟦adds kites⟧.",
        "It ⟦supports lanterns⟧, ⟦adds kites⟧, and ⟦now includes books⟧.",
        "It ⟦supports lanterns⟧ and also ⟦supports kites⟧ or ⟦works with books⟧.",
        "It ⟦adds lanterns⟧ and the desk ⟦works with kites⟧.",
        "It ⟦adds lanterns⟧, and our desk ⟦can now fly kites⟧.",
        "It ⟦adds lanterns⟧ and desks are ⟦compatible with kites⟧.",
        "It ⟦adds lanterns⟧ and it ⟦works with kites⟧.",
        "It ⟦adds lantern⟧ ⟦support for kites⟧.",
        "We added ⟦support for lanterns⟧.",
        "It now has ⟦support for lanterns⟧.",
        "We added full native ⟦support for lanterns⟧.",
        "It ⟦adds lanterns⟧ but does not support kites, and ⟦adds books⟧.",
        "It ⟦adds lanterns⟧, never adds kites.",
    ],
)
def test_the_next_trigger_ends_a_claim(marked: str) -> None:
    """Several triggers make several claims, without what joins them and without the next claim's subject."""
    assert_finds(check, marked)


@pytest.mark.parametrize(
    ("claim", "terms"),
    [
        ("supports Lanterns and kites", ("lantern", "kite")),
        ("supports lantern lanterns LANTERN lantern's Lanterns’", ("lantern",)),
        ("supports the writers’ desk and Mira’s lamps", ("writer", "desk", "mira", "lamp")),
        ("supports queues, caches and policies", ("queue", "cache", "policy")),
        ("supports ｗｉｄｅ ﬁles", ("wide", "file")),
        ("supports lan\u00adterns and kit\u200bes", ("lantern", "kite")),
        ("adds lighting of lamps by lamp", ("lighting", "lamp")),
        ("supports drag-and-drop", ("drag", "drop")),
        ("supports 2FA, MP3 and H.264", ("2fa", "mp3", "h", "264")),
        ("adds 3 lamps, 1,000 kites, 40% sun, 2.5x sky", ("lamp", "kite", "sun", "sky")),
        ("supports v2.1.0-rc.1 lamps", ("lamp",)),
        ("supports version 2.1 lamps", ("lamp",)),
        ("adds a new, easy, user-friendly lamp tool", ("lamp",)),
        ("adds state-of-the-art, built-in lamps", ("lamp",)),
        ("now lets you and your team light lamps", ("team", "light", "lamp")),
        ("supports 日本 lamps", ("日", "本", "lamp")),
        ("supports lantern.org", ("lantern", "org")),
        ("supports Éclair lamps", ("éclair", "lamp")),
    ],
)
def test_content_words(claim: str, terms: tuple[str, ...]) -> None:
    """Missing terms are folded, without possessive and plural, in text order, each once; small words do not count."""
    assert missing(f"It {claim}.") == [terms]


@pytest.mark.parametrize(
    "body",
    [
        "It works with you.",
        "It works with all of us and everyone else.",
        "It adds up, and that added to it.",
        "It adds a new feature.",
        "It adds full, native, better, seamless and easy support.",
        "It adds new tools and many more features.",
        "It adds everything you need, comes with a fuller experience and includes a better way.",
        "It supports v2.1.0. It adds 3. It now supports 10k. It adds 1.2.0-rc.1.",
        "It supports. It now supports: lamps.",
        "It supports “lamps” and (now) supports (lamps).",
        "It supports https://example.org/lamps",
        "It now supports\nlamps.",
    ],
)
def test_claims_without_a_content_word(body: str) -> None:
    """A claim of small words, praise, numbers or nothing at all is no claim."""
    assert_finds(check, body)
    assert grounded(check, body) == []


@pytest.mark.parametrize(
    "body",
    [
        "It does not support lamps; it now does not support lamps.",
        "It doesn't now support lamps, it doesn’t integrate with lamps.",
        "It no longer supports lamps.",
        "It never adds lamps. It has never added any lamps.",
        "It is not compatible with lamps. It isn’t yet fully compatible with lamps.",
        "It cannot now support lamps, and it can’t now support lamps.",
        "There is no support for lamps, no native integration with lamps.",
        "It comes without support for lamps, and lacks integration with lamps.",
        "It neither supports lamps nor includes lamps.",
        "It does not offer any support for lamps. It has not added support for lamps.",
        "It hasn’t got support for lamps. It won't be compatible with lamps.",
        "It does not\nyet offer support for lamps.",
    ],
)
def test_denied_claims(body: str) -> None:
    """A claim that is negated just before its trigger is skipped."""
    assert_finds(check, body)


@pytest.mark.parametrize(
    "marked",
    [
        "It not only ⟦supports lamps⟧. It is not just ⟦compatible with lamps⟧.",
        "It is not only fast: ⟦now supports lamps⟧.",
        "It never rests and ⟦supports lamps⟧.",
        "Why not? It ⟦adds lamps⟧. No. It ⟦adds lamps⟧. Not yet: ⟦adds lamps⟧. Nothing, no, it ⟦adds lamps⟧.",
        "A knot ⟦supports lamps⟧, and a piano ⟦supports lamps⟧.",
        "It does not\n\n⟦support for lamps⟧",
        "It ⟦supports lamps⟧ that it never adds.",
    ],
)
def test_what_denies_nothing(marked: str) -> None:
    """`Not only`, a negation of something else and one before a sentence end deny nothing."""
    assert_finds(check, marked)


@pytest.mark.parametrize(
    "body",
    [
        "Does it now support lamps?",
        "Does it now support lamps？",
        "Which desk works with lamps, books and kites?!",
        "Which desk supports lamps (and “books”)?",
        "The question is: does it support lamps, and which desk supports lamps?",
        "Does it now support lamps; yes or no?",
        "What adds lamps — and who adds books?",
        "(Which desk supports lamps?) Nobody knows.",
        "“Which desk supports lamps?” is what we asked.",
        "Who knows v2.1.0 that adds lamps?",
        "Which desk supports lamps\nand adds kites?",
        "It supports lamps, right?",
    ],
)
def test_questions(body: str) -> None:
    """A claim inside a question is skipped."""
    assert_finds(check, body)


@pytest.mark.parametrize(
    "marked",
    [
        "No lamps? It ⟦adds lamps⟧.",
        "It ⟦adds lamps⟧. Do you like it?",
        "It ⟦adds lamps⟧! Do you like it?",
        "It ⟦adds lamps⟧\nDo you like it?",
        "It ⟦adds lamps⟧\n\ndo you like it?",
        "It ⟦adds lamps⟧: do you like it?",
        "It ⟦adds lamps⟧; do you like it?",
        "It ⟦adds lamps⟧ — do you like it?",
        "It ⟦adds lamps⟧ (do you like it?) and books.",
        "It ⟦adds lamps⟧ “and why?” on the desk.",
        "It ⟦adds lamps⟧ https://example.org/?q=books",
        "We asked “why?” and it ⟦adds lamps⟧.",
    ],
)
def test_what_is_no_question(marked: str) -> None:
    """A question before, after or in brackets beside a statement leaves it a statement."""
    assert_finds(check, marked)


@pytest.mark.parametrize(
    ("marked", "evidence"),
    [
        ("It ⟦now supports Lantern lamps⟧.", ["lantern LAMPS"]),
        ("It ⟦supports a queue, a cache and a policy⟧.", ["Queues, caches, policies"]),
        ("It ⟦supports queues, caches and policies⟧.", ["A queue, a cache, a policy"]),
        ("It ⟦supports Mira’s lamp⟧.", ["The lamps of Mira"]),
        ("It ⟦supports a Mira lamp⟧.", ["Mira's lamps"]),
        ("It ⟦supports ﬁles⟧.", ["ｆｉｌｅ"]),
        ("It ⟦supports lamps and books⟧.", ["Lamps.", "Books."]),
        ("It ⟦supports lamps⟧.", ["It does not support lamps."]),
        ("It ⟦supports 40 lamps⟧.", ["A lamp."]),
        ("It ⟦supports caf\u0065\u0301 lamps⟧.", ["A café lamp."]),
    ],
)
def test_evidence_has_the_words(marked: str, evidence: list[str]) -> None:
    """Each content word has to stand somewhere in cited evidence, whatever the case, number or possessive."""
    assert_grounds(check, marked, cited=evidence)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("supports scheduling", "You schedule a post."),
        ("supports schedules", "Scheduling."),
        ("supports lamps", "A lampshade."),
        ("supports lamps", "https://example.org/lamps"),
    ],
)
def test_evidence_has_other_words(claim: str, evidence: str) -> None:
    """There is no stemming of verbs, no part of a word and no word of a URL that grounds a claim."""
    assert_finds(check, f"It ⟦{claim}⟧.", cited=[evidence])


def test_grounded_names_what_contains_the_claim() -> None:
    """The cited items that hold all the words are named; when none does alone, those that hold some."""
    cited = ["A lamp", "Books and lamps", "A kite", "A book"]
    (whole,) = grounded(check, "It supports book lamps.", cited=cited)
    assert (whole.type, whole.span, whole.matched_evidence) == ("feature", "supports book lamps", ("c2",))
    (parts,) = grounded(check, "It supports kite lamps.", cited=cited)
    assert parts.matched_evidence == ("c1", "c2", "c3")


def test_uncited_evidence_is_named() -> None:
    """When uncited evidence has the missing words, the finding names it; words that cited evidence has are not missing."""
    (finding,) = findings(check, "It supports book lamps.", cited=["Books"], uncited=["A kite", "Lamps", "A lamp"])
    assert (finding.code, finding.severity, finding.category) == ("needs_human_review", "review", "feature")
    assert (finding.missing_terms, finding.matched_evidence) == (("lamp",), ("u2", "u3"))
    assert finding.message == (
        '"supports book lamps" claims a feature, and no cited evidence has the word "lamp".'
        " It stands in u2 and u3, which the variant does not cite."
    )


def test_uncited_evidence_that_has_the_words_together() -> None:
    """When no uncited item has all the missing words, those that have them together are named."""
    (finding,) = findings(check, "It supports book lamps.", uncited=["Books", "A kite", "Lamps"])
    assert finding.matched_evidence == ("u1", "u3")
    assert finding.message == (
        '"supports book lamps" claims a feature, and no cited evidence has the words "book" and "lamp".'
        " They stand in u1 and u3, which the variant does not cite."
    )


def test_words_that_no_evidence_has() -> None:
    """As long as a word is in no evidence at all, nothing is matched; the message says where the others are."""
    (finding,) = findings(check, "It supports book lamps.", uncited=["A kite", "Lamps"])
    assert finding.matched_evidence == ()
    assert finding.message == (
        '"supports book lamps" claims a feature, and no cited evidence has the words "book" and "lamp".'
        ' "lamp" stands in u2, not cited.'
        " Cite evidence whose claim or excerpt has them, or let a person review the claim."
    )


def test_a_claim_that_nothing_grounds() -> None:
    """The message lists the missing word and says what would settle it."""
    (finding,) = findings(check, "It supports lamps.")
    assert finding.message == (
        '"supports lamps" claims a feature, and no cited evidence has the word "lamp".'
        " Cite evidence whose claim or excerpt has it, or let a person review the claim."
    )
