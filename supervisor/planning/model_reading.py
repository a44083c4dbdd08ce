"""A model's reading of a question, checked against what the rules read: the model may add, never remove.

* Slots the rules found in the question stay as they are; values the model adds must be values of the pack's slot, and
  a place must have been named by somebody: an invented one would answer a question of law with prices of a district.
* A rewritten question must keep every value named in the question, speak its language and not invent a region.
* A question with intent words or slots of the field is never small talk.
* Once there are answers in the conversation, a question that names a thing of the pack is not rejected.
* An intent the pack does not have makes the whole reply malformed (ModelFailed): rules take over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from foundation.contracts.errors import ModelFailed
from foundation.contracts.plan import Route, SlotValue, Understanding
from foundation.domains.slots.slots import canonical_values, find_mentions
from foundation.language.cues import language_of
from supervisor.planning.context import TurnContext
from supervisor.planning.reading import read_question
from supervisor.planning.understanding import SMALL_TALK, data_types_needed

LONGEST_QUESTION = 2_000
"""Characters of a rewritten question; a longer one is not a question any more."""
LONGEST_QUOTED = 80
"""Characters of a wrong value that are quoted."""


@dataclass(frozen=True)
class ModelReading:
    """A model's reading of a question, from one call or several."""

    route: Route
    standalone: str
    """"" when the question stands alone as it is."""
    intent: str
    confidence: float
    slots: Mapping[str, tuple[str, ...]]
    ambiguity_reason: str | None


def small_talk_by(route: Route, rules: Understanding) -> bool:
    """True if the model calls it small talk and the rules find nothing of the field in it."""
    return route == "simple" and not rules.data_types and not any(slot.origin == "named" for slot in rules.slots)


def checked(said: ModelReading, rules: Understanding, context: TurnContext) -> Understanding:
    """The understanding both agree on. Raises ModelFailed for an intent the pack does not have."""
    intents = {intent.name: intent for intent in context.pack.intents}
    if small_talk_by(said.route, rules) and (said.intent not in intents or intents[said.intent].ends != "irrelevant"):
        return _as_small_talk(rules)
    if said.intent not in intents:
        sentence = f"The model named an intent this pack does not have: {said.intent[:LONGEST_QUOTED]!r}."
        raise ModelFailed(sentence, reason="unknown_intent", field="intent", said=said.intent[:LONGEST_QUOTED])
    turns_away = intents[said.intent].ends is not None and bool(rules.data_types)
    if turns_away and (not context.routing or _is_of_the_field(rules, context)):
        return rules
    slots = _with_added(said.slots, rules.slots, context)
    standalone, slots = _standalone(said.standalone, slots, rules, context)
    same = said.intent == rules.intent
    return rules.model_copy(
        update={
            "route": _route(said, rules),
            "standalone": standalone,
            "intent": said.intent,
            "confidence": round(said.confidence * 1000),
            "slots": slots,
            "data_types": rules.data_types
            if same
            else data_types_needed(said.intent, read_question(context), context.pack),
            "unresolved": () if standalone not in (rules.standalone, rules.question) else rules.unresolved,
            "ambiguity_reason": said.ambiguity_reason or rules.ambiguity_reason,
        }
    )


def _is_of_the_field(rules: Understanding, context: TurnContext) -> bool:
    """True for a question that names one of the pack's own things in a conversation with answers: those quote retrieved
    text, and an instruction hidden there could make the model reject every question."""
    return bool(context.exchanges) and any(slot.origin == "named" for slot in rules.slots)


def _as_small_talk(rules: Understanding) -> Understanding:
    return rules.model_copy(
        update={"route": "simple", "intent": SMALL_TALK, "standalone": rules.question, "data_types": (), "slots": ()}
    )


def _route(said: ModelReading, rules: Understanding) -> Route:
    if said.route == "simple":
        return "rag_required" if rules.route == "simple" else rules.route
    return "history_required" if rules.route == "history_required" else said.route


def _with_added(
    said: Mapping[str, tuple[str, ...]], rules: tuple[SlotValue, ...], context: TurnContext
) -> tuple[SlotValue, ...]:
    """Slots the question names or points at stay; the model's values for other slots replace those taken over."""
    settled = {slot.name for slot in rules if slot.origin != "inherited"}
    added: list[SlotValue] = []
    places = _places_said(context)
    for slot in context.pack.slots:
        if slot.name in settled:
            continue
        for text in said.get(slot.name, ()):
            origin = "named" if text in context.question else "pointed"
            values = canonical_values(slot, text, context.pack, context.now)
            if slot.parser == "region" and origin != "named":
                values = tuple(one for one in values if one in places)
            added.extend(SlotValue(name=slot.name, value=value, text=text, origin=origin) for value in values)
    held = {(slot.name, slot.value) for slot in rules}
    new = [slot for slot in added if (slot.name, slot.value) not in held]
    replaced = {slot.name for slot in new}
    confirmed = {(slot.name, slot.value) for slot in added}
    kept = [slot for slot in rules if slot.name not in replaced or (slot.name, slot.value) in confirmed]
    return tuple({(slot.name, slot.value): slot for slot in (*kept, *new)}.values())


def _places_said(context: TurnContext) -> frozenset[str]:
    """The places that the question, the conversation and what is remembered of the person name, and those that held
    until now."""
    places = {slot.name for slot in context.pack.slots if slot.parser == "region"}
    talk = [context.question, *(one.text for one in context.memories)]
    for one in context.exchanges:
        talk += [one.question, one.standalone, one.answer]
    named = (mention for text in talk for mention in find_mentions(text, context.pack, context.now))
    held = {value for one in context.exchanges for name in places for value in one.slots.get(name, ())}
    return frozenset({mention.value for mention in named if mention.slot in places} | held)


def _standalone(
    said: str, slots: tuple[SlotValue, ...], rules: Understanding, context: TurnContext
) -> tuple[str, tuple[SlotValue, ...]]:
    """The model's rewriting if it keeps what was named and invents no condition, with the conditions it takes over from
    the conversation; else the rules'."""
    text = said.strip()
    if not text or text == rules.question.strip() or len(text) > LONGEST_QUESTION:
        return rules.standalone, slots
    if language_of(text) != rules.language:
        return rules.standalone, slots
    meant = {slot.name: tuple(other.value for other in slots if other.name == slot.name) for slot in slots}
    mentions = [m for m in find_mentions(text, context.pack, context.now, meant) if not m.negated]
    there = {(mention.slot, mention.value) for mention in mentions}
    named = {(slot.name, slot.value) for slot in rules.slots if slot.origin == "named"}
    known = {(slot.name, slot.value) for slot in slots}
    taken_over = [m for m in mentions if (m.slot, m.value) not in known and m.slot not in meant]
    before = {(name, value) for one in context.exchanges for name, values in one.slots.items() for value in values}
    if not named <= there or not there <= known | (before & {(one.slot, one.value) for one in taken_over}):
        return rules.standalone, slots
    added = (SlotValue(name=one.slot, value=one.value, text=one.text, origin="inherited") for one in taken_over)
    return text, (*slots, *{(one.name, one.value): one for one in added}.values())
