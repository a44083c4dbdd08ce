"""The room's one door: rows and a question in; the first sentence, the rows it speaks of and the working out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from execution_agents.analysis.material import Material
from execution_agents.analysis.operations.evaluation import evaluate
from execution_agents.analysis.planned import Planned
from execution_agents.analysis.reading import planned
from execution_agents.analysis.sides import multiplied_figures
from execution_agents.analysis.wording.leads import lead_sentence, refusal
from foundation.contracts.operations import Figure, Operation, Outcome, Rank, Refused

Shape = Literal["summaries", "events", "things"]


@dataclass(frozen=True)
class Analysis:
    """What came of one table's rows."""

    lead: str
    """The first sentence; "" without one."""
    wanted: str
    rows: tuple[int, ...] = ()
    """Numbers of the items that a comparison or ranking rests on, in the order asked for; none where all rows do."""
    shape: Shape = "summaries"
    """summaries: months of places; events: single sales or readings, which have titles of their own; things:
    products, which are listed rather than drawn as a table."""
    figures: tuple[Figure, ...] = ()
    """Every figure of the sentence that no cell holds."""
    working: tuple[str, ...] = ()
    refused: Refused | None = None


def analysed(material: Material) -> Analysis | None:
    """None where the question asks for nothing that can be computed or looked up in these rows."""
    plan = planned(material)
    if plan is None:
        return None
    if isinstance(plan, Refused):
        return Analysis(refusal(material, plan), "refused", refused=plan)
    outcome = computed(plan)
    if isinstance(outcome, Refused):
        return Analysis(refusal(material, outcome), "refused", refused=outcome)
    figures = (*multiplied_figures(plan), *outcome.figures, *(row.figure for row in outcome.rows if len(row.items) > 1))
    single = [row.items[0] for row in outcome.rows if len(row.items) == 1]
    ordered = plan.wanted not in ("value", "count")
    rows = tuple(dict.fromkeys(single)) if ordered and len(single) == len(outcome.rows) else ()
    working = tuple(figure.working for figure in figures)
    lead = lead_sentence(material, plan, outcome)
    shape: Shape = "summaries" if material.source.is_aggregate else "events" if material.is_events else "things"
    return Analysis(lead, plan.wanted, rows, shape, figures, working)


def computed(plan: Planned) -> Outcome | Refused:
    """The plan's operations carried out; for a plain value the facts as they are."""
    operations: tuple[Operation, ...] = plan.operations or (Rank(column=plan.column, descending=True),)
    return evaluate(operations, plan.facts, complete=plan.complete or not plan.operations)
