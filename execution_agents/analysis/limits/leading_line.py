"""A person's values against the bounds of the one line that leads the answer.

The search and the answer's ranking chose that line by how people ask for it, so it is what the question is about,
whatever its words. Only the kinds must agree: a length is held against a length, a deposit against a deposit; two bare
numbers have no kind to agree by (I started it twice: one more?). Nothing is decided where two bounds of the line that
are not alike fit a value, or where one bound fits two values.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from execution_agents.analysis.limits.asking import Asking
from execution_agents.analysis.limits.judging import Judged, asks_for_more, is_of_its_subject, measures_another
from execution_agents.analysis.limits.places import of_its_place
from execution_agents.analysis.limits.stated import Stated
from execution_agents.analysis.limits.values import Value, besides_value, values_in
from foundation.contracts.work import EvidenceItem
from foundation.language.figures.units import CURRENCIES
from foundation.language.rules.modality import asks_whether
from foundation.language.rules.thresholds import Bounded, bounds_in, is_alarm
from foundation.language.wanted.kept import Asked, asks_if_well, asks_kept, asks_whether_it_is

_NO_NOUN = r"\s*(?:[,.?!]|$|(?:for|in|a|per|is|was|each|on|at|and|so|but|ok)\b|(?:썼|나왔|나오|들었|냈|쓰|주고))"
"""Behind a number that counts nothing."""


@dataclass(frozen=True)
class Line:
    """The line that leads."""

    item: EvidenceItem
    text: str
    heads: Sequence[str] = ()
    """Of its table, for a row of one."""


def judged_by(line: Line, asking: Asking) -> Judged | None:
    """The decision; None where there is none. Of several values the first that is beyond its bound."""
    if asks_for_more(asking.question):
        return None
    bounds = [(one, _stated(one, line, at)) for at, one in enumerate(bounds_in(line.text, line.heads))]
    found: list[Judged] = []
    values = values_in(asking.question)
    for value in values:
        fitting = [
            (one, stated)
            for one, stated in bounds
            if (_is_of_its_kind(value, one) or _is_bare_money(value, one, asking.question))
            and is_of_its_subject(stated, value, asking)
            and not measures_another(value, stated, asking.question)
        ]
        if not fitting:
            continue
        if sum((one.kind, one.counted) == (value.kind, value.counted) for one in values) > 1:
            return None
        decided = _decided(value, fitting, line, asking)
        if decided is None or (value.beyond and decided.met):
            return None
        found.append(decided)
    no = [one for one in found if not one.is_yes]
    return (no or found)[0] if found else None


def _decided(value: Value, fitting: Sequence[tuple[Bounded, Stated]], line: Line, asking: Asking) -> Judged | None:
    fitting = _of_place(fitting, asking)
    if not fitting or len({one.begins for one, _ in fitting}) != 1:
        return None
    met = [one.limit.is_met(value.in_unit_of(one.limit)) for one, _ in fitting]
    if len(set(met)) != 1 and not _is_one_scale(fitting):
        return None
    begins = fitting[0][0].begins
    # The step that has begun, or the end of the range that is passed: what the person has to know.
    at = met.index(begins) if begins in met else 0
    meaning = _meaning(besides_value(asking.question, value), line, begins=begins)
    return None if meaning is None else Judged(meaning, value, fitting[at][1], met[at], begins=begins)


def _is_of_its_kind(value: Value, one: Bounded) -> bool:
    return value.fits(one.limit) and not (one.limit.kind == "plain" and not one.limit.counted)


def _is_bare_money(value: Value, one: Bounded, question: str) -> bool:
    """True for a bare number held against an amount of money (hotel in leeds was 120, is that ok): nothing that it
    could count stands behind it."""
    if one.limit.kind not in CURRENCIES or one.limit.kind == "won" or value.kind != "plain" or value.counted:
        return False
    return re.search(rf"(?<![\w.,-]){re.escape(value.text)}(?={_NO_NOUN})", question, re.IGNORECASE) is not None


def _of_place(fitting: Sequence[tuple[Bounded, Stated]], asking: Asking) -> Sequence[tuple[Bounded, Stated]]:
    """Those for the place that is named; else those whose own words the question says most of."""
    if len(fitting) < 2:
        return fitting
    kept = of_its_place([stated for _, stated in fitting], asking.question, asking.pack, asking.now)
    fitting = [pair for pair in fitting if pair[1] in kept]
    said = [asking.held(asking.own_words, one.said) for one, _ in fitting]
    return [pair for pair, count in zip(fitting, said, strict=True) if count == max(said)]


def _is_one_scale(fitting: Sequence[tuple[Bounded, Stated]]) -> bool:
    """True for steps in one direction at which something begins (alarm 70, stop 80), and for both ends of one range."""
    lows = [one.limit.low is not None for one, _ in fitting]
    if all(one.begins for one, _ in fitting):
        return len(set(lows)) == 1
    return len(fitting) == 2 and lows[0] != lows[1]


def _meaning(question: str, line: Line, *, begins: bool) -> Asked | None:
    """What a yes says of the bound: kept (met) or passed."""
    asked = asks_kept(question)
    if not begins:
        return asked
    if asked == "passed":  # beyond where it begins
        return "kept"
    alarm = is_alarm(" ".join((*line.heads, line.text)))
    if alarm:
        return "passed" if asks_if_well(question) else None
    if asks_whether(question) is not None or asks_if_well(question):
        return None  # what begins there may as well be what forbids it: above £400 the desk may refuse
    return "kept" if (asked == "kept" or asks_whether_it_is(question)) else None


def _stated(one: Bounded, line: Line, at: int) -> Stated:
    shown, limit, cells = line.text, one.limit, line.text.split(" | ")
    if line.heads:
        held = [f"{head} {cell}" for head, cell in zip(line.heads, cells, strict=True) if limit.text in cell]
        shown, limit = f"{cells[0]}: {held[0]}", replace(limit, start=0, end=0)
    return Stated(limit, line.item, shown, one.said, line.text, line.item.title, (line.item.item_id, at), 0)
