"""The importers a pack may declare, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from execution_agents.ingest.imported import DocumentImporter, RowImporter
from execution_agents.ingest.importers.apartment_trades import ApartmentTrades
from execution_agents.ingest.importers.converted import ConvertedDocuments
from execution_agents.ingest.importers.csv_table import CsvTable
from execution_agents.ingest.importers.korean_statutes import KoreanStatutes
from execution_agents.ingest.importers.markdown import MarkdownDocuments
from execution_agents.ingest.importers.xlsx_table import XlsxTable

DOCUMENT_IMPORTERS: Mapping[str, DocumentImporter] = MappingProxyType(
    {
        "markdown": MarkdownDocuments(),
        "text": ConvertedDocuments("text"),
        "html": ConvertedDocuments("html"),
        "pdf": ConvertedDocuments("pdf"),
        "docx": ConvertedDocuments("docx"),
        "hwpx": ConvertedDocuments("hwpx"),
        "xlsx": ConvertedDocuments("xlsx"),
        "korean_statutes": KoreanStatutes(),
    }
)
ROW_IMPORTERS: Mapping[str, RowImporter] = MappingProxyType(
    {"csv": CsvTable(), "xlsx": XlsxTable(), "apartment_trades": ApartmentTrades()}
)
