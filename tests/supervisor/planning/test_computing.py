"""Whole turns that a formula answers: alone, over reused evidence, and whatever a model would write."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from execution_agents.knowledge_graph.index import EntityIndex
from foundation.contracts.formulas import FormulaAsked
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.llm.scripted import Reply
from supervisor.planning.computing import asked_in, of_one_subject, selects_rows, with_computation
from supervisor.planning.context import Exchange
from supervisor.planning.following.said_before import with_said_figures
from supervisor.planning.understanding import understand
from tests.foundation.llm.scripts import scripted
from tests.named import named_in
from tests.supervisor.planning.talks import context_of, exchange_of
from tests.supervisor.scene import Scene, item

RULE = item(
    "law_guide", "fee", "공인중개사법 시행규칙 제20조(중개보수): 상한 요율표", "전세 3억원은 0.3 %다. 한쪽이 낸다."
)
FEE = "3억 전세면 복비 얼마야?"
PACK = load_pack(shipped_packs() / "real_estate")
INDEX = EntityIndex(PACK, named_in(PACK))


def held(*questions: str, apart: int = -1) -> list[Exchange]:
    """The exchanges of these messages, with the formulas they ask for. `apart`: the message that opens a subject."""
    found: list[Exchange] = []
    for at, question in enumerate(questions):
        context = replace(context_of(question, found, pack=PACK), older=tuple(found[:-3]))
        read = with_computation(understand(context), context)
        found.append(replace(exchange_of(read), computation=read.computation, evidence=("e",), apart=at == apart))
    return found


def asked(*questions: str, apart: int = -1) -> FormulaAsked | None:
    """The formula that the last message asks for."""
    *before, last = questions
    past = held(*before, apart=apart)
    return asked_in(replace(context_of(last, past, pack=PACK), older=tuple(past[:-3])))


async def test_another_figure_is_worked_out_and_nothing_is_searched(scene: Scene) -> None:
    scene.law.always = (RULE, *scene.law.always)
    async with scene.process():
        session = await scene.session()
        first = await scene.ask(session, FEE)
        then = await scene.ask(session, "그럼 5억이면?")
    assert first["content"].startswith("중개보수(복비)는 한쪽이 최대 90만원입니다")
    assert then["content"].startswith("중개보수(복비)는 한쪽이 최대 150만원입니다")
    assert [answer["analysis"]["value"] for answer in (first, then)] == ["900000", "1500000"]
    assert first["citations"][0]["chunk_id"] == "fee"
    assert (then["reuse"]["decision"], len(scene.law.asked)) == ("reuse", 1)


async def test_a_formula_without_evidence_starts_the_analysis_team_alone(scene: Scene) -> None:
    async with scene.process():
        answer = await scene.ask(await scene.session(), "연봉 5천이면 DSR 40 %로 얼마까지?")
    assert answer["teams"] == ["analysis"]
    assert answer["usage"]["search_calls"] == 0
    assert answer["content"].startswith("한 해에 갚을 수 있는 원리금은 최대 2,000만원입니다")


async def test_what_lacks_is_asked_for_and_taken_from_the_next_message(scene: Scene) -> None:
    alone = replace(scene, may_ask=False)
    async with alone.process():
        session = await alone.session()
        first = (await alone.frames_of(await alone.submit(session, "보증금 2억을 월세로 바꾸면 얼마야?")))["form"]
        then = await alone.ask(session, "기준금리는 3%야")
    assert first["analysis"]["missing"] == ["한국은행 기준금리"]
    assert first["analysis"]["value"] is None
    assert then["analysis"]["value"] == "833333"


async def test_a_models_own_arithmetic_does_not_reach_the_person(scene: Scene) -> None:
    planned: dict[str, Any] = {
        "route": "rag_required", "standalone_question": "복비", "intent": "legal_consult", "confidence": 0.9,
        "slots": {}, "ambiguity_reason": None, "sufficiency": None,
    }  # fmt: skip
    script = {"turn_planning": Reply(json.dumps(planned)), "answer": Reply("복비는 300만원입니다. [1]")}
    scene.law.always = (RULE, *scene.law.always)
    async with scripted(script) as wired:
        mine = replace(scene, model=wired.model)
        async with mine.process():
            answer = await mine.ask(await mine.session(), FEE)
    assert "90만원" in answer["content"]
    assert "300만원" not in answer["content"]
    assert "answer" not in [call.prompt for call in wired.endpoint.calls]


PRICE = "6억2천짜리 아파트 사려는데 복비 최대 얼마나와요"


async def test_a_correction_and_a_sum_over_two_formulas(scene: Scene) -> None:
    scene.law.always = (RULE, *scene.law.always)
    said = (PRICE, "취득세는? 전용 59고 첫집이에요", "아 잘못 말했다 5억8천이에요", "복비도 다시", "그 둘 합치면")
    async with scene.process():
        session = await scene.session()
        answers = [await scene.ask(session, each) for each in said]
    values = [answer["analysis"]["value"] for answer in answers]
    assert values == ["2480000", "7706600", "6380000", "2320000", "8700000"]
    assert answers[-1]["content"].startswith("합하면 870만원입니다(638만원 + 232만원 = 870만원)")
    assert "앞에서 말한 값: 취득가액 6억 2,000만원" in answers[1]["content"]


def test_a_value_said_before_the_window_is_an_input() -> None:
    found = asked(PRICE, "계약 갱신은 언제 요구해?", "거절하면?", "대항력이 뭐야?", "우선변제권은?", "취득세는?")

    assert found is not None
    assert [(one.name, one.value, one.origin) for one in found.inputs] == [("price", "620000000", "conversation")]


@pytest.mark.parametrize(
    "messages",
    [
        (PRICE, "다른 집 하나 더 보는데 등기부는 어떻게 봐?", "취득세는?"),
        (PRICE, "다른 아파트 취득세는?"),
        ("강남구 6억2천짜리 아파트 사려는데 시세 어때", "대구 달서구 아파트 매매 시세는?", "취득세는?"),
    ],
)
def test_nothing_is_taken_from_another_home(messages: tuple[str, ...]) -> None:
    found = asked(*messages)

    assert found is None or not found.inputs


def test_what_stands_before_another_subject_is_no_input() -> None:
    assert asked(PRICE, "전세 사기는 어떻게 막아?", "취득세는?", apart=1) is None
    assert asked(PRICE, "전세 사기는 어떻게 막아?", "취득세는?") is not None


def test_the_exchanges_of_one_place_are_one_subject() -> None:
    past = held("강남구 아파트 매매 시세", "거기 6억짜리 사면 취득세는?", "대구 달서구 아파트 매매 시세", "전세는?")

    assert [one.question for one in of_one_subject(past, "그럼 취득세는?", PACK)] == [one.question for one in past[2:]]


def test_a_sum_takes_no_result_that_was_corrected() -> None:
    past = held(PRICE, "취득세는?", "아 잘못 말했다 5억8천이에요")
    context = context_of("그 둘 합치면", past, pack=PACK)
    found = with_said_figures(understand(context), context)

    assert found.said is not None
    assert [one.computed.formula for one in found.said.operands if one.computed] == ["brokerage_fee", "acquisition_tax"]
    assert [one.value for one in found.said.operands] == [2480000, 6380000]


def test_a_difference_compares_a_result_with_its_correction() -> None:
    past = held(PRICE, "아니 5억8천이에요")
    context = context_of("차이가 얼마야?", past, pack=PACK)
    found = with_said_figures(understand(context), context)

    assert found.said is not None
    assert (found.said.operation, [one.value for one in found.said.operands]) == ("difference", [2480000, 2320000])


def test_a_question_for_rows_works_nothing_out() -> None:
    question = "LTV 80퍼센트 이상 나오는 상품 있어?"
    context = context_of(question, pack=PACK)
    assert selects_rows(question, ("loan",), PACK)
    assert with_computation(understand(context), context).computation is None


def test_a_condition_on_no_column_leaves_the_formula() -> None:
    assert not selects_rows(FEE, ("loan",), PACK)
    assert not selects_rows("3억 넘는 상품 있어?", ("legal",), PACK)


@pytest.mark.parametrize("question", ["place costs 500m, how much of it could i borrow", "집이 4억짜린데 최대 얼마?"])
def test_what_a_product_lends_is_worked_out_where_one_is_spoken_of(question: str) -> None:
    before = exchange_of(understand(context_of("든든 고정금리 담보대출 한도", pack=PACK)))
    of_one = replace(before, data_types=("loan",), shown="든든 고정금리 담보대출")
    for exchange, worked_out in ((of_one, True), (replace(of_one, shown=""), False), (before, False)):
        context = context_of(question, [exchange], pack=PACK)
        computation = with_computation(understand(context), context).computation
        assert (computation is not None and computation.formula == "product_limit") is worked_out


def worked_out(question: str, shown: str = "", *, fresh: bool = False) -> str:
    """The formula that a question asks for, after an answer about `shown`."""
    before = exchange_of(understand(context_of("든든 고정금리 담보대출 한도", pack=PACK)))
    past = [] if fresh else [replace(before, data_types=("loan",), shown=shown)]
    context = replace(context_of(question, past, pack=PACK), entities=INDEX)
    found = with_computation(understand(context), context)
    return found.computation.formula if found.computation is not None else ""


def test_a_product_that_is_named_is_read_in_a_fresh_session() -> None:
    question = "든든 고정금리 담보대출로 4억 집이면 최대 얼마까지 빌려?"
    context = replace(context_of(question, pack=PACK), entities=INDEX)
    asked = with_computation(understand(context), context).computation
    assert asked is not None
    assert (asked.formula, asked.missing, asked.from_rows) == ("product_limit", (), ("ltv", "limit"))


@pytest.mark.parametrize(
    "question",
    [
        "4억 집이면 은행별로 얼마까지 빌려줘?",
        "든든 고정금리 담보대출 말고 다른 상품은 4억 집에 최대 얼마까지 빌려줘?",
        "연봉 6천인데 5억 아파트 사려면 얼마까지 빌려?",
        "5억 집에 전세 2억 끼어있는데 얼마까지 빌릴 수 있어?",
        "집값 5억에 종부세 최대 얼마?",
        "the place has 3 rooms, how much loan can i get",
    ],
)
def test_other_products_other_sums_and_other_matters_are_no_limit_of_this_one(question: str) -> None:
    assert worked_out(question, "든든 고정금리 담보대출") != "product_limit"


@pytest.mark.parametrize("question", ["4억을 30년 빌리면 한 달에 얼마 갚아?", "대출 3억 20년 월 상환액 얼마야?"])
def test_a_formula_that_its_own_word_names_asks_for_the_rate(question: str) -> None:
    assert worked_out(question, fresh=True) == "monthly_payment"


def test_another_formula_goes_before_what_a_product_lends() -> None:
    assert worked_out("집이 4억짜린데 복비는 최대 얼마?", "든든 고정금리 담보대출") == "brokerage_fee"


WATER = load_pack(shipped_packs() / "water_treatment")


@pytest.mark.parametrize(
    ("question", "formula"),
    [
        # The conversion of a flow is named, and takes one figure of two.
        ("시간당 4000톤 들어올때 pac 15ppm이면 한시간에 몇키로 들어가", "dosing_rate"),
        ("시간당 4000톤이면 하루에 몇 톤이야", "flow_to_day"),
    ],
)
def test_a_named_formula_gives_way_to_one_that_takes_more_of_the_figures(question: str, formula: str) -> None:
    asked = asked_in(context_of(question, [], pack=WATER))
    assert asked is not None and asked.formula == formula
