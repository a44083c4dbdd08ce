"""The place of a WebSocket among the server's connections, as the application knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from foundation.contracts.errors import OverLimit

PLACE = "suffice.place"
"""Where it stands among a scope's extensions; a server that counts no connections gives none."""
COME_BACK_S = 10


class Place(Protocol):
    """A WebSocket's place: it may be another's until it is kept."""

    def keep(self, address: str) -> bool:
        """Somebody signed in on it, from this address. False: there is none to keep."""
        ...


def keep_place(scope: Mapping[str, Any], address: str) -> None:
    """Keeps the place of the WebSocket of this scope. Raises OverLimit."""
    place = cast("Place | None", scope.get("extensions", {}).get(PLACE))
    if place is not None and not place.keep(address):
        raise OverLimit(
            f"As many conversations are open here as may be; try again in {COME_BACK_S} s.", retry_after_s=COME_BACK_S
        )
