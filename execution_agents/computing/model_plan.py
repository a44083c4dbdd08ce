"""Operations chosen by a model: requested as structured output, restricted to the tables' own columns and the
question's own numbers, and run by our code. Nothing the model computed itself is used."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from execution_agents.analysis.columns import labels_of
from execution_agents.analysis.material import Material
from execution_agents.analysis.operations.evaluation import evaluate
from execution_agents.analysis.planned import Planned
from execution_agents.computing.over_rows import Computed
from foundation.contracts.operations import TIME, Arithmetic, Group, Operation, Refused, Where
from foundation.contracts.ports import LanguageModel, Usage
from foundation.language.figures.reader import figures_of
from prompts.catalog import shipped_prompts
from prompts.replies import AnalysisPlanningReply

PROMPT = "analysis_planning"
SHOWN_VALUES = 12
"""Values of a column that the model is shown."""


async def operations_by_model(
    question: str, held: Sequence[Material], model: LanguageModel, usage: Usage
) -> tuple[str, tuple[Operation, ...]]:
    """The table and the operations; ("", ()) for none. Raises ModelFailed."""
    messages = shipped_prompts().render(PROMPT, question=question, tables="\n".join(table_line(one) for one in held))
    reply = await model.structured(PROMPT, messages, AnalysisPlanningReply, usage)
    return reply.source, reply.operations


def table_line(material: Material) -> str:
    """One table: its columns with units, and what its rows are of."""
    numbers = dict.fromkeys(name for fact in material.facts for name in fact.numbers)
    labels = dict.fromkeys(name for fact in material.facts for name in fact.labels)
    units = {name: unit for fact in material.facts for name, unit in fact.units.items()}
    columns = [
        f"{name} ({', '.join(labels_of(name, material.source)[:2])}; {units.get(name) or '-'})" for name in numbers
    ]
    texts = [
        f"{name}: {', '.join(list(dict.fromkeys(fact.labels.get(name, '') for fact in material.facts))[:SHOWN_VALUES])}"
        for name in labels
    ]
    times = sorted({fact.time for fact in material.facts if fact.time})
    spoken = f"{TIME}: {', '.join(times[:SHOWN_VALUES])}" if times else ""
    return f"{material.source.name} ({len(material.facts)}): {'; '.join([*columns, *texts, spoken])}"


def carried_out(
    question: str, held: Sequence[Material], source: str, operations: Sequence[Operation]
) -> Computed | Refused | None:
    """The result of the operations; a refusal if they use a number that nobody gave or a column that does not exist."""
    material = next(
        (one for one in held if one.source.name == source), held[0] if len(held) == 1 and not source else None
    )
    if material is None or not operations:
        return None
    if invented := [
        one.operand for one in operations if isinstance(one, (Arithmetic, Where)) and not is_said(one.operand, question)
    ]:
        return Refused(operations=tuple(operations), reason="not_said", detail=tuple(str(one) for one in invented))
    known = {*(name for fact in material.facts for name in (*fact.numbers, *fact.labels)), TIME}
    unknown = [name for one in operations for name in columns_of(one) if name not in known]
    if unknown:
        return Refused(operations=tuple(operations), reason="no_such_column", detail=tuple(unknown))
    facts = material.single if any(not fact.derived for fact in material.facts) else material.facts
    outcome = evaluate(operations, facts, complete=material.complete)
    if isinstance(outcome, Refused):
        return outcome
    key = next((name for one in operations if isinstance(one, Group) for name in one.by), "")
    return Computed(material, Planned("rank", tuple(operations), facts, outcome.column, key), outcome)


def is_said(operand: Decimal, question: str) -> bool:
    """True if a number is in the question."""
    return any(operand in (figure.value, figure.value / figure.factor) for figure in figures_of(question))


def columns_of(operation: Operation) -> tuple[str, ...]:
    """The columns an operation uses."""
    return operation.by if isinstance(operation, Group) else (operation.column,)
