"""What is answered to requests about a document: each method looks up, calls the feature and translates.

Takes the protocol's parameters, gives its results. Everything is read from the analysis of the version that the client
has; nothing is checked again.
"""

from __future__ import annotations

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from reachweaver.data import dataclass
from reachweaver.json_spans import Span
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp import from_lsp, to_lsp
from reachweaver_lsp.analysis import Analysis, CheckedCampaign
from reachweaver_lsp.checks import Checks
from reachweaver_lsp.client import Server
from reachweaver_lsp.completion import completions_at
from reachweaver_lsp.documents import Documents, TextDocument
from reachweaver_lsp.highlights import highlights_at
from reachweaver_lsp.markup import as_message
from reachweaver_lsp.navigation import definition_at, references_at
from reachweaver_lsp.rename import RenameError, renamable_at, rename_at


@dataclass(frozen=True, slots=True)
class Asked:
    """A campaign that a client asks about."""

    analysis: Analysis
    checked: CheckedCampaign
    encoding: Encoding

    @property
    def document(self) -> TextDocument:
        """The text."""
        return self.analysis.document

    def offset(self, position: types.Position) -> int:
        """The offset of a position in the client's units."""
        return from_lsp.offset(self.document.text, position, self.encoding)

    def range_(self, span: Span) -> types.Range:
        """The client range of a span."""
        return to_lsp.range_(self.document.text, span, self.encoding)


class Answers:
    """Answers one client's questions about a position."""

    def __init__(self, client: Server, documents: Documents, checks: Checks) -> None:
        self._client = client
        self._documents = documents
        self._checks = checks

    def analysis_of(self, uri: str) -> Analysis | None:
        """What is known about a document as it is now; None when it is none of ours."""
        document = self._documents.get(uri)
        return self._checks.analysis_of(document) if document is not None else None

    def asked(self, uri: str) -> Asked | None:
        """The campaign at a URI; None when there is none."""
        analysis = self.analysis_of(uri)
        if analysis is None or analysis.checked is None:
            return None
        return Asked(analysis, analysis.checked, self._documents.encoding)

    def completion(self, params: types.CompletionParams) -> types.CompletionList | None:
        """What can be written at a position."""
        analysis = self.analysis_of(params.text_document.uri)
        if analysis is None:
            return None
        text, encoding = analysis.document.text, self._documents.encoding
        found = completions_at(analysis, from_lsp.offset(text, params.position, encoding))
        if found is None:
            return None
        shows_details = self._client.can("text_document.completion.completion_item.label_details_support")
        kind = self._client.completion_format
        return to_lsp.completion_list(found, text, encoding, kind, label_details=shows_details)

    def definition(self, params: types.DefinitionParams) -> list[types.Location] | list[types.LocationLink] | None:
        """Where the thing that is named at a position is."""
        asked = self.asked(params.text_document.uri)
        found = definition_at(asked.analysis, asked.offset(params.position)) if asked is not None else None
        if asked is None or found is None:
            return None
        links = self._client.can("text_document.definition.link_support")
        return to_lsp.definition(found, asked.document.text, asked.encoding, links=links)

    def references(self, params: types.ReferenceParams) -> list[types.Location] | None:
        """Where the evidence id at a position stands."""
        asked = self.asked(params.text_document.uri)
        if asked is None:
            return None
        declaration = params.context.include_declaration
        offset = asked.offset(params.position)
        spans = references_at(asked.checked.campaign, offset, include_declaration=declaration)
        return None if spans is None else [types.Location(asked.document.uri, asked.range_(span)) for span in spans]

    def highlights(self, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight] | None:
        """What shares evidence with what stands at a position."""
        asked = self.asked(params.text_document.uri)
        if asked is None:
            return None
        found = highlights_at(asked.checked, asked.offset(params.position))
        return [to_lsp.document_highlight(one, asked.document.text, asked.encoding) for one in found] or None

    def prepare_rename(self, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        """The id at a position, if it can be renamed."""
        asked = self.asked(params.text_document.uri)
        found = renamable_at(asked.checked.campaign, asked.offset(params.position)) if asked is not None else None
        if asked is None or found is None:
            return None
        return types.PrepareRenamePlaceholder(asked.range_(found.content), found.value)

    def rename(self, params: types.RenameParams) -> types.WorkspaceEdit:
        """The edits that rename the id at a position."""
        asked = self.asked(params.text_document.uri)
        if asked is None:
            raise refusal("This is no campaign.")
        try:
            edits = rename_at(asked.checked.campaign, asked.offset(params.position), params.new_name)
        except RenameError as error:
            raise refusal(str(error)) from error
        translated = to_lsp.text_edits(asked.document.text, edits, asked.encoding)
        versioned, document = self._client.takes_versioned_edits, asked.document
        return to_lsp.workspace_edit(document.uri, document.version, translated, versioned=versioned)


def refusal(message: str) -> JsonRpcException:
    """The answer to a request that cannot be met, for reasons that a person can do something about."""
    # Editors show it in the same place as messages.
    return JsonRpcException(as_message(message), code=types.LSPErrorCodes.RequestFailed)
