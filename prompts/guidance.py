"""What a prompt adds for a type of question (system 3, section 4). In Korean, like all our prompts."""

from __future__ import annotations

from collections.abc import Mapping

GENERAL = "묻는 것에 바로 답하고, 자료가 붙인 조건과 예외를 빠뜨리지 않습니다."
GUIDANCE: Mapping[str, str] = {
    "definition": "먼저 그것이 무엇인지 한 문장으로 말하고, 자료에 있는 구성이나 조건을 덧붙입니다.",
    "procedural": "해야 할 일을 자료의 순서대로, 빠뜨리지 않고 문장으로 씁니다.",
    "numeric": "묻는 수치를 단위와 함께 첫 문장에 쓰고, 그 수치가 무엇의 언제 수치인지 밝힙니다.",
    "comparative": "비교하는 것마다 자료에 적힌 내용을 나란히 말하고, 자료에 없는 우열은 말하지 않습니다.",
    "problem": "자료에 적힌 원인과 조치를 차례로 말하고, 적혀 있지 않은 원인을 짐작하지 않습니다.",
    "technical_spec": "규격과 기준값을 단위까지 자료에 적힌 그대로 씁니다.",
    "system_info": "주소, 포트, 계정, 경로를 자료에 적힌 글자 그대로 씁니다.",
    "operational": "언제, 어떤 기준에서, 누가 무엇을 하는지 자료에 적힌 대로 씁니다.",
    "general": GENERAL,
}
"""Question type -> one line of the system message."""


def guidance_of(question_type: str) -> str:
    """The line for this type; the general one for an unknown type."""
    return GUIDANCE.get(question_type, GENERAL)
