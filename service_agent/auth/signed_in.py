"""A signed-in person, their credentials, and when the sign-in ends."""

from __future__ import annotations

from dataclasses import dataclass

from foundation.contracts.identity import LOCAL, Principal


@dataclass(frozen=True)
class Offered:
    """The credentials of a request or a connection."""

    authorization: str | None = None
    """The Authorization header."""
    cookie: str | None = None
    """The page's cookie."""

    @property
    def by_cookie(self) -> bool:
        """True when the cookie is the only credential: browsers send it with any site's request."""
        return self.authorization is None and self.cookie is not None

    @property
    def nothing(self) -> bool:
        """True when neither came."""
        return self.authorization is None and self.cookie is None


@dataclass(frozen=True)
class SignedIn:
    """An authenticated person."""

    principal: Principal
    expires_at: float | None = None
    """POSIX seconds; None: no end is known now."""
    key_hash: str | None = None
    """The stored key of the sign-in, which ends when the key is revoked."""
    cookie_hash: str | None = None
    """The page's cookie of the sign-in, which ends when the page signs out."""
    key_id: str | None = None
    """The stored key's id; None: no key, or a static one."""


NOBODY_NEEDED = SignedIn(LOCAL)
"""With sign-in off."""
