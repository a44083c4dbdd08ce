"""What a formula still needs, as one form; and the formula with the values that were filled in.

An open choice (sale or lease) may decide what else is needed: a field that applies only under some choice declares it
(`x-when`), and is required only then.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from execution_agents.analysis.formulas.sentences import choices_of, in_words
from execution_agents.analysis.formulas.values import unit_words, value_words
from foundation.contracts.formulas import Analysis, FormulaAsked, GivenInput
from foundation.contracts.pauses import FormRequest, KnownValue
from foundation.contracts.work import Brief
from foundation.domains.formulas.working import always_needed, missing_inputs, needed_inputs
from foundation.domains.schema.formulas import Formula, FormulaInput
from foundation.domains.schema.pack import Pack


def form_for(asked: FormulaAsked, lacking: Analysis, brief: Brief, pack: Pack) -> FormRequest:
    """A form for everything that is missing, with the known values beside it."""
    formula, language = pack.formula(asked.formula), brief.language
    given = {one.name: one.value for one in asked.inputs}
    named = {name for operation in lacking.operations for name in operation.get("missing", ())}
    always = always_needed(formula, given)
    fields: dict[str, Any] = {}
    for one in formula.inputs:
        if one.name in given or not _may_be_lacking(one, formula, given, named):
            continue
        fields[one.name] = field_of(one, pack, language)
        if one.name not in named and one.name not in always:
            fields[one.name]["x-when"] = conditions_of(one, formula, given)
    required = [name for name, declared in fields.items() if "x-when" not in declared]
    return FormRequest(
        message=lacking.lead,
        fields={"type": "object", "properties": fields, "required": required, "additionalProperties": False},
        known=tuple(known_value(one, formula, pack, language) for one in asked.inputs),
        query=brief.original_question,
    )


def with_values(asked: FormulaAsked, values: Mapping[str, Any], pack: Pack) -> FormulaAsked:
    """The formula with the form's values, which count as if given in the question."""
    formula = pack.formula(asked.formula)
    brought = [
        GivenInput(name=name, value=str(value), unit=one.unit, text=str(value), origin="question")
        for name, value in values.items()
        if (one := formula.input(name)) is not None
    ]
    inputs = (*asked.inputs, *brought)
    missing = missing_inputs(formula, {one.name: one.value for one in inputs})
    from_rows = tuple(name for name in asked.from_rows if name in missing)
    left = tuple(name for name in missing if name not in from_rows)
    return asked.model_copy(update={"inputs": inputs, "missing": left, "from_rows": from_rows})


def field_of(one: FormulaInput, pack: Pack, language: str) -> dict[str, Any]:
    """One field of the form."""
    title = in_words(one.label, language)
    if one.is_choice:
        choices = [{"const": value, "title": in_words(label, language)} for value, label in choices_of(one, pack)]
        return {"type": "string", "title": title, "oneOf": choices}
    return {
        "type": "number",
        "title": title,
        "minimum": 0,
        "unit": unit_words(one.unit, language),
        "x-unit": one.unit,
    }


def known_value(given: GivenInput, formula: Formula, pack: Pack, language: str) -> KnownValue:
    """One value that need not be asked for, in words."""
    one = formula.input(given.name)
    label = in_words(one.label, language) if one else given.name
    if one is not None and one.is_choice:
        words = {value: in_words(label, language) for value, label in choices_of(one, pack)}
        return KnownValue(name=given.name, label=label, value=words.get(given.value, given.value))
    return KnownValue(name=given.name, label=label, value=value_words(Decimal(given.value), given.unit, language))


def conditions_of(one: FormulaInput, formula: Formula, given: Mapping[str, str]) -> dict[str, list[str]]:
    """The values of an open choice under which an input is needed."""
    found: dict[str, list[str]] = {}
    for choice in formula.inputs:
        if not choice.is_choice or choice.name in given:
            continue
        values = {value for step in formula.steps for value in step.when.get(choice.name, ())}
        needed = [value for value in values if one.name in needed_inputs(formula, {**given, choice.name: value})]
        if needed and len(needed) < len(values):
            found[choice.name] = sorted(needed)
    return found


def _may_be_lacking(one: FormulaInput, formula: Formula, given: Mapping[str, str], named: set[str]) -> bool:
    if one.name in named:
        return True
    said_otherwise = one.default is not None or one.optional or (one.unless is not None and one.unless in given)
    return not said_otherwise and not one.is_choice and one.name in needed_inputs(formula, given)
