"""The entry point of the package: takes a formula with its known inputs and the evidence at hand; returns the result
with its calculation, or the reason why there is none. No input is invented: an input that nobody gave and no row holds
is named and asked for."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from execution_agents.analysis.formulas.comparison import compared, together
from execution_agents.analysis.formulas.results import value_of
from execution_agents.analysis.formulas.row_inputs import Held, inputs_from_rows
from execution_agents.analysis.formulas.sentences import (
    choices_of,
    first_sentence,
    in_words,
    pending_sentences,
    watch_sentence,
    working_lines,
)
from execution_agents.analysis.formulas.values import value_words
from foundation.contracts.formulas import Analysis, FormulaAsked, GivenInput, TableOut
from foundation.contracts.work import Brief, EvidenceItem
from foundation.domains.formulas.bounds import bounds_of, out_of_bounds
from foundation.domains.formulas.working import Result, Unworkable, missing_inputs, work_out
from foundation.domains.schema.formulas import Formula, FormulaInput
from foundation.domains.schema.pack import Pack
from foundation.language.particles import with_particle

SHOWN = 5
"""Most subjects a formula is worked out for."""
SHOWN_BELOW = Decimal(10) ** 20
"""A figure as large as this or larger is named as it was written."""
WORDS = {
    "missing": {
        "ko": "{label} 계산하려면 {names} 필요합니다. 알려 주시면 바로 계산합니다.",
        "en": "To work out the {label}, I need the {names}. Tell me and I will calculate it.",
    },
    "out_of_period": {
        "ko": "이 계산식은 {since}부터 적용되는 규정이라 {day}에는 맞지 않아 계산하지 않았습니다.",
        "en": "This rule applies since {since}, not on {day}, so nothing was calculated.",
    },
    "until": {
        "ko": "이 계산식은 {until}까지 적용되던 규정이라 {day}에는 맞지 않아 계산하지 않았습니다.",
        "en": "This rule applied until {until}, not on {day}, so nothing was calculated.",
    },
    "impossible": {
        "ko": "주신 숫자로는 {label} 계산할 수 없습니다. 숫자를 확인해 주세요.",
        "en": "The {label} cannot be worked out from these figures. Please check them.",
    },
    "below": {
        "ko": "{what} {value}일 수 없어(최소 {least}) 계산하지 않았습니다. 값을 확인해 주세요.",
        "en": "The {what} cannot be {value} (at least {least}), so nothing was calculated. Please check it.",
    },
    "above": {
        "ko": "{what} {value}일 수 없어(최대 {most}) 계산하지 않았습니다. 값을 확인해 주세요.",
        "en": "The {what} cannot be {value} (at most {most}), so nothing was calculated. Please check it.",
    },
    "added": {"ko": "{label}: 모두 {total}입니다({parts}).", "en": "{label}: {total} in all ({parts})."},
    "source": {"ko": "근거: {source}", "en": "Basis: {source}"},
    "given": {"ko": "앞에서 말한 값: {values}", "en": "Taken from before: {values}"},
}


def said(name: str, language: str, **values: str) -> str:
    """A sentence in the person's language."""
    return WORDS[name].get(language, WORDS[name]["en"]).format_map(values)


def calculated(asked: FormulaAsked, brief: Brief, pack: Pack) -> Analysis:
    """The result of the formula, with those that are added to it, or beside the one it is compared with."""
    if asked.added:
        each = (asked.model_copy(update={"added": ()}), *asked.added)
        names = [in_words(pack.formula(one.formula).label, brief.language) for one in each]
        return together([_alone(one, brief, pack) for one in each], names, brief.language)
    if asked.compared is None:
        return _alone(asked, brief, pack)
    now = asked.model_copy(update={"compared": None})
    done = compared(_alone(now, brief, pack), _alone(asked.compared, brief, pack), brief.language)
    step = next((one for one in pack.formula(asked.formula).steps if one.name == asked.step), None)
    if step is None:
        return done
    return done.model_copy(update={"lead": f"{in_words(step.label, brief.language)}: {done.lead}"})


def _alone(asked: FormulaAsked, brief: Brief, pack: Pack) -> Analysis:
    formula, language = pack.formula(asked.formula), brief.language
    if wrong := out_of_bounds(formula, {one.name: value_of(one) for one in asked.inputs}):
        return _unworkable(formula, Unworkable("out_of_bounds", wrong), asked.inputs, asked, language)
    held: Sequence[Held] = (Held("", ()),)
    if asked.from_rows:
        held = inputs_from_rows(asked, formula, brief, pack)[:SHOWN]
        if not held:
            return _lacking(formula, (*asked.missing, *asked.from_rows), asked, language)
    elif asked.besides:
        held = [Held(_choices_of(each, formula, pack, language), each) for each in (asked.inputs, *asked.besides)]
    common = () if asked.besides else asked.inputs
    results: list[tuple[Held, Result]] = []
    for one in held:
        given = {each.name: value_of(each) for each in (*common, *one.inputs)}
        outcome = work_out(formula, given, asked.on)
        if isinstance(outcome, Unworkable):
            return _unworkable(formula, outcome, (*common, *one.inputs), asked, language)
        results.append((one, outcome))
    analysis = _analysis(formula, asked, results, brief, pack)
    return _added(analysis, results, language) if asked.besides else analysis


def _choices_of(inputs: Sequence[GivenInput], formula: Formula, pack: Pack, language: str) -> str:
    """The choices of one set of inputs, in the pack's words."""
    declared = [(one, formula.input(one.name)) for one in inputs]
    return ", ".join(
        choice_in_words(one, of, pack, language) for one, of in declared if of is not None and of.is_choice
    )


def choice_in_words(given: GivenInput, declared: FormulaInput, pack: Pack, language: str) -> str:
    """A choice in the pack's words."""
    labels = dict(choices_of(declared, pack))
    return in_words(labels[given.value], language) if given.value in labels else given.value


def _added(analysis: Analysis, results: Sequence[tuple[Held, Result]], language: str) -> Analysis:
    """With the results of all sets of inputs added."""
    unit = results[0][1].result.step.unit
    total = sum((one.result.value for _, one in results), Decimal(0))
    parts = " + ".join(f"{held.subject} {value_words(one.result.value, unit, language)}" for held, one in results)
    label = in_words(results[0][1].formula.label, language)
    lead = said("added", language, label=label, total=value_words(total, unit, language), parts=parts)
    return analysis.model_copy(update={"lead": lead, "value": f"{total:f}"})


def _analysis(
    formula: Formula, asked: FormulaAsked, results: Sequence[tuple[Held, Result]], brief: Brief, pack: Pack
) -> Analysis:
    language, several = brief.language, len(results) > 1
    leads = [
        f"{held.subject}: {first_sentence(result, language)}"
        if several or held.subject
        else first_sentence(result, language)
        for held, result in results
    ]
    working = [
        line
        for held, result in results
        for line in (([held.subject] if several else []) + list(working_lines(result, language)))
    ]
    first = results[0][1]
    meant = next((one for one in first.steps if one.step.name == asked.step), first.result)
    points = [watch_sentence(one, result, language) for _, result in results for one in result.watch]
    day = asked.on or (brief.now.astimezone(ZoneInfo(pack.time_zone)).date() if brief.now is not None else None)
    points += pending_sentences(formula, day, language) if day is not None else ()
    cites = (
        *cited_articles(formula, brief),
        *(one.item_id for held, _ in results for one in held.inputs if one.item_id),
    )
    return Analysis(
        operations=tuple(_operation(asked, held, result) for held, result in results),
        lead=" ".join(leads[:2]),
        working=tuple(working),
        watch=tuple(dict.fromkeys(points)),
        notes=(
            *_notes(formula, asked, results, pack, language),
            said("source", language, source=in_words(formula.source, language)),
        ),
        table=_table(results, language) if several else None,
        value=f"{meant.value:f}",
        unit=meant.step.unit,
        cites=tuple(dict.fromkeys(cites)),
        by_formula=True,
    )


def _notes(
    formula: Formula, asked: FormulaAsked, results: Sequence[tuple[Held, Result]], pack: Pack, language: str
) -> tuple[str, ...]:
    """Notes on the defaults used and on inputs taken from earlier messages."""
    given = {one.name for one in asked.inputs} | {one.name for held, _ in results for one in held.inputs}
    used = results[0][1].values
    defaults = [
        in_words(one.default_note, language)
        for one in formula.inputs
        if one.default is not None
        and one.name not in given
        and one.default_note
        and (one.is_choice or one.name in used)
    ]
    before = [
        _taken_over(one, declared, pack, language)
        for one in asked.inputs
        if one.origin == "conversation" and (declared := formula.input(one.name)) is not None
    ]
    return (*defaults, *([said("given", language, values=", ".join(before))] if before else []))


def _taken_over(given: GivenInput, declared: FormulaInput, pack: Pack, language: str) -> str:
    """An input of an earlier message: 거래 매매, Nights 4 nights."""
    label = in_words(declared.label, language)
    if declared.is_choice:
        return f"{label.split('(')[0].strip()} {choice_in_words(given, declared, pack, language)}"
    return f"{label} {value_words(given.number, given.unit, language)}"


def _operation(asked: FormulaAsked, held: Held, result: Result) -> dict[str, Any]:
    used = {one.name: one for one in (*asked.inputs, *held.inputs)}
    inputs = [one.model_dump(mode="json") for one in used.values()]
    named = {one["name"] for one in inputs}
    inputs += [
        {"name": one.name, "value": str(one.default), "unit": one.unit, "origin": "pack"}
        for one in result.formula.inputs
        if one.default is not None and one.name not in named
    ]
    last = result.result
    return {
        "kind": "formula",
        "name": asked.formula,
        "inputs": inputs,
        "steps": [{"name": one.step.name, "value": f"{one.value:f}", "unit": one.step.unit} for one in result.steps],
        "result": {"value": f"{last.value:f}", "unit": last.step.unit},
    }


def _table(results: Sequence[tuple[Held, Result]], language: str) -> TableOut:
    steps = results[0][1].steps
    rows = tuple(
        (held.subject, *(value_words(one.value, one.step.unit, language) for one in result.steps))
        for held, result in results
    )
    return TableOut(columns=("", *(in_words(one.step.label, language) for one in steps)), rows=rows)


def cited_articles(formula: Formula, brief: Brief) -> tuple[str, ...]:
    """Passages at hand that state the rule, in the order the formula names them; one for each article."""
    items = [item for batch in brief.evidence for item in batch.items if not item.fields]
    found: list[str] = []
    for article in formula.articles:
        match: EvidenceItem | None = next((item for item in items if _is_of(item, article)), None)
        found += [match.item_id] if match else []
    return tuple(found)


def _is_of(item: EvidenceItem, article: str) -> bool:
    """제20조 is not 제20조의2."""
    rest = item.title.removeprefix(article)
    return rest != item.title and not rest.startswith("의")


def _object(formula: Formula, language: str) -> str:
    """The quantity worked out, as the object of a sentence."""
    label = in_words(formula.label, language)
    return with_particle(label, "을", "를") if language == "ko" else small(label)


def small(label: str) -> str:
    """Within a sentence; LTV stays as it is."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


def _lacking(formula: Formula, missing: Sequence[str], asked: FormulaAsked, language: str) -> Analysis:
    labels = tuple(in_words(one.label, language) for name in missing if (one := formula.input(name)) is not None)
    joined = (
        with_particle(", ".join(labels), "이", "가")
        if language == "ko"
        else " and the ".join(small(one) for one in labels)
    )
    lead = said("missing", language, label=_object(formula, language), names=joined)
    operation = {
        "kind": "formula",
        "name": formula.name,
        "inputs": [one.model_dump(mode="json") for one in asked.inputs],
        "missing": list(missing),
    }
    return Analysis(operations=(operation,), lead=lead, missing=labels, refused="missing", by_formula=True)


def _unworkable(
    formula: Formula, why: Unworkable, given: Sequence[GivenInput], asked: FormulaAsked, language: str
) -> Analysis:
    if why.reason == "missing":
        return _lacking(formula, why.detail or missing_inputs(formula, {}), asked, language)
    label, day = _object(formula, language), why.detail[0] if why.detail else ""
    operation = {
        "kind": "formula",
        "name": formula.name,
        "inputs": [one.model_dump(mode="json") for one in asked.inputs],
    }
    if why.reason == "out_of_period":
        ended = formula.valid_to is not None and day > formula.valid_to.isoformat()
        lead = said(
            "until" if ended else "out_of_period",
            language,
            since=str(formula.valid_from),
            until=str(formula.valid_to),
            day=day,
        )
    elif why.reason == "out_of_bounds":
        lead = " ".join(_no_value(formula, one, language) for one in given if one.name in why.detail)
    else:
        lead = said("impossible", language, label=label)
    return Analysis(operations=(operation,), lead=lead, refused=why.reason, by_formula=True)


def _no_value(formula: Formula, given: GivenInput, language: str) -> str:
    """What an input cannot be, and what it may be: The deposit cannot be -₩300 million (it is at least ₩0)."""
    declared = formula.input(given.name)
    if declared is None:
        return ""
    least, most = bounds_of(declared)
    below = given.number < least
    label = in_words(declared.label, language)
    value = value_words(given.number, given.unit, language) if abs(given.number) < SHOWN_BELOW else given.text
    return said(
        "below" if below else "above",
        language,
        what=with_particle(label, "은", "는") if language == "ko" else small(label),
        value=value,
        least=value_words(least, given.unit, language),
        most=value_words(most, given.unit, language),
    )
