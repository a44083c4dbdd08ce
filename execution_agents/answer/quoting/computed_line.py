"""What a question asks to compute with the figures of the very line that answers it: how much is parking for 3 days
(£14 a day), 둘의 속도 차이는 (40 m/h, 28 m/h); by when, the lease ends on 31 March (two months before the end)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from execution_agents.analysis.said.amounts import Said
from execution_agents.analysis.said.asking import arithmetic_with
from execution_agents.analysis.said.result import result_of, sentence_of
from foundation.language.dates.month_names import date_words
from foundation.language.wanted.deadlines import counted_in, deadline, deadline_from, is_other_side

_DEADLINE = {
    ("ko", True): "{until}까지입니다({day}의 {length} 전).",
    ("ko", False): "{until}까지입니다({day}부터 {length} 안).",
    ("en", True): "By {until} ({length} before {day}).",
    ("en", False): "By {until} (within {length} of {day}).",
}


def with_result(line: str, title: str, question: str, standalone: str, language: str, today: date) -> str:
    """The line with the result before it; unchanged where nothing is computed, or where anything that the question says
    stands neither in the line nor in its title."""
    if (until := _deadline(line, (question, standalone), language, today)) is not None:
        return f"{until} {line}"
    asked = arithmetic_with(question, [Said(title, line)])
    if asked is None or asked.count is not None or any(one.origin != "conversation" for one in asked.operands):
        return line
    texts = [one.text for one in asked.operands]
    return f"{sentence_of(result_of(asked), asked, texts, language)} {line}"


def _deadline(line: str, asked: Sequence[str], language: str, today: date) -> str | None:
    """The day until which, as the line counts from the day that the question names, or that it has in its conversation
    (and if it ends on 15 May?)."""
    day = next((found for one in asked if (found := deadline_from(one, today)) is not None), None)
    counted = counted_in(line)
    if day is None or counted is None or is_other_side(" ".join(asked), line):
        return None
    until, spoken = deadline(day, counted), "ko" if language == "ko" else "en"
    if until is None:
        return None
    words = {"until": date_words(f"{until}", spoken), "day": date_words(f"{day}", spoken)}
    return _DEADLINE[spoken, counted.is_before].format(**words, length=counted.length)
