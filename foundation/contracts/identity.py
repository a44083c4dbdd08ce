"""The authenticated person. Every repository call takes a Principal; nothing is read or written without one."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class Role(StrEnum):
    """What somebody may do: ask; tune and audit; manage keys and erase others."""

    PERSON = "person"
    OPERATOR = "operator"
    ADMIN = "admin"


def roles_up_to(role: Role) -> frozenset[Role]:
    """The role and every lower one: a higher role may do everything a lower one may."""
    ordered = tuple(Role)
    return frozenset(ordered[: ordered.index(role) + 1])


class Principal(BaseModel):
    """One person of one tenant, with the roles they have now."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tenant_id: str
    owner_id: str
    roles: frozenset[Role] = frozenset({Role.PERSON})


LOCAL = Principal(tenant_id="local", owner_id="local", roles=frozenset(Role))
"""With sign-in off (loopback only) every connection acts as this one local person with every role."""

DEMO_OWNER = "suffice-demo-"
"""The ids of demo traffic's people begin with this. All figures separate demo traffic by it; erasing selects by it.
An experiment that such a person declared is theirs alone."""
