"""`suffice eval faithfulness`: which planted errors the checker sees, what it holds true sentences to be, and how it
stands beside word containment on replies people labelled. No model, no database."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from evaluations.cases import Progress
from evaluations.faithfulness.grounds import Half, Placed, begin, grounds, written_answers
from evaluations.faithfulness.planting import planted, restated
from evaluations.rates import Share
from execution_agents.answer.checks.support import Ground as Passages
from execution_agents.answer.checks.support import Support
from foundation.contracts.errors import DataMissing
from foundation.domains.schema.answering import AnswerFigures
from foundation.language.figures.reader import figures_of
from foundation.language.sentences import sentences_of

Alarm = Literal["number", "negation", "name"]
OF_KIND: Mapping[str, Alarm] = {
    "number": "number",
    "swapped number": "number",
    "unit": "number",
    "date": "number",
    "article": "number",
    "negation": "negation",
    "name": "name",
}
"""Which alarm has to go off for an error of each kind."""
ALARMS: tuple[Alarm, ...] = ("number", "negation", "name")
WORD = re.compile(r"\w+")
FIGURES = AnswerFigures()
"""As shipped."""
HALVES: tuple[Half, Half] = ("development", "test")


@dataclass
class Tally:
    """What was seen, by data set, half and kind."""

    caught: Counter[tuple[str, Half, str]] = field(default_factory=Counter[tuple[str, Half, str]])
    planted: Counter[tuple[str, Half, str]] = field(default_factory=Counter[tuple[str, Half, str]])
    alarms: Counter[tuple[str, Half, str]] = field(default_factory=Counter[tuple[str, Half, str]])
    """(data, half, alarm) of true sentences."""
    true: Counter[tuple[str, Half]] = field(default_factory=Counter[tuple[str, Half]])

    def share(self, half: Half, kinds: Sequence[str], data: str | None = None) -> Share:
        """Planted errors of these kinds that were seen."""
        keys = [key for key in self.planted if key[1] == half and key[2] in kinds and data in (None, key[0])]
        return Share(sum(self.caught[key] for key in keys), sum(self.planted[key] for key in keys))

    def false(self, half: Half, alarm: str, data: str | None = None) -> Share:
        """True sentences an alarm went off for; "any": one of them."""
        keys = [key for key in self.true if key[1] == half and data in (None, key[0])]
        return Share(sum(self.alarms[(*key, alarm)] for key in keys), sum(self.true[key] for key in keys))


@dataclass(frozen=True)
class BeginRow:
    """One file of BEGIN: area under the curve of fully attributable against not, and false alarms on the former."""

    data: str
    replies: int
    ours: float
    containment: float
    alarms: Share
    """Fully attributable replies with a contradicted figure, negation or invented name."""


@dataclass(frozen=True)
class WrittenRow:
    """Answers people wrote over public pages, sentence by sentence."""

    sentences: int
    numbers: Share
    negations: Share
    names: Share
    unsupported: Share
    """Marked for little support (below `unsupported_below`)."""


def alarms_of(support: Support) -> set[Alarm]:
    """Which alarms go off for a sentence."""
    found: set[Alarm] = set()
    if support.figures or support.misplaced:
        found.add("number")
    if support.negated:
        found.add("negation")
    if support.invented:
        found.add("name")
    return found


def tallied(data: Path, share: int, progress: Progress) -> Tally:
    """Every error the rules plant, and every true sentence as it stands and restated."""
    tally, found = Tally(), list(grounds(data, share))
    for at, one in enumerate(found):
        if at % 50 == 0:
            progress("planted errors", at, len(found))
        tally_one(tally, one)
    return tally


def tally_one(tally: Tally, one: Placed) -> None:
    """One true sentence and its errors."""
    passages = Passages(one.contexts, FIGURES)
    for sentence, data in ((one.ground.sentence, one.data), (restated(one.ground), f"{one.data}, restated")):
        if sentence is None:
            continue
        seen = alarms_of(passages.support(sentence))
        tally.true[(data, one.half)] += 1
        tally.alarms[(data, one.half, "any")] += bool(seen)
        for alarm in seen:
            tally.alarms[(data, one.half, alarm)] += 1
    for error in planted(one.ground):
        key = (one.data, one.half, error.kind)
        tally.planted[key] += 1
        tally.caught[key] += OF_KIND[error.kind] in alarms_of(passages.support(error.sentence))


def reply_score(response: str, passages: Passages) -> tuple[float, bool]:
    """(support of a reply, its sentences weighted by their length; whether an alarm goes off)."""
    supports = [passages.support(sentence) for sentence in sentences_of(response) or [response]]
    lengths = [max(1, len(one.sentence)) for one in supports]
    score = sum(one.score * length for one, length in zip(supports, lengths, strict=True)) / sum(lengths)
    return score, any(alarms_of(one) for one in supports)


def begin_rows(data: Path) -> list[BeginRow]:
    """Ours beside the share of a reply's words that the knowledge holds."""
    scored: dict[str, list[tuple[float, float, bool, bool]]] = defaultdict(list)
    for one in begin(data):
        score, alarm = reply_score(one.response, Passages([("", one.knowledge)], FIGURES))
        words, known = WORD.findall(one.response.lower()), set(WORD.findall(one.knowledge.lower()))
        held = sum(word in known for word in words) / max(1, len(words))
        scored[one.data].append((score, held, alarm, one.supported))
    return [
        BeginRow(
            data=name,
            replies=len(rows),
            ours=auroc([row[0] for row in rows], [row[3] for row in rows]),
            containment=auroc([row[1] for row in rows], [row[3] for row in rows]),
            alarms=Share(sum(row[2] for row in rows if row[3]), sum(row[3] for row in rows)),
        )
        for name, rows in scored.items()
    ]


def written_row(data: Path, below: int) -> WrittenRow:
    """True answers in other words than the pages'. The people who wrote them also calculated and abbreviated."""
    seen: Counter[str] = Counter()
    for question, answer, pages in written_answers(data):
        passages = Passages(pages, FIGURES, figures_of(question))
        for sentence in sentences_of(answer):
            if len(sentence) < 10:
                continue
            support = passages.support(sentence)
            seen["all"] += 1
            seen.update(alarms_of(support))
            seen["unsupported"] += 1000 * support.score < below
    total = seen["all"]
    return WrittenRow(
        sentences=total,
        numbers=Share(seen["number"], total),
        negations=Share(seen["negation"], total),
        names=Share(seen["name"], total),
        unsupported=Share(seen["unsupported"], total),
    )


def auroc(scores: Sequence[float], labels: Sequence[bool]) -> float:
    """Area under the ROC curve by ranks, ties shared (Mann and Whitney 1947); 0.5 without both kinds."""
    order = sorted(range(len(scores)), key=lambda at: scores[at])
    ranks = [0.0] * len(scores)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and scores[order[end]] == scores[order[start]]:
            end += 1
        for at in order[start:end]:
            ranks[at] = (start + end + 1) / 2
        start = end
    positive = sum(labels)
    negative = len(labels) - positive
    if not positive or not negative:
        return 0.5
    above = sum(rank for rank, label in zip(ranks, labels, strict=True) if label)
    return (above - positive * (positive + 1) / 2) / (positive * negative)


def require(data: Path | None) -> Path:
    """The folder of the public data. Raises DataMissing."""
    if data is None or not data.is_dir():
        raise DataMissing("The public data is not there; point SUFFICE_TEST_DATA at the folder that holds it.")
    return data
