"""A circuit breaker: an endpoint that keeps failing is left alone for a while, then asked once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Literal

State = Literal["closed", "open", "half_open"]


@dataclass
class Breaker:
    """Closed: calls pass. Open: refused at once. Half open: one probe passes, and decides."""

    failures: int = 5
    """Consecutive failures that open it."""
    cooldown_s: float = 20.0
    """Time it stays open before the probe."""
    clock: Callable[[], float] = monotonic
    """Seconds."""
    _failed: int = 0
    _opened_at: float | None = None
    _probing: bool = False

    @property
    def state(self) -> State:
        """Where it stands now."""
        if self._opened_at is None:
            return "closed"
        return "open" if self.clock() - self._opened_at < self.cooldown_s else "half_open"

    def allow(self) -> bool:
        """Whether a call may go out; a True must be followed by `succeeded`, `failed` or `abandoned`."""
        state = self.state
        if state == "half_open" and not self._probing:
            self._probing = True
            return True
        return state == "closed"

    def succeeded(self) -> None:
        """The endpoint answered."""
        self._failed, self._opened_at, self._probing = 0, None, False

    def failed(self) -> None:
        """The endpoint did not answer."""
        self._failed += 1
        if self._probing or self._failed >= self.failures:
            self._opened_at = self.clock()
        self._probing = False

    def abandoned(self) -> None:
        """The caller went away before the endpoint could show anything."""
        self._probing = False
