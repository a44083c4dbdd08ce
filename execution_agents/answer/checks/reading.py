"""Prepares the evidence of one draft for its checks: items as they may be cited, rows by their cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from execution_agents.answer.checks.cells.bound_figures import RowGround
from execution_agents.answer.checks.cells.typed_rows import typed_rows
from execution_agents.answer.checks.cited_places import Evidence, Item
from execution_agents.answer.checks.examined import Case
from execution_agents.answer.evidence.contexts import Context
from execution_agents.answer.evidence.request import AnswerRequest
from foundation.domains.schema.answering import CheckFigures
from foundation.domains.slots.synonyms import synonyms_of
from foundation.language.figures.agreement import Figure

_HANGUL = re.compile(r"[가-힣]")
_LETTER = re.compile(r"[^\W\d_]")
_READ = 4_000
"""Characters read to detect a text's language."""


def case_of(
    question: str,
    contexts: Sequence[Context],
    request: AnswerRequest | None,
    check: CheckFigures,
    known: tuple[Sequence[Figure], frozenset[int], bool],
) -> Case:
    """The input for checking one draft. `known`: figures that need no place, how many items there are, and whether the
    evidence is in another language than the draft."""
    placeless, counts, cross = known
    items = [item_of(one, request.language if request else "") for one in contexts]
    if request is None:
        return Case(question, Evidence(items), check, None, not cross, counts, placeless)
    rows = typed_rows([one.one for one in contexts], request.pack, request.language)
    synonyms = synonyms_of(request.pack.dictionary.synonyms)
    evidence = Evidence(items, lambda word: tuple(synonyms.added(word)))
    return Case(
        question, evidence, check, RowGround(rows, request.pack, request.now, check), not cross, counts, placeless
    )


def item_of(context: Context, language: str) -> Item:
    """An item with its full text: a prompt may have cut it off."""
    one = context.one
    dated = f" | {one.item.as_of.isoformat()}" if one.item.as_of else ""
    whole = context.text if one.is_row else one.item.text
    return Item(one.marker, f"{context.title}{dated}", context.text, one.is_row, whole, language)


def is_cross(draft: str, evidence: Sequence[str], least: float) -> bool:
    """Whether a draft is in another language than its evidence."""
    return in_hangul(" ".join(evidence), least) != in_hangul(draft, least)


def in_hangul(text: str, least: float) -> bool:
    """Whether a text is Korean rather than English. `least`: share of Hangul among its letters."""
    letters = _LETTER.findall(text[:_READ])
    return len([each for each in letters if _HANGUL.match(each)]) >= least * max(1, len(letters))
