"""The probe: does the stored evidence hold the best passages of the present index? It only counts against reuse.

Every reading of the question is searched and the rankings are fused; the first passages of the fused ranking must be
available, in one record or in several together (`together.py`).

A cheap lexical top-k for each reading. The support of a passage is the root of the product of

* its share of the best hit's BM25 score,
* how much of the question it covers, its best two sentences before the rest, by the index's idf (`coverage.py`): the
  search itself ranks by this, and
* how many of the distinguishing terms it holds, to the power of one half: each of the question's index terms weighted
  by how few of the *hits* hold it, ln(1 + (n - df + 0.5) / (df + 0.5)), BM25's idf taken over the hits alone. Terms
  that the whole topic shares have almost no weight.

Whether the question's gate terms occur in the evidence is checked by the gates (`gates.py`), which read the same words.

Measured on KorQuAD (`suffice eval reuse`, docs/reuse.md): at the same wrong-reuse rate this reuses several points more
than the score alone. A few milliseconds, no model; not for slow or paid sources.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

from execution_agents.retrieval.fusion import fused
from execution_agents.reuse.judge2 import PROBE, ProbeReading
from foundation.contracts.ports import Hit, LexicalIndex
from foundation.contracts.work import Evidence, EvidenceItem, Reading
from foundation.domains.schema.pack import ProbeFigures
from foundation.language.tokens import MixedTokenizer, tokenize

LEAST_APART = 0.01
"""A passage that holds none of the terms that distinguish the hits keeps this share, so that its order is kept."""
KEPT_PASSAGES = 256
"""Passages whose terms are cached (some 10 MB)."""
_TOKENIZER = MixedTokenizer()

NOTHING_FOUND = PROBE + "nothing_found"
NOT_IN_HAND = PROBE + "best_out_of_hand"


class Probe:
    """The result of a fresh search; any number of evidence records may be compared with it."""

    def __init__(self, hits: Sequence[Hit], first: Sequence[int]) -> None:
        """`hits`: best first; `first`: the indexes of those that must be available."""
        self._hits = tuple(hits)
        self.first = tuple(first)

    @classmethod
    def search(
        cls, index: LexicalIndex, readings: Sequence[Reading], figures: ProbeFigures, sources: Sequence[str] = ()
    ) -> Probe:
        """Searches every reading, the bare question first, among these sources of the index (none named: all of it),
        and fuses the rankings."""
        found: dict[str, Hit] = {}
        rankings: list[tuple[int, list[str]]] = []
        for reading in readings:
            ranked = _ranked(index, reading.text, figures, sources)
            for hit in ranked:
                found.setdefault(hit.near_group, hit)
            rankings.append((reading.weight, [hit.near_group for hit in ranked]))
        ranking = fused(rankings)
        first = _first(ranking, rankings[0][1] if rankings else (), figures)
        return cls([found[group] for group, _ in ranking], first)

    def out_of_hand(self, evidence: Evidence) -> list[Hit]:
        """The passages a fresh search finds that are not available."""
        return [hit for hit, held in zip(self._hits, _in_hand(self._hits, evidence.items), strict=True) if not held]

    def held_first(self, evidence: Evidence) -> frozenset[int]:
        """Indexes of the first ones that this record has."""
        mine = _in_hand(self._hits, evidence.items)
        return frozenset(place for place in self.first if mine[place])

    def against(self, records: Sequence[Evidence], found_before: int = 0) -> ProbeReading:
        """Compares the hits of a fresh search with the joint content of these records. `found_before`: how many
        passages the conversation found so far. If it found fewer than are compared, earlier questions were answered
        from these, and only as many are required."""
        if not self._hits:
            return ProbeReading(held=0, of=1, failures=(NOTHING_FOUND,))
        items = [item for record in records for item in record.items]
        mine = _in_hand(self._hits, items)
        compared = self.first[: max(1, len(items), found_before)]
        inside, outside = (
            next((hit.item_id for hit, held in zip(self._hits, mine, strict=True) if held is wanted), "")
            for wanted in (True, False)
        )
        return ProbeReading(
            held=sum(mine[place] for place in compared),
            of=len(compared),
            failures=() if mine[0] else (NOT_IN_HAND,),
            best_in_hand=inside,
            best_out_of_hand=outside,
        )


def _first(ranking: Sequence[tuple[str, float]], bare: Sequence[str], figures: ProbeFigures) -> list[int]:
    """Places of the first ones: in the fused ranking, in the bare question's own, or nearly as good as the best."""
    enough = ranking[0][1] * figures.near_best / 1000 if ranking else 0.0
    of_bare = set(bare[: figures.first])
    return [
        place
        for place, (group, score) in enumerate(ranking)
        if place < figures.first or score >= enough or group in of_bare
    ]


def _ranked(index: LexicalIndex, question: str, figures: ProbeFigures, sources: Sequence[str]) -> list[Hit]:
    """Best first, as the search ranks: passages that support the question equally, by BM25."""
    hits = index.search(question, figures.top, sources)
    if figures.support == "score":
        return list(hits)
    covered = index.covered(question, hits, figures.window_share)
    apart = rarity_shares(question, hits)
    weight = figures.apart_weight / 1000
    said = [share * max(held, LEAST_APART) ** weight for share, held in zip(covered, apart, strict=True)]
    support = supports(hits, said)
    return [hits[at] for at in sorted(range(len(hits)), key=lambda at: -support[at])]


def supports(hits: Sequence[Hit], said: Sequence[float]) -> list[float]:
    """Support of every hit, 0..1, in the order of the hits: the geometric mean of its share of the best score and of
    its coverage."""
    top = max((hit.score for hit in hits), default=0.0)
    return [math.sqrt(hit.score / top * share) if top > 0 else 0.0 for hit, share in zip(hits, said, strict=True)]


def rarity_shares(question: str, hits: Sequence[Hit]) -> list[float]:
    """How much every hit holds of the question's terms, weighted by how few of the hits hold them, 0..1; 1 for all if
    no hit holds any."""
    held = [_terms(hit.title, hit.text) for hit in hits]
    asked = _terms("", question)
    weights = {term: _rarity(sum(term in terms for terms in held), len(hits)) for term in asked}
    total = sum(weights.values())
    # In the order of the terms, never of a set: sums of floats must not depend on the hash seed.
    return [
        sum(weight for term, weight in weights.items() if term in terms) / total if total else 1.0 for terms in held
    ]


@lru_cache(maxsize=KEPT_PASSAGES)
def _terms(title: str, text: str) -> Mapping[str, None]:
    """The index terms, in their order. Cached: a conversation's turns find the same passages again and again."""
    return dict.fromkeys(tokenize(f"{title} {text}", _TOKENIZER))


def _rarity(holders: int, hits: int) -> float:
    """Terms that none of the hits holds do not show which of them is better."""
    return math.log(1 + (hits - holders + 0.5) / (holders + 0.5)) if holders else 0.0


def _in_hand(hits: Sequence[Hit], items: Sequence[EvidenceItem]) -> list[bool]:
    """True by content, or by membership in the near-duplicate group of an available passage."""
    hashes = {item.content_hash for item in items}
    groups = hashes | {hit.near_group for hit in hits if hit.content_hash in hashes}
    return [hit.content_hash in hashes or hit.near_group in groups for hit in hits]
