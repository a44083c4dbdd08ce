"""Authenticates HTTP requests and WebSocket connections, both in this one place."""

from __future__ import annotations

from foundation.contracts.errors import Unauthenticated
from service_agent.auth.credentials import Credentials
from service_agent.auth.signed_in import NOBODY_NEEDED, Offered, SignedIn
from service_agent.settings.keys import KEY_PREFIX
from service_agent.settings.origins import Origins

BEARER = "bearer "


class Gate:
    """Checks credentials and origins."""

    def __init__(
        self, credentials: Credentials | None, allowed_origins: frozenset[str], *, static_look_made: bool = False
    ) -> None:
        self.credentials = credentials
        """None: sign-in is off."""
        self._static_look_made = static_look_made
        self._origins = Origins(allowed_origins, local_only=credentials is None)

    @property
    def signs_in(self) -> bool:
        """True when credentials are needed."""
        return self.credentials is not None

    async def admit(self, offered: Offered) -> SignedIn:
        """Whom a request or connection is from. Raises Unauthenticated, SignInEnded, SignInUnavailable."""
        if self.credentials is None:
            return NOBODY_NEEDED
        if offered.authorization is not None:
            if not offered.authorization.lower().startswith(BEARER):
                raise Unauthenticated
            return await self.of_token(offered.authorization[len(BEARER) :].strip())
        if offered.cookie is not None:
            return await self.credentials.of_cookie(offered.cookie)
        raise Unauthenticated

    def is_guessable(self, offered: Offered) -> bool:
        """False for the page's cookie and keys this service made: 256 random bits each, looked up by their hash. With
        a static key that begins like one of those, what begins so may be a guess at that."""
        if offered.authorization is None or self.credentials is None:
            return False
        looks_made = offered.authorization[len(BEARER) :].strip().startswith(KEY_PREFIX)
        return self._static_look_made or not looks_made

    async def of_token(self, token: str) -> SignedIn:
        """Whom a key or token names. Raises as `admit`."""
        return NOBODY_NEEDED if self.credentials is None else await self.credentials.of_token(token)

    def check_origin(self, origin: str | None, host: str | None, *, encrypted: bool) -> None:
        """A page may connect when it is this service's own or an allowed one. Raises ForbiddenOrigin."""
        self._origins.check(origin, host, encrypted=encrypted)
