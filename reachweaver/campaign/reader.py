"""Reads a campaign out of a JSON document, whatever state the document is in (contract, section 1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from reachweaver.campaign.evidence import read_evidence
from reachweaver.campaign.model import Campaign, Evidence, Variant
from reachweaver.campaign.variant import read_variant, with_other_text
from reachweaver.fields import Breach, ObjectReader, kind_of
from reachweaver.json_spans import ArrayNode, Document, Node, ObjectNode, Problem
from reachweaver.sequences import PersistentList, changed_places, common_ends
from reachweaver.values import absolute_url, quoted, suggestion

Item = TypeVar("Item", Evidence, Variant)


def read_campaign(document: Document, previous: Campaign | None = None) -> Campaign:
    """The campaign that a document holds. Never raises.

    Args:
        document: The JSON text, read. It may be invalid: then what could be read is there, and what an unfinished
            text lacks is not held against it.
        previous: The campaign of the same file before an edit. Evidence and variants whose nodes are the same
            objects as before are taken over, the same objects again.
    """
    if not isinstance(document.root, ObjectNode):
        return Campaign(document=document, breaches=_no_campaign(document))
    edited = _with_edited_variant(document, document.root, previous) if previous is not None else None
    return edited or _read_all(document, document.root, previous)


def _read_all(document: Document, root: ObjectNode, previous: Campaign | None) -> Campaign:
    reader = ObjectReader(root, "The campaign")
    campaign_id = reader.required_string("campaign_id", "Give the campaign an id.")
    title = reader.string("title")
    reader.string("$schema")
    cta_url = reader.string("cta_url", absolute_url)
    evidence_array, variant_array = reader.array("evidence", "objects"), _variant_array(reader)
    evidence = _items(evidence_array, read_evidence, previous.evidence if previous else ())
    variants = _items(variant_array, read_variant, previous.variants if previous else ())
    evidence_by_id = _by_id(evidence)
    faults = _Faults(document, variant_array)
    unfinished_evidence = faults.unfinished("evidence", evidence)
    is_evidence_whole = evidence_array is not None and evidence_array.closed and not unfinished_evidence
    if previous is not None and not document.problems and _breaks_as_before(previous, evidence_by_id, variants):
        variant_breaches = previous.variant_breaches
    else:
        declared = evidence_by_id if document.is_valid or is_evidence_whole else None
        variant_breaches = _variant_breaches(variants, faults, declared)
    return Campaign(
        document=document,
        campaign_id=campaign_id or None,
        title=title,
        cta_url=cta_url if cta_url is not None and absolute_url(cta_url) is None else None,
        evidence=evidence,
        variants=PersistentList(variants),
        evidence_bases=evidence_array.bases if evidence_array else (),
        variant_bases=variant_array.bases if variant_array else (),
        evidence_by_id=evidence_by_id,
        breaches=(
            *_kept(reader.breaches, unfinished=not document.is_valid),
            *_evidence_breaches(evidence, unfinished_evidence),
            *faults.outside_variants,
        ),
        variant_breaches=variant_breaches,
    )


def _with_edited_variant(document: Document, root: ObjectNode, previous: Campaign) -> Campaign | None:
    """The campaign when an edit has changed nothing but one variant that was and is well; None when it may not be so."""
    change = document.succession
    if change is None or change.former is not previous.document.root or document.problems or previous.document.problems:
        return None
    member, index = root.members[change.member], change.item
    if member.key.value != "variants" or not isinstance(member.value, ArrayNode) or index in previous.variant_breaches:
        return None
    evidence, former_evidence = root.get("evidence"), change.former.get("evidence")
    if _items_of(evidence) is not _items_of(former_evidence):
        return None
    former, node = previous.variants[index], member.value.items[index]
    variant = (with_other_text(former, node) if change.key == "text" else None) or read_variant(node)
    if not _is_as_well(former, variant, previous.evidence_by_id):
        return None
    return Campaign(
        document=document,
        campaign_id=previous.campaign_id,
        title=previous.title,
        cta_url=previous.cta_url,
        evidence=previous.evidence,
        variants=previous.variants.replaced(index, variant),
        evidence_bases=evidence.bases if isinstance(evidence, ArrayNode) else (),
        variant_bases=member.value.bases,
        evidence_by_id=previous.evidence_by_id,
        breaches=previous.breaches,
        variant_breaches=previous.variant_breaches,
    )


def _items_of(node: Node | None) -> Sequence[Node] | None:
    return node.items if isinstance(node, ArrayNode) else None


def _no_campaign(document: Document) -> tuple[Breach, ...]:
    if document.root is None or not document.is_valid:
        return ()  # the JSON reader says what is wrong
    return (Breach((), f'A campaign must be an object with "variants", not {kind_of(document.root)}.'),)


def _variant_array(reader: ObjectReader) -> ArrayNode | None:
    reader.require("variants", "A campaign has at least one variant.")
    array = reader.array("variants", "objects")
    if array is not None and not array.items:
        reader.add(("variants",), '"variants" is empty. A campaign has at least one variant.', is_missing=True)
    return array


def _items(array: ArrayNode | None, read: Callable[[Node], Item], previous: Sequence[Item]) -> tuple[Item, ...]:
    """The array's items, read; those whose node is one of `previous` are taken over."""
    nodes: Sequence[Node] = array.items if array is not None else ()
    first, last = common_ends([item.node for item in previous], nodes)
    end = len(previous) - last
    known = {id(item.node): item for item in previous[first:end]}
    items = list(previous[:first])
    items += [known.get(id(node)) or read(node) for node in nodes[first : len(nodes) - last]]
    items += previous[end:]
    return tuple(items)


def _by_id(evidence: Iterable[Evidence]) -> dict[str, Evidence]:
    by_id: dict[str, Evidence] = {}
    for item in evidence:
        if item.id is not None:
            by_id.setdefault(item.id, item)
    return by_id


class _Faults:
    """What the JSON reader found, sorted by whom it concerns."""

    def __init__(self, document: Document, variants: ArrayNode | None) -> None:
        self._syntax = [problem.path for problem in document.problems if problem.kind == "syntax"]
        self.outside_variants: list[Breach] = []
        self.in_variant: dict[int, list[Breach]] = {}
        """Duplicate keys, by the variant's index; paths relative to the variant."""
        duplicates = (problem for problem in document.problems if _is_duplicate(problem))
        for path, span in {problem.path: problem.span for problem in duplicates}.items():
            message = f"The key {quoted(str(path[-1]))} stands twice in one object; only the last one counts."
            if not (len(path) > 2 and path[0] == "variants" and isinstance(path[1], int)):
                self.outside_variants.append(Breach(path, message))
            elif variants is not None and variants.start <= span.start < variants.end:
                self.in_variant.setdefault(path[1], []).append(Breach(path[2:], message))
            # Else it stands in one of several "variants", not in the last one, which is the one that counts.

    def unfinished(self, key: str, items: Sequence[Item]) -> frozenset[int]:
        """Indexes of the items of the array at `key` that hold a syntax problem: more may be about to be written."""
        if not self._syntax:
            return frozenset()
        steps = (path[1] for path in self._syntax if path[:1] == (key,) and len(path) > 1)
        faulty = {step for step in steps if isinstance(step, int)}
        return frozenset(faulty.union(index for index, item in enumerate(items) if _is_unclosed(item.node)))


def _is_unclosed(node: Node) -> bool:
    return isinstance(node, ObjectNode | ArrayNode) and not node.closed


def _is_duplicate(problem: Problem) -> bool:
    return problem.kind == "duplicate_key"


def _kept(breaches: Iterable[Breach], *, unfinished: bool) -> list[Breach]:
    return [breach for breach in breaches if not (unfinished and breach.is_missing)]


def _evidence_breaches(evidence: Sequence[Evidence], unfinished: frozenset[int]) -> list[Breach]:
    found: list[Breach] = []
    seen: set[str] = set()
    for index, item in enumerate(evidence):
        own = _kept(item.breaches, unfinished=index in unfinished) if item.breaches else []
        if item.id is not None:
            if item.id in seen:
                own.append(Breach(("id",), f"Evidence {quoted(item.id)}: another evidence item has this id already."))
            seen.add(item.id)
        found += [Breach(("evidence", index, *breach.path), breach.message, breach.is_missing) for breach in own]
    return found


def _variant_breaches(
    variants: Sequence[Variant], faults: _Faults, evidence: Mapping[str, Evidence] | None
) -> dict[int, tuple[Breach, ...]]:
    """What is wrong with each variant, where anything is; `evidence` is None when not all of it could be read."""
    unfinished = faults.unfinished("variants", variants)
    found: dict[int, tuple[Breach, ...]] = {}
    declared = _DeclaredIds(evidence or ())
    repeated = _repeated(variants)
    citing_others = _citing_others(variants, declared.ids) if evidence is not None else ()
    with_breaches = [index for index, variant in enumerate(variants) if variant.breaches]
    for index in sorted({*with_breaches, *repeated, *citing_others, *faults.in_variant}):
        variant = variants[index]
        own = _kept(variant.breaches, unfinished=index in unfinished)
        if index in repeated:
            own.append(Breach((variant.id_key,), f"{variant.name}: another variant has this id already."))
        if index in citing_others:
            own += _unknown_citations(variant, declared)
        own += faults.in_variant.get(index, ())
        if own:
            found[index] = tuple(own)
    return found


def _breaks_as_before(previous: Campaign, evidence: Mapping[str, Evidence], variants: Sequence[Variant]) -> bool:
    """Whether nothing was wrong before an edit with the variants that it has changed, nor is now, nor elsewhere because of it."""
    if previous.document.problems or len(variants) != len(previous.variants):
        return False
    if evidence is not previous.evidence_by_id and [*evidence] != [*previous.evidence_by_id]:
        return False
    return all(
        index not in previous.variant_breaches and _is_as_well(previous.variants[index], variants[index], evidence)
        for index in changed_places(previous.variants, variants)
    )


def _is_as_well(before: Variant, now: Variant, evidence: Mapping[str, Evidence]) -> bool:
    """Whether nothing is wrong with a variant by itself, and it has the same id as before and cites what is declared."""
    return not now.breaches and now.variant_id == before.variant_id and evidence.keys() >= {*now.evidence_ids}


def _repeated(variants: Sequence[Variant]) -> frozenset[int]:
    """Indexes of the variants whose id one before them has."""
    ids = [variant.variant_id for variant in variants]
    if len(set(ids)) == len(ids):
        return frozenset()
    first = {id_: index for index, id_ in reversed(tuple(enumerate(ids)))}
    return frozenset(index for index, id_ in enumerate(ids) if id_ and first[id_] != index)


def _citing_others(variants: Sequence[Variant], declared: frozenset[str]) -> frozenset[int]:
    """Indexes of the variants that cite ids which nothing declares."""
    return frozenset(index for index, variant in enumerate(variants) if not declared.issuperset(variant.evidence_ids))


class _DeclaredIds:
    """The ids that evidence declares, and which of them an unknown one may be meant for."""

    def __init__(self, ids: Iterable[str]) -> None:
        self.ids = frozenset(ids)
        self._in_order = tuple(ids)
        self._hints: dict[str, str] = {}

    def hint(self, unknown: str) -> str:
        """A sentence that names the nearest id; "" after so many unknown ids that looking for more would take long."""
        if unknown not in self._hints and len(self._hints) < _MOST_HINTS:
            self._hints[unknown] = suggestion(unknown, self._in_order)
        return self._hints.get(unknown, "")


_MOST_HINTS = 20


def _unknown_citations(variant: Variant, declared: _DeclaredIds) -> list[Breach]:
    return [
        Breach(
            ("evidence_ids", citation.index),
            f'{variant.name}: "evidence_ids" names {quoted(citation.evidence_id)}, '
            f"which no evidence item declares.{declared.hint(citation.evidence_id)}",
        )
        for citation in variant.citations
        if citation.evidence_id not in declared.ids
    ]
