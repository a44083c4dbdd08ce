"""A question that computes with what was said takes over the evidence of those answers."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from execution_agents.analysis.said.result import result_of
from foundation.contracts.formulas import SaidArithmetic, SaidOperand
from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.following.said_before import gone_on, with_said_figures
from tests.supervisor.planning.talks import context_of, exchange_of, talk

PACK = load_pack(shipped_packs() / "real_estate")
ANSWER = "성동구 전세 아파트 보증금 평균은 6억 2,300만원입니다 (2026년 2월, 26건) [4]."
BEFORE = "성동구 매매 아파트 평균은 13억 4,065만원입니다 (2026년 2월, 17건) [3]."


def read(question: str, *, evidence: tuple[str, ...] = ("e1",)) -> tuple[Understanding, Understanding]:
    first, second, last = talk("성동구 아파트 매매 시세", "그럼 전세는", question, pack=PACK)
    exchanges = [
        replace(exchange_of(first, BEFORE), evidence=("e0",)),
        replace(exchange_of(second, ANSWER), evidence=evidence),
    ]
    return last, with_said_figures(last, context_of(question, exchanges, pack=PACK))


def test_the_evidence_of_both_answers_serves() -> None:
    _, found = read("매매에서 전세 빼면 얼마")

    assert found.said is not None
    assert found.said.operation == "difference"
    assert set(found.shown) == {"e0", "e1"}
    assert found.route == "history_required"
    assert found.data_types == ("market",)


def test_without_evidence_nothing_is_taken_over() -> None:
    last, found = read("매매에서 전세 빼면 얼마", evidence=())

    assert found == last


def test_another_place_is_another_question() -> None:
    last, found = read("강남구에서 전세 빼면 얼마")

    assert found == last


def test_a_question_of_another_kind_stays() -> None:
    last, found = read("전세 계약할 때 뭘 조심해야 해?")

    assert found == last


def test_several_places_are_compared_as_rows() -> None:
    questions = ("성동구 아파트 전세 평균", "용산은?", "둘 차이가 얼마나 나는데")
    first, second, last = talk(*questions, pack=PACK)
    exchanges = [
        replace(exchange_of(first, ANSWER), evidence=("e0",)),
        replace(exchange_of(second, "용산구 전세 아파트 보증금 평균은 7억 874만원입니다 [3]."), evidence=("e1",)),
    ]

    assert with_said_figures(last, context_of(questions[-1], exchanges, pack=PACK)) == last


def test_another_number_counts_the_same_figure() -> None:
    rent = "관악구 월세 아파트 평균 월세 103만원입니다 (2026년 2월, 9건) [3]."
    first, second, third = talk("관악구 아파트 월세 시세", "1년이면 총 얼마", "2년이면?", pack=PACK)
    before = [replace(exchange_of(first, rent), evidence=("e1",))]
    year = with_said_figures(second, context_of("1년이면 총 얼마", before, pack=PACK))
    done = replace(exchange_of(year, "모두 1,236만원입니다."), said=year.said, evidence=("e1",))
    found = with_said_figures(third, context_of("2년이면?", [*before, done], pack=PACK))

    assert year.said is not None
    assert found.said is not None
    assert (year.said.factor, found.said.factor) == (12, 24)


def test_a_result_is_multiplied_on_from_its_own_figures() -> None:
    each = SaidOperand(value=Decimal(14), kind="pound", text="£14", origin="evidence", item_id="dental")
    done = SaidArithmetic(operation="sum", operands=(each, each), kind="pound", per="month")
    result = SaidOperand(value=Decimal(28), kind="pound", text="£28", origin="conversation")
    asked = SaidArithmetic(operation="times", operands=(result,), factor=Decimal(12), kind="pound")

    found = gone_on(done, asked)

    assert found.operands == done.operands
    assert result_of(found) == 336
    assert gone_on(done.model_copy(update={"factor": Decimal(2)}), asked) == asked


def test_a_corrected_count_is_computed_again() -> None:
    rent = "성동구 월세 아파트 월세 평균은 한 달에 100만원입니다 (2026년 2월, 26건) [4]."
    first, then = talk("성동구 아파트 월세 시세", "6개월이면 얼마야?", pack=PACK)
    shown = replace(exchange_of(first, rent), evidence=("e0",))
    said = with_said_figures(then, context_of("6개월이면 얼마야?", [shown], pack=PACK))
    assert said.said is not None
    done = replace(exchange_of(said, "모두 600만원입니다."), said=said.said, evidence=("e0",))
    question = "아니 8개월이요"
    found = with_said_figures(said, context_of(question, [shown, done], pack=PACK))

    assert found.said is not None
    assert (found.said.factor, found.said.factor_text) == (8, "8개월")
