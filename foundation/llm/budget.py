"""What a call may take and what it cost: limits per prompt, prices, tokens and bytes counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from foundation.contracts.ports import Message, Usage


@dataclass(frozen=True)
class CallBudget:
    """What one prompt's calls may take."""

    temperature: float = 0.0
    max_tokens: int = 512
    timeout_s: float = 30.0
    """Whole call: waiting for a slot, retries and the repair included."""
    top_p: float | None = None


@dataclass(frozen=True)
class Prices:
    """Price of a million tokens, in the operator's currency; 0 where the model costs nothing."""

    prompt: float = 0.0
    completion: float = 0.0

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float:
        """Price of one call."""
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / 1_000_000


@dataclass(frozen=True)
class Tokens:
    """Tokens of one call."""

    prompt: int
    completion: int
    estimated: bool = False
    """True when the endpoint reported none."""


def estimate_tokens(text: str) -> int:
    """About 4 ASCII characters a token, 1.5 of any other script; a rough guess, marked as one wherever it is shown."""
    ascii_count = sum(character.isascii() for character in text)
    return ceil(ascii_count / 4 + (len(text) - ascii_count) / 1.5)


def estimated(messages: Sequence[Message], written: str) -> Tokens:
    """Tokens of a call whose endpoint reported none."""
    return Tokens(sum(estimate_tokens(message.content) for message in messages), estimate_tokens(written), True)


def count_call(usages: Sequence[Usage], prompt: str, messages: Sequence[Message]) -> None:
    """A request goes out (retries and repairs are requests too)."""
    size = sum(len(message.content.encode()) for message in messages)
    for usage in usages:
        usage.model_calls += 1
        usage.prompt_bytes += size
        usage.by_prompt[prompt] = usage.by_prompt.get(prompt, 0) + 1


def count_tokens(usages: Sequence[Usage], prompt: str, tokens: Tokens, prices: Prices) -> None:
    """An answer came back."""
    cost = prices.cost(tokens.prompt, tokens.completion)
    for usage in usages:
        usage.prompt_tokens += tokens.prompt
        usage.completion_tokens += tokens.completion
        usage.cost += cost
        usage.estimated = usage.estimated or tokens.estimated
        usage.tokens_by_prompt[prompt] = usage.tokens_by_prompt.get(prompt, 0) + tokens.prompt + tokens.completion
        usage.cost_by_prompt[prompt] = usage.cost_by_prompt.get(prompt, 0.0) + cost
