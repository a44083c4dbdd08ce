"""A rate that the leading line states, as often as the question counts: two of them for a day (6 kg/h for one machine).

The search and the answer's ranking chose that line by how people ask for it, so it is what the question is about,
whatever its words. The dimensions must agree instead: the question counts all that exactly one figure of the line is
counted by, and nothing else, in the unit that it asks for.
"""

from __future__ import annotations

from dataclasses import dataclass

from execution_agents.analysis.named.asking import computed
from execution_agents.analysis.named.binding import Bound
from execution_agents.analysis.named.question import Asked, Phrase, read
from execution_agents.analysis.named.statements import statements_of
from execution_agents.analysis.named.terms import Term, terms_of
from execution_agents.analysis.named.words import vocabulary_of
from foundation.contracts.formulas import SaidArithmetic
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import Pack
from foundation.language.wanted.rates import bases_in


@dataclass(frozen=True)
class LeadingLine:
    """The line that leads, and the passage it stands in."""

    item: EvidenceItem
    text: str
    is_row: bool
    """A row of a table, its cells between " | "."""


def product_of_line(question: str, line: LeadingLine, pack: Pack, language: str) -> SaidArithmetic | None:
    """The arithmetic; None where not exactly one figure of the line is counted by what the question counts."""
    asked = read(question, vocabulary_of(ByIdentity(pack)))
    if asked is None or asked.adds or asked.differs or asked.moved or not _counts_things(asked):
        return None
    terms = [*terms_of([line.item], pack, language), *statements_of(line.item)]
    found = dict[tuple[object, ...], SaidArithmetic]()
    for term in terms:
        if _is_of(term, line) and _is_counted_by(term, asked) and _is_in_the_unit(term, asked):
            done = computed(asked, [Bound(term, Phrase(0, len(asked.text), ()), 0, counted=False)])
            if done is not None:
                found[term.same] = done
    return next(iter(found.values())) if len(found) == 1 else None


def _counts_things(asked: Asked) -> bool:
    """False for a length of time alone: an amount a month is no twelfth of a limit a year."""
    return any(one.base.kind == "thing" and one.base.thing for one in asked.counts)


def _is_of(term: Term, line: LeadingLine) -> bool:
    if line.is_row:
        return term.is_cell and term.row == line.text.split(" | ")[0].strip()
    return not term.is_cell and line.text in (term.line, term.row)


def _is_counted_by(term: Term, asked: Asked) -> bool:
    own = [(one.kind, one.thing) for one in term.bases]
    if term.one_of:
        own.append(("thing", term.one_of))
    unread = [one for one in bases_in(term.line) if (one.kind, one.thing) not in own]  # £3 a person each month
    return not unread and sorted(own) == sorted((one.base.kind, one.base.thing) for one in asked.counts)


def _is_in_the_unit(term: Term, asked: Asked) -> bool:
    figure = term.amount.figure
    if asked.wanted is None:
        return figure.kind != "plain" or bool(figure.counted)
    return asked.wanted.kind == figure.kind or (asked.wanted.kind == "volume" and figure.kind == "flow")
