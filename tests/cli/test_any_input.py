from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings, strategies as st

from reachweaver.cli import main

TEXT = st.text(st.characters(exclude_categories=[]), max_size=30)
WORDS = st.sampled_from(
    [
        "3x",
        "40%",
        "“said so”",
        "now supports",
        "#1",
        "@a@b.example",
        "1,000 users",
        "https://example.org",
        "\n\n",
        "🚀",
        "v1.2",
    ]
)
BODY = st.lists(st.one_of(WORDS, TEXT), max_size=6).map(" ".join)
SCALAR = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), BODY)
ANYTHING = st.recursive(
    SCALAR, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=3))
)
FORMATS = st.sampled_from(["text", "json", "sarif", "github"])


def objects(**fields: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """Objects with any of these fields, each mostly of its own type; now and then anything at all."""
    mixed = {key: st.one_of(value, value, value, ANYTHING) for key, value in fields.items()}
    return st.one_of(st.fixed_dictionaries({}, optional=mixed), ANYTHING)


EVIDENCE = objects(id=st.sampled_from(["e1", "e2"]), claim=BODY, excerpt=BODY, source_url=BODY, kind=TEXT)
VARIANT = objects(
    variant_id=st.sampled_from(["v1", "v2"]),
    platform=st.sampled_from(["x", "myspace"]),
    format=st.sampled_from(["post", "thread", "carousel_outline", "story"]),
    text=BODY,
    parts=st.lists(BODY, max_size=3),
    slides=st.lists(BODY, max_size=3),
    caption=BODY,
    evidence_ids=st.lists(st.sampled_from(["e1", "e2", "e3"]), max_size=3),
    cta_phrase=BODY,
    reviewed=st.lists(objects(code=st.just("needs_human_review"), span=BODY), max_size=2),
)
CAMPAIGN = objects(
    campaign_id=TEXT,
    cta_url=BODY,
    evidence=st.lists(EVIDENCE, max_size=3),
    variants=st.lists(VARIANT, max_size=3),
)
BRAND = objects(
    banned_phrases=st.lists(BODY, max_size=2),
    required_disclosure=BODY,
    max_hashtags=st.integers(-1, 31),
    accounts=ANYTHING,
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    (folder / "reachweaver.toml").touch()
    return folder


def check(*arguments: str) -> tuple[int, str]:
    """Status and standard output of a run that, whatever it was given, behaved."""
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        patch.dict("os.environ", REACHWEAVER_DEBUG="1"),
    ):
        status = main(["claims-check", *arguments])
    assert status in (0, 2)
    lines = err.getvalue().splitlines()
    assert all(line.startswith(("reachweaver: error: ", "reachweaver: warning: ")) for line in lines)
    assert "failed on" not in err.getvalue()
    if any(line.startswith("reachweaver: error: ") for line in lines):
        assert (status, out.getvalue()) == (2, "")
    return status, out.getvalue()


@settings(max_examples=100)
@given(st.binary(max_size=60), FORMATS)
def test_any_bytes_are_refused_or_reported(project: Path, content: bytes, form: str) -> None:
    """Whatever bytes a file holds, there is a report or one line that says why not."""
    path = project / "any.json"
    path.write_bytes(content)
    check(str(path), "--format", form)


@settings(max_examples=150)
@given(CAMPAIGN, BRAND, FORMATS, st.booleans())
def test_any_campaign_under_any_brand_is_reported(
    project: Path, campaign: object, brand: object, form: str, ascii_only: bool
) -> None:
    """Fields of any type and texts of any character never stop a command half-way, and the output can be written."""
    path, rules = project / "campaign.json", project / "rules.json"
    path.write_text(
        json.dumps(campaign, ensure_ascii=ascii_only).encode("utf-8", "replace").decode("utf-8"), encoding="utf-8"
    )
    rules.write_text(json.dumps(brand), encoding="utf-8")
    for flags in ([], ["--brand", str(rules)]):
        _, printed = check(str(path), "--format", form, *flags)
        printed.encode("utf-8")
        if form in ("json", "sarif") and printed:
            json.loads(printed)
