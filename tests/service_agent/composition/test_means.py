"""Whether answers are written by the thinking mode, as settings and model say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from execution_agents.answer.writing.thought import Thinker
from foundation.llm.client import Endpoint, ModelClient
from foundation.llm.scripted import Call, Line, Reply, ScriptedEndpoint
from service_agent.composition.turn_deps import means_of
from service_agent.settings.settings import Settings
from tests.serving import Serve

LAW = "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?"
WRITTEN = "보증금을 올리는 폭은 현재 금액의 5퍼센트를 넘지 못합니다"


def written(call: Call) -> str:
    """The sentence with the number of the document that says it."""
    shown = re.findall(r"^(?:document|자료) (\d+) \|.*올리는 폭은 현재 금액의 5퍼센트", call.text, re.MULTILINE)
    return f"{WRITTEN} [{shown[0] if shown else 1}]."


PLAN: dict[str, Any] = {
    "route": "rag_required",
    "standalone_question": LAW,
    "intent": "legal_consult",
    "confidence": 0.9,
    "slots": {},
    "ambiguity_reason": None,
    "sufficiency": None,
}
SCRIPT: dict[str, Line] = {
    "turn_planning": PLAN,
    "answer": written,
    "answer_strict": written,
    "classify_question": {"type": "simple", "confidence": 0.95},
    "extract_concepts": {"concepts": ["보증금"]},
    "answer_simple": written,
    "accuracy_check": {"score": 97},
    "completeness_check": {"score": 97},
    "answer_grader": {"grade": "accept"},
}


@pytest.mark.parametrize(
    ("mode", "small", "thinks"),
    [
        ("off", True, False),
        ("off", False, False),
        ("on", True, True),
        ("on", False, True),
        ("auto", True, True),
        ("auto", False, False),
    ],
)
async def test_thinking_is_for_small_models_unless_settings_decide(
    tmp_path: Path, mode: Any, small: bool, thinks: bool
) -> None:
    model = ModelClient(Endpoint("http://127.0.0.1:9/v1", "one", is_small=small), {})
    try:
        means = means_of(Settings(data_dir=tmp_path, thinking_mode=mode), model, Thinker())
    finally:
        await model.aclose()
    assert (means.thinker is not None) is thinks


def test_without_a_model_nothing_thinks(tmp_path: Path) -> None:
    assert means_of(Settings(data_dir=tmp_path, thinking_mode="on"), None, Thinker()).thinker is None


@pytest.mark.parametrize(
    ("mode", "small", "thinks"), [("on", "", True), ("auto", "scripted", True), ("auto", "other", False)]
)
async def test_a_service_writes_by_thinking_as_it_is_told(serve: Serve, mode: str, small: str, thinks: bool) -> None:
    async with ScriptedEndpoint({**SCRIPT, "*": Reply("no", status=500)}) as model:
        chosen = {"llm_base_url": model.base_url, "llm_model": "scripted", "llm_small_models": small}
        async with serve(thinking_mode=mode, llm_planning="merged", **chosen) as service:
            answers = [(await service.http.post("/api/chat", json={"content": LAW})).json() for _ in range(2)]
        asked = [call.prompt for call in model.calls]
    assert ({"answer_simple", "accuracy_check"} <= set(asked), "answer" in asked) == (thinks, not thinks)
    # What a question's words alone say is remembered from the first conversation to the second.
    assert asked.count("classify_question") == asked.count("extract_concepts") == int(thinks)
    for answer in answers:
        assert (answer["content"].startswith(WRITTEN), answer["verification"]["fallback"]) == (True, None)


@pytest.mark.parametrize(
    ("planning", "planned", "writes"),
    [
        ("merged", "I cannot plan.", True),
        ("merged", {**PLAN, "intent": "an intent nobody has"}, True),
        ("merged", Reply("no", status=500), False),
        ("rules", Reply("no", status=500), True),
    ],
)
async def test_a_model_that_answers_writes_also_where_its_plan_is_of_no_use(
    serve: Serve, planning: str, planned: Line, writes: bool
) -> None:
    async with ScriptedEndpoint({**SCRIPT, "turn_planning": planned, "*": Reply("no", status=500)}) as model:
        chosen = {"llm_base_url": model.base_url, "llm_model": "scripted", "llm_planning": planning}
        async with serve(**chosen) as service:
            answer = (await service.http.post("/api/chat", json={"content": LAW})).json()
        asked = {call.prompt for call in model.calls}
    assert ("answer" in asked, answer["content"].startswith(WRITTEN)) == (writes, writes)
    assert ("turn_planning" in asked) == (planning != "rules")
    assert any("without it" in one or "모델" in one for one in answer["notices"]) is not writes
