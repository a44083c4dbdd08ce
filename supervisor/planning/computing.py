"""A question that a formula answers: recognised by rules, before a model is asked. The search is for what the formula
names, whatever the figures are, so that another figure needs no new search."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from execution_agents.analysis.filters.columns import bounded
from execution_agents.analysis.formulas.recognising import formula_asked, formula_near
from execution_agents.analysis.formulas.row_inputs import is_of_a_thing
from execution_agents.analysis.formulas.talk import Spoken, Talk
from execution_agents.analysis.said.amounts import first_sentence
from execution_agents.retrieval.asked_lines import line_index
from foundation.contracts.formulas import FormulaAsked, GivenInput
from foundation.contracts.plan import SlotValue, Understanding
from foundation.domains.schema.formulas import Formula
from foundation.domains.schema.pack import Pack, TableSource
from foundation.language.corrections import turns_elsewhere
from foundation.language.figures.reader import figures_of
from foundation.language.script import language_of
from foundation.language.wanted.counted import several_meant
from supervisor.planning.context import INHERITED_CONFIDENCE, Exchange, TurnContext
from supervisor.planning.following.rewrite import OTHERS
from supervisor.planning.needs.of_rows import rows_named

_EACH = re.compile(r"[가-힣]별로?(?![가-힣])|모든|전부|\b(?:each|every|all|any)\b", re.IGNORECASE)


def with_computation(rules: Understanding, context: TurnContext) -> Understanding:
    """The understanding with the formula asked for, and only the data that it needs; unchanged if there is no
    formula."""
    asked = asked_in(context)
    if asked is None or selects_rows(context.question, rules.data_types, context.pack):
        return rules
    formula = context.pack.formula(asked.formula)
    by_rows = data_types_of_rows(formula, asked, context.pack)
    of_a_thing = is_of_a_thing(asked, context.pack)
    if of_a_thing and not names_one_thing(by_rows, context):
        return rules
    if by_rows and not of_a_thing and not spoken_of(by_rows, rules, context):
        # Rows of nothing in particular are no input: the missing value is asked for.
        asked = asked.model_copy(update={"missing": (*asked.missing, *asked.from_rows), "from_rows": ()})
        by_rows = ()
    intent = formula.intent if context.pack.intent_ends(rules.intent) else rules.intent
    changes: dict[str, Any] = {
        "computation": asked,
        "intent": intent,
        "route": rules.route if by_rows and rules.route == "history_required" else "rag_required",
        "confidence": max(rules.confidence, INHERITED_CONFIDENCE),
        "data_types": tuple(dict.fromkeys((*formula.data_types, *by_rows))),
        "unresolved": (),
        "ambiguity_reason": None,
    }
    if by_rows:
        changes["slots"] = slots_for_rows(rules, formula, asked, context)
    elif formula.data_types:
        changes |= {"standalone": formula.looked_up_as, "readings": (), "slots": ()}
    return rules.model_copy(update=changes)


def selects_rows(question: str, data_types: Collection[str], pack: Pack) -> bool:
    """True if a question looks for rows of these data types by their figures (LTV 80 % 이상 나오는 상품 있어?): it
    works nothing out, whatever formula goes by a figure's name."""
    sources = (pack.source(name) for one in pack.data_types if one.name in data_types for name in one.sources)
    return any(isinstance(one, TableSource) and bool(bounded(question, one)) for one in sources)


def asked_in(context: TurnContext) -> FormulaAsked | None:
    """The formula this message asks for in its conversation."""
    talk = talk_of(context)
    language = language_of(context.question)
    asked = formula_asked(context.question, talk, context.pack, context.now, language)
    lines = line_index(context.pack).nearest(context.question, talk.question, 1)
    least = max((one.nearness for one in lines), default=0.0)
    near = formula_near(context.question, talk, context.pack, context.now, language, least=least)
    if near is not None and (asked is None or says_more(near, asked)):
        asked = near
    if asked is not None:
        asked = with_figure_said(asked, context)
    if asked is None or not asked.from_rows:
        return asked
    return asked.model_copy(update={"said_before": first_lines(context.exchanges)})


def says_more(one: FormulaAsked, other: FormulaAsked) -> bool:
    """True if it takes more figures of the message as its inputs: 시간당 4000톤에 15 ppm is no conversion of a flow."""
    own = [sum(each.origin == "question" and bool(each.unit) for each in asked.inputs) for asked in (one, other)]
    return own[0] > own[1]


def with_figure_said(asked: FormulaAsked, context: TurnContext) -> FormulaAsked:
    """With the input that the question points at by its name (그 금리로, at that rate), where the last answer says one
    figure of its unit first: that figure is meant, and no other cell of the row."""
    last = context.exchanges[-1] if context.exchanges and not context.alone else None
    if last is None:
        return asked
    said, given = first_sentence(last.answer), list[GivenInput]()
    for one in context.pack.formula(asked.formula).inputs:
        named = any(points_at(word, context.question) for word in (*one.words, *one.label.values()))
        figures = [each for each in figures_of(said) if each.kind == one.unit]
        if named and one.name in (*asked.from_rows, *asked.missing) and len(figures) == 1:
            value = f"{figures[0].value:f}"
            given.append(
                GivenInput(name=one.name, value=value, unit=one.unit, text=figures[0].text, origin="conversation")
            )
    names = {one.name for one in given}
    return asked.model_copy(
        update={
            "inputs": (*(one for one in asked.inputs if one.name not in names), *given),
            "missing": tuple(one for one in asked.missing if one not in names),
            "from_rows": tuple(one for one in asked.from_rows if one not in names),
        }
    )


def points_at(word: str, question: str) -> bool:
    """그 금리, that rate."""
    inner = re.escape(word).replace(r"\ ", r"\s?")
    return (
        re.search(rf"(?<![가-힣])(?:그|이|해당)\s?{inner}|\b(?:that|this|the\s+same)\s+{inner}\b", question, re.I)
        is not None
    )


def talk_of(context: TurnContext) -> Talk:
    """The messages of the subject at hand."""
    if context.alone:
        return Talk()
    past = of_one_subject((*context.older, *context.exchanges), context.question, context.pack)
    # Thanks between a formula and its next figure change nothing.
    spoken = [one for one in past if one.data_types or one.computation is not None]
    right_before = bool(spoken) and (spoken[-1].computation is not None or with_results(spoken[-1]))
    return Talk(
        tuple(Spoken(one.question, one.computation, first_sentence(one.answer), one.shown) for one in past),
        right_before,
    )


def with_results(exchange: Exchange) -> bool:
    """True if it computed with results of formulas (둘이 차이가): the formula is still what is spoken of."""
    return exchange.said is not None and any(one.computed is not None for one in exchange.said.operands)


def of_one_subject(past: Sequence[Exchange], question: str, pack: Pack) -> tuple[Exchange, ...]:
    """The newest exchanges up to the one in which the person turned to another place or thing: what was said of the
    one before is no input of this one."""
    places = [slot.name for slot in pack.slots if slot.parser == "region"]
    kept: list[Exchange] = []
    place, begins = set[str](), 0
    turned = turns_elsewhere(question)
    for one in reversed(past):
        here = {value for name in places for value in one.slots.get(name, ())}
        if turned:
            break
        if place and here and not place & here:
            return tuple(reversed(kept[:begins]))
        kept.append(one)
        place, begins = (place or here, len(kept)) if here else (place, begins)
        turned = one.apart or turns_elsewhere(one.question)
    return tuple(reversed(kept))


def spoken_of(by_rows: Sequence[str], rules: Understanding, context: TurnContext) -> bool:
    """True if the question names which rows are meant, or an earlier answer was about some of them."""
    matched = {name for each in context.pack.data_types if each.name in by_rows for name in each.matching_slots}
    places = {slot.name for slot in context.pack.slots if slot.parser == "region"}
    if any(one.name in matched & places for one in rules.slots):
        return True
    return any(set(by_rows) & set(exchange.data_types) for exchange in context.exchanges)


def names_one_thing(by_rows: Collection[str], context: TurnContext) -> bool:
    """True if the question names one thing of these data types, or goes on from an answer about one; not where it asks
    for others, for each, or for several."""
    if OTHERS.search(context.question) or _EACH.search(context.question) or several_meant(context.question) is not None:
        return False
    named = {name for name, kind in rows_named(context.question, context.entities, context.pack) if kind in by_rows}
    if named:
        return len(named) == 1
    last = next((one for one in reversed(context.exchanges) if set(one.data_types) & set(by_rows)), None)
    return last is not None and not context.alone and bool(last.shown) and ", " not in last.shown


def first_lines(exchanges: Sequence[Exchange]) -> tuple[str, ...]:
    """The first sentence of each answer, the newest first; the row of a list does not name its subject: then the
    question does."""
    lines = ((exchange.answer.split("\n", 1)[0][:200], exchange.question) for exchange in reversed(exchanges))
    return tuple(question[:200] if line.startswith(("-", "|")) else line for line, question in lines)


def data_types_of_rows(formula: Formula, asked: FormulaAsked, pack: Pack) -> tuple[str, ...]:
    """Data types whose tables may hold the values needed from rows."""
    sources = {cell.source for one in formula.inputs if one.name in asked.from_rows for cell in one.rows}
    return tuple(each.name for each in pack.data_types if sources & set(each.sources))


def slots_for_rows(
    rules: Understanding, formula: Formula, asked: FormulaAsked, context: TurnContext
) -> tuple[SlotValue, ...]:
    """The question's slots, with every choice the inputs need (sale and monthly rent); without a place, the one
    mentioned last."""
    needed = needed_choices(formula, asked, context.pack)
    kept = [one for one in rules.slots if one.name not in needed and one.name not in ("amount", "rent")]
    chosen = [
        SlotValue(name=name, value=value, text="", origin="inherited")
        for name, values in needed.items()
        for value in values
    ]
    if rules.slots or not context.exchanges:
        return (*kept, *chosen)
    held = context.exchanges[-1].slots
    inherited = [
        SlotValue(name=name, value=value, text="", origin="pointed")
        for name, values in held.items()
        if name not in needed
        for value in values
    ]
    return (*inherited, *chosen)


def needed_choices(formula: Formula, asked: FormulaAsked, pack: Pack) -> dict[str, tuple[str, ...]]:
    """Slot -> the values of it that select the rows of the inputs."""
    found: dict[str, tuple[str, ...]] = {}
    for one in formula.inputs:
        for cell in one.rows if one.name in asked.from_rows or one.optional else ():
            source = pack.source(cell.source)
            mapped = {each.column: each.slot for each in source.slots} if isinstance(source, TableSource) else {}
            for column, values in cell.where.items():
                if column in mapped:
                    found[mapped[column]] = tuple(dict.fromkeys((*found.get(mapped[column], ()), *values)))
    return found
