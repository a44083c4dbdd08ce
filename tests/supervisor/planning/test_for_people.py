"""What a person is shown of how a question was read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from execution_agents.knowledge_graph.index import EntityIndex
from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from supervisor.planning.following.lifted import lifted
from supervisor.planning.for_people import for_people
from supervisor.planning.understanding import understand
from tests.foundation.domains.small_pack import NOW
from tests.named import named_in
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


INDEX = EntityIndex(PACK, named_in(PACK))


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


WATER = load_pack(shipped_packs() / "water_treatment")
HANDBOOK = load_pack(shipped_packs() / "handbook")
INDEX_OF = {pack.name: EntityIndex(pack, named_in(pack)) for pack in (PACK, WATER, HANDBOOK)}


def named_of(pack: Pack, question: str, *data_types: str) -> tuple[str, ...]:
    """The names of a question that is answered from these data types."""
    context = replace(context_of(question, pack=pack), entities=INDEX_OF[pack.name])
    found = understand(context).model_copy(update={"data_types": data_types})
    return for_people(found, context).named_things


@pytest.mark.parametrize(("question", "name"), [("and arsenic?", "arsenic"), ("비소는 얼마야?", "비소")])
def test_what_a_table_is_selected_by_is_named_though_it_has_none_of_it(question: str, name: str) -> None:
    assert named_of(WATER, question, "readings") == (name,)


def test_a_name_that_nobody_has_is_named_where_it_is_all_that_is_said() -> None:
    assert named_of(WATER, "염화제이철은?", "manual") == ("염화제이철",)


@pytest.mark.parametrize(
    ("pack", "question", "data_type"),
    [
        (HANDBOOK, "런던 출장이면 호텔비 한도 얼마야?", "policy"),
        (HANDBOOK, "I fly to New York, which class may I book?", "policy"),
        (PACK, "부산에서 전입신고는 언제까지 해야 해?", "legal"),
        (PACK, "국민은행에 근저당이 잡힌 집인데 우선변제권 있어?", "legal"),
        (WATER, "which operator takes the lead in an alarm?", "manual"),
        (WATER, "and on weekends?", "readings"),
        (HANDBOOK, "헬스장은요?", "benefits"),
        (HANDBOOK, "and the minibar lol", "policy"),
    ],
)
def test_a_circumstance_or_an_ordinary_word_is_no_such_name(pack: Pack, question: str, data_type: str) -> None:
    assert named_of(pack, question, data_type) == ()
