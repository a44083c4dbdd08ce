"""Passages on their way from the database into an index: unnamed files, one per part, which end with the process."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, aclosing
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event
from typing import Self, TextIO

from execution_agents.retrieval.index.builds import BuildEnded, to_its_end
from foundation.storage.corpus.parts import part_of
from foundation.storage.records import Chunk

_BATCH = 2_000
"""Passages held at a time while an index is built; from this many on, the database updates its statistics of a corpus.
(Fewer are read in full within 2 ms, whatever the plan.)"""


class Spool:
    """Filled once, then read part by part, in the order they came."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, TextIO] = {}
        self._open = ExitStack()
        self.ended = Event()
        """Set when the build that reads it is cancelled: reading stops then."""
        self.is_large = False
        """Whether there were many."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    async def fill(self, chunks: AsyncGenerator[Chunk], parts: Iterable[str]) -> None:
        """Writes all of them down, each in the part whose name holds that of its document."""
        part_names = {each: name for name in parts for each in name}
        async with aclosing(chunks):
            batch = list[Chunk]()
            async for chunk in chunks:
                batch.append(chunk)
                if len(batch) == _BATCH:
                    await to_its_end(partial(self._write, batch, part_names), self.ended)
                    batch, self.is_large = [], True
            await to_its_end(partial(self._write, batch, part_names), self.ended)

    def read(self, part: str) -> Iterator[Chunk]:
        """The passages of one part. Raises BuildEnded."""
        file = self._files.get(part)
        if file is None:
            return
        file.seek(0)
        for line in file:
            if self.ended.is_set():
                raise BuildEnded("the process stops: this index is not built")
            yield Chunk(**json.loads(line))

    def _write(self, batch: Sequence[Chunk], part_names: Mapping[str, str]) -> None:
        for chunk in batch:
            part = part_names[part_of(chunk.document_id)]
            if part not in self._files:
                file = TemporaryFile("w+", encoding="ascii", dir=self._folder)  # noqa: SIM115 - closed on leaving
                self._files[part] = self._open.enter_context(file)
            self._files[part].write(json.dumps(vars(chunk)) + "\n")
