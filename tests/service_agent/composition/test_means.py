"""Whether answers are written by the thinking mode, as settings and model say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from foundation.contracts.telemetry import NO_TELEMETRY
from foundation.llm.client import Endpoint, ModelClient
from foundation.llm.scripted import Line, Reply, ScriptedEndpoint
from service_agent.composition.turn_deps import means_of
from service_agent.settings.settings import Settings
from tests.serving import Serve

LAW = "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?"
WRITTEN = "계약을 갱신할 때 보증금은 약정한 금액의 20분의 1을 넘겨 올릴 수 없습니다 [1]."
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
    "answer": WRITTEN,
    "answer_strict": WRITTEN,
    "classify_question": {"type": "simple", "confidence": 0.95},
    "extract_concepts": {"concepts": ["보증금"]},
    "answer_simple": WRITTEN,
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
        means = means_of(Settings(data_dir=tmp_path, thinking_mode=mode), model, NO_TELEMETRY)
    finally:
        await model.aclose()
    assert (means.thinker is not None) is thinks


def test_without_a_model_nothing_thinks(tmp_path: Path) -> None:
    assert means_of(Settings(data_dir=tmp_path, thinking_mode="on"), None, NO_TELEMETRY).thinker is None


@pytest.mark.parametrize(
    ("mode", "small", "thinks"), [("on", "", True), ("auto", "scripted", True), ("auto", "other", False)]
)
async def test_a_service_writes_by_thinking_as_it_is_told(serve: Serve, mode: str, small: str, thinks: bool) -> None:
    async with ScriptedEndpoint({**SCRIPT, "*": Reply("no", status=500)}) as model:
        chosen = {"llm_base_url": model.base_url, "llm_model": "scripted", "llm_small_models": small}
        async with serve(thinking_mode=mode, llm_planning="merged", **chosen) as service:
            answer = (await service.http.post("/api/chat", json={"content": LAW})).json()
        asked = {call.prompt for call in model.calls}
    assert ({"answer_simple", "accuracy_check"} <= asked, "answer" in asked) == (thinks, not thinks)
    assert "20분의 1" in answer["content"]
