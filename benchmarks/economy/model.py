"""The scripted model every holder of the conversation talks to, over real HTTP: truthful, and wrong on the traps.

It takes 200 ms a call (injected). Asked whether the data in hand is enough it says what the line says: enough, with
confidence 0.95, on every reusable turn and on every trap; not enough, 0.3, where a topic is opened.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmarks.economy.conversation import CONVERSATION, Line
from foundation.language.grams import gram_set
from foundation.language.sentences import sentences_of
from foundation.llm.client import Endpoint, ModelClient
from foundation.llm.scripted import Call, Reply, ScriptedEndpoint, as_reply
from foundation.llm.scripted import Line as ScriptLine
from prompts.budgets import BUDGETS

CALL_S = 0.2
"""Injected time of one model call."""
SURE, UNSURE = 0.95, 0.3
CAUSED = frozenset({"query_variations", "document_grading"})
"""Prompts that are sent only because something is searched, for the whole question or for one of its subtasks."""
ANSWER = (
    "찾은 자료를 바탕으로 답을 드립니다. 묻는 조건에 맞는 항목을 골라 정리했고, 자료에 적힌 내용만 옮겼습니다[1]. "
    "자료가 말하지 않는 부분은 짐작하지 않았으니, 더 필요한 조건이 있으면 지역이나 거래 유형을 함께 알려 주세요."
)
"""A written answer's usual length, without a figure of its own; the question stands before it."""
SEARCH = "SEARCH"
"""How the plain agent's model asks for a search."""
SHOWN = re.compile(r"자료 (?P<number>\d+) \| (?P<title>.*?) \| (?P<text>.+)")
"""A document as our prompts show it."""
NUMBERED = re.compile(r"\d+\. ")
NOTHING = "자료에 그 내용이 나와 있지 않습니다."
RESULTS = "검색 결과"
"""How the plain agent's prompt opens what a search found."""


def quoted(call: Call, question: str) -> str:
    """The sentence of the documents shown that says most of the question, word for word, with its document's number: a
    true answer, which the checks of ours let pass without a call."""
    asked = gram_set(question)
    found = [match for match in map(SHOWN.match, call.text.splitlines()) if match]
    said = [
        (len(gram_set(f"{one['title']} {sentence}") & asked), f"{sentence.rstrip(' .')} [{one['number']}].")
        for one in found
        for sentence in sentences_of(one["text"]) or [one["text"]]
    ]
    return max(said, key=lambda each: each[0])[1] if said else NOTHING


def found_there(call: Call) -> dict[str, Any]:
    """Every doubtful sentence is borne out by the first document, whose words are quoted."""
    shown = call.text.split("Documents:")[-1].split("Sentences:")[0]
    documents = [line for line in shown.splitlines() if line.count(" | ") > 1]
    quote = documents[0].split(" | ", 2)[2][:60] if documents else ""
    claims = [line for line in call.text.split("Sentences:")[-1].splitlines() if line[:1].isdigit()]
    found = [{"claim": at, "verdict": "supported", "quote": quote} for at, _ in enumerate(claims, 1)]
    return {"claims": found or [{"claim": 1, "verdict": "not_found", "quote": ""}]}


def all_relevant(call: Call) -> dict[str, Any]:
    """Every document is relevant: nothing is left out, the call alone counts."""
    listed = call.text.split("Documents:")[-1].splitlines()
    numbers = [int(line.split(".", 1)[0]) for line in listed if NUMBERED.match(line)]
    return {"grades": [{"document": number, "relevant": "yes"} for number in numbers]}


@dataclass
class ScriptedModel:
    """What the model says in the turn at hand. `line` moves on with the conversation."""

    line: Line = CONVERSATION[0]
    delay_s: float = CALL_S
    endpoint: ScriptedEndpoint = field(init=False)
    clients: list[ModelClient] = field(default_factory=list[ModelClient])

    def __post_init__(self) -> None:
        self.endpoint = ScriptedEndpoint(self._script())

    def client(self) -> ModelClient:
        """A client of the endpoint, which must be serving; its tokens are counted."""
        made = ModelClient(Endpoint(self.endpoint.base_url, "scripted"), BUDGETS)
        self.clients.append(made)
        return made

    @property
    def calls(self) -> int:
        """Calls so far."""
        return len(self.endpoint.calls)

    @property
    def searching_calls(self) -> int:
        """Those of them that searching alone causes."""
        return sum(call.prompt in CAUSED for call in self.endpoint.calls)

    @property
    def tokens(self) -> int:
        """Tokens of all calls so far, both ways."""
        return sum(one.totals.prompt_tokens + one.totals.completion_tokens for one in self.clients)

    @property
    def prompt_bytes(self) -> int:
        """Bytes of all requests so far."""
        return sum(call.size for call in self.endpoint.calls)

    @property
    def _answer(self) -> str:
        return f"물으신 것: {self.line.standalone or self.line.question} {ANSWER}"

    def _quoting(self, call: Call) -> str:
        return quoted(call, self.line.alone)

    def _script(self) -> Mapping[str, ScriptLine]:
        said: dict[str, Callable[[Call], Any]] = {
            "turn_planning": lambda _: self._planning(),
            "answer": self._quoting,
            "answer_strict": self._quoting,
            "synthesis": self._quoting,
            "query_variations": lambda _: {"variations": [f"{self.line.alone} 기준", f"{self.line.alone} 내용"]},
            "document_grading": all_relevant,
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
