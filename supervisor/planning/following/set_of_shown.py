"""Several things that were shown one after the other, meant together: 둘 중 어디가 싸?, so did it go up or down?

The exchanges over the same data tell which condition varied between them; its latest values are what is meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from foundation.contracts.plan import SlotValue
from foundation.domains.schema.pack import Pack
from foundation.language.comparisons import comparing
from foundation.language.counted import several_meant
from supervisor.planning.context import Exchange
from supervisor.planning.reading import Reading

TWO = 2


def set_of_shown(reading: Reading, talked: Sequence[Exchange], pack: Pack) -> tuple[SlotValue, ...]:
    """The values meant together; none where the question means no set. A condition that it names itself is not taken
    from before. `talked`: the conversation's exchanges with a topic, newest first."""
    if len(talked) < TWO:
        return ()
    many, parser, own = several_meant(reading.text), "", {mention.slot for mention in reading.mentions}
    if many is None and not own and comparing(reading.text).changed and not talked[0].slots.get(_period(pack), ())[1:]:
        many, parser = TWO, "period"
    if many is None:
        return ()
    same = [one for one in talked if set(one.data_types) & set(talked[0].data_types)]
    declared = (kind for kind in pack.data_types if kind.name in talked[0].data_types)
    matched = {name for kind in declared for name in kind.matching_slots}
    for slot in pack.slots:
        if slot.name not in matched or slot.name in own or (parser and slot.parser != parser):
            continue
        values = _latest([one.slots.get(slot.name, ()) for one in same], many)
        if len(values) == many and len(talked[0].slots.get(slot.name, ())) < many:
            return tuple(SlotValue(name=slot.name, value=one, text="", origin="pointed") for one in values)
    return ()


def _period(pack: Pack) -> str:
    return next((slot.name for slot in pack.slots if slot.parser == "period"), "")


def _latest(said: Sequence[Sequence[str]], many: int) -> list[str]:
    """The latest values, in the order they were spoken of."""
    found: list[str] = []
    for values in said:
        found = [*(value for value in values if value not in found), *found]
        if len(found) >= many:
            break
    return found[-many:]
