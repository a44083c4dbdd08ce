"""The notice where the model was asked and the rules had to answer: why, in one sentence, once an answer."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Literal

from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import LanguageModel, Message, ModelT, Reads, Usage, Writing

Why = Literal["unreachable", "late", "busy", "left_alone", "unusable"]
UNREACHED: Mapping[str, Why] = {
    "connection": "unreachable",
    "refused": "unreachable",
    "key_in_clear": "unreachable",
    "timeout": "late",
    "rate_limited": "busy",
    "breaker_open": "left_alone",
}
"""Why a call failed, by the word of `ModelFailed`; every other word: what came was of no use."""
OWN_BOUND = "bounds"
"""The answer has used up its calls: no failure of the model."""
WORDS: Mapping[Why, Mapping[str, str]] = {
    "unreachable": {"ko": "언어 모델에 연결하지 못해", "en": "The language model could not be reached"},
    "late": {"ko": "언어 모델이 제때 답하지 않아", "en": "The language model did not answer in time"},
    "busy": {
        "ko": "언어 모델이 바빠 지금은 요청을 받지 않아",
        "en": "The language model is refusing requests for now (busy)",
    },
    "left_alone": {
        "ko": "언어 모델이 거듭 실패해 잠시 부르지 않고 있어",
        "en": "The language model failed several times and is left alone for a moment",
    },
    "unusable": {
        "ko": "언어 모델이 쓸 수 있는 응답을 주지 않아",
        "en": "The language model gave nothing usable",
    },
}
ENDING: Mapping[bool, Mapping[str, str]] = {
    False: {"ko": "이번 답은 모델 없이 썼습니다.", "en": "so this answer was written without it."},
    True: {"ko": "이번 답의 일부는 모델 없이 썼습니다.", "en": "so part of this answer was written without it."},
}


def why_of(failed: str) -> Why:
    """Why, in one of a few ways a person can tell apart."""
    return UNREACHED.get(failed, "unusable")


def model_away(failed: str, language: str, *, partly: bool = False) -> str:
    """The notice. `failed`: the word of `ModelFailed`; `partly`: the model wrote the rest of the answer."""
    spoken = "ko" if language == "ko" else "en"
    between = " " if spoken == "ko" else ", "
    return f"{WORDS[why_of(failed)][spoken]}{between}{ENDING[partly][spoken]}"


class Watched:
    """A LanguageModel that remembers how it failed last: whoever goes on by rules can say so."""

    def __init__(self, model: LanguageModel) -> None:
        self.name = model.name
        self.is_small = model.is_small
        self.failed = ""
        """The word of the last `ModelFailed`; "": it never failed."""
        self._model = model

    async def structured(
        self,
        prompt_name: str,
        messages: Sequence[Message],
        schema: type[ModelT],
        usage: Usage,
        otherwise: Reads[ModelT] | None = None,
    ) -> ModelT:
        """The model's reply. Raises ModelFailed."""
        try:
            return await self._model.structured(prompt_name, messages, schema, usage, otherwise)
        except ModelFailed as failure:
            self._note(failure)
            raise

    async def stream(
        self, prompt_name: str, messages: Sequence[Message], usage: Usage, wish: Writing | None = None
    ) -> AsyncGenerator[str, None]:
        """The model's text. Raises ModelFailed."""
        try:
            async with aclosing(self._model.stream(prompt_name, messages, usage, wish)) as pieces:
                async for piece in pieces:
                    yield piece
        except ModelFailed as failure:
            self._note(failure)
            raise

    def _note(self, failure: ModelFailed) -> None:
        self.failed = str(failure.data.get("reason", "failed"))
