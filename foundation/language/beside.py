"""The mark between a question and the follow-up set beside it: 버팀목 대출 금리 알려줘 → 한도는?

A mark, not words: what compares or searches by the words of such a text finds the two questions' own, and no others.
"""

from __future__ import annotations

MARK = "→"
BESIDE = f" {MARK} "


def set_beside(earlier: str, question: str) -> str:
    """Both whole, the earlier one first."""
    return f"{earlier}{BESIDE}{question}"


def before_it(text: str, question: str) -> str:
    """What a question is set beside in a text; the whole text where that is a question by itself."""
    if text == question:
        return text
    # The question may hold marks of its own.
    return text.rsplit(BESIDE, question.count(BESIDE) + 1)[0]
