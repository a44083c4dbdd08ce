"""What was done in each labelled turn against what was right, and the shares that follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaluations.cases import Half
from evaluations.labels.talking import Turned
from evaluations.rates import Rates, Share
from foundation.domains.loading.labels import Conversation, LabelledTurn


@dataclass(frozen=True)
class Judged:
    """One turn of one way of deciding."""

    half: Half
    conversation: str
    number: int
    """Counted from 1."""
    label: LabelledTurn
    did: Turned

    @property
    def done(self) -> dict[str, str]:
        """Data type -> what became of it; empty for a run that failed."""
        return dict(self.did.types or {})

    @property
    def wrong(self) -> tuple[str, ...]:
        """Types answered from what was in hand although the label does not say that it suffices."""
        return tuple(name for name, how in self.done.items() if how == "reused" and not self._reusable(name))

    @property
    def right(self) -> tuple[str, ...]:
        """Reusable types that were reused."""
        return tuple(name for name in self.reusable if self.done.get(name) == "reused")

    @property
    def missed(self) -> tuple[str, ...]:
        """Reusable types that were not."""
        return tuple(name for name in self.reusable if self.done.get(name) != "reused")

    @property
    def reusable(self) -> tuple[str, ...]:
        """Types whose evidence in hand suffices."""
        return tuple(name for name in self.label.types if self._reusable(name))

    @property
    def could_be_wrong(self) -> tuple[str, ...]:
        """Types a wrong reuse is possible for: those to search, and those that were reused without being needed."""
        return tuple(dict.fromkeys((*(n for n in self.label.types if not self._reusable(n)), *self.wrong)))

    @property
    def unnecessary_question(self) -> bool:
        """The person was asked where asking is not reasonable."""
        return self.did.asked and not self.label.may_ask

    @property
    def intent_right(self) -> bool | None:
        """None where no intent is labelled."""
        return None if self.label.intent is None else self.did.intent == self.label.intent

    @property
    def route_right(self) -> bool | None:
        """None where no route is labelled."""
        return None if self.label.route is None else self.did.route == self.label.route

    @property
    def wrong_slots(self) -> tuple[str, ...]:
        """Labelled slots that were understood otherwise."""
        return tuple(name for name, values in self.label.slots.items() if not self._slot_fits(name, values))

    def _slot_fits(self, name: str, values: Sequence[str]) -> bool:
        found = (self.did.slots or {}).get(name, ())
        return bool(found) if tuple(values) == ("*",) else set(found) == set(values)

    def _reusable(self, name: str) -> bool:
        return self.label.types.get(name) == "reused"


def judged(half: Half, conversation: Conversation, did: Iterable[Turned]) -> list[Judged]:
    """A held conversation, turn by turn."""
    pairs = zip(conversation.turns, did, strict=True)
    return [Judged(half, conversation.id, at, label, found) for at, (label, found) in enumerate(pairs, start=1)]


def type_rates(turns: Sequence[Judged], data_type: str | None = None) -> Rates:
    """Rates over data types (each type of a turn is decided on its own); `asked` is counted in turns."""

    def of(names: Iterable[str]) -> int:
        return sum(data_type in (None, name) for name in names)

    reusable = sum(of(turn.reusable) for turn in turns)
    return Rates(
        n=len(turns),
        reuse=Share(sum(of(turn.right) for turn in turns), reusable),
        wrong=Share(sum(of(turn.wrong) for turn in turns), sum(of(turn.could_be_wrong) for turn in turns)),
        missed=Share(sum(of(turn.missed) for turn in turns), reusable),
        asked=Share(sum(turn.did.asked for turn in turns), len(turns)),
    )


def unnecessary(turns: Sequence[Judged]) -> Share:
    """Turns in which the person was asked without need."""
    return Share(sum(turn.unnecessary_question for turn in turns), len(turns))


def intents(turns: Sequence[Judged]) -> Share:
    """Intents understood."""
    return _share(turn.intent_right for turn in turns)


def routes(turns: Sequence[Judged]) -> Share:
    """Routes taken."""
    return _share(turn.route_right for turn in turns)


def slots(turns: Sequence[Judged]) -> Share:
    """Labelled slots with exactly the labelled values."""
    labelled = sum(len(turn.label.slots) for turn in turns)
    return Share(labelled - sum(len(turn.wrong_slots) for turn in turns), labelled)


def _share(right: Iterable[bool | None]) -> Share:
    known = [value for value in right if value is not None]
    return Share(sum(known), len(known))
