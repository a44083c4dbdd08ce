"""The three kinds of question to the person, as a client meets them: what provokes each, its answers, and what the
turn's answer shows of them. Tests that hold for every question run over `every_pause`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from foundation.contracts.pauses import PauseKind
from foundation.llm.scripted import Call, Line, Reply
from tests.stories.client import Frame, SocketClient
from tests.stories.test_four_questions import AGAIN, PRICES
from tests.stories.test_judges import asks_again, judged, planned

SHARED = "중구 아파트 매매 시세 알려줘"
"""Two cities have a district of this name."""
LACKING = "3억이면 복비 얼마야?"
"""What kind of deal it is, is not said."""

Wrong = tuple[Frame, str, str | None]
"""Fields of a response, and the code and the field of its error."""


@dataclass(frozen=True)
class Answer:
    """One answer to a question."""

    fields: Frame
    """Of the response."""
    value: str
    """As it is stored."""
    shown: object
    """What the turn's answer shows of it."""


@dataclass(frozen=True)
class Pause:
    """One kind of question."""

    kind: PauseKind
    frame: str
    timeout: str
    """The setting."""
    before: tuple[str, ...]
    """What was asked in the conversation before."""
    question: str
    right: Answer
    other: Answer
    default: Answer
    shows: Callable[[Frame], object]
    """Of an answer of the turn."""
    malformed: tuple[Wrong, ...]

    def id_of(self, asked: Frame) -> str:
        return str(asked[f"{self.kind}_id"])

    async def begin(self, client: SocketClient) -> None:
        """All that comes before the question."""
        for content in self.before:
            await client.turn(content)

    async def provoke(self, client: SocketClient) -> Frame:
        """The open question of a new conversation."""
        await self.begin(client)
        await client.ask(self.question)
        return await client.until(self.frame)

    def response(self, asked: Frame, **fields: Any) -> Frame:
        return {"type": f"{self.kind}_response", f"{self.kind}_id": self.id_of(asked), **fields}

    async def answer(self, client: SocketClient, asked: Frame, answer: Answer) -> None:
        await client.send(**self.response(asked, **answer.fields))


def _confirmation() -> Pause:
    return Pause(
        kind="confirmation",
        frame="user_confirmation_required",
        timeout="confirm_timeout_s",
        before=(PRICES,),
        question=AGAIN,
        right=Answer({"value": "use_previous"}, "use_previous", "reuse"),
        other=Answer({"value": "search_new"}, "search_new", "search"),
        default=Answer({}, "search_new", "search"),
        shows=lambda answer: answer["reuse"]["decision"],
        malformed=(
            ({"value": "perhaps"}, "invalid_answer", None),
            ({"value": ""}, "malformed_frame", "value"),
            ({"value": 1}, "malformed_frame", "value"),
            ({}, "malformed_frame", "value"),
        ),
    )


def _clarification() -> Pause:
    def shows(answer: Frame) -> object:
        return answer["requests"][0]["question"], any("이해하고 답했습니다" in one for one in answer["notices"])

    return Pause(
        kind="clarification",
        frame="clarification_required",
        timeout="clarify_timeout_s",
        before=(),
        question=SHARED,
        right=Answer({"option_id": "o2"}, "o2", (f"대구 {SHARED}", False)),
        other=Answer({"option_id": "o1"}, "o1", (f"서울 {SHARED}", False)),
        default=Answer({}, "o1", (f"서울 {SHARED}", True)),
        shows=shows,
        malformed=(
            ({"option_id": "o9"}, "invalid_answer", None),
            ({"option_id": ""}, "malformed_frame", "option_id"),
            ({"option_id": 2}, "malformed_frame", "option_id"),
            ({"text": ""}, "malformed_frame", "text"),
            ({}, "invalid_input", "option_id"),
            ({"option_id": "o2", "text": "대구 중구"}, "invalid_input", "option_id"),
        ),
    )


def _form() -> Pause:
    def filled(deal: str) -> tuple[Frame, str]:
        return {"values": {"deal": deal}}, json.dumps({"deal": deal})

    return Pause(
        kind="form",
        frame="form_required",
        timeout="form_timeout_s",
        before=(),
        question=LACKING,
        right=Answer(*filled("sale"), "1200000"),
        other=Answer(*filled("jeonse"), "900000"),
        default=Answer({}, "", "missing"),
        shows=lambda answer: answer["analysis"]["value"] or answer["analysis"]["refused"],
        malformed=(
            ({"values": {"deal": "비밀"}}, "invalid_answer", None),
            ({"values": {"deal": "sale", "x": 1}}, "invalid_answer", None),
            ({"values": {}}, "invalid_answer", None),
            ({"values": "sale"}, "malformed_frame", "values"),
            ({}, "malformed_frame", "values"),
        ),
    )


CONFIRMATION, CLARIFICATION, FORM = PAUSES = _confirmation(), _clarification(), _form()
every_pause = pytest.mark.parametrize("pause", PAUSES, ids=lambda pause: pause.kind)


def planning(call: Call) -> Any:
    """Nothing in hand at the first question about prices; at the second, medium confidence: the person is asked."""
    if asks_again(call):
        return judged(0.80)
    return planned(None) if PRICES in call.text.rpartition("<<<DATA")[2] else {**planned(None), "slots": {}}


SCRIPT: dict[str, Line] = {
    "turn_planning": planning,
    "answer": Reply("대구 달서구 아파트 평균 시세를 찾은 자료로 요약합니다.[1]", piece=3, piece_delay_s=0.002),
}
"""A model in front of which each question comes."""
