"""What the turn's searches and the question itself show before anything is written: type, confidences, guard."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from execution_agents.answer.evidence.contexts import stem
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.retrieval.analysis import Analyser, key_words
from execution_agents.retrieval.trace import RetrievalTrace
from foundation.domains.schema.answering import ConfidenceFigures
from foundation.domains.schema.pack import Pack
from foundation.domains.schema.retrieving import QuestionTypeName
from foundation.language.grams import coverage

TOP = 3


@dataclass(frozen=True)
class Reading:
    """One turn's question and searches. Shares per mille."""

    question_type: QuestionTypeName
    type_confidence: int
    traces: tuple[RetrievalTrace, ...] = ()
    confidences: tuple[int, ...] = ()
    """Calibrated confidences of what was found, best first."""
    guard_overlap: int | None = None
    """None: no search of this turn had a guard."""
    fallbacks: tuple[str, ...] = ()
    """The guard's."""
    configuration: str = ""

    def as_json(self) -> dict[str, Any]:
        """As a record keeps it."""
        return {
            "retrieval": [trace.as_json() for trace in self.traces],
            "guard_overlap": self.guard_overlap,
            "top_confidences": list(self.confidences[:TOP]),
        }


def read(request: AnswerRequest) -> Reading:
    """The type by the pack's own words; a record of another version is passed over."""
    analysis = analyser_of(_Key(request.pack)).read(request.standalone)
    traces: list[RetrievalTrace] = []
    for kept in request.retrieval:
        try:
            traces.append(RetrievalTrace.from_json(kept))
        except (TypeError, KeyError, AttributeError):
            continue
    guards = [trace.guard_overlap for trace in traces]
    confidences = sorted((each for trace in traces for each in trace.confidences), reverse=True)
    return Reading(
        question_type=analysis.question_type,
        type_confidence=analysis.confidence,
        traces=tuple(traces),
        confidences=tuple(confidences),
        guard_overlap=max(guards) if guards else None,
        fallbacks=tuple(dict.fromkeys(word for trace in traces for word in trace.fallbacks)),
        configuration=request.pack.answering.hash,
    )


@dataclass(frozen=True)
class _Key:
    """A pack by its identity: packs are large and never change while the service runs."""

    pack: Pack = field(compare=False)
    identity: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "identity", id(self.pack))


@lru_cache(maxsize=32)
def analyser_of(key: _Key) -> Analyser:
    """The pack's analyser, its patterns compiled once (the key holds the pack, so its identity stays its own)."""
    return Analyser(key.pack.retrieval, key.pack.dictionary.question_types)


def lacks_key_words(question: str, text: str, least: int) -> bool:
    """True if an answer holds fewer of the question's key words than required, or than there are."""
    keys, low = [stem(word) for word in key_words(question)] if least else [], text.lower()
    return sum(word in low for word in keys) < min(least, len(keys))


def confidence_of(request: AnswerRequest, reading: Reading, held: str, text: str, figures: ConfidenceFigures) -> int:
    """System 3's formula, per mille: 0.7 x mean of the three best calibrated confidences + 0.3 x guard overlap, less
    0.1 if question and answer share next to nothing. Without a guard in this turn (reused evidence, tables) the overlap
    of question and evidence replaces it."""
    if not held or not text:
        return 0
    best = reading.confidences[: figures.best]
    mean = round(sum(best) / len(best)) if best else figures.uncalibrated
    guard = reading.guard_overlap
    overlap = round(1000 * coverage(request.standalone, held)) if guard is None else guard
    disagrees = 1000 * coverage(request.standalone, text) < figures.disagree_below or lacks_key_words(
        request.standalone, text, figures.disagree_key_words
    )
    found = (figures.contexts * mean + figures.guard * overlap) / 1000 - (figures.disagreement if disagrees else 0)
    return max(0, min(1000, round(found)))
