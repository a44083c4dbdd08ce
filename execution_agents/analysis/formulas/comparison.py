"""Results of formulas set beside each other (30년으로 늘리면 매달 얼마 덜 내?), or added (취득세랑 복비 합쳐서)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from execution_agents.analysis.formulas.talk import Talk
from execution_agents.analysis.formulas.values import value_words
from foundation.contracts.formulas import Analysis, FormulaAsked
from foundation.language.wanted.arithmetic import asks_difference

_LEADS = {
    "less": {"ko": "{difference} 줄어듭니다({before} → {now}).", "en": "That is {difference} less ({before} → {now})."},
    "more": {"ko": "{difference} 늘어납니다({before} → {now}).", "en": "That is {difference} more ({before} → {now})."},
    "same": {"ko": "차이가 없습니다({now}).", "en": "There is no difference ({now})."},
}
_TOGETHER = {"ko": "모두 {total}입니다({parts}).", "en": "That is {total} in all ({parts})."}


def with_comparison(asked: FormulaAsked, text: str, talk: Talk) -> FormulaAsked:
    """With the last calculation by the same formula, where the message gives another value and asks what differs."""
    last = talk.last
    if last is None or last.formula != asked.formula or last.missing or last.besides or asked.besides:
        return asked
    if (
        asked.missing
        or asked.compared is not None
        or not asks_difference(text)
        or set(_values(last)) == set(_values(asked))
    ):
        return asked
    return asked.model_copy(update={"compared": last.model_copy(update={"compared": None})})


def _values(asked: FormulaAsked) -> list[tuple[str, str]]:
    return [(one.name, one.value) for one in asked.inputs]


def compared(now: Analysis, before: Analysis, language: str) -> Analysis:
    """The result now, with how much it differs from the one before; unchanged where one of them is none."""
    if now.value is None or before.value is None or now.unit is None or now.unit != before.unit:
        return now
    one, other = Decimal(now.value), Decimal(before.value)
    kind = "less" if one < other else "more" if one > other else "same"
    written = {
        "difference": value_words(abs(one - other), "points" if now.unit == "percent" else now.unit, language),
        "before": value_words(other, now.unit, language),
        "now": value_words(one, now.unit, language),
    }
    words = _LEADS[kind]
    difference = {
        "kind": "difference",
        "inputs": [
            {"name": name, "value": f"{value:f}", "unit": now.unit, "origin": "conversation"}
            for name, value in (("now", one), ("before", other))
        ],
        "factor": "1",
    }
    return now.model_copy(
        update={
            "operations": (*now.operations, *before.operations, difference),
            "lead": f"{words.get(language, words['en']).format_map(written)} {now.lead}",
            "working": (*now.working, *before.working),
            "value": f"{abs(one - other):f}",
        }
    )


def together(parts: Sequence[Analysis], names: Sequence[str], language: str) -> Analysis:
    """The results of several formulas added; the first that is none stands alone."""
    lacking = next((one for one in parts if one.value is None or one.unit is None), None)
    if lacking is not None:
        return lacking
    first = parts[0]
    values = [Decimal(one.value or 0) for one in parts]
    unit, total = first.unit or "", sum(values, Decimal(0))
    said = [f"{name} {value_words(value, unit, language)}" for name, value in zip(names, values, strict=True)]
    lead = _TOGETHER.get(language, _TOGETHER["en"]).format(
        total=value_words(total, unit, language), parts=" + ".join(said)
    )
    return first.model_copy(
        update={
            "operations": tuple(each for one in parts for each in one.operations),
            "lead": lead,
            "working": tuple(each for one in parts for each in one.working),
            "watch": tuple(dict.fromkeys(each for one in parts for each in one.watch)),
            "notes": tuple(dict.fromkeys(each for one in parts for each in one.notes)),
            "value": f"{total:f}",
            "cites": tuple(dict.fromkeys(each for one in parts for each in one.cites)),
        }
    )
