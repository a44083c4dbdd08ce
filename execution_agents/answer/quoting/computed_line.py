"""What a question asks to compute with the figures of the very line that answers it: how much is parking for 3 days
(£14 a day), 둘의 속도 차이는 (40 m/h, 28 m/h); until which day, if the baby is due on 1 May (15 weeks before)."""

from __future__ import annotations

from execution_agents.analysis.named.leading import product_of_line
from execution_agents.analysis.said.amounts import Said
from execution_agents.analysis.said.asking import arithmetic_with, multiple_clause
from execution_agents.analysis.said.result import result_of, sentence_of
from execution_agents.answer.evidence.passages import Sentence
from execution_agents.answer.evidence.request import AnswerRequest
from foundation.contracts.formulas import SaidArithmetic
from foundation.contracts.work import EvidenceItem
from foundation.language.dates.month_names import date_words
from foundation.language.rules.deadlines import (
    asks_for_a_deadline,
    counted_in,
    day_named,
    is_counted_from,
    is_of,
    kept_for,
)
from foundation.language.wanted.kept import asks_kept, asks_whether_it_is
from foundation.language.wanted.sides import sides_in

_UNTIL = {
    ("ko", True): "{until}까지입니다({day}의 {length} 전).",
    ("ko", False): "{until}까지입니다({day}부터 {length}).",
    ("en", True): "By {until} ({length} before {day}).",
    ("en", False): "By {until} ({length} from {day}).",
}


def with_result(line: str, title: str, question: str, language: str) -> str:
    """The line with the result before it; unchanged where nothing is computed, where anything that the question says
    stands neither in the line nor in its title, or where the section sets both things beside each other that the
    question does (급속여과지와 활성탄 흡착지의 차이): no single figure is their difference."""
    sides = sides_in(question)
    if sides is not None and all(one.lower() in title.lower() for one in sides):
        return line
    asked = arithmetic_with(question, [Said(title, line)])
    if asked is None:
        return with_multiple(line, title, question, language)
    if asked.count is not None or any(one.origin != "conversation" for one in asked.operands):
        return line
    return f"{_said(asked, language)} {line}"


def with_multiple(line: str, title: str, question: str, language: str) -> str:
    """The line with a multiple of its figure before it, where the question's last clause asks for no more than that (…,
    and how much is that times 3?); else unchanged."""
    clause = multiple_clause(question)
    asked = arithmetic_with(clause, [Said(f"{title} {question}", line)]) if clause else None
    return line if asked is None or asked.count is not None else f"{_said(asked, language)} {line}"


def product_said(line: Sentence, item: EvidenceItem, request: AnswerRequest) -> str:
    """The line's rate as often as the question counts, in a sentence; "" where that is not certain. `item`: its
    passage."""
    asked = product_of_line(request.question, item, line.text, request.pack, request.language)
    return "" if asked is None else _said(asked, request.language)


def deadline_said(line: Sentence, request: AnswerRequest) -> str:
    """The day until which, as the line counts from the day that the question names, in a sentence; "" where none is
    asked for, where it is asked whether a day is in time, or where the line counts from something else. A question that
    names what happens on another day asks what the one before it asked (12월 1일에 들어오는 거는?)."""
    question, today = request.question, request.now.date()
    earlier = request.history[-1][0] if request.history else ""
    asks = asks_for_a_deadline(question) or asks_for_a_deadline(earlier)
    whether = asks_kept(question) is not None or asks_whether_it_is(question)
    named = day_named(question, today) if asks and not whether else None
    if named is None:
        return ""
    if line.heads:
        counted = kept_for(line.text.split(" | "), line.heads.split(" | "), f"{question} {earlier}")
        fits = counted is not None and is_of(counted, question, named)
    else:
        counted = counted_in(line.text)
        fits = counted is not None and is_counted_from(counted, named)
    if counted is None or not fits:
        return ""
    day = named.day(today, to_come=counted.is_before)
    until, spoken = counted.from_day(day), "ko" if request.language == "ko" else "en"
    if until is None:
        return ""
    words = {"until": date_words(f"{until}", spoken), "day": date_words(f"{day}", spoken)}
    return _UNTIL[spoken, counted.is_before].format(**words, length=counted.length_in(spoken))


def _said(asked: SaidArithmetic, language: str) -> str:
    return sentence_of(result_of(asked), asked, [one.text for one in asked.operands], language)
