"""Authenticates HTTP requests and WebSocket connections, both in this one place."""

from __future__ import annotations

from foundation.contracts.errors import Unauthenticated
from service_agent.auth.credentials import Credentials
from service_agent.auth.signed_in import NOBODY_NEEDED, Offered, SignedIn
from service_agent.settings.keys import Shape, shape_of
from service_agent.settings.origins import Origins

BEARER = "bearer "


class Gate:
    """Checks credentials and origins."""

    def __init__(
        self,
        credentials: Credentials | None,
        allowed_origins: frozenset[str],
        static_shapes: frozenset[Shape] = frozenset(),
    ) -> None:
        self.credentials = credentials
        """None: sign-in is off."""
        self._static_shapes = static_shapes
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
            if not self._is_bearer(offered):
                raise Unauthenticated
            return await self.of_token(self._token(offered))
        if offered.cookie is not None:
            return await self.credentials.of_cookie(offered.cookie)
        raise Unauthenticated

    def is_guessable(self, offered: Offered) -> bool:
        """Whether it may be a try at a static key, which a person chose. The page's cookie and keys this service made
        are 256 random bits each, a token is signed: nobody guesses one. What looks like one of those, as a static key
        does, may be a guess at that."""
        if offered.by_cookie or not self._is_bearer(offered):
            return False
        shape = shape_of(self._token(offered))
        return shape == "chosen" or shape in self._static_shapes

    def is_looked_up(self, offered: Offered) -> bool:
        """Whether the database is asked for it: for the page's cookie and for keys this service made."""
        return offered.by_cookie or (self._is_bearer(offered) and shape_of(self._token(offered)) == "made")

    def _is_bearer(self, offered: Offered) -> bool:
        return offered.authorization is not None and offered.authorization.lower().startswith(BEARER)

    def _token(self, offered: Offered) -> str:
        return (offered.authorization or "")[len(BEARER) :].strip()

    async def of_token(self, token: str) -> SignedIn:
        """Whom a key or token names. Raises as `admit`."""
        return NOBODY_NEEDED if self.credentials is None else await self.credentials.of_token(token)

    def check_origin(self, origin: str | None, host: str | None, *, encrypted: bool) -> None:
        """A page may connect when it is this service's own or an allowed one. Raises ForbiddenOrigin."""
        self._origins.check(origin, host, encrypted=encrypted)
