"""The result of one clarification of a turn."""

from __future__ import annotations

from foundation.contracts.frozen import Frozen


class Settled(Frozen):
    """The result of one clarification of this turn."""

    original_query: str
    message: str
    label: str
    """The option that was chosen, or the text that was typed."""
    query: str
    """The question that is planned instead: it includes the answer."""
    by: str
    """person, timeout or superseded; nobody: the likeliest was taken without asking."""
