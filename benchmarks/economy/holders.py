"""Who holds the conversation: the product in its variants, the usual agentic-RAG graph, a plain agent.

All ask the same sources (the pack's own, made slow by the injected time) and the same scripted model.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypedDict, cast

from langgraph.graph import END, START, StateGraph  # pyright: ignore[reportMissingTypeStubs]
from pydantic import BaseModel

from benchmarks.economy.conversation import Line
from benchmarks.economy.model import RESULTS, SEARCH
from benchmarks.harness.house import House
from foundation.contracts.identity import LOCAL, Principal
from foundation.contracts.ports import LanguageModel, Message, SearchRequest, SearchResult, Source, Usage
from foundation.contracts.work import EvidenceItem, SourceKind
from foundation.domains.schema.pack import Pack
from prompts.replies import IntentAnalysisReply, QueryRouterReply

EXCHANGES = 3
"""Past exchanges a graph shows its model, as ours does."""
SHOWN = 16
"""Items of a search a prompt holds, as ours does."""


class SlowSource:
    """A source whose searches take longer by an injected time, and are counted."""

    def __init__(self, inner: Source, seconds: float, searches: list[str]) -> None:
        """`searches` is shared by all sources of one holder: the questions searched for."""
        self.name = inner.name
        self.kind: SourceKind = inner.kind
        self._inner = inner
        self._seconds = seconds
        self._searches = searches

    async def search(self, request: SearchRequest) -> SearchResult:
        self._searches.append(request.question)
        await asyncio.sleep(self._seconds)
        return await self._inner.search(request)

    async def version(self, principal: Principal) -> str:
        return await self._inner.version(principal)

    async def changed_items(self, principal: Principal, items: Sequence[EvidenceItem]) -> bool:
        return await self._inner.changed_items(principal, items)

    async def changed_within(self, principal: Principal, slots: Mapping[str, tuple[str, ...]], since: datetime) -> bool:
        return await self._inner.changed_within(principal, slots, since)


class Holder(Protocol):
    """One who holds the conversation."""

    async def answer(self, line: Line) -> bool:
        """Answers the next turn. True: the rules passed what was written as it was."""
        ...


@dataclass(frozen=True)
class Product:
    """The product, whole."""

    house: House
    session_id: str

    async def answer(self, line: Line) -> bool:
        turn = await self.house.ask(self.session_id, line.question)
        if turn.body["engine"] != "model":
            raise RuntimeError(f"{line.question!r} was answered by rules: the scripted model was not understood.")
        return turn.record["drafts"][0].get("doubted") is False


@dataclass(frozen=True)
class Library:
    """What the rivals search: the sources of each data type."""

    pack: Pack
    sources: Mapping[str, Source]

    async def search(self, data_type: str, question: str, slots: Mapping[str, tuple[str, ...]]) -> list[EvidenceItem]:
        """Every source of the type, side by side."""
        names = [name for name in self.pack.data_type(data_type).sources if name in self.sources]
        found = await asyncio.gather(*(self._ask(name, question, slots) for name in names))
        return [item for result in found for item in result.items]

    async def _ask(self, name: str, question: str, slots: Mapping[str, tuple[str, ...]]) -> SearchResult:
        declared = self.pack.source(name)
        request = SearchRequest(LOCAL, question, dict(slots), "ko", declared.limit, declared.timeout_s)
        return await self.sources[name].search(request)


class CheckReply(BaseModel):
    """What a grounding check says."""

    grounded: bool


class UsualState(TypedDict):
    """One turn of the usual graph."""

    line: Line
    items: list[EvidenceItem]
    answer: str


class UsualGraph:
    """Route, plan, search, generate, check: four calls and one search a turn, whatever is in hand."""

    def __init__(self, model: LanguageModel, library: Library) -> None:
        self._model = model
        self._library = library
        self._past: list[tuple[str, str]] = []
        self._usage = Usage()
        graph: Any = StateGraph(UsualState)
        steps = {
            "route": self._route,
            "plan": self._plan,
            "search": self._search,
            "generate": self._generate,
            "check": self._check,
        }
        for name, step in steps.items():
            graph.add_node(name, step)
        for first, second in zip([START, *steps], [*steps, END], strict=True):
            graph.add_edge(first, second)
        self._graph: Any = graph.compile()

    async def answer(self, line: Line) -> bool:
        state = cast(UsualState, await self._graph.ainvoke({"line": line, "items": [], "answer": ""}))
        self._past = [*self._past, (line.question, state["answer"])][-EXCHANGES:]
        return False

    async def _route(self, state: UsualState) -> dict[str, Any]:
        said = "질문이 인사인지, 앞선 대화로 답할 수 있는지, 자료를 찾아야 하는지 정해 JSON으로 답하세요."
        await self._model.structured("query_router", self._asked(said, state["line"]), QueryRouterReply, self._usage)
        return {}

    async def _plan(self, state: UsualState) -> dict[str, Any]:
        intents = "\n".join(f"- {intent.name}: {intent.description}" for intent in self._library.pack.intents)
        slots = ", ".join(slot.name for slot in self._library.pack.slots)
        said = f"의도 하나와 조건의 값을 JSON으로 답하세요.\n의도:\n{intents}\n조건: {slots}"
        asked = self._asked(said, state["line"])
        await self._model.structured("intent_analysis", asked, IntentAnalysisReply, self._usage)
        return {}

    async def _search(self, state: UsualState) -> dict[str, Any]:
        line = state["line"]
        return {"items": await self._library.search(line.data_type, line.alone, line.slots)}

    async def _generate(self, state: UsualState) -> dict[str, Any]:
        said = f"자료에 근거해서만 답하고 번호를 붙이세요.\n자료:\n{shown(state['items'])}"
        return {"answer": await written(self._model, "generate", self._asked(said, state["line"]), self._usage)}

    async def _check(self, state: UsualState) -> dict[str, Any]:
        said = f"답이 자료에 근거하는지 JSON으로 답하세요.\n자료:\n{shown(state['items'])}\n답:\n{state['answer']}"
        await self._model.structured("check", self._asked(said, state["line"]), CheckReply, self._usage)
        return {}

    def _asked(self, said: str, line: Line) -> list[Message]:
        past = "\n".join(f"사람: {question}\n답: {answer}" for question, answer in self._past)
        return [Message("system", said), Message("user", f"앞선 대화:\n{past}\n질문:\n{line.question}")]


class PlainAgent:
    """Answers from its own transcript: one call a turn with all of it in the prompt; its model says when to search."""

    def __init__(self, model: LanguageModel, library: Library) -> None:
        self._model = model
        self._library = library
        self._usage = Usage()
        rule = f"대화에 있는 자료로 답하세요. 자료가 모자라면 {SEARCH}라고만 답하세요."
        self._transcript = [Message("system", rule)]

    async def answer(self, line: Line) -> bool:
        self._transcript.append(Message("user", line.question))
        said = await written(self._model, "agent", self._transcript, self._usage)
        if said.strip() == SEARCH:
            items = await self._library.search(line.data_type, line.alone, line.slots)
            self._transcript += [Message("assistant", said), Message("user", f"{RESULTS}:\n{shown(items)}")]
            said = await written(self._model, "agent", self._transcript, self._usage)
        self._transcript.append(Message("assistant", said))
        return False


def shown(items: Sequence[EvidenceItem]) -> str:
    """The items a prompt has room for, one on a line."""
    return "\n".join(f"[{at}] {item.title} | {' '.join(item.text.split())}" for at, item in enumerate(items[:SHOWN], 1))


async def written(model: LanguageModel, prompt: str, messages: Sequence[Message], usage: Usage) -> str:
    """A whole free-text reply."""
    return "".join([piece async for piece in model.stream(prompt, messages, usage)])
