"""`reachweaver receipt-verify`: is a receipt as it was signed, and was a text part of what was signed?"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from reachweaver.commands.arguments import Commands
from reachweaver.commands.console import write, write_json
from reachweaver.commands.documents import error_at, parse_json
from reachweaver.commands.gathering import read_argument
from reachweaver.commands.lookup_extra import page_reader, require
from reachweaver.commands.page_options import add_allow_private, make_reader
from reachweaver.commands.reporting import terminal_style
from reachweaver.errors import CommandError
from reachweaver.files import read_bytes, read_text
from reachweaver.json_spans import ArrayNode, Node, ObjectNode, Span
from reachweaver.lookup.answers import Answer, parse_answer, verify_answer
from reachweaver.lookup.merkle import Proof
from reachweaver.lookup.receipts import parse_proof
from reachweaver.lookup.verification import (
    MODES,
    Block,
    Verification,
    invalid,
    verify_and_prove,
    verify_citation,
    verify_live,
)
from reachweaver.output.json_text import to_json

if TYPE_CHECKING:
    from reachweaver.lookup.signatures import PublicKey

DESCRIPTION = """\
Checks a receipt of a page (Receipt v1, ReachWeaver's own or Occam's): whether it is as its signer made it, whether a
Markdown file is the extract that was signed, and whether a passage was part of it. A whole answer of source-check, as
--json prints it, will do as well: then its passages are checked, too, and so are the blocks of a stored receipt.

A receipt shows what a page said when it was read. It does not show that the page is right.
"""

EPILOG = """\
modes:
  offline   the signature, what stands around it in an answer or a stored receipt and, with --markdown, the content
  citation  also that a block, --block-text and --block-selector, is part of the extract, by --proof or by the
            receipt's own list of leaves
  prove     also make the proof of block --block-index, counted from 0, for somebody else to check
  live      also read the page again and compare it (the only mode that opens a URL)

examples:
  reachweaver receipt-verify receipt.json --public-key signer.pem --markdown page.md
  reachweaver receipt-verify receipt.json --mode prove --block-index 2 --json > proof.json
  reachweaver receipt-verify answer.json --public-key signer.pem
  reachweaver receipt-verify receipt.json --mode citation --block-text "It saves 30%." --proof proof.json

exit status:
  0  verified, or citation_verified
  2  any other verdict, or a file could not be used
"""

_ONLY_FOR = {
    "block_text": "citation",
    "block_selector": "citation",
    "proof": "citation",
    "block_index": "prove",
    "allow_private": "live",
}
_NEEDED = {"citation": "block_text", "prove": "block_index"}
_SHOWN = {"page": "url", "taken": "ts", "by": "toolchain", "key": "keyId"}
_LONGEST_INDEX = 9


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "receipt-verify",
        help="check a signed receipt of a page, and passages cited from it",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument("receipt", metavar="FILE", help="the receipt, or what holds it; - for standard input")
    parser.add_argument("--mode", choices=MODES, default="offline", help="what to check (default: offline)")
    parser.add_argument(
        "--public-key", type=Path, metavar="FILE", help="the signer's key in PEM (default: this machine's own)"
    )
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="the extract that should be the signed one")
    parser.add_argument("--block-text", metavar="TEXT", help="the text of a cited block, to the letter")
    parser.add_argument(
        "--block-selector", metavar="CSS", help="where the block stands (default: nowhere in particular)"
    )
    parser.add_argument(
        "--proof", type=Path, metavar="FILE", help="the block's proof, as --mode prove or a look-up gave it"
    )
    parser.add_argument("--block-index", type=_index, metavar="N", help="the block to prove, counted from 0")
    add_allow_private(parser)
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the receipt, print the verdict, and give the exit status.

    Raises:
        CommandError: Arguments do not go together, or a file could not be used.
    """
    _require_fitting(options)
    require("receipt-verify", "cryptography")
    holder = _load_answer(options.receipt)
    answer = _verified(options, holder)
    if options.json:
        write_json(to_json(answer.to_json()))
    else:
        style = terminal_style()
        role = "good" if answer.ok else "error"
        write(f"{style.paint(role, answer.verdict)}: {style.safe(answer.reason)}\n")
        write("".join(f"{style.safe(line)}\n" for line in _lines(holder, answer)))
    return 0 if answer.ok else 2


def _require_fitting(options: argparse.Namespace) -> None:
    """Refuse what the mode would leave unchecked: somebody might think that it was."""
    for name, mode in _ONLY_FOR.items():
        if getattr(options, name) is not None and getattr(options, name) is not False and options.mode != mode:
            raise CommandError(f"{_flag(name)} is for --mode {mode}, and this is --mode {options.mode}")
    needed = _NEEDED.get(options.mode)
    if needed is not None and getattr(options, needed) is None:
        raise CommandError(f"--mode {options.mode} needs {_flag(needed)}")


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _load_answer(name: str) -> Answer:
    text, shown = read_argument(name)
    document = parse_json(text, shown)
    root = document.root
    if not isinstance(root, ObjectNode) and not (isinstance(root, ArrayNode) and len(root.items) == 1):
        start = 0 if root is None else root.start
        raise error_at(document, Span(start, start), _why_not(root), shown)
    return parse_answer(text)


def _why_not(root: Node | None) -> str:
    items = root.items if isinstance(root, ArrayNode) else ()
    if items and all(isinstance(item, ObjectNode) and item.get("ok") is not None for item in items):
        return f"these are {len(items)} answers of source-check; save one of them, with --evidence ID"
    return "the top level of a receipt must be an object { … }"


def _verified(options: argparse.Namespace, answer: Answer) -> Verification:
    receipt = answer.receipt
    if receipt.problem is not None and options.public_key is None:
        # No key makes it one, so none is asked for.
        return invalid(receipt, options.mode)
    key = _key(options.public_key)
    markdown = None if options.markdown is None else read_bytes(options.markdown, str(options.markdown))
    if options.mode == "citation":
        block = Block(text=options.block_text, selector=options.block_selector or "")
        proof = None if options.proof is None else _load_proof(options.proof)
        return verify_citation(receipt, key, block, proof, markdown)
    if options.mode == "prove":
        return verify_and_prove(receipt, key, options.block_index, markdown)
    if options.mode == "live":
        reader = make_reader("--mode live", allow_private=options.allow_private)
        extract = page_reader("--mode live").extract
        return verify_live(receipt, key, partial(extract, reader=reader, backend=receipt.text("backend")), markdown)
    return verify_answer(answer, key, markdown)


def _key(path: Path | None) -> PublicKey:
    from reachweaver.lookup.keys import load_public_key, own_key

    if path is not None:
        return load_public_key(path)
    own = own_key(os.environ)
    if own is None:
        raise CommandError("this machine has no key of its own yet; name the signer's with --public-key")
    return own.key.public


def _load_proof(path: Path) -> Proof:
    text = read_text(path)
    parse_json(text, str(path))
    try:
        return parse_proof(text)
    except ValueError as error:
        raise CommandError(str(error), path=str(path)) from error


def _index(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= _LONGEST_INDEX:
        return int(text)
    raise argparse.ArgumentTypeError(f"a whole number from 0 up is needed, not {text!r}")


def _lines(holder: Answer, answer: Verification) -> Iterator[str]:
    """Whose receipt of what it is, once the signature says so, and what else was checked."""
    if answer.signature_valid:
        for label, key in _SHOWN.items():
            yield f"  {label.ljust(6)} {holder.receipt.text(key) or '(not said)'}"
    if answer.ok and answer.mode == "offline" and holder.passages:
        count = len(holder.passages)
        yield f"  {'one passage of the answer is' if count == 1 else f'{count} passages of the answer are'} part of the signed extract"
    if answer.proof is not None:
        yield f"  leaf   {answer.proof.leaf}"
        yield f"  root   {answer.proof.root}"
        yield json.dumps([step.to_json() for step in answer.proof.steps])
