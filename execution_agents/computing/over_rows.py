"""Operations over the rows of a brief: those that rules read from the question, or those that a model chose; with the
resulting rows as a table, and as a chart if there are several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from execution_agents.analysis.analysing import computed
from execution_agents.analysis.carried import carried
from execution_agents.analysis.cells import date_words, number_words, title_of, words_of
from execution_agents.analysis.columns import column_of
from execution_agents.analysis.material import Material, material_of, table_source
from execution_agents.analysis.planned import Planned
from execution_agents.analysis.reading import planned
from execution_agents.computing.charts import DRAWN, side_by_side
from foundation.contracts.formulas import Analysis, Chart, Series, TableOut
from foundation.contracts.operations import Figure, Operation, Outcome, Refused, ResultRow
from foundation.contracts.work import Brief
from foundation.domains.schema.pack import Pack


@dataclass(frozen=True)
class Computed:
    """One table's rows, and what was computed over them."""

    material: Material
    plan: Planned
    outcome: Outcome


def materials(brief: Brief, pack: Pack) -> Iterator[Material]:
    """The rows of each table, over all batches that hold some."""
    sources = list(dict.fromkeys(item.source for batch in brief.evidence for item in batch.items if item.fields))
    for source in sources:
        table = table_source(source, pack)
        if table is None:
            continue
        batches = [
            (
                batch.slots,
                batch.complete,
                [(1000 * at + place, item) for place, item in enumerate(batch.items) if item.source == source],
            )
            for at, batch in enumerate(brief.evidence)
        ]
        held = [batch for batch in batches if batch[2]]
        alone = " ".join([brief.question, *(one.text for one in brief.readings)])
        material = material_of((brief.original_question, alone), brief.language, pack, table, held)
        yield carried(replace(material, spoken=brief.said_before))


def by_rules(brief: Brief, pack: Pack) -> tuple[Computed | Refused, ...]:
    """The operations the question's own words ask for, table by table."""
    found: list[Computed | Refused] = []
    for material in materials(brief, pack):
        plan = planned(material)
        if plan is None or (isinstance(plan, Planned) and not plan.operations):
            continue
        outcome = plan if isinstance(plan, Refused) else computed(plan)
        if isinstance(outcome, Refused):
            found.append(outcome)
        elif isinstance(plan, Planned):
            found.append(Computed(material, plan, outcome))
    return tuple(found)


def analysis_of(done: Sequence[Computed | Refused], language: str, *, by_model: bool = False) -> Analysis | None:
    """The result as a client may show it. The first sentence of an analysis by rules is the answer's own."""
    worked = [one for one in done if isinstance(one, Computed)]
    if not worked:
        refused = next((one for one in done if isinstance(one, Refused)), None)
        return None if refused is None else Analysis(operations=_operations(refused.operations), refused=refused.reason)
    first = worked[0]
    figures = [*first.outcome.figures, *(row.figure for row in first.outcome.rows)]
    beside = side_by_side(first.outcome.rows, _metric(first, language), language) if first.outcome.rows else None
    table, chart = beside or (_table(first, language), _chart(first, language))
    main = first.outcome.figures[0] if first.outcome.figures else first.outcome.rows[0].figure
    return Analysis(
        operations=tuple(operation for one in worked for operation in _recorded_operations(one)),
        lead=_lead(first, language) if by_model else "",
        working=tuple(figure.working for figure in figures if " = " in figure.working),
        table=table,
        chart=chart,
        value=f"{main.value:f}",
        unit=main.unit,
        cites=tuple(first.material.items[number].item_id for row in first.outcome.rows for number in row.items)[:8],
        by_model=by_model,
    )


def _operations(operations: Sequence[Operation]) -> tuple[dict[str, Any], ...]:
    return tuple(one.model_dump(mode="json") for one in operations)


def _recorded_operations(one: Computed) -> Iterator[dict[str, Any]]:
    """The operations, the last one with its figures and their source cells."""
    figures = [*one.outcome.figures, *(row.figure for row in one.outcome.rows)]
    for operation in one.outcome.operations:
        yield {**operation.model_dump(mode="json"), "source": one.material.source.name}
    yield {
        "kind": "result",
        "source": one.material.source.name,
        "figures": [_figure(figure, one.material) for figure in figures[:DRAWN]],
    }


def _figure(figure: Figure, material: Material) -> dict[str, Any]:
    return {
        "name": figure.name,
        "value": f"{figure.value:f}",
        "unit": figure.unit,
        "working": figure.working,
        "basis": [
            {"item_id": material.items[one.item].item_id, "column": one.column, "value": f"{one.value:f}"}
            for one in figure.basis[:DRAWN]
        ],
    }


def _label(row: ResultRow, one: Computed, language: str) -> str:
    if one.plan.key == "time" or (not one.plan.key and row.time and one.plan.wanted == "change"):
        return date_words(row.time, language)
    if one.plan.key:
        return row.labels.get(one.plan.key, "")
    return title_of(one.material.items[row.items[0]], one.material.pack, language)


def _metric(one: Computed, language: str) -> str:
    column, _ = column_of(one.plan.column, one.material.source)
    return words_of(column.label, language) if column else one.plan.column


def _table(one: Computed, language: str) -> TableOut:
    rows = tuple(
        (_label(row, one, language), number_words(float(row.figure.value), row.figure.unit, language, exact=True))
        for row in one.outcome.rows
    )
    return TableOut(columns=("", _metric(one, language)), rows=rows)


def _chart(one: Computed, language: str) -> Chart | None:
    """A line over months, bars over places and things; nothing for a single row."""
    rows = one.outcome.rows[:DRAWN]
    if len(rows) < 2:
        return None
    over_time = one.plan.key == "time" or one.plan.wanted == "change"
    ordered = sorted(rows, key=lambda row: row.time) if over_time else list(rows)
    values = tuple(float(row.figure.value) for row in ordered)
    return Chart(
        kind="line" if over_time else "bars",
        title=_metric(one, language),
        unit=rows[0].figure.unit or "",
        labels=tuple(_label(row, one, language) for row in ordered),
        series=(Series(label=_metric(one, language), values=values),),
    )


def _lead(one: Computed, language: str) -> str:
    """The result of operations that a model chose, in our own plain words."""
    shown = [
        f"{_label(row, one, language)} {number_words(float(row.figure.value), row.figure.unit, language, exact=True)}"
        for row in one.outcome.rows[:5]
    ]
    names = {
        "difference": {"ko": "차이", "en": "difference"},
        "percent": {"ko": "비율", "en": "per cent"},
        "ratio": {"ko": "배수", "en": "ratio"},
    }
    between = [
        f"{names[figure.name].get(language, figure.name)} {number_words(float(figure.value), figure.unit, language)}"
        for figure in one.outcome.figures
        if figure.name in names
    ]
    return f"{_metric(one, language)}: {', '.join([*shown, *between])}"
