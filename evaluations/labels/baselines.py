"""What programs without judges would have done with the same conversations, from the labels' own needs and ages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from evaluations.baselines import ALWAYS, NEVER, TIME_TO_LIVE_S, TTL
from evaluations.labels.talking import Turned
from foundation.domains.loading.labels import Conversation

Keeps = Callable[[int], bool]
"""True when evidence of this age in seconds is used again."""


def _never(age_s: int) -> bool:
    return age_s < 0


def _always(age_s: int) -> bool:
    return age_s >= 0


def _alive(age_s: int) -> bool:
    return age_s <= TIME_TO_LIVE_S


BASELINES: Mapping[str, Keeps] = {NEVER: _never, ALWAYS: _always, TTL: _alive}
"""Row title -> when it uses what an earlier turn fetched of the same data type, whatever the question."""


def without_judges(conversation: Conversation, keeps: Keeps) -> list[Turned]:
    """The conversation as such a program would hold it; it understands intents perfectly."""
    fetched: dict[str, int] = {}
    held: list[Turned] = []
    now = 0
    for turn in conversation.turns:
        now += turn.age_s
        types = {name: "reused" if name in fetched and keeps(now - fetched[name]) else "searched"
                 for name in turn.types}  # fmt: skip
        fetched.update({name: now for name, how in types.items() if how == "searched"})
        held.append(Turned(types=types))
    return held
