from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import CommandLine, campaign
from tests.lookup.web import serving

NAME = "spring.reachweaver.json"
PAGE = "planner.html"


def grounded(*texts: str) -> dict[str, object]:
    """A campaign whose texts cite evidence that says the same."""
    evidence = [{"id": "e", "claim": " ".join(texts), "source_url": "https://example.org/e"}]
    content = campaign(*texts, evidence=evidence)
    for variant in content["variants"]:
        variant["evidence_ids"] = ["e"]
    return content


def test_what_the_page_lacks_is_shown_where_it_stands(run: CommandLine) -> None:
    """Each missing span with its line of the file, a count, and how much was found; warnings are status 0."""
    name = run.write(NAME, grounded("Up 40% in 30 ms"))
    run.write(PAGE, "<h1>Planner</h1><p>30 ms</p>")
    outcome = run("landing-check", "--file", name, "--page", PAGE)
    assert (outcome.status, outcome.stderr) == (0, "")
    lines = outcome.stdout.splitlines()
    assert lines[0].endswith(
        ' warning[missing_on_landing] "40%" is not on the landing page, where readers will look for it. Put it there, or'
        " say here what the page says."
    )
    assert lines[-3].startswith("1 warning in 1 campaign")
    assert lines[-1] == (
        "planner.html has 1 of the 2 grounded claims that were looked for; features are not looked for."
    )


def test_the_report_as_json(run: CommandLine) -> None:
    """--json prints the report with its landing summary and nothing else."""
    name = run.write(NAME, grounded("Up 40% in 30 ms"))
    run.write("page.md", "# Planner\n\n**40**% and 30 ms")
    outcome = run("landing-check", "--file", name, "--page", "page.md", "--json")
    assert (outcome.status, outcome.stderr) == (0, "")
    assert outcome.report["report"] == "landing"
    assert outcome.report["landing"] == {"page": "page.md", "looked_for": 2, "found": 2, "missing": 0}


def test_errors_of_the_file_count_and_other_checks_do_not(run: CommandLine) -> None:
    """A number without evidence is not reported here; a field that breaks the contract is, with status 2."""
    run.write(PAGE, "<p>Nothing")
    assert run("landing-check", "--file", run.write(NAME, campaign("Up 40%")), "--page", PAGE).status == 0
    broken = run.write(NAME, campaign("Up 40%", cta_url="nope"))
    outcome = run("landing-check", "--file", broken, "--page", PAGE, "--json")
    assert outcome.status == 2
    assert [finding["path"] for finding in outcome.report["findings"]] == ["/cta_url"]


@pytest.mark.parametrize("start", ["%PDF-1.7\n", "GIF89a", "PK\x03\x04"])
def test_what_is_no_page_is_refused(run: CommandLine, start: str) -> None:
    """A PDF, picture or archive is no page that lacks everything, whatever its name is."""
    name = run.write(NAME, grounded("Up 40%"))
    saved = run.write(PAGE, f"{start}40%")
    assert run.error("landing-check", "--file", name, "--page", saved) == f"{PAGE}: this is no HTML, Markdown or text"


def test_a_page_without_text_is_pointed_out(run: CommandLine) -> None:
    """A page that a script fills in lacks everything, and the reason is told."""
    run.write(PAGE, "<div id=app></div><script>40%</script>")
    outcome = run("landing-check", "--file", run.write(NAME, grounded("Up 40%")), "--page", PAGE)
    assert outcome.status == 0
    assert outcome.stderr == (
        "reachweaver: warning: planner.html: there is no text on this page; if a script fills it in, save it from a browser\n"
    )
    assert "missing_on_landing" in outcome.stdout


def test_a_page_in_any_encoding_is_read(run: CommandLine) -> None:
    """A page need not be UTF-8, and bytes that mean nothing are passed over."""
    name = run.write(NAME, grounded("“Café crème for all of us”"))
    for content in (
        "“Café crème for all of us”".encode("cp1252"),
        "“Café crème for all of us”".encode("utf-16"),
    ):
        (run.folder / PAGE).write_bytes(content + b"\xff\x81\x00" * 2)
        report = run("landing-check", "--file", name, "--page", PAGE, "--json").report
        assert report["landing"]["missing"] == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--page", "absent.html"), "absent.html: cannot read the file: No such file or directory"),
        (("--page", "."), ".: expected a file, but this is a folder"),
        (("--page", "a\0b"), "a\\x00b: this is not a file name"),
        (("--fetch",), f"{NAME}: --fetch opens the campaign's cta_url, and there is none"),
        (("--page", PAGE, "--allow-private"), "--allow-private is for --fetch"),
        (("--fetch", "--page", PAGE), "argument --page: not allowed with argument --fetch"),
        ((), "one of the arguments --page --fetch is required"),
    ],
)
def test_what_cannot_be_done_is_one_line(run: CommandLine, arguments: tuple[str, ...], error: str) -> None:
    """A missing page, a folder, an impossible name, fetching, and no page at all."""
    assert run.error("landing-check", "--file", run.write(NAME, campaign("One.")), *arguments).startswith(error)


def test_the_help_offers_what_there_is(run: CommandLine) -> None:
    """The help names --page and --fetch, and says that nothing else opens an address."""
    printed = run("landing-check", "--help").stdout
    assert "--page FILE" in printed
    assert "--fetch" in printed
    assert "which is opened only" in printed


def test_a_page_is_fetched(run: CommandLine) -> None:
    """--fetch looks at the campaign's cta_url, all that it shows; what cannot be read is an error with its code."""
    with serving() as web:
        url = web.page("/planner", "<nav>Planner</nav><main><p>It takes 30 ms</main><footer>Up 41%</footer>")
        name = run.write(NAME, {**grounded("Up 40% and 41% in 30 ms"), "cta_url": url})
        arguments = ("landing-check", "--file", name, "--fetch")
        report = run(*arguments, "--allow-private", "--json").report
        assert report["landing"] == {"page": url, "looked_for": 3, "found": 2, "missing": 1}
        assert run.error(*arguments).startswith(f"{url}: the page could not be read (private_url_blocked): ")
        web.page("/planner", "", 404)
        assert run.error(*arguments, "--allow-private").startswith(f"{url}: the page could not be read (http_404): ")


def test_nothing_is_written(run: CommandLine) -> None:
    """The command leaves both files and their folder as they are."""
    name = run.write(NAME, grounded("Up 40%"))
    run.write(PAGE, "<p>40%")
    before = {path.name: path.read_bytes() for path in Path(run.folder).iterdir() if path.is_file()}
    run("landing-check", "--file", name, "--page", PAGE)
    assert {path.name: path.read_bytes() for path in Path(run.folder).iterdir() if path.is_file()} == before
