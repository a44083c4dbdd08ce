"""The field reference of docs/packs.md, generated from the models so that it always matches what the loader accepts."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import cast

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from foundation.domains.schema import answering, facts, formulas, graph, retrieving
from foundation.domains.schema import pack as schema

PARTS: tuple[type[BaseModel], ...] = (
    *(
        schema.Pack,
        schema.Intent,
        schema.DataType,
        schema.NamedThings,
        schema.Freshness,
        schema.Judge2Figures,
        schema.ProbeFigures,
    ),
    *(schema.Slot, schema.Choice, schema.RegionNode, schema.RegionGroup),
    *(schema.EntityType, schema.DocumentEntities, schema.ColumnEntities, schema.DocumentsSource),
    *(
        schema.TableSource,
        schema.Column,
        schema.SlotColumn,
        schema.Aggregate,
        schema.HttpSource,
        schema.McpSource,
        schema.WebSource,
        schema.HttpField,
        *(graph.GraphSource, graph.GraphType, graph.GraphRelation, graph.SpecField),
        schema.Thresholds,
    ),
    *(formulas.Formula, formulas.FormulaInput, formulas.RowCell, formulas.BracketTable, formulas.Bracket),
    *(formulas.Step, formulas.Rounding, formulas.Watch, formulas.Pending, formulas.FormulaExample),
    *(facts.Fact, schema.Judge1RuleFigures, schema.Dictionary, schema.Replies, schema.ExampleQuestion),
    *(retrieving.RetrievalFigures, retrieving.AnalysisFigures, retrieving.HybridFigures),
    *(retrieving.FilterFigures, retrieving.CutFigures, answering.AnswerFigures, answering.ContextShape),
    *(answering.ChoiceFigures, answering.CheckFigures, answering.ConfidenceFigures, answering.GenerationFigures),
    *(answering.ScoringFigures, answering.QuotingFigures, answering.RowFigures),
    *(answering.DirectFigures, answering.CitationFigures, answering.SupportFigures),
)
"""In the order a reader meets them."""
BEGIN, END = "<!-- generated: fields -->", "<!-- end of generated: fields -->"
_SET_BY_LOADER = "root"


def with_reference(page: str) -> str:
    """The page with its generated part renewed. Raises ValueError when the page has no place for it."""
    before, _, rest = page.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise ValueError(f"the page has no `{BEGIN}` … `{END}`")
    return f"{before}{BEGIN}\n\n{field_reference()}\n{END}{after}"


def field_reference() -> str:
    """Markdown: one table per part of a pack."""
    docs = _field_docs()
    return "\n".join(_table(part, docs) for part in PARTS)


def _table(part: type[BaseModel], docs: Mapping[tuple[str, str], tuple[str, str]]) -> str:
    lines = [f"### {part.__name__}", "", inspect.cleandoc(part.__doc__ or ""), ""]
    lines += ["| key | takes | default | meaning |", "| --- | --- | --- | --- |"]
    for name, field in part.model_fields.items():
        if name != _SET_BY_LOADER:
            owner = next(one.__name__ for one in part.__mro__ if (one.__name__, name) in docs)
            takes, meaning = docs[owner, name]
            lines.append(f"| `{name}` | `{takes}` | {_default(field)} | {meaning} |")
    return "\n".join([*lines, ""])


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    value = field.get_default(call_default_factory=True, validated_data={})
    if isinstance(value, BaseModel):
        return "see below"
    if isinstance(value, dict):
        declared = cast(dict[str, object], value)
        value = {name: one.model_dump() if isinstance(one, BaseModel) else one for name, one in declared.items()}
    return "" if value is PydanticUndefined or value in (None, (), "", {}) else f"`{value}`"


def _field_docs() -> dict[tuple[str, str], tuple[str, str]]:
    """(class, field) -> its type as the source writes it, and the sentence under it."""
    files = dict.fromkeys(Path(inspect.getfile(part)) for part in PARTS)
    bodies = [node for file in files for node in ast.parse(file.read_text(encoding="utf-8")).body]
    return {
        (part.name, name): (_in_cell(takes), _in_cell(meaning))
        for part in bodies
        if isinstance(part, ast.ClassDef)
        for name, takes, meaning in _fields(part)
    }


def _fields(part: ast.ClassDef) -> Iterator[tuple[str, str, str]]:
    for field, below in zip_longest(part.body, part.body[1:]):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            yield field.target.id, _type(field.annotation), _text(below)


def _type(annotation: ast.expr) -> str:
    """The type as written; of `Annotated[str, …]` the type alone."""
    match annotation:
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[inner, *_])):
            return ast.unparse(inner)
        case _:
            return ast.unparse(annotation)


def _text(below: ast.stmt | None) -> str:
    match below:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return text
        case _:
            return ""


def _in_cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
