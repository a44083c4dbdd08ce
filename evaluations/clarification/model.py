"""Scripted models that clarify badly: one asks too often, one never asks, one invents works and specs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from foundation.llm.scripted import Line, ScriptedEndpoint

KINDS = ("asks too often", "never asks", "invents")
_PLANNED: dict[str, Any] = {"route": "rag_required", "intent": "estimate", "confidence": 0.8, "slots": {}}
_SAID: Mapping[str, dict[str, Any]] = {
    "asks too often": {"intent": "clarify_needed", "work_name": "", "keywords": ["설치", "용접"]},
    "never asks": {"intent": "search", "work_name": "", "keywords": []},
    "invents": {
        "intent": "clarify_needed",
        "work_name": "초음파레이저용접",
        "spec": "977mm SCH 77",
        "keywords": ["반물질접합", "초음파레이저용접"],
        "ambiguity_reason": "여러 종류가 있다",
    },
}


def endpoint_of(kind: str) -> ScriptedEndpoint:
    """The endpoint that plays this kind."""

    said = _SAID[kind]
    planned = {**said, **_PLANNED}  # One reply: the intent is the pack's, the thing is this kind's.
    script: dict[str, Line] = {"turn_planning": planned, "clarification_intent": said}
    return ScriptedEndpoint(script)
