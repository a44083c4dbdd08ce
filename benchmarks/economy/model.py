"""The scripted model every holder of the conversation talks to, over real HTTP: truthful, and wrong on the traps.

It takes 200 ms a call (injected). Asked whether the data in hand is enough it says what the line says: enough, with
confidence 0.95, on every reusable turn and on every trap; not enough, 0.3, where a topic is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmarks.economy.conversation import CONVERSATION, Line
from foundation.llm.client import Endpoint, ModelClient
from foundation.llm.scripted import Call, Reply, ScriptedEndpoint, as_reply
from foundation.llm.scripted import Line as ScriptLine
from prompts.budgets import BUDGETS

CALL_S = 0.2
"""Injected time of one model call."""
SURE, UNSURE = 0.95, 0.3
ANSWER = (
    "찾은 자료를 바탕으로 답을 드립니다. 묻는 조건에 맞는 항목을 골라 정리했고, 자료에 적힌 내용만 옮겼습니다[1]. "
    "자료가 말하지 않는 부분은 짐작하지 않았으니, 더 필요한 조건이 있으면 지역이나 거래 유형을 함께 알려 주세요."
)
"""A written answer's usual length, without a figure of its own; the question stands before it."""
SEARCH = "SEARCH"
"""How the plain agent's model asks for a search."""
RESULTS = "검색 결과"
"""How the plain agent's prompt opens what a search found."""


def found_there(call: Call) -> dict[str, Any]:
    """Every doubtful sentence is borne out by the first document, whose words are quoted."""
    shown = call.text.split("Documents:")[-1].split("Sentences:")[0]
    documents = [line for line in shown.splitlines() if line.count(" | ") > 1]
    quote = documents[0].split(" | ", 2)[2][:60] if documents else ""
    claims = [line for line in call.text.split("Sentences:")[-1].splitlines() if line[:1].isdigit()]
    found = [{"claim": at, "verdict": "supported", "quote": quote} for at, _ in enumerate(claims, 1)]
    return {"claims": found or [{"claim": 1, "verdict": "not_found", "quote": ""}]}


@dataclass
class ScriptedModel:
    """What the model says in the turn at hand. `line` moves on with the conversation."""

    line: Line = CONVERSATION[0]
    delay_s: float = CALL_S
    endpoint: ScriptedEndpoint = field(init=False)

    def __post_init__(self) -> None:
        self.endpoint = ScriptedEndpoint(self._script())

    def client(self) -> ModelClient:
        """A client of the endpoint, which must be serving."""
        return ModelClient(Endpoint(self.endpoint.base_url, "scripted"), BUDGETS)

    @property
    def calls(self) -> int:
        """Calls so far."""
        return len(self.endpoint.calls)

    @property
    def prompt_bytes(self) -> int:
        """Bytes of all requests so far."""
        return sum(call.size for call in self.endpoint.calls)

    @property
    def _answer(self) -> str:
        return f"물으신 것: {self.line.standalone or self.line.question} {ANSWER}"

    def _script(self) -> Mapping[str, ScriptLine]:
        said: dict[str, Callable[[Call], Any]] = {
            "turn_planning": lambda _: self._planning(),
            "answer": lambda _: self._answer,
            "answer_strict": lambda _: self._answer,
            "synthesis": lambda _: self._answer,
            "hallucination_check": found_there,
            "answer_grader": lambda _: {"grade": "accept", "missing": []},
            "query_router": lambda _: {"route": "rag_required"},
            "intent_analysis": lambda _: self._reading(),
            "generate": lambda _: self._answer,
            "check": lambda _: {"grounded": True},
            "agent": self._agent,
        }
        return {prompt: self._delayed(says) for prompt, says in said.items()}

    def _delayed(self, says: Callable[[Call], Any]) -> Callable[[Call], Reply]:
        def reply(call: Call) -> Reply:
            return Reply(as_reply(says(call)).text, delay_s=self.delay_s, piece=400)

        return reply

    def _reading(self) -> dict[str, Any]:
        slots = {name: list(values) for name, values in self.line.slots.items()}
        return {"intent": self.line.intent, "confidence": SURE, "slots": slots, "ambiguity_reason": None}

    def _planning(self) -> dict[str, Any]:
        enough = self.line.model_says_enough
        judged: dict[str, Any] = {
            "is_sufficient": enough,
            "confidence": SURE if enough else UNSURE,
            "data_source": "checkpoint" if enough else "none",
            "missing_data_types": [],
            "reasoning": "가진 자료로 답할 수 있다" if enough else "새 주제다",
        }
        said: dict[str, Any] = {
            "route": "rag_required",
            "standalone_question": self.line.standalone,
            "sufficiency": judged,
        }
        return {**self._reading(), **said, "slots": {}}

    def _agent(self, call: Call) -> str:
        """The plain agent's model: answers from the transcript where it thinks that enough, else asks for a search."""
        last = str(call.body["messages"][-1]["content"])
        return self._answer if self.line.model_says_enough or last.startswith(RESULTS) else SEARCH
