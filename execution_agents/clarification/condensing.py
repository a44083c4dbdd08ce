"""Reduces many candidates to a few choices: grouped by what splits them best, the most asked for first, then the whole
list.

Each choice has its own question that names it and nothing else, so that it can be asked as it is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from execution_agents.clarification.index import GraphIndex, Led, Target
from execution_agents.clarification.wording import WHOLE_LIST, label_of, said
from execution_agents.knowledge_graph.normalised_text import key_of
from foundation.contracts.graph import GraphOption
from foundation.storage.corpus.graph import Popularity

WHOLE = 1_000
"""Choices of a whole list that are sent with a question (some 100 bytes each), the most asked for first; the pages of
the list itself have all. Of the public standard the commonest word names 572 (설치)."""
NOBODY = Popularity({}, ())


@dataclass(frozen=True)
class Offer:
    """The context the choices are made for."""

    index: GraphIndex
    language: str
    popular: Popularity = NOBODY
    suffix: str = ""
    """The rest of the request, which applies to any choice: 30m."""
    asked: str = ""
    """The question's own words, for the whole list."""

    @cached_property
    def own(self) -> dict[str, int]:
        """The things this person asked for -> their rank, the latest first."""
        return {one: at for at, one in enumerate(self.popular.mine)}


@dataclass(frozen=True)
class _Group:
    label: str
    query: str
    members: tuple[Target, ...]
    entity_id: str
    section: str = ""
    order: tuple[object, ...] = ()


def options_of(candidates: Sequence[Target], led: Sequence[Led], offer: Offer) -> tuple[GraphOption, ...]:
    """At most `most_options`, and the whole list after them if there are more."""
    groups = _ranked([*grouped(candidates, offer), *_of_led(led, offer)], offer)
    most = offer.index.declared.most_options
    labels = Counter(one.label for one in groups)
    groups = [replace(one, label=f"{one.label} ({one.section})") if labels[one.label] > 1 else one for one in groups]
    made = [
        GraphOption(
            label=one.label,
            query=f"{one.query} {offer.suffix}".strip(),
            entity_id=one.entity_id,
            source_section=one.section,
        )
        for one in groups[:most]
    ]
    if len(candidates) > most or len(groups) > most:
        whole = f"{offer.asked} {WHOLE_LIST['ko' if offer.language == 'ko' else 'en']}"
        first = groups[0]
        label = said("whole", offer.language, count=len(candidates))
        made.append(GraphOption(label=label, query=whole.strip(), entity_id=first.entity_id, whole=True))
    return tuple(made)


def whole_list(candidates: Sequence[Target], offer: Offer) -> tuple[GraphOption, ...]:
    """Each candidate as a choice, in the order of its spec; none if the few choices are all there is."""
    if len(candidates) <= offer.index.declared.most_options:
        return ()
    listed = _ranked([_alone(one, offer) for one in candidates], offer)[:WHOLE]
    return tuple(
        GraphOption(
            label=one.label,
            query=f"{one.query} {offer.suffix}".strip(),
            entity_id=one.entity_id,
            source_section=one.section,
        )
        for one in listed
    )


def best_of(candidates: Sequence[Target], offer: Offer) -> Target:
    """The answer if the person is not asked: what this person asked for, then what anybody asked for, else the one
    without a spec."""
    mine = offer.own
    return min(
        candidates,
        key=lambda one: (
            mine.get(one.entity_id, len(mine)),
            -offer.popular.times.get(one.entity_id, 0),
            bool(one.values),
        ),
    )


def grouped(candidates: Sequence[Target], offer: Offer) -> list[_Group]:
    """By name, by container if several containers have one name, by the field that splits best; single things if there
    are few."""
    by_name: dict[str, list[Target]] = {}
    for one in candidates:
        by_name.setdefault(key_of(one.name), []).append(one)
    if len(by_name) > 1:
        fields = _by_top(by_name.values(), offer.index)
        if len(by_name) > offer.index.declared.most_options and len(fields) > 1:
            return _by_field(fields, offer)
        return [_of_name(members, offer) for members in _first_of(by_name.values(), offer)]
    places = list(dict.fromkeys(_place(one, offer.index) for one in candidates))
    if len(places) > 1:
        return [_of_place(place, [one for one in candidates if _place(one, offer.index) == place], offer)
                for place in places]  # fmt: skip
    if len(candidates) <= offer.index.declared.most_options:
        return [_alone(one, offer) for one in candidates]
    name = best_field(candidates, offer.index)
    if name is None:
        return [_alone(one, offer) for one in candidates]
    by_value: dict[str, list[Target]] = {}
    for one in candidates:
        by_value.setdefault(dict(one.values).get(name, ""), []).append(one)
    return [_of_value(value, members, offer) for value, members in by_value.items()]


def best_field(candidates: Sequence[Target], index: GraphIndex) -> str | None:
    """The field that leaves the fewest choices on average; the first declared one among equals."""
    scored: list[tuple[float, int, str]] = []
    for at, one in enumerate(index.declared.fields):
        counts: dict[str, int] = {}
        for target in candidates:
            value = dict(target.values).get(one.name, "")
            counts[value] = counts.get(value, 0) + 1
        if len(counts) > 1:
            scored.append((sum(each * each for each in counts.values()) / len(candidates), at, one.name))
    return min(scored)[2] if scored else None


def query_of(target: Target, index: GraphIndex) -> str:
    """A question that names this target alone."""
    words = label_of_target(target)
    return words if index.is_alone(target) else f"{words} ({target.entity_id})"


def label_of_target(target: Target) -> str:
    """Name and spec, as a person writes them."""
    return f"{target.name} {target.shown}".strip()


def range_of(candidates: Iterable[Target], index: GraphIndex) -> str:
    """From which value to which the fields run: 15~600mm, SCH 20~160."""
    parts: list[str] = []
    found = [dict(one.values) for one in candidates]
    for one in index.declared.fields:
        values = sorted({each[one.name] for each in found if one.name in each}, key=_number)
        if one.parser == "number" and len(values) > 1:
            parts.append(one.shown.format(value=f"{values[0]}~{values[-1]}"))
    return ", ".join(parts)


def order_of(target: Target) -> tuple[Decimal, ...]:
    """Its place among others of its name: by the values of its spec."""
    return tuple(_number(value) for _, value in target.values)


def _number(value: str) -> Decimal:
    return Decimal(value) if value.replace(".", "", 1).isdigit() else Decimal(0)


def _alone(target: Target, offer: Offer) -> _Group:
    index = offer.index
    return _Group(
        label_of_target(target),
        query_of(target, index),
        (target,),
        target.entity_id,
        target.section,
        order_of(target),
    )


def _of_value(value: str, members: Sequence[Target], offer: Offer) -> _Group:
    if len(members) == 1:
        return replace(_alone(members[0], offer), order=(-1, _number(value)))
    index, first = offer.index, members[0]
    shared = _shared(members)
    spec = index.specs.shown(shared)
    label = said("kinds", offer.language, label=f"{first.name} {spec}", count=len(members))
    same = index.of_name.get(key_of(first.name), ())
    fits = [one for one in same if index.targets[one].has(shared)]
    query = f"{first.name} {spec}"
    if len(fits) != len(members) and first.parent:
        query = f"{query} ({first.parent})"
    return _Group(label, query, tuple(members), first.entity_id, first.section, (-len(members), _number(value)))


def _of_name(members: Sequence[Target], offer: Offer) -> _Group:
    index, first = offer.index, members[0]
    containers = index.declared.containers
    if len(members) == 1:
        one = _alone(first, offer)
        where = _where(first, index)
        return replace(one, label=f"{one.label} ({where})" if where else one.label, order=(-1,))
    same = [index.targets[one] for one in index.of_name.get(key_of(first.name), ())]
    parents = {one.parent for one in members}
    holder = (
        next((one for one in same if one.type in containers and (one in members or one.entity_id in parents)), None)
        or next((one for one in members if not one.values), first)
    )  # fmt: skip
    everywhere = all(one in members or one.entity_id in parents for one in same)
    shared = index.specs.shown(_shared(members))
    fits = [one for one in same if one.has(_shared(members))]
    called = f"{first.name} {shared}".strip() if not everywhere and len(fits) == len(members) else first.name
    where = _where(holder, index)
    label = f"{called} ({where})" if where else called
    kinds = sum(bool(one.values) for one in members)
    if kinds > 1:
        label = said("kinds", offer.language, label=label, count=kinds)
    named = everywhere or called != first.name
    query = called if named else f"{first.name} ({holder.entity_id})"
    return _Group(label, query, tuple(members), holder.entity_id, holder.section, (-len(members),))


def _of_place(place: str, members: Sequence[Target], offer: Offer) -> _Group:
    index = offer.index
    holder = index.targets.get(place)
    first = next((one for one in members if one.entity_id == place), members[0])
    where = _where(first, index) or (holder.name if holder else "")
    name = label_of_target(first) if len(members) == 1 else first.name
    label = f"{name} ({where})" if where else name
    anchor = first.entity_id if len(members) == 1 else place
    shared = index.specs.shown(_shared(members))
    query = " ".join(filter(None, (first.name, shared, f"({anchor})" if anchor else "")))
    return _Group(label, query, tuple(members), anchor if anchor in index.targets else first.entity_id, first.section)


def _shared(members: Sequence[Target]) -> dict[str, str]:
    """The values that all of them have."""
    first, *rest = [dict(one.values) for one in members]
    return {name: value for name, value in first.items() if all(one.get(name) == value for one in rest)}


def _place(target: Target, index: GraphIndex) -> str:
    """The container of a target, "" if it is in none; a container is its own."""
    return target.entity_id if target.type in index.declared.containers else target.parent


def _by_top(names: Iterable[Sequence[Target]], index: GraphIndex) -> dict[str, list[Sequence[Target]]]:
    """The names by the field they belong to: the uppermost container."""
    found: dict[str, list[Sequence[Target]]] = {}
    for members in names:
        top = index.top_of(members[0])
        found.setdefault(top.entity_id if top else "", []).append(members)
    return found


def _by_field(fields: dict[str, list[Sequence[Target]]], offer: Offer) -> list[_Group]:
    """One choice per field; the largest fields are listed name by name while there is room, since each step saved is
    one question less."""
    most, count = offer.index.declared.most_options, len(fields)
    made: list[_Group] = []
    largest = sorted(fields.items(), key=lambda one: _rank([each for names in one[1] for each in names], offer))
    for top, names in largest[: most + 1]:
        if count - 1 + len(names) <= most:
            count += len(names) - 1
            made += [_of_name(members, offer) for members in names]
        else:
            made.append(_of_field(top, names, offer))
    return made


def _of_field(top: str, names: Sequence[Sequence[Target]], offer: Offer) -> _Group:
    """The members of a field that have the words that were asked."""
    members = tuple(one for each in names for one in each)
    field = offer.index.targets.get(top)
    if len(names) == 1 or field is None:
        return replace(_of_name(names[0], offer), order=(-len(members),))
    label = said("kinds", offer.language, label=f"{field.name} {offer.asked}", count=len(members))
    query = f"{field.name} {offer.asked}"
    return _Group(label, query, members, field.entity_id, field.section, (-len(members),))


def _where(target: Target, index: GraphIndex) -> str:
    """The field it belongs to, and how the original counts it."""
    top = index.top_of(target)
    return " ".join(filter(None, (top.name if top and top is not target else "", target.section)))


def _of_led(led: Sequence[Led], offer: Offer) -> Iterable[_Group]:
    index = offer.index
    labels = {one.name: label_of(one.label, offer.language) for one in index.declared.types}
    for one in led:
        container = index.targets.get(one.container)
        if container is None:
            continue
        place = f"{container.section} {container.name}".strip()
        label = said("via", offer.language, place=place, via=one.via, type=labels[one.type])
        query = f"{container.name} {one.via} ({container.entity_id})"
        yield _Group(label, query, (container,), container.entity_id, container.section, (1,))


def _ranked(groups: Sequence[_Group], offer: Offer) -> list[_Group]:
    """Those this person asked for lately, then those anybody asked for most, then in the order of their values."""
    places = enumerate(groups)
    return [
        one for _, one in sorted(places, key=lambda each: (*_asked_for(each[1].members, offer), each[1].order, each[0]))
    ]


def _first_of(names: Iterable[Sequence[Target]], offer: Offer) -> list[Sequence[Target]]:
    """The first ones, which are offered, and one more name to show that there are more."""
    return sorted(names, key=lambda members: _rank(members, offer))[: offer.index.declared.most_options + 1]


def _rank(members: Sequence[Target], offer: Offer) -> tuple[int, int, int]:
    return (*_asked_for(members, offer), -len(members))


def _asked_for(members: Sequence[Target], offer: Offer) -> tuple[int, int]:
    mine, times = offer.own, offer.popular.times
    lately = min((mine.get(one.entity_id, len(mine)) for one in members), default=len(mine)) if mine else 0
    return lately, -sum(times.get(one.entity_id, 0) for one in members) if times else 0
