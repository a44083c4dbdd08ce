"""Whether a question asks what people are paid: 하루 일당은 얼마, daily wage."""

from __future__ import annotations

import re

_PAY = re.compile(
    r"(?<![가-힣\d])(?:일당|품삯|노임(?:\s?단가)?|임금|시급|주급|월급|연봉|급여)(?!\s?(?:생산|작업|시공|처리))"
    r"|(?:하루|한\s?달|시간당|월)에?\s?얼마(?:를|씩)?\s?(?:줘|주[는면나어]|줄|받)"
    r"|\b(?:(?:daily|hourly|weekly|monthly)\s+(?:wages?|pay|rate)|wages?|salar(?:y|ies)|day\s+rate|payrate|earns?|(?:get|gets|are|is)\s+paid)\b",
    re.IGNORECASE,
)


def pay_asked(text: str) -> str:
    """The word that asks for it; "" where nothing does."""
    found = _PAY.search(text)
    return found[0] if found else ""
