"""Where the indexes of all packs are kept: the port that folders of this machine and a search engine stand behind."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from execution_agents.retrieval.index.lexical import LexicalFigures, TantivyIndex
from execution_agents.retrieval.index.parts import Before
from execution_agents.retrieval.index.ranked import RankedIndex
from execution_agents.retrieval.index.store import IndexShelf, sweep_shelves
from foundation.domains.schema.pack import Pack
from foundation.storage.records import Chunk


class PassageWriter(Protocol):
    """Fills a new version part by part."""

    def add(self, name: str, mark: str, chunks: Iterable[Chunk]) -> None:
        """Writes a part."""
        ...

    def carry(self, name: str, before: Before) -> None:
        """Takes a part over from an older version. Raises OSError when that lacks it."""
        ...


class Shelf(Protocol):
    """The versions of one tenant's pack. Its methods block: call them off the event loop."""

    def open(self, version: str) -> RankedIndex | None:
        """The finished index of this version, or None."""
        ...

    def before(self, version: str) -> Before | None:
        """An older version whose parts may be taken over."""
        ...

    def build(self, version: str, fill: Callable[[PassageWriter], None]) -> RankedIndex:
        """The index of this version, filled by `fill` unless another process was faster."""
        ...

    def tidy(self, keep: str) -> None:
        """Removes other versions that nobody reads any more."""
        ...


class Shelves(Protocol):
    """The versions of all packs."""

    def shelf(self, tenant_id: str, pack: Pack) -> Shelf:
        """Those of one pack."""
        ...

    @property
    def trouble(self) -> str:
        """Why what keeps them does not answer; "" while it does."""
        ...

    def sweep(self, current: Mapping[tuple[str, str], str]) -> int:
        """Removes versions that are not the present one of their (tenant, pack) and that nobody reads; how many."""
        ...


class FolderShelves:
    """On this machine's disk (implements `Shelves`)."""

    def __init__(self, root: Path, figures: LexicalFigures | None = None) -> None:
        self._root = root
        self._figures = figures

    def shelf(self, tenant_id: str, pack: Pack) -> Shelf:
        """The folder of one pack."""
        synonyms, grams = pack.dictionary.synonyms, pack.retrieval.hybrid.grams
        folder = self._folder(tenant_id, pack.name)
        return IndexShelf(folder, lambda found: TantivyIndex(found, synonyms, self._figures, grams), grams)

    @property
    def trouble(self) -> str:
        """Never any: a folder that cannot be read fails where it is read."""
        return ""

    def sweep(self, current: Mapping[tuple[str, str], str]) -> int:
        """An index nobody has opened since this machine's last process is still on its disk."""
        make_private(self._root)
        return sweep_shelves(self._root, {self._folder(*key): version for key, version in current.items()})

    def _folder(self, tenant_id: str, pack: str) -> Path:
        return self._root / hashlib.sha256(tenant_id.encode()).hexdigest()[:24] / pack


def make_private(folder: Path) -> None:
    """Tenants' content is copied below it: no other account of this machine may read there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        with suppress(PermissionError):  # made by another account, whose it is to decide
            folder.chmod(0o700)
