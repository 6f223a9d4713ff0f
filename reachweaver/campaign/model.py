"""The campaign as data: what the file declares, and what breaks the contract's rules (contract, section 1).

Evidence and variants are position-free: everything inside is relative to its own object's start, so an edit elsewhere
in the file leaves them as they are, as the same objects. The `Campaign` alone knows where each one starts.
Objects compare by identity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal, get_args

from reachweaver.campaign.body import Body
from reachweaver.data import dataclass
from reachweaver.fields import Breach
from reachweaver.json_spans import Document, Node, Path
from reachweaver.sequences import PersistentList
from reachweaver.values import quoted

Format = Literal["post", "thread", "carousel_outline"]

FORMATS: tuple[Format, ...] = get_args(Format)

KINDS = (
    "release",
    "repository",
    "documentation",
    "paper",
    "benchmark",
    "announcement",
    "testimonial",
    "partnership",
    "metric",
    "other",
)
"""What `kind` of an evidence item may say (specification, *Contract additions*)."""

MAX_EXCERPT = 5000
"""Code points that an excerpt may have."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Evidence:
    """One declared evidence item; a field that is absent or of a wrong type is None."""

    node: Node
    id: str | None = None
    claim: str | None = None
    source_url: str | None = None
    kind: str | None = None
    excerpt: str | None = None
    receipt: str | None = None
    """Path of the receipt file, relative to the campaign's folder."""
    breaches: tuple[Breach, ...] = ()
    """Paths relative to the item."""

    @property
    def texts(self) -> tuple[str, ...]:
        """What is matched against: claim and excerpt, each read on its own."""
        return tuple(text for text in (self.claim, self.excerpt) if text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """One entry of `evidence_ids`."""

    index: int
    """Its place in the array as written."""
    evidence_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """One entry of `reviewed`: a person looked at findings of this code and span (contract, section 7)."""

    index: int
    """Its place in the array as written."""
    code: str
    span: str | None
    """None for findings about the whole variant."""
    note: str | None
    by: str | None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Variant:
    """One variant; a field that is absent or of a wrong type is None."""

    node: Node
    variant_id: str | None = None
    """None also when it is empty."""
    id_key: str = "variant_id"
    """The key the id is written under: `variant_id`, or its alias `id`."""
    platform: str | None = None
    account_id: str | None = None
    format: Format | None = "post"
    """None when the file names a format that does not exist."""
    body: Body = field(default_factory=Body)
    citations: tuple[Citation, ...] = ()
    evidence_ids: tuple[str, ...] = ()
    """The ids that the variant cites, as written, in order, whether or not they are declared."""
    cta_url: str | None = None
    """None also when it is not an absolute URL."""
    replaces_cta_url: bool = False
    """Whether the variant has its own `cta_url`, valid or not, which replaces the campaign's."""
    cta_phrase: str | None = None
    rationale: str | None = None
    scheduled_at: str | None = None
    reviewed: tuple[Review, ...] = ()
    breaches: tuple[Breach, ...] = ()
    """What is wrong with the variant by itself; paths relative to the variant."""

    @property
    def name(self) -> str:
        """What messages call the variant."""
        return f"Variant {quoted(self.variant_id)}" if self.variant_id else "The variant"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Campaign:
    """A campaign file that was read, whatever state it is in."""

    document: Document
    campaign_id: str | None = None
    title: str | None = None
    cta_url: str | None = None
    """None also when it is not a URL."""
    evidence: tuple[Evidence, ...] = ()
    """One for each item of the array, at the same index."""
    variants: PersistentList[Variant] = field(default_factory=PersistentList)
    """One for each item of the array, at the same index."""
    evidence_bases: Sequence[int] = ()
    """What to add to the spans inside `evidence[i]` (code points of the file)."""
    variant_bases: Sequence[int] = ()
    """What to add to the spans inside `variants[i]` (code points of the file)."""
    evidence_by_id: Mapping[str, Evidence] = field(default_factory=dict)
    """The first item of each id, in the order of declaration."""
    breaches: tuple[Breach, ...] = ()
    """What is wrong with the file outside its variants; paths from the file's root."""
    variant_breaches: Mapping[int, tuple[Breach, ...]] = field(default_factory=dict)
    """What is wrong with a variant, by index, where anything is; paths relative to the variant."""


def variant_path(index: int) -> Path:
    """The path of a variant from the file's root."""
    return ("variants", index)
