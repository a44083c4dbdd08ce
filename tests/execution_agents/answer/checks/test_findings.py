"""What is wrong and what is doubtful in a draft, claim by claim."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.settling import Settled, settled
from execution_agents.answer.checks.verification import Verdict
from execution_agents.answer.evidence.citations import numbered
from execution_agents.answer.evidence.contexts import chosen
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.writer import Writer
from foundation.contracts.ports import Usage
from foundation.contracts.work import EvidenceItem
from tests.execution_agents.answer.turns import PACK, asked, batch, law, passage, price

_NO_MODEL: object = None
COURT = passage(
    "law-33",
    "주택임대차보호법 제3조의3 임차권등기명령",
    "보증금을 돌려받지 못한 임차인은 임차주택의 소재지를 관할하는 법원에 임차권등기명령을 신청할 수 있다. "
    "집주인의 동의는 필요 없다.",
)
PERMIT = passage(
    "m-4", "침전지 청소", "운영책임자에게 작업허가서를 받고 유입 수문을 닫는다. 청소하는 동안 전염소를 멈춘다."
)
DOGS = passage("o-16", "Offices > Dogs", "Dogs are welcome on Fridays in Bristol. They are not allowed in Leeds.")
CLAIM = passage("e-5", "Expenses", "Send the claim within 60 days. Your manager approves it within 5 working days.")
KEPT = passage("e-6", "Receipts", "Receipts are kept by the finance team for 7 years after the project ends.")


def checked(draft: str, *items: EvidenceItem, question: str = "무엇인가요?", language: str = "ko") -> Verdict:
    request = asked(question, law(*items), language=language)
    return over(draft, request)


def over(draft: str, request: AnswerRequest) -> Verdict:
    items = numbered(request.evidence)
    contexts = chosen(items, request, "general", PACK.answering.shape_of("general"))
    return Writer(request, "general", items, _NO_MODEL, Usage()).check(draft, contexts)  # type: ignore[arg-type]


def found(verdict: Verdict) -> list[tuple[str, bool]]:
    return [(one.check, one.wrong) for one in verdict.examined.findings]


@pytest.mark.parametrize(
    ("draft", "item", "check"),
    [
        ("임차권등기명령은 임차주택의 소재지를 관할하는 세무서에 신청합니다 [1].", COURT, "actor"),
        ("전기 담당에게 작업허가서를 받은 다음 유입 수문을 닫습니다 [1].", PERMIT, "actor"),
        ("청소하는 동안 전염소를 계속 넣습니다 [1].", PERMIT, "course"),
        ("The finance lead approves it within 5 working days [1].", CLAIM, "actor"),
        ("You may bring dogs to the office in Leeds [1].", DOGS, "modality"),
        ("임차권등기명령을 신청하려면 집주인의 동의가 있어야 합니다 [1].", COURT, "modality"),
        ("주택임대차보호법 제8조에 따라 법원에 임차권등기명령을 신청할 수 있습니다 [1].", COURT, "article"),
    ],
)
def test_a_rule_said_otherwise_is_wrong(draft: str, item: EvidenceItem, check: str) -> None:
    language = "ko" if item in (COURT, PERMIT) else "en"
    assert (check, True) in found(checked(draft, item, language=language))


@pytest.mark.parametrize(
    ("draft", "item"),
    [
        ("임차권등기명령은 임차주택이 있는 곳의 법원에 신청합니다 [1].", COURT),
        ("운영책임자에게 작업허가서를 받은 다음 유입 수문을 닫습니다 [1].", PERMIT),
        ("청소하는 동안에는 전염소를 중단합니다 [1].", PERMIT),
        ("Your manager approves the claim within 5 working days [1].", CLAIM),
        ("Dogs may come to Bristol on Fridays [1].", DOGS),
        ("집주인의 동의가 없어도 됩니다 [1].", COURT),
    ],
)
def test_the_same_rule_in_other_words_is_let_through(draft: str, item: EvidenceItem) -> None:
    language = "ko" if item in (COURT, PERMIT) else "en"
    assert found(checked(draft, item, language=language)) == []


@pytest.mark.parametrize(
    ("added", "check"),
    [
        ("You should ask a lawyer before you buy anything.", "advice"),
        ("Employees always get free lunches everywhere.", "overgeneral"),
        ("Ask payroll for a secret number.", "unsupported"),
    ],
)
def test_what_nothing_bears_out_is_doubtful_and_the_answer_stands(added: str, check: str) -> None:
    verdict = checked(f"Send the claim within 60 days [1]. {added}", CLAIM, question="By when?", language="en")
    assert found(verdict) == [(check, False)]
    assert verdict.reason is None


def test_a_wrong_marker_is_mended_where_one_other_passage_bears_the_sentence_out() -> None:
    draft = "Receipts are kept by the finance team for 7 years after the project ends [1]."
    verdict = checked(draft, CLAIM, KEPT, language="en")
    assert [one.marker for one in verdict.examined.mends] == [2]
    kept = settled(draft, verdict)
    assert (kept.text, kept.mended) == (draft.replace("[1]", "[2]"), 1)


def test_a_marker_of_another_row_is_mended() -> None:
    request = asked("시세 알려줘", batch("market", price("2026-01", 341_620_000), price("2026-02", 328_120_000)))
    draft = "2026년 1월 평균은 3억 4,162만원입니다 [2]."
    assert settled(draft, over(draft, request)).text == "2026년 1월 평균은 3억 4,162만원입니다 [1]."


def test_figures_of_another_month_throw_the_draft_away() -> None:
    request = asked("시세 알려줘", batch("market", price("2026-01", 341_620_000), price("2026-02", 328_120_000)))
    verdict = over("2026년 2월 평균은 3억 4,162만원입니다 [2].", request)
    assert (verdict.reason, verdict.unsupported) == ("numbers", ("3억 4,162만원",))


def test_a_computed_figure_is_borne_out_with_its_working() -> None:
    request = asked("얼마나 차이 나?", batch("market", price("2026-01", 341_620_000), price("2026-02", 328_120_000)))
    verdict = over("1월보다 1,350만원 내렸습니다 [1][2].", request)
    assert verdict.reason is None
    assert verdict.as_json()["computed"] == ["341,620,000 - 328,120,000 = 13,500,000"]


def kept(draft: str) -> Settled:
    return settled(draft, checked(draft, CLAIM, question="By when?", language="en"))


def test_what_is_wrong_is_left_out_and_what_is_doubtful_marked() -> None:
    draft = (
        "Send the claim within 60 days [1]. The finance lead approves it within 5 working days [1]. "
        "You should ask a lawyer before you buy anything."
    )
    found = kept(draft)
    assert found.text == "Send the claim within 60 days [1]. You should ask a lawyer before you buy anything."
    [mark] = found.marks
    assert (found.text[mark.start : mark.end], mark.why) == (
        "You should ask a lawyer before you buy anything.",
        "advice",
    )
    assert found.notices("en") == (
        "Left out, as it is not confirmed by the sources: “The finance lead approves it within 5 working days.”",
        "Marked, as it is not confirmed by the sources: “You should ask a lawyer before you buy anything.”",
    )
    assert found.notices("ko")[0].startswith("자료와 맞지 않아 뺀 문장(확인되지 않음): “The finance")


def test_a_sentence_marked_several_times_is_named_once() -> None:
    once = "You should ask a lawyer before you buy anything."
    found = kept(f"Send the claim within 60 days [1]. {once} {once} {once} {once}")
    assert len(found.marks) == 4
    assert found.notices("en") == (f"Marked, as it is not confirmed by the sources: “{once}”",)


def test_an_item_that_is_left_out_takes_its_number_along() -> None:
    first, second, third = (
        "1. Send the claim within 60 days [1]",
        "2. The finance lead approves it within 5 working days [1]",
        "3. Send the claim [1]",
    )
    assert kept(f"{first}\n{second}\n{third}").text == f"{first}\n{third}"


CASH = passage(
    "e-7", "Company cards", "Team leads may have a card with a limit of £1,500 a month. No cash may be drawn."
)
STAMP = passage("l-2", "확정일자", "잔금을 치르기 전이라도 계약서만 있으면 확정일자를 받을 수 있다.")
METERS = passage(
    "m-10", "교정 주기표", "| 계측기 | 교정 주기 | 담당 |\n| 탁도계 | 3개월 | 계측 담당 |\n| pH계 | 1개월 | 수질 담당 |"
)
MODEL = passage("m-34", "응집제 모형", "응집제 모형 coag-3.2의 결정계수는 0.93이다.")
REPORT = passage(
    "l-3",
    "부동산 거래신고 제3조",
    "거래를 하면 30일 안에 신고한다. 중개사가 계약서를 썼으면 중개사가 신고한다.\n"
    "A sale must be reported within 30 days of the contract, by the broker if one drew it up.",
)


@pytest.mark.parametrize(
    ("draft", "item", "check", "question"),
    [
        ("You may draw cash with the company card within the limit [1].", CASH, "modality", "Can I draw cash?"),
        ("확정일자는 잔금을 치른 뒤에야 받을 수 있습니다 [1].", STAMP, "moment", "확정일자는 언제 받나요?"),
        ("pH계는 계측 담당이 1개월마다 교정합니다 [1].", METERS, "actor", "pH계 교정은 누가 하나요?"),
        ("응집제 모형 flocnet-5.0의 결정계수는 0.93입니다 [1].", MODEL, "names", "결정계수는?"),
        ("It is the buyer who must report the sale [1].", REPORT, "actor", "Who reports the sale?"),
    ],
)
def test_what_is_said_of_another_matter_is_wrong(draft: str, item: EvidenceItem, check: str, question: str) -> None:
    language = "ko" if item in (STAMP, METERS, MODEL) else "en"
    assert (check, True) in found(checked(draft, item, question=question, language=language))


@pytest.mark.parametrize(
    ("draft", "item"),
    [
        ("확정일자는 잔금을 치르기 전에도 받을 수 있습니다 [1].", STAMP),
        ("pH계는 수질 담당이 1개월마다 교정합니다 [1].", METERS),
        ("응집제 모형 coag-3.2의 결정계수는 0.93입니다 [1].", MODEL),
        ("The sale must be reported within 30 days by the broker [1].", REPORT),
    ],
)
def test_the_same_matter_said_rightly_is_not_held(draft: str, item: EvidenceItem) -> None:
    language = "en" if item is REPORT else "ko"
    assert not [each for each in found(checked(draft, item, language=language)) if each[1]]


LEAVE = passage(
    "e-8", "Leave", "You can buy leave in November. Leave cannot be sold. Up to 5 days may be carried over."
)
PASSWORD = passage("e-9", "Passwords", "A password has at least 14 characters. Nobody goes back before the all-clear.")
VISITS = passage("e-10", "Bonus", "There is a bonus for everybody when the profit is above 9 % of the yearly revenue.")
ARREARS = passage(
    "l-4",
    "가게의 연체",
    "가게 세입자가 밀린 월세의 합계가 석 달 치에 이르면 건물주는 계약을 끝낼 수 있다. 민법의 두 달 치보다 너그럽다.",
)


@pytest.mark.parametrize(
    ("draft", "item", "held"),
    [
        ("At least 5 days may be carried over [1].", LEAVE, ("bound", True)),
        ("A password has at most 14 characters [1].", PASSWORD, ("bound", True)),
        ("가게 세입자의 밀린 월세가 두 달 치에 이르면 계약을 끝낼 수 있습니다 [1].", ARREARS, ("figures", True)),
    ],
)
def test_a_claim_is_held_against_the_sentence_it_turns_round(
    draft: str, item: EvidenceItem, held: tuple[str, bool]
) -> None:
    language = "ko" if item is ARREARS else "en"
    assert held in found(checked(draft, item, question="What is the rule?", language=language))


@pytest.mark.parametrize(
    ("draft", "item"),
    [
        ("Leave can be bought in November, but it cannot be sold [1].", LEAVE),
        ("No more than 5 days may be carried over [1].", LEAVE),
        ("A password may not have fewer than 14 characters [1].", PASSWORD),
        ("Going back is possible after the all-clear only [1].", PASSWORD),
        ("There is a bonus for everybody if the profit is above 9 % of the revenue [1].", VISITS),
        ("가게 세입자의 밀린 월세가 석 달 치에 이르면 계약을 끝낼 수 있습니다 [1].", ARREARS),
    ],
)
def test_the_sentence_said_the_other_way_is_not_held(draft: str, item: EvidenceItem) -> None:
    language = "ko" if item is ARREARS else "en"
    assert found(checked(draft, item, question="What is the rule?", language=language)) == []
