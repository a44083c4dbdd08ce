"""The entry point of the package: takes rows and a question, returns the first sentence, the rows it covers and the
calculation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from execution_agents.analysis.carried import carried
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
    """The result of analysing one table's rows."""

    lead: str
    """The first sentence; "" if there is none."""
    wanted: str
    rows: tuple[int, ...] = ()
    """Numbers of the items that a comparison or ranking uses, in the requested order; empty if it uses all rows."""
    shape: Shape = "summaries"
    """summaries: months of places; events: single sales or readings, which have titles of their own; things:
    products, which are listed rather than drawn as a table."""
    figures: tuple[Figure, ...] = ()
    """Every figure in the sentence that no cell holds."""
    working: tuple[str, ...] = ()
    refused: Refused | None = None


def analysed(material: Material) -> Analysis | None:
    """The analysis; None if the question asks for nothing that these rows can compute or look up."""
    material = carried(material)
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
    """Runs the plan's operations; for a plain value, returns the facts unchanged."""
    operations: tuple[Operation, ...] = plan.operations or (Rank(column=plan.column, descending=True),)
    return evaluate(operations, plan.facts, complete=plan.complete or not plan.operations)
