"""The checks of formulas: names are declared, expressions are arithmetic, examples give their result."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from itertools import chain
from string import Formatter

from foundation.domains.formulas.bounds import bounds_of, is_within
from foundation.domains.formulas.expressions import WrongExpression, names_in
from foundation.domains.formulas.working import Unworkable, values_of, work_out
from foundation.domains.loading.patterns import pattern_fault
from foundation.domains.loading.schema_mistakes import Parts, named
from foundation.domains.loading.yaml_places import Marks, YamlPath
from foundation.domains.schema.formulas import Conditions, Formula, FormulaInput
from foundation.domains.schema.pack import TableSource

RESULT = "result"


def check_formulas(parts: Parts, marks: Marks) -> None:
    """Notes every mistake inside the formulas, and every example that comes out otherwise."""
    for path, formula in parts.formulas:
        said_before = len(marks.mistakes)
        _check_names(path, formula, parts, marks)
        _check_expressions(path, formula, marks)
        for index, one in enumerate(formula.inputs):
            _check_input((*path, "inputs", index), one, parts, marks)
        for index, pattern in enumerate(formula.patterns):
            if fault := pattern_fault(pattern):
                marks.add((*path, "patterns", index), *fault)
        _check_sentences(path, formula, parts, marks)
        if len(marks.mistakes) == said_before:
            _check_examples(path, formula, marks)


def known_names(formula: Formula) -> frozenset[str]:
    """All names an expression may use."""
    values = chain.from_iterable(values_of(table) for table in formula.tables)
    return frozenset((*(one.name for one in formula.inputs), *(one.name for one in formula.steps), *values))


def _check_names(path: YamlPath, formula: Formula, parts: Parts, marks: Marks) -> None:
    if not formula.words and not formula.patterns:
        marks.add(path, f"nothing asks for `{formula.name}`", "give it `words` or `patterns`")
    if formula.intent not in parts.known("intents"):
        marks.add((*path, "intent"), f"there is no intent `{formula.intent}`", "name one of the pack")
    for index, name in enumerate(formula.data_types):
        if name not in parts.known("data_types"):
            marks.add((*path, "data_types", index), f"there is no data type `{name}`", "name one of the pack")
    if formula.data_types and not formula.looked_up_as:
        marks.add(path, f"`{formula.name}` needs evidence and does not say what is looked up", "write `looked_up_as`")
    start, end = formula.valid_from, formula.valid_to
    if start and end and end < start:
        marks.add((*path, "valid_to"), f"valid_to {end} lies before valid_from {start}", "mend one of them")


def _check_expressions(path: YamlPath, formula: Formula, marks: Marks) -> None:
    known = known_names(formula)
    for place, expression in _expressions(path, formula):
        try:
            unknown = sorted(names_in(expression) - known)
        except WrongExpression as error:
            marks.add(place, f"`{expression}`: {error}", "write arithmetic over the formula's own names")
            continue
        for name in unknown:
            marks.add(place, f"there is no `{name}` in this formula", f"use one of: {', '.join(sorted(known))}")
    for place, conditions in _conditions(path, formula):
        for name in conditions:
            one = formula.input(name)
            if one is None or not one.is_choice:
                marks.add(place, f"`{name}` is no choice of this formula", "name an input that has a slot or choices")
    for index, table in enumerate(formula.tables):
        if table.by is not None and table.by not in known:
            marks.add((*path, "tables", index, "by"), f"there is no `{table.by}` in this formula", "name a step")


def _expressions(path: YamlPath, formula: Formula) -> Iterator[tuple[YamlPath, str]]:
    for index, step in enumerate(formula.steps):
        yield (*path, "steps", index, "expression"), step.expression
    for index, one in enumerate(formula.watch):
        yield (*path, "watch", index, "when"), one.when
    for index, table in enumerate(formula.tables):
        for place, line in enumerate(table.lines):
            for name, value in line.values.items():
                if isinstance(value, str):
                    yield (*path, "tables", index, "lines", place, "values", name), value


def _conditions(path: YamlPath, formula: Formula) -> Iterator[tuple[YamlPath, Conditions]]:
    for index, step in enumerate(formula.steps):
        yield (*path, "steps", index, "when"), step.when
    for index, table in enumerate(formula.tables):
        for place, line in enumerate(table.lines):
            yield (*path, "tables", index, "lines", place, "when"), line.when


def _check_input(path: YamlPath, one: FormulaInput, parts: Parts, marks: Marks) -> None:
    if one.slot is not None and one.slot not in parts.known("slots"):
        marks.add((*path, "slot"), f"there is no slot `{one.slot}`", "name one of the pack")
    if not one.is_choice and not one.unit:
        marks.add(path, f"`{one.name}` has neither a unit nor choices", "write its unit")
    _check_bounds(path, one, marks)
    for index, cell in enumerate(one.rows):
        source = named(parts.sources, cell.source)
        columns = {column.name for column in source.columns} if isinstance(source, TableSource) else set[str]()
        for name in (cell.column, *cell.where):
            if name not in columns:
                wrong = f"there is no column `{name}` in a table `{cell.source}`"
                marks.add((*path, "rows", index), wrong, "name a column of a table source")


def _check_bounds(path: YamlPath, one: FormulaInput, marks: Marks) -> None:
    if one.is_choice:
        for key in ("minimum", "maximum"):
            if getattr(one, key) is not None:
                marks.add((*path, key), f"`{one.name}` is a choice and has no {key}", "leave it out")
        return
    least, most = bounds_of(one)
    if least > most:
        key = "maximum" if one.minimum is None or one.maximum is not None else "minimum"
        marks.add((*path, key), f"`{one.name}` goes from {least:f} to {most:f}", "mend one of them")
    elif one.default is not None and not _may_be(one, one.default):
        wrong = f"the default {one.default} of `{one.name}` is not within {least:f} to {most:f}"
        marks.add((*path, "default"), wrong, "mend it, or write `minimum` and `maximum`")


def _may_be(one: FormulaInput, value: Decimal | str) -> bool:
    try:
        return is_within(one, Decimal(value))
    except InvalidOperation:
        return False


def _check_sentences(path: YamlPath, formula: Formula, parts: Parts, marks: Marks) -> None:
    languages = parts.rest.get("languages")
    for language in languages if isinstance(languages, list) else ():
        for key in ("label", "says", "source"):
            if not getattr(formula, key).get(str(language)):
                marks.add(
                    (*path, key), f"the words for {language} are missing", "write them in every language of the pack"
                )
    for language, text in formula.says.items():
        for name in _fields(text):
            if name not in known_names(formula) | {RESULT}:
                marks.add((*path, "says", language), f"there is no `{name}` in this formula", "name an input or a step")
    _check_points(path, formula, parts, marks)


def _check_points(path: YamlPath, formula: Formula, parts: Parts, marks: Marks) -> None:
    """Points to watch: said in every language, about names of the formula; what is pending lies ahead of the rule."""
    languages = parts.rest.get("languages")
    points = [("watch", index, one) for index, one in enumerate(formula.watch)]
    points += [("pending", index, one) for index, one in enumerate(formula.pending)]
    for key, index, one in points:
        for language in languages if isinstance(languages, list) else ():
            if not one.text.get(str(language)) or not one.article.get(str(language)):
                wrong = f"the words for {language} are missing"
                marks.add((*path, key, index), wrong, "write text and article in every language of the pack")
        for text in one.text.values():
            for name in sorted({*_fields(text)} - known_names(formula) - {RESULT}):
                marks.add((*path, key, index), f"there is no `{name}` in this formula", "name an input or a step")
    for index, change in enumerate(formula.pending):
        if formula.valid_from is not None and change.since <= formula.valid_from:
            wrong = f"{change.since} is not after valid_from {formula.valid_from}"
            marks.add((*path, "pending", index, "since"), wrong, "a change in force is a rule of its own")


def _fields(text: str) -> Iterator[str]:
    """Names a sentence shows; `{loan| … {loan} …}` is only written if there is a loan."""
    for _, name, inner, _ in Formatter().parse(text.replace("|", ":")):
        if name is not None:
            yield name
            yield from _fields(inner or "")


def _check_examples(path: YamlPath, formula: Formula, marks: Marks) -> None:
    for index, example in enumerate(formula.examples):
        place, outcome = (*path, "examples", index), work_out(formula, example.inputs)
        if isinstance(outcome, Unworkable):
            why = f"{outcome.reason} {', '.join(outcome.detail)}".strip()
            marks.add(place, f"the example of `{formula.name}` cannot be worked out ({why})", "mend it or the formula")
        elif outcome.result.value != example.result:
            found = f"{outcome.result.value:f}"
            marks.add(place, f"`{formula.name}` gives {found} and not {example.result:f}", "mend it or the formula")
