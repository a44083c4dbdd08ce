"""Versions of packs' indexes in the search engine: built from PostgreSQL, finished by one change, removed when another
version is the present one.

    <prefix>-<pack>-<digest>                        alias of the present version
    <prefix>-<pack>-<digest>.<layout>-<version>     an index; never written again once it is finished
    ... .writing                                    alias it is written through, as long as it is not finished

Many processes of many hosts may want the same version at once. Creating the index is what one of them wins; the others
wait for it. A builder that died is noticed by a count that stands still, and another takes over.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import uuid4

import structlog
from opensearchpy import OpenSearch

from execution_agents.retrieval.index.away import IndexAway, IndexGone
from execution_agents.retrieval.index.engine.address import EngineAddress
from execution_agents.retrieval.index.engine.client import EngineClient
from execution_agents.retrieval.index.engine.layout import WRITING, Json, Names, document, mappings, name_of, settings
from execution_agents.retrieval.index.engine.searching import EngineIndex, Finished
from execution_agents.retrieval.index.engine.vectors import EngineVectors
from execution_agents.retrieval.index.parts import Before
from execution_agents.retrieval.index.ranked import LexicalFigures, terms_of
from execution_agents.retrieval.index.shelves import PassageWriter, Shelf
from foundation.domains.schema.pack import Pack
from foundation.language.tokens import CharacterGrams, MixedTokenizer
from foundation.storage.corpus.vector_copies import VectorCopyRepository
from foundation.storage.records import Chunk

log = structlog.get_logger(__name__)
STILL_S = 180.0
"""A builder whose count stands still for so long has died."""
LOOK_S = 1.0


class EngineWriter:
    """Writes passages through an alias, which is gone once the index is finished or taken away."""

    def __init__(self, client: EngineClient, alias: str, grams: tuple[int, ...]) -> None:
        self._client = client
        self._alias = alias
        self._tokenizer = MixedTokenizer(CharacterGrams(grams))
        self.lengths = Counter[str]()
        self.count = 0

    def add(self, name: str, mark: str, chunks: Iterable[Chunk]) -> None:
        """Writes a part."""
        del name, mark  # nothing is taken over: a finished index is never written again
        self.count += self._client.written(self._alias, map(self._document, chunks))

    def carry(self, name: str, before: Before) -> None:
        """Never asked for: `EngineShelf.before` has nothing to carry."""
        raise OSError(f"part {name} of {before.folder} cannot be carried into a search engine")

    def _document(self, chunk: Chunk) -> tuple[str, Json]:
        terms = terms_of(chunk.title, chunk.text, self._tokenizer)
        self.lengths.update({field: len(each) for field, each in terms.items()})
        return name_of(chunk.chunk_id), document(chunk, terms)


class EngineShelf:
    """The versions of one tenant's pack (implements `Shelf`)."""

    def __init__(
        self, client: EngineClient, names: Names, open_index: Callable[[Finished], EngineIndex], grams: tuple[int, ...]
    ) -> None:
        self._client = client
        self._names = names
        self._open_index = open_index
        self._grams = grams

    def open(self, version: str) -> EngineIndex | None:
        """The finished index of this version, or None. Raises IndexAway."""
        noted = self._noted(version)
        if not noted.get("finished"):
            return None
        return self._open_index(Finished(self._names.index(version), int(noted["passages"]), dict(noted["lengths"])))

    def _noted(self, version: str) -> Json:
        """What its builder noted of the index; nothing if there is none. Raises IndexAway."""
        index = self._names.index(version)
        try:
            answer = self._client.looked(
                lambda client: client.indices.get_mapping(index=index, params=self._client.search_params)
            )
            return answer[index]["mappings"].get("_meta", {})
        except IndexGone:
            return {}
        except (KeyError, TypeError, AttributeError) as odd:
            raise IndexAway(f"The search engine answered a mapping that cannot be read ({odd!r}).") from odd

    def before(self, version: str) -> Before | None:
        """None: every version is written in full."""
        del version

    def build(self, version: str, fill: Callable[[PassageWriter], None]) -> EngineIndex:
        """The index of this version, filled by `fill` unless another process was faster. Raises IndexAway."""
        found = self.open(version)
        while found is None:
            build = uuid4().hex
            if self._begin(version, build):
                self._write(version, build, fill)
            else:
                self._await_other(version)
            found = self.open(version)
        return found

    def tidy(self, keep: str) -> None:
        """Nothing: searches of other processes may still run in the version before. `EngineShelves.sweep` removes
        it."""
        del keep

    def _is_begun(self, version: str) -> bool:
        index = self._names.index(version)
        return bool(self._client.get(lambda client: client.indices.exists(index=index)))

    def _begin(self, version: str, build: str) -> bool:
        """True if the index was created here, as this build's; False if another process was faster."""
        body: Json = {
            "settings": settings(self._client.address.shards),
            "mappings": {**mappings(), "_meta": {"build": build}},
            "aliases": {self._names.writing(version): {"is_write_index": True}},
        }
        index = self._names.index(version)
        try:
            self._client.get(lambda client: client.indices.create(index=index, body=body))
        except IndexAway:
            if self._is_begun(version):
                return False
            raise
        return True

    def _write(self, version: str, build: str, fill: Callable[[PassageWriter], None]) -> None:
        writer = EngineWriter(self._client, self._names.writing(version), self._grams)
        try:
            fill(writer)
            self._finish(version, build, writer)
        except BaseException:
            self._remove(version, build)
            raise

    def _finish(self, version: str, build: str, writer: EngineWriter) -> None:
        """Shows it, notes what it holds, and makes it the present version. Raises IndexAway: another process took it
        over meanwhile."""
        if self._build_of(version) != build:
            raise IndexAway("Another process builds this index anew, for this one stood still.")
        index, get = self._names.index(version), self._client.get
        get(lambda client: client.indices.refresh(index=index))
        held = get(lambda client: client.count(index=index))["count"]
        if held != writer.count:
            raise IndexAway(f"The search engine holds {held:,} of {writer.count:,} passages; it is built again.")
        closed: Json = {"index": {"refresh_interval": "60s", "number_of_replicas": 1, "blocks.write": True}}
        get(lambda client: client.indices.put_settings(index=index, body=closed))
        noted = {"build": build, "finished": True, "passages": writer.count, "lengths": dict(writer.lengths)}
        get(lambda client: client.indices.put_mapping(index=index, body={"_meta": noted}))
        base = self._names.base
        actions = [
            {"remove": {"index": index, "alias": self._names.writing(version)}},
            *({"remove": {"index": old, "alias": base}} for old in self._present()),
            {"add": {"index": index, "alias": base}},
        ]
        get(lambda client: client.indices.update_aliases(body={"actions": actions}))

    def _present(self) -> list[str]:
        """The index the alias points at."""
        try:
            return list(self._client.get(lambda client: client.indices.get_alias(name=self._names.base)))
        except IndexGone:
            return []

    def _await_other(self, version: str) -> None:
        """Returns when the other builder has finished, or has been given up and its index removed."""
        index, last, since = self._names.index(version), -1, time.monotonic()
        build = self._build_of(version)
        while True:
            time.sleep(LOOK_S)
            try:
                if self.open(version) is not None:
                    return
                count = self._written_so_far(index)
            except IndexGone:
                return
            if count != last:
                last, since = count, time.monotonic()
            elif time.monotonic() - since > STILL_S:
                log.warning("index_taken_over", index=index, passages=count)
                self._remove(version, build)
                return

    def _written_so_far(self, index: str) -> int:
        answer = self._client.get(lambda client: client.indices.stats(index=index, metric="indexing"))
        try:
            return int(answer["_all"]["primaries"]["indexing"]["index_total"])
        except (KeyError, TypeError, ValueError) as odd:
            raise IndexAway(f"The search engine answered figures that cannot be read ({odd!r}).") from odd

    def _build_of(self, version: str) -> str:
        return str(self._noted(version).get("build", ""))

    def _remove(self, version: str, build: str) -> None:
        """Only the index of this build: one that took its place is another process's."""
        try:
            if self._build_of(version) != build:
                return
            self._client.get(partial(_deleted, index=self._names.index(version)))
        except IndexAway as away:
            log.warning("index_not_removed", index=self._names.index(version), why=away.message)


class EngineShelves:
    """The indexes of all tenants and packs in one search engine (implements `Shelves`)."""

    def __init__(self, address: EngineAddress, figures: LexicalFigures | None = None) -> None:
        self._client = EngineClient(address)
        self._figures = figures

    def shelf(self, tenant_id: str, pack: Pack) -> Shelf:
        """The versions of one pack."""
        synonyms, grams = pack.dictionary.synonyms, pack.retrieval.hybrid.grams
        names = Names.of(self._client.address.prefix, tenant_id, pack.name)
        opened = partial(self._opened, synonyms, grams)
        return EngineShelf(self._client, names, opened, grams)

    def sweep(self, current: Mapping[tuple[str, str], str]) -> int:
        """Removes every finished index of this installation that is not the present version of its pack: it may hold
        what was erased. How many. One that is being written is its builder's. An engine that is away keeps them until
        the next time."""
        prefix = self._client.address.prefix
        kept = {Names.of(prefix, tenant, pack).index(version) for (tenant, pack), version in current.items()}
        try:
            there = self._client.get(lambda client: client.indices.get_alias(index=f"{prefix}-*"))
            old = [name for name, held in there.items() if name not in kept and not _is_written(held)]
            for name in old:
                self._client.get(partial(_deleted, index=name))
        except IndexAway as away:
            log.warning("indexes_not_swept", why=away.message)
            return 0
        return len(old)

    @property
    def trouble(self) -> str:
        """Why the engine did not answer the last search; "" if it did."""
        return self._client.trouble

    def answers(self) -> str:
        """What the engine says of itself. Raises IndexAway."""
        answer = self._client.get(lambda client: client.info(params={"request_timeout": 5}))
        try:
            version: Json = answer["version"]
            return f"{version.get('distribution', 'elasticsearch')} {version['number']}"
        except (KeyError, TypeError, AttributeError) as odd:
            raise IndexAway(f"What answers at {self._client.address.shown} is no search engine.") from odd

    def vectors(self, stored: VectorCopyRepository) -> EngineVectors:
        """The search of vectors in the same engine: what one finds out about it, the other knows."""
        return EngineVectors(self._client, stored)

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def _opened(self, synonyms: Mapping[str, Sequence[str]], grams: tuple[int, ...], finished: Finished) -> EngineIndex:
        return EngineIndex(self._client, finished, synonyms, self._figures, grams)


def _deleted(client: OpenSearch, index: str) -> Any:
    return client.indices.delete(index=index, params={"ignore_unavailable": "true"})


def _is_written(held: Mapping[str, Any]) -> bool:
    """True for an index that has the alias its builder writes through; one of vectors always has it (`vectors.py`)."""
    return any(alias.endswith(WRITING) for alias in held.get("aliases", {}))
