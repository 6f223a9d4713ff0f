"""The HTML preview in a real browser: every text is there, nothing overflows, nothing runs, everyone can read it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from reachweaver.brand import read_brand
from reachweaver.campaign import read_campaign
from reachweaver.json_spans import read
from reachweaver.output.html import render
from reachweaver.preview import Preview
from tests.preview.campaigns import campaign_of, previewed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parent.parent.parent
PICTURES = ROOT / "build" / "preview"
"""Where the pictures are left, to be looked at."""
PROBES = (Path(__file__).parent / "probes.js").read_text(encoding="utf-8")

WIDTHS = (375, 1280)
SCHEMES = ("light", "dark")

LONG = "x" * 300
SCRIPT = "<script>window.ran = true</script><img src=x onerror='window.ran = true'>"


def example(name: str) -> Preview:
    """An example campaign under the example brand."""
    folder = ROOT / "examples"
    campaign = read_campaign(read((folder / f"{name}.reachweaver.json").read_text(encoding="utf-8")))
    brand = read_brand(read((folder / "brand.reachweaver.json").read_text(encoding="utf-8"))).brand
    return previewed(campaign, brand)


def hostile() -> Preview:
    """Texts that try to run, to break out of their boxes and to turn the page around."""
    evidence = [
        {"id": LONG, "kind": "release", "claim": f"{LONG} 2.0 {SCRIPT}", "source_url": f"https://example.org/{LONG}"},
        {"id": "e2", "claim": "עברית 30% " * 20, "source_url": "https://example.org/", "excerpt": SCRIPT * 20},
    ]
    cited = [LONG, "e2"]
    return previewed(
        campaign_of(
            {"platform": "x", "text": f"{SCRIPT} 2.0 {LONG} 30% 90% {LONG}", "variant_id": LONG, "account_id": LONG, "evidence_ids": cited},
            {"platform": "mastodon", "format": "thread", "parts": [SCRIPT, LONG, "שלום 30% עולם\u202e90% abc", ""], "evidence_ids": cited},
            {"platform": "instagram", "format": "carousel_outline", "caption": LONG, "slides": [LONG, SCRIPT, "2.0", "売上" * 90], "evidence_ids": cited},
            {"platform": "reddit", "text": f"{LONG}\n{SCRIPT}", "rationale": f"{SCRIPT} {LONG}", "scheduled_at": "2027-03-01T09:00:00Z"},
            {"platform": LONG, "text": "the best 👨\u200d👩\u200d👧\u200d👦 " * 60},
            {"platform": "x"},
            evidence=evidence,
            title=f"{SCRIPT} {LONG}",
            cta_url="https://example.org/" + LONG,
        )
    )  # fmt: skip


class Shown(NamedTuple):
    """A page in a browser, and what the browser had to say about it."""

    page: Page
    complaints: list[str]
    requests: list[str]

    def probe(self, name: str) -> Any:
        return self.page.evaluate(f"({PROBES.strip()}).{name}()")


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Any]:
    """Shows a preview from disk, as a person does who opens the file."""
    contexts = []

    def open_page(preview: Preview, width: int = 1280, scheme: str = "light") -> Shown:
        file = tmp_path / "preview.html"
        file.write_text(render(preview), encoding="utf-8")
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]  # fmt: skip
        contexts.append(context)
        page = context.new_page()
        shown = Shown(page, [], [])
        page.on("console", lambda message: shown.complaints.append(message.text))
        page.on("pageerror", lambda error: shown.complaints.append(str(error)))
        page.on("request", lambda request: shown.requests.append(request.url))
        page.goto(file.as_uri())
        assert shown.requests == [file.as_uri()]
        return shown

    yield open_page
    for context in contexts:
        context.close()


PREVIEWS = {"campaign": lambda: example("campaign"), "clean": lambda: example("clean"), "hostile": hostile}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", PREVIEWS)
def test_page(show: Any, name: str, width: int, scheme: str) -> None:
    """Every text is on the page, nothing overflows, the browser has nothing to complain about, all is readable."""
    preview = PREVIEWS[name]()
    shown = show(preview, width, scheme)
    PICTURES.mkdir(parents=True, exist_ok=True)
    picture = PICTURES / f"{name}-{width}-{scheme}.png"
    shown.page.screenshot(path=picture, full_page=True)

    texts = [part.text for variant in preview.variants for part in variant.parts]
    assert shown.probe("texts") == [[text, True] for text in texts]
    assert shown.probe("overflowing") == []
    assert shown.probe("faint") == []
    assert shown.complaints == []
    assert picture.stat().st_size > 10_000


def test_markup_is_shown_and_does_not_run(show: Any) -> None:
    """A script in a campaign is text on the page: it is read, and it never ran."""
    shown = show(hostile())
    assert SCRIPT in shown.page.locator(".card").first.inner_text()
    assert shown.page.evaluate("window.ran") is None
    assert shown.page.locator("script, img, iframe").count() == 0


def test_the_policy_holds(show: Any) -> None:
    """Should markup ever get through, the page's own policy stops it."""
    shown = show(example("clean"))
    page = shown.page
    page.evaluate("""() => {
        const image = document.createElement("img");
        image.src = "https://example.org/x.png";
        image.setAttribute("style", "color: red");
        document.body.append(image);
        const script = document.createElement("script");
        script.textContent = "window.ran = true";
        document.body.append(script);
    }""")
    assert page.evaluate("window.ran") is None
    assert page.locator("body > img").evaluate("image => [image.naturalWidth, image.style.color]") == [0, ""]
    assert {"img-src", "script-src", "style-src"} <= {
        word for complaint in shown.complaints for word in ("img-src", "script-src", "style-src") if word in complaint
    }


def test_light_and_dark(show: Any) -> None:
    """The page follows the system's colours."""
    colours = [
        show(example("clean"), scheme=scheme).page.evaluate(
            "getComputedStyle(document.querySelector('.card')).backgroundColor"
        )
        for scheme in SCHEMES
    ]
    assert colours == ["rgb(255, 255, 255)", "rgb(24, 28, 34)"]


def test_claims_lead_to_their_evidence(show: Any) -> None:
    """A click on a claim shows its evidence, and a click there shows the claim again."""
    page = show(example("campaign")).page
    claim = page.locator(".mark.grounded", has_text="40%").first
    claim.click()
    source = page.locator(".source:target")
    assert source.get_attribute("data-evidence-id") == "release-090"
    assert source.is_visible()
    source.locator(".uses a", has_text="40%").click()
    assert page.locator(".mark:target").inner_text() == "40%"


def test_findings_lead_to_the_text(show: Any) -> None:
    """A finding's letter leads to the words it is about."""
    page = show(example("campaign")).page
    finding = page.locator("#v1 .finding", has_text="60%")
    finding.locator("a.ref").click()
    assert page.locator(".mark:target").inner_text() == "60%"


def test_keyboard(show: Any) -> None:
    """The first stop leads past the navigation; whatever has the focus shows it."""
    page = show(example("clean")).page
    page.keyboard.press("Tab")
    focused = page.locator(":focus")
    assert focused.inner_text() == "Skip to the posts"
    assert focused.evaluate("element => getComputedStyle(element).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.card') !== null")


def test_copied_text_is_exact(show: Any) -> None:
    """What a person selects and copies is the text, without the small numbers and letters beside its claims."""
    page = show(example("campaign")).page
    copied = page.evaluate("""() => {
        getSelection().selectAllChildren(document.querySelector(".text"));
        return getSelection().toString();
    }""")
    assert copied == example("campaign").variants[0].text


def test_print(show: Any) -> None:
    """On paper it is light, whatever the system's colours, complete, and as wide as the sheet."""
    preview = example("campaign")
    shown = show(preview, width=794, scheme="dark")
    shown.page.emulate_media(media="print", color_scheme="dark")
    assert (
        shown.page.evaluate("getComputedStyle(document.querySelector('.card')).backgroundColor") == "rgb(255, 255, 255)"
    )
    assert [text for text, _ in shown.probe("texts")] == [
        part.text for variant in preview.variants for part in variant.parts
    ]
    assert shown.probe("overflowing") == []
    assert shown.page.locator(".sign-off").is_visible()
    paper = shown.page.pdf(format="A4")
    assert paper.startswith(b"%PDF-")


def test_embedded_in_another_document(show: Any, browser: Browser) -> None:
    """The content stands in a host's document as well, a webview's, and is laid out the same."""
    preview = example("clean")
    context = browser.new_context(viewport={"width": 700, "height": 900})
    page = context.new_page()
    page.set_content(f"<!doctype html><html><head></head><body>{render(preview, embed=True)}</body></html>")
    shown = Shown(page, [], [])
    assert [text for text, _ in shown.probe("texts")] == [
        part.text for variant in preview.variants for part in variant.parts
    ]
    assert shown.probe("overflowing") == []
    places = page.evaluate("[...document.querySelectorAll('[data-variant]')].map(card => Number(card.dataset.variant))")
    assert json.dumps(places) == json.dumps(list(range(len(preview.variants))))
    context.close()
