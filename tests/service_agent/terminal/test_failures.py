"""A failure is shown to a person in the person's language, in the terminal."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from foundation.contracts.error_codes import ErrorCode
from service_agent.composition.schemas import WHERE
from service_agent.terminal import render, words
from service_agent.terminal.failures import ENGLISH, KOREAN, sentence_of
from service_agent.terminal.view import TurnView, apply

HANGUL = re.compile("[가-힣]")
MET = sorted(code for code in ErrorCode if re.search("HTTP|WebSocket", WHERE.get(code, "HTTP and WebSocket")))
"""The codes a frame can carry to a person, as docs/errors.md says where each is met."""


@pytest.mark.parametrize("code", MET)
def test_every_code_a_person_can_meet_has_words_in_both_languages(code: ErrorCode) -> None:
    assert HANGUL.search(KOREAN[code])
    assert not HANGUL.search(ENGLISH[code])
    assert KOREAN[code].endswith(".")
    assert ENGLISH[code].endswith(".")


def test_a_code_without_words_is_shown_by_the_services_own_sentence() -> None:
    assert sentence_of({"code": ErrorCode.PORT_TAKEN, "message": "The port is taken."}, "ko") == "The port is taken."
    assert sentence_of({"message": "멈췄습니다."}, "ko") == "멈췄습니다."


@pytest.mark.parametrize("spoken", [words.KOREAN, words.ENGLISH], ids=["ko", "en"])
def test_a_failed_turn_ends_in_the_language_of_the_terminal(spoken: words.Words) -> None:
    failed = {
        "type": "run_failed",
        "run_id": "r1",
        "code": "turn_timeout",
        "message": "The turn took over 30 s.",
    }
    console = Console(file=io.StringIO(), width=200)
    with console.capture() as written:
        console.print(render.finished(apply(TurnView(), failed), spoken))
    assert written.get().strip() == (KOREAN if spoken is words.KOREAN else ENGLISH)[ErrorCode.TURN_TIMEOUT]
