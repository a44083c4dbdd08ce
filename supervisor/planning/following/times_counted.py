"""A time counted by what the last answer said: mine is from 2021, so when is it due? 지난번엔 언제였어?

The evidence that answer rests on serves again; nothing is searched."""

from __future__ import annotations

from execution_agents.analysis.said.amounts import first_sentence
from execution_agents.analysis.said.times import Answered, time_counted
from foundation.contracts.plan import SlotValue, Understanding
from supervisor.planning.context import INHERITED_CONFIDENCE, TurnContext


def with_time_counted(rules: Understanding, context: TurnContext) -> Understanding:
    """The understanding with the time that is asked for; unchanged if the question counts none, or is understood
    otherwise."""
    last = context.exchanges[-1] if context.exchanges and not context.alone else None
    if last is None or not last.evidence or rules.computation is not None or rules.said is not None:
        return rules
    before = Answered(last.question, first_sentence(last.answer), last.answer)
    asked = time_counted(context.question, before, context.today)
    if asked is None:
        return rules
    held = [(name, value) for name, values in last.slots.items() for value in values]
    return rules.model_copy(
        update={
            "counted": asked,
            "intent": last.intent,
            "route": "history_required",
            "confidence": max(rules.confidence, INHERITED_CONFIDENCE),
            "standalone": f"{last.standalone} {context.question}",
            "readings": (),
            "slots": tuple(SlotValue(name=name, value=value, text="", origin="pointed") for name, value in held),
            "data_types": last.data_types,
            "shown": last.evidence,
            "unresolved": (),
            "ambiguity_reason": None,
        }
    )
