"""A name that several things share is asked about only where nothing settles it and the answers differ."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.knowledge_graph.index import EntityIndex
from foundation.contracts.pauses import Clarification
from supervisor.planning.clarifying.names import shared_name
from supervisor.planning.context import Exchange
from supervisor.planning.plan import make_plan
from supervisor.planning.understanding import understand
from tests.named import named_in
from tests.supervisor.planning.talks import context_of
from tests.supervisor.scene import PACK

INDEX = EntityIndex(PACK, named_in(PACK))


def asked(question: str, *before: str) -> Clarification | None:
    exchanges = tuple(Exchange(one, one, "legal_consult", {}, ("legal",), "") for one in before)
    context = replace(context_of(question), pack=PACK, entities=INDEX, exchanges=exchanges)
    return shared_name(make_plan(understand(context), None, ("search",), PACK, "rules"), context)


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("중구 아파트 시세 알려줘", ["서울 중구", "대구 중구"]),
        ("What do flats in Jung-gu cost?", ["Seoul Jung-gu", "Daegu Jung-gu"]),
    ],
)
def test_what_nothing_settles_is_asked_with_choices_that_can_be_asked_themselves(
    question: str, labels: list[str]
) -> None:
    found = asked(question)
    assert found is not None
    assert [one.label for one in found.options] == labels
    assert found.best == found.options[0].id
    for option in found.options:
        assert option.label in option.query
        assert asked(option.query) is None, "a choice leaves nothing open"


@pytest.mark.parametrize("question", ["25조 알려줘", "11조에 뭐라고 써있어", "10조 설명해줘"])
def test_a_number_that_is_all_a_question_has_is_an_article(question: str) -> None:
    found = asked(question)
    assert found is not None
    assert len({one.source_section for one in found.options}) > 1
    assert all(asked(one.query) is None for one in found.options)


@pytest.mark.parametrize(
    ("question", "before"),
    [
        ("25조 원 예산 알려줘", ()),
        ("3조 근무 알려줘", ()),
        ("서울 중구 아파트 시세", ()),
        ("중구는?", ("서울 전세 시세 알려줘",)),
        ("아파트인데 임대차보호법 갱신요구권이 뭐야", ()),
        ("상가 임대차보호법 갱신요구권", ()),
        ("제10조는?", ("주택임대차보호법이 뭐야?",)),
        ("수도법 제3조 정의", ()),
        ("중구에서 전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?", ()),
        ("중구 말고 달서구 시세", ()),
        ("전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?", ()),
    ],
)
def test_what_the_question_the_conversation_or_the_data_settles_is_not_asked(
    question: str, before: tuple[str, ...]
) -> None:
    assert asked(question, *before) is None
