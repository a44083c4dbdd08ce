"""The same question in a model's other words. Documents are searched for each, and the rankings are fused.

One call for a search, and none without a model, for rows, or where nothing has to be searched: reuse saves it. A reply
is data: what is another question by its figures, or no other wording, is left out. A call that fails leaves the
question as it is.
"""

from __future__ import annotations

from collections.abc import Iterable

import structlog

from execution_agents.team import TeamDeps
from foundation.contracts.errors import ModelFailed
from foundation.contracts.work import Brief, Reading
from foundation.language.figures.reworded import has_the_same_figures
from foundation.language.sentences import letters_of
from prompts.catalog import shipped_prompts
from prompts.replies import QueryVariationsReply

log = structlog.get_logger()
PROMPT = "query_variations"
LONGEST = 200
"""Characters of a wording; a longer one is no question to search for."""
_WHOLE = 1000
"""Weight of a question that has one reading, per mille."""


async def with_variations(brief: Brief, data_types: Iterable[str], deps: TeamDeps) -> Brief:
    """The brief, with other wordings of its question among its readings."""
    weights = deps.pack.readings
    if deps.model is None or not weights.variations or not _ranks_passages(data_types, deps):
        return brief
    messages = shipped_prompts().render(PROMPT, most=str(weights.variations), question=brief.question)
    try:
        reply = await deps.model.structured(PROMPT, messages, QueryVariationsReply, deps.usage)
    except ModelFailed as failure:
        log.info("no_variations", reason=str(failure.data.get("reason", "failed")))
        return brief
    readings = brief.readings or (Reading(text=brief.question, weight=_WHOLE),)
    known = [brief.question, *(reading.text for reading in readings)]
    added = other_wordings(brief.question, known, reply.variations)[: weights.variations]
    return brief.model_copy(
        update={"readings": (*readings, *(Reading(text=text, weight=weights.variation) for text in added))}
    )


def other_wordings(question: str, known: Iterable[str], said: Iterable[str]) -> tuple[str, ...]:
    """Those that are new and hold exactly the question's figures, each once."""
    seen, found = {letters_of(text) for text in known}, list[str]()
    for text in (" ".join(one.split()) for one in said):
        letters = letters_of(text)
        if letters and letters not in seen and len(text) <= LONGEST and has_the_same_figures(text, question):
            seen.add(letters)
            found.append(text)
    return tuple(found)


def _ranks_passages(data_types: Iterable[str], deps: TeamDeps) -> bool:
    sources = {name for data_type in data_types for name in deps.pack.data_type(data_type).sources}
    return any(deps.sources[name].kind in ("documents", "upload") for name in sources if name in deps.sources)
