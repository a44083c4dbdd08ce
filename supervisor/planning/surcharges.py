"""A question about conditions under which a graph's things take more (밤에 하면 더 붙나): documents beside the graph
say what is added, of all things. It is theirs where it asks for that alone, and the thing's where it asks for
an amount."""

from __future__ import annotations

from execution_agents.clarification.cascade import GraphReading
from execution_agents.clarification.index import GraphIndex
from execution_agents.clarification.listening import borne_by
from execution_agents.clarification.questions import FieldWords, heard
from execution_agents.clarification.surcharges import conditions_named, words_said
from execution_agents.knowledge_graph.normalised_text import key_of
from execution_agents.knowledge_graph.word_edges import is_tail
from foundation.contracts.graph import SurchargesAsked
from foundation.contracts.plan import Understanding
from foundation.contracts.work import Reading
from foundation.domains.schema.graph import GraphSource
from foundation.domains.schema.pack import Pack
from foundation.language.cues import references
from foundation.language.wanted.extra import asks_extra, asks_rate
from supervisor.planning.context import TurnContext
from supervisor.planning.needs.data_types import is_of_documents

BY_NAME = ("id", "exact")
"""Stages in which a question names a thing outright."""


def surcharges_asked(
    reading: GraphReading, context: TurnContext, index: GraphIndex, words: FieldWords
) -> SurchargesAsked | None:
    """The conditions named; None for none."""
    question, declared = context.question, index.declared
    rate, extra = asks_rate(question), asks_extra(question)
    named = conditions_named(question, declared, None if extra else index.is_word_of_names)
    kinds = relations_named(question, declared)
    names = tuple(one.surcharge.name for one in named)
    if not names:
        # 그거 재료에도 붙이는거야?
        goes_on = bool(kinds) and _after_surcharges(context, declared) and (references(question) or extra)
        by_name = reading.asked is not None and reading.asked.stage in BY_NAME
        return SurchargesAsked(relations=kinds, alone=True) if goes_on and not by_name else None
    parsed = heard(question, index, words)
    besides = any(borne_by(word, index, words) for word in parsed.words)
    of_a_thing = (bool(parsed.names) or bool(parsed.ids) or parsed.amount is not None) and not rate
    nothing = reading.asked is None and reading.choices is None
    alone = (extra or nothing) and not of_a_thing
    return SurchargesAsked(names=names, relations=kinds, alone=alone, besides=besides or bool(parsed.names))


def with_surcharges(understanding: Understanding, asked: SurchargesAsked, pack: Pack) -> Understanding:
    """The understanding over the documents that say what is added, alone or beside the thing's own data."""
    declared = pack.graph
    if declared is None or declared.surcharges is None:
        return understanding
    said = declared.surcharges
    stated = [one.stated for one in said.each if one.name in asked.names]
    beside = tuple(Reading(text=one, weight=pack.readings.asked) for one in (*stated, said.only))
    found = understanding if not asked.alone else of_documents(understanding, pack)
    return found.model_copy(
        update={
            "surcharges": asked,
            "readings": (*understanding.readings, *beside),
            "data_types": tuple(dict.fromkeys((*found.data_types, *_document_types(pack)))),
        }
    )


def of_documents(understanding: Understanding, pack: Pack) -> Understanding:
    """The understanding over the pack's documents alone: no thing's quantities say it."""
    types = _document_types(pack)
    going_on = [one for one in pack.intents if one.ends is None]
    intent = next((one.name for one in going_on if set(types) & set(one.data_types)), going_on[0].name)
    nothing = dict.fromkeys(("graph", "choices", "computation", "said", "named", "ambiguity_reason"))
    return understanding.model_copy(
        update={**nothing, "intent": intent, "data_types": types, "shown": (), "unresolved": ()}
    )


def _document_types(pack: Pack) -> tuple[str, ...]:
    return tuple(name for name in pack.default_data_types if is_of_documents(name, pack))


def relations_named(question: str, declared: GraphSource) -> tuple[str, ...]:
    """Kinds of quantities that it names by what the pack calls them (재료: 자재)."""
    said = set(map(key_of, words_said(question)))

    def is_said(label: str) -> bool:
        return any(word.startswith(label) and is_tail(word[len(label) :], term=True) for word in said)

    return tuple(
        one.name for one in declared.relations if any(is_said(key_of(label)) for label in declared.called(one))
    )


def _after_surcharges(context: TurnContext, declared: GraphSource) -> bool:
    """True if the question right before was about them."""
    last = context.exchanges[-1] if context.exchanges and not context.alone else None
    return last is not None and bool(conditions_named(last.question, declared)) and asks_extra(last.question)
