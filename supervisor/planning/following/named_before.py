"""A question that may compute with figures of the evidence that it names: dinner + breakfast for 4 days.

Which figures those are is seen when the search has found them; the conversation gives what the question leaves out
("that", "both")."""

from __future__ import annotations

from execution_agents.analysis.named.beside import may_set_beside
from execution_agents.analysis.named.lasting import may_last
from execution_agents.analysis.named.multiples import may_multiply
from execution_agents.analysis.named.own import states_own_product
from execution_agents.analysis.named.question import may_compute
from execution_agents.analysis.said.amounts import first_sentence
from foundation.contracts.formulas import NamedAsked
from foundation.contracts.plan import SlotValue, Understanding
from supervisor.planning.context import INHERITED_CONFIDENCE, Exchange, TurnContext
from supervisor.planning.following.redone import redone
from supervisor.planning.plan import ANALYSIS, teams_wanted


def asks_so(question: str) -> bool:
    """True if a question may compute with what it names, or with a rate of the person's own."""
    own = may_multiply(question) or states_own_product(question)
    return own or may_compute(question) or may_set_beside(question) or may_last(question)


def with_named_figures(rules: Understanding, context: TurnContext) -> Understanding:
    """The understanding with the arithmetic that may be asked for; unchanged if the question asks for none, or if no
    data is needed. What is searched stays the same; a calculation that is done again with other counts takes the
    evidence it took."""
    if rules.shown and rules.said is None:
        return rules
    question, before = (context.question, ()) if context.alone else redone(context)
    again = question != context.question and rules.computation is None and rules.said is None and _was_named(context)
    if again:
        rules = _as_before(rules, context.exchanges[-1])
    else:
        question, before = context.question, () if context.alone else context.exchanges
    if not rules.data_types or not asks_so(question):
        return rules
    past = [one for one in reversed(before) if one.data_types]
    held = [one for one in reversed(context.exchanges) if one.data_types] if not context.alone else []
    asked = NamedAsked(
        question=question,
        before=tuple(one.question for one in past),
        said=tuple(first_sentence(one.answer) for one in past),
        evidence=tuple(dict.fromkeys(each for one in held for each in one.evidence)),
        alone=ANALYSIS not in teams_wanted(rules, context.pack),
    )
    return rules.model_copy(update={"named": asked})


def _was_named(context: TurnContext) -> bool:
    """True if the last calculation took figures of the evidence."""
    done = context.exchanges[-1].said
    return done is not None and any(one.item_id is not None for one in done.operands)


def _as_before(rules: Understanding, last: Exchange) -> Understanding:
    """The understanding over the data of the last calculation."""
    slots = [(name, value) for name, values in last.slots.items() for value in values]
    return rules.model_copy(
        update={
            "intent": last.intent,
            "route": "history_required",
            "confidence": max(rules.confidence, INHERITED_CONFIDENCE),
            "standalone": last.standalone,
            "readings": (),
            "slots": tuple(SlotValue(name=name, value=value, text="", origin="pointed") for name, value in slots),
            "data_types": last.data_types,
            "shown": last.evidence,
            "unresolved": (),
            "ambiguity_reason": None,
        }
    )
