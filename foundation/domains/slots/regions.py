"""Regions named in a text: aliases, hierarchy, names several places share.

A region's canonical name is also its path ("대구 달서구"). Longest name wins. A name that several places
share (동구) is resolved by a region above it named next to it, then by the place before it in a list, then by one named
anywhere in the text, then by the regions the conversation is about (`near`); otherwise every candidate is given and
the name is reported as ambiguous. Places of one level (달서구 북구) are a list, never one inside the other.
A place the pack does not know (부산, 역삼동) is a region all the same, under the name it was written with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import Slot
from foundation.domains.slots.places import SHAPED_LIKE_A_PLACE, places
from foundation.language.cues import PARTICLE_TAIL
from foundation.language.spans import Found

_HANGUL_RUN = re.compile(r"[가-힣]*")
_KNOWN_TAIL = re.compile(
    r"^(?:시|구|역|쪽|지역|일대|근처|인근|권|아파트|빌라|오피스텔|전세|월세|매매|시세|집값|가격|실거래|부동산|평균)"
)
_SHORT_TAIL = re.compile(r"(?:에선|서는|서도|선|서)$|^(?:이면|이라면|라면)(?:요|은)?$|^면요$")
"""에서 as it is said: 대구서 제일 비싼 구; a supposed place: 서울이면, 대구면요."""
_JOINT = re.compile(r"^(?:시|도|광역시|특별시)?(?:의|에|에서|에서의|에\s*있는)?\s*(?:in\s+|of\s+)?$")
_LATIN_JOINT = re.compile(r"^,\s*$")
"""Gangnam-gu, Seoul: only in Latin letters; a Korean comma parts the places of a list."""
_SPELLED_OUT = re.compile(r"[가-힣]{2,4}[구군동]")
_LISTED = re.compile(r"^(?:와|과|이?랑|하고)?\s*(?:[,·/&]|및|and\b|그리고)?\s*$", re.IGNORECASE)
_LEVELS = (
    (re.compile(r"(?:구|군|-gun?)$", re.IGNORECASE), 2),
    (re.compile(r"(?:동|읍|면|-dong)$", re.IGNORECASE), 3),
    (re.compile(r"(?:동\d가|로\d가|리)$"), 4),
    (re.compile(r"(?:시|-si)$", re.IGNORECASE), 1),
)
"""The level that the ending of a place's name shows; provinces and bare cities are above all of them."""


@dataclass(frozen=True)
class RegionMention:
    """One mention of a region in the text: one value; several if the name is a group's, or is shared and nothing
    decides."""

    values: tuple[str, ...]
    start: int
    end: int
    ambiguous: bool = False
    weak: bool = False
    """Read from a shared name, or only from a name's shape: a place named before it decides where it is."""
    group: bool = False
    """Read from a name of several regions: all its values are meant."""


@dataclass(frozen=True)
class _Gazetteer:
    """The names of one pack's regions, ready to be found."""

    pattern: re.Pattern[str]
    candidates: Mapping[str, tuple[str, ...]]
    """Key of a name -> canonical regions it may mean."""
    parents: Mapping[str, str | None]
    """Only regions of the pack are keys."""
    shared: frozenset[str]
    """Keys of names that other places carry too."""
    groups: frozenset[str]
    """Keys of names that mean all their candidates."""

    def ancestors(self, region: str) -> tuple[str, ...]:
        """The regions that contain it, nearest first (a cycle in the data ends the walk)."""
        found: list[str] = []
        above = self.parents.get(region)
        while above and above not in found:
            found.append(above)
            above = self.parents.get(above)
        return tuple(found)


def find_regions(text: str, slot: Slot, near: Sequence[str] = ()) -> tuple[RegionMention, ...]:
    """Regions of this slot named in `text`, in order, not overlapping; `near`: regions the conversation is about."""
    if not slot.regions:
        return ()
    gazetteer = _gazetteer(ByIdentity(slot))
    known = _occurrences(gazetteer, text)
    chained = _chain(gazetteer, text, sorted([*known, *_shaped(text, known)], key=lambda mention: mention.start))
    listed = _listed(gazetteer, text, chained)
    named = [region for mention in listed if not mention.ambiguous for region in mention.values]
    return tuple(_resolve(gazetteer, mention, (named, list(near))) for mention in listed)


def as_found(mentions: Sequence[RegionMention]) -> tuple[Found, ...]:
    """One Found per value; the values of an ambiguous name share their stretch."""
    return tuple(Found(value, mention.start, mention.end) for mention in mentions for value in mention.values)


@lru_cache(maxsize=16)
def _gazetteer(of: ByIdentity[Slot]) -> _Gazetteer:
    nodes, groups = of.part.regions, of.part.groups
    names: dict[str, list[str]] = {}
    spellings: set[str] = set()
    for node in nodes:
        for spelling in (node.name, *node.aliases, *node.shared):
            spellings.add(spelling)
            owners = names.setdefault(_key(spelling), [])
            if node.name not in owners:
                owners.append(node.name)
    for name, others in places().items():
        for spelling in others:
            if _key(spelling) not in names:
                spellings.add(spelling)
                names[_key(spelling)] = [name]
    together = {_key(spelling): list(group.members) for group in groups for spelling in (group.name, *group.aliases)}
    spellings |= {spelling for group in groups for spelling in (group.name, *group.aliases)}
    return _Gazetteer(
        pattern=_any_of(spellings),
        candidates={key: tuple(owners) for key, owners in (names | together).items()},
        parents={node.name: node.parent for node in nodes},
        shared=frozenset(_key(name) for node in nodes for name in node.shared),
        groups=frozenset(together),
    )


def _any_of(spellings: Iterable[str]) -> re.Pattern[str]:
    """Any of these names, the longest that fits."""
    ordered = sorted(spellings, key=len, reverse=True)
    return re.compile("|".join(_flexible(spelling) for spelling in ordered) or r"(?!)", re.IGNORECASE)


def _key(spelling: str) -> str:
    return re.sub(r"[\s,-]+", "", spelling).casefold()


def _flexible(spelling: str) -> str:
    """Inner blanks, commas and hyphens may be written or left out; a district's syllables may all stand apart."""
    if _SPELLED_OUT.fullmatch(spelling):
        return spelling + "|" + r"\s".join(spelling)
    return r"[\s,-]*".join(re.escape(part) for part in re.split(r"[\s,-]+", spelling.strip()))


def _occurrences(gazetteer: _Gazetteer, text: str) -> list[RegionMention]:
    found: list[RegionMention] = []
    at = 0
    while match := gazetteer.pattern.search(text, at):
        start, end = match.span()
        owners = gazetteer.candidates.get(_key(match.group()), ())
        follows = bool(found) and found[-1].end == start
        if owners and (follows or _begins_word(text, start)) and _ends_name(text, start, end):
            weak, group = _key(match.group()) in gazetteer.shared, _key(match.group()) in gazetteer.groups
            found.append(RegionMention(owners, start, end, len(owners) > 1 and not group, weak, group))
            at = end
        else:
            at = start + 1
    return found


def _shaped(text: str, known: Sequence[RegionMention]) -> list[RegionMention]:
    """Names no list knows that are shaped like a district's (역삼동)."""
    taken = {index for mention in known for index in range(mention.start, mention.end)}
    return [
        RegionMention((match.group(),), *match.span(), weak=True)
        for match in SHAPED_LIKE_A_PLACE.finditer(text)
        if taken.isdisjoint(range(*match.span()))
    ]


def _begins_word(text: str, start: int) -> bool:
    before = text[start - 1 : start]
    return not (before.isalnum() or before == "_")


def _ends_name(text: str, start: int, end: int) -> bool:
    """Latin names end as words. A Korean one of up to two syllables must be followed by a particle or a known noun
    (대구 is not 대구탕); longer ones carry their own proof."""
    name, after = text[start:end], text[end : end + 1]
    if name.isascii():
        return not (after.isascii() and after.isalnum())
    tail = _HANGUL_RUN.match(text, end)
    rest = tail.group() if tail else ""
    return len(name) > 2 or any(tail.match(rest) for tail in (PARTICLE_TAIL, _SHORT_TAIL, _KNOWN_TAIL))


def _chain(gazetteer: _Gazetteer, text: str, mentions: Sequence[RegionMention]) -> list[RegionMention]:
    """대구 followed by 동구 is one mention of 대구 동구."""
    chained: list[RegionMention] = []
    for mention in mentions:
        last = chained[-1] if chained else None
        joined = _joined(gazetteer, last, mention, text) if last else ()
        if last and joined:
            # 서울 강남 3구: the city before a group's name says where it is.
            ambiguous = len(joined) > 1 and not mention.group
            chained[-1] = RegionMention(joined, last.start, mention.end, ambiguous, group=mention.group)
        else:
            chained.append(mention)
    return chained


def _joined(gazetteer: _Gazetteer, first: RegionMention, second: RegionMention, text: str) -> tuple[str, ...]:
    """대구 달서구 names the second; "Dongan-gu, Anyang" the first; 부산 동구 a place the pack does not know."""
    between = text[first.end : second.start]
    adjacent = _JOINT.match(between) is not None
    comma = _LATIN_JOINT.match(between) is not None and text[first.start : second.end].isascii()
    if not adjacent and not comma:
        return ()
    known = _below(gazetteer, second.values, first.values) or _below(gazetteer, first.values, second.values)
    if known or comma or not second.weak or len(first.values) != 1:
        return known
    (above,) = first.values
    written = text[second.start : second.end]
    return (f"{above} {written}",) if _level(above) < _level(written) else ()


def _level(name: str) -> int:
    return next((level for ending, level in _LEVELS if ending.search(name)), 0)


def _listed(gazetteer: _Gazetteer, text: str, mentions: Sequence[RegionMention]) -> list[RegionMention]:
    """A shared name beside a place of its level is in the same city: 부산 중구, 동구; 달서구와 중구."""
    listed: list[RegionMention] = []
    for mention in mentions:
        last = listed[-1] if listed else None
        beside = last is not None and _LISTED.match(text[last.end : mention.start]) is not None
        if last and beside and mention.weak and len(last.values) == 1:
            values = _in_the_city_of(gazetteer, last.values[0], mention, text[mention.start : mention.end])
            mention = RegionMention(values, mention.start, mention.end, ambiguous=len(values) > 1, weak=mention.weak)
        listed.append(mention)
    return listed


def _in_the_city_of(gazetteer: _Gazetteer, neighbour: str, mention: RegionMention, written: str) -> tuple[str, ...]:
    city = neighbour.rpartition(" ")[0]
    if not city or _level(neighbour) != _level(written):
        return mention.values
    inside = tuple(value for value in mention.values if value.rpartition(" ")[0] == city)
    unknown_city = city not in gazetteer.parents
    return inside or ((f"{city} {written}",) if unknown_city else mention.values)


def _below(gazetteer: _Gazetteer, values: Sequence[str], above: Sequence[str]) -> tuple[str, ...]:
    return tuple(value for value in values if any(name in gazetteer.ancestors(value) for name in above))


def _resolve(gazetteer: _Gazetteer, mention: RegionMention, contexts: Sequence[Sequence[str]]) -> RegionMention:
    """The first context (text, then conversation) that leaves exactly one candidate decides: one of the candidates
    itself, then one inside a region of the context, then one sharing the nearest region above."""
    if not mention.ambiguous:
        return mention
    for context in contexts:
        above = {name for region in context for name in gazetteer.ancestors(region)}
        for fits in (
            [value for value in mention.values if value in context],
            list(_below(gazetteer, mention.values, context)),
            [value for value in mention.values if above.intersection(gazetteer.ancestors(value))],
        ):
            if len(fits) == 1:
                return RegionMention((fits[0],), mention.start, mention.end)
    return mention
