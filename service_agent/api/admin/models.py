"""What the admin routes take and give."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from foundation.contracts.identity import Role
from foundation.storage.people.audit_log import Entry, Result
from foundation.storage.people.identity import ApiKey
from service_agent.auth.claims import LONGEST_NAME
from service_agent.protocol.wire import Named

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), Named]


class PersonBody(BaseModel):
    """Somebody of this tenant."""

    model_config = ConfigDict(extra="forbid")

    person: Name


class KeyBody(BaseModel):
    """A key to be made."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    """What it is for; unique among the tenant's keys that stand."""
    owner: Name | None = None
    """Whose conversations it reaches; nobody named: the key's name."""
    role: Role = Role.PERSON
    days: Annotated[int | None, Field(ge=1, le=36_500)] = None
    """How long it signs in; without: until it is revoked."""


class ReplacementBody(BaseModel):
    """A key in the place of another."""

    model_config = ConfigDict(extra="forbid")

    role: Role
    days: Annotated[int | None, Field(ge=1, le=36_500)] = None
    """How long it signs in; without: until the other one would have ended."""


class SettingBody(BaseModel):
    """Another value of a limit or a time of retention."""

    model_config = ConfigDict(extra="forbid")

    value: (
        Annotated[int, Field(strict=True, ge=0, le=10**12)]
        | Annotated[float, Field(strict=True, ge=0, le=1e12, allow_inf_nan=False)]
        | None
    )
    """Null: no limit. Days of retention: 0 is for ever."""


class KeyOut(BaseModel):
    """A key, without the key."""

    key_id: str
    name: str
    owner_id: str
    role: Role
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None
    standing: bool
    """It signs in now."""


class KeyMade(KeyOut):
    """A key just made."""

    key: str
    """Shown once: only its hash is kept."""


class KeyList(BaseModel):
    """Keys of the tenant, newest first."""

    keys: list[KeyOut]


class PersonOut(BaseModel):
    """One person, without anything they said."""

    owner_id: str
    sessions: int
    last_used: datetime | None
    keys: int
    sign_ins: int
    tokens_today: int
    tokens_month: int
    cost_month: float


class PeopleList(BaseModel):
    """People of the tenant, by name."""

    people: list[PersonOut]
    next: str | None
    """What `after` of the next page is."""


class SignedOut(BaseModel):
    """How many pages were signed out."""

    sign_ins: int


class TenantTotals(BaseModel):
    """The tenant's sums."""

    people: int
    sessions: int
    sessions_week: int
    sign_ins: int
    keys: int
    tokens_today: int
    tokens_month: int
    cost_today: float
    cost_month: float


class TableOut(BaseModel):
    """A table with its indexes."""

    name: str
    size: int
    rows: int
    """Estimated."""


class RoomOut(BaseModel):
    """What everything takes, in bytes."""

    database: int
    connections: int
    max_connections: int
    version: str
    folder: int
    """The data folder of this machine."""
    free: int
    tables: list[TableOut]


class JobOut(BaseModel):
    """One kind of background work."""

    name: str
    waiting: int
    last_due: datetime | None


class CheckOut(BaseModel):
    """One thing the service stands on."""

    name: str
    sentence: str | None
    """What is wrong; null: nothing."""


class PackStanding(BaseModel):
    """A pack and what it holds."""

    name: str
    title: dict[str, str]
    documents: int
    passages: int


class SettingOut(BaseModel):
    """A limit or a time of retention, as it holds; null: none."""

    name: str
    value: float | None
    default: float | None
    """The environment's."""
    chosen: bool
    """It was chosen here, and is not the environment's."""
    changeable: bool
    """It can be chosen here."""
    takes: str
    """What values it takes; empty where it cannot be chosen."""


class ProcessSetting(BaseModel):
    """One setting as the process has it."""

    name: str
    meaning: str
    is_set: bool
    """False: it is the default."""
    value: str | None
    """Null for what is secret or unset."""


class ProcessSettings(BaseModel):
    """What the process that answers has: `suffice doctor` tells it, since its own environment may be another."""

    data_dir: str
    database: str
    """Without user and password."""
    settings: list[ProcessSetting]


class AdminOverview(BaseModel):
    """The service as an administrator sees it."""

    tenant_id: str
    now: datetime
    totals: TenantTotals
    runs: dict[str, int]
    jobs: list[JobOut]
    checks: list[CheckOut]
    packs: list[PackStanding]
    room: RoomOut
    settings: list[SettingOut]
    everybody: bool
    """True: sign-in is off, so whoever reaches the service has every role."""


class AuditEntry(BaseModel):
    """A row of the audit log."""

    entry_id: int
    at: datetime
    who: str
    """Empty: nobody who is known."""
    way: str
    action: str
    subject: str
    about: str
    origin: str
    result: Result
    code: str
    detail: dict[str, Any]


class AuditPage(BaseModel):
    """Rows, newest first."""

    entries: list[AuditEntry]
    next: int | None
    """What `before` of the next page is."""
    actions: list[str]
    """The kinds of acts there are, for the filter."""


def entry_out(entry: Entry) -> AuditEntry:
    """As clients see it."""
    values = vars(entry)
    return AuditEntry.model_validate({**values, "who": values["owner_id"]})


def key_out(key: ApiKey, now: datetime) -> KeyOut:
    """As clients see it."""
    role = next(role for role in reversed(Role) if role in key.principal.roles)
    ended = key.revoked_at is not None or (key.expires_at is not None and key.expires_at <= now)
    return KeyOut(
        key_id=key.key_id,
        name=key.name,
        owner_id=key.principal.owner_id,
        role=role,
        created_at=key.created_at,
        expires_at=key.expires_at,
        revoked_at=key.revoked_at,
        last_used_at=key.last_used_at,
        standing=not ended,
    )
