"""`python -m benchmarks.index_size`: what the lexical index alone costs as it grows, on real text, without a database.

The passages of `benchmarks.corpus_size`. Printed for each size: processor seconds to build, bytes on disk, memory,
processor milliseconds of a search (p50, p95), and the bytes of the documents that a search engine is sent. Processor
time, not the clock's: it does not depend on who else uses the machine. The folder SUFFICE_TEST_DATA points at is
read, nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import tempfile
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from benchmarks.corpus_size import passages_of, questions_of
from execution_agents.retrieval.chunking import one_chunk
from execution_agents.retrieval.index.engine.layout import document
from execution_agents.retrieval.index.lexical import IndexBuilder, TantivyIndex
from execution_agents.retrieval.index.ranked import terms_of
from foundation.language.tokens import MixedTokenizer

SENT = 2_000
"""Passages whose documents are weighed."""
TOP = 50


def main() -> None:
    """Prints one line per size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=[100_000])
    parser.add_argument("--questions", type=int, default=300)
    arguments = parser.parse_args()
    data = Path(os.environ.get("SUFFICE_TEST_DATA", "../shared/data"))  # noqa: TID251
    asked = list(islice(dict.fromkeys(questions_of(data)), arguments.questions))
    for size in arguments.sizes:
        texts = list(islice(passages_of(data), size))
        print(_measured(texts, asked), flush=True)


def _measured(texts: Sequence[str], asked: Sequence[str]) -> str:
    with tempfile.TemporaryDirectory(prefix="suffice-index-") as name:
        folder = Path(name) / "index"
        begun = time.process_time()
        builder = IndexBuilder(folder)
        builder.add(one_chunk(str(at), "", text) for at, text in enumerate(texts))
        builder.commit()
        built = time.process_time() - begun
        disk = sum(file.stat().st_size for file in folder.iterdir())
        index = TantivyIndex(folder)
        index.search(asked[0], TOP)
        p50, p95 = np.percentile([_took(index, question) for question in asked], [50, 95])
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    length = np.mean([len(text) for text in texts])
    return (
        f"{len(texts):>9,} passages of {length:.0f} characters: built in {built:.1f} s of processor time, "
        f"{disk / 1e6:.0f} MB on disk, {memory:.0f} MB of memory; a search of {TOP} p50 {p50:.1f} p95 {p95:.1f} "
        f"ms of processor time; {_sent(texts[:SENT]):.0f} bytes a passage to a search engine"
    )


def _took(index: TantivyIndex, question: str) -> float:
    begun = time.process_time()
    index.search(question, TOP)
    return (time.process_time() - begun) * 1000


def _sent(texts: Sequence[str]) -> float:
    tokenizer = MixedTokenizer()
    chunks = [one_chunk(str(at), "", text) for at, text in enumerate(texts)]
    documents = (document(chunk, terms_of(chunk.title, chunk.text, tokenizer)) for chunk in chunks)
    return sum(len(json.dumps(each, ensure_ascii=False).encode()) for each in documents) / max(1, len(chunks))


if __name__ == "__main__":
    main()
