"""A rate that the leading line states, as often as the question counts: two of them for a day (6 kg/h for one machine).

The search and the answer's ranking chose that line by how people ask for it, so it is what the question is about,
whatever its words. The dimensions must agree instead: the question counts all that exactly one figure of the line is
counted by, and nothing else, in the unit that it asks for.
"""

from __future__ import annotations

import re
from collections.abc import Set

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
from foundation.language.numerals import NATIVE
from foundation.language.sentences import is_row
from foundation.language.wanted.multiples import multiple_in, part_in
from foundation.language.wanted.rates import bases_in


def product_of_line(question: str, item: EvidenceItem, line: str, pack: Pack, language: str) -> SaidArithmetic | None:
    """The arithmetic; None where not exactly one figure of the line is counted by what the question counts. `item`: the
    passage it stands in."""
    terms = [one for one in (*terms_of([item], pack, language), *statements_of(item)) if _is_of(one, line)]
    counters = {one.thing for term in terms for one in term.bases} | {term.one_of for term in terms}
    counters = {one for one in counters if len(one) == 1}
    asked = read(_set_apart(question, counters), vocabulary_of(ByIdentity(pack)))
    if asked is None or asked.adds or asked.differs or asked.moved or not _counts_things(asked):
        return None
    if multiple_in(question) or part_in(question) or not _all_counted(question, counters, asked):
        return None
    found = dict[tuple[object, ...], SaidArithmetic]()
    for term in terms:
        if _is_counted_by(term, asked) and _is_in_the_unit(term, asked):
            done = computed(asked, [Bound(term, Phrase(0, len(asked.text), ()), 0, counted=False)])
            if done is not None:
                found[term.same] = done
    return next(iter(found.values())) if len(found) == 1 else None


def _set_apart(question: str, counters: Set[str]) -> str:
    """The question with a blank before the counter of what the line counts, where it is glued to its number: 세대 is
    three machines only where machines are counted, and else a household."""
    for counter in counters:
        question = re.sub(rf"(?<![가-힣])({NATIVE}){counter}(?=(?:[가-힣]{{0,2}})(?:\s|$))", rf"\1 {counter}", question)
    return question


def _all_counted(question: str, counters: Set[str], asked: Asked) -> bool:
    """False where a number of these things was not read: two of the four."""
    said = sum(len(re.findall(rf"(?<![가-힣])(?:{NATIVE}|\d+)\s?{each}", question)) for each in counters)
    return said <= sum(one.base.thing in counters for one in asked.counts)


def _counts_things(asked: Asked) -> bool:
    """False for a length of time alone: an amount a month is no twelfth of a limit a year."""
    return any(one.base.kind == "thing" and one.base.thing for one in asked.counts)


def _is_of(term: Term, line: str) -> bool:
    if is_row(line):
        return term.is_cell and term.row == line.split(" | ")[0].strip()
    return not term.is_cell and line in (term.line, term.row)


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
