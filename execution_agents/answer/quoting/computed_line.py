"""What a question asks to compute with the figures of the very line that answers it: how much is parking for 3 days
(£14 a day), 둘의 속도 차이는 (40 m/h, 28 m/h)."""

from __future__ import annotations

from execution_agents.analysis.named.leading import LeadingLine, product_of_line
from execution_agents.analysis.said.amounts import Said
from execution_agents.analysis.said.asking import arithmetic_with
from execution_agents.analysis.said.result import result_of, sentence_of
from execution_agents.answer.evidence.citations import numbered
from execution_agents.answer.evidence.passages import Sentence
from execution_agents.answer.evidence.request import AnswerRequest
from foundation.contracts.formulas import SaidArithmetic


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


def _said(asked: SaidArithmetic, language: str) -> str:
    return sentence_of(result_of(asked), asked, [one.text for one in asked.operands], language)
