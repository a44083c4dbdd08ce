"""Arithmetic with the figures that the last answers said first: 4 weeks then, 둘이 몇 도 차이나?

The evidence those answers rest on serves again; nothing is searched."""

from __future__ import annotations

from collections.abc import Sequence

from execution_agents.analysis.said.amounts import Said, said_first
from execution_agents.analysis.said.asking import arithmetic_with
from execution_agents.analysis.said.result import result_of
from foundation.contracts.formulas import SaidArithmetic
from foundation.contracts.plan import SlotValue, Understanding
from supervisor.planning.context import INHERITED_CONFIDENCE, Exchange, TurnContext

EXCHANGES = 2
"""The last answers whose figures a question may compute with."""


def with_said_figures(rules: Understanding, context: TurnContext) -> Understanding:
    """The understanding with the arithmetic; unchanged if the question asks for none, or is understood otherwise: a
    formula, several rows."""
    if rules.computation is not None or context.alone or sets_rows_beside(rules, context):
        return rules
    past = [one for one in reversed(context.exchanges) if one.evidence and one.data_types][:EXCHANGES]
    answers = [figures_of(one) for one in past]
    if not answers or not answers[0].sentence:
        return rules
    asked = arithmetic_with(context.question, [one for one in answers if one.sentence])
    if asked is None:
        return rules
    asked = gone_on(past[0].said, asked)
    sentences = {one.sentence for one in asked.operands if one.sentence}
    used = [one for one, said in zip(past, answers, strict=True) if any(each in said.sentence for each in sentences)]
    used = used or past[:1]
    held = dict.fromkeys((name, value) for one in used for name, values in one.slots.items() for value in values)
    slots = tuple(SlotValue(name=name, value=value, text="", origin="pointed") for name, value in held)
    if not named_before(rules, used, context):
        return rules
    own = set(used[0].data_types) <= set(rules.data_types)
    return rules.model_copy(
        update={
            "said": asked,
            "intent": used[0].intent,
            "route": "history_required",
            "confidence": max(rules.confidence, INHERITED_CONFIDENCE),
            "standalone": rules.standalone if own else f"{used[0].standalone} {context.question}",
            "readings": (),
            "slots": slots,
            "data_types": tuple(dict.fromkeys(name for one in used for name in one.data_types)),
            "shown": tuple(dict.fromkeys(each for one in used for each in one.evidence)),
            "unresolved": (),
            "ambiguity_reason": None,
        }
    )


def gone_on(done: SaidArithmetic | None, asked: SaidArithmetic) -> SaidArithmetic:
    """The last calculation multiplied further, where its result is what is multiplied: £62.50 + £14, and a year?"""
    if done is None or asked.operation != "times" or len(asked.operands) != 1 or asked.count is not None:
        return asked
    if done.operation not in ("sum", "difference", "times") or asked.operands[0].value != result_of(done):
        return asked
    before = done.factors or ((done.factor,) if done.factor != 1 else ())
    return done.model_copy(
        update={
            "factor": done.factor * asked.factor,
            "factors": (*before, asked.factor) if before else (),
            "factor_text": asked.factor_text,
            "per": "",
        }
    )


def figures_of(exchange: Exchange) -> Said:
    """What it said first; where that was computed from one figure, the sentence of this figure (4 weeks → and 6?)."""
    done = exchange.said
    if done is None or len(done.operands) != 1:
        return said_first(exchange.question, exchange.answer)
    return Said(exchange.question, done.operands[0].sentence, done.count is not None)


def sets_rows_beside(rules: Understanding, context: TurnContext) -> bool:
    """True if several places or months are meant: their rows are compared."""
    parsers = {slot.name: slot.parser for slot in context.pack.slots}
    return any(
        len(held) > 1 and parsers.get(name) in ("region", "period") for name, held in rules.slot_values().items()
    )


def named_before(rules: Understanding, used: Sequence[Exchange], context: TurnContext) -> bool:
    """True if every place and choice that the question names was asked for before: of another one the figure is not
    known."""
    parsers = {slot.name: slot.parser for slot in context.pack.slots}
    named = [one for one in rules.slots if one.origin == "named" and parsers.get(one.name) in ("region", "choice")]
    return all(any(one.value in each.slots.get(one.name, ()) for each in used) for one in named)
