"""What happens when an index that is elsewhere does not answer: its failure, and the index that stands in for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from execution_agents.retrieval.index.bm25 import FIELDS, Statistics
from execution_agents.retrieval.index.prepared import FoundPassage
from execution_agents.retrieval.index.ranked import RankedIndex
from foundation.contracts.errors import SourceFailed
from foundation.language.tokens import GRAMS


class IndexAway(SourceFailed):
    """The search engine does not answer; start it, or mend SUFFICE_SEARCH_URL, or unset it to search without it."""


class IndexGone(IndexAway):
    """The index was removed from the search engine; it is built again from the database."""


class AwayIndex(RankedIndex):
    """Stands in for an index that is away: a search fails with the reason, so that only the vectors find passages, and
    no word is worth anything, so that their order stays."""

    def __init__(self, reason: IndexAway, grams: tuple[int, ...] = GRAMS) -> None:
        super().__init__({}, None, grams)
        self.reason = reason
        self._keep_counts(0, lambda _: 0)

    def __len__(self) -> int:
        return 0

    def statistics(self) -> Statistics:
        return Statistics(0, dict.fromkeys(FIELDS, 0.0), lambda _field, _term: 0)

    def _found(
        self, weighed: Mapping[tuple[str, str], float], limit: int, sources: Sequence[str]
    ) -> list[FoundPassage]:
        del weighed, limit, sources
        raise type(self.reason)(self.reason.message)
