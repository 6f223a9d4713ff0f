"""One campaign with something of everything, for features that list what a document holds."""

from __future__ import annotations

from tests.lsp.marked import campaign, evidence
from tests.lsp.wire import range_of

EVIDENCE = [
    evidence("notes", "Planner 2.0 is 40% smaller.", kind="release", receipt="receipts/notes.json"),
    {"id": "", "url": "https://example.org/é", "claim": "B."},
]
VARIANTS = [
    {"text": "🦀 It is 40% smaller, not 50%", "platform": "x", "evidence_ids": ["notes"], "cta_url": "https://a.b"},
    {"variant_id": " ", "format": "thread", "parts": ["40% 🦀", "no\nclaim"], "evidence_ids": ["notes"]},
    {"format": "carousel_outline", "slides": ["2.0", "b"], "caption": "c", "platform": "instagram"},
]
TEXT = campaign(*VARIANTS, evidence=EVIDENCE, cta_url="https://example.org/go")
WHOLE = range_of((0, 0), (10_000, 0))
