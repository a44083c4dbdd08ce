"""What a question asks to compute with the figures of the very line that answers it: how much is parking for 3 days
(£14 a day), 둘의 속도 차이는 (40 m/h, 28 m/h); until which day, if the baby is due on 1 May (15 weeks before)."""

from __future__ import annotations

from execution_agents.analysis.named.leading import LeadingLine, product_of_line
from execution_agents.analysis.said.amounts import Said
from execution_agents.analysis.said.asking import arithmetic_with
from execution_agents.analysis.said.result import result_of, sentence_of
from execution_agents.answer.evidence.citations import numbered
from execution_agents.answer.evidence.passages import Sentence
from execution_agents.answer.evidence.request import AnswerRequest
from foundation.contracts.formulas import SaidArithmetic
from foundation.language.dates.month_names import date_words
from foundation.language.rules.deadlines import asks_for_a_day, counted_in, day_named, is_counted_from

_UNTIL = {
    ("ko", True): "{until}까지입니다({day}의 {length} 전).",
    ("ko", False): "{until}까지입니다({day}부터 {length}).",
    ("en", True): "By {until} ({length} before {day}).",
    ("en", False): "By {until} ({length} from {day}).",
}


def with_result(line: str, title: str, question: str, language: str) -> str:
    """The line with the result before it; unchanged where nothing is computed, or where anything that the question says
    stands neither in the line nor in its title."""
    asked = arithmetic_with(question, [Said(title, line)])
    if asked is None or asked.count is not None or any(one.origin != "conversation" for one in asked.operands):
        return line
    return f"{_said(asked, language)} {line}"


def product_said(line: Sentence, request: AnswerRequest) -> str:
    """The line's rate as often as the question counts, in a sentence; "" where that is not certain."""
    item = next(one.item for one in numbered(request.evidence) if one.marker == line.marker)
    leading = LeadingLine(item, line.text, is_row=bool(line.heads))
    asked = product_of_line(request.question, leading, request.pack, request.language)
    return "" if asked is None else _said(asked, request.language)


def deadline_said(line: Sentence, request: AnswerRequest) -> str:
    """The day until which, as the line counts from the day that the question names, in a sentence; "" where none is
    asked for, or where the line counts from something else. A question that only names another day asks what the one
    before it asked (and if it moved to 3 June?)."""
    today = request.now.date()
    named = day_named(request.question, today, today)
    if named is None:
        return ""
    beside = named.beside
    if not asks_for_a_day(request.question):
        earlier = request.history[-1][0] if request.history else ""
        before = day_named(earlier, today, today) if asks_for_a_day(earlier) else None
        named = None if before is None else day_named(request.question, before.day, today)
        beside = f"{beside} {before.beside if before else ''}"
    counted = counted_in(line.text, line.heads.split(" | ") if line.heads else ())
    if named is None or counted is None or not is_counted_from(counted, beside):
        return ""
    until, spoken = counted.from_day(named.day), "ko" if request.language == "ko" else "en"
    if until is None:
        return ""
    words = {"until": date_words(f"{until}", spoken), "day": date_words(f"{named.day}", spoken)}
    return _UNTIL[spoken, counted.is_before].format(**words, length=counted.length_in(spoken))


def _said(asked: SaidArithmetic, language: str) -> str:
    return sentence_of(result_of(asked), asked, [one.text for one in asked.operands], language)
