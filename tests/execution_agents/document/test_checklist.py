"""Contracts held against the shipped checklist: what is found, and what is left alone."""

from __future__ import annotations

import pytest

from execution_agents.document.checklist import kind_of, reviewed
from foundation.domains.loading.loader import load_pack, shipped_packs

PACK = load_pack(shipped_packs() / "real_estate")


def found(sentence: str, kind: str = "housing") -> list[str]:
    return [one.item for one in reviewed(sentence, PACK, "ko", kind) if one.verdict in ("against", "unusual")]


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        ("임차인은 계약갱신요구권을 포기한다.", "임대인은 정당한 사유 없이 갱신요구를 거절하지 못한다."),
        ("갱신 시 보증금을 7% 인상한다.", "갱신 시 보증금은 5% 이내에서 인상한다."),
        ("임차인은 전입신고를 하지 않는다.", "임차인은 입주일에 전입신고를 한다."),
        ("차임을 1회 연체하면 계약을 해지한다.", "차임을 2기 이상 연체하면 계약을 해지할 수 있다."),
        ("보증금은 종료 후 2개월 뒤에 반환한다.", "보증금은 종료와 동시에 반환한다."),
        ("보일러 고장은 모두 임차인이 부담한다.", "보일러 고장은 임대인이 부담한다."),
        ("임차인은 임차권등기명령을 신청하지 않는다.", "임대인은 임차권등기에 드는 비용을 부담한다."),
        ("월세로 전환할 때 연 15%를 적용한다.", "월세로 전환할 때 연 5%를 적용한다."),
        (
            "보증금 2,000만원을 월세로 돌리면 월세 25만원을 더 낸다.",
            "보증금 2,000만원을 월세로 돌리면 월세 8만원을 더 낸다.",
        ),
        (
            "임대인은 만료 2주 전까지 알리면 갱신을 거절할 수 있다.",
            "임대인은 만료 2개월 전까지 알리고 갱신을 거절할 수 있다.",
        ),
        ("임대인은 밀린 세금이 있는지 밝히지 않는다.", "임대인은 밀린 세금이 없다는 증명서를 보여 준다."),
        ("임차인은 보증 상품에 가입하지 않는다.", "임차인은 임대인의 동의 없이 전대하지 않는다."),
    ],
)
def test_the_same_words_are_a_problem_only_where_they_deny(bad: str, good: str) -> None:
    assert found(bad)
    assert not found(good)


def test_a_shop_has_limits_of_its_own() -> None:
    assert found("차임을 2기 연체하면 계약을 해지한다.", "shop")
    assert not found("차임을 2기 연체하면 계약을 해지한다.", "housing")


def test_the_worst_stands_first_and_what_is_missing_is_named() -> None:
    text = "임대차기간은 2년이다.\n중개보수는 임차인이 부담한다.\n임차인은 확정일자를 받지 않는다."
    verdicts = [one.verdict for one in reviewed(text, PACK, "ko", "housing")]
    assert verdicts[:2] == ["against", "unusual"]
    assert set(verdicts[2:]) == {"missing"}


def test_a_contract_is_recognised_by_its_words() -> None:
    assert kind_of("점포의 임차인은 권리금을 낸다.", PACK.checklist) == "shop"
    assert kind_of("아파트 전세 계약", PACK.checklist) == "housing"


def test_what_is_said_is_in_the_persons_language() -> None:
    (finding,) = [one for one in reviewed("임차인은 확정일자를 받지 않는다.", PACK, "en", "housing") if one.quote]
    assert finding.label == "Fixed date"
    assert finding.article == "주택임대차보호법 제3조의2"
