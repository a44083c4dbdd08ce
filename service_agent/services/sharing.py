"""Showing a conversation to others: a read-only snapshot up to now, behind a link that nobody can guess.

What somebody sees behind a link is put together here, field by field: no ids, no memories, nothing of how the answer
came about. Exchanges that rest on what is remembered of the person, or speak of it, are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from foundation.contracts.errors import Refused
from foundation.contracts.identity import Principal
from foundation.contracts.sharing import UnknownShare
from foundation.storage.conversations.records import Share
from foundation.storage.repositories import Repositories
from service_agent.limits.paces import Paces
from service_agent.services.exchanges import Exchange, Exchanges
from service_agent.settings.keys import hash_of, new_cookie
from supervisor.memory.personal.reading import statements_of
from supervisor.memory.personal.requests import request_of

LONGEST_LINK = 64
"""Characters; what is longer is no link of ours."""


class Sharing:
    """Links to one's own conversations, and what is behind them."""

    def __init__(self, repositories: Repositories, exchanges: Exchanges, *, on: bool) -> None:
        self._repositories = repositories
        self._exchanges = exchanges
        self.on = on
        """Whether anything may be shared; False: links made before lead nowhere."""

    async def share(self, principal: Principal, session_id: str, *, with_sources: bool) -> tuple[str, Share]:
        """A new link and what it shows; the link before it ends. Raises UnknownSession, Refused."""
        if not self.on:
            raise Refused("Sharing is switched off in this service (SUFFICE_SHARING); export the conversation.")
        session, exchanges = await self._exchanges.of(principal, session_id)
        answered = [one for one in exchanges if one.answer is not None]
        shown = [_shown(one, with_sources=with_sources) for one in answered if not _is_personal(one)]
        snapshot = {
            "title": "" if exchanges and _is_personal(exchanges[0]) else session.title,
            "exchanges": shown,
            "left_out": len(answered) - len(shown),
        }
        share = Share(with_sources, snapshot, await self._repositories.clock.now())
        token = new_cookie()
        await self._repositories.shares.put(principal, session_id, hash_of(token), share)
        return token, share

    async def standing(self, principal: Principal, session_id: str) -> Share | None:
        """What is shared of a conversation now. Raises UnknownSession."""
        await self._repositories.sessions.get(principal, session_id)
        return await self._repositories.shares.of(principal, session_id) if self.on else None

    async def revoke(self, principal: Principal, session_id: str) -> None:
        """Its link leads nowhere from now on. Raises UnknownSession."""
        await self._repositories.sessions.get(principal, session_id)
        await self._repositories.shares.revoke(principal, session_id)

    async def behind(self, token: str, paces: Paces, address: str) -> Share:
        """What a link shows. Raises UnknownShare, the same for one that never was and one that is no more, and
        OverLimit instead after too many of those from this address."""
        share = await paces.link(address, lambda: self._behind(token))
        if share is None:
            raise UnknownShare
        return share

    async def _behind(self, token: str) -> Share | None:
        if not self.on or len(token) > LONGEST_LINK:
            return None
        return await self._repositories.shares.behind(hash_of(token))


def _is_personal(one: Exchange) -> bool:
    """It rests on what is remembered of the person, or speaks of it."""
    if one.body.get("memories_used"):
        return True
    return request_of(one.question) is not None or bool(statements_of(one.question))


def _shown(one: Exchange, *, with_sources: bool) -> Mapping[str, Any]:
    return {
        "question": one.question,
        "asked_at": one.asked_at.isoformat(),
        "content": one.answer,
        "sources": [
            {
                "marker": each.marker,
                "title": each.title,
                "source": each.source,
                "quote": each.quote,
                "place": each.place,
                "uri": each.uri,
                "fetched_at": each.fetched_at,
            }
            for each in one.cited
        ]
        if with_sources
        else [],
    }
