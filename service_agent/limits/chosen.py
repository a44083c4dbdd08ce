"""The limits and days of retention in force: the environment's, where a tenant's administrators chose no other.

Read at use, and kept for some seconds: a change holds in every process within those, without a restart. A database
that does not answer changes nothing: what was read last goes on.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pydantic import ValidationError

from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import Principal
from foundation.storage.database.engine import AWAY, answered_within
from foundation.storage.people.audit_log import Act
from foundation.storage.people.chosen_settings import ChosenSettings, Value
from service_agent.settings.settings import PREFIX, Settings, takes

KEPT_S = 3.0
SOON_S = 1.0
"""A request waits no longer to learn of a changed limit: what it is for waits for the database itself."""
ROOM = 10_000
"""Tenants remembered."""
LIMITS = (
    "limit_person_tokens_day",
    "limit_tenant_tokens_day",
    "limit_person_cost_day",
    "limit_tenant_cost_day",
    "limit_requests_minute",
    "queue_limit",
)
CEILINGS = ("limit_tenant_tokens_day", "limit_tenant_cost_day")
"""What protects whoever runs the service for several tenants: no tenant's administrator lifts it above theirs."""


@dataclass(frozen=True)
class InForce:
    """One setting of a tenant."""

    name: str
    """As the environment calls it."""
    value: Value
    default: Value
    """The environment's."""
    chosen: bool
    changeable: bool
    takes: str
    """What values it takes, in words."""


class Chosen:
    """The settings of each tenant."""

    def __init__(self, settings: Settings, stored: ChosenSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._stored = stored
        self._clock = clock
        self._held: OrderedDict[str, tuple[float, Settings]] = OrderedDict()

    @property
    def names(self) -> tuple[str, ...]:
        """Fields that may be chosen."""
        return (*LIMITS, *(name for name in Settings.model_fields if name.startswith("keep_")))

    async def of(self, principal: Principal) -> Settings:
        """The settings as they hold for this person's tenant."""
        tenant, now = principal.tenant_id, self._clock()
        until, held = self._held.get(tenant, (0.0, self._settings))
        if now < until:
            return held
        self._hold(tenant, held)  # meanwhile the others go on by what was read last
        try:
            async with answered_within(SOON_S):
                found = self._with(await self._stored.of(tenant))
        except AWAY:
            return held
        self._hold(tenant, found)
        return found

    async def by_tenant(self) -> dict[str, Settings]:
        """The settings of each tenant that has others than the environment's, as they are stored now."""
        return {tenant: self._with(chosen) for tenant, chosen in (await self._stored.by_tenant()).items()}

    async def all_of(self, principal: Principal, shown: Mapping[str, Value]) -> list[InForce]:
        """Each of these settings (name in the environment -> value there), as it holds for the tenant."""
        chosen = await self._stored.of(principal.tenant_id)
        return [self._in_force(name.removeprefix(PREFIX).lower(), value, chosen) for name, value in shown.items()]

    async def choose(self, principal: Principal, name: str, value: Value, act: Act) -> InForce:
        """Another value from now on. Raises WrongUse with what it takes."""
        field = self._field(name)
        default = getattr(self._settings, field)
        read = self._read(field, value)
        await self._stored.choose(principal, {field: read}, default, _of(act, field))
        self._held.pop(principal.tenant_id, None)
        return self._in_force(field, default, {field: read})

    async def give_back(self, principal: Principal, name: str, act: Act) -> InForce:
        """The environment's value from now on. Raises WrongUse for a setting that is not chosen here."""
        field = self._field(name)
        default = getattr(self._settings, field)
        await self._stored.give_back(principal, field, default, _of(act, field))
        self._held.pop(principal.tenant_id, None)
        return self._in_force(field, default, {})

    def _hold(self, tenant: str, found: Settings) -> None:
        self._held[tenant] = self._clock() + KEPT_S, found
        self._held.move_to_end(tenant)
        if len(self._held) > ROOM:
            self._held.popitem(last=False)

    def _with(self, chosen: Mapping[str, Value]) -> Settings:
        """What a newer version stored and this one does not know is passed over; a ceiling lowered since holds."""
        values = {name: self._beneath(name, value) for name, value in chosen.items() if name in self.names}
        return self._settings.model_copy(update=values) if values else self._settings

    def _beneath(self, name: str, value: Value) -> Value:
        ceiling: Value = getattr(self._settings, name) if name in CEILINGS else None
        return value if ceiling is None else ceiling if value is None else min(value, ceiling)

    def _in_force(self, field: str, default: Value, chosen: Mapping[str, Value]) -> InForce:
        value = self._beneath(field, chosen[field]) if field in chosen else default
        may = field in self.names
        return InForce(PREFIX + field.upper(), value, default, field in chosen, may, takes(field) if may else "")

    def _field(self, name: str) -> str:
        field = name.removeprefix(PREFIX).lower()
        if field not in self.names:
            known = ", ".join(PREFIX + one.upper() for one in self.names)
            raise WrongUse(f"name: {name} is not changed here; what is: {known}.", field="name")
        return field

    def _read(self, field: str, value: Value) -> Value:
        """As the environment's would be read. Raises WrongUse."""
        default: Value = getattr(self._settings, field)
        unlimited = field.startswith("limit_")
        if not (value is None and unlimited):
            try:
                checked = Settings.__pydantic_validator__.validate_assignment(self._settings.model_copy(), field, value)
            except ValidationError:
                also = "; null: no limit" if unlimited else ""
                raise WrongUse(f"value: {PREFIX}{field.upper()} takes {takes(field)}{also}.", field="value") from None
            value = getattr(checked, field)
        if field in CEILINGS and default is not None and (value is None or value > default):
            sentence = f"{PREFIX}{field.upper()} of the environment is {default}; choose that or less"
            raise WrongUse(f"value: {sentence}, or have whoever runs the service raise it.", field="value")
        return value


def _of(act: Act, field: str) -> Act:
    return replace(act, subject=PREFIX + field.upper())
