"""Whether a question asks what people are paid: 하루 일당은 얼마, daily wage."""

from __future__ import annotations

import re

from foundation.language.wanted.extra import asks_extra

_PAY = re.compile(
    r"(?<![가-힣\d])(?:일당|품삯|노임(?:\s?단가)?|임금|시급|주급|월급|연봉|급여)(?!\s?(?:생산|작업|시공|처리))"
    r"|\b(?:(?:daily|hourly|weekly|monthly)\s+(?:wages?|pay)|wages?|salar(?:y|ies)|day\s+rate|payrate)\b",
    re.IGNORECASE,
)


_OF_TIME = re.compile(r"시간|\bhours?\b", re.IGNORECASE)


def pay_asked(text: str) -> str:
    """The word that asks for it; "" where nothing does, or where a share that is added to it or its hours are asked for
    (야간 노임 할증 몇 프로, 일당 기준 작업시간)."""
    found = _PAY.search(text)
    return "" if found is None or asks_extra(text) or _OF_TIME.search(text) else found[0]


def pay_said(text: str) -> bool:
    """True if a text speaks of what people are paid."""
    return bool(_PAY.search(text))
