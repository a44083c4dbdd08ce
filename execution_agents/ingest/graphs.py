"""Writes graphs to the database, batch by batch: unchanged rows are not touched, and an interrupted run is
continued."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from execution_agents.ingest.files import MAX_FILE_BYTES
from execution_agents.ingest.imported import BrokenPart
from execution_agents.ingest.importers.standard_estimate import StandardEstimate
from execution_agents.ingest.reading.apart import in_reading_thread
from execution_agents.ingest.run import Run
from foundation.contracts.errors import NothingToIngest
from foundation.domains.loading.graph_files import SUFFIXES, GraphFile, graph_file, read_graph
from foundation.domains.schema.graph import GraphSource
from foundation.storage.corpus.graph import BATCH, GraphPlace, GraphRepository


class GraphImporter(Protocol):
    """Reads one kind of original into a graph."""

    def sniff(self, path: Path) -> bool:
        """Whether the path holds this kind, by its content."""
        ...

    def read(self, path: Path, declared: GraphSource) -> GraphFile:
        """Its entities and relations, with the errors in it."""
        ...


class GraphFolder:
    """The importer `graph`: `entities` and `relations` as .jsonl or .csv."""

    def sniff(self, path: Path) -> bool:
        return path.is_dir() and graph_file(path, "entities") is not None

    def read(self, path: Path, declared: GraphSource) -> GraphFile:
        return read_graph(path, declared)


GRAPH_IMPORTERS: Mapping[str, GraphImporter] = {"graph": GraphFolder(), "standard_estimate": StandardEstimate()}
"""Name in a pack -> importer."""


class GraphIngest:
    """Fills graph sources."""

    def __init__(self, graph: GraphRepository) -> None:
        self._graph = graph

    async def take(self, run: Run, path: Path, source: str | None) -> bool:
        """Ingests the graph under this path; False if there is none for the pack. Raises NothingToIngest if one was
        asked for by name."""
        declared = run.pack.graph
        if declared is None or source not in (None, declared.name):
            return False
        offered = (GRAPH_IMPORTERS.get(name) for name in declared.importers)
        importer = next((one for one in offered if one is not None and one.sniff(path)), None)
        if importer is None:
            if source is None:
                return False
            kinds = ", ".join(declared.importers)
            raise NothingToIngest(
                f"Nothing under {path} is a graph that {declared.name} takes ({kinds}); give the folder with "
                "entities.jsonl or entities.csv, or the file of a standard of estimates."
            )
        heavy = await asyncio.to_thread(_too_large, path)
        if heavy is not None:
            run.broke(declared.name, BrokenPart(heavy, f"larger than {MAX_FILE_BYTES // 1_000_000} MB; split it"))
            return True
        # Read in the service, not apart: in the few threads of reading, so that questions keep theirs.
        found = await in_reading_thread(lambda: importer.read(path, declared))
        for mistake in found.mistakes:
            run.broke(declared.name, BrokenPart(mistake.file, f"{mistake.wrong}; {mistake.remedy}", mistake.line))
        for remark in found.remarks:
            run.broke(declared.name, BrokenPart(path.name, remark, note=True))
        await self.write(run, GraphPlace(run.pack.name, declared.name), found)
        return True

    async def write(self, run: Run, place: GraphPlace, found: GraphFile) -> None:
        """Makes the graph of this origin what the file says, a batch a transaction."""
        entities, links = list(found.entities.values()), list(found.links.values())
        parts = max(1, -(-len(entities) // BATCH) + -(-len(links) // BATCH))
        run.total += found.size
        counts, share, origin = run.report.of(place.source), found.size // parts, run.report.origin
        for start in range(0, len(entities), BATCH):
            batch = entities[start : start + BATCH]
            done = await self._graph.keep_entities(run.principal, place, origin, batch)
            counts.added += done.added
            counts.changed += done.changed
            counts.unchanged += len(batch) - done.added - done.changed
            run.moved(share, place.source)
        if counts.added >= BATCH // 2:
            # Each relation is checked against its two ends: a plan made for an empty table would scan the whole table
            # for each.
            await self._graph.analyze()
        for start in range(0, len(links), BATCH):
            await self._graph.keep_links(run.principal, place, links[start : start + BATCH])
            run.moved(share, place.source)
        if counts.added + counts.changed >= BATCH // 2:
            # The rows to be removed are found among as many: the planner must know how many there are.
            await self._graph.analyze()
        if place.source not in run.broken_sources and counts.added < len(entities):
            ids = [one.entity_id for one in entities]
            gone, _ = await self._graph.remove_missing(run.principal, place, origin, (ids, links))
            counts.removed += gone
        run.moved(found.size - share * parts, place.source)


def _too_large(path: Path) -> str | None:
    """The name of a graph's file that is larger than is read."""
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    sizes = ((file.name, file.stat().st_size) for file in files if file.suffix in SUFFIXES and file.is_file())
    return next((name for name, size in sizes if size > MAX_FILE_BYTES), None)
