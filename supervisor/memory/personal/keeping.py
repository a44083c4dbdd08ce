"""The memories that one message leaves: the one entry point, for the turn, the background and measurements."""

from __future__ import annotations

from collections.abc import Sequence

from foundation.contracts.memories import Memory, MemoryChanges
from prompts.replies import MemoryReply
from supervisor.memory.personal.merging import merged
from supervisor.memory.personal.proposed import changes_by
from supervisor.memory.personal.requests import request_of


def changes_of(message: str, said: Sequence[MemoryReply], held: Sequence[Memory]) -> MemoryChanges:
    """How the person's current memories change by this message, `said` being what a model would store of it. If the
    message asks to remember something, that is stored, and nothing else of the message."""
    current = [one for one in held if one.tier == "longterm"]
    request = request_of(message)
    if request is None:
        return changes_by(message, said, current)
    if request.action != "remember" or request.statement is None:
        return MemoryChanges()
    return merged(current, [request.statement], "person")
