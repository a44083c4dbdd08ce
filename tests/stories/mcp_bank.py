"""A bank's MCP server as a program, over HTTP or its standard input: `python -m tests.stories.mcp_bank HOW FOLDER`.

HOW is a port, or `stdio`. What it answers is read from FOLDER/says.json at each call; what it was asked is added to
FOLDER/asked.jsonl.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import uvicorn
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams, TextContent, Tool


def server_of(folder: Path) -> Server[dict[str, Any]]:
    """The server; its one tool gives what lies in the folder."""

    async def tools(_: ServerRequestContext, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[Tool(name="find_rates", input_schema={"type": "object"})])

    async def call(_: ServerRequestContext, params: CallToolRequestParams) -> CallToolResult:
        with (folder / "asked.jsonl").open("a", encoding="utf-8") as asked:
            asked.write(json.dumps({"tool": params.name, **(params.arguments or {})}, ensure_ascii=False) + "\n")
        says = json.loads((folder / "says.json").read_text(encoding="utf-8"))
        await asyncio.sleep(says.get("waits_s", 0))
        if "error" in says:
            return CallToolResult(content=[TextContent(text=says["error"])], is_error=True)
        city = (params.arguments or {}).get("city", "")
        found = [one for one in says["rates"] if city in ("", one["city"])]
        return CallToolResult(content=[], structured_content={"rates": found})

    return Server("bank", on_list_tools=tools, on_call_tool=call)


async def main(how: str, folder: Path) -> None:
    """Until it is ended."""
    server = server_of(folder)
    if how != "stdio":
        config = uvicorn.Config(server.streamable_http_app(), port=int(how), log_config=None)
        await uvicorn.Server(config).serve()
        return
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
