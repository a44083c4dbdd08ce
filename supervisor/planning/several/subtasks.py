"""The parts of one sentence as a model separates them, in a single-task call: each a complete question, and which of
them need another's result. The reply is read by rules like any message of several questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import structlog

from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import LanguageModel, Usage
from foundation.language.cues import language_of
from foundation.language.figures.reworded import strange_figures
from prompts.catalog import shipped_prompts
from prompts.replies import SubtaskPlanningReply, SubtaskReply
from supervisor.planning import prompt_text
from supervisor.planning.context import TurnContext
from supervisor.planning.requests import MOST, Requests, requests_of

log = structlog.get_logger()


async def subtasks_by_model(context: TurnContext, model: LanguageModel, usage: Usage) -> Requests:
    """The parts; none if it is one question, or if the model failed: then the rules' reading as one question stays."""
    messages = shipped_prompts().render(
        "subtask_planning",
        most=str(MOST),
        history=prompt_text.history_text(context),
        question=context.question,
    )
    try:
        reply = await model.structured("subtask_planning", messages, SubtaskPlanningReply, usage)
    except ModelFailed as failure:
        log.info("subtasks_by_rules", reason=str(failure.data.get("reason", "failed")))
        return Requests()
    parts = reply.subtasks
    if len(parts) < 2:
        return Requests()
    if not keep_to_it([one.question for one in parts], context):
        log.info("subtasks_by_rules", reason="another_question")
        return Requests()
    found = await requests_of(context, [one.question for one in parts])
    if len(found.read) != min(len(parts), MOST):  # Rules joined some of them: the indexes have changed.
        return found
    return replace(found, after=tuple(needed(at, one) for at, one in enumerate(parts[:MOST])))


def keep_to_it(parts: Sequence[str], context: TurnContext) -> bool:
    """True if a model's parts ask what the message asks: in its language, with no figure that neither it nor the
    conversation has, and together with all of its own; but a bare number may count the parts themselves."""
    question = context.question
    if any(language_of(one) != language_of(question) for one in parts):
        return False
    whole = "\n".join(parts)
    lost = [one for one in strange_figures(question, whole) if one.kind != "plain"]
    return not lost and not strange_figures(whole, f"{question}\n{prompt_text.history_text(context)}")


def needed(place: int, part: SubtaskReply) -> tuple[int, ...]:
    """Indexes, from 0, of the earlier parts that it names."""
    return tuple(sorted({number - 1 for number in part.after if 0 < number <= place}))
