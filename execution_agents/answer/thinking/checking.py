"""The nodes that check: accuracy and completeness in parallel, then fact by fact; and the routing that follows from
them."""

from __future__ import annotations

import asyncio
import re
from typing import Literal

from langgraph.runtime import Runtime

from execution_agents.answer.thinking import reading
from execution_agents.answer.thinking.asking import ThinkingDeps
from execution_agents.answer.thinking.progress import announce
from execution_agents.answer.thinking.state import EnsembleState, FactState, ThinkingState
from execution_agents.answer.thinking.writing import shown
from foundation.contracts.ports import JsonObject
from foundation.domains.schema.thinking import ThinkingFigures
from foundation.language.sentences import letters_of
from prompts.thinking_replies import AccuracyReply, CompletenessReply, FactsReply

_CUT = re.compile(r"\.{3,}|…|\n")
"""Where a quote leaves words out."""
HALF_WRONG = 500
"""The highest score of an answer that does not answer the question, whatever number stands beside that verdict."""


async def ensemble_verify(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """Accuracy and completeness in parallel, accuracy alone if calls are left for one only; if one gives no result the
    other counts alone."""
    deps = runtime.context
    if "ensemble" in deps.figures.leave_out or not deps.meter.room(2):
        return {}
    await announce(deps, "ensemble_verify")
    deps.meter.rounds += 1
    documents = shown(state, deps, state["question"], *state["sub_questions"], state["draft"])
    asked, draft = state["question"], state["draft"]
    accuracy, completeness = await asyncio.gather(
        deps.structured(
            "accuracy_check", AccuracyReply, reading.accuracy, documents=documents, question=asked, draft=draft
        ),
        _completeness(asked, draft, deps),
    )
    # What was objected to before the draft was written again counts until a check says otherwise.
    return {"ensemble": ensemble_of(accuracy, completeness, deps.figures) or state["ensemble"]}


async def _completeness(question: str, draft: str, deps: ThinkingDeps) -> CompletenessReply | None:
    # Each check may take two requests, the second to repair its reply.
    if deps.figures.ensemble_variants < 2 or not deps.meter.room(4):
        return None
    return await deps.structured(
        "completeness_check", CompletenessReply, reading.completeness, question=question, draft=draft
    )


def ensemble_of(
    accuracy: AccuracyReply | None, completeness: CompletenessReply | None, figures: ThinkingFigures
) -> EnsembleState | None:
    """The discounted consensus; None if neither check gave a result."""
    exact = None if accuracy is None else round(10 * accuracy.score)
    if accuracy is not None and exact is not None and not accuracy.answers_question:
        exact = min(exact, HALF_WRONG)
    whole = None if completeness is None else round(10 * completeness.score)
    if completeness is not None and whole is not None and completeness.complete == "no":
        whole = min(whole, HALF_WRONG)
    if exact is None and whole is None:
        return None
    first, second = exact if exact is not None else whole or 0, whole if whole is not None else exact or 0
    mean = (figures.accuracy * first + (1000 - figures.accuracy) * second) / 1000
    lacking = completeness is not None and completeness.complete != "yes"
    return EnsembleState(
        accuracy=exact,
        completeness=whole,
        consensus=discounted(mean, figures),
        unsupported=list(accuracy.unsupported) if accuracy is not None else [],
        missing=list(completeness.missing) if completeness is not None and lacking else [],
    )


async def fact_verify(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """Looks up each fact of the draft."""
    deps = runtime.context
    if "facts" in deps.figures.leave_out or not deps.meter.room(2):
        return {}
    await announce(deps, "fact_verify")
    deps.meter.rounds += 1
    documents = shown(state, deps, state["question"], *state["sub_questions"], state["draft"])
    reply = await deps.structured("fact_verify", FactsReply, reading.facts, documents=documents, draft=state["draft"])
    if reply is None or not reply.facts:
        return {}
    held = letters_of(documents)
    facts = [
        FactState(fact=one.fact, verdict=one.verdict, quote=one.quote)
        for one in reply.facts
        if one.verdict == "not_found" or is_quoted(one.quote, held)
    ]
    if not facts:
        return {}
    verified = sum(one["verdict"] == "verified" for one in facts)
    return {"facts": facts, "fact_score": discounted(1000 * verified / len(facts), deps.figures)}


def is_quoted(quote: str, held: str) -> bool:
    """True if each piece of a quote stands in the documents (their letters, `held`): a model's verdict counts as far as
    it can be shown."""
    pieces = [letters for piece in _CUT.split(quote) if (letters := letters_of(piece))]
    return bool(pieces) and all(piece in held for piece in pieces)


def discounted(score: float, figures: ThinkingFigures) -> int:
    """The score after the discount, per mille."""
    return round(score * (1000 - figures.discount) / 1000)


def after_ensemble(state: ThinkingState, figures: ThinkingFigures) -> Literal["end", "again", "facts"]:
    """A sure answer ends here; a very poor one is written again. A named problem is never ignored: a high score does
    not outweigh a missing part, or a figure that the rules refute."""
    found = state["ensemble"]
    if found is None:
        return "facts"
    if found["consensus"] >= figures.high and not named(state):
        return "end"
    if found["consensus"] < figures.low and not state["regenerated"]:
        return "again"
    return "facts"


def after_facts(state: ThinkingState, figures: ThinkingFigures) -> Literal["end", "refine"]:
    """Refines the draft if the checks doubt it, or if a named problem can be corrected."""
    if state["refinements"] >= figures.refinement_max:
        return "end"
    ensemble, score = state["ensemble"], state["fact_score"]
    doubted = (ensemble is not None and ensemble["consensus"] < figures.medium) or (
        score is not None and score < figures.fact
    )
    contradicted = any(one["verdict"] == "contradicted" for one in state["facts"] or [])
    return "refine" if doubted or contradicted or named(state) else "end"


def named(state: ThinkingState) -> bool:
    """True if a part is missing, or if the rules object to the draft."""
    return bool(state["measured"]) or bool(state["ensemble"] and state["ensemble"]["missing"])


def confidence_of(state: ThinkingState, figures: ThinkingFigures) -> int:
    """The confidence in the answer, per mille; a refined one was not checked again, so it counts as medium at most."""
    known = scores_of(state)
    if not known:
        return figures.low
    mean = round(sum(known) / len(known))
    return min(figures.medium, max(mean, figures.low)) if state["refined"] else mean


def scores_of(state: ThinkingState) -> list[int]:
    """The scores of the checks that gave a result, per mille."""
    consensus = state["ensemble"]["consensus"] if state["ensemble"] is not None else None
    return [score for score in (consensus, state["fact_score"]) if score is not None]
