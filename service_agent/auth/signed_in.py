"""Somebody, how they were recognised, and when that ends."""

from __future__ import annotations

from dataclasses import dataclass

from foundation.contracts.identity import LOCAL, Principal


@dataclass(frozen=True)
class Offered:
    """What a request or a connection brought to be recognised by."""

    authorization: str | None = None
    """The Authorization header."""
    cookie: str | None = None
    """The page's cookie."""

    @property
    def by_cookie(self) -> bool:
        """True when only the cookie speaks: browsers send it whoever made the request."""
        return self.authorization is None and self.cookie is not None

    @property
    def nothing(self) -> bool:
        """True when neither came."""
        return self.authorization is None and self.cookie is None


@dataclass(frozen=True)
class SignedIn:
    """Somebody who was let in."""

    principal: Principal
    expires_at: float | None = None
    """POSIX seconds; None: no end is known now."""
    key_hash: str | None = None
    """The stored key it stands on: revoked, it ends."""
    cookie_hash: str | None = None
    """The page's sign-in it stands on: signed out, it ends."""
    key_id: str | None = None
    """The stored key's id; None: no key, or a static one."""


NOBODY_NEEDED = SignedIn(LOCAL)
"""With sign-in off."""
