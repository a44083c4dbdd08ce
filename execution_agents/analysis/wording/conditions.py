"""The first sentence of a filter: how many rows meet the conditions and which; where none does, the nearest one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from execution_agents.analysis.wording.words import Words, small
from foundation.contracts.operations import ResultRow, Where
from foundation.language.particles import with_particle
from foundation.language.wanted.conditions import Bound

_KOREAN: Mapping[Bound, tuple[str, str]] = {
    "above": ("{over} 넘는", "{over} 넘고"),
    "least": ("{value} 이상인", "{value} 이상이고"),
    "below": ("{value} 미만인", "{value} 미만이고"),
    "most": ("{value} 이하인", "{value} 이하이고"),
    "is": ("{value}인", "{value}이고"),
}
_ENGLISH: Mapping[Bound, str] = {
    "above": "over {value}",
    "least": "at least {value}",
    "below": "under {value}",
    "most": "at most {value}",
    "is": "{value}",
}
CITED = 12
"""Most rows that the sentence cites."""


def worded(words: Words, longest: int) -> str:
    """The first wording that fits; the shortest where none does."""
    of_language = (_korean if words.language == "ko" else _english)(words)
    return next((text for text in of_language if len(text) <= longest), of_language[-1])


def _korean(words: Words) -> tuple[str, ...]:
    rows, by_day = words.outcome.rows, words.by_time
    last, parts = len(words.plan.sought) - 1, list[str]()
    for at, one in enumerate(words.plan.sought):
        value = words.of_column(one.column, one.operand)
        over = with_particle(value, "을", "를")
        said = _KOREAN[one.bound][0 if at == last else 1].format(value=value, over=over)
        parts.append(f"{with_particle(_label(words, one), '이', '가')} {said}")
    what = "날은" if by_day else "곳은" if words.by_place else "것은"
    among = f"{_scope(words)} 중 " if _scope(words) else ""
    head = f"{among}{' '.join(parts)} {what}"
    if words.plan.wanted == "nearest":
        return (
            f"{head} 없습니다. 가장 가까운 것은 {', '.join(_named(words, rows))}입니다{_when(words)} "
            f"{words.cited(rows, CITED)}.",
        )
    counter = "일" if by_day else "곳" if words.by_place else "개"
    return tuple(
        f"{head} {len(rows)}{counter}입니다: {names}{_when(words)} {words.cited(rows, CITED)}."
        for names in _names(words, "외 {}곳" if words.by_place else "외 {}개")
    )


def _english(words: Words) -> tuple[str, ...]:
    rows = words.outcome.rows
    parts = [
        f"{_label(words, one)} {_ENGLISH[one.bound].format(value=words.of_column(one.column, one.operand))}"
        for one in words.plan.sought
    ]
    head = " and ".join([parts[0], *(small(part) for part in parts[1:])])
    if words.plan.wanted == "nearest":
        near = ", ".join(_named(words, rows))
        among = f" among those for {_scope(words)}" if _scope(words) else ""
        return (
            f"There is none with {small(head)}{among}; the nearest is {near}{_when(words)} {words.cited(rows, CITED)}.",
        )
    count = f"{len(rows)} of {', '.join(part for part in (str(len(words.plan.facts)), _scope(words)) if part)}"
    return tuple(
        f"{head} ({count}): {names}{_when(words)} {words.cited(rows, CITED)}." for names in _names(words, "{} more")
    )


def _when(words: Words) -> str:
    """The month of the figures, where places are told apart by one."""
    when = words.when(words.outcome.rows) if words.by_place else ""
    return f" ({when})" if when else ""


def _names(words: Words, more: str) -> tuple[str, ...]:
    """The rows with their figures, then by name alone, then as many as a sentence holds."""
    rows = words.outcome.rows
    named, plain = _named(words, rows), [words.key(row) for row in rows]
    exact = all(one.bound == "is" for one in words.plan.sought)
    full = ", ".join(plain if exact else named)
    few = [f"{', '.join(plain[:most])}, {more.format(len(plain) - most)}" for most in (6, 4, 3) if len(plain) > most]
    return (full, ", ".join(plain), *few)


def _named(words: Words, rows: Sequence[ResultRow]) -> list[str]:
    return [f"{words.key(row)} {words.value(row.figure)}" for row in rows]


def _scope(words: Words) -> str:
    """The choices that the rows of things were asked for by: what is true of them is not said of all."""
    material = words.material
    choices = [one for one in material.source.slots if one.match == "equals" and material.slots.get(one.slot)]
    if words.by_time or not choices:
        return ""
    return " ".join(words.label_words(one.column, words.outcome.rows[0]) for one in choices)


def _label(words: Words, one: Where) -> str:
    """What the column is called, without the unit in brackets."""
    cells = (cell for item in words.material.items.values() for cell in words.named(item, one.column))
    label = next((cell.label for cell in cells), one.column)
    return label[: label.rfind("(")].strip() if label.endswith(")") and words.unit_of(one.column) is None else label
