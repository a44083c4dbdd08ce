"""Words that say what is worked out of rows name no other rows."""

from __future__ import annotations

import pytest

from execution_agents.reuse.worked_out import worked_out
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.requests import understood
from tests.supervisor.planning.talks import context_of, exchange_of

PACK = load_pack(shipped_packs() / "real_estate")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("평당 얼마야?", {"평당"}),
        ("top 3는?", {"top 3"}),
        ("강남구 시세는?", set[str]()),
        ("8월 3일은?", set[str]()),
    ],
)
async def test_a_formulas_words_and_a_rankings_length_are_meant(question: str, words: set[str]) -> None:
    before, _ = await understood(context_of("강남구 아파트 매매 시세 알려줘", [], pack=PACK))
    found, _ = await understood(context_of(question, [exchange_of(before, "")], pack=PACK))
    assert set(worked_out(found, PACK)) == words
