"""Words that steer a turn, in Korean and English."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foundation.language.courtesies import closes
from foundation.language.cues import (
    OWN_CASE,
    REGION_POINTERS,
    asks_to_analyse,
    language_of,
    negated,
    normalise,
    pointers,
    references,
    reuse_cue,
    topic_words,
    wants_fresh,
    without_opening,
)


@pytest.mark.parametrize(
    "text",
    [
        "지금 시세 알려줘",
        "오늘 금리",
        "현재 전세가",
        "최신 자료로",
        "실시간 시세",
        "latest prices",
        "prices now",
        "today's rates",
        "right now",
        "새로 검색해줘",
        "current price",
        "방금 말한 것의 최신 값",
    ],
)
def test_fresh_data_is_demanded(text: str) -> None:
    assert wants_fresh(text)


@pytest.mark.parametrize(
    "text",
    [
        "최근에 얼마야?",
        "최근 3개월 시세",
        "지금까지 말한 것",
        "just now",
        "I know",
        "다시 요약해줘",
        "요즘 시세",
        "snowy",
        "nowhere",
    ],
)
def test_fresh_data_is_not_demanded(text: str) -> None:
    assert not wants_fresh(text)


@pytest.mark.parametrize(
    "text",
    [
        "방금 검색한 시세로",
        "아까 말한 금리",
        "조금 전 결과",
        "앞에서 본 조항",
        "위에서 설명한",
        "그 결과 정리해줘",
        "the prices you just found",
        "just now",
        "as mentioned earlier",
        "the result above",
        "네가 말한 5%",
    ],
)
def test_earlier_data_is_meant(text: str) -> None:
    assert reuse_cue(text)


@pytest.mark.parametrize(
    "text", ["시세 알려줘", "above 300 million won", "earlier than May", "등기 이전 절차", "위험도 분석"]
)
def test_earlier_data_is_not_meant(text: str) -> None:
    assert not reuse_cue(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("그 지역 시세", ["그 지역"]),
        ("거기는 얼마야?", ["거기"]),
        ("What about there?", ["there"]),
        ("Is there a limit?", []),
        ("there are flats", []),
        ("there's a rule", []),
        ("여기거기", []),
        ("그지역", ["그지역"]),
        ("that area and there", ["that area", "there"]),
    ],
)
def test_pointing_words_are_found_as_words_of_their_own(text: str, found: list[str]) -> None:
    assert [reference.text for reference in pointers(text, REGION_POINTERS)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("그 조건으로 다시", ["그 조건"]),
        ("그 상품 한도는?", ["그 상품"]),
        ("그거 어때?", ["그거"]),
        ("Is it safe?", ["it"]),
        ("단위 title limit", []),
        ("What about that product?", ["that product"]),
        ("아파트 조건", []),
    ],
)
def test_words_that_lean_on_the_conversation_are_found(text: str, found: list[str]) -> None:
    assert [reference.text for reference in references(text)] == found


@pytest.mark.parametrize(
    "text", ["수익률 계산해줘", "두 지역 비교", "위험도 분석", "calculate the yield", "compare them", "assess the risk"]
)
def test_a_request_to_calculate_compare_or_assess_is_heard(text: str) -> None:
    assert asks_to_analyse(text)


@pytest.mark.parametrize(
    "text", ["월세는 어떻게 계산되나요?", "비교적 싼", "감정평가 절차", "시세 알려줘", "the price"]
)
def test_talk_about_calculation_is_no_request(text: str) -> None:
    assert not asks_to_analyse(text)


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("전세가 아니라 월세", "전세", True),
        ("전세 말고 월세", "전세", True),
        ("전세 말고도 월세", "전세", False),
        ("전세가 아닌가요", "전세", False),
        ("전세뿐 아니라 월세", "전세", False),
        ("instead of jeonse, rent", "jeonse", True),
        ("not in Seocho", "Seocho", True),
        ("전세 시세", "전세", False),
    ],
)
def test_words_said_not_to_be_meant_are_found(text: str, words: str, expected: bool) -> None:
    start = text.index(words)
    assert negated(text, (start, start + len(words))) is expected


@pytest.mark.parametrize(
    ("text", "language"),
    [("시세", "ko"), ("What is 전세?", "ko"), ("prices", "en"), ("", "en"), ("\u1112\u1161\u11ab", "ko")],
)
def test_any_hangul_makes_a_text_korean(text: str, language: str) -> None:
    assert language_of(text) == language


def test_normalising_folds_width_case_and_blanks() -> None:
    assert normalise("  ＬＴＶ\u200b  84㎡ ") == "ltv 84m2"


def test_topic_words_drop_particles_and_requests() -> None:
    assert topic_words("대구 달서구 아파트의 시세를 좀 알려줘") == ("대구", "달서구", "아파트", "시세")
    assert topic_words("How much may the landlord raise the deposit?") == ("landlord", "raise", "deposit")


@given(st.text(max_size=200))
def test_any_text_is_heard_without_an_error(text: str) -> None:
    normalise(normalise(text))
    assert isinstance(wants_fresh(text) or reuse_cue(text) or asks_to_analyse(text), bool)
    assert normalise(normalise(text)) == normalise(text)
    topic_words(text)
    references(text)


@pytest.mark.parametrize(
    "text",
    [
        "ㅎㅎ 알겠음",
        "ㅇㅋ",
        "ㄱㅅㄱㅅ",
        "아하 그렇구나 ㅋㅋ",
        "네 알겠습니다",
        "넵!",
        "ok got it lol",
        "oh i see",
        "thx",
    ],
)
def test_what_only_acknowledges_closes(text: str) -> None:
    assert closes(text)


@pytest.mark.parametrize(
    "text",
    [
        "네",
        "알겠는데 그럼 월세는?",
        "그렇구나 보증금은?",
        "ok?",
        "nice flats",
        "I see a flat",
        "great apartments in Seoul",
    ],
)
def test_what_asks_or_names_something_does_not_close(text: str) -> None:
    assert not closes(text)


def test_a_long_run_of_letters_is_read_at_once() -> None:
    begun = time.perf_counter()
    assert not any(closes(text) for text in ("ㅋ" * 79 + "x", "네 " * 39 + "x", "ok " * 26 + "x", "ㅋ" * 50_000))
    assert time.perf_counter() - begun < 1


@pytest.mark.parametrize(
    ("text", "left", "apart"),
    [
        ("btw whats the database port", "whats the database port", True),
        ("Other thing. What do I get for a week on call", "What do I get for a week on call", True),
        ("딴얘긴데 관악구 월세 평균 얼마죠", "관악구 월세 평균 얼마죠", True),
        ("아 됐고 성동구 전세는요?", "성동구 전세는요?", False),
    ],
)
def test_what_merely_begins_another_topic_is_left_out(text: str, left: str, apart: bool) -> None:
    assert without_opening(text) == (left, apart)


@pytest.mark.parametrize("text", ["btw", "딴 얘기", "the other thing you said", "다른 조건은?", "another one please"])
def test_what_says_more_than_an_opening_stays(text: str) -> None:
    assert without_opening(text) == (text, False)


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("ive been here 6 yrs tho", True),
        ("i’ve been here 6 yrs", True),
        ("im on 48k", True),
        ("we're 5 people", True),
        ("산소가 지금 24% 인데", True),
        ("현재 24%인데 괜찮아?", True),
        ("what were the limits in 2025", False),
        ("is it ok if 5 were ill", False),
        ("5%로 올리면?", False),
    ],
)
def test_a_figure_of_ones_own_case_is_heard(text: str, own: bool) -> None:
    assert (OWN_CASE.search(text) is not None) is own
