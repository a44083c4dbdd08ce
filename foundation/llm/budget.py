"""What a call may take and what it cost: limits per prompt, prices, tokens and bytes counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from openai.types.completion_usage import CompletionUsage

from foundation.contracts.ports import Message, Usage, Writing
from foundation.llm.retry import RetryPolicy


@dataclass(frozen=True)
class CallBudget:
    """What one prompt's calls may take."""

    temperature: float = 0.0
    max_tokens: int = 512
    timeout_s: float = 30.0
    """Whole call: waiting for a slot, retries and the repair included."""
    top_p: float | None = None
    top_k: int | None = None
    repeat_penalty: float | None = None
    context: int | None = None
    retries: int | None = None
    """None: the client's, likewise the pause."""
    pause_s: float | None = None
    drawn: bool = True
    """How pauses grow: see RetryPolicy."""

    def wished(self, wish: Writing | None) -> CallBudget:
        """As it was wished for."""
        if wish is None:
            return self
        return CallBudget(
            temperature=wish.temperature,
            max_tokens=wish.most_tokens,
            timeout_s=wish.limit_s,
            top_p=wish.top_p,
            top_k=wish.top_k,
            repeat_penalty=wish.repeat_penalty,
            context=wish.context,
            retries=wish.retries,
            pause_s=None if wish.pause_ms is None else wish.pause_ms / 1000,
            drawn=wish.pauses == "drawn",
        )

    def retry(self, usual: RetryPolicy) -> RetryPolicy:
        """How patiently it is tried again."""
        pause_s = usual.base_s if self.pause_s is None else self.pause_s
        retries = usual.retries if self.retries is None else self.retries
        return RetryPolicy(retries, pause_s, max(pause_s, usual.cap_s), self.drawn)


@dataclass(frozen=True)
class Prices:
    """Price of a million tokens, in the operator's currency; 0 where the model costs nothing."""

    prompt: float = 0.0
    completion: float = 0.0

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float:
        """Price of one call."""
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / 1_000_000


MOST_TOKENS = 10**9
"""No call takes more: whatever says so is no count."""


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


def reported_tokens(usage: CompletionUsage | None) -> Tokens | None:
    """What an endpoint says that a call took; None where it says nothing, or what no call can take."""
    if usage is None:
        return None
    counted: tuple[object, object] = (usage.prompt_tokens, usage.completion_tokens or 0)  # as sent: nobody checked them
    prompt, completion = counted
    if type(prompt) is not int or type(completion) is not int:
        return None
    return Tokens(prompt, completion) if 0 < prompt <= MOST_TOKENS and 0 <= completion <= MOST_TOKENS else None


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


def count_repair(usages: Sequence[Usage], prompt: str) -> None:
    """A reply was of no use, and is asked for once more."""
    for usage in usages:
        usage.repaired_by_prompt[prompt] = usage.repaired_by_prompt.get(prompt, 0) + 1


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
