from __future__ import annotations

import pytest

from reachweaver.checks.optout_mention import check
from reachweaver.optout import OptOut
from reachweaver.report import Finding
from tests.checks.marked import unmarked
from tests.checks.ruled import assert_spans, context, findings


@pytest.mark.parametrize(
    ("handles", "domains", "marked"),
    [
        (["@nobots"], [], "⟦@NoBots⟧, (⟦@nobots⟧)! ⟦@nobots⟧. .⟦@nobots⟧ @nobotsclub nobots @no_bots ⟦@nobots⟧'s"),
        (["NoBots"], [], "⟦@nobots⟧ ⟦＠ｎｏｂｏｔｓ⟧ ⟦@no\u200bbots⟧ \u2066⟦@nobots⟧\u2069 ⟦@nobots⟧さん"),
        (["@nobots"], [], "⟦@nobots@orchard.example⟧ @nobots.example @nobots-club"),
        (["@mira@orchard.example"], [], "⟦@Mira@Orchard.Example⟧ @mira @mira@other.example @mira@social.orchard.example"),
        (["mira@orchard.example"], [], "⟦@mira@orchard.example⟧."),
        (["Ana.Inkwell.example"], [], "⟦@ana.inkwell.example⟧ @ana @ana.inkwell ⟦@Ana.Inkwell.Example⟧."),
        (["café_optout"], [], "Merci ⟦@cafe\u0301_optout⟧ et @cafe_optout"),
        ([], ["orchard.example"], "⟦@mira@orchard.example⟧ ⟦@mira@social.ORCHARD.example⟧ ⟦@orchard.example⟧"),
        ([], ["orchard.example"], "⟦@news.orchard.example⟧ @mira@myorchard.example @orchard.example.net @orchard"),
        ([], ["orchard.example"], "orchard.example https://orchard.example/@mira me@orchard.example"),
        ([], ["@Orchard.Example", "*.inkwell.example"], "⟦@mira@orchard.example⟧ ⟦@ana.inkwell.example⟧"),
        ([], ["bücher.example"], "⟦@mira@xn--bcher-kva.example⟧ ⟦@mira@BÜCHER.example⟧"),
        ([], ["localhost"], "⟦@mira@localhost⟧ @localhost"),
        (["nobots"], ["orchard.example"], "Write to nobots@orchard.example, b@nobots, https://example.org/@nobots?who=@nobots"),
        (["nobots"], ["orchard.example"], "⟦@nobots⟧.Next week ⟦@mira@orchard.example⟧.Then @First.Nobots"),
        (["nobots"], ["orchard.example"], "⟦@nobots⟧...and ⟦@nobots⟧--thanks ⟦@x@orchard.example⟧..y ⟦@orchard.example⟧--z"),
        (["nobots"], ["orchard.example"], "_⟦@nobots⟧_ __⟦@nobots⟧__ _⟦@orchard.example⟧_ _⟦@x@orchard.example⟧_ @nobots_"),
        (["", "@", "@@"], ["", "."], "@ @@ @nobots @a.b"),
    ],
)  # fmt: skip
def test_mentions_of_listed_people(handles: list[str], domains: list[str], marked: str) -> None:
    """Handles match on any host or on their own one, domains with their subdomains, e-mail and URLs never."""
    optout = OptOut(handles=tuple(handles), domains=tuple(domains))
    assert_spans(check, marked, context(unmarked(marked)[0], optout=optout))


def test_a_finding_names_the_entry() -> None:
    """One error per mention, though several entries match, with the entry that does."""
    optout = OptOut(handles=("@Mira",), domains=("orchard.example",))
    assert findings(check, context("By @mira@orchard.example", optout=optout)) == [
        Finding(
            code="optout_mention",
            severity="error",
            message='"@mira@orchard.example" mentions somebody who opted out (entry "@Mira"). Take the mention out.',
            span="@mira@orchard.example",
            start=3,
            end=24,
        )
    ]


def test_a_host_of_endless_labels_is_only_slow_to_read() -> None:
    """A mention far beyond any host name is looked up all the same."""
    body = f"@{'a.' * 20_000}orchard.example"
    assert [one.end for one in findings(check, context(body, optout=OptOut(domains=("orchard.example",))))] == [
        len(body)
    ]
