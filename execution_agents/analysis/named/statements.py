"""The single statements of a passage that bear one figure each, where a sentence says several: each clause (수동 운전이
21.4 mg/L, AI 운전이 18.9 mg/L), and each part of a cell under two labels (축받이 온도 경보 / 정지 | 75 ℃ / 85 ℃)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from execution_agents.analysis.named.terms import NOTHING, Read, Term, amount_of, rows_in
from execution_agents.analysis.named.words import IDENTIFIER, names_in
from execution_agents.analysis.said.amounts import Amount, Said, amounts_in
from foundation.contracts.work import EvidenceItem
from foundation.language.figures.agreement import Figure
from foundation.language.figures.units import LENGTHS
from foundation.language.negation import negations
from foundation.language.rules.conditions import clauses_of
from foundation.language.sentences import sentences_of
from foundation.language.wanted.arithmetic import starts_elsewhere
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.rates import Base

_LABELS = re.compile(r"^(?P<common>.*\s)?(?P<one>\S+) / (?P<other>\S+)$")
_AND = re.compile(r"^(?:and|but|or|그리고)\s+", re.IGNORECASE)
PAIR = 2


def statements_of(item: EvidenceItem) -> Iterator[Term]:
    """The statements of one passage that no term of it is yet."""
    title = names_in(item.title)
    for sentence in sentences_of(item.text):
        if "|" not in sentence:
            yield from _of_sentence(sentence, title, item.item_id)
    for heads, cells in rows_in(item.text):
        if len(cells) == PAIR:
            yield from _of_labels(cells, names_in(f"{item.title} {' '.join(heads)}"), item)


@dataclass(frozen=True)
class _Part:
    """Clauses that bear one figure together."""

    text: str
    when: frozenset[str]
    """The words of its condition."""


def _of_sentence(sentence: str, title: frozenset[str], item_id: str) -> Iterator[Term]:
    parts = _parts_of(sentence)
    whole = names_in(sentence)
    for part in parts:
        read = _one_figure(part.text)
        # A clause that denies its figure, or says it of the distance from something else, states no amount.
        if read is None or negations(part.text) or comparing(part.text).comparative:
            continue
        amount, bases, points = read
        words = names_in(part.text)
        context = title | (whole - NOTHING.union(*(names_in(one.text) for one in parts if one is not part)))
        yield Term(
            part.text, words, context, amount, bases, item_id, sentence, part.text, False, False, "",
            when=part.when, points=points,
        )  # fmt: skip


def _parts_of(sentence: str) -> list[_Part]:
    """The clauses, each with those before it that bear no figure, the last with what follows it."""
    found: list[_Part] = []
    text, when = "", NOTHING
    for clause in clauses_of(sentence):
        text = f"{text}, {clause.text}" if text else clause.text
        when |= names_in(clause.text) if clause.is_condition else NOTHING
        if any(_is_amount(one, clause.text) for one in figures_in(clause.text)):
            found.append(_Part(_AND.sub("", text), when))
            text, when = "", NOTHING
    if text and found:
        found[-1] = _Part(f"{found[-1].text}, {text}", found[-1].when | when)
    return found


def figures_in(text: str) -> list[Amount]:
    """Its amounts, none of them from a name with a number (L6)."""
    return amounts_in(Said("", IDENTIFIER.sub(lambda found: " " * len(found[0]), text)))


def _is_amount(amount: Amount, text: str) -> bool:
    """False for a length that says when: after 5 years."""
    return amount.figure.kind not in LENGTHS or not starts_elsewhere(
        text, amount.figure.start, amount.figure.start + len(amount.figure.text)
    )


def _one_figure(text: str) -> tuple[Amount, tuple[Base, ...], tuple[Figure, ...]] | None:
    """Its one amount, what that is counted by, and the figures that say when it holds (after 5 years)."""
    amounts = figures_in(text)
    own = [one for one in amounts if _is_amount(one, text)]
    points = tuple(one.figure for one in amounts if one not in own)
    main = [one for one in own if one.figure.kind not in LENGTHS] or own
    main = [one for one in main if one.figure.kind != "percent"] or main
    if len(main) != 1 or main[0].figure.readings:
        return None
    read: Read | None = amount_of(text)
    bases = read[1] if read is not None and read[0] == main[0] else ((main[0].base,) if main[0].base else ())
    return main[0], bases, points


def _of_labels(cells: Sequence[str], context: frozenset[str], item: EvidenceItem) -> Iterator[Term]:
    """A term for each of two labels of one row (경보 / 정지 | 70 ℃ / 80 ℃)."""
    labels, figures = _LABELS.match(cells[0]), amounts_in(Said("", cells[1]))
    if labels is None or len(figures) != PAIR or figures[0].measures != figures[1].measures:
        return
    common = labels["common"] or ""
    for label, amount in zip((labels["one"], labels["other"]), figures, strict=True):
        name = f"{common}{label}"
        line = f"{name}: {amount.figure.text}"
        yield Term(
            name, names_in(name), context, amount, (), item.item_id, line, name, True, False, "",
        )  # fmt: skip
