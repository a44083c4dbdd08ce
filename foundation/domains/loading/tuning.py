"""A pack with other figures of system 3: what an experiment's arm may change without another pack.

    retrieval: {hybrid: {top: 20}, cut: {most: 6}}
    answering: {check: {key_words: 600}}

What is left out stays as the pack has it. Keys and bounds are those of the pack (docs/packs.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from foundation.domains.loading.schema_mistakes import mistake_of
from foundation.domains.schema.declared import Declared
from foundation.domains.schema.pack import Pack

Figures = Mapping[str, Any]
"""Part -> figure -> value; parts may be nested."""
FiguresT = TypeVar("FiguresT", bound=Declared)


class UnfitFigures(ValueError):
    """One sentence: which figure does not fit, and what to write."""


def tuned(pack: Pack, retrieval: Figures, answering: Figures) -> Pack:
    """The pack with these figures instead of its own; itself if there are none. Raises UnfitFigures."""
    if not retrieval and not answering:
        return pack
    changed_retrieval = _with(pack.retrieval, retrieval, "retrieval")
    if changed_retrieval.hybrid.grams != pack.retrieval.hybrid.grams:
        raise UnfitFigures("retrieval.hybrid.grams is the index's, which all arms share; write it into the pack.")
    changed = {
        "retrieval": changed_retrieval,
        "answering": _with(pack.answering, answering, "answering"),
    }
    return pack.model_copy(update=changed)


def _with(figures: FiguresT, changed: Figures, part: str) -> FiguresT:
    try:
        return type(figures).model_validate(_merged(figures.model_dump(mode="json"), changed))
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        wrong, remedy = mistake_of(detail, (part, *detail["loc"]))
        raise UnfitFigures(f"{wrong}; {remedy}{'' if remedy.endswith('?') else '.'}") from None


def _merged(figures: Figures, changed: Figures) -> dict[str, Any]:
    """Deep for mappings; a list is taken whole."""
    whole = dict(figures)
    for name, value in changed.items():
        own = whole.get(name)
        if isinstance(own, Mapping) and isinstance(value, Mapping):
            whole[name] = _merged(cast(Figures, own), cast(Figures, value))
        else:
            whole[name] = value
    return whole
