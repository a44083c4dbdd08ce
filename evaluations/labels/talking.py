"""Holds one labelled conversation with the real service and writes down what it did in each turn."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from evaluations.labels.world import Place, World
from execution_agents.pausing.answers import Chosen, Picked
from execution_agents.reuse.policy import VARIANTS, Choice, draw_variant
from foundation.contracts.identity import LOCAL, Principal
from foundation.contracts.plan import VariantName
from foundation.domains.loading.labels import Conversation, LabelledTurn
from foundation.domains.schema.pack import Pack
from foundation.storage.records import DecisionRow, StoredEvent
from service_agent.services.services import Services
from service_agent.services.turns import Asked, Question, new_id

EVEN: Mapping[VariantName, float] = dict.fromkeys(VARIANTS, 1.0)
"""The weights the evaluated service draws by, so that a session of any variant can be had."""


@dataclass(frozen=True)
class Turned:
    """What the service did in one turn."""

    intent: str = ""
    route: str = ""
    slots: Mapping[str, tuple[str, ...]] | None = None
    """Slot -> values as understood; None when no decision was written."""
    types: Mapping[str, str] | None = None
    """Data type -> reused, searched or failed; None likewise."""
    why: Mapping[str, tuple[str, ...]] | None = None
    """Data type -> judge 2's issues."""
    judge1: str = ""
    """Judge 1's confidence and reasons."""
    asked: bool = False
    person: str | None = None
    """What the person chose."""
    failed: str | None = None
    """The sentence of a run that failed."""


@dataclass(frozen=True)
class Talker:
    """Talks with one service."""

    services: Services
    world: World

    async def talk(self, conversation: Conversation, variant: VariantName) -> list[Turned]:
        """The whole conversation, as a session of this variant."""
        place = await self.world.place(conversation)
        session_id = session_of(variant)
        await self.services.create_session(place.principal, place.pack.name, session_id)
        return [await self._turn(place, session_id, turn) for turn in conversation.turns]

    async def answer(self, question: str, variant: VariantName) -> dict[str, Any]:
        """The final message to one question in a session of its own."""
        principal, session_id = Principal(tenant_id=LOCAL.tenant_id, owner_id=new_id()), session_of(variant)
        await self.services.create_session(principal, self.world.pack.name, session_id)
        session = await self.services.session(principal, session_id)
        submission = await self.services.turns.say(principal, session_id, Question(question, new_id()))
        if submission is None:
            return {}
        turn = LabelledTurn(q=question, case="first", types={}, decision="none")
        asked = Asked(submission, session_id, session.last_seq)
        return (await self._listen(Place(principal, self.world.pack), asked, turn))[0]

    async def _turn(self, place: Place, session_id: str, turn: LabelledTurn) -> Turned:
        if turn.age_s:
            await self.world.age(place, session_id, turn.age_s)
        if turn.change is not None:
            await self.world.change(place, turn.change)
        session = await self.services.session(place.principal, session_id)
        submission = await self.services.turns.say(place.principal, session_id, Question(turn.q, new_id()))
        if submission is None:
            return Turned(failed="The question was taken for the answer to a clarification.")
        asked = Asked(submission, session_id, session.last_seq)
        final, person = await self._listen(place, asked, turn)
        trace = await self.services.trace(place.principal, submission.run_id)
        if trace.decision is None:
            return Turned(failed=str(final.get("message") or "The run ended without a decision."))
        return turned(trace.decision, final, person)

    async def _listen(self, place: Place, asked: Asked, turn: LabelledTurn) -> tuple[dict[str, Any], str | None]:
        """The last frame that says how it ended, and what the person chose when asked."""
        final: dict[str, Any] = {}
        person: str | None = None
        async with aclosing(self.services.turns.frames_of(place.principal, asked)) as frames:
            async for item in frames:
                if not isinstance(item, StoredEvent):
                    continue
                if item.type == "user_confirmation_required":
                    card = json.loads(item.text)
                    person = choice(card["context"]["previous_data_summary"], turn, place.pack)
                    await self.services.turns.decide(place.principal, card["confirmation_id"], Chosen(person))
                elif item.type == "clarification_required":
                    card = json.loads(item.text)
                    likeliest = Picked(card["options"][0]["id"])
                    await self.services.turns.decide(place.principal, card["clarification_id"], likeliest)
                elif item.type in ("answer", "run_failed"):
                    final = json.loads(item.text)
        return final, person


def session_of(variant: VariantName) -> str:
    """A new session id whose draw gives this variant."""
    drawn = (new_id() for _ in itertools.count())
    return next(made for made in drawn if draw_variant(made, EVEN) == variant)


def choice(card: str, turn: LabelledTurn, pack: Pack) -> str:
    """What a careful person answers: the earlier data only when all that the card speaks of should be reused."""
    spoken_of = [name for name in turn.types if _says(card, name, pack)] or list(turn.types)
    use = bool(spoken_of) and all(turn.types[name] == "reused" for name in spoken_of)
    return (Choice.USE_PREVIOUS if use else Choice.SEARCH_NEW).value


def _says(card: str, data_type: str, pack: Pack) -> bool:
    return any(label in card for label in pack.data_type(data_type).label.values())


def turned(decision: DecisionRow, final: Mapping[str, Any], person: str | None) -> Turned:
    """What the decision row and the final message say."""
    understood: dict[str, tuple[str, ...]] = {}
    for slot in decision.inputs["understanding"]["slots"]:
        understood[slot["name"]] = (*understood.get(slot["name"], ()), slot["value"])
    judge1 = decision.judge1 or {}
    return Turned(
        intent=decision.intent,
        route=str(final.get("route", "")),
        slots=understood,
        types={name: str(found["decision"]) for name, found in decision.judge2.items()},
        why={name: tuple(found["issues"]) for name, found in decision.judge2.items()},
        judge1=f"{judge1.get('confidence', '–')}: {judge1.get('reasoning', '')}",
        asked=decision.asked,
        person=person,
    )
