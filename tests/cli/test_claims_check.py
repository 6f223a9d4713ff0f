from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tests.cli.running import CommandLine, campaign

BANS_CALM = {"banned_phrases": ["calm"]}
BANS_PAPER = {"banned_phrases": ["paper"]}
NAME = "spring.reachweaver.json"


def codes(report: dict[str, object]) -> list[tuple[str, str | None]]:
    """Code and span of every finding of a report's variants."""
    variants = report["variants"]
    assert isinstance(variants, list)
    return [(finding["code"], finding["span"]) for variant in variants for finding in variant["findings"]]


def campaign_ids(report: list[dict[str, object]]) -> list[object]:
    return [entry["campaign_id"] for entry in report]


def test_a_clean_campaign_ends_with_0(run: CommandLine) -> None:
    """Without error findings the exit status is 0 and the report says so."""
    outcome = run("claims-check", run.write(NAME, campaign("Drafts stay on paper.")))
    assert (outcome.status, outcome.stderr) == (0, "")
    assert outcome.stdout.startswith("No findings in 1 campaign (0 claims grounded).\n")


def test_errors_end_with_2(run: CommandLine) -> None:
    """An error finding is printed and the exit status is 2; that is no failure of the command."""
    outcome = run("claims-check", run.write(NAME, campaign("Up 40%")))
    assert (outcome.status, outcome.stderr) == (2, "")
    assert f"{NAME}:1:" in outcome.stdout
    assert "error[unsupported_number]" in outcome.stdout


def test_reviews_and_warnings_end_with_0(run: CommandLine) -> None:
    """What only asks for a person does not fail the command."""
    text = {**campaign("The fastest pencil."), "cta_url": "https://example.org/pencils"}
    outcome = run("claims-check", run.write(NAME, text), "--json")
    assert outcome.status == 0
    assert codes(outcome.report) == [("needs_human_review", "fastest"), ("missing_cta", None)]


def test_one_campaign_is_an_object_and_several_are_an_array(run: CommandLine) -> None:
    """With --json standard output holds one document, an array in the order in which several campaigns are named."""
    one = run.write("one.json", campaign("Drafts stay on paper.", campaign_id="one"))
    two = run.write("two.json", campaign("Up 40%", campaign_id="two"))
    alone = run("claims-check", one, "--json").report
    both = run("claims-check", two, one, "--json")
    assert alone["campaign_id"] == "one"
    assert both.status == 2
    assert campaign_ids(both.report) == ["two", "one"]
    assert both.report[1] == alone


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        (["one.json", "--json", "two.json"], ["one", "two"]),
        (["--json", "two.json", "--jobs", "1", "one.json", "--duplicate-threshold=0.5"], ["two", "one"]),
        (["two.json", "--duplicate-threshold", "0.5", "one.json", "--json", "-dash.json"], None),
        (["two.json", "--json", "--", "one.json", "-dash.json"], ["two", "one", "dash"]),
        (["--json", "--", "-dash.json", "two.json"], ["dash", "two"]),
        (["two.json", "--json", "-", "one.json"], ["two", "input", "one"]),
    ],
)
def test_flags_stand_anywhere_among_the_files(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch, arguments: list[str], ids: list[str] | None
) -> None:
    """Files are checked in their order wherever the flags stand; after -- there are only files, before it only flags
    begin with a dash.
    """
    for name, campaign_id in (("one.json", "one"), ("two.json", "two"), ("-dash.json", "dash")):
        run.write(name, campaign("Drafts stay on paper.", campaign_id=campaign_id))
    monkeypatch.setattr(
        "sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(campaign("x", campaign_id="input")).encode()))
    )
    if ids is None:
        assert run.error("claims-check", *arguments).startswith("unrecognized arguments: -dash.json (see: ")
    else:
        assert campaign_ids(run("claims-check", *arguments).report) == ids


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--json"], "the following arguments are required: CAMPAIGN"),
        (["one.json", "--bogus"], "unrecognized arguments: --bogus"),
        (["one.json", "--bogus", "two.json"], "unrecognized arguments: --bogus two.json"),
        (["one.json", "--json", "two.json", "--bogus"], "unrecognized arguments: --bogus"),
        (["one.json", "--json", "two.json", "--jobs"], "argument --jobs: expected one argument"),
    ],
)
def test_a_flag_among_the_files_that_is_none(run: CommandLine, arguments: list[str], message: str) -> None:
    """What is no flag is named as before, also when files follow."""
    assert run.error("claims-check", *arguments).startswith(f"{message} (see: reachweaver ")


def test_json_is_short_for_its_format(run: CommandLine) -> None:
    """--json and --format json print the same, together too."""
    name = run.write(NAME, campaign("Up 40%"))
    short = run("claims-check", name, "--json")
    assert (
        short == run("claims-check", name, "--format", "json") == run("claims-check", "--json", "--format=json", name)
    )


def test_a_file_named_twice_is_checked_once(run: CommandLine) -> None:
    """The same file under two names, or in a folder that is named too, is one campaign."""
    run.write(f"plans/{NAME}", campaign("Up 40%"))
    (run.folder / "link.json").symlink_to(run.folder / "plans" / NAME)
    assert isinstance(run("claims-check", "plans", f"plans/{NAME}", "./plans/../link.json", "--json").report, dict)


def test_a_folder_is_searched_for_campaigns(run: CommandLine) -> None:
    """Every *.reachweaver.json below a folder is checked in the order of its path; brands and hidden folders are not."""
    for name in ("b.reachweaver.json", "a.reachweaver.json", "a/z.reachweaver.json", "c/d/e.reachweaver.json"):
        run.write(f"plans/{name}", campaign("Drafts stay on paper.", campaign_id=name))
    for name in (".git/x", ".hidden/x", "node_modules/x", "a/node_modules/deep/x", "a/.x"):
        run.write(f"plans/{name}.reachweaver.json", "not even JSON")
    run.write("plans/brand.reachweaver.json", {})
    run.write("plans/c/acme.reachweaver.json", BANS_CALM)
    run.write("plans/c/quiet.reachweaver.json", {"handles": ["@quiet"]})
    run.write("plans/other.json", "not even JSON")
    outcome = run("claims-check", "plans", "--json")
    assert (outcome.status, outcome.stderr) == (0, "")
    expected = ["a/z.reachweaver.json", "a.reachweaver.json", "b.reachweaver.json", "c/d/e.reachweaver.json"]
    assert campaign_ids(outcome.report) == expected


def test_a_folder_with_one_campaign_gives_an_object(run: CommandLine) -> None:
    """One campaign is an object, whether it was named itself or found in a folder."""
    run.write(f"plans/{NAME}", campaign("Drafts stay on paper."))
    assert run("claims-check", "plans", "--json").report["campaign_id"] == "spring"


def test_an_incomplete_campaign_in_a_folder_is_not_skipped(run: CommandLine) -> None:
    """A file without variants that is no brand either is a campaign with something missing."""
    run.write(f"plans/{NAME}", {"campaign_id": "spring", "name": "Spring"})
    outcome = run("claims-check", "plans", "--json")
    assert outcome.status == 2
    assert [finding["path"] for finding in outcome.report["findings"]] == ["/variants"]


@pytest.mark.parametrize("content", [None, BANS_CALM, "{"])
def test_a_folder_without_campaigns_is_an_error(run: CommandLine, content: object) -> None:
    """A folder that holds no campaign, or nothing but a brand, is a mistake of the person who named it."""
    (run.folder / "plans").mkdir()
    if content is not None:
        run.write("plans/brand.reachweaver.json", content)
    assert run.error("claims-check", "plans") == (
        "plans: no campaign in this folder: no file's name ends in .reachweaver.json"
    )


def test_standard_input_is_a_campaign(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` reads a campaign from standard input, under the rules of the current folder."""
    run.write("brand.reachweaver.json", BANS_PAPER)
    content = b'\xef\xbb\xbf{"campaign_id": "c", "variants": [{"variant_id": "v", "platform": "x", "text": "paper"}]}'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content), encoding="latin-1"))
    outcome = run("claims-check", "-")
    assert outcome.status == 2
    assert outcome.stdout.startswith("<stdin>:1:81: error[banned_phrase]")


def test_the_nearest_brand_holds(run: CommandLine) -> None:
    """Without a flag each campaign is under the brand nearest to it, and under none above the project's root."""
    run.write("../brand.reachweaver.json", {"banned_phrases": ["drafts"]})
    run.write("brand.reachweaver.json", BANS_PAPER)
    run.write("calm/brand.reachweaver.json", BANS_CALM)
    here = run.write(NAME, campaign("Drafts on calm paper."))
    calm = run.write(f"calm/deep/{NAME}", campaign("Drafts on calm paper."))
    reports = run("claims-check", here, calm, "--json").report
    assert [codes(report) for report in reports] == [[("banned_phrase", "paper")], [("banned_phrase", "calm")]]


def test_the_brand_is_not_looked_for_above_the_project(run: CommandLine) -> None:
    """The search ends at the folder that holds .git, and at one that holds reachweaver.toml."""
    run.write("../brand.reachweaver.json", BANS_PAPER)
    run.write("brand.reachweaver.json", BANS_PAPER)
    run.write("inner/reachweaver.toml", "")
    name = run.write(f"inner/{NAME}", campaign("Drafts on paper."))
    assert codes(run("claims-check", name, "--json").report) == []
    (run.folder / "brand.reachweaver.json").unlink()
    name = run.write(NAME, campaign("Drafts on paper."))
    assert codes(run("claims-check", name, "--json").report) == []


def test_a_flag_beats_the_configuration_which_beats_the_nearest_brand(run: CommandLine) -> None:
    """The configured brand is relative to reachweaver.toml; --brand is relative to the current folder and wins."""
    run.write("brand.reachweaver.json", {"banned_phrases": ["drafts"]})
    name = run.write(f"deep/{NAME}", campaign("Drafts on calm paper."))
    run.write("reachweaver.toml", 'brand = "rules/calm.json"')
    run.write("rules/calm.json", BANS_CALM)
    assert codes(run("claims-check", name, "--json").report) == [("banned_phrase", "calm")]
    paper = run.write("paper.json", BANS_PAPER)
    assert codes(run("claims-check", name, "--brand", paper, "--json").report) == [("banned_phrase", "paper")]


def test_the_opt_out_list_is_found_in_order(run: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """--optout beats REACHWEAVER_OPTOUT, which beats the configured list, which beats config/optout.json."""
    name = run.write(f"deep/{NAME}", campaign("Hi @ann @bob @cleo @dan."))

    def mentioned(*flags: str) -> list[str | None]:
        return [span for _, span in codes(run("claims-check", name, "--json", *flags).report)]

    assert mentioned() == []
    run.write("config/optout.json", ["@ann"])
    assert mentioned() == ["@ann"]
    run.write("reachweaver.toml", 'optout = "lists/bob.json"')
    run.write("lists/bob.json", {"handles": ["bob"]})
    assert mentioned() == ["@bob"]
    monkeypatch.setenv("REACHWEAVER_OPTOUT", run.write("cleo.json", ["cleo"]))
    assert mentioned() == ["@cleo"]
    assert mentioned("--optout", run.write("dan.json", ["@dan"])) == ["@dan"]
    monkeypatch.setenv("REACHWEAVER_OPTOUT", "")
    assert mentioned() == ["@bob"]
    monkeypatch.chdir(tmp_path)
    (run.folder / "reachweaver.toml").write_text("")
    name = str(run.folder / name)
    assert mentioned() == ["@ann"]


def test_a_named_opt_out_list_must_be_there(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list named by flag, variable or configuration and not there is an error; the usual place may be empty."""
    name = run.write(NAME, campaign("Drafts stay on paper."))
    missing = "cannot read the file: No such file or directory"
    assert run.error("claims-check", name, "--optout", "a.json", "--json") == f"a.json: {missing}"
    monkeypatch.setenv("REACHWEAVER_OPTOUT", "b.json")
    assert run.error("claims-check", name, "--json") == f"b.json: {missing}"
    monkeypatch.delenv("REACHWEAVER_OPTOUT")
    run.write("reachweaver.toml", 'optout = "c.json"')
    assert run.error("claims-check", name, "--json") == f"c.json: {missing}"
    (run.folder / "config" / "optout.json").mkdir(parents=True)
    run.write("reachweaver.toml", "")
    assert run.error("claims-check", name) == "config/optout.json: expected a file, but this is a folder"


def test_the_threshold_is_found_in_order(run: CommandLine) -> None:
    """--duplicate-threshold beats the configured one, which beats 0.6; the report says which held."""
    name = run.write(NAME, campaign("one two three four", "one two three five"))

    def threshold(*flags: str) -> object:
        return run("claims-check", name, "--json", *flags).report["duplicate_threshold"]

    assert threshold() == 0.6
    run.write("reachweaver.toml", "duplicate_threshold = 1")
    assert threshold() == 1.0
    assert threshold("--duplicate-threshold", "0.25") == 0.25
    assert threshold("--duplicate-threshold=0") == 0.0
    assert codes(run("claims-check", name, "--json", "--duplicate-threshold", "0.3").report) == [
        ("near_duplicate", None)
    ]


def test_a_file_that_cannot_be_read_does_not_hide_the_others(run: CommandLine) -> None:
    """Each file that cannot be used has its own line; the others are reported to people all the same."""
    good = run.write("good.json", campaign("Up 40%"))
    outcome = run("claims-check", "absent.json", good, run.write("bad.json", "{"))
    assert outcome.status == 2
    assert outcome.stderr.splitlines()[0].startswith("reachweaver: error: absent.json: ")
    assert outcome.stderr.splitlines()[1].startswith("reachweaver: error: bad.json:1:")
    assert outcome.stderr.count("\n") == 2
    assert "error[unsupported_number]" in outcome.stdout


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_a_document_is_whole_or_empty(run: CommandLine, form: str) -> None:
    """When one campaign cannot be used no document is printed, because it would pass for the whole."""
    good = run.write("good.json", campaign("Drafts stay on paper."))
    assert run.error("claims-check", good, "absent.json", "--format", form).startswith("absent.json: ")


def test_a_brand_that_is_broken_is_named_once(run: CommandLine) -> None:
    """A broken brand is one line with file, line and column, however many campaigns it holds for."""
    run.write("brand.reachweaver.json", '{\n  "max_hashtags": 31\n}')
    names = [run.write(f"{number}.json", campaign("Drafts stay on paper.")) for number in range(3)]
    assert run.error("claims-check", *names, "--json").startswith("brand.reachweaver.json:2:19: ")


@pytest.mark.parametrize(
    ("brand", "place"),
    [
        ("", "rules.json: "),
        ("[]", "rules.json:1:1: "),
        ('{"max_hashtags": 3,}', "rules.json:1:19: "),
        ('{"required_disclosure": ""}', "rules.json:1:25: "),
        ('{"banned_phrases": ["a", 7]}', "rules.json:1:26: "),
        ('{"accounts": {"a": {"max_hashtags": "2"}}}', "rules.json:1:37: "),
    ],
)
def test_a_bad_brand_is_an_error_of_the_command(run: CommandLine, brand: str, place: str) -> None:
    """A brand file that breaks its rules ends the command with 2 and the place of the trouble."""
    name = run.write(NAME, campaign("Drafts stay on paper."))
    rules = run.write("rules.json", brand)
    assert run.error("claims-check", name, "--brand", rules, "--json").startswith(place)


@pytest.mark.parametrize(("optout", "place"), [("7", "list.json:1:1: "), ('{"handles": [1]}', "list.json:1:14: ")])
def test_a_bad_opt_out_list_is_an_error_of_the_command(run: CommandLine, optout: str, place: str) -> None:
    """An opt-out list that breaks its rules ends the command with 2 and the place of the trouble."""
    name = run.write(NAME, campaign("Drafts stay on paper."))
    assert run.error("claims-check", name, "--optout", run.write("list.json", optout)).startswith(place)


def test_a_misspelt_brand_rule_is_a_warning(run: CommandLine) -> None:
    """A rule that nobody knows does not switch the brand off without a word."""
    name = run.write(NAME, campaign("Drafts stay on paper."))
    outcome = run("claims-check", name, "--brand", run.write("rules.json", {"baned_phrases": ["x"]}), "--json")
    assert outcome.status == 0
    assert outcome.stderr.startswith("reachweaver: warning: rules.json:1:2: ")
    assert "banned_phrases" in outcome.stderr
    assert outcome.report["valid"] is True


@pytest.mark.parametrize(
    ("toml", "error"),
    [
        ("brand = ", "reachweaver.toml:1:9: not valid TOML: Invalid value"),
        ("duplicate_threshold = 2", "reachweaver.toml: duplicate_threshold must be a number from 0 to 1"),
        ('brand = "absent.json"', "absent.json: cannot read the file: No such file or directory"),
    ],
)
def test_a_broken_configuration_is_an_error_of_the_command(run: CommandLine, toml: str, error: str) -> None:
    """A project whose settings cannot be used is not checked under others."""
    run.write("reachweaver.toml", toml)
    assert run.error("claims-check", run.write(NAME, campaign("Drafts stay on paper.")), "--json") == error


def test_a_misspelt_setting_is_a_warning(run: CommandLine) -> None:
    """An unknown setting is pointed out on standard error and changes nothing else."""
    run.write("reachweaver.toml", "duplicate_treshold = 0.5")
    outcome = run("claims-check", run.write(NAME, campaign("Drafts stay on paper.")), "--json")
    assert outcome.status == 0
    assert outcome.stderr == (
        "reachweaver: warning: reachweaver.toml: unknown setting duplicate_treshold;"
        " did you mean duplicate_threshold?\n"
    )
    assert outcome.report["duplicate_threshold"] == 0.6


def test_severities_are_shown_as_the_project_wants_them(run: CommandLine) -> None:
    """[severity] changes how annotations are shown, never the report's own severities or the exit status."""
    run.write("reachweaver.toml", '[severity]\nreview = "error"')
    name = run.write(NAME, campaign("The fastest pencil."))
    assert run("claims-check", name, "--format", "github").stdout.startswith("::error file=spring.reachweaver.json,")
    outcome = run("claims-check", name, "--json")
    assert (outcome.status, outcome.report["summary"]["review"]) == (0, 1)


def test_sarif_and_github_name_the_file_from_the_current_folder(run: CommandLine) -> None:
    """However a file is named, other programs find it from the folder in which the command ran."""
    run.write(f"plans/{NAME}", campaign("Up 40%"))
    for name in (f"plans/{NAME}", f"./plans/../plans/{NAME}", str(run.folder / "plans" / NAME), "plans"):
        log = run("claims-check", name, "--format", "sarif").report
        assert log["runs"][0]["artifacts"][0]["location"]["uri"] == f"plans/{NAME}"
        assert run("claims-check", name, "--format", "github").stdout.startswith(f"::error file=plans/{NAME},line=1,")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["claims-check"], "the following arguments are required: CAMPAIGN (see: reachweaver claims-check --help)"),
        (["claims-check", "x", "--json", "--format", "sarif"], "--json and --format sarif contradict each other"),
        (["claims-check", "x", "--format", "xml"], "argument --format: invalid choice: 'xml'"),
        (["claims-check", "x", "--brnad", "b"], "unrecognized arguments: --brnad b"),
        (["claims-check", "x", "--bra", "b"], "unrecognized arguments: --bra b"),
        (["claims-check", "x", "--brand"], "argument --brand: expected one argument"),
        (
            ["claims-check", "x", "--duplicate-threshold", "high"],
            "argument --duplicate-threshold: a number from 0 to 1",
        ),
        (["claims-check", "x", "--duplicate-threshold", "nan"], "argument --duplicate-threshold: a number from 0 to 1"),
        (["claims-check", "x", "--duplicate-threshold", "-1"], "argument --duplicate-threshold: a number from 0 to 1"),
        (["claims-check", "x", "--duplicate-threshold", "-inf"], "argument --duplicate-threshold: "),
        (
            ["claims-check", "x", "--duplicate-threshold", "1e400"],
            "argument --duplicate-threshold: a number from 0 to 1",
        ),
        (["claim-check", "x"], "argument COMMAND: invalid choice: 'claim-check'"),
        (["--colour"], "unrecognized arguments: --colour"),
        (["--vers"], "unrecognized arguments: --vers"),
        (["claims-check", "x", "--a\nb\x1b[31m"], "unrecognized arguments: --a\\nb\\x1b[31m"),
    ],
)
def test_a_bad_flag_is_one_line(run: CommandLine, arguments: list[str], error: str) -> None:
    """Whatever is wrong with the arguments, the error is one line that says where help is."""
    run.write("x", campaign("Drafts stay on paper."))
    assert run.error(*arguments).startswith(error)
