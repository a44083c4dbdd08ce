"""A day named in words that no period is read from (3월 15일까지), while data is selected by months: the answer says
so, and which months it shows. A day that is read is reported by the sources (`table_scope.py`)."""

from __future__ import annotations

import re

from execution_agents.analysis.cells import words_of
from execution_agents.answer.evidence.request import AnswerRequest
from foundation.domains.slots.slots import display_value
from foundation.language.dates.days import EN_MONTH
from foundation.language.dates.periods import is_days

_DAY = re.compile(
    r"(?<![\d.])(?:1[0-2]|0?[1-9])\s*월\s*(?:[12]\d|3[01]|0?[1-9])\s*일(?!\s*(?:간|동안))"
    r"|(?<!\d)(?:19|20)\d\d[-./]\s?(?:1[0-2]|0?[1-9])[-./]\s?(?:[12]\d|3[01]|0?[1-9])(?!\d)"
    rf"|\b{EN_MONTH}\s+(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?\b(?!\s*\d)"
    rf"|\b(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?\s+(?:of\s+)?{EN_MONTH}(?![a-z])",
    re.IGNORECASE,
)
WORDS = {
    "ko": "자료는 달 단위로 고릅니다: ‘{day}’ 하루가 아니라 {period}의 자료로 답했습니다.",
    "en": "Data is picked by month: this answers for {period}, not for “{day}” alone.",
}


def day_notice(request: AnswerRequest) -> str:
    """One sentence if the question names a day and rows were selected by its month; "" otherwise."""
    found = _DAY.search(request.question)
    if found is None:
        return ""
    for slot in request.pack.slots:
        for batch in request.evidence if slot.parser == "period" else ():
            periods = batch.slots.get(slot.name, ())
            months = sorted(f"{item.as_of:%Y-%m}" for item in batch.items if item.fields and item.as_of)
            if periods and months and not any(map(is_days, periods)):
                shown = display_value(slot, f"{months[0]}..{months[-1]}", request.language)
                return words_of(WORDS, request.language).format(day=found[0].strip(), period=shown)
    return ""
