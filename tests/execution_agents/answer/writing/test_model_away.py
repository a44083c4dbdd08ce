"""What a person is told of a model that failed: one of a few sentences, in their language."""

from __future__ import annotations

import pytest

from execution_agents.answer.writing.model_away import model_away


@pytest.mark.parametrize(
    ("failed", "said"),
    [
        ("connection", "The language model could not be reached"),
        ("timeout", "The language model did not answer in time"),
        ("rate_limited", "The language model is refusing requests for now (busy)"),
        ("breaker_open", "The language model failed several times and is left alone for a moment"),
        ("bad_json", "The language model gave nothing usable"),
        ("wrong_shape", "The language model gave nothing usable"),
        ("", "The language model gave nothing usable"),
    ],
)
def test_each_failure_has_a_sentence_that_fits_it(failed: str, said: str) -> None:
    assert model_away(failed, "en") == f"{said}, so this answer was written without it."
    assert model_away(failed, "ko").endswith(" 이번 답은 모델 없이 썼습니다.")


def test_of_a_message_the_model_wrote_in_part_no_more_is_said() -> None:
    assert model_away("timeout", "en", partly=True).endswith(", so part of this answer was written without it.")
    assert model_away("timeout", "ko", partly=True).endswith(" 이번 답의 일부는 모델 없이 썼습니다.")
