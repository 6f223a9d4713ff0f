"""What stands beside a post: its findings, each with a letter, and its evidence, each with a number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reachweaver.codes import BY_CODE
from reachweaver.output.html.marks import Entry, MarkedText
from reachweaver.output.html.markup import Html, join, tag
from reachweaver.output.words import SEVERITIES
from reachweaver.passages import Passage
from reachweaver.preview import EvidenceUse
from reachweaver.report import Finding, ReceiptReport
from reachweaver.values import absolute_url


def letters(number: int) -> str:
    """The letter of a finding: A to Z, then AA, AB, …; `number` counts from 0."""
    before, last = divmod(number, 26)
    return (letters(before - 1) if before else "") + chr(ord("A") + last)


def finding_list(prefix: str, findings: Sequence[Finding], text: MarkedText) -> Html:
    """The findings of one variant, in report order."""
    if not findings:
        return tag("section", tag("h3", "Findings"), tag("p", "None.", class_="none"), class_="findings")
    items = [_finding(f"{prefix}-f{number}", letters(number), finding, text) for number, finding in enumerate(findings)]
    return tag("section", tag("h3", "Findings"), tag("ul", items), class_="findings")


def plain_findings(findings: Iterable[Finding]) -> Html:
    """Findings about the file, without letters."""
    return tag("ul", [tag("li", _label(finding), _message(finding), class_=_style(finding)) for finding in findings])


def evidence_list(prefix: str, evidence: Sequence[EvidenceUse], text: MarkedText) -> Html:
    """The evidence of one variant: what it cites, then what it might."""
    if not evidence:
        nothing = tag("p", "None is cited.", class_="none")
        return tag("section", tag("h3", "Evidence"), nothing, class_="evidence")
    items = [_source(f"{prefix}-e{number}", number, use, text) for number, use in enumerate(evidence, 1)]
    return tag("section", tag("h3", "Evidence"), tag("ul", items), class_="evidence")


def _finding(id_: str, letter: str, finding: Finding, text: MarkedText) -> Html:
    anchor = text.anchor(finding) if finding.code != "too_long" else None
    return tag(
        "li",
        tag("a" if anchor else "span", letter, class_="ref", href=_fragment(anchor)),
        tag("div", _label(finding), _message(finding)),
        id=id_,
        class_=_style(finding),
        data_code=finding.code,
        data_start=finding.start,
        data_end=finding.end,
    )


def _style(finding: Finding) -> str:
    return f"finding {finding.shown_as}"


def _label(finding: Finding) -> Html:
    entry = BY_CODE.get(finding.code)
    severity = SEVERITIES[finding.shown_as]
    name = entry.title if entry else finding.code
    return tag("p", tag("span", severity, class_="severity"), f" {name}", class_="label")


def _message(finding: Finding) -> Html:
    return tag("p", finding.message, dir="auto", class_="message")


def _source(id_: str, number: int, use: EvidenceUse, text: MarkedText) -> Html:
    evidence = use.evidence
    return tag(
        "li",
        tag("span", str(number), class_="ref"),
        tag(
            "div",
            tag(
                "p",
                tag("b", evidence.id, dir="auto"),
                tag("span", evidence.kind, class_="kind") if evidence.kind else None,
                None if use.is_cited else tag("span", "Not cited", class_="kind uncited"),
                class_="label",
            ),
            _quotes(use),
            _uses(use, text),
            _address(evidence.source_url),
            _receipt(use.receipt),
            _whole(use),
        ),
        id=id_,
        class_="source" if use.is_cited else "source uncited",
        data_evidence_id=evidence.id,
    )


def _quotes(use: EvidenceUse) -> Html:
    """The sentences to look at; the claim, when nothing rests on the item."""
    if use.passages:
        return join(tag("blockquote", _passage(passage), dir="auto") for passage in use.passages)
    return tag("blockquote", use.evidence.claim, dir="auto") if use.evidence.claim else Html()


def _passage(passage: Passage) -> Html:
    return join(tag("strong", piece.text) if piece.counts else piece.text for piece in passage)


def _uses(use: EvidenceUse, text: MarkedText) -> Html | None:
    if use.is_cited and use.grounds:
        return tag("p", "Grounds ", _spans(use.grounds, text), class_="uses")
    if use.is_cited:
        return tag("p", "Cited, but no claim in the text rests on it.", class_="uses")
    return tag("p", "Would ground ", _spans(use.has, text), class_="uses")


def _spans(entries: Iterable[Entry], text: MarkedText) -> Html:
    links = [tag("a", entry.span or "", href=_fragment(text.anchor(entry)), dir="auto") for entry in entries]
    return join(links[:1], [join(" · ", link) for link in links[1:]])


def _fragment(anchor: str | None) -> str | None:
    return None if anchor is None else f"#{anchor}"


def _address(url: str | None) -> Html | None:
    """The source's link; an address that is no web address is shown as a text."""
    if not url:
        return None
    if absolute_url(url) is not None:
        return tag("p", url, class_="address")
    return tag("p", tag("a", url, href=url, rel="noopener noreferrer nofollow", target="_blank"), class_="address")


def _receipt(receipt: ReceiptReport | None) -> Html | None:
    if receipt is None:
        return None
    return tag("p", receipt.in_words, class_=f"receipt {receipt.excerpt}", data_excerpt=receipt.excerpt)


def _whole(use: EvidenceUse) -> Html | None:
    evidence = use.evidence
    if not evidence.excerpt:
        return None
    paragraphs = [tag("p", paragraph, dir="auto") for paragraph in (evidence.claim, evidence.excerpt) if paragraph]
    return tag("details", tag("summary", "Whole evidence text"), paragraphs)
