"""Names in questions: where they begin and end, what short ones need, slips, numbers, series, what is elsewhere."""

from __future__ import annotations

import time
import unicodedata
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from execution_agents.knowledge_graph.index import Collected, EntityIndex
from execution_agents.knowledge_graph.linker import link, named_in
from execution_agents.knowledge_graph.matches import MOST_NAMES
from foundation.contracts.entities import Mention
from tests.execution_agents.knowledge_graph import little_town

INDEX = little_town.index()


def linked(question: str) -> list[tuple[str, str, str]]:
    """(words, status, first entity or type) of everything but weak mentions."""
    return [_mention(one) for one in link(question, INDEX) if one.status != "weak"]


def _mention(one: Mention) -> tuple[str, str, str]:
    return one.text, one.status, one.entities[0] if one.status == "known" else one.type


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("강남구에서만은 왜 비싸?", "강남구"),
        ("강남에서는요", "강남"),
        ("강남구라고요", "강남구"),
        ("강남구는?", "강남구"),
        ("서울 강남구의 시세", "서울 강남구"),
        ("강남구시세", "강남구"),
        ("What about Gangnam-gu?", "Gangnam-gu"),
        ("gangnam gu prices", "gangnam gu"),
        ("Gangnam's prices", "Gangnam"),
        ("ＧＡＮＧＮＡＭ", "ＧＡＮＧＮＡＭ"),
    ],
)
def test_a_name_is_found_whatever_is_written_onto_it(question: str, name: str) -> None:
    assert (name, "known", "region:서울 강남구") in linked(question)


@pytest.mark.parametrize(
    "question",
    [
        "강남스타일이 뭐야",
        "한강남쪽",
        "서울, 강남북로",
        "Gangnamese food",
        "flatmate wanted",
        "정수기 필터",
        "서 울",
        "수성이라는 행성계",
    ],
)
def test_a_part_of_another_word_is_no_name(question: str) -> None:
    assert not [
        one for one in linked(question) if one[1] == "known" and one[2] not in ("region:서울", "region:대구 수성구")
    ]


def test_names_written_onto_each_other_are_all_found() -> None:
    assert [one[2] for one in linked("대구수성구아파트전세")] == ["region:대구 수성구", "deal:flat", "deal:jeonse"]


def test_no_name_runs_across_the_end_of_a_clause() -> None:
    assert [one[0] for one in linked("서울 강남, 구로구")] == ["서울 강남", "구로구"]


def test_a_longer_word_that_means_something_else_hides_the_value_in_it() -> None:
    assert linked("정수 수질") == [("정수", "known", "deal:clean")]
    assert linked("정수기 수질") == []


def test_a_word_that_is_a_value_of_two_types_means_both() -> None:
    (mention,) = [one for one in link("아파트 시세", INDEX) if one.status == "known"]
    assert set(mention.entities) == {"deal:flat", "use:home"}


def test_a_group_stands_for_all_its_members() -> None:
    (mention,) = link("두 구 시세", INDEX)
    assert (mention.status, mention.entities) == ("known", ("region:서울 강남구", "region:서울 구로구"))


def test_what_is_said_not_to_be_meant_is_marked() -> None:
    assert [(one.text, one.negated) for one in link("강남구 말고 구로구", INDEX)] == [
        ("강남구", True),
        ("구로구", False),
    ]


# --- short names, head nouns ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ("화성아파트 시세", "known"),
        ("화성 아파트", "known"),
        ("아파트 화성", "known"),
        ("화성 시세", "weak"),
        ("화성에 가고 싶다", "weak"),
    ],
)
def test_a_short_name_that_is_a_word_needs_its_head_noun(question: str, status: str) -> None:
    assert [one.status for one in link(question, INDEX) if one.text == "화성"] == [status]


def test_a_region_keeps_its_name_beside_a_noun_that_is_a_value_of_its_own() -> None:
    assert linked("강남 아파트 시세")[0] == ("강남", "known", "region:서울 강남구")
    assert [one[:2] for one in linked("강남아파트 시세")][0] == ("강남", "ambiguous")


def test_a_long_name_needs_no_head_noun() -> None:
    assert linked("두류역자이 얼마야") == [("두류역자이", "known", "complex:대구 수성구/두류역자이")]
    assert linked("두류역 자이 얼마야")[0][2] == "complex:대구 수성구/두류역자이"


def test_brackets_may_be_left_out() -> None:
    for question in ("한가람(신라) 시세", "한가람 신라 시세"):
        assert linked(question)[0][2] == "complex:서울 강남구/한가람(신라)"


def test_part_of_a_long_name_names_all_that_begin_so() -> None:
    (mention,) = [one for one in link("한빛 일반 전세대출 한도", INDEX) if one.type == "loan"]
    assert (mention.status, len(mention.entities)) == ("ambiguous", 2)
    assert linked("한빛 일반 전세 대출 가형")[0][2] == "loan:한빛 일반 전세대출 가형"


def test_an_english_name_of_the_dictionary_is_a_name_too() -> None:
    assert linked("the Saeum youth loan")[0][2] == "loan:새움 청년 전세대출"


# --- misspellings -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("수셩구 시세", "region:대구 수성구"),
        ("수셩구에서는?", "region:대구 수성구"),
        ("주택임대차보혜법", "law:주택임대차보호법"),
        ("두류역차이 시세", "complex:대구 수성구/두류역자이"),
        ("힐스테이트 샌트럴", "complex:대구 수성구/힐스테이트 센트럴"),
        ("Gangam-gu prices", "region:서울 강남구"),
        ("Gagnnam prices", "region:서울 강남구"),
        ("landlrod", "party:landlord"),
    ],
)
def test_a_slip_is_read_as_the_name(question: str, meant: str) -> None:
    assert linked(question)[0][1:] == ("known", meant)
    assert link(question, INDEX)[0].corrected


@pytest.mark.parametrize("question", ["TIT-303", "강낭 시세", "수성을 좋아해", "landlady", "leads"])
def test_another_number_or_a_short_or_ordinary_word_is_no_slip(question: str) -> None:
    assert not any(one.corrected for one in link(question, INDEX))


# --- what certainly is a name -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "name", "kind"),
    [
        ("부산 시세", "부산", "region"),
        ("해운대구는?", "해운대구", "region"),
        ("How about Busan?", "Busan", "region"),
        ("역삼동 시세", "역삼동", "region"),
        ("prices in Suyeong-gu", "Suyeong-gu", "region"),
        ("농협 금리", "농협", "bank"),
        ("국민은행 금리", "국민은행", "bank"),
        ("우리은행 금리", "우리", "bank"),
        ("버팀목 대출 한도", "버팀목 대출", "loan"),
        ("버팀목대출 한도", "버팀목대출", "loan"),
        ("the Zeta loan", "Zeta loan", "loan"),
        ("Kookmin Bank rates", "Kookmin Bank", "bank"),
        ("은마 아파트", "은마", "complex"),
        ("은마아파트는?", "은마아파트", "complex"),
        ("잠실푸르지오", "잠실푸르지오", "complex"),
        ("TIT-999는?", "TIT-999", "tag"),
        ("wq 777", "wq 777", "tag"),
        ("국세징수법은?", "국세징수법", "law"),
        ("부동산등기법 알려줘", "부동산등기법", "law"),
        ("형법 제250조", "형법 제250조", "article"),
        ("민법 제9999조", "민법 제9999조", "article"),
    ],
)
def test_a_name_the_pack_has_nothing_of_is_unknown(question: str, name: str, kind: str) -> None:
    assert (name, "unknown", kind) in linked(question)


@pytest.mark.parametrize(
    "question",
    [
        "우리 집 시세", "시중은행 금리", "비싼 아파트", "고층 아파트", "저렴한 대출",
        "청년 대출", "전세자금대출", "끓이는 법", "방법이 뭐야",
        "운동 좋아해", "봉사활동은?", "어떤 은행이 좋아", "a cheap loan", "Which bank is best?",
        "WQ-602 값", "예산 6조원", "하는 법",
        "이게 맞는지 은행 기준", "오른다던데 아파트 값은",
        "대출 받을 때", "아파트 아파트", "그 은행은", "새로운 아파트", "계약서 수정해줘",
    ],
)  # fmt: skip
def test_an_ordinary_question_holds_no_unknown_name(question: str) -> None:
    assert [one for one in linked(question) if one[1] == "unknown"] == []


def test_a_shared_name_behind_a_place_elsewhere_lies_there() -> None:
    assert linked("부산 동구 시세") == [("부산 동구", "unknown", "region")]
    assert linked("동구 시세") == [("동구", "known", "region:대구 동구")]


# --- weak -------------------------------------------------------------------------------------------------------------


def test_headings_capitals_and_codes_of_no_series_are_weak() -> None:
    found = link("역세척 순서와 주기는 Paris 또는 SCADA 에서", INDEX)
    assert [(one.text, one.status, one.type) for one in found] == [
        ("역세척 순서와 주기", "weak", "heading"),
        ("Paris", "weak", ""),
        ("SCADA", "weak", ""),
    ]


def test_what_stands_in_a_passage_is_reported_with_all_it_may_mean() -> None:
    assert named_in("민법 제618조와 TIT-301, 현대아파트", INDEX) >= {
        "article:민법/제618조",
        "tag:TIT-301",
        "complex:대구 수성구/현대",
    }
    assert named_in("수셩구 부산 TIT-999", INDEX) == frozenset()


def test_an_index_of_nothing_finds_nothing() -> None:
    empty = EntityIndex(little_town.PACK.model_copy(update={"slots": (), "entities": ()}), Collected())
    assert [one for one in link("강남구 제3조 TIT-301", empty) if one.status != "weak"] == []
    assert link("", empty) == ()


# --- spans ------------------------------------------------------------------------------------------------------------

_PIECES = st.sampled_from(
    ["강남구", "수셩구", "대구", "중구", " ", ",", "제3조", "주임법", "는?", "ＴＩＴ－301",
     "TIT-999", "부산", "버팀목 대출", "½", "㎡", "\u200b", "é",
     "e\u0301", "힐스테이트 센트럴", "İ", "ﬁ", "\n", "Busan's", "한가람(신라)", "역삼동", "1.5", "-"]
)  # fmt: skip


@given(st.lists(st.one_of(_PIECES, st.text(max_size=4)), max_size=12), st.sampled_from((None, "NFD", "NFKD")))
def test_every_mention_lies_in_the_text_as_it_was_given(pieces: list[str], form: Literal["NFD", "NFKD"] | None) -> None:
    text = "".join(pieces) if form is None else unicodedata.normalize(form, "".join(pieces))
    found = link(text, INDEX)
    for one in found:
        assert 0 <= one.start < one.end <= len(text)
        assert text[one.start : one.end] == one.text
    sure = [one for one in found if one.status != "weak"]
    assert all(one.end <= other.start for one, other in zip(sure, sure[1:], strict=False))


@pytest.mark.parametrize(
    "text",
    [
        "중구 " * 2700,
        "민법 제3조 주임법 제7조 " * 400,
        "강남구아파트전세" * 1000,
        "가나다 대출 " * 1100,
        "TIT-999 " * 1000,
        "꿰" * 8000,
    ],
)
def test_a_long_text_names_a_bounded_number_of_things_in_little_time(text: str) -> None:
    begun = time.process_time()
    found = link(text, INDEX)
    assert time.process_time() - begun < 1, (
        "it took 0.04 s when this was written; squared with the length it took 0.6 s"
    )
    assert len(found) <= 2 * MOST_NAMES


def test_decomposed_letters_name_the_same() -> None:
    text = unicodedata.normalize("NFD", "서울 강남구는?")
    (mention,) = link(text, INDEX)
    assert mention.entities == ("region:서울 강남구",)
    assert unicodedata.normalize("NFC", mention.text) == "서울 강남구"
