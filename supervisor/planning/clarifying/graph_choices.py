"""The things of the pack's graph that may be meant, as a question to the person: each choice can be asked as it is."""

from __future__ import annotations

from collections.abc import Sequence

from foundation.contracts.graph import GraphChoices, GraphOption
from foundation.contracts.pauses import WHOLE, Clarification, ClarificationOption
from foundation.contracts.plan import Plan
from supervisor.planning.clarifying.settled import Settled


def chosen_of_graph(plan: Plan, settled: Sequence[Settled]) -> Clarification | None:
    """The choices planning found in the graph; None if it found none, or if a deadline chose already: then the rest is
    assumed."""
    if any(one.by == "timeout" for one in settled):
        return None
    part = next((one.understanding for one in plan.parts if one.understanding.choices is not None), None)
    return None if part is None or part.choices is None else _asked(part.choices, part.question, plan)


def _asked(choices: GraphChoices, question: str, plan: Plan) -> Clarification:
    """In a message of several questions, the unclear one is replaced."""
    whole = plan.understanding.question

    def option(at: int, one: GraphOption, prefix: str) -> ClarificationOption:
        apart = question != whole and question in whole
        return ClarificationOption(
            id=WHOLE if one.whole else f"{prefix}{at}",
            label=one.label,
            query=whole.replace(question, one.query) if apart else one.query,
            entity_id=one.entity_id,
            source_section=one.source_section or None,
        )

    options = tuple(option(at, one, "option-") for at, one in enumerate(choices.options, 1))
    best = {one.entity_id for one in choices.best.targets}
    return Clarification(
        message=choices.message,
        reason=choices.reason,
        original_query=whole,
        options=options,
        more=tuple(option(at, one, "all-") for at, one in enumerate(choices.whole, 1)),
        best=next((one.id for one in options if one.entity_id in best), ""),
        likely=False,
    )
