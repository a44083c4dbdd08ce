"""Maps a token's claims to a person: the claims' names are configured, the permitted values are not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from foundation.contracts.errors import Unauthenticated
from foundation.contracts.identity import LOCAL, Principal, Role, roles_up_to
from service_agent.protocol.wire import CONTROL

LONGEST_NAME = 255
"""Characters of a person's or tenant's id (OpenID Connect Core 2: `sub` has 255 at most)."""
Claims = Mapping[str, Any]


@dataclass(frozen=True)
class ClaimNames:
    """Where a provider puts what."""

    owner: str
    tenant: str | None
    """None: everybody is of one tenant."""
    roles: str | None
    role_map: Mapping[str, Role]
    default_role: Role | None

    def principal(self, claims: Claims) -> Principal:
        """The person that the claims name. Raises Unauthenticated when they do not identify one."""
        tenant = LOCAL.tenant_id if self.tenant is None else _name(claims, self.tenant, "no tenant")
        return Principal(tenant_id=tenant, owner_id=_name(claims, self.owner, "nobody"), roles=self._roles(claims))

    def _roles(self, claims: Claims) -> frozenset[Role]:
        given = None if self.roles is None else claim(claims, self.roles)
        named = given.split() if isinstance(given, str) else cast("list[Any]", given) if isinstance(given, list) else []
        known = [self.role_map[one] for one in named if isinstance(one, str) and one in self.role_map]
        known += [self.default_role] if self.default_role else []
        return frozenset[Role]().union(*(roles_up_to(role) for role in known))


def claim(claims: Claims, name: str) -> Any:
    """A claim by its name, or by the path its dots make (`realm_access.roles`); None when it is not there."""
    if name in claims:
        return claims[name]
    found: Any = claims
    for part in name.split("."):
        found = cast("Claims", found).get(part) if isinstance(found, Mapping) else None
    return found


def _name(claims: Claims, wanted: str, nothing: str) -> str:
    value = claim(claims, wanted)
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_NAME or CONTROL.search(value):
        raise Unauthenticated(f"The token's claim {wanted} names {nothing}; ask whoever runs the sign-in provider.")
    return value
