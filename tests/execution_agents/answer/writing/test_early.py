"""Which of the pack's own replies a turn that ends early gets."""

from __future__ import annotations

import pytest

from execution_agents.answer.writing.early import early_reply
from foundation.domains.loading.loader import load_pack, shipped_packs
from tests.execution_agents.answer.turns import asked

PACK = load_pack(shipped_packs() / "real_estate")


@pytest.mark.parametrize(
    ("question", "history", "reply"),
    [
        ("오 감사합니다 도움됐어요", (("전세 시세", "3억원입니다."),), PACK.replies.thanks),
        ("무엇을 도와줄 수 있어?", (("전세 시세", "3억원입니다."),), PACK.replies.about),
        ("뭐 도와줄 수 있어?", (("전세 시세", "3억원입니다."),), PACK.replies.about),
        ("도와주셔서 감사합니다. 무엇을 할 수 있어요?", (), PACK.replies.about),
        ("hello", (("전세 시세", "3억원입니다."),), PACK.replies.greeting),
        ("안녕하세요", (("전세 시세", "3억원입니다."),), PACK.replies.greeting),
        ("안녕히 계세요", (("전세 시세", "3억원입니다."),), PACK.replies.farewell),
        ("ㅇㅋ 알겠음", (("전세 시세", "3억원입니다."),), PACK.replies.thanks),
        ("thanks, bye", (("전세 시세", "3억원입니다."),), PACK.replies.thanks),
    ],
)
def test_small_talk_in_a_conversation_is_answered_in_kind(
    question: str, history: tuple[tuple[str, str], ...], reply: object
) -> None:
    request = asked(question, pack=PACK, ends_early="direct", history=history)
    assert early_reply(request) == reply
