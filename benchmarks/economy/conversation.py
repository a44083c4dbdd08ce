"""Thirty turns about leases, prices and loans: 18 that the data in hand answers, 5 that open a topic, 7 traps.

A trap looks like a turn that could reuse, and a model that is asked says so with confidence 0.95; it is wrong.
`wants` is the truth: what a careful person would have looked up. The slots are what a capable model reads.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["opening", "reusable", "trap"]
Event = Literal["aged", "amended"]
"""What happens before a turn: everything in hand grows 8 days older; an article of the law guide is amended."""


@dataclass(frozen=True)
class Line:
    """One turn."""

    question: str
    kind: Kind
    intent: str
    slots: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    standalone: str = ""
    """The question as it stands alone; "" when it already does."""
    trap: str = ""
    event: Event | None = None

    @property
    def data_type(self) -> str:
        """The data the turn needs."""
        return {"market_inquiry": "market", "legal_consult": "legal", "loan_consult": "loan"}[self.intent]

    @property
    def alone(self) -> str:
        """The question for somebody who knows nothing of the conversation."""
        return self.standalone or self.question

    @property
    def model_says_enough(self) -> bool:
        """What the scripted model says of the data in hand: the truth on all but the traps."""
        return self.kind != "opening"


_DALSEO = {"region": ("대구 달서구",), "deal": ("sale",), "housing_type": ("apartment",)}
_SUSEONG = {"region": ("대구 수성구",), "deal": ("sale",), "housing_type": ("apartment",)}
_JEONSE = {"deal": ("jeonse",)}


def _market(question: str, kind: Kind, slots: dict[str, tuple[str, ...]], standalone: str = "", **more: str) -> Line:
    return Line(question, kind, "market_inquiry", slots, standalone, **more)  # pyright: ignore[reportArgumentType]


def _legal(question: str, kind: Kind, standalone: str = "", **more: str) -> Line:
    return Line(question, kind, "legal_consult", {}, standalone, **more)  # pyright: ignore[reportArgumentType]


def _loan(question: str, kind: Kind, standalone: str = "", **more: str) -> Line:
    return Line(question, kind, "loan_consult", _JEONSE, standalone, **more)  # pyright: ignore[reportArgumentType]


CONVERSATION: tuple[Line, ...] = (
    _market("대구 달서구 아파트 매매 시세 알려줘", "opening", _DALSEO),
    _market(
        "그 지역 평균 시세를 다시 요약해줘", "reusable", _DALSEO, "대구 달서구 아파트 매매 평균 시세를 다시 요약해줘"
    ),
    _market(
        "방금 찾은 시세에서 가장 비싼 면적대는 어디야?",
        "reusable",
        _DALSEO,
        "대구 달서구 아파트 매매 시세에서 가장 비싼 면적대는 어디야?",
    ),
    _market("아까 본 달서구 아파트 시세 다시 보여줘", "reusable", _DALSEO, "대구 달서구 아파트 매매 시세 다시 보여줘"),
    _market("수성구는?", "trap", _SUSEONG, "대구 수성구 아파트 매매 시세는?", trap="other region"),
    _market(
        "그 지역 아파트 매매 평균을 다시 알려줘", "reusable", _SUSEONG, "대구 수성구 아파트 매매 평균을 다시 알려줘"
    ),
    _legal("전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?", "opening"),
    _legal("전세 계약 갱신할 때 보증금 인상 한도를 다시 말해줘", "reusable"),
    _legal(
        "방금 설명한 인상 한도를 쉬운 말로 다시 풀어줘",
        "reusable",
        "전세 계약 갱신할 때 보증금 인상 한도를 쉬운 말로 다시 풀어줘",
    ),
    _legal("확정일자를 받으면 경매에서 어떻게 되나요?", "opening"),
    _legal("확정일자를 안 받으면 경매에서 어떻게 되나요?", "trap", trap="negation"),
    _legal(
        "방금 설명한 내용을 쉬운 말로 다시 정리해줘",
        "reusable",
        "확정일자를 안 받으면 경매에서 어떻게 되는지 쉬운 말로 다시 정리해줘",
    ),
    _loan("2억 원까지 빌릴 수 있는 전세대출은 뭐가 있어?", "opening"),
    _loan("방금 찾은 전세대출 금리를 다시 알려줘", "reusable", "2억 원까지 빌릴 수 있는 전세대출 금리를 다시 알려줘"),
    _loan("4억 원까지 빌릴 수 있는 전세대출은 뭐가 있어?", "trap", trap="number changed"),
    _loan("4억 원까지 빌릴 수 있는 전세대출 다시 알려줘", "reusable"),
    _loan("방금 찾은 대출 한도가 얼마라고 했지?", "reusable", "4억 원까지 빌릴 수 있는 전세대출 한도가 얼마라고 했지?"),
    _legal("집주인이 계약 기간 중에 세입자를 내보낼 수 있나요?", "opening"),
    _legal("세입자가 계약 기간 중에 집주인을 내보낼 수 있나요?", "trap", trap="reversal"),
    _market(
        "아까 본 수성구 아파트 매매 시세 다시 보여줘", "reusable", _SUSEONG, "대구 수성구 아파트 매매 시세 다시 보여줘"
    ),
    _market(
        "수성구 아파트 매매 시세 한 번 더 알려줘",
        "trap",
        _SUSEONG,
        "대구 수성구 아파트 매매 시세 한 번 더 알려줘",
        trap="stale price",
        event="aged",
    ),
    _market("그 지역 평균을 다시 요약해줘", "reusable", _SUSEONG, "대구 수성구 아파트 매매 평균을 다시 요약해줘"),
    _market(
        "방금 찾은 시세에서 중위값만 다시 알려줘",
        "reusable",
        _SUSEONG,
        "대구 수성구 아파트 매매 시세에서 중위값만 다시 알려줘",
    ),
    _legal(
        "전세 계약 갱신할 때 보증금을 얼마나 올릴 수 있는지 다시 알려줘", "trap", trap="amended law", event="amended"
    ),
    _legal(
        "방금 설명한 보증금 인상 한도를 한 번 더 알려줘",
        "reusable",
        "전세 계약 갱신할 때 보증금 인상 한도를 한 번 더 알려줘",
    ),
    _market(
        "수성구 최신 아파트 매매가 알려줘", "trap", _SUSEONG, "대구 수성구 최신 아파트 매매가 알려줘", trap="latest"
    ),
    _market(
        "방금 찾은 매매가 평균만 다시 알려줘", "reusable", _SUSEONG, "대구 수성구 아파트 매매가 평균만 다시 알려줘"
    ),
    _market(
        "그 지역 시세를 한 문장으로 다시 정리해줘",
        "reusable",
        _SUSEONG,
        "대구 수성구 아파트 매매 시세를 한 문장으로 다시 정리해줘",
    ),
    _legal(
        "아까 말한 갱신할 때 보증금 인상 한도를 다시 정리해줘",
        "reusable",
        "전세 계약 갱신할 때 보증금 인상 한도를 다시 정리해줘",
    ),
    _market(
        "아까 본 수성구 시세에서 가장 싼 면적대는 어디였지?",
        "reusable",
        _SUSEONG,
        "대구 수성구 아파트 매매 시세에서 가장 싼 면적대는 어디였지?",
    ),
)

AMENDED = ("제7조(", "5퍼센트", "3퍼센트")
"""Part of the amended article's title, and the words that change in it."""
AGED_DAYS = 8
