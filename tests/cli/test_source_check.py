from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reachweaver.commands import page_options
from tests.cli.running import CommandLine
from tests.lookup.web import Web, serving

PAGE = (Path(__file__).parent.parent / "lookup" / "pages" / "release-notes.html").read_text(encoding="utf-8")
CLAIM = "Planner saves a plan in 30% less time"
NAME = "spring.reachweaver.json"


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    """A web server of the test's own, which need not be spared."""
    monkeypatch.setattr("reachweaver.commands.source_check.POLITE_PAUSE", 0.0)
    with serving() as server:
        server.page("/notes", PAGE)
        yield server


def campaign(web: Web, *items: dict[str, Any]) -> dict[str, Any]:
    evidence = [{"claim": CLAIM, "source_url": web.url("/notes"), **item} for item in items]
    ids = [item["id"] for item in items if not item.get("uncited")]
    variant = {"variant_id": "v", "platform": "linkedin", "text": "Hello", "evidence_ids": ids}
    return {"campaign_id": "spring", "evidence": evidence, "variants": [variant]}


def check(run: CommandLine, *arguments: str) -> Any:
    return run("source-check", "--allow-private", "--json", *arguments).report


def test_one_claim(run: CommandLine, web: Web) -> None:
    """The envelope is printed, its receipt verifies, and each match is a citation of it."""
    found = check(run, "--claim", CLAIM, "--url", web.url("/notes"))
    assert (found["ok"], found["found"], found["verdict"], len(found["matches"])) == (True, True, "not_evaluated", 3)
    assert run("receipt-verify", run.write("answer.json", found), "--json").report["verdict"] == "verified"
    receipt, match = run.write("receipt.json", found["receipt"]), found["matches"][0]
    proof = run.write("proof.json", match["proof"])
    cited = ("--block-text", match["text"], "--block-selector", match["source_selector"], "--proof", proof)
    outcome = run("receipt-verify", receipt, "--mode", "citation", *cited, "--json")
    assert (outcome.status, outcome.report["verdict"]) == (0, "citation_verified")
    live = run("receipt-verify", receipt, "--mode", "live", "--allow-private", "--json")
    assert live.report["verdict"] == "verified"


def test_for_people(run: CommandLine, web: Web) -> None:
    """Claim, source, passages with their scores, and who signed."""
    url = web.url("/notes")
    outcome = run("source-check", "--claim", CLAIM, "--url", url, "--max-matches", "1", "--allow-private")
    lines = outcome.stdout.splitlines()
    assert (outcome.status, lines[:2]) == (0, [CLAIM, f"  {url}"])
    assert lines[2].endswith("“Planner 2.0 saves a plan in 30% less time than 1.9 and now exports to CSV & iCal.”")
    assert lines[3].startswith("  signed by k1:")
    missing = run("source-check", "--claim", "Bananas ripen", "--url", url, "--allow-private", "--no-receipt")
    assert missing.stdout.endswith("  nothing on the page has enough of its words (all of the page was read)\n")


@pytest.mark.parametrize(("wanted", "given"), [("0", 1), ("-7", 1), ("-" + "9" * 30, 1), ("11", 10), ("9" * 5000, 10)])
def test_any_whole_number_of_matches(run: CommandLine, web: Web, wanted: str, given: int) -> None:
    """The number of matches is clamped to 1 to 10, however large the number is that asks for them."""
    web.page("/many", "<main>" + "".join(f"<p>Planner saves plan {number}</p>" for number in range(20)))
    found = check(run, "--claim", "Planner saves", "--url", web.url("/many"), f"--max-matches={wanted}")
    assert len(found["matches"]) == given


def test_a_page_that_cannot_be_read(run: CommandLine, web: Web) -> None:
    """The failure's envelope is printed, and the status says that the work was not done."""
    outcome = run("source-check", "--claim", CLAIM, "--url", web.url("/gone"), "--allow-private", "--json")
    assert (outcome.status, outcome.report["failure"]["code"], outcome.stderr) == (2, "http_404", "")
    shown = run("source-check", "--claim", CLAIM, "--url", web.url("/notes"))
    assert (shown.status, "not read (private_url_blocked): 127.0.0.1" in shown.stdout) == (2, True)


def test_a_campaign(run: CommandLine, web: Web) -> None:
    """Cited evidence in the order of declaration, each page opened once, and where each excerpt stands."""
    items = [
        {"id": "a", "excerpt": "saves a plan in 30%\nless time than 1.9"},
        {"id": "b", "uncited": True},
        {"id": "c", "excerpt": "saves a plan in 40% less time"},
        {"id": "d", "source_url": web.url("/gone"), "excerpt": "x"},
        {"id": "e", "excerpt": "Back up your data.\n\n“2.0 588 ms 1.4 s”"},
    ]
    name = run.write(NAME, campaign(web, *items))
    outcome = run("source-check", "--file", name, "--allow-private", "--json")
    found = outcome.report
    assert (outcome.status, [answer["evidence"] for answer in found]) == (2, ["a", "c", "d", "e"])
    assert [answer.get("excerpt", {}).get("found") for answer in found] == [True, False, None, True]
    assert found[0]["excerpt"]["text"].startswith("Planner 2.0 saves")
    assert web.paths == ["/robots.txt", "/notes", "/gone"]
    one = check(run, "--file", name, "--evidence", "b")
    assert (one["evidence"], one["found"]) == ("b", True)


def test_an_item_that_cannot_be_looked_up_hides_no_other(run: CommandLine, web: Web) -> None:
    """Without a claim or a source an item has its failure, and the others are looked up all the same."""
    whole = campaign(web, {"id": "a"}, {"id": "b"}, {"id": "c", "claim": ""})
    del whole["evidence"][0]["source_url"]
    outcome = run("source-check", "--file", run.write(NAME, whole), "--allow-private", "--json")
    found = [(answer["evidence"], answer.get("failure", {}).get("code")) for answer in outcome.report]
    assert (outcome.status, found) == (2, [("a", "invalid_arguments"), ("b", None), ("c", "invalid_arguments")])
    shown = run("source-check", "--file", NAME, "--allow-private").stdout
    assert shown.startswith(f"a: {CLAIM}\n  not read (invalid_arguments): ")


def test_a_campaign_again(run: CommandLine, web: Web) -> None:
    """What was read lately is not opened again, and says so; a flag, and asking for one claim, open it."""
    name = run.write(
        NAME, campaign(web, {"id": "a", "excerpt": "saves a plan"}, {"id": "b", "source_url": web.url("/gone")})
    )
    first, second = check(run, "--file", name), check(run, "--file", name)
    assert web.paths == ["/robots.txt", "/notes", "/gone", "/robots.txt", "/gone"]
    assert ["cached" in answer for answer in (*first, *second)] == [False, False, True, False]
    assert {key: second[0][key] for key in first[0] if key != "receipt"} == {
        key: value for key, value in first[0].items() if key != "receipt"
    }
    assert second[0]["receipt"]["signed"]["ts"] == first[0]["receipt"]["signed"]["ts"] == second[0]["timestamp"]
    shown = run("source-check", "--file", name, "--evidence", "a", "--allow-private").stdout
    assert f"  as it was on {first[0]['timestamp']}; --no-cache reads it again\n" in shown
    web.asked.clear()
    again = check(run, "--file", name, "--no-cache")
    assert ("cached" in again[0], web.paths) == (False, ["/robots.txt", "/notes", "/gone"])
    web.asked.clear()
    assert "cached" not in check(run, "--claim", CLAIM, "--url", web.url("/notes"))
    assert web.paths == ["/robots.txt", "/notes"]


def test_receipts_are_stored_beside_the_campaign(run: CommandLine, web: Web) -> None:
    """Each receipt is a file that verifies, the campaign names it, and nothing else of the campaign changes."""
    content = campaign(
        web,
        {"id": "a", "excerpt": "x"},
        {"id": "b/C", "receipt": "old.json"},
        {"id": "d", "source_url": web.url("/gone")},
    )
    text = "\ufeff" + json.dumps(content, indent=4, ensure_ascii=True).replace("\n", "\r\n") + "\r\n"
    (run.folder / NAME).write_bytes(text.encode())
    assert run("source-check", "--file", NAME, "--allow-private", "--write-receipts").status == 2
    names = {"a": "receipts/a.json", "b/C": "receipts/b-c~e55b8d51.json"}
    wanted = text.replace('"excerpt": "x"', f'"excerpt": "x",\r\n            "receipt": "{names["a"]}"')
    assert (run.folder / NAME).read_bytes() == wanted.replace("old.json", names["b/C"]).encode()
    assert sorted(path.name for path in (run.folder / "receipts").iterdir()) == sorted(
        Path(name).name for name in names.values()
    )
    for name in names.values():
        stored = json.loads((run.folder / name).read_text(encoding="utf-8"))
        assert list(stored) == ["signed", "blockLeaves", "blocks", "markdown", "publicKey"]
        assert len(stored["blocks"]) == len(stored["blockLeaves"])
        markdown = run.write("page.md", stored["markdown"])
        assert run("receipt-verify", name, "--markdown", markdown).status == 0
    before = (run.folder / NAME).read_bytes()
    run("source-check", "--file", NAME, "--allow-private", "--write-receipts")
    assert (run.folder / NAME).read_bytes() == before


def test_no_receipt_is_stored_outside(run: CommandLine, web: Web, tmp_path: Path) -> None:
    """Where a link leads out of the campaign's folder nothing is written, and the campaign stays as it is."""
    text = json.dumps(campaign(web, {"id": "a"}))
    run.write(NAME, text)
    (tmp_path / "outside").mkdir()
    (run.folder / "receipts").symlink_to(tmp_path / "outside")
    error = run.error("source-check", "--file", NAME, "--allow-private", "--write-receipts")
    assert error == "receipts/a.json: a link leads out of the campaign's folder, and no receipt is stored there"
    assert list((tmp_path / "outside").iterdir()) == []
    assert (run.folder / NAME).read_text() == text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a claim and its source with --claim and --url, or a campaign with --file"),
        (("--claim", "x"), "name a claim and its source with --claim and --url, or a campaign with --file"),
        (("--claim", "x", "--url", "y", "--evidence", "z"), "--evidence needs --file"),
        (("--claim", "x", "--url", "y", "--write-receipts"), "--write-receipts needs --file"),
        (("--claim", "x", "--url", "y", "--no-cache"), "--no-cache needs --file"),
        (("--file", NAME, "--url", "y"), "--claim and --url are for one claim"),
        (("--file", NAME, "--write-receipts", "--no-receipt"), "--write-receipts does not go with --no-receipt"),
        (("--file", "-", "--write-receipts"), "--write-receipts does not go with --file -"),
        (("--file", NAME, "--evidence", "z"), f'{NAME}: there is no evidence "z" in the campaign'),
        (("--file", NAME, "--evidence", "n"), f'{NAME}: evidence "n" has no claim or no source_url'),
        (("--file", NAME), f"{NAME}: no variant cites any evidence"),
        (("--claim", "x", "--url", "y", "--max-matches", "z"), "argument --max-matches: a whole number is needed"),
        (("--file", "absent.json"), "absent.json: cannot read the file"),
    ],
)
def test_what_cannot_be_done_is_one_line(run: CommandLine, arguments: tuple[str, ...], message: str) -> None:
    """Arguments that do not go together, and campaigns without what is asked for."""
    run.write(NAME, {"campaign_id": "c", "evidence": [{"id": "n"}], "variants": []})
    assert run.error("source-check", *arguments).startswith(message)


@pytest.mark.parametrize("url", ["ftp://example.org", "x"])
def test_a_url_that_is_none(run: CommandLine, url: str) -> None:
    """It is the specification's failure, like everything that a page or its address does."""
    outcome = run("source-check", "--claim", CLAIM, "--url", url, "--json")
    assert (outcome.status, outcome.report["failure"]["code"]) == (2, "invalid_arguments")


def test_policies_are_the_look_ups() -> None:
    """The command line, which loads the look-up only when it is needed, knows the same policies."""
    from reachweaver.lookup.look_up import BACKEND_POLICIES

    assert page_options.BACKEND_POLICIES == BACKEND_POLICIES
