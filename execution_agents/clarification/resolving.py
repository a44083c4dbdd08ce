"""A name with what a question says of its spec: one thing, several of which one must be chosen, or near ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from execution_agents.clarification.condensing import order_of
from execution_agents.clarification.index import GraphIndex, Led, Target
from execution_agents.clarification.quantities import Amount
from execution_agents.clarification.questions import Heard
from execution_agents.knowledge_graph.normalised_text import key_of
from foundation.contracts.graph import ChoiceReason, Stage

Reason = ChoiceReason | Literal[""]


@dataclass(frozen=True)
class Found:
    """Candidates of one stage."""

    stage: Stage
    candidates: tuple[Target, ...]
    reason: Reason = ""
    """"": all of them are asked for; else why one of them must be chosen."""
    led: tuple[Led, ...] = ()
    asked_spec: str = ""
    ignored: str = ""
    likeness: Literal["", "ngrams", "embeddings"] = ""
    """How names were compared, if they were."""
    certain: bool = False
    amount: Amount | None = None
    """Of the question before, where this one asks for a part of what that asked for."""
    assumed: bool = False
    """Others fit its words as well; the conversation says which."""


def resolved(name: str, parsed: Heard, index: GraphIndex, stage: Stage = "exact") -> Found:
    """A name with what the question says of its spec."""
    borne = [index.targets[one] for one in index.of_name[name]]
    holders = [one for one in borne if one.type in index.declared.containers]
    things = [one for one in borne if one.type not in index.declared.containers]
    variants = [one for one in things if one.values]
    values = spec_of(parsed, variants, index)
    spec = index.specs.shown(values)
    if values and variants:
        fits = [one for one in variants if one.has(values)]
        if fits:
            return several(stage, fits, "spec")
        near = _nearest(variants, values, index)
        return Found(stage, tuple(near), "no_such_spec", asked_spec=spec, certain=True)
    held = [index.targets[one] for holder in holders for one in index.members.get(holder.entity_id, ())]
    if values and not things and (fits := [one for one in held if one.has(values)]):
        return several(stage, fits, "spec")
    inside = {one.entity_id for one in holders}
    apart = [one for one in things if one.parent not in inside]
    if len(holders) == 1 and not apart and _is_listed(parsed, things, variants, index):
        plain = [one for one in things if not one.values]
        chosen = plain if len(plain) == 1 and not variants else holders
        return replace(several("section" if chosen is holders else stage, chosen, "place"), ignored=spec)
    if len(holders) > 1 or (holders and apart):
        return several("section", [*holders, *apart], "place")
    return replace(several(stage, variants or things, "spec" if variants else "place"), ignored=spec)


def _is_listed(parsed: Heard, things: Sequence[Target], variants: Sequence[Target], index: GraphIndex) -> bool:
    """Whether a container's name is answered with what lies in it: where that is a short list, and where its name is
    all that is asked and no spec would lead to one thing, because things in it differ by more than specs say."""
    if len(variants) <= index.declared.most_listed:
        return True
    told_apart = len({one.values for one in things}) == len(things)
    return not told_apart and not parsed.words and parsed.amount is None


def several(stage: Stage, candidates: Sequence[Target], reason: Reason) -> Found:
    return Found(stage, tuple(candidates), reason if len(candidates) > 1 else "", certain=True)


def spec_of(parsed: Heard, variants: Sequence[Target], index: GraphIndex) -> dict[str, str]:
    """The spec in the question; a number alone belongs to the bare field if the thing has that field."""
    values = dict(parsed.spec.values)
    bare = next((one.name for one in index.declared.fields if one.bare), None)
    if bare and bare not in values:
        number = next((one for one in parsed.spec.bare if any(each.has({bare: one}) for each in variants)), None)
        if number:
            values[bare] = number
    return values


def _nearest(variants: Sequence[Target], values: dict[str, str], index: GraphIndex) -> list[Target]:
    """The things nearest in the numbers given, with the other fields kept if possible."""
    numbers = [one.name for one in index.declared.fields if one.parser == "number" and one.name in values]

    def distance(one: Target) -> tuple[int, Decimal]:
        mine = dict(one.values)
        off = sum(mine.get(name) != value for name, value in values.items())
        away = sum(
            (abs(Decimal(mine[name]) - Decimal(values[name])) for name in numbers if name in mine), start=Decimal(0)
        )
        return off, away

    return sorted(variants, key=distance)[: index.declared.most_options]


def other_spec(target: Target, parsed: Heard, index: GraphIndex) -> Found | None:
    same = [index.targets[one] for one in index.of_name.get(key_of(target.name), ())]
    variants = [one for one in same if one.values and one.parent == target.parent]
    values = spec_of(parsed, variants, index)
    if not values:
        return None
    merged = {**dict(target.values), **values}
    fits = [one for one in variants if one.has(merged)] or [one for one in variants if one.has(values)]
    if fits:
        return several("history", fits, "spec")
    near = _nearest(variants, merged, index)
    return Found("history", tuple(near), "no_such_spec", asked_spec=index.specs.shown(merged), certain=True)


def listed(candidates: Sequence[Target], index: GraphIndex) -> Sequence[Target]:
    """Everything a question may mean, as a list: of one container what lies in it."""
    inside = index.members.get(candidates[0].entity_id, ()) if len(candidates) == 1 else ()
    members = sorted((index.targets[one] for one in inside), key=lambda one: (one.name, order_of(one), one.spec))
    return members or [one for one in candidates if one.values] or candidates


def listed_as(found: Found, parsed: Heard, index: GraphIndex) -> str:
    """What the list is of: the question's own words, or the names in it where it counts them."""
    named = [index.targets[index.of_name[one][0]].name for one in parsed.names] or parsed.words
    return (" ".join(named) if parsed.counts else "") or parsed.text.strip() or found.candidates[0].name
