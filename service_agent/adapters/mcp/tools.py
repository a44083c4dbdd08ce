"""The tools: `ask` answers from evidence, `search` gives passages, `get_document` a document's text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import structlog
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
    TextContent,
    Tool,
    ToolAnnotations,
)
from pydantic import ValidationError

from foundation.contracts.errors import SufficeError
from foundation.storage.database.engine import AWAY
from service_agent.adapters.mcp.arguments import Arguments, AskArguments, DocumentArguments, SearchArguments
from service_agent.adapters.mcp.ask_tool import Context, ask
from service_agent.adapters.mcp.reach import Reach
from service_agent.protocol.failures import dotted, failure_of
from service_agent.protocol.mistakes import sentence_of

log = structlog.get_logger(__name__)
ARGUMENTS: Mapping[str, type[Arguments]] = {
    "ask": AskArguments,
    "search": SearchArguments,
    "get_document": DocumentArguments,
}
DESCRIPTIONS = {
    "ask": "Ask a question of a domain and get an answer written from its sources, checked and cited. Within a session "
    "what was fetched before is reused when it suffices.",
    "search": "Search the documents of a domain and get the best passages with their ids.",
    "get_document": "Read a document, or of a long one the part about a passage.",
}


def tools(reach: Reach) -> list[Tool]:
    """Every tool, with the domains there are."""
    domains = ", ".join(
        f"{name} ({pack.title[pack.languages[0]]})" for name, pack in sorted(reach.services.packs.items())
    )
    return [
        Tool(
            name=name,
            description=f"{DESCRIPTIONS[name]} Domains: {domains}.",
            input_schema=taken.model_json_schema(),
            annotations=ToolAnnotations(read_only_hint=name != "ask", open_world_hint=name == "ask"),
        )
        for name, taken in ARGUMENTS.items()
    ]


async def call(reach: Reach, context: Context, params: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
    """A tool's result. An error is a result, too, so that the calling model can correct its call."""
    taken = ARGUMENTS.get(params.name)
    if taken is None:
        return _failed(f"There is no tool {params.name[:40]!r}; there are {', '.join(ARGUMENTS)}.")
    try:
        match taken.model_validate(params.arguments or {}):
            case AskArguments() as arguments:
                return await ask(reach, context, arguments, params)
            case SearchArguments() as arguments:
                return await _search(reach, arguments)
            case DocumentArguments() as arguments:
                return await _document(reach, arguments)
            case _:
                raise AssertionError(params.name)
    except ValidationError as error:
        mistake = error.errors(include_url=False)[0]
        return _failed(f"{dotted(mistake['loc']) or 'arguments'}: {sentence_of(mistake)}")
    except (SufficeError, *AWAY) as error:
        return _failed(failure_of(error).message)
    except MCPError:
        raise
    except Exception as error:
        log.exception("mcp_failed", tool=params.name)
        return _failed(failure_of(error).message)


async def _search(reach: Reach, arguments: SearchArguments) -> CallToolResult:
    services = reach.services
    pack = services.pack(arguments.pack or services.default_pack)
    found = await services.search(reach.principal, pack.name, arguments.query, arguments.k)
    items = [
        {
            "chunk_id": item.item_id,
            "source": item.source,
            "title": item.title,
            "text": item.text,
            "uri": item.uri,
            "as_of": item.as_of.isoformat() if item.as_of else None,
            "score": item.score,
        }
        for item in found
    ]
    lines = [f"[{place}] {item.title} ({item.item_id})\n{item.text}" for place, item in enumerate(found, 1)]
    text = "\n\n".join(lines) or "Nothing was found."
    return CallToolResult(content=[TextContent(text=text)], structured_content={"pack": pack.name, "passages": items})


async def _document(reach: Reach, arguments: DocumentArguments) -> CallToolResult:
    found = await reach.services.document(reach.principal, arguments.document_id, arguments.around)
    first = found.passages[0]
    known: dict[str, Any] = {
        "document_id": first.document_id,
        "pack": first.pack,
        "source": first.source,
        "uri": first.uri,
        "as_of": first.as_of,
        "text": found.text,
        "text_start": found.start,
        "whole": found.start == 0 and len(found.passages) >= found.passage_count,
    }
    return CallToolResult(content=[TextContent(text=found.text)], structured_content=known)


def _failed(sentence: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=sentence)], is_error=True)
