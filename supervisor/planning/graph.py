"""A question over the pack's graph: what it asks for becomes the question's aim, its data type and its slot.

Rules read first. A model may add something if they find nothing, or several things; its reply counts only if the graph
has what it names, so nothing invented is ever asked for or offered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from execution_agents.clarification.cascade import (
    MEANT,
    GraphReading,
    is_about_things,
    read_graph,
    read_named,
    read_near,
)
from execution_agents.clarification.listening import Before, Listener
from execution_agents.clarification.provider import GraphView
from execution_agents.clarification.questions import field_words
from execution_agents.clarification.specs import folded
from execution_agents.clarification.together import shown_in
from foundation.contracts.errors import ModelFailed
from foundation.contracts.graph import GraphAsked, GraphTarget
from foundation.contracts.plan import NamedThing, SlotValue, Understanding
from foundation.contracts.ports import LanguageModel, Usage
from foundation.domains.schema.graph import GraphSource
from foundation.domains.schema.pack import Pack
from foundation.language.script import HANGUL, language_of
from foundation.language.wanted.pay import pay_asked
from prompts.catalog import shipped_prompts
from prompts.replies import ClarificationIntentReply, ThingReply
from supervisor.planning import prompt_text
from supervisor.planning.clarifying.in_a_row import names_offered
from supervisor.planning.context import TurnContext
from supervisor.planning.plan import ending_of
from supervisor.planning.surcharges import of_documents, surcharges_asked, with_surcharges

_LATIN = re.compile(r"(?<![a-z0-9])[a-z]{3,}")
_DIGITS = re.compile(r"\d+")
CERTAIN, LIKELY, GUESSED = 950, 800, 600
"""Per mille: how sure it is that a question names what was found."""


def with_graph(understanding: Understanding, context: TurnContext) -> Understanding:
    """The understanding with what rules find in the graph; unchanged if they find nothing."""
    if context.graph is None or context.pack.graph is None:
        return understanding
    if pay_asked(context.question):
        return of_documents(understanding, context.pack)
    index, listener = context.graph.index, listener_of(context, context.graph)
    reading = read_graph(context.question, index, listener)
    conditions = surcharges_asked(reading, context, index, listener.words)
    if conditions is not None and conditions.alone:
        return with_surcharges(understanding, conditions, context.pack)
    found = applied(reading, understanding, context)
    return found if conditions is None or found.graph is None else with_surcharges(found, conditions, context.pack)


def applied(reading: GraphReading, understanding: Understanding, context: TurnContext) -> Understanding:
    """The understanding with this reading as its aim."""
    pack, declared = context.pack, context.pack.graph
    asked = reading.asked or (reading.choices.best if reading.choices else None)
    named = None if declared is None else data_type_of(declared, pack)
    if asked is None or declared is None or named is None or not _counts(reading, asked, named, understanding, pack):
        return understanding
    followed = asked.stage == "history" or bool(asked.combined)
    language = understanding.language if context.graph is None else spoken(context, context.graph)
    standalone = standing_alone(asked) if followed else understanding.question
    return understanding.model_copy(
        update={
            "standalone": standalone,
            "language": language,
            "readings": (),
            "route": "history_required" if followed else "rag_required",
            "intent": intent_of(named, pack),
            "confidence": CERTAIN if reading.certain else LIKELY if asked.stage != "likeness" else GUESSED,
            "slots": (*_other_slots(understanding, declared), *_values(asked.targets, declared, followed=followed)),
            "data_types": (named,),
            "shown": (),
            "unresolved": (),
            "ambiguity_reason": None,
            "computation": None,
            **({"said": None, "named": None} if asked.combined else {}),
            "graph": asked,
            "choices": reading.choices,
        }
    )


def listener_of(context: TurnContext, view: GraphView) -> Listener:
    """The person, and the things mentioned before."""
    declared = context.pack.graph
    slot = declared.slot if declared else ""
    named = data_type_of(declared, context.pack) if declared else None
    before = tuple(
        Before(
            question=exchange.standalone,
            targets=tuple(exchange.slots.get(slot, ())),
            said=exchange.answer,
            of_things=not exchange.data_types or named in exchange.data_types,
            offered=names_offered(exchange.answer),
        )
        for exchange in reversed(context.exchanges)
    )
    return Listener(field_words(context.pack), spoken(context, view), before, view.popular)


def spoken(context: TurnContext, view: GraphView) -> str:
    """The person's language. A spec, an amount or an abbreviation (30m, tig) has none: it is answered in the
    conversation's language, else in the pack's."""
    words = [word for word in _LATIN.findall(folded(context.question)) if not any(view.index.latin(word))]
    if HANGUL.search(context.question) or words:
        return language_of(context.question)
    return language_of(context.exchanges[-1].question) if context.exchanges else context.pack.languages[0]


async def with_near_names(understanding: Understanding, context: TurnContext) -> Understanding:
    """The understanding with the nearest names an embeddings endpoint finds, if letters find nothing certain; unchanged
    without an endpoint."""
    view, pack, asked = context.graph, context.pack, understanding.graph
    unsure = asked is None or (asked.stage == "likeness" and understanding.choices is None and len(asked.targets) > 1)
    if view is None or view.near is None or pack.graph is None or not unsure:
        return understanding
    ending, named = ending_of(understanding, pack), data_type_of(pack.graph, pack)
    listener = listener_of(context, view)
    may_be = ending in ("unclear", "irrelevant") or understanding.data_types == (named,)
    if not may_be or not is_about_things(context.question, view.index, listener):
        return understanding
    least = MEANT if ending == "irrelevant" else 0.0  # For an off-topic question only a certain match counts.
    near = [(one.name, one.cosine) for one in await view.near(context.question) if one.cosine >= least]
    return applied(read_near(context.question, near, view.index, listener), understanding, context)


async def with_model(
    understanding: Understanding, context: TurnContext, model: LanguageModel, usage: Usage
) -> Understanding:
    """The understanding with the thing a small model says is meant, asked by a call of its own where rules found
    nothing or several things. A model failure changes nothing and raises nothing."""
    if not is_open(understanding, context):
        return understanding
    variables = {
        "history": prompt_text.history_text(context),
        "types": prompt_text.things_text(context.pack),
        "question": context.question,
    }
    try:
        messages = shipped_prompts().render("clarification_intent", **variables)
        said = await model.structured("clarification_intent", messages, ClarificationIntentReply, usage)
    except ModelFailed:
        return understanding
    return understanding if said.intent == "greeting" else with_said(understanding, said, context)


def with_said(understanding: Understanding, said: ThingReply, context: TurnContext) -> Understanding:
    """The understanding with the thing a model's reply names, as far as the graph has it."""
    view = context.graph
    if view is None or not is_open(understanding, context):
        return understanding
    reading = said_by_model(said, context, view)
    if understanding.choices is not None and reading.asked is None:
        return understanding  # The graph has several: a model's reply alone decides between none of them.
    return applied(reading, understanding, context)


def is_open(understanding: Understanding, context: TurnContext) -> bool:
    """True if a model may say what of the graph is meant: rules found nothing or several things, and it is no small
    talk, no off-topic question and not one about other data."""
    if context.graph is None or understanding.graph is not None:
        return context.graph is not None and understanding.choices is not None
    ending, pack = ending_of(understanding, context.pack), context.pack
    named = data_type_of(pack.graph, pack) if pack.graph else None
    return ending == "unclear" or (ending is None and named in understanding.data_types)


def said_by_model(said: ThingReply, context: TurnContext, view: GraphView) -> GraphReading:
    """The things of the graph that a model's words name; nothing if it has none of them. A figure of a spec that nobody
    gave is the model's own: it is dropped."""
    heard = " ".join((context.question, *(each.standalone for each in context.exchanges)))
    spec = said.spec if set(_DIGITS.findall(said.spec)) <= set(_DIGITS.findall(heard)) else ""
    return read_named(said.work_name, spec, said.keywords, view.index, listener_of(context, view))


def data_type_of(declared: GraphSource, pack: Pack) -> str | None:
    """The data type the graph serves."""
    return next((one.name for one in pack.data_types if declared.name in one.sources), None)


def intent_of(data_type: str, pack: Pack) -> str:
    """The first intent that needs it, or else the first that does not end early."""
    going_on = [one for one in pack.intents if one.ends is None]
    needing = [one.name for one in going_on if data_type in one.data_types]
    return (needing or [one.name for one in going_on])[0]


def standing_alone(asked: GraphAsked) -> str:
    """A follow-up as a complete question."""
    amount = f"{asked.quantity}{asked.quantity_unit}" if asked.quantity else ""
    return " ".join(filter(None, (", ".join(shown_in(asked)), amount)))


def things_of(asked: GraphAsked) -> tuple[NamedThing, ...]:
    """What it names, for people and clients."""
    return tuple(NamedThing(id=one.entity_id, type=one.type, name=one.label) for one in asked.targets)


def _counts(reading: GraphReading, asked: GraphAsked, named: str, understanding: Understanding, pack: Pack) -> bool:
    """True if the match outweighs the rules' other reading: words that only occur in names do not."""
    if reading.certain:
        return True
    ending = ending_of(understanding, pack)
    if ending == "direct":
        return False
    if asked.stage == "likeness":
        return ending is not None or understanding.data_types == (named,)
    return ending is not None or named in understanding.data_types or understanding.confidence < LIKELY


def _other_slots(understanding: Understanding, declared: GraphSource) -> Sequence[SlotValue]:
    return [one for one in understanding.slots if one.name != declared.slot]


def _values(targets: Sequence[GraphTarget], declared: GraphSource, *, followed: bool) -> Sequence[SlotValue]:
    origin = "inherited" if followed else "named"
    return [SlotValue(name=declared.slot, value=one.entity_id, text=one.label, origin=origin) for one in targets]
