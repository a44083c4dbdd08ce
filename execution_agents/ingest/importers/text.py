"""Plain text: one document per file, passages at empty lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from execution_agents.ingest.files import read_text
from execution_agents.ingest.imported import BrokenPart, ImportedDocument, InputFile
from execution_agents.retrieval.chunking import Passage, cut
from foundation.contracts.errors import BrokenDocument

_PARAGRAPH = re.compile(r"(?<=\n)\n+(?=\S)")
_SUFFIXES = (".txt", ".text")


class TextDocuments:
    """The importer `text`."""

    specific = False

    def sniff(self, file: InputFile) -> bool:
        """Any text file: nothing in its content says which source it belongs to."""
        return PurePosixPath(file.name).suffix.lower() in _SUFFIXES

    def read(self, file: InputFile) -> Iterator[ImportedDocument | BrokenPart]:
        """The one document. Raises BrokenDocument when it is empty."""
        text = read_text(file)
        if not text.strip():
            raise BrokenDocument(f"{file.name} holds no text.")
        title = PurePosixPath(file.name).stem
        passages = tuple(Passage(title, text[low:high].strip(), low, high) for low, high in cut(text, _PARAGRAPH))
        yield ImportedDocument(file.name, title, text, passages, file.name)
