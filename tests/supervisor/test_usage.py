"""What a turn spent."""

from __future__ import annotations

from foundation.contracts.ports import Usage
from supervisor.usage import total_usage, usage_of


def test_usage_of_all_steps_adds_up() -> None:
    one = Usage(model_calls=1, prompt_tokens=10, cost=0.5, by_prompt={"answer": 1})
    other = Usage(model_calls=2, prompt_tokens=5, by_prompt={"answer": 1, "turn_planning": 1}, estimated=True)
    total = total_usage([usage_of(one), usage_of(other)])
    assert (total.model_calls, total.prompt_tokens, total.cost, total.estimated) == (3, 15, 0.5, True)
    assert total.by_prompt == {"answer": 2, "turn_planning": 1}
