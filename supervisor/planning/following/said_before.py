"""Arithmetic with the figures that the last answers said first: 4 weeks then, 둘이 몇 도 차이나?

The evidence those answers rest on serves again; nothing is searched."""

from __future__ import annotations

from collections.abc import Sequence

from execution_agents.analysis.formulas.results import result_in_words
from execution_agents.analysis.said.amounts import Said, said_first
from execution_agents.analysis.said.asking import arithmetic_with
from execution_agents.analysis.said.result import result_of
from foundation.contracts.formulas import SaidArithmetic
from foundation.contracts.plan import SlotValue, Understanding
from foundation.language.corrections import meant_after_correction
from foundation.language.script import language_of
from foundation.language.wanted.arithmetic import asks_sum
from supervisor.planning.context import INHERITED_CONFIDENCE, Exchange, TurnContext
from supervisor.planning.following.redone import redone

EXCHANGES = 2
"""The last answers whose figures a question may compute with."""


def with_said_figures(rules: Understanding, context: TurnContext) -> Understanding:
    """The understanding with the arithmetic; unchanged if the question asks for none, or is understood otherwise: a
    formula, several rows."""
    if rules.computation is not None or context.alone or sets_rows_beside(rules, context):
        return rules
    question, exchanges = redone(context)
    past = past_results(exchanges, question)[:EXCHANGES]
    answers = [figures_of(one, context) for one in past]
    if not answers or not answers[0].sentence:
        return rules
    asked = arithmetic_with(question, [one for one in answers if one.sentence])
    if asked is None:
        return rules
    asked = with_formulas(gone_on(past[0].said, asked), past, answers, context)
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


def past_results(exchanges: Sequence[Exchange], question: str) -> list[Exchange]:
    """The exchanges whose figures may be meant, newest first. A sum takes no result that was corrected afterwards; how
    much more that is compares both."""
    past = [one for one in reversed(exchanges) if (one.evidence and one.data_types) or one.computation is not None]
    if not asks_sum(question):
        return past
    corrected = {
        one.computation.formula
        for one in past
        if one.computation is not None and meant_after_correction(one.question) is not None
    }
    kept: list[Exchange] = []
    for one in past:
        name = one.computation.formula if one.computation is not None else ""
        if name not in corrected or name not in {each.computation.formula for each in kept if each.computation}:
            kept.append(one)
    return kept


def with_formulas(
    asked: SaidArithmetic, past: Sequence[Exchange], answers: Sequence[Said], context: TurnContext
) -> SaidArithmetic:
    """The arithmetic with the formulas whose results its operands are."""
    language = language_of(context.question)
    by_sentence = {
        said.sentence: one.computation
        for one, said in zip(past, answers, strict=True)
        if one.computation is not None and said.sentence == result_in_words(one.computation, context.pack, language)
    }
    operands = tuple(
        one.model_copy(update={"computed": by_sentence.get(one.sentence)}) if one.sentence else one
        for one in asked.operands
    )
    return asked.model_copy(update={"operands": operands})


def figures_of(exchange: Exchange, context: TurnContext) -> Said:
    """What it said first: the result of its formula, or of another computation; where that was computed from one
    figure, the sentence of this figure (4 weeks → and 6?)."""
    if exchange.computation is not None:
        said = result_in_words(exchange.computation, context.pack, language_of(context.question))
        return Said(exchange.question, said) if said else said_first(exchange.question, exchange.answer)
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
