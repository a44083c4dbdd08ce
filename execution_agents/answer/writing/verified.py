"""What the final message reports as checked, and what the person is shown with an answer that is incomplete."""

from __future__ import annotations

from collections.abc import Mapping

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.record import Failure
from execution_agents.answer.writing.recovery import Outcome
from foundation.language.grams import coverage

Checked = dict[str, str | int | float | None]
OWN_WORDS = 0.6
"""Share of a phrase's words that must be in the question for it to be shown: a part that a model names must be the
question's own."""
MOST = 3
PARTLY: Mapping[str, str] = {
    "ko": "다음은 자료로 답하지 못했습니다: {parts}",
    "en": "Not answered from the data: {parts}",
}
UNSURE: Mapping[str, str] = {
    "ko": "물어보신 것에 다 답하지 못했을 수 있습니다. 나누어 다시 물어봐 주세요.",
    "en": "This may not answer all that you asked. Please ask again, one thing at a time.",
}


def verification_of(outcome: Outcome, failure: Failure | None) -> Checked:
    """The checks made of a draft. Text quoted from the evidence, or computed from it, is supported by rules."""
    found: Checked = {
        "numeric_preservation": outcome.preserved,
        "recovery_round": outcome.round,
        "fallback": outcome.fallback,
        "retry_count": retries_of(outcome),
        "hallucination": "valid" if outcome.text else None,
        "grade": grade_of(outcome, failure),
    }
    checked = outcome.verdict if outcome.settled else None
    if checked is None or outcome.settled is None:
        return found
    kept = outcome.settled
    return {
        **found,
        "claims": len(checked.parts),
        "compared": "figures" if checked.cross else "all",
        "bound_figures": checked.examined.bound,
        "computed_figures": len(checked.examined.computed),
        "marked": len(kept.marked),
        "left_out": len(kept.left_out),
        "mended_citations": kept.mended,
        "looked_up": int(outcome.checked),
        "hallucination": "marked" if kept.marked or kept.left_out else "valid",
    }


def retries_of(outcome: Outcome) -> int:
    """How often the answer was written again."""
    return max(0, outcome.drafts - 1)


def grade_of(outcome: Outcome, failure: Failure | None) -> str:
    """Whether it answers: the check's verdict, else by rules: something was found, and the text does not say
    otherwise."""
    return outcome.grade or ("accept" if failure is None else "failed")


def is_partly(notice: str) -> bool:
    """A notice that names the very parts that are not answered."""
    return any(notice.startswith(words.partition("{")[0]) for words in PARTLY.values())


def partly_answered(outcome: Outcome, request: AnswerRequest) -> tuple[str, ...]:
    """The notice beside an answer that was sent back and still does not answer."""
    if outcome.grade != "failed" or outcome.refused:
        return ()
    asked = request.asked
    own = [one for one in outcome.lacks if coverage(one, asked) >= OWN_WORDS][:MOST]
    spoken = "ko" if request.language == "ko" else "en"
    return (PARTLY[spoken].format(parts=", ".join(f"“{one}”" for one in own)),) if own else (UNSURE[spoken],)
