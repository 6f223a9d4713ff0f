"""What stands around a passage of a page: headings, lines that lead to it, its neighbours, and what they do to its claim."""

from __future__ import annotations

import pytest

from reachweaver.lookup.attestation import Row, attest
from reachweaver.lookup.html_blocks import html_blocks
from reachweaver.lookup.look_up import Reader, look_up
from reachweaver.lookup.stance import Stance, stance
from reachweaver.lookup.surroundings import Surroundings, surroundings
from tests.lookup.receipt_data import KEY
from tests.lookup.web import Web

CLAIM = "Planner supports Linux"


def around(page: str, text: str = CLAIM) -> Surroundings:
    """What stands around the block that begins with a text."""
    blocks = html_blocks(f"<main>{page}</main>")
    return surroundings(blocks, [block.text.startswith(text) for block in blocks].index(True))


def judged(page: str, claim: str = CLAIM) -> Stance:
    blocks = html_blocks(f"<main>{page}</main>")
    texts = [block.text for block in blocks]
    return stance(claim, texts, is_complete=True, around=[surroundings(blocks, index) for index in range(len(blocks))])


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (f"<p>{CLAIM}.</p>", Surroundings()),
        (f"<p>One.<p>{CLAIM}.<p>Two.", Surroundings(before="One.", after="Two.")),
        (f"<h1>A</h1><h2>B</h2><h3>C</h3><h2>D</h2><p>{CLAIM}.", Surroundings(headings=("D", "A"))),
        (f"<h1>A</h1><h2>{CLAIM}</h2><h3>C</h3>", Surroundings(headings=("A",))),
        (f"<h2>A</h2><p>One.<h3>{CLAIM}</h3><p>Two.", Surroundings(headings=("A",), before="One.", after="Two.")),
        (f"<p>Here:<p>{CLAIM}.", Surroundings(intros=("Here:",), before="Here:")),
        (f"<p>Here:<ul><li>One<li>{CLAIM}<li>Two</ul>", Surroundings(intros=("Here:",), before="One")),
        (
            f"<p>Here:<ul><li>One<ul><li>Two</ul><li>Three<ul><li>Four<li>{CLAIM}</ul></ul>",
            Surroundings(intros=("Three", "Here:"), before="Four"),
        ),
        (f"<p>Here<ul><li>{CLAIM}</ul><p>Two.", Surroundings(before="Here", after="Two.")),
        (f"<blockquote><p>{CLAIM}.</blockquote>", Surroundings(is_quotation=True)),
    ],
)
def test_what_stands_around(page: str, expected: Surroundings) -> None:
    """Headings from the nearest out, what leads to it, and the neighbours."""
    assert around(page) == expected


@pytest.mark.parametrize(
    "page",
    [
        f"<h2>What Planner is not</h2><p>{CLAIM}.",
        f"<h2>Not supported</h2><ul><li>{CLAIM}</ul>",
        f"<h2>What we do not support</h2><ul><li>{CLAIM}</ul>",
        f"<h2>Myths</h2><h3>Systems</h3><p>{CLAIM}.",
        f"<h2>Roadmap</h2><p>{CLAIM}.",
        f"<h2>Coming soon</h2><ul><li>{CLAIM}</ul>",
        f"<p>None of this is true:</p><ul><li>Planner is free<li>{CLAIM}</ul>",
        f"<p>Some people say:</p><p>{CLAIM}.",
        f"<ul><li>Not supported<ul><li>{CLAIM}</ul></ul>",
        f"<p>The following is not true.</p><p>{CLAIM}.",
        f"<p>{CLAIM}.</p><p>This is not true. Planner is a clock.</p>",
        f"<p>{CLAIM}.</p><p>But only in a window.</p>",
        f"<ul><li>{CLAIM}</ul><p>That was a joke.</p>",
        f"<h2>{CLAIM}</h2><p>No longer.</p>",
        f"<dl><dt>{CLAIM}<dd>No.</dl>",
        f"<table><caption>Misconceptions</caption><tr><td>{CLAIM}</table>",
        f"<blockquote>{CLAIM}.</blockquote>",
    ],
)
def test_what_stands_around_may_turn_a_claim(page: str) -> None:
    """A passage that is quoted, called false, planned or taken back by what is beside it is only related."""
    assert judged(page).status == "related"
    assert judged(page.replace(CLAIM, "Planner does not support Linux")).status == "related"


@pytest.mark.parametrize(
    "page",
    [
        f"<h1>Planner 3</h1><h2>Systems</h2><p>{CLAIM}.<p>It is small.",
        f"<h2>No account needed</h2><p>{CLAIM}.",
        f"<h2>Planner does not track you</h2><p>{CLAIM}.",
        f"<h2>Does Planner support Linux?</h2><p>{CLAIM}.",
        f"<p>Planner is not a clock.<p>{CLAIM}.<p>It is not a clock, either.",
        f"<p>These are true:</p><ul><li>{CLAIM}<li>Not one account is needed</ul>",
        f"<p>{CLAIM}.<h2>Not supported</h2><p>Clocks.",
        f"<h2>Roadmap</h2><p>Clocks.<h2>Today</h2><p>{CLAIM}.",
        f"<blockquote>Clocks.</blockquote><p>{CLAIM}.",
    ],
)
def test_what_stands_around_may_have_nothing_to_do_with_it(page: str) -> None:
    """A passage in plain sections, with plain neighbours, says what it says."""
    assert judged(page).status == "supported"


def test_what_is_not_known_is_not_doubted() -> None:
    """Without its surroundings a block counts by itself."""
    assert stance(CLAIM, ["x", f"{CLAIM}."], is_complete=True, around=[Surroundings()]).status == "supported"


def test_an_attested_page_is_read_with_its_headings(web: Web) -> None:
    """The look-up tells `attest` what stands around a match, and no answer holds it."""
    url = web.page("/", f"<main><p>Planner runs on phones.<h2>Not supported</h2><ul><li>{CLAIM}</ul></main>")

    def look(claim: str, asked: str) -> dict[str, object]:
        return look_up(
            claim, asked, signer=KEY, reader=Reader(allow_private=True, environment={}), with_surroundings=True
        )

    answer = attest([Row(CLAIM, url), Row("Planner runs on phones", url)], look)
    rows = answer["perClaim"]
    assert isinstance(rows, list)
    assert [(row["status"], row["text"]) for row in rows] == [
        ("related", CLAIM),
        ("supported", "Planner runs on phones."),
    ]
    assert all("surroundings" not in row for row in rows)
