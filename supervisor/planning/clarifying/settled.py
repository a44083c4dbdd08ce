"""What one clarification of a turn came to."""

from __future__ import annotations

from foundation.contracts.frozen import Frozen


class Settled(Frozen):
    """What one clarification of this turn came to."""

    original_query: str
    message: str
    label: str
    """The option that was chosen, or what was typed."""
    query: str
    """What is planned instead: it holds what was settled."""
    by: str
    """person, timeout or superseded; nobody: the likeliest was taken unasked."""
