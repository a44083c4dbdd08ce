"""The probe: do the best passages of the present index lie in hand? Evidence against reuse, never for it.

A cheap lexical top-k for the standalone question. The support of a passage is the root of the product of

* its share of the best hit's BM25 score,
* how much of the question it says, its best two sentences before the rest, by the index's idf (`coverage.py`): what the
  search itself ranks by, and
* how much it holds of what tells the hits apart, to the power of one half: each of the question's index terms weighted
  by how few of the *hits* hold it, ln(1 + (n - df + 0.5) / (df + 0.5)), BM25's idf taken over the hits alone. Terms
  that the whole topic shares weigh next to nothing.

That the question's gate terms occur in the evidence is judged with the gates (`gates.py`), which read the same words.

Measured on KorQuAD (`suffice eval reuse`, docs/reuse.md): at the same wrong-reuse rate this reuses several points more
than the score alone. A few milliseconds, no model; not for slow or paid sources.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

from execution_agents.reuse.judge2 import PROBE, ProbeReading
from execution_agents.reuse.terms import bare_words
from foundation.contracts.ports import Hit, LexicalIndex
from foundation.contracts.work import Evidence
from foundation.domains.schema.pack import ProbeFigures
from foundation.language.tokens import MixedTokenizer, tokenize

MAX_LEAD = 10_000
"""Per mille; a lead beyond ten times tells nothing more."""

LEAST_APART = 0.01
"""A passage that holds nothing of what tells the hits apart keeps this much, so that its order is kept."""
KEPT_PASSAGES = 256
"""Passages whose terms stay read (some 10 MB)."""
_TOKENIZER = MixedTokenizer()

NOTHING_FOUND = PROBE + "nothing_found"
NOT_IN_HAND = PROBE + "best_out_of_hand"
FEW_IN_HAND = PROBE + "few_in_hand"
OWN_WORDS = PROBE + "own_words_out_of_hand"
"""The best passage for the question's own words, without what the conversation put before them, is not in hand."""
OWN_TOP = 10
"""Hits among which it is looked for. Of the first passages of 201 searches it finds 198 (five hits for the words as
typed, ranked by `supports`: 168)."""
OWN_LEAST = 1 / 3
"""Share of the question's idf mass that it must say."""


class Probe:
    """The top hits of one standalone question; any number of evidence records may be held against them."""

    def __init__(self, hits: Sequence[Hit], support: Sequence[float], figures: ProbeFigures) -> None:
        """`support`: of each hit, in their order."""
        self._hits = tuple(hits)
        self._figures = figures
        self._support = tuple(support)

    @classmethod
    def search(cls, index: LexicalIndex, question: str, figures: ProbeFigures, sources: Sequence[str] = ()) -> Probe:
        """Look the question up among these sources of the index (none named: all of it)."""
        hits = index.search(question, figures.top, sources)
        if figures.support == "score":
            return cls(hits, [hit.score for hit in hits], figures)
        covered = index.covered(question, hits, figures.window_share)
        apart = told_apart(question, hits)
        weight = figures.apart_weight / 1000
        said = [share * max(held, LEAST_APART) ** weight for share, held in zip(covered, apart, strict=True)]
        return cls(hits, supports(hits, said), figures)

    def against(self, evidence: Evidence) -> ProbeReading:
        """Compare what is in hand with what is not."""
        if not self._hits:
            return ProbeReading(lead=0, failures=(NOTHING_FOUND,))
        mine = _in_hand(self._hits, evidence)
        best_in, best_out = self._best(mine, inside=True), self._best(mine, inside=False)
        lead = _lead(self._support, best_in, best_out)
        return ProbeReading(
            lead=lead,
            failures=self._failures(mine, lead),
            best_in_hand="" if best_in is None else self._hits[best_in].item_id,
            best_out_of_hand="" if best_out is None else self._hits[best_out].item_id,
        )

    def best_in_hand(self, evidence: Evidence) -> Hit | None:
        """The best-supported hit that is in hand."""
        best = self._best(_in_hand(self._hits, evidence), inside=True)
        return None if best is None else self._hits[best]

    def _failures(self, mine: Sequence[bool], lead: int) -> tuple[str, ...]:
        found: list[str] = []
        # "Nothing out of hand above r times the best in hand" is out <= r * in, that is lead >= 1/r.
        if lead < round(1000 / self._figures.lead):
            found.append(NOT_IN_HAND)
        if 1000 * sum(mine) < self._figures.in_hand * len(mine):
            found.append(FEW_IN_HAND)
        return tuple(found)

    def _best(self, mine: Sequence[bool], inside: bool) -> int | None:
        places = [at for at in range(len(self._hits)) if mine[at] is inside]
        return max(places, key=lambda at: self._support[at], default=None)


class OwnWords:
    """What a question's own words find, without what the conversation put before them."""

    def __init__(self, index: LexicalIndex, question: str, figures: ProbeFigures, sources: Sequence[str] = ()) -> None:
        """Looks them up. Blocks, for milliseconds."""
        self._index, self._words, self._share = index, bare_words(question), figures.window_share
        self._known, self._asked = index.weight(self._words)
        hits = index.search(self._words, OWN_TOP, sources)
        said = zip(hits, index.covered(self._words, hits, self._share), strict=True)
        self._best, self._covered = max(said, key=lambda each: each[0].score * each[1], default=(None, 0.0))

    def against(self, evidence: Evidence) -> tuple[str, ...]:
        """Of a question that stands as it was asked: its best passage must be in hand."""
        held = self._best is None or _in_hand((self._best,), evidence)[0]
        return () if held else (OWN_WORDS,)

    def against_rewritten(self, evidence: Evidence, answering: Hit | None) -> tuple[str, ...]:
        """Of a rewritten one. Nothing where no passage says its own words: 둘이 뭐가 다른지 정리해줘 asks about what
        was shown. `answering`: the best passage in hand for the whole question. 주택은? after a question about shops
        is a word of many passages, and of that one it is not."""
        if not self._is_said(self._covered):
            return ()
        said = answering is not None and self._is_said(*self._index.covered(self._words, (answering,), self._share))
        return self.against(evidence) if said else (OWN_WORDS,)

    def _is_said(self, covered: float) -> bool:
        return self._known * covered >= OWN_LEAST * self._asked


def supports(hits: Sequence[Hit], said: Sequence[float]) -> list[float]:
    """Support of every hit, 0..1, in the order of the hits: the geometric mean of its share of the best score and of
    what it says."""
    top = max((hit.score for hit in hits), default=0.0)
    return [math.sqrt(hit.score / top * share) if top > 0 else 0.0 for hit, share in zip(hits, said, strict=True)]


def told_apart(question: str, hits: Sequence[Hit]) -> list[float]:
    """How much every hit holds of the question's terms, by how few of the hits hold them, 0..1; 1 for all where no hit
    holds any."""
    held = [_terms(hit.title, hit.text) for hit in hits]
    asked = _terms("", question)
    weights = {term: _rarity(sum(term in terms for terms in held), len(hits)) for term in asked}
    total = sum(weights.values())
    # In the order of the terms, never of a set: sums of floats must not hang on the hash seed.
    return [
        sum(weight for term, weight in weights.items() if term in terms) / total if total else 1.0 for terms in held
    ]


@lru_cache(maxsize=KEPT_PASSAGES)
def _terms(title: str, text: str) -> Mapping[str, None]:
    """The index terms, in their order. A conversation's turns meet the same passages again and again."""
    return dict.fromkeys(tokenize(f"{title} {text}", _TOKENIZER))


def _rarity(holders: int, hits: int) -> float:
    """Terms that none of the hits holds tell nothing about which of them is better."""
    return math.log(1 + (hits - holders + 0.5) / (holders + 0.5)) if holders else 0.0


def _in_hand(hits: Sequence[Hit], evidence: Evidence) -> list[bool]:
    """By content, or by belonging to the near-duplicate group of a passage in hand."""
    hashes = {item.content_hash for item in evidence.items}
    groups = hashes | {hit.near_group for hit in hits if hit.content_hash in hashes}
    return [hit.content_hash in hashes or hit.near_group in groups for hit in hits]


def _lead(support: Sequence[float], best_in: int | None, best_out: int | None) -> int:
    if best_in is None:
        return 0
    if best_out is None or support[best_out] <= 0:
        return MAX_LEAD
    return min(MAX_LEAD, math.floor(1000 * support[best_in] / support[best_out]))
