"""Where evidence comes from: the sources a pack declares, made ready."""

from __future__ import annotations

import httpx

from execution_agents.retrieval.index.provider import IndexProvider
from execution_agents.search.sources.documents import Documents, PassageStore
from execution_agents.search.sources.http import HttpApi
from execution_agents.search.sources.table_reader import RowStore
from execution_agents.search.sources.tables import TableRows
from foundation.contracts.ports import Source
from foundation.domains.schema.pack import DocumentsSource, HttpSource, Pack, PackSource, TableSource


def build_sources(
    pack: Pack, corpus: PassageStore, rows: RowStore, indexes: IndexProvider, http_client: httpx.AsyncClient
) -> dict[str, Source]:
    """Every source of the pack by name. The client must not follow redirects nor carry credentials of its own."""

    def made(declared: PackSource) -> Source:
        match declared:
            case DocumentsSource():
                return Documents(declared, pack, corpus, indexes)
            case TableSource():
                return TableRows(declared, pack, rows)
            case HttpSource():
                return HttpApi(declared, http_client)

    return {declared.name: made(declared) for declared in pack.sources}
