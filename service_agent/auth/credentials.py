"""Static keys, stored keys, tokens and the page's cookie: the one place where a secret becomes a person."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

from foundation.contracts.errors import SignInEnded, Unauthenticated
from foundation.contracts.identity import Principal
from foundation.storage.people.identity import IdentityRepository
from service_agent.auth.signed_in import SignedIn
from service_agent.auth.tokens import Tokens
from service_agent.settings.keys import KEY_PREFIX, LONGEST_TOKEN, hash_of, new_cookie


@dataclass(frozen=True)
class Cookie:
    """A cookie just made."""

    value: str
    lasts_s: int


class Credentials:
    """Everything that signs in."""

    def __init__(
        self, static: Mapping[str, Principal], stored: IdentityRepository, tokens: Tokens | None, session_s: int
    ) -> None:
        self._static = static
        self._stored = stored
        self._tokens = tokens
        self._session_s = session_s

    async def of_token(self, token: str) -> SignedIn:
        """Whom a key or token names. Raises Unauthenticated, SignInEnded, SignInUnavailable.

        Keys are looked up by their hash, so the time taken says nothing about how much of a key was right.
        """
        if not token.isascii() or not 0 < len(token) <= LONGEST_TOKEN:
            raise Unauthenticated
        key_hash = hash_of(token)
        if key_hash in self._static or token.startswith(KEY_PREFIX):
            return await self._of_key(key_hash)
        if self._tokens is None or token.count(".") != 2:
            raise Unauthenticated
        return await self._tokens.signed_in(token)

    async def of_cookie(self, cookie: str) -> SignedIn:
        """Whom the page's cookie names. One made from a key ends with that key. Raises SignInEnded."""
        cookie_hash = hash_of(cookie.encode(errors="replace").decode())
        row = await self._stored.signed_in(cookie_hash)
        if row is None:
            raise SignInEnded
        if row.key_hash is None:
            return SignedIn(row.principal, row.expires_at.timestamp(), cookie_hash=cookie_hash)
        try:
            by_key = await self._of_key(row.key_hash)
        except Unauthenticated:
            raise SignInEnded from None
        return replace(by_key, expires_at=row.expires_at.timestamp(), cookie_hash=cookie_hash)

    async def remember(self, signed_in: SignedIn) -> Cookie:
        """A cookie for the page; it ends with the token, or the key, it was made from."""
        left = self._session_s
        if signed_in.expires_at is not None:
            left = min(left, max(1, int(signed_in.expires_at - time.time())))
        cookie = Cookie(new_cookie(), left)
        await self._stored.sign_in(signed_in.principal, hash_of(cookie.value), left, signed_in.key_hash)
        return cookie

    async def forget(self, cookie: str) -> None:
        """Sign the page out, in every process."""
        await self._stored.sign_out(hash_of(cookie.encode(errors="replace").decode()))

    async def _of_key(self, key_hash: str) -> SignedIn:
        named = self._static.get(key_hash)
        if named is not None:
            return SignedIn(named, key_hash=key_hash)
        key = await self._stored.key(key_hash)
        if key is None:
            raise Unauthenticated
        ends = key.expires_at.timestamp() if key.expires_at else None
        return SignedIn(key.principal, ends, key_hash, key_id=key.key_id)

    def is_static(self, key_hash: str) -> bool:
        """Static keys live as long as the process."""
        return key_hash in self._static
