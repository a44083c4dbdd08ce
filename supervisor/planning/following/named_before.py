"""A question that may compute with figures of the evidence that it names: dinner + breakfast for 4 days.

Which figures those are is seen when the search has found them; the conversation gives what the question leaves out
("that", "both")."""

from __future__ import annotations

from execution_agents.analysis.named.multiples import may_multiply
from execution_agents.analysis.named.question import may_compute
from foundation.contracts.formulas import NamedAsked
from foundation.contracts.plan import Understanding
from supervisor.planning.context import TurnContext
from supervisor.planning.plan import ANALYSIS, teams_wanted


def asks_so(question: str) -> bool:
    """True if a question may compute with what it names, or with a rate of the person's own."""
    return may_compute(question) or may_multiply(question)


def with_named_figures(rules: Understanding, context: TurnContext) -> Understanding:
    """The understanding with the arithmetic that may be asked for; unchanged if the question asks for none, or if no
    data is needed. What is searched stays the same."""
    if not rules.data_types or rules.shown and rules.said is None or not asks_so(context.question):
        return rules
    past = [one for one in reversed(context.exchanges) if one.data_types] if not context.alone else []
    asked = NamedAsked(
        question=context.question,
        before=tuple(one.question for one in past),
        evidence=tuple(dict.fromkeys(each for one in past for each in one.evidence)),
        alone=ANALYSIS not in teams_wanted(rules, context.pack),
    )
    return rules.model_copy(update={"named": asked})
