"""What a client can read without a tool: documents as resources, the packs' examples as prompts."""

from __future__ import annotations

from urllib.parse import quote, unquote

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    GetPromptResult,
    ListResourcesResult,
    Prompt,
    PromptMessage,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
)

from foundation.contracts.errors import UnknownDocument
from service_agent.adapters.mcp.reach import Reach
from service_agent.protocol.wire import CONTROL

DOCUMENT = "suffice://documents/"
TEMPLATE = ResourceTemplate(
    name="document", uri_template=DOCUMENT + "{document_id}", description="A document's text.", mime_type="text/plain"
)
PAGE = 100


async def resources(reach: Reach, cursor: str | None) -> ListResourcesResult:
    """A page of the documents of all packs, by their ids; the cursor is the last one before it."""
    behind = unquote(cursor or "")
    if CONTROL.search(behind):
        raise MCPError(INVALID_PARAMS, "cursor: send back what this service gave, unchanged.")
    found = await reach.services.documents(reach.principal, behind, PAGE)
    listed = [
        Resource(
            uri=DOCUMENT + quote(one.document_id, safe=""),
            name=one.document_id,
            description=f"{one.pack} / {one.source}",
            mime_type="text/plain",
        )
        for one in found
    ]
    following = quote(found[-1].document_id) if len(found) == PAGE else None
    return ListResourcesResult(resources=listed, next_cursor=following)


async def read(reach: Reach, uri: str) -> ReadResourceResult:
    """One document's text; of a very long one its beginning (`get_document` gives the rest)."""
    try:
        document_id = unquote(uri.removeprefix(DOCUMENT))
        if not uri.startswith(DOCUMENT) or CONTROL.search(document_id):
            raise UnknownDocument
        found = await reach.services.document(reach.principal, document_id)
    except UnknownDocument as unknown:
        raise MCPError(INVALID_PARAMS, f"{unknown.message} ({uri[:200]})") from None
    return ReadResourceResult(contents=[TextResourceContents(uri=uri, mime_type="text/plain", text=found.text)])


def prompts(reach: Reach) -> list[Prompt]:
    """Every example of every pack."""
    return [Prompt(name=name, title=text, description=text) for name, text in _examples(reach).items()]


def prompt(reach: Reach, name: str) -> GetPromptResult:
    """One example as the person's words."""
    text = _examples(reach).get(name)
    if text is None:
        raise MCPError(INVALID_PARAMS, f"There is no prompt {name[:80]!r}; list them and name one of those.")
    return GetPromptResult(messages=[PromptMessage(role="user", content=TextContent(text=text))])


def _examples(reach: Reach) -> dict[str, str]:
    return {
        f"{name}_{place}": example.text
        for name, pack in sorted(reach.services.packs.items())
        for place, example in enumerate(pack.examples, 1)
    }
