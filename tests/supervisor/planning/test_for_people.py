"""What a person is shown of how a question was read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from execution_agents.ingest.shipped import named_in_files
from execution_agents.knowledge_graph.index import EntityIndex
from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.following.lifted import lifted
from supervisor.planning.for_people import for_people
from supervisor.planning.understanding import understand
from tests.foundation.domains.small_pack import NOW
from tests.supervisor.planning.talks import context_of, exchange_of, talk

PACK = load_pack(shipped_packs() / "real_estate")
PRICES = "2026년 1월 마포구 아파트 전세 시세 알려줘"


def shown(*questions: str, headings: Sequence[str] = ()) -> Understanding:
    """The last question as it is shown, after the others; `headings`: of what was cited."""
    *before, last = talk(*questions, pack=PACK)
    exchanges = [exchange_of(one) for one in before]
    for at, heading in enumerate(headings):
        exchanges[at] = replace(exchanges[at], shown=heading)
    return for_people(last, context_of(questions[-1], exchanges, pack=PACK))


def test_what_was_taken_over_is_shown_as_people_write_it() -> None:
    taken = {one.slot: one.values for one in shown(PRICES, "월세는?").taken_over}
    assert taken == {"region": ("서울 마포구",), "period": ("2026년 1월",), "housing_type": ("아파트",)}


def test_what_the_question_names_itself_is_no_condition_to_take_off() -> None:
    assert shown(PRICES).taken_over == ()


def test_a_rewritten_question_is_shown_with_what_else_it_may_mean() -> None:
    found = shown("보증금은 얼마나 올릴 수 있어?", "그럼 월세도?", headings=["제7조(차임 등의 증감청구권)"])
    assert "제7조(차임 등의 증감청구권)" in " ".join(found.otherwise)
    assert found.standalone not in found.otherwise


def test_a_question_that_stands_alone_has_no_other_meaning() -> None:
    assert shown(PRICES, "보증금은 얼마나 올릴 수 있어?").otherwise == ()


def test_a_condition_taken_off_is_as_if_it_had_never_been_named() -> None:
    first = exchange_of(talk(PRICES, pack=PACK)[0])
    without = lifted(first, ["period"], PACK, NOW)
    assert "period" not in without.slots
    assert without.standalone == "마포구 아파트 전세 시세 알려줘"
    followed = understand(context_of("월세는?", [without], pack=PACK))
    assert "period" not in followed.slot_values()
    assert followed.slot_values()["region"] == ("서울 마포구",)


def test_a_part_of_a_word_is_not_cut_out_of_it() -> None:
    first = exchange_of(talk("전세사기 피해자는 어떤 지원을 받아?", pack=PACK)[0])
    assert lifted(first, ["deal"], PACK, NOW).standalone == first.standalone


def test_no_preposition_is_left_where_a_condition_stood() -> None:
    first = exchange_of(talk("average jeonse of flats in Seocho-gu in January 2026?", pack=PACK)[0])
    assert lifted(first, ["period", "housing_type"], PACK, NOW).standalone == "average jeonse in Seocho-gu?"


INDEX = EntityIndex(PACK, named_in_files(PACK))


def named(question: str) -> tuple[str, ...]:
    """The names of loans and their banks that a question holds."""
    [found] = talk(question, pack=PACK)
    context = replace(context_of(question, pack=PACK), entities=INDEX)
    return for_people(found.model_copy(update={"data_types": ("loan",)}), context).named_things


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("버팀목 대출 금리는?", "버팀목"),
        ("디딤돌 받을 수 있어?", "디딤돌"),
        ("무궁화 대출은?", "무궁화"),
        ("국민은행 전세대출 금리는?", "국민은행"),
        ("카카오뱅크 주담대는 금리 몇프로야?", "카카오뱅크"),
        ("Beotimmok rates?", "Beotimmok"),
        ("새움 청년 전세대출 한도는?", "새움 청년 전세대출"),
    ],
)
def test_names_of_the_tables_kind_are_named(question: str, name: str) -> None:
    assert any(name in one for one in named(question))


@pytest.mark.parametrize(
    "question",
    [
        "은행 대출 금리는?",
        "전세 대출 금리 비교해줘",
        "전세자금대출 금리",
        "청년 전세 대출 한도가 얼마야?",
        "신혼부부 대출 조건",
        "두레 신혼부부 전세대출 금리는?",
        "생애최초 주택담보대출 LTV는?",
        "집주인이 동의 안 하면 대출은?",
        "받을 수 있는 대출은?",
        "가장 싼 대출은 뭐야?",
        "지금 대출 금리는?",
        "다른 대출은?",
        "그 대출 한도는?",
        "서초구에서 대출 받을 때 서류",
        "혹시 대출 받으면 이자는?",
        "강남구 아파트 대출 한도",
        "3억 대출 이자는?",
        "저금리 대출 추천해줘",
        "버팀목 말고 다른 대출 금리는?",
        "대출은?",
        "갈아타기 대출 되나요?",
        "Which jeonse loans have the lowest rates?",
        "Bank loans?",
        "What about the loan limit?",
        "How much can I borrow with a mortgage in Seoul?",
        "Cheap loans, please",
    ],
)
def test_ordinary_words_before_a_loan_are_no_names(question: str) -> None:
    assert [one for one in named(question) if one not in ("두레 신혼부부 전세대출", "두레")] == []
