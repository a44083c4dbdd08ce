"""A person's own case in words."""

from __future__ import annotations

from execution_agents.analysis.limits.duties import duty
from execution_agents.analysis.limits.own_case import own_case
from execution_agents.analysis.limits.own_wording import analysis_of_duty, analysis_of_own_case
from tests.execution_agents.analysis.limits.loans import WED, YOUTH, loans
from tests.execution_agents.analysis.limits.questions import asking, passages

REPORT = ("임대차 신고", "보증금이 6천만 원을 넘거나 월세가 30만 원을 넘으면 신고한다.")


def own(question: str, title: str) -> str:
    """The first sentence after one that spoke of a loan."""
    one = own_case(asking(question, loans(), [("금리 알려줘", f"{title}의 최저 금리는 2.2%입니다 [1].")]))
    assert one is not None
    return analysis_of_own_case(one, "ko").lead


def test_a_broken_limit_is_said_with_the_value() -> None:
    assert own("둘이 합쳐서 8천 정도 버는데 될까요", WED).startswith(
        f"아니요. {WED}은 연소득이 7,500만 원 이하여야 하는데 8,000만원입니다: “혼인"
    )


def test_a_kept_limit_names_the_condition_and_says_that_others_remain() -> None:
    one = own_case(asking(f"{YOUTH} 34살도 되나요", loans()))
    assert one is not None
    analysis = analysis_of_own_case(one, "ko")
    assert analysis.lead.startswith(f"네. 나이 34세는 {YOUTH}의 조건(19~34세)에 맞습니다")
    assert analysis.working == ("이 조건만 견주었습니다. 다른 조건은 따로 확인해야 합니다.",)
    assert analysis.cites == ("loan_products0",)


def test_it_is_said_in_english_too() -> None:
    one = own_case(asking(f"{YOUTH}: can i get it with a 350 million deposit", loans()))
    assert one is not None
    assert analysis_of_own_case(one, "en").lead.startswith(
        f"No. For the {YOUTH} the deposit must be at most ₩300 million, not ₩350 million"
    )


def test_a_duty_names_the_amount_beyond_or_all_that_are_not() -> None:
    begun = duty(asking("보증금 5천 월세 40으로 계약했는데 신고해야 되나요", passages(REPORT)))
    spared = duty(asking("보증금 5천 월세 20으로 계약했는데 신고해야 되나요", passages(REPORT)))
    assert begun is not None and spared is not None
    assert analysis_of_duty(begun, "ko").lead.startswith("네. 월세 40만원은 30만 원을 넘습니다: “보증금이")
    assert analysis_of_duty(spared, "ko").lead.startswith(
        "아니요. 보증금 5,000만원은 6천만 원을 넘지 않고, 월세 20만원은 30만 원을 넘지 않습니다"
    )
    assert analysis_of_duty(begun, "en").lead.startswith("Yes. The rent of ₩400,000 is above ₩300,000")
