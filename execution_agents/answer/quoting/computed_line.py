"""What a question asks to compute with the figures of the very line that answers it: how much is parking for 3 days
(£14 a day), 둘의 속도 차이는 (40 m/h, 28 m/h)."""

from __future__ import annotations

from execution_agents.analysis.said.amounts import Said
from execution_agents.analysis.said.asking import arithmetic_with
from execution_agents.analysis.said.result import result_of, sentence_of


def with_result(line: str, title: str, question: str, language: str) -> str:
    """The line with the result before it; unchanged where nothing is computed, or where anything that the question says
    stands neither in the line nor in its title."""
    asked = arithmetic_with(question, [Said(title, line)])
    if asked is None or asked.count is not None or any(one.origin != "conversation" for one in asked.operands):
        return line
    texts = [one.text for one in asked.operands]
    return f"{sentence_of(result_of(asked), asked, texts, language)} {line}"
