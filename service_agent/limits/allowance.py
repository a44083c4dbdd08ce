"""May this person ask now? A day's tokens and money of the person and of the tenant."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from foundation.contracts.identity import Principal
from foundation.storage.people.spending import SpendingRepository, Spent
from service_agent.settings.limits import LimitSettings

LimitsOf = Callable[[Principal], Awaitable[LimitSettings]]
"""The limits of a person's tenant, as they are now."""


@dataclass(frozen=True)
class Over:
    """A limit that is reached."""

    sentence: str
    retry_after_s: int


@dataclass(frozen=True)
class DayLimits:
    """What one day may cost; None: no limit."""

    person: tuple[int | None, float | None] = (None, None)
    """(tokens, money)"""
    tenant: tuple[int | None, float | None] = (None, None)

    @classmethod
    def of(cls, settings: LimitSettings) -> DayLimits:
        """The configured ones."""
        return cls(
            (settings.limit_person_tokens_day, settings.limit_person_cost_day),
            (settings.limit_tenant_tokens_day, settings.limit_tenant_cost_day),
        )

    @property
    def none(self) -> bool:
        """True when nothing is limited: then nobody is asked."""
        return not any((*self.person, *self.tenant))


class Allowance:
    """What is left of a day."""

    def __init__(self, limits: LimitsOf, spending: SpendingRepository) -> None:
        self._limits = limits
        self._spending = spending

    async def over(self, principal: Principal) -> Over | None:
        """The limit this person has reached, if any; all of them end with the day, so the first one is named."""
        limits = DayLimits.of(await self._limits(principal))
        if limits.none:
            return None
        today = await self._spending.today(principal)
        reached = _reached(today.person, limits.person, "Your") or _reached(
            today.tenant, limits.tenant, "Your organisation's"
        )
        if reached is None:
            return None
        return Over(f"{reached} for today is used up; ask again in {_duration(today.left_s)}.", today.left_s)


def _reached(spent: Spent, limit: tuple[int | None, float | None], whose: str) -> str | None:
    tokens, money = limit
    if tokens is not None and spent.tokens >= tokens:
        return f"{whose} allowance of {tokens:,} model tokens"
    if money is not None and spent.micros >= money * 1_000_000:
        return f"{whose} allowance of {money:g} for model calls"
    return None


def _duration(seconds: int) -> str:
    minutes = -(-seconds // 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"
