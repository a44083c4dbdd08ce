"""What a turn asks of a model, tried once each: planning, writing, planning a calculation.

Each goes through what a turn goes through: the same prompts over the same pack, the same validation. A reply that a
turn would throw away has failed here, and the field that was wrong is named.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Literal

from execution_agents.analysis.material import Material
from execution_agents.analysis.operations.facts import Fact
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.draft import write_answer
from execution_agents.computing.model_plan import carried_out, operations_by_model
from execution_agents.reuse.judge2 import Standing
from foundation.contracts.errors import DataMissing, ModelFailed
from foundation.contracts.events import RunEvent
from foundation.contracts.identity import Principal
from foundation.contracts.operations import Aggregate, Refused
from foundation.contracts.plan import Understanding
from foundation.contracts.ports import JsonObject, LanguageModel, Usage
from foundation.contracts.work import Evidence, EvidenceItem
from foundation.domains.loading.labels import read_labels
from foundation.domains.schema.pack import Column, Pack, TableSource
from supervisor.planning.context import TurnContext
from supervisor.planning.requests import understood
from supervisor.planning.turn_planning import Mode, is_certain, read_by_model

TaskName = Literal["plan", "write", "calculate"]
ANALYSIS = "analysis"
"""The team that calculates."""
MOST_READ = 12
"""Labelled turns that are looked at for one a model plans."""
SMALL_TALK = "안녕하세요, 오늘 날씨가 좋네요"
PASSAGES = {
    "ko": (
        "공구 대여 안내",
        "공구는 한 사람이 한 번에 4개까지 빌릴 수 있다. 빌린 공구는 7일 안에 돌려준다.",
        "공구는 한 사람이 한 번에 몇 개까지 빌릴 수 있나요?",
    ),
    "en": (
        "Borrowing tools",
        "One person may borrow up to 4 tools at a time. Borrowed tools are returned within 7 days.",
        "How many tools may one person borrow at a time?",
    ),
}
"""(title, text, question) of what is written about. It is no pack's, so that every pack's writer can be asked."""
WRITTEN = "4"
MEANS = {"ko": "표의 모든 행에서 {column} 평균을 계산해줘", "en": "Calculate the mean of {column} over all rows"}
VALUES = (10, 20, 60)


@dataclass
class Tried:
    """One task, tried."""

    task: TaskName
    question: str
    works: bool = False
    seconds: float = 0.0
    reason: str | None = None
    """Why it does not: a stable word."""
    field: str = ""
    """The reply's field that was wrong; "": none in particular."""
    said: str = ""
    """What stood in it."""
    sentence: str | None = None
    """The same in a sentence."""
    labelled: str = ""
    """What the label says of the question; "": it has none, or it was answered as labelled."""
    got: str = ""
    """What the model said instead."""


@dataclass(frozen=True)
class Trier:
    """One model, tried on one pack."""

    model: LanguageModel
    pack: Pack
    mode: Mode
    principal: Principal
    usage: Usage

    async def tried(self) -> list[Tried]:
        """Every task that a turn of this pack may have, one after the other: a small machine does one at a time."""
        found = [await self._timed(await self._planned(), self._plan), await self._timed(self._written(), self._write)]
        material = material_of(self.pack)
        if material is not None:
            asked = Tried("calculate", material.question)

            async def calculate(one: Tried) -> None:
                await self._calculate(one, material)

            found.append(await self._timed(asked, calculate))
        return found

    async def _timed(self, one: Tried, act: Callable[[Tried], Awaitable[None]]) -> Tried:
        begun = time.monotonic()
        try:
            await act(one)
        except ModelFailed as failure:
            failed(one, failure)
        one.seconds = time.monotonic() - begun
        return one

    async def _planned(self) -> Tried:
        """A question that a model plans: where rules are certain, its reading would change nothing."""
        for question, intent in list(plannable(self.pack))[:MOST_READ]:
            rules, _ = await understood(self._context(question))
            if not is_certain(rules) and rules.data_types:
                return Tried("plan", question, labelled=intent)
        return Tried("plan", SMALL_TALK)

    async def _plan(self, one: Tried) -> None:
        read = await read_by_model(self._context(one.question), _nothing_in_hand, self.model, self.mode, self.usage)
        one.works = True
        one.labelled, one.got = (one.labelled, read.intent) if one.labelled not in ("", read.intent) else ("", "")

    def _context(self, question: str) -> TurnContext:
        return TurnContext(
            principal=self.principal,
            session_id="",
            run_id="",
            question=question,
            exchanges=(),
            ledger=(),
            pack=self.pack,
            variant="hybrid_confirm",
            thresholds=self.pack.thresholds,
            now=datetime.now(UTC),
        )

    def _written(self) -> Tried:
        return Tried("write", PASSAGES[language_of(self.pack)][2])

    async def _write(self, one: Tried) -> None:
        answer = await write_answer(request_of(self.pack), self.model, self.usage, _unheard, _unwatched)
        one.works = answer.engine == "model"
        drafts: list[JsonObject] = answer.record.get("drafts") or [{}]
        if not one.works:
            one.reason = str(drafts[-1].get("outcome") or "unknown")
            one.said = str(drafts[-1].get("text") or "")[:200]
        elif WRITTEN not in answer.content:
            one.labelled, one.got = WRITTEN, answer.content[:200]

    async def _calculate(self, one: Tried, material: Material) -> None:
        source, operations = await operations_by_model(one.question, (material,), self.model, self.usage)
        done = carried_out(one.question, (material,), source, operations)
        if done is None:
            known = source in ("", material.source.name)
            one.reason = "no_operations" if known else "no_such_table"
            one.field, one.said = ("operations", "") if known else ("source", source[:80])
        elif isinstance(done, Refused):
            one.reason, one.field, one.said = done.reason, "operations", ", ".join(done.detail)[:80]
        else:
            one.works = True
            if not any(isinstance(each, Aggregate) and each.function == "mean" for each in operations):
                one.labelled, one.got = "mean", ", ".join(each.kind for each in operations)


def failed(one: Tried, failure: ModelFailed) -> None:
    """Why it does not work, from what a turn would have gone on by rules for."""
    one.labelled, one.reason = "", str(failure.data.get("reason", "unknown"))
    one.field, one.said = str(failure.data.get("field", "")), str(failure.data.get("said", ""))
    one.sentence = failure.message.removesuffix("; the built-in rules answered instead.")


def plannable(pack: Pack) -> Iterator[tuple[str, str]]:
    """(question, its intent) that stand alone: labelled ones, else the intents' own examples, else the pack's ("")."""
    try:
        labelled = read_labels(pack).get("development", ())
    except DataMissing:
        labelled = ()
    for turn in (conversation.turns[0] for conversation in labelled):
        if turn.intent and turn.route != "history_required" and not pack.intent_ends(turn.intent):
            yield turn.q, turn.intent
    yield from ((text, intent.name) for intent in pack.intents if intent.ends is None for text in intent.examples[:1])
    yield from ((example.text, "") for example in pack.examples)


def language_of(pack: Pack) -> str:
    """The language it is tried in: the pack's first one that sentences exist in."""
    return next((one for one in pack.languages if one in PASSAGES), "en")


def request_of(pack: Pack) -> AnswerRequest:
    """One question with one passage that answers it."""
    language = language_of(pack)
    title, text, question = PASSAGES[language]
    kind = pack.data_types[0]
    now = datetime.now(UTC)
    item = EvidenceItem(
        item_id="tried", content_hash="tried", title=title, text=text, source=kind.sources[0], as_of=now.date(), score=1
    )
    evidence = Evidence(
        evidence_id="tried", session_id="", run_id="", data_type=kind.name, sources=kind.sources[:1], kind="documents",
        query=question, slots={}, items=(item,), fetched_at=now, source_version="",
    )  # fmt: skip
    # A fact the passage holds word for word would be answered without the model, which is what is tried here.
    figures = pack.answering.model_copy(update={"direct_facts": False})
    own = pack.model_copy(update={"answering": figures})
    intent = next((one.name for one in pack.intents if one.ends is None), "")
    return AnswerRequest(question, question, language, intent, own, now, data_types=(kind.name,), evidence=(evidence,))


def material_of(pack: Pack) -> Material | None:
    """Three rows with one figure each in the shape of the pack's first table that has figures; None: its turns do not
    plan calculations."""
    teams = {*pack.default_teams, *(team for intent in pack.intents for team in intent.teams)}
    if ANALYSIS not in teams:
        return None
    for source in pack.sources:
        column = measured(source) if isinstance(source, TableSource) else None
        if isinstance(source, TableSource) and column is not None:
            language = language_of(pack)
            question = MEANS[language].format(column=column.label.get(language) or column.name)
            facts = tuple(_fact(at, value, source, column) for at, value in enumerate(VALUES))
            return Material(question, language, pack, source, {}, {}, facts, complete=True)
    return None


def measured(source: TableSource) -> Column | None:
    """Its first figure."""
    figures = (one for one in source.columns if one.type in ("integer", "number") and one.unit != "year")
    return next((one for one in figures if one.name not in source.key), None)


def _fact(number: int, value: int, source: TableSource, column: Column) -> Fact:
    name = next((one.name for one in source.columns if one.type == "text"), None)
    labels = {} if name is None else {name: "ABC"[number]}
    return Fact(number, labels, "", {column.name: Decimal(value)}, {column.name: column.unit}, {})


async def _nothing_in_hand(understanding: Understanding) -> Mapping[str, Standing]:
    return {name: Standing(name, None) for name in understanding.data_types}


async def _unheard(text: str) -> None:
    del text


async def _unwatched(event: RunEvent) -> None:
    del event
