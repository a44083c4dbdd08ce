"""Several works asked for together: what all of them take, or by how much they differ (변기 4개 소변기 3개 다 합쳐서).

Each stands in the question with its amount, or was shown before (30 m3 of each, how many more).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Literal

from execution_agents.clarification.going_on import shown_lately
from execution_agents.clarification.index import GraphIndex, Target
from execution_agents.clarification.listening import Listener, borne_by
from execution_agents.clarification.quantities import Amount, in_unit, unit_key
from execution_agents.clarification.questions import Heard, heard
from execution_agents.clarification.resolving import Found
from foundation.contracts.graph import GraphAsked
from foundation.language.figures.reader import figures_of
from foundation.language.numerals import NATIVE, native_value
from foundation.language.wanted.arithmetic import asks_difference, asks_result, asks_sum, besides_arithmetic
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.counted import several_meant, without_several

Find = Callable[[Heard], Found | None]
"""Reads a part of a question by its own words."""
_TOTAL = re.compile(r"(?<![가-힣])(?:총|모두|전부|합계)|\b(?:total|in\s+all|altogether)\b", re.IGNORECASE)
_EACH = re.compile(r"\beach\b|씩(?![가-힣])|각각|각기", re.IGNORECASE)
_BESIDES = re.compile(r"까지|마저|\bplus\b|\btoo\b|\bas\s+well\b|\balso\b", re.IGNORECASE)
"""What is named comes to what was shown."""
_APIECE = re.compile(rf"(?:(?P<digits>\d{{1,4}})|(?P<native>{NATIVE}))\s?[가-힣]{{0,2}}씩")
_ALL_OF = re.compile(r"(?<![가-힣])(?:다|모두|전부)(?![가-힣])|\ball\b(?!\s+right)", re.IGNORECASE)
MANY = 9
"""Works that 다 합쳐서 may mean."""
_PLACES = "개소"
_COUNTED = frozenset(("개", "개소", "대", "주", "매", "본"))
"""Units in which single things are counted: one of them in each place is as many as there are places."""


def read_together(question: str, index: GraphIndex, listener: Listener, find: Find) -> GraphAsked | None:
    """What is asked of several things together; None where that is not asked, or where it is not certain of which."""
    differs = asks_difference(question) or bool(comparing(question).difference)
    both = several_meant(question) is not None and not comparing(question).asks and asks_result(question)
    adds = asks_sum(question) or (not differs and (both or bool(_TOTAL.search(question))))
    if differs == adds:
        return None
    combined: Literal["sum", "difference"] = "sum" if adds else "difference"
    pairs = _named_with_amounts(question, index, listener, find) or _of_one_amount(question, index, listener, find)
    if len(pairs) < 2 or (differs and len(pairs) > 2):
        return None
    amounts = [_in_own_unit(amount, target, question) for target, amount in pairs]
    if any(one is None for one in amounts):
        return None
    return GraphAsked(
        targets=tuple(one.as_target() for one, _ in pairs), stage="keywords", seen=len(pairs),
        amounts=tuple("" if one is None else f"{one:f}" if one else "" for one in amounts), combined=combined,
    )  # fmt: skip


def is_sum_of_several(question: str, index: GraphIndex, listener: Listener) -> bool:
    """True if a sum is asked for after several works: the last one alone is no answer."""
    return asks_sum(question) and len(shown_lately(listener, index, 2)) > 1


def _named_with_amounts(
    question: str, index: GraphIndex, listener: Listener, find: Find
) -> list[tuple[Target, Amount | None]]:
    """Each name with the amount beside it. A word that means several things is the one that no other part names
    (변기, 소변기: 양변기 and 소변기)."""
    plain = heard(question, index, listener.words).spec.read
    amounts = index.amounts.each(plain)
    if len(amounts) < 2:
        return []
    ends = [0, *(one.end for one in amounts)]
    parts = [plain[start : one.start] for start, one in zip(ends, amounts, strict=False)]
    if not any(borne_by(word, index, listener.words) for word in heard(parts[0], index, listener.words).words) and not (
        heard(parts[0], index, listener.words).names
    ):
        starts = [*(one.start for one in amounts[1:]), len(plain)]
        parts = [plain[one.end : stop] for one, stop in zip(amounts, starts, strict=True)]
    found = [find(heard(part, index, listener.words)) for part in parts]
    meant = [list(one.candidates) if one is not None else [] for one in found]
    alone = {one[0].entity_id for one in meant if len(one) == 1}
    meant = [one if len(one) == 1 else [each for each in one if each.entity_id not in alone] for one in meant]
    if any(len(one) != 1 or _holds(one[0], index) for one in meant) or len({one[0].entity_id for one in meant}) < len(
        meant
    ):
        return []
    return [(one[0], amount) for one, amount in zip(meant, amounts, strict=True)]


def _of_one_amount(
    question: str, index: GraphIndex, listener: Listener, find: Find
) -> list[tuple[Target, Amount | None]]:
    """Things named beside each other, or shown before, in one amount or none. A question may name one of those shown
    (how many more does the concrete one need), or what all of them are (화장실)."""
    parsed = heard(without_several(question), index, listener.words)
    found = find(heard(besides_arithmetic(question), index, listener.words))
    named = list(found.candidates) if found is not None else []
    numbers = [one for one in figures_of(without_several(question)) if one.text[:1].isdigit()]
    if len(numbers) > int(parsed.amount is not None):
        return []  # Toilet 3 and urinal 2: which amount is whose is not certain.
    if found is not None and not found.reason and len(named) > 1:
        return [] if any(_holds(one, index) for one in named) else [(one, parsed.amount) for one in named]
    if _BESIDES.search(question) and asks_sum(question):
        return _with_last(named, parsed.amount, index, listener)
    points = several_meant(question) is not None or bool(_EACH.search(question))
    if not (points or asks_sum(question) or asks_difference(question)):
        return []  # 총 몇 명 is of the last one alone.
    many = several_meant(question) or (MANY if asks_sum(question) and _ALL_OF.search(question) else 2)
    shown = shown_lately(listener, index, many)
    things = [one for one, _ in shown]
    if len(shown) < 2 or any(_holds(one, index) for one in things):
        return []
    if named and not (all(one in named for one in things) or (points and any(one in named for one in things))):
        return []
    return [(one, parsed.amount or amount) for one, amount in shown]


def _with_last(
    named: Sequence[Target], amount: Amount | None, index: GraphIndex, listener: Listener
) -> list[tuple[Target, Amount | None]]:
    """What was shown last, and what comes to it: of several the one that stands beside it."""
    for last, before in shown_lately(listener, index, 1):
        others = [one for one in named if one is not last and not _holds(one, index)]
        beside = others if len(others) == 1 else [one for one in others if one.parent == last.parent]
        if len(beside) == 1 and not _holds(last, index):
            return [(last, before), (beside[0], amount)] if (amount is None) == (before is None) else []
    return []


def _holds(target: Target, index: GraphIndex) -> bool:
    return target.type in index.declared.containers


def _in_own_unit(amount: Amount | None, target: Target, question: str) -> Decimal | None:
    """The amount in the target's unit, 0 where none is asked for; None where it cannot be said in it."""
    if amount is None:
        return Decimal(0)
    value, own = in_unit(amount, target.unit), unit_key(target.unit)
    if value is not None and not (amount.unit == _PLACES and own != _PLACES):
        return value
    if amount.unit not in _COUNTED or own not in _COUNTED:
        return value
    apiece = _APIECE.search(question) if amount.unit == _PLACES else None
    each = Decimal(1) if apiece is None else Decimal(apiece["digits"] or native_value(apiece["native"]) or 1)
    return amount.value * each


def shown_in(asked: GraphAsked) -> Sequence[str]:
    """Each target with its amount, as a question that stands alone names it."""
    amounts = asked.amounts or ("",) * len(asked.targets)
    return [
        f"{one.label} {amount}{one.unit}" if amount else one.label
        for one, amount in zip(asked.targets, amounts, strict=True)
    ]
