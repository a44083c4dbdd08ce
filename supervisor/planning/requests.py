"""The requests of one message: each question is read on its own, after the ones before it.

They are separated by how the message is written (a list, question marks), or by what its joined clauses ask for:
clauses are requests of their own if each has its own aim and needs other data (마포 전세 시세랑 중개보수 규정도
알려줘). A clause that asks for nothing by itself (그래? 진짜?) belongs to the question beside it, and small talk to
none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from execution_agents.analysis.formulas.quantities import quantities_of
from execution_agents.analysis.said.asking import is_multiple_alone
from foundation.contracts.formulas import FormulaAsked
from foundation.contracts.plan import Route, Understanding
from foundation.domains.slots.slots import find_mentions
from foundation.language.cues import composed, references
from foundation.language.figures.reader import figures_of
from foundation.language.wanted.arithmetic import asks_remainder
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.counted import several_meant
from foundation.language.wanted.multiples import multiple_in, part_in
from foundation.language.wanted.questions import asks, asks_without_subject, clauses_in, depends, questions_in
from supervisor.planning.alone import read
from supervisor.planning.bounds import as_read
from supervisor.planning.computing import asked_in, with_computation
from supervisor.planning.context import Exchange, TurnContext
from supervisor.planning.drafting import with_document
from supervisor.planning.following.listed import with_item_resolved
from supervisor.planning.following.named_before import with_named_figures
from supervisor.planning.following.readings import readings_of
from supervisor.planning.following.relative_times import with_times_resolved
from supervisor.planning.following.said_before import with_said_figures
from supervisor.planning.following.shown_before import over_things_shown, over_what_was_shown
from supervisor.planning.graph import with_graph, with_near_names
from supervisor.planning.needs.attached import with_attached
from supervisor.planning.needs.data_types import (
    with_both_sides,
    with_line_types,
    with_named_types,
    with_rows_of_days,
    with_rows_of_places,
    without_graph_unasked,
    without_rows_unasked,
)
from supervisor.planning.needs.going_on import beside_files
from supervisor.planning.needs.headed import with_headed_types
from supervisor.planning.plan import ending_of
from supervisor.planning.reading import read_question
from supervisor.planning.several.beside import are_compared, set_beside
from supervisor.planning.suggested import suggested
from supervisor.planning.understanding import understand

MOST = 4
"""Requests of one message; further questions are named as not answered."""
MOST_READ = 12
"""Parts of one message that are read, each as a whole question is, and where none of them is a request as many again:
small talk and what asks for nothing by itself are none, and a list may hold hundreds of them."""
CROSSING = 2
"""Conditions in which two clauses differ, from which on one search cannot ask for both."""

_BRINGS_UP = re.compile(r"^\W*(?:(?:and|so|but|ok(?:ay)?)\W+)*(?:what|how)\s+about\b", re.IGNORECASE)
"""It only says what the next clause asks of."""


@dataclass(frozen=True)
class Requests:
    """The requests of a message; empty if there is only one, and nothing is left over."""

    read: tuple[Understanding, ...] = ()
    left_over: tuple[str, ...] = ()
    after: tuple[tuple[int, ...], ...] = ()
    """For each request the indexes of the earlier ones whose result it needs."""

    def needs(self, place: int) -> tuple[int, ...]:
        """The requests that the one at this index needs first."""
        return self.after[place] if place < len(self.after) else ()


async def understood(context: TurnContext) -> tuple[Understanding, TurnContext]:
    """One question as rules read it, with the formula it asks for or both sides of its comparison, and the context it
    was read in."""
    context = with_item_resolved(context)
    context = await beside_files(await context.compute(partial(with_times_resolved, context)))
    rules, read_in = await read(context)
    rules = suggested(rules, context)
    if rules.shown:  # Something is said about the last answer: nothing else is computed, searched or asked.
        return rules, read_in
    readings = await context.compute(partial(readings_of, context, read_in.alone))
    rules = rules.model_copy(update={"readings": readings})
    rules = await context.compute(partial(with_computation, rules, context))
    rules = await context.compute(partial(with_named_types, rules, context.pack, context.entities))
    rules = await with_headed_types(rules, context)
    rules = await context.compute(partial(without_rows_unasked, rules, context.pack, context.now))
    rules = await context.compute(partial(with_line_types, rules, context.pack))
    rules = await context.compute(partial(with_rows_of_days, rules, context.pack, context.now))
    rules = await context.compute(partial(with_rows_of_places, rules, context.pack))
    rules = await context.compute(partial(with_both_sides, rules, context.pack))
    rules = await context.compute(partial(over_things_shown, rules, context))
    beside = await context.compute(partial(over_what_was_shown, rules, context))
    said = beside == rules  # Rows set beside each other are compared as rows.
    rules = await context.compute(partial(with_said_figures, rules, context)) if said else beside
    if not await context.compute(partial(are_compared, context)):
        rules = await context.compute(partial(with_named_figures, rules, context))
    rules = await context.compute(partial(with_graph, rules, context))
    rules = await with_near_names(rules, context)
    rules = await context.compute(partial(without_graph_unasked, rules, context.pack))
    rules = await context.compute(partial(with_document, rules, context))
    return await with_attached(rules, context), read_in


async def requests_of(context: TurnContext, said: Sequence[str] = ()) -> Requests:
    """The message's requests. `said`: its questions as a model separates them."""
    beside = await context.compute(partial(set_beside, context))
    if beside:  # Each stands on its own, whatever was asked after it.
        context = replace(context, exchanges=(), older=())
    texts = list(said or beside or await context.compute(partial(_texts, context)))
    if len(texts) < 2 or (not beside and await context.compute(partial(_is_one_calculation, context, texts))):
        return Requests()
    found: list[tuple[str, Understanding]] = []
    talked, left_over, waiting, most_read = context, list[str](), "", MOST_READ
    for place, text in enumerate(texts):
        if place == MOST_READ and not found:
            most_read += MOST_READ
        if len(found) == MOST or place >= most_read:
            left_over.append(text)
            continue
        asked = replace(talked, question=f"{waiting} {text}".strip())
        understanding, _ = await understood(asked)
        ending = ending_of(understanding, context.pack)
        if ending == "direct":
            continue
        if ending == "unclear":
            if found:  # It continues the question before.
                asked = replace(asked, question=f"{found.pop()[0]} {text}", exchanges=talked.exchanges[:-1])
                understanding, _ = await understood(asked)
            else:
                waiting = asked.question
                continue
        waiting = ""
        found.append((asked.question, understanding))
        if beside:
            continue
        talked = replace(context, exchanges=(*asked.exchanges, _exchange(understanding)))
    goes_on = [one for _, one in found if ending_of(one, context.pack) is None]
    if not goes_on or (len(found) == 1 and not left_over):
        return Requests()
    return Requests(tuple(one for _, one in found), tuple(left_over), leaning([text for text, _ in found]))


def _is_one_calculation(context: TurnContext, texts: Sequence[str]) -> bool:
    """True if the message asks by one question word, and is one calculation, over nothing else than it needs:
    and childcare? got 2 kids, how much a month would i get."""
    whole = _worked_out(context)
    if whole is None or sum(map(asks, texts)) != 1:
        return False
    needed = frozenset(context.pack.formula(whole.formula).data_types)
    parts = [replace(context, question=text) for text in texts]
    found = {asked.formula for one in parts if (asked := _worked_out(one)) is not None}
    named = [one.question for one in parts if not asks(one.question)]
    return found <= {whole.formula} and all(_needs_of(one, context) <= needed for one in named)


def _worked_out(context: TurnContext) -> FormulaAsked | None:
    """The formula that a message asks for with all its inputs, and with all its figures."""
    asked = asked_in(context)
    if asked is None or asked.missing or asked.from_rows:
        return None
    taken = sum(one.origin == "question" and bool(one.unit) for one in asked.inputs)
    return asked if len(quantities_of(context.question)) <= taken else None


def leaning(questions: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """A question that refers to an earlier one (그건, than that) needs the result of the one before it."""
    return tuple((at - 1,) if at and points_back(text) else () for at, text in enumerate(questions))


def points_back(text: str) -> bool:
    """True if it refers to an earlier question, or asks for a multiple of it."""
    return bool(references(text)) or multiple_in(text) is not None


def looks_several(question: str) -> bool:
    """True if a message that rules read as one request may be several: clauses that each ask, or a multiple of a thing
    that must be found first."""
    plain = composed(question).strip()
    return len(clauses_in(plain)) > 1 or part_in(plain) is not None


def together(requests: Sequence[Understanding], context: TurnContext) -> Understanding:
    """The whole message: everything its requests need, each thing once."""
    whole = next(one for one in requests if ending_of(one, context.pack) is None)
    routes: set[Route] = {one.route for one in requests}
    rewritten = any(one.standalone != one.question for one in requests)
    question = as_read(context.question)
    return whole.model_copy(
        update={
            "question": question,
            "standalone": as_read(" ".join(one.standalone for one in requests)) if rewritten else question,
            "readings": (),
            "route": "history_required" if "history_required" in routes else whole.route,
            "confidence": min(one.confidence for one in requests),
            "slots": tuple({(slot.name, slot.value): slot for one in requests for slot in one.slots}.values()),
            "remembered": tuple(each for one in requests for each in one.remembered),
            "things": tuple({thing.id: thing for one in requests for thing in one.things}.values()),
            "document": next((one.document for one in requests if one.document is not None), None),
            "computation": next((one.computation for one in requests if one.computation is not None), None),
            "data_types": tuple(dict.fromkeys(name for one in requests for name in one.data_types)),
            "unresolved": tuple(dict.fromkeys(word for one in requests for word in one.unresolved)),
            "wants_fresh": any(one.wants_fresh for one in requests),
            "reuse_cue": any(one.reuse_cue for one in requests),
            "read_in_part": any(one.read_in_part for one in requests),
        }
    )


def _texts(context: TurnContext) -> Sequence[str]:
    question = composed(context.question).strip()
    apart = list[str]()
    for one in questions_in(question):
        # A multiple alone is of what the question before it asks.
        goes_on = apart and (is_multiple_alone(one) or _is_brought_up(apart[-1], one))
        text = f"{apart.pop()} {one}" if goes_on else one
        apart.append(text)
    return apart or _joined(question, context)


def _is_brought_up(before: str, after: str) -> bool:
    """What about the summer party, when's that: one question."""
    return _BRINGS_UP.match(before) is not None and bool(references(after))


def _joined(question: str, context: TurnContext) -> Sequence[str]:
    """Clauses that ask by a word of their own, or have an aim of their own and need other data than the one before; the
    others go on with it. What only names something is what the clause behind it asks about (that plus the dental plan,
    how much a month?). Behind as many as are read only the words that ask tell them apart: what a clause needs is found
    by reading it."""
    found: list[tuple[int, int]] = []
    asking = False  # in what was found last
    for place, (start, end) in enumerate(clauses_in(question)):
        clause = question[start:end]
        own = asks(clause)
        if place < MOST_READ:
            two = bool(found) and _are_two(question[slice(*found[-1])], clause, context)
        else:
            two = own and asking and not references(clause)
        asking = own or (asking and not two)
        found.append((found.pop()[0] if found and not two else start, end))
    return [question[start:end].strip() for start, end in found] if len(found) > 1 else ()


def _are_two(before: str, after: str, context: TurnContext) -> bool:
    if depends(before) and not asks(before):
        return False
    if _is_brought_up(before, after):
        return False
    if asks(before) and asks(after) and not references(after):
        return True
    if asks(before) and asks(after) and asks_remainder(after) and figures_of(after):
        return True  # What it takes something from is what the one before asks for.
    if asks(before) and asks(after) and comparing(before).superlative:
        return True  # What it points at is found by the one before.
    if not asks(before) and (references(after) or asks_without_subject(after) or several_meant(after) is not None):
        return False
    if _cross(before, after, context):
        return True
    needed, needs = _needs_of(before, context), _needs_of(after, context)
    return bool(needed) and bool(needs) and needed.isdisjoint(needs)


def _cross(before: str, after: str, context: TurnContext) -> bool:
    """True if each names values of its own of two conditions or more (6월 정수 pH 평균하고 4월 원수 탁도 평균): asked
    together, each value would be combined with those of the other, which nobody asked for. What is compared or added up
    is asked together."""
    asked = comparing(after)
    if asked.comparative or asked.difference or asked.ratio or asked.total or asked.sets_beside or asked.part:
        return False
    one, other = _values_in(before, context), _values_in(after, context)
    return sum(one[name].isdisjoint(other[name]) for name in one.keys() & other.keys()) >= CROSSING


def _values_in(text: str, context: TurnContext) -> Mapping[str, frozenset[str]]:
    """By slot, what a clause names."""
    named = [one for one in find_mentions(text, context.pack, context.now) if not one.negated]
    return {slot: frozenset(one.value for one in named if one.slot == slot) for slot in {one.slot for one in named}}


def _needs_of(text: str, context: TurnContext) -> frozenset[str]:
    """The data types that a clause asks for by its own words; none if it has no aim."""
    asked = replace(context, question=text, exchanges=())
    reading = read_question(asked)
    understanding = understand(asked)
    if reading.own_intent is None or ending_of(understanding, context.pack) is not None:
        return frozenset()
    return frozenset(with_named_types(understanding, context.pack, context.entities).data_types)


def _exchange(understanding: Understanding) -> Exchange:
    """A request of this message as an exchange, for the ones after it."""
    return Exchange(
        question=understanding.question,
        standalone=understanding.standalone,
        intent=understanding.intent,
        slots=understanding.slot_values(),
        data_types=understanding.data_types,
        answer="",
        computation=understanding.computation,
    )
