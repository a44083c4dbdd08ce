"""A decision in words: yes or no, the value, the limit and its sentence, in the person's language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from execution_agents.analysis.cells import Cell, date_words, number_words
from execution_agents.analysis.limits.judging import Judged
from execution_agents.analysis.limits.rows import Reading, RowsJudged, label_of
from foundation.contracts.formulas import Analysis
from foundation.language.figures.money import plain
from foundation.language.figures.units import DAY
from foundation.language.particles import with_particle
from foundation.language.rules.limits import Limit

MOST_DAYS = 5
LONGEST = 240
"""Characters of the limit's sentence in the first sentence; a longer one stands in the working alone."""
YES = {True: {"ko": "네.", "en": "Yes."}, False: {"ko": "아니요.", "en": "No."}}


def analysis_of_value(one: Judged, language: str) -> Analysis:
    """A person's value against a limit."""
    korean, limit = language == "ko", one.stated.limit
    if korean:
        said = _compared_ko(one.value.text, limit, met=one.met)
    elif one.begins:
        said = _begun_en(one.value.text, limit, met=one.met)
    else:
        said = _compared_en(one.value.text, limit, met=one.met)
    quote = f"“{one.stated.sentence}”"
    lead = f"{YES[one.is_yes]['ko' if korean else 'en']} {said}"
    beside = f"{lead[:-1]}: {quote}" if len(quote) <= LONGEST else lead
    return Analysis(
        operations=(
            {
                "kind": "limit",
                "asked": one.asked,
                "met": one.met,
                "value": {"value": f"{one.value.amount:f}", "unit": one.value.kind, "text": one.value.text,
                          "origin": one.value.origin},
                "limit": {**limit_json(limit), "item_id": one.stated.item.item_id, "sentence": one.stated.sentence},
            },
        ),
        lead=beside,
        working=() if beside != lead else (f"{written(limit, language)}: {quote}",),
        value=f"{one.value.amount:f}",
        unit=one.value.kind,
        cites=(one.stated.item.item_id,),
    )  # fmt: skip


def analysis_of_rows(one: RowsJudged, language: str) -> Analysis:
    """Measured rows against a limit."""
    korean = language == "ko"
    lead = _rows_ko(one) if korean else _rows_en(one)
    shown = one.beyond or one.touched
    table_rows = [_day_line(each, one.unit, language) for each in shown[:MOST_DAYS]] if len(one.readings) > 1 else []
    source = one.stated
    return Analysis(
        operations=(
            {
                "kind": "limit",
                "asked": one.asked,
                "met": one.is_met,
                "rows": len(one.readings),
                "beyond": [each.item.item_id for each in one.beyond],
                "limit": {**limit_json(source.limit), "item_id": source.item.item_id, "sentence": source.sentence},
                "figures": [
                    {"item_id": one.worst.item.item_id, "column": cell.name, "value": str(cell.value)}
                    for cell in one.worst.cells
                ],
            },
        ),
        lead=f"{YES[one.is_yes]['ko' if korean else 'en']} {lead}",
        working=(*table_rows, f"“{source.sentence}” ({source.title})"),
        value=str(len(one.beyond)),
        unit="count",
        cites=(
            source.item.item_id,
            *dict.fromkeys((one.worst.item.item_id, *(each.item.item_id for each in shown[:2]))),
        ),
    )


def limit_json(limit: Limit) -> dict[str, object]:
    """A limit as clients may show it."""
    return {
        "text": limit.text,
        "unit": limit.kind,
        "low": None if limit.low is None else f"{limit.low:f}",
        "high": None if limit.high is None else f"{limit.high:f}",
        "low_met": limit.low_met,
        "high_met": limit.high_met,
    }


def written(limit: Limit, language: str) -> str:
    """A limit's amount as its text writes it; in the person's words where the text is in another language."""
    letters = re.search(r"[가-힣]" if language == "en" else r"[A-Za-z]{4}", limit.text)
    amount = limit.high if limit.high is not None else limit.low
    if letters is None or amount is None or (limit.low is not None and limit.high is not None):
        return limit.text
    if limit.kind in ("won", "percent", "months"):
        return number_words(float(amount), limit.kind, language, exact=True)
    if limit.kind == "time" and limit.factor == DAY:
        days = plain(amount / DAY)
        return f"{days}일" if language == "ko" else f"{days} day{'' if days == '1' else 's'}"
    return limit.text


def bound_ko(limit: Limit) -> str:
    if limit.low is not None and limit.high is not None:
        return f"{written(limit, 'ko')} 범위"
    if limit.high is not None:
        return f"{written(limit, 'ko')} {'이하' if limit.high_met else '미만'}"
    return f"{written(limit, 'ko')} {'이상' if limit.low_met else '초과'}"


def bound_en(limit: Limit) -> str:
    if limit.low is not None and limit.high is not None:
        return f"the range {written(limit, 'en')}"
    if limit.high is not None:
        return f"{'at most' if limit.high_met else 'less than'} {written(limit, 'en')}"
    return f"{'at least' if limit.low_met else 'more than'} {written(limit, 'en')}"


def _compared_ko(value: str, limit: Limit, *, met: bool) -> str:
    subject = with_particle(value, "은", "는")
    if limit.low is not None and limit.high is not None:
        return (
            f"{subject} {written(limit, 'ko')} 범위 안에 듭니다."
            if met
            else f"{subject} {written(limit, 'ko')} 범위를 벗어납니다."
        )
    if met:
        return f"{subject} {bound_ko(limit)}입니다."
    if limit.high is not None:
        return f"{subject} {with_particle(written(limit, 'ko'), '을', '를')} 넘습니다." if limit.high_met else (
            f"{subject} {written(limit, 'ko')} 미만이 아닙니다.")  # fmt: skip
    return (
        f"{subject} {written(limit, 'ko')}에 못 미칩니다."
        if limit.low_met
        else f"{subject} {written(limit, 'ko')} 초과가 아닙니다."
    )


def _compared_en(value: str, limit: Limit, *, met: bool) -> str:
    if limit.low is not None and limit.high is not None:
        return f"{value} is {'inside' if met else 'outside'} {bound_en(limit)}."
    if met:
        return f"{value} is within the limit ({bound_en(limit)})."
    if limit.high is not None:
        return f"{value} is more than the limit of {written(limit, 'en')}."
    return f"{value} is less than the {written(limit, 'en')} that are needed."


def _begun_en(value: str, limit: Limit, *, met: bool) -> str:
    """Against what something begins at."""
    if met:
        return f"{value} is {bound_en(limit)}."
    return f"{value} is {'less' if limit.low is not None else 'more'} than {written(limit, 'en')}."


def _shown(cells: Sequence[Cell], unit: str) -> str:
    return ", ".join(f"{label_of(one)} {one.shown}{unit}" for one in cells)


def _day_line(one: Reading, unit: str, language: str) -> str:
    return f"{date_words(one.day, language)}: {_shown(one.cells, unit)}"


def _edge(one: RowsJudged) -> Cell:
    """The figure of the worst row that is nearest to the limit or furthest beyond it."""
    limit = one.stated.limit
    if limit.high is None:
        return min(one.worst.cells, key=lambda cell: Decimal(str(cell.value)))
    if limit.low is None:
        return max(one.worst.cells, key=lambda cell: Decimal(str(cell.value)))
    middle = (limit.low + limit.high) / 2
    return max(one.worst.cells, key=lambda cell: abs(Decimal(str(cell.value)) - middle))


def _norm_ko(one: RowsJudged) -> str:
    name = {"target": "목표", "legal": "법정 기준", "range": "관리 범위"}.get(one.stated.limit.norm or "", "기준")
    return f"{name} {bound_ko(one.stated.limit)}".replace("관리 범위 ", "관리 범위 ").removesuffix(" 범위")


def _norm_en(one: RowsJudged) -> str:
    name = {"target": "target", "legal": "legal limit", "range": "control range"}.get(
        one.stated.limit.norm or "", "limit"
    )
    return f"the {name} of {bound_en(one.stated.limit).removeprefix('the range ')}"


def _mean(one: RowsJudged) -> str:
    """The mean in the rows' own unit, to a digit more than they have."""
    figures = [Decimal(str(reading.cells[0].value)) for reading in one.readings]
    digits = max(-int(figure.as_tuple().exponent) for figure in figures) + 1
    return f"{plain(round(sum(figures, Decimal(0)) / len(figures), digits))}{one.unit}"


def _rows_ko(one: RowsJudged) -> str:
    norm, count = _norm_ko(one), len(one.readings)
    subject = with_particle(one.labels, "은", "는")
    edge = _edge(one)
    worst = f"{date_words(one.worst.day, 'ko')} {label_of(edge)} {edge.shown}{one.unit}"
    if count == 1:
        kept = "안에 들었습니다" if not one.beyond else "안에 들지 못하고 벗어났습니다"
        return f"{date_words(one.worst.day, 'ko')} {subject} {_shown(one.worst.cells, one.unit)}로 {norm} {kept}."
    if one.mean is not None:
        kept = "지켰습니다" if one.is_met else "벗어났습니다"
        return f"{subject} {count}일 평균 {_mean(one)}로 {with_particle(norm, '을', '를')} {kept}."
    if one.beyond:
        passed = f"{len(one.beyond)}일이 {with_particle(norm, '을', '를')} 벗어났습니다"
        return f"{subject} {count}일 가운데 {passed}(가장 벗어난 값: {worst})."
    beside = f" 다만 하루 최고나 최저가 벗어난 날이 {len(one.touched)}일 있습니다({worst})." if one.touched else ""
    near = "" if one.touched else f"(기준에 가장 가까운 값: {worst})"
    mean = f"{label_of(one.worst.cells[0])}으로 " if one.touched else ""
    return (
        f"{subject} {mean}{count}일 모두 {with_particle(norm, '을', '를')} 지켰고 벗어난 날이 없습니다{near}.{beside}"
    )


def _rows_en(one: RowsJudged) -> str:
    norm, count, edge = _norm_en(one), len(one.readings), _edge(one)
    worst = f"{label_of(edge)} {edge.shown}{one.unit} on {date_words(one.worst.day, 'en')}"
    if count == 1:
        kept = "was within" if not one.beyond else "was outside"
        return f"On {date_words(one.worst.day, 'en')} {one.labels} {kept} {norm} ({_shown(one.worst.cells, one.unit)})."
    if one.mean is not None:
        kept = "kept" if one.is_met else "was outside"
        return f"{one.labels} {kept} {norm} on average over {count} days ({_mean(one)})."
    if one.beyond:
        return f"{one.labels} was outside {norm} on {len(one.beyond)} of {count} days (worst: {worst})."
    if one.touched:
        return (
            f"{one.labels} kept {norm} on all {count} days by {label_of(one.worst.cells[0])}; the day's highest or "
            f"lowest was outside on {len(one.touched)} (worst: {worst})."
        )
    return f"{one.labels} kept {norm} on all {count} days (nearest to it: {worst})."
