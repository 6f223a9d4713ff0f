"""The fixed words of a preview, on a page or a terminal: what labels say and what they mean."""

from __future__ import annotations

from typing import Final

from reachweaver.platforms import Capability
from reachweaver.preview import Confidence

CONFIDENCES: Final[dict[Confidence, tuple[str, str]]] = {
    "high": ("Confidence: high", "No errors, and nothing is left for a person to review."),
    "medium": ("Confidence: medium", "No errors, but a person has still to review something."),
    "low": ("Confidence: low", "There are errors: it can't go out like this."),
}
"""Label and meaning."""

CAPABILITIES: Final[dict[Capability, tuple[str, str]]] = {
    "stageable": ("Stageable", "ReachWeaver can stage it as a draft once it has no errors."),
    "preview_only": ("Preview only", "ReachWeaver shows and checks it, but a person has to post it."),
    "unsupported": ("Not supported", "ReachWeaver doesn't know this platform or format."),
}
"""Label and meaning."""

SEVERITIES: Final = {"error": "Error", "review": "To review", "warning": "Warning", "reviewed": "Reviewed"}
