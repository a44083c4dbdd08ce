"""The progress a person sees: one line per step, with the number of steps done."""

from __future__ import annotations

from execution_agents.answer.thinking.asking import ThinkingDeps
from foundation.contracts.events import TeamProgressed

TEAM = "answer"
LABELS = {
    "classify_question": ("질문을 살피는 중", "reading the question"),
    "decompose_question": ("질문을 나누는 중", "splitting the question"),
    "answer_subquestion": ("나눈 질문에 답하는 중", "answering its parts"),
    "synthesize_answers": ("답을 모으는 중", "joining the answers"),
    "answer_simple": ("답을 쓰는 중", "writing the answer"),
    "ensemble_verify": ("답을 두 가지로 확인하는 중", "checking the answer two ways"),
    "fact_verify": ("사실을 하나씩 확인하는 중", "checking fact by fact"),
    "refine_answer": ("답을 고치는 중", "mending the answer"),
}
SIMPLE, COMPLEX = 3, 5
"""Steps of a question that ends early."""


async def announce(deps: ThinkingDeps, step: str) -> None:
    """Reports the start of a step. The total grows if a run takes more steps than expected."""
    deps.meter.path.append(step)
    ahead = COMPLEX if "decompose_question" in deps.meter.path else SIMPLE
    done = len(deps.meter.path) - 1
    await deps.emit(
        TeamProgressed(
            team=TEAM,
            step=step,
            label=LABELS[step][0 if deps.korean else 1],
            status="running",
            done=done,
            total=max(ahead, done + 1),
            counts={"model_calls": deps.meter.usage.model_calls},
        )
    )
