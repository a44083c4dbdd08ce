"""A model's planning on the packs' labelled conversations: intents, judge 1, follow-ups written out. One call each.

The prompts are the service's own. What is in hand is described from the labels: which data type was fetched for which
question and values, without passages. Turns whose data ages or changes are left out: that is judge 2's to see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from evaluations.cases import Progress
from evaluations.rates import Share
from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import LanguageModel, Usage
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.slots.slots import find_mentions
from prompts.catalog import shipped_prompts
from prompts.replies import ContextEnhancementReply, IntentAnalysisReply
from service_agent.services.endpoints.agreement import Labelled, labelled_turns, suffices
from supervisor.planning import prompt_text

PACKS = ("real_estate", "handbook")


@dataclass(frozen=True)
class Planned:
    """How often the model reads as labelled."""

    intents: Share
    judge1: Share
    follow_ups: Share


def all_labelled_turns() -> tuple[Labelled, ...]:
    """Both shipped packs' development conversations, turn by turn."""
    return tuple(one for name in PACKS for one in labelled_turns(load_pack(shipped_packs() / name)))


async def planning_of(model: LanguageModel, turns: Sequence[Labelled], progress: Progress) -> Planned:
    """Three shares. A call that fails counts as not as labelled."""
    intents, judged, rewritten = list[bool](), list[bool](), list[bool]()
    for at, one in enumerate(turns):
        progress("planning on labelled turns", at, len(turns))
        if one.turn.intent is not None:
            intents.append(await _intent(model, one) == one.turn.intent)
        if one.is_judged:
            judged.append(await suffices(model, one, Usage()) is one.suffices)
        if one.is_rewritten:
            rewritten.append(names_all(one, await _standalone(model, one)))
    shares = [Share(sum(found), len(found)) for found in (intents, judged, rewritten)]
    return Planned(*shares)


async def _intent(model: LanguageModel, one: Labelled) -> str | None:
    messages = shipped_prompts().render(
        "intent_analysis",
        intents=prompt_text.intents_text(one.pack),
        slots=prompt_text.slots_text(one.pack),
        history=one.history,
        memories=prompt_text.NOTHING,
        question=one.turn.q,
    )
    try:
        return (await model.structured("intent_analysis", messages, IntentAnalysisReply, Usage())).intent
    except ModelFailed:
        return None


async def _standalone(model: LanguageModel, one: Labelled) -> str:
    said = {"history": one.history, "memories": prompt_text.NOTHING, "question": one.turn.q}
    messages = shipped_prompts().render("context_enhancement", **said)
    try:
        reply = await model.structured("context_enhancement", messages, ContextEnhancementReply, Usage())
    except ModelFailed:
        return ""
    return reply.standalone_question


def names_all(one: Labelled, standalone: str) -> bool:
    """Whether a rewritten question names every labelled value."""
    mentions = find_mentions(standalone, one.pack, datetime.now(UTC))
    named = {(mention.slot, mention.value) for mention in mentions if not mention.negated}
    return all((slot, value) in named for slot, values in one.turn.slots.items() for value in values)
