"""A follow-up to a message of several questions is asked about only where it may go on from several."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foundation.contracts.pauses import Clarification
from supervisor.planning.clarifying.readings import read_after_each
from supervisor.planning.context import Exchange
from supervisor.planning.plan import make_plan
from supervisor.planning.understanding import understand
from tests.supervisor.planning.talks import context_of, exchange_of
from tests.supervisor.scene import PACK


def spoken(turn: str, *questions: str) -> tuple[Exchange, ...]:
    """What a message of these questions left."""
    return tuple(replace(exchange_of(understand(context_of(one, pack=PACK))), turn=turn) for one in questions)


def asked(question: str, exchanges: tuple[Exchange, ...]) -> Clarification | None:
    context = context_of(question, exchanges, pack=PACK)
    return read_after_each(make_plan(understand(context), None, ("search",), PACK, "rules"), context)


def test_another_place_after_two_prices_may_be_either() -> None:
    found = asked("송파구는?", spoken("t1", "강남구 아파트 전세 시세", "서초구 아파트 매매 시세"))
    assert found is not None
    labels = [one.label for one in found.options]
    assert len(labels) == 2
    assert "매매" in labels[0], "what was asked last comes first"
    assert "전세" in labels[1]
    assert all("송파구" in one.query for one in found.options)


@pytest.mark.parametrize(
    ("question", "exchanges"),
    [
        ("송파구는?", spoken("t1", "강남구 아파트 전세 시세")),
        ("송파구는?", (*spoken("t1", "강남구 아파트 전세 시세"), *spoken("t2", "서초구 아파트 매매 시세"))),
        ("송파구는?", spoken("t1", "강남구 아파트 전세 시세", "서초구 아파트 전세 시세")),
        ("송파구 아파트 월세 시세 알려줘", spoken("t1", "강남구 아파트 전세 시세", "서초구 아파트 매매 시세")),
        ("송파구는?", ()),
        ("송파구는?", spoken("t1", "강남구 아파트 전세 시세", "중개보수 규정 알려줘")),
        ("더 자세히 알려줘", spoken("t1", "강남구 아파트 전세 시세", "서초구 아파트 매매 시세")),
    ],
)
def test_one_reading_is_not_asked_about(question: str, exchanges: tuple[Exchange, ...]) -> None:
    assert asked(question, exchanges) is None
