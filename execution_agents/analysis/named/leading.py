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
from foundation.language.figures.units import CURRENCIES, LENGTHS
from foundation.language.numerals import NATIVE
from foundation.language.sentences import is_row
from foundation.language.wanted.multiples import multiple_in, part_in
from foundation.language.wanted.rates import bases_in

_OF_THOSE = re.compile(r"\b(\d{1,3})\s+of\s+(?:those|these)\s+(?=[a-z])", re.IGNORECASE)
"""3 of those weeks are 3 weeks."""
_WHEN_BEFORE = re.compile(
    r"(?:\b(?:after|within|in|since|every|before|until|under|over|than|the\s+(?:first|last|next))\s+(?:the\s+)?"
    r"|(?:매|지난|첫|마다)\s*)[\d\w]*\s*$",
    re.IGNORECASE,
)
_WHEN_BEHIND = re.compile(
    r"\s*(?:ago|old|later|notice|before|after|in\s+advance)\b|\s*(?:후|뒤|전|이내|안에|내에|부터|된|됐|차|마다|째|지[나났])",
    re.IGNORECASE,
)
"""A length beside these words says when, and is none over which anything is paid."""


def product_of_line(question: str, item: EvidenceItem, line: str, pack: Pack, language: str) -> SaidArithmetic | None:
    """The arithmetic; None where not exactly one figure of the line is counted by what the question counts. `item`: the
    passage it stands in."""
    terms = [one for one in (*terms_of([item], pack, language), *statements_of(item)) if _is_of(one, line)]
    counters = {one.thing for term in terms for one in term.bases} | {term.one_of for term in terms}
    counters = {one for one in counters if len(one) == 1}
    asked = read(_set_apart(question, counters), vocabulary_of(ByIdentity(pack)))
    if asked is None or asked.adds or asked.differs or asked.moved:
        return None
    if not (_counts_things(asked) or _lasts_so_long(asked)):
        return None
    if multiple_in(question) or part_in(question) or not _all_counted(question, counters, asked):
        return None
    found = dict[tuple[object, ...], SaidArithmetic]()
    for term in terms:
        if not _counts_things(asked) and not _is_paid_for_just_that(term, asked):
            continue
        if _is_counted_by(term, asked) and _is_in_the_unit(term, asked):
            done = computed(asked, [Bound(term, Phrase(0, len(asked.text), ()), 0, counted=False)])
            if done is not None:
                found[term.same] = done
    return next(iter(found.values())) if len(found) == 1 else None


def _set_apart(question: str, counters: Set[str]) -> str:
    """The question with 3 weeks for 3 of those weeks, and with a blank before the counter of what the line counts where
    it is glued to its number: 세대 is three machines only where machines are counted, and else a household."""
    question = _OF_THOSE.sub(r"\1 ", question)
    for counter in counters:
        question = re.sub(rf"(?<![가-힣])({NATIVE}){counter}(?=(?:[가-힣]{{0,2}})(?:\s|$))", rf"\1 {counter}", question)
    return question


def _all_counted(question: str, counters: Set[str], asked: Asked) -> bool:
    """False where a number of these things was not read: two of the four."""
    said = sum(len(re.findall(rf"(?<![가-힣])(?:{NATIVE}|\d+)\s?{each}", question)) for each in counters)
    return said <= sum(one.base.thing in counters for one in asked.counts)


def _counts_things(asked: Asked) -> bool:
    return any(one.base.kind == "thing" and one.base.thing for one in asked.counts)


def _lasts_so_long(asked: Asked) -> bool:
    """True for one length of time, over which an amount is paid: 3 weeks on duty. After, within and 3 weeks ago say
    when."""
    if len(asked.counts) != 1 or asked.counts[0].base.kind not in LENGTHS:
        return False
    count = asked.counts[0]
    before, behind = asked.text[: count.base.start], asked.text[count.base.end :]
    return not (_WHEN_BEFORE.search(before) or _WHEN_BEHIND.match(behind))


def _is_paid_for_just_that(term: Term, asked: Asked) -> bool:
    """True if a length multiplies money that is paid by the very same unit: an amount each month is no twelfth of a
    limit a year."""
    count = asked.counts[0]
    same = [one for one in term.bases if one.kind == count.base.kind and one.factor == count.base.factor]
    return term.amount.figure.kind in CURRENCIES and len(same) == len(term.bases) == 1 and not term.one_of


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
