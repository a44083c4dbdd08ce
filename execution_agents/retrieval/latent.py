"""The built-in embedder: latent semantic analysis fitted to a corpus, with no download.

A text is a row of hashed terms (those of the lexical index), weighted (1 + ln tf) x idf and scaled to length 1; a
randomised truncated SVD (Halko, Martinsson, Tropp 2011: 2 power iterations, 16 more directions than wanted) of a sample
gives the directions it is projected on. Hashing keeps the model the same size whatever the corpus is: 2 MB.
"""

from __future__ import annotations

import hashlib
import math
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits  # pyright: ignore[reportMissingTypeStubs]

from foundation.language.tokens import MixedTokenizer, tokenize

BUCKETS = 8_192
DIMENSIONS = 128
SAMPLE = 2_000
"""Passages it is fitted to: as a dense matrix 65 MB for a second or two, whatever the corpus holds."""
_SPARE = 16
_POWER = 2
_SEED = 20_240
_TOKENIZER = MixedTokenizer()
Matrix = NDArray[np.float32]


@dataclass(frozen=True)
class LatentEmbedder:
    """A fitted model: hashed terms to directions, idf folded in."""

    projection: Matrix
    """BUCKETS x dimensions."""
    name: str

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        return int(self.projection.shape[1])

    def vectors(self, texts: Sequence[str]) -> Matrix:
        """One row per text, of length 1 (zero for a text without terms)."""
        found = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, one in enumerate(texts):
            counts = _hashed(one)
            if counts:
                weights = np.fromiter((1 + math.log(n) for n in counts.values()), np.float32, len(counts))
                found[row] = weights @ self.projection[np.fromiter(counts.keys(), np.int64, len(counts))]
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        return np.divide(found, lengths, out=np.zeros_like(found), where=lengths > 0)

    def as_bytes(self) -> bytes:
        """For the database: float16, row by row."""
        return self.projection.astype(np.float16).tobytes()


def from_bytes(kept: bytes, dimensions: int) -> LatentEmbedder:
    """What `as_bytes` gave. Raises ValueError when it is of another size."""
    projection = np.frombuffer(kept, dtype=np.float16).astype(np.float32).reshape(BUCKETS, dimensions)
    return LatentEmbedder(projection, _name(kept, dimensions))


def fit(texts: Sequence[str], dimensions: int = DIMENSIONS) -> LatentEmbedder:
    """Fits to at most SAMPLE texts, which are spread over all of them. The same texts give the same model."""
    step = max(1, math.ceil(len(texts) / SAMPLE))
    counts = [_hashed(one) for one in texts[::step]]
    idf = _idf(counts)
    rows = _rows(counts, idf)
    with threadpool_limits(limits=1):  # the library's threads wait spinning: on a busy machine ten times the work
        directions = _directions(rows, dimensions)
    projection = (idf[:, None] * directions).astype(np.float16)
    kept = projection.tobytes()
    return from_bytes(kept, dimensions)


def _name(kept: bytes, dimensions: int) -> str:
    return f"built-in/lsa-{dimensions}-{hashlib.sha256(kept).hexdigest()[:12]}"


def _hashed(text: str) -> Counter[int]:
    # crc32: stable between processes and machines, which `hash` is not, and fast.
    return Counter(zlib.crc32(term.encode()) % BUCKETS for term in tokenize(text, _TOKENIZER))


def _idf(counts: Iterable[Counter[int]]) -> Matrix:
    rows = list(counts)
    held = np.zeros(BUCKETS, dtype=np.float32)
    for row in rows:
        held[np.fromiter(row.keys(), np.int64, len(row))] += 1
    return np.log(1 + (len(rows) - held + 0.5) / (held + 0.5)).astype(np.float32)


def _rows(counts: Sequence[Counter[int]], idf: Matrix) -> Matrix:
    rows = np.zeros((len(counts), BUCKETS), dtype=np.float32)
    for at, row in enumerate(counts):
        places = np.fromiter(row.keys(), np.int64, len(row))
        tf = np.fromiter((1 + math.log(n) for n in row.values()), np.float32, len(row))
        rows[at, places] = tf * idf[places]
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)


def _directions(rows: Matrix, dimensions: int) -> Matrix:
    """The first right singular vectors, BUCKETS x dimensions; zero columns where the texts have fewer."""
    found = np.zeros((BUCKETS, dimensions), dtype=np.float32)
    if not len(rows):
        return found
    width = min(dimensions + _SPARE, *rows.shape)
    random = np.random.default_rng(_SEED).standard_normal((rows.shape[1], width), dtype=np.float32)
    basis, _ = np.linalg.qr(rows @ random)
    for _ in range(_POWER):
        basis, _ = np.linalg.qr(rows @ (rows.T @ basis))
    _, _, right = np.linalg.svd(basis.T @ rows, full_matrices=False)
    kept = min(dimensions, len(right))
    found[:, :kept] = right[:kept].T
    return found
