"""What the supervisor itself says to a person, in Korean and English."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "team_failed": {
        "ko": "{team} 작업이 실패해 이 부분은 답하지 못했습니다. 다시 질문해 주세요.",
        "en": "The {team} step failed, so this part is not answered. Please ask again.",
    },
    "read_in_part": {
        "ko": "질문이 길어 앞과 끝의 1,000자씩, 조건은 32개까지만 읽었습니다. 나누어 질문해 주세요.",
        "en": "The question is long: its first and last 1,000 characters and 32 conditions were read. "
        "Please ask in parts.",
    },
    "model_away": {
        "ko": "언어 모델이 쓸 수 있는 응답을 주지 않아 이번 답은 모델 없이 썼습니다.",
        "en": "The language model gave nothing usable, so this answer was written without it.",
    },
}


def said(name: str, language: str, **values: object) -> str:
    """A sentence in the person's language (English where we do not speak it)."""
    words = WORDS[name]
    return words.get(language, words["en"]).format_map(values)
