"""Understanding by rules: route, intent, slots with their origins, data types, the question rewritten."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from execution_agents.reuse.gates import InHand, failed_gates
from foundation.contracts.work import EvidenceSummary
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Freshness, Pack, RegionGroup
from supervisor.planning.following.conversation import matched_slots
from supervisor.planning.following.topic import Edit, apply_edits, fitted
from supervisor.planning.understanding import SMALL_TALK, understand
from tests.foundation.domains.small_pack import NOW, SMALL_PACK
from tests.supervisor.planning.talks import context_of, origins, talk

MARKET = "대구 달서구 아파트 시세 알려줘"
LEGAL = "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?"


def test_a_first_question_stands_alone_and_names_its_slots() -> None:
    (first,) = talk(MARKET)
    assert (first.route, first.intent, first.standalone) == ("rag_required", "market_inquiry", MARKET)
    assert first.slot_values() == {"region": ("대구 달서구",), "housing_type": ("apartment",)}
    assert set(origins(first).values()) == {"named"}
    assert first.data_types == ("market",)


def test_a_pointing_word_resolves_and_what_is_not_said_is_taken_over() -> None:
    _, second = talk(MARKET, "그 지역 평균 시세를 다시 요약해줘")
    assert second.standalone == "대구 달서구 아파트 평균 시세를 다시 요약해줘"
    assert origins(second) == {"region": "pointed", "housing_type": "inherited"}
    assert (second.route, second.unresolved) == ("history_required", ())


@pytest.mark.parametrize("pointing", ["그 지역 평균 시세를 다시 요약해줘", "그 지역 전세는?"])
def test_that_region_is_the_one_last_spoken_of_and_not_those_before_it(pointing: str) -> None:
    *_, last = talk(
        MARKET, pointing, "대구 수성구 아파트 시세 알려줘", pointing, "서울 서초구 아파트 시세 알려줘", pointing
    )
    assert last.slot_values()["region"] == ("서울 서초구",)


@pytest.mark.parametrize(
    ("question", "housing"),
    [
        ("그 지역 위험도를 분석해줘", ("apartment",)),
        ("Is that safe? Analyse the risk", ("apartment",)),
        ("위험도를 분석해줘", ("apartment",)),
        ("그 지역 빌라 위험도를 분석해줘", ("villa",)),
    ],
)
def test_another_intent_that_points_back_and_names_nothing_means_the_same_data(
    question: str, housing: tuple[str, ...]
) -> None:
    _, second = talk(MARKET, question)
    assert second.intent == "risk_analysis"
    assert second.slot_values()["region"] == ("대구 달서구",)
    assert second.slot_values().get("housing_type", ()) == housing


@pytest.mark.parametrize(
    ("follow_up", "standalone", "slots"),
    [
        ("서초구는?", "서초구 아파트 시세 알려줘", {"region": ("서울 서초구",), "housing_type": ("apartment",)}),
        ("그럼 서초구는?", "서초구 아파트 시세 알려줘", {"region": ("서울 서초구",), "housing_type": ("apartment",)}),
        ("빌라는?", "대구 달서구 빌라 시세 알려줘", {"region": ("대구 달서구",), "housing_type": ("villa",)}),
        (
            "전세는 어때?",
            "대구 달서구 아파트 시세 알려줘 → 전세는 어때?",
            {"deal": ("jeonse",), "region": ("대구 달서구",)},
        ),
        ("1월은요?", "대구 달서구 아파트 시세 알려줘 → 1월은요?", {"period": ("2026-01..2026-01",)}),
        (
            "30평대는?",
            "대구 달서구 아파트 시세 알려줘 → 30평대는?",
            {"area": ("75..102",), "region": ("대구 달서구",)},
        ),
        ("강남구랑 서초구는?", "강남구랑 서초구 아파트 시세 알려줘", {"region": ("서울 강남구", "서울 서초구")}),
        ("아니 달서구 말고 강남구", "강남구 아파트 시세 알려줘", {"region": ("서울 강남구",)}),
        (
            "거기 전세는?",
            "대구 달서구 아파트 시세 알려줘 → 거기 전세는?",
            {"region": ("대구 달서구",), "deal": ("jeonse",)},
        ),
        ("중구는?", "대구 중구 아파트 시세 알려줘", {"region": ("대구 중구",)}),
    ],
)
def test_a_follow_up_of_nothing_but_slots_exchanges_them_or_is_set_beside(
    follow_up: str, standalone: str, slots: dict[str, tuple[str, ...]]
) -> None:
    _, second = talk(MARKET, follow_up)
    assert second.standalone == standalone
    assert {name: values for name, values in second.slot_values().items() if name in slots} == slots
    assert (second.intent, second.route, second.data_types) == ("market_inquiry", "history_required", ("market",))


def test_a_new_topic_takes_over_nothing_its_data_is_not_matched_by() -> None:
    *_, legal = talk(MARKET, "서초구는?", LEGAL)
    assert (legal.intent, legal.data_types, legal.standalone) == ("legal_consult", ("legal",), LEGAL)
    assert legal.slot_values() == {"deal": ("jeonse",)}


def test_a_pointing_word_reaches_over_a_turn_that_had_no_region() -> None:
    *_, back = talk(MARKET, LEGAL, "그 지역 30평대는 최근에 얼마야?")
    assert (back.intent, back.data_types, back.wants_fresh) == ("market_inquiry", ("market",), False)
    assert back.slot_values()["region"] == ("대구 달서구",)
    assert (origins(back)["region"], origins(back)["area"]) == ("pointed", "named")


def test_a_follow_up_goes_back_to_the_topic_that_uses_its_slots() -> None:
    *_, back = talk(MARKET, LEGAL, "그럼 서초구는?")
    assert (back.intent, back.standalone) == ("market_inquiry", "서초구 아파트 시세 알려줘")


def test_a_pointing_word_reaches_the_ledger_when_no_exchange_has_it() -> None:
    record = EvidenceSummary(
        evidence_id="e",
        data_type="market",
        query="",
        slots={"region": ("대구 달서구",)},
        item_count=3,
        fetched_at=NOW,
        source_version="1",
    )
    understood = understand(context_of("그 지역 시세", ledger=[record]))
    assert understood.slot_values()["region"] == ("대구 달서구",)


def test_a_pointing_word_nothing_answers_to_is_unresolved() -> None:
    (first,) = talk("그 지역 시세 알려줘")
    assert (first.unresolved, first.slots, first.route) == (("그 지역",), (), "rag_required")


@pytest.mark.parametrize(
    ("turns", "standalone"),
    [
        (("서초구 아파트 시세", "전세가 아니라 월세"), "서초구 아파트 시세 → 전세가 아니라 월세"),
        (("전세 보증금을 못 받았어요.", "정정할게요. 전세가 아니라 월세 계약이에요."), "월세 보증금을 못 받았어요."),
        (("달서구는 시세가 얼마야?", "강남은?"), "강남은 시세가 얼마야?"),
        (("강남은 시세가 얼마야?", "달서구는?"), "달서구는 시세가 얼마야?"),
        (("서초구 평균 시세를 다시 알려줘", "강남구는?"), "강남구 평균 시세를 다시 알려줘"),
    ],
)
def test_a_correction_or_exchange_keeps_the_rest_of_the_question(turns: tuple[str, ...], standalone: str) -> None:
    assert talk(*turns)[-1].standalone == standalone


def test_a_rejected_value_is_not_taken_over() -> None:
    *_, last = talk("서초구 전세 시세", "전세 말고는?")
    assert last.slot_values()["deal"] == ("sale", "monthly")
    assert last.slot_values()["region"] == ("서울 서초구",)


@pytest.mark.parametrize(
    "follow_up",
    [
        "방금 네가 말한 5%가 무슨 뜻이야?",
        "그 요청은 언제까지 해야 하나요?",
        "관련된 근거도 보여주세요.",
        "더 쉽게 설명해줘",
    ],
)
def test_a_question_that_leans_on_the_topic_gets_the_topic_put_before_it(follow_up: str) -> None:
    _, second = talk(LEGAL, follow_up)
    assert (second.intent, second.route, second.data_types) == ("legal_consult", "history_required", ("legal",))
    assert second.standalone == f"{LEGAL} → {follow_up}"


def test_the_topic_put_before_does_not_grow_with_every_turn() -> None:
    *_, third, fourth = talk(LEGAL, "관련된 근거도 보여주세요.", "더 쉽게 설명해줘", "다시 요약해줘")
    assert (third.standalone, fourth.standalone) == (f"{LEGAL} → 더 쉽게 설명해줘", f"{LEGAL} → 다시 요약해줘")


def test_a_change_of_topic_takes_nothing_over() -> None:
    _, second = talk("서초구 전세 시세", "그건 됐고 다른 질문이에요. 보증금 반환은 언제 받나요?")
    assert (second.intent, second.slot_values()) == ("legal_consult", {})
    assert second.standalone.startswith("그건 됐고")


def test_a_cue_to_reuse_points_at_the_whole_exchange() -> None:
    _, second = talk("강남구 아파트 시세 알려줘", "방금 검색한 시세로 위험도 분석해줘")
    assert second.reuse_cue
    assert not second.wants_fresh
    assert origins(second) == {"region": "pointed", "housing_type": "pointed"}
    assert second.data_types == ("legal", "market")


def test_another_intent_over_the_same_data_that_names_nothing_takes_all_over() -> None:
    _, second = talk("강남구 아파트 전세 시세 알려줘", "위험도 분석해줘")
    assert origins(second) == {"region": "inherited", "deal": "inherited", "housing_type": "inherited"}


def test_another_intent_that_names_a_condition_takes_over_the_region_alone() -> None:
    _, second = talk("강남구 아파트 전세 시세 알려줘", "월세 위험도 분석해줘")
    assert origins(second) == {"region": "inherited", "deal": "named"}


def test_a_full_question_about_another_region_takes_nothing_over() -> None:
    _, second = talk("강남구 아파트 전세 시세 알려줘", "서초구 시세 분석해줘")
    assert second.slot_values() == {"region": ("서울 서초구",)}
    assert second.route == "rag_required"


def test_a_lifted_condition_is_not_taken_over() -> None:
    *_, last = talk("강남구 30평대 아파트 시세", "평수 상관없이 평균 시세는?")
    assert "area" not in last.slot_values()


@pytest.mark.parametrize(
    ("question", "data_types"),
    [
        ("전세 대출 금리랑 강남 시세", {"loan", "market"}),
        ("대항력과 대출 금리", {"legal", "loan"}),
        ("강남 시세", {"market"}),
        ("계약서 작성해줘", set[str]()),
        ("위험도 분석해줘", {"legal", "market"}),
    ],
)
def test_data_types_are_the_intents_and_those_named_outright(question: str, data_types: set[str]) -> None:
    assert set(talk(question)[0].data_types) == data_types


@pytest.mark.parametrize(
    "question",
    [
        "안녕하세요",
        "안녕하세요. 어떤 도움을 받을 수 있나요?",
        "고마워!",
        "너는 누구야?",
        "hello",
        "thanks",
        "What can you do?",
    ],
)
def test_small_talk_takes_the_simple_route(question: str) -> None:
    (only,) = talk(question)
    assert (only.route, only.data_types) == ("simple", ())


def test_a_greeting_before_a_question_is_no_small_talk() -> None:
    (only,) = talk("안녕하세요! 전세 계약을 준비 중인데 계약 전에 확인할 내용을 알려주세요.")
    assert only.route == "rag_required"


@pytest.mark.parametrize("question", ["오늘 날씨 어때?", "김치찌개 끓이는 법 알려줘", "Who won the football match?"])
def test_another_field_ends_early_before_and_within_a_conversation(question: str) -> None:
    assert talk(question)[-1].intent == "irrelevant"
    assert talk(MARKET, question)[-1].intent == "irrelevant"


@pytest.mark.parametrize("question", ["그거 어때?", "네.", "좀 알려줘", "아파트"])
def test_a_question_that_says_too_little_is_unclear(question: str) -> None:
    assert talk(question)[0].intent == "unclear"


@pytest.mark.parametrize("nothing", ["   ", "???", "!!", "…", "👍", "\n\t"])
@pytest.mark.parametrize(
    ("before", "language"), [((), "ko"), ((MARKET,), "ko"), (("What do flats in Gangnam cost?",), "en"), (("?",), "ko")]
)
def test_marks_alone_are_unclear_in_the_language_of_the_conversation(
    nothing: str, before: tuple[str, ...], language: str
) -> None:
    last = talk(*before, nothing)[-1]
    assert (last.intent, last.language, last.slots, last.data_types) == ("unclear", language, (), ())


@pytest.mark.parametrize(
    ("turns", "standalone"),
    [
        (("What do flats in Gangnam cost?", "And in Seocho-gu?"), "What do flats in Seocho-gu cost?"),
        (
            ("What do flats in Gangnam cost?", "What about last month?"),
            "What do flats in Gangnam cost? → What about last month?",
        ),
        (("What do flats in Gangnam cost?", "The average price there?"), "The average price in Gangnam (apartment)?"),
        (("What do flats in Gangnam cost?", "not Gangnam but Seocho"), "What do flats in Seocho cost?"),
        (
            ("May the landlord raise the deposit?", "Why is that?"),
            "May the landlord raise the deposit? → Why is that?",
        ),
    ],
)
def test_english_follow_ups_are_rewritten_in_english(turns: tuple[str, ...], standalone: str) -> None:
    assert talk(*turns)[-1].standalone == standalone


def test_a_follow_up_in_another_language_stays_in_it() -> None:
    _, second = talk(MARKET, "What about Seocho-gu?")
    assert (second.language, second.intent) == ("en", "market_inquiry")
    assert "Seocho-gu" in second.standalone
    assert second.slot_values() == {"region": ("서울 서초구",), "housing_type": ("apartment",)}


def test_a_name_several_places_share_is_shown() -> None:
    (first,) = talk("중구 시세")
    assert first.ambiguity_reason is not None
    assert "서울 중구, 대구 중구" in first.ambiguity_reason
    assert first.slot_values()["region"] == ("서울 중구", "대구 중구")


def test_a_demand_for_fresh_data_is_heard_and_recently_is_none() -> None:
    assert talk("지금 서초구 시세")[0].wants_fresh
    assert not talk("최근 서초구 시세")[0].wants_fresh


@pytest.mark.parametrize(
    ("word", "after", "changed"),
    [
        ("강남", "는 얼마", "은 얼마"),
        ("서초구", "은 얼마", "는 얼마"),
        ("강남", "를", "을"),
        ("서울", "으로", "로"),
        ("대전", "로", "으로"),
        ("30평대", "은", "는"),
        ("84㎡", "는", "는"),
        ("강남", "는데", "는데"),
    ],
)
def test_a_particle_fits_the_word_before_it(word: str, after: str, changed: str) -> None:
    assert fitted(word, after) == changed


TURNS = st.sampled_from(
    [
        MARKET,
        LEGAL,
        "서초구는?",
        "그 지역 전세는?",
        "전세가 아니라 월세",
        "방금 그거",
        "고마워",
        "there",
        "1월",
        "다른 질문인데",
        "위험도 분석",
    ]
)


@given(st.lists(st.one_of(TURNS, st.text(max_size=40)), min_size=1, max_size=5))
def test_any_conversation_is_understood_without_an_error(questions: list[str]) -> None:
    known = {SMALL_TALK, *(intent.name for intent in SMALL_PACK.intents)}
    for understood in talk(*questions):
        assert understood.intent in known
        assert 0 <= understood.confidence <= 1000
        named = [slot for slot in understood.slots if slot.origin == "inherited"]
        assert all(slot.text == "" for slot in named)


@pytest.mark.parametrize("follow_up", ["부산은?", "부산 아파트 시세 알려줘", "역삼동은 얼마야?", "부산 동구는?"])
def test_a_place_the_pack_does_not_know_is_never_taken_for_the_one_spoken_of(follow_up: str) -> None:
    _, second = talk(MARKET, follow_up)
    assert second.intent == "market_inquiry"
    assert "대구 달서구" not in second.slot_values()["region"]
    assert "달서구" not in second.standalone


@pytest.mark.parametrize(
    ("turns", "standalone"),
    [
        (
            ("임대차 계약 갱신은 언제까지 요구해?", "집주인이 거절하면?"),
            "임대차 계약 갱신은 언제까지 요구해? → 집주인이 거절하면?",
        ),
        (("버팀목 대출 금리 알려줘", "한도는?"), "버팀목 대출 금리 알려줘 → 한도는?"),
        (("버팀목 대출 금리 알려줘", "신혼부부는?"), "버팀목 대출 금리 알려줘 → 신혼부부는?"),
        (("보증금을 5% 올릴 수 있어?", "10%면?"), "보증금을 10% 올릴 수 있어? → 10%면?"),
    ],
)
def test_a_fragment_gets_its_topic_even_with_a_word_of_its_own(turns: tuple[str, ...], standalone: str) -> None:
    assert talk(*turns)[-1].standalone == standalone


def test_a_comparison_sets_the_new_value_beside_the_old_one() -> None:
    _, second = talk("서초구 아파트 시세 알려줘", "강남구와 비교해줘")
    assert second.slot_values()["region"] == ("서울 강남구", "서울 서초구")


def test_a_pointing_word_for_what_no_data_is_matched_by_points_at_the_topic() -> None:
    _, second = talk(LEGAL, "그 기간이 지나면 어떻게 돼?")
    assert (second.intent, second.unresolved) == ("legal_consult", ())


def test_the_latest_of_what_can_grow_old_leaves_the_law_alone() -> None:
    market = SMALL_PACK.data_type("market").model_copy(update={"freshness": Freshness(stale_after_s=60)})
    kinds = tuple(market if kind.name == "market" else kind for kind in SMALL_PACK.data_types)
    pack = SMALL_PACK.model_copy(update={"data_types": kinds})
    _, second = talk("서초구 위험도 분석해줘", "최신 걸로 다시 보여줘", pack=pack)
    assert (second.intent, second.data_types, second.wants_fresh) == ("market_inquiry", ("market",), True)


@pytest.mark.parametrize(
    ("turns", "slots", "standalone"),
    [
        (("서초구 아파트 시세", "아파트 빼고"), {"housing_type": ("villa",)}, "서초구 아파트 제외 시세"),
        (("서초구 아파트 시세", "서초구 아파트 아닌 거"), {"housing_type": ("villa",)}, "서초구 아파트 제외 시세"),
        (("서초구 전세 시세", "전세 빼고"), {"deal": ("sale", "monthly")}, "서초구 전세 제외 시세"),
        (("서초구 아파트 시세", "아파트 빼고", "빌라는?"), {"housing_type": ("villa",)}, "서초구 빌라 시세"),
        (("서초구 시세", "아파트 빼고", "전세는?"), {"deal": ("jeonse",), "housing_type": ("villa",)}, None),
    ],
)
def test_what_is_left_out_leaves_every_other_choice(
    turns: tuple[str, ...], slots: dict[str, tuple[str, ...]], standalone: str | None
) -> None:
    last = talk(*turns)[-1]
    assert {name: last.slot_values().get(name) for name in slots} == slots
    assert standalone in (None, last.standalone)


def test_a_figure_nothing_was_read_from_does_not_keep_the_size_it_replaces() -> None:
    last = talk(MARKET, "84제곱미터만", "59는?")[-1]
    assert "area" not in last.slot_values()
    assert last.unresolved == ("59",)


@pytest.mark.parametrize(
    ("first", "follow_up", "standalone"),
    [
        ("달서구와 중구와 동구 아파트 시세", "서초구는?", "서초구 아파트 시세"),
        ("강남구, 서초구, 달서구 2025년 시세 추이", "강남구는?", "강남구 2025년 시세 추이"),
        ("대구 아파트 1월과 2월 시세", "1월은?", "대구 아파트 1월 시세"),
        ("강남구와 서초구 시세", "강남구랑 달서구는?", "강남구랑 달서구 시세"),
    ],
)
def test_a_list_is_exchanged_as_a_whole(first: str, follow_up: str, standalone: str) -> None:
    assert talk(first, follow_up)[-1].standalone == standalone


@pytest.mark.parametrize(
    ("turns", "period", "standalone"),
    [
        (("달서구 2017년 6월 시세", "7월은?"), "2017-07..2017-07", "달서구 2017년 7월 시세"),
        (("달서구 2017년 6월 시세", "7월은?", "8월은?"), "2017-08..2017-08", "달서구 2017년 8월 시세"),
        (("달서구 2017년 6월 시세", "2018년 7월은?"), "2018-07..2018-07", "달서구 2018년 7월 시세"),
        (("달서구 2017년 6월 시세", "1월부터 3월까지는?"), "2017-01..2017-03", None),
        (("달서구 2026년 1월 시세", "7월은?"), "2025-07..2025-07", "달서구 7월 시세"),
        (("달서구 2017년 6월 시세", "지난달은?"), "2026-01..2026-01", None),
        (("달서구 2017년 6월 시세", "서초구 1월 시세 알려줘"), "2026-01..2026-01", None),
        (("What did flats in Dalseo-gu cost in May 2017?", "And in June?"), "2017-06..2017-06", None),
    ],
)
def test_a_month_without_a_year_lies_in_the_year_spoken_of(
    turns: tuple[str, ...], period: str, standalone: str | None
) -> None:
    last = talk(*turns)[-1]
    assert last.slot_values()["period"] == (period,)
    assert standalone in (None, last.standalone)


@pytest.mark.parametrize(
    "turns",
    [
        ("강남구 아파트 시세", "서초구는?", "그 두 지역 비교해줘"),
        ("강남구 아파트 시세", "서초구는?", "둘 중 어디가 더 비싸?"),
        ("강남구와 서초구 아파트 시세", "그 지역들 평균은?"),
    ],
)
def test_words_for_several_places_mean_all_that_were_spoken_of(turns: tuple[str, ...]) -> None:
    last = talk(*turns)[-1]
    assert (last.slot_values()["region"], last.unresolved) == (("서울 강남구", "서울 서초구"), ())


@pytest.mark.parametrize("question", ["옆 동네는?", "다른 지역은?", "서초구 말고는?", "What about the next district?"])
def test_a_place_meant_and_not_named_is_asked_for(question: str) -> None:
    last = talk("서초구 아파트 시세", question)[-1]
    assert (last.intent, last.slots) == ("unclear", ())


def test_a_district_spelled_syllable_by_syllable_is_that_district() -> None:
    assert talk(MARKET, "서 초 구는?")[-1].slot_values()["region"] == ("서울 서초구",)


@pytest.mark.parametrize("question", ["가장 싼 건?", "내리고 있어?", "the cheapest?", "안 내도 돼?"])
def test_what_is_asked_of_an_answer_follows_its_topic(question: str) -> None:
    last = talk(MARKET, question)[-1]
    assert (last.intent, last.slot_values()["region"]) == ("market_inquiry", ("대구 달서구",))


def test_a_month_left_out_follows_the_topic_without_it() -> None:
    last = talk("달서구 2026년 2월 아파트 시세", "2월 말고")[-1]
    assert (last.intent, last.standalone) == ("market_inquiry", "달서구 2026년 2월 제외 아파트 시세")
    assert last.slot_values()["period"] == ("1900-01..2026-01",)


@pytest.mark.parametrize(
    ("turns", "slot", "left", "standalone"),
    [
        (("달서구 2026년 1월부터 2월까지 시세", "2월 말고"), "period", ("2026-01..2026-01",), "달서구 2026년 1월 시세"),
        (("달서구 2026년 2월 시세", "2월 말고 1월"), "period", ("2026-01..2026-01",), "달서구 1월 시세"),
        (
            ("달서구 2025년 10월부터 12월까지 시세", "11월 빼고"),
            "period",
            ("2025-10..2025-10", "2025-12..2025-12"),
            "달서구 2025년 10월, 2025년 12월 시세",
        ),
        (
            ("달서구 2025년 10월부터 12월까지 11월 빼고 시세",),
            "period",
            ("2025-10..2025-10", "2025-12..2025-12"),
            None,
        ),
        (("달서구 2025년 11월 제외 시세",), "period", ("1900-01..2025-10", "2025-12..2026-02"), None),
        (
            ("달서구 2025년 11월 시세", "서초구 2025년 12월 빼고 시세"),
            "period",
            ("1900-01..2025-11", "2026-01..2026-02"),
            None,
        ),
        (("서초구, 강남구 시세", "강남구 말고"), "region", ("서울 서초구",), "서초구 시세"),
        (("서울 시세", "강남구 빼고"), "region", ("서울 서초구", "서울 중구"), "서울 서초구, 서울 중구 시세"),
        (("서울에서 강남구 빼고 시세",), "region", ("서울 서초구", "서울 중구"), None),
        (
            ("What do flats in Gangnam cost in February 2026?", "Not February"),
            "period",
            ("1900-01..2026-01",),
            None,
        ),
        (
            ("What do flats in Gangnam cost in February 2026?", "not February but January"),
            "period",
            ("2026-01..2026-01",),
            None,
        ),
    ],
)
def test_what_is_left_out_of_a_period_or_place_is_left_out_and_the_rest_stays(
    turns: tuple[str, ...], slot: str, left: tuple[str, ...], standalone: str | None
) -> None:
    last = talk(*turns)[-1]
    assert (last.intent, last.slot_values()[slot]) == ("market_inquiry", left)
    assert standalone in (None, last.standalone)
    assert talk(last.standalone)[0].slot_values()[slot] == left


@pytest.mark.parametrize(
    "turns", [("강남구 시세", "강남구 말고"), ("강남구 시세", "서울 말고"), ("서울 시세", "서울 말고")]
)
def test_a_place_left_out_that_leaves_none_asks_which_other_one(turns: tuple[str, ...]) -> None:
    assert talk(*turns)[-1].intent == "unclear"


@pytest.mark.parametrize("follow_up", ["제7조의2는?", "그럼 제 7 조의 2는?", "제7조의2"])
def test_another_article_named_by_its_number_alone_is_one_of_the_same_law(follow_up: str) -> None:
    shipped = load_pack(shipped_packs() / "real_estate")
    _, second = talk("주택임대차보호법 제7조 내용은?", follow_up, pack=shipped)
    assert second.intent == "legal_consult"
    assert second.standalone.replace(" ", "") == "주택임대차보호법제7조의2내용은?"


GROUPS = (
    RegionGroup(name="강남 2구", aliases=("강남권", "Gangnam 2 districts"), members=("서울 강남구", "서울 서초구")),
)


def with_groups() -> Pack:
    """The small pack with a name for two districts."""
    slots = tuple(
        slot.model_copy(update={"groups": GROUPS}) if slot.name == "region" else slot for slot in SMALL_PACK.slots
    )
    return SMALL_PACK.model_copy(update={"slots": slots})


@pytest.mark.parametrize(
    ("turns", "regions", "standalone"),
    [
        (("강남 2구 시세",), ("서울 강남구", "서울 서초구"), "강남 2구 시세"),
        (("강남2구 시세",), ("서울 강남구", "서울 서초구"), None),
        (("서울 강남 2구 시세",), ("서울 강남구", "서울 서초구"), None),
        (("Prices in the Gangnam 2 districts",), ("서울 강남구", "서울 서초구"), None),
        (("강남 시세",), ("서울 강남구",), None),
        (("달서구 시세", "강남 2구는?"), ("서울 강남구", "서울 서초구"), "강남 2구 시세"),
        (("강남 2구 시세", "거기 전세는?"), ("서울 강남구", "서울 서초구"), "강남 2구 시세 → 거기 전세는?"),
        (("강남 2구 시세", "서초구 말고"), ("서울 강남구",), "서울 강남구 시세"),
        (("강남 2구랑 달서구 시세", "강남 2구 말고"), ("대구 달서구",), "달서구 시세"),
        (("강남 2구 말고 달서구 시세",), ("대구 달서구",), None),
    ],
)
def test_a_name_of_several_regions_means_them_all(
    turns: tuple[str, ...], regions: tuple[str, ...], standalone: str | None
) -> None:
    last = talk(*turns, pack=with_groups())[-1]
    assert (last.slot_values()["region"], last.ambiguity_reason) == (regions, None)
    assert standalone in (None, last.standalone)
    assert talk(last.standalone, pack=with_groups())[0].slot_values()["region"] == regions


SHIPPED = load_pack(shipped_packs() / "real_estate")
REWRITTEN = [
    (
        ("강남구 아파트 시세 알려줘", "30평대 평균은 최근에 얼마야?"),
        "강남구 아파트 30평대 평균은 최근에 얼마야?",
    ),
    (("강남구 매매 시세 알려줘", "그럼 비싼 순서는?"), "강남구 매매 시세 알려줘 → 그럼 비싼 순서는?"),
    (
        ("상가 계약 갱신할 때 집주인이 거절할 수 있어?", "세 달 밀리면?"),
        "상가 계약 갱신할 때 집주인이 거절할 수 있어? → 세 달 밀리면?",
    ),
    (("월세를 밀리면 계약이 해지되나요?", "두 번 밀리면요?"), "월세를 밀리면 계약이 해지되나요? → 두 번 밀리면요?"),
    (("전세 대출 금리 알려줘", "그럼 한도는?"), "전세 대출 금리 알려줘 → 그럼 한도는?"),
    (
        ("How much may the landlord raise the deposit when I renew?", "And what if I refuse?"),
        "How much may the landlord raise the deposit when I renew? → And what if I refuse?",
    ),
    (
        ("If my flat is sold, what becomes of my deposit?", "Why is that?"),
        "If my flat is sold, what becomes of my deposit? → Why is that?",
    ),
    (
        ("What are the lowest jeonse loan rates?", "Why is that?"),
        "What are the lowest jeonse loan rates? → Why is that?",
    ),
    (
        ("Sale prices of flats in Gangnam", "Which one is the cheapest?"),
        "Sale prices of flats in Gangnam → Which one is the cheapest?",
    ),
]


@pytest.mark.parametrize(("turns", "standalone"), REWRITTEN)
def test_a_rewritten_question_reads_as_a_person_would_write_it(turns: tuple[str, ...], standalone: str) -> None:
    assert talk(*turns, pack=SHIPPED)[-1].standalone == standalone


@pytest.mark.parametrize("turns", [turns for turns, _ in REWRITTEN])
def test_a_rewritten_question_means_alone_what_it_meant_in_the_conversation(turns: tuple[str, ...]) -> None:
    last = talk(*turns, pack=SHIPPED)[-1]
    (alone,) = talk(last.standalone, pack=SHIPPED)
    assert (alone.intent, alone.data_types) == (last.intent, last.data_types)
    needed = matched_slots(last.data_types, SHIPPED)
    both = [{k: set(v) for k, v in each.slot_values().items() if k in needed} for each in (alone, last)]
    assert both[0] == both[1]


@pytest.mark.parametrize(
    ("turns", "standalone"),
    [
        (("안양 동안구 2017년 월세 시세", "월세 50은?"), "안양 동안구 2017년 월세 시세 → 월세 50은?"),
        (
            ("안양 동안구 월세 시세", "보증금 1000에 월세 50 이하는?"),
            "안양 동안구 월세 시세 → 보증금 1000에 월세 50 이하는?",
        ),
        (
            ("안양 동안구 월세 시세", "보증금 1000에 월세 50 이하는?", "월세 60 이하만"),
            "안양 동안구 월세 시세 → 월세 60 이하만",
        ),
        (("안양 동안구 월세 시세", "보증금 1000에 월세 50 이하는?", "만안구는?"), "만안구 월세 시세 → 만안구는?"),
    ],
)
def test_a_rent_and_a_deposit_are_rewritten_each_with_its_own_word(turns: tuple[str, ...], standalone: str) -> None:
    last = talk(*turns, pack=SHIPPED)[-1]
    assert last.standalone == standalone
    assert talk(standalone, pack=SHIPPED)[0].slot_values() == last.slot_values()


def test_the_topic_put_before_keeps_the_gates_awake_for_an_exchanged_figure() -> None:
    first, second = talk("상가 세입자가 월세를 석 달 밀리면 계약이 해지되나요?", "두 달 밀리면요?", pack=SHIPPED)
    in_hand = InHand(text="석 달, 두 달", narrows=True, probed=True, passages=True, ages=False, age_s=1)
    assert "gate:period" in failed_gates(first.standalone, second.standalone, in_hand, follows=True)


@pytest.mark.parametrize(
    ("before", "question", "intent"),
    [
        (("마포구 전세 시세 알려줘", "계약갱신 때 임대료는 얼마까지 올릴 수 있어?"), "월세도 같아?", "legal_consult"),
        (("계약갱신 때 임대료는 얼마까지 올릴 수 있어?", "마포구 전세 시세 알려줘"), "월세도 같아?", "market_inquiry"),
        (("버팀목 대출 한도는?",), "인상 한도를 다시 정리해줘", "legal_consult"),
        (("버팀목 대출 한도는?",), "한도를 다시 정리해줘", "loan_consult"),
    ],
)
def test_what_holds_as_well_is_asked_of_the_answer_just_given(
    before: tuple[str, ...], question: str, intent: str
) -> None:
    shipped = load_pack(shipped_packs() / "real_estate")
    assert talk(*before, question, pack=shipped)[-1].intent == intent


def test_the_latest_takes_no_month_over_and_stays_in_the_question() -> None:
    shipped = load_pack(shipped_packs() / "water_treatment")
    asked = (
        "Average chlorine residual of finished water in August 2026",
        "What is the latest chlorine residual of finished water right now?",
    )
    latest = talk(*asked, pack=shipped)[-1]
    assert "latest" in latest.standalone
    assert [slot.text for slot in latest.slots if slot.name == "period"] == ["right now"]


@pytest.mark.parametrize(
    ("turns", "standalone"),
    [
        (("전세사기 당하면 어떻게 해?", "강남구랑 서초구 전세 비교해줘"), "강남구랑 서초구 전세 비교해줘"),
        (("전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?", "서초구 84㎡ 전세"), "서초구 84㎡ 전세"),
        (("전세사기 당하면 어떻게 해?", "월세는?"), "전세사기 당하면 어떻게 해? → 월세는?"),
        (
            ("전세사기 피해자로 인정받으려면?", "월세로 사는데?"),
            "전세사기 피해자로 인정받으려면? → 월세로 사는데?",
        ),
        (("강남구아파트 시세", "서초구는?"), "서초구아파트 시세"),
    ],
)
def test_words_are_never_cut_and_glued_into_a_rewrite(turns: tuple[str, ...], standalone: str) -> None:
    assert talk(*turns, pack=SHIPPED)[-1].standalone == standalone


def test_an_exchange_and_an_insertion_at_one_place_leave_each_other_whole() -> None:
    edits = [Edit(0, 2, "월세"), Edit(0, 0, "서초구 ")]
    assert (
        apply_edits("전세 시세 알려줘", edits)
        == apply_edits("전세 시세 알려줘", edits[::-1])
        == "서초구 월세 시세 알려줘"
    )


@pytest.mark.parametrize("closing", ["ㅎㅎ 알겠음", "ㅇㅋ", "아하 그렇구나 ㅋㅋ", "ok got it lol", "thx"])
def test_a_closing_word_is_small_talk_whatever_was_spoken_of(closing: str) -> None:
    for before in (LEGAL, MARKET, "전세자금대출 금리 비교해줘"):
        last = talk(before, closing, pack=SHIPPED)[-1]
        assert (last.intent, last.route, last.data_types) == (SMALL_TALK, "simple", ())


def test_a_month_and_another_condition_of_a_table_name_a_row_of_it() -> None:
    water = load_pack(shipped_packs() / "water_treatment")
    asked = understand(context_of("did settled water turbidity ever peak above 2 NTU in july", pack=water))
    assert asked.data_types == ("readings",)
    assert asked.slot_values()["point"] == ("settled",)


def test_a_question_that_only_computes_is_about_what_was_shown() -> None:
    *_, last = talk(MARKET, "한 달 새 몇 프로 빠진거야")
    assert last.data_types == ("market",)
    assert last.slot_values()["region"] == ("대구 달서구",)
