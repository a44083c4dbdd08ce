"""The settings of limits. `service_agent/settings/settings.py` reads them with all others."""

from __future__ import annotations

import json
from math import inf
from typing import Annotated, Any

from pydantic import field_validator
from pydantic_settings import BaseSettings, NoDecode

from service_agent.settings.field import setting

WHOLE = "a whole number from 1"
MONEY = "a number above 0"


def _tokens(meaning: str) -> Any:
    return setting(None, meaning, WHOLE, ge=1)


def _money(meaning: str) -> Any:
    return setting(None, meaning, MONEY, gt=0, lt=1e12, allow_inf_nan=False)


class LimitSettings(BaseSettings):
    """A limit that is unset does not exist. Days are UTC's."""

    limit_person_tokens_day: int | None = _tokens("Model tokens one person may use a day; unset: no limit")
    limit_tenant_tokens_day: int | None = _tokens("Model tokens all people of a tenant may use a day; unset: no limit")
    limit_person_cost_day: float | None = _money("What one person's model calls may cost a day; unset: no limit")
    limit_tenant_cost_day: float | None = _money("What a tenant's model calls may cost a day; unset: no limit")
    limit_requests_minute: int | None = setting(
        None, "Requests and frames one person may send a minute to one process; unset: no limit", WHOLE, ge=1
    )
    limit_sign_ins_minute: int = setting(
        30, "Failed sign-ins of one address a minute before it has to wait", "a whole number from 1 to 100000",
        ge=1, le=100_000,
    )  # fmt: skip
    person_runs: int | None = setting(
        None,
        "Questions of one person worked on at a time, over all conversations and processes; unset: any number",
        WHOLE,
        ge=1,
    )
    queue_limit: int = setting(
        20, "Unfinished questions one person may have", "a whole number from 1 to 10000", ge=1, le=10_000
    )
    queue_total: int = setting(
        1000, "Questions that may wait in the queue, of all people together", "a whole number from 1 to 1000000",
        ge=1, le=1_000_000,
    )  # fmt: skip
    max_connections: int | None = setting(
        None,
        "Connections of clients to one process; unset: what its file descriptors leave, 10000 at most",
        WHOLE,
        ge=1,
    )
    llm_prices: Annotated[dict[str, dict[str, float]], NoDecode] = setting(
        {},
        "What a million tokens of a model cost, in your currency: for limits of money and for figures",
        'JSON such as {"model": {"prompt": 0.15, "completion": 0.6}}',
    )

    @field_validator("llm_prices", mode="before")
    @classmethod
    def _read_prices(cls, value: Any) -> Any:
        return json.loads(value) if isinstance(value, str) else value

    @field_validator("llm_prices")
    @classmethod
    def _priced(cls, prices: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
        for each in prices.values():
            if set(each) - {"prompt", "completion"} or not all(0 <= price < inf for price in each.values()):
                raise ValueError("a price is neither prompt nor completion, or negative")
        return prices
