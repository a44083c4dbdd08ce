"""Selects and shortens documents so that a small model's prompt holds them."""

from __future__ import annotations

from collections.abc import Sequence

from execution_agents.answer.thinking.state import DocumentState
from foundation.language.grams import gram_set
from foundation.language.sentences import sentences_of
from foundation.llm.budget import estimate_tokens

LEAST = 60
"""With fewer tokens than this left, the rest of a document is not included."""


def fit(documents: Sequence[DocumentState], tokens: int) -> bool:
    """True if a prompt holds them all: then there is nothing to choose."""
    return sum(map(_size, documents)) <= tokens


def fitted(documents: Sequence[DocumentState], topics: Sequence[str], tokens: int) -> list[DocumentState]:
    """As many documents as fit: for each topic in turn the one that mentions it most, in retrieval order between
    equals. One that is too long is cut to the sentences about the topics."""
    if fit(documents, tokens):
        return list(documents)
    found, left, words = list[DocumentState](), tokens, " ".join(topics)
    for one in in_turn(documents, topics):
        kept = one if _size(one) <= left else shortened(one, words, left)
        if kept is not None:
            found.append(kept)
            left -= _size(kept)
    return found


def in_turn(documents: Sequence[DocumentState], topics: Sequence[str]) -> list[DocumentState]:
    """Each topic's best, then each one's second, each document once."""
    rankings: list[list[int]] = []
    for topic in topics or ("",):
        wanted = gram_set(topic)
        held = [_held(f"{one['title']} {one['text']}", wanted) for one in documents]
        rankings.append(sorted(range(len(documents)), key=lambda at, held=held: (-held[at], at)))
    order = dict.fromkeys(ranking[place] for place in range(len(documents)) for ranking in rankings)
    return [documents[at] for at in order]


def shortened(document: DocumentState, words: str, tokens: int) -> DocumentState | None:
    """Its sentences with most of these words, in their order; None if no sentence fits."""
    left = tokens - estimate_tokens(document["title"]) - 8
    if left < LEAST:
        return None
    wanted, sentences = gram_set(words), sentences_of(document["text"])
    chosen: list[int] = []
    for at in sorted(range(len(sentences)), key=lambda at: (-_held(sentences[at], wanted), at)):
        size = estimate_tokens(sentences[at]) + 1
        if size <= left:
            chosen.append(at)
            left -= size
    if not chosen:
        return None
    return DocumentState(
        marker=document["marker"], title=document["title"], text=" ".join(sentences[at] for at in sorted(chosen))
    )


def documents_text(documents: Sequence[DocumentState], notes: Sequence[str] = ()) -> str:
    """One document per line, its number first: no document's text can start a line and look like another document.
    Before them what is known besides, which has no number."""
    known = [f"known already | {' '.join(one.split())}" for one in notes]
    lines = [
        f"document {one['marker']} | {one['title']} | {' '.join(one['text'].split())}"
        for one in sorted(documents, key=lambda one: one["marker"])
    ]
    return "\n".join([*known, *lines])


def _size(document: DocumentState) -> int:
    return estimate_tokens(document["title"]) + estimate_tokens(document["text"]) + 8


def _held(text: str, wanted: frozenset[str] | set[str]) -> float:
    return len(gram_set(text) & wanted) / len(wanted) if wanted else 0.0
