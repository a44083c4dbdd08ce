"""What a question asks for in a graph: one thing, a choice of several, or nothing the graph knows.

    an id -> a name with its spec -> what the conversation was about -> words over names -> Latin letters -> likeness

The first stage that finds something wins. One candidate is answered, several are asked about, none is searched for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from execution_agents.clarification.condensing import Offer, best_of, options_of, range_of, whole_list
from execution_agents.clarification.going_on import beside_shown, by_history, by_reply, in_amount_asked
from execution_agents.clarification.index import GraphIndex, Target
from execution_agents.clarification.listening import Listener, borne_by
from execution_agents.clarification.quantities import Amount, in_unit, shown
from execution_agents.clarification.questions import ONE_SYLLABLE, Heard, heard, spellings
from execution_agents.clarification.resolving import Found, listed, listed_as, resolved, several, spec_of
from execution_agents.clarification.together import is_sum_of_several, read_together
from execution_agents.clarification.wording import said
from execution_agents.knowledge_graph.normalised_text import key_of
from execution_agents.knowledge_graph.word_edges import bare_words
from foundation.contracts.graph import PAGE, ChoiceReason, GraphAsked, GraphChoices
from foundation.language.corrections import meant_after_correction

MEANT = 0.6
"""Likeness from which a name is taken for a misspelt one, where no other comes near."""
LEAD = 0.1
SIMILAR = 0.4
"""Cosine from which a name an embeddings endpoint finds is a candidate at all."""
MOST_ALIKE = 5
_HALF = 0.5


@dataclass(frozen=True)
class GraphReading:
    """What a question means over the graph. Neither field set: nothing the graph knows."""

    asked: GraphAsked | None = None
    choices: GraphChoices | None = None
    certain: bool = False
    """Its own words name it: no other reading of the question competes."""


def read_graph(question: str, index: GraphIndex, listener: Listener) -> GraphReading:
    """Reads the question over this graph, by rules only."""
    meant = meant_after_correction(question) if listener.before else None
    parsed = heard(meant or question, index, listener.words)
    together = read_together(meant or question, index, listener, lambda part: _named(part, index, listener))
    if together is not None:
        return GraphReading(together, certain=True)
    found = _found(parsed, index, listener)
    if found is None or (found.stage == "history" and is_sum_of_several(parsed.text, index, listener)):
        return GraphReading()
    found = in_amount_asked(beside_shown(found, parsed, index, listener), parsed, index, listener)
    return _reading(found, parsed, index, listener)


def read_near(question: str, near: Sequence[tuple[str, float]], index: GraphIndex, listener: Listener) -> GraphReading:
    """Reads a question whose words name nothing, with the nearest names an embeddings endpoint finds: (name, cosine),
    best first. One that is well ahead of the others is taken; of several each becomes a choice."""
    parsed = heard(question, index, listener.words)
    found = _by_meaning([(key_of(name), cosine) for name, cosine in near], parsed, index)
    return GraphReading() if found is None else _reading(found, parsed, index, listener)


def is_about_things(question: str, index: GraphIndex, listener: Listener) -> bool:
    """True if it has words of its own that may be another name of something."""
    return bool(heard(question, index, listener.words).words)


def targets_of(text: str, index: GraphIndex, listener: Listener) -> tuple[Target, ...]:
    """Everything that a text may mean, for paging through it."""
    found = _found(heard(text, index, listener.words), index, listener)
    return () if found is None else found.candidates


def _found(parsed: Heard, index: GraphIndex, listener: Listener) -> Found | None:
    """The first stage's."""
    return (
        _by_id(parsed, index)
        or _within(parsed, index, listener)
        or _by_name(parsed, index)
        or by_history(parsed, index, listener)
        or _by_words(parsed, index, listener)
        or by_reply(parsed, index, listener)
        or _by_likeness(parsed, index)
    )


def _named(parsed: Heard, index: GraphIndex, listener: Listener) -> Found | None:
    """By its own words alone."""
    alone = replace(listener, before=())
    return _within(parsed, index, alone) or _by_name(parsed, index) or _by_words(parsed, index, alone)


def read_named(name: str, spec: str, keywords: Sequence[str], index: GraphIndex, listener: Listener) -> GraphReading:
    """The thing a model says is meant, as far as the graph has it."""
    for text in (f"{name} {spec}".strip(), " ".join(keywords)):
        reading = read_graph(text, index, replace(listener, before=())) if text else GraphReading()
        if reading.asked is not None and reading.asked.stage != "likeness":
            return reading
        if reading.choices is not None:
            return reading
    return GraphReading()


# --- stages -------------------------------------------------------------------------------------


def _by_id(parsed: Heard, index: GraphIndex) -> Found | None:
    if not parsed.ids:
        return None
    targets = [index.targets[one] for one in parsed.ids]
    if len(targets) == 1 and targets[0].type in index.declared.containers and (parsed.spec.values or parsed.names):
        container = targets[0]
        inside = [index.targets[one] for one in index.members.get(container.entity_id, ())]
        named = [one for one in inside if key_of(one.name) in parsed.names or not parsed.names]
        fits = [one for one in named if one.has(parsed.spec.values)]
        if key_of(container.name) not in parsed.names or parsed.spec.values:
            if len(fits) > 1:
                return Found("id", tuple(fits), "spec", certain=True)
            if fits:
                return Found("id", tuple(fits), certain=True)
    return Found("id", tuple(targets), certain=True)


def _by_name(parsed: Heard, index: GraphIndex) -> Found | None:
    if not parsed.names:
        return None
    each = [resolved(name, parsed, index) for name in parsed.names]
    if len(each) == 1:
        return each[0]
    if all(not one.reason for one in each):
        together = dict.fromkeys(target for one in each for target in one.candidates)
        return replace(each[0], candidates=tuple(together))
    return next(one for one in each if one.reason)


def _within(parsed: Heard, index: GraphIndex, listener: Listener) -> Found | None:
    """Words beside the name of a container: what in it bears them. Words that name nothing (터파기에 보통인부 얼마나)
    ask something of one of the things in it, which have to be chosen from."""
    if len(parsed.names) != 1 or not parsed.words:
        return None
    holders = [one for one in index.of_name[parsed.names[0]] if index.targets[one].type in index.declared.containers]
    if not holders:
        return None
    found = _by_words(parsed, index, listener)
    inside = set[str]().union(*(index.below(one) for one in holders))
    named = found.candidates if found else ()
    candidates = [one for one in named if one.entity_id in inside]
    if not candidates:  # They name what lies elsewhere and bears the container's name, too (타일 뜯기: 타일철거).
        candidates = [one for one in named if parsed.names[0] in key_of(one.name)]
    members = [index.targets[one] for holder in holders for one in index.members.get(holder, ())]
    own_name = any(key_of(one.name) == parsed.names[0] for one in members)  # Then the name is a thing's, and decides.
    if not candidates and not own_name and not spec_of(parsed, members, index) and not _of_the_whole(parsed, index):
        candidates = _without_holders(members, index)
    return replace(several("keywords", candidates, "name"), certain=True) if candidates else None


def _of_the_whole(parsed: Heard, index: GraphIndex) -> bool:
    """Whether a question asks for what belongs to a container itself: its notes, its standards, by what they are
    called."""
    others = [one for one in index.declared.types if not one.target]
    return any(word in parsed.text.lower() for one in others for word in one.label.values())


def _by_words(parsed: Heard, index: GraphIndex, listener: Listener) -> Found | None:
    if parsed.latin_alone and not any(spellings(word, listener.words)[1] for word in parsed.words):
        return _by_latin(parsed, index)
    holding = [borne_by(word, index, listener.words) for word in parsed.words]
    hits = [places for places in holding if places]
    if not hits or len(hits) < len(parsed.words) * _HALF:
        return None
    places = set(hits[0])
    for each in hits[1:]:
        places &= each
    alone = [each for each in hits if len(each) == 1]
    each_its_own = set[int]().union(*alone)
    # Each names a thing of its own, and what else is said holds for all of them (벽타일이나 바닥타일 붙이는데).
    if len(alone) > 1 and not places and all(each_its_own <= each for each in hits if len(each) > 1):
        named = [index.targets[one] for one in index.ids_of(each_its_own)]
        return Found("keywords", tuple(_without_holders(named, index)))
    if not places:
        counted = Counter(at for each in hits for at in each)
        most = max(counted.values())
        places = {at for at, count in counted.items() if count == most}
    candidates = _without_holders([index.targets[one] for one in index.ids_of(places)], index)
    candidates = _with_asides(candidates, parsed) or candidates
    candidates = _with_syllables(candidates, parsed) or candidates
    if values := spec_of(parsed, candidates, index):
        candidates = [one for one in candidates if one.has(values)] or candidates
    if len({key_of(one.name) for one in candidates}) == 1 and len(places) == 1:
        found = resolved(index.names[next(iter(places))], parsed, index, "keywords")
        return replace(found, stage="keywords", certain=False)
    return replace(several("keywords", candidates, "name"), certain=False)


def _with_asides(candidates: Sequence[Target], parsed: Heard) -> list[Target]:
    """Those whose own names have a word of the field that the question says (인력으로 타설: 콘크리트인력타설)."""
    words = [key_of(one) for aside in parsed.asides for one in bare_words(aside)]
    return [one for one in candidates if any(len(word) > 1 and word in key_of(one.name) for word in words)]


def _with_syllables(candidates: Sequence[Target], parsed: Heard) -> list[Target]:
    """Those whose names begin with a noun of one syllable that says where or what (벽에 타일: 벽타일붙임): it is too
    short to find names by."""
    nouns = {match[1] for match in ONE_SYLLABLE.finditer(parsed.text)}
    return [one for one in candidates if key_of(one.name)[:1] in nouns]


def _without_holders(candidates: Sequence[Target], index: GraphIndex) -> list[Target]:
    """Without the containers of other candidates: the things in them are offered themselves."""
    above: set[str] = set()
    for one in candidates:
        parent = one.parent
        while parent and parent not in above and parent in index.targets:
            above.add(parent)
            parent = index.targets[parent].parent
    return [one for one in candidates if one.entity_id not in above]


def _by_latin(parsed: Heard, index: GraphIndex) -> Found | None:
    looked_up = [(set(ids), leads) for ids, leads in map(index.latin, parsed.words)]
    hits = [one for one in looked_up if any(one)]
    if not hits or len(hits) < len(parsed.words) * _HALF:
        return None
    counted = Counter(one for ids, _ in hits for one in ids)
    most = max(counted.values(), default=0)
    targets = [index.targets[one] for one in index.targets_in_order(counted) if counted[one] == most]
    targets = [one for one in targets if one.has(parsed.spec.values)] or targets
    led = {(one.container, one.via): one for _, leads in hits for one in leads}
    if targets and led:
        return Found("latin", tuple(targets), "name", tuple(led.values()))
    if not targets:
        containers = dict.fromkeys(one.container for one in led.values())
        things = tuple(index.targets[one] for one in containers if one in index.targets)
        return several("latin", things, "name") if things else None
    return replace(several("latin", targets, "name"), certain=False)


def _by_likeness(parsed: Heard, index: GraphIndex) -> Found | None:
    text = "".join(parsed.words)
    if len(text) < 3:
        return None
    found = index.alike(text, index.declared.likeness / 1000, MOST_ALIKE)
    if not found:
        return None
    best, at = found[0]
    if best >= MEANT and (len(found) == 1 or found[1][0] <= best - LEAD):
        return replace(resolved(index.names[at], parsed, index, "likeness"), likeness="ngrams", certain=False)
    targets = tuple(index.targets[one] for one in index.ids_of(place for _, place in found))[:MOST_ALIKE]
    shared = any(all(word in index.names[place] for _, place in found) for word in parsed.words)
    if shared and len(targets) > 1:  # They are alike because all of them bear a word of the question (말뚝박기).
        return replace(several("likeness", targets, "name"), likeness="ngrams", certain=False)
    return Found("likeness", targets, likeness="ngrams")


def _by_meaning(near: Sequence[tuple[str, float]], parsed: Heard, index: GraphIndex) -> Found | None:
    near = [one for one in near if one[1] >= SIMILAR and one[0] in index.of_name]
    if not near:
        return None
    name, best = near[0]
    if best >= MEANT and (len(near) == 1 or near[1][1] <= best - LEAD):
        return replace(resolved(name, parsed, index, "likeness"), likeness="embeddings", certain=False)
    targets = [index.targets[one] for name, _ in near for one in index.of_name[name]]
    offered = _without_holders(list(dict.fromkeys(targets)), index)
    return replace(several("likeness", offered, "name"), likeness="embeddings", certain=False)


# --- what comes of it ---------------------------------------------------------------------------


def _reading(found: Found, parsed: Heard, index: GraphIndex, listener: Listener) -> GraphReading:
    asked = _asked(found, parsed, index)
    if parsed.page:
        start = (parsed.page - 1) * PAGE
        things = listed(found.candidates, index)
        page = tuple(one.as_target() for one in things[start : start + PAGE])
        words = listed_as(found, parsed, index)
        update = {"targets": page, "listing": parsed.page, "list_query": words, "seen": len(things)}
        return GraphReading(asked.model_copy(update=update), certain=True)
    if not found.reason:
        return GraphReading(asked, certain=found.certain)
    suffix = "" if parsed.amount is None else f"{shown(parsed.amount.value)}{parsed.amount.unit}"
    name = found.candidates[0].name
    borne = [word for word in parsed.words if borne_by(word, index, listener.words)]
    called = [index.targets[index.of_name[one][0]].name for one in parsed.names] or borne or [*parsed.words] or [name]
    words = " ".join(filter(None, (*called, index.specs.shown(parsed.spec.values))))
    offer = Offer(index, listener.language, listener.popular, suffix, words)
    best = best_of(found.candidates, offer)
    stays = asked.model_copy(update={"targets": (best.as_target(),), "assumed": True})
    choices = GraphChoices(
        message=_message(found, parsed, offer),
        reason="no_such_spec" if found.reason == "no_such_spec" else _kind(found),
        options=options_of(found.candidates, found.led, offer),
        whole=whole_list(found.candidates, offer),
        count=len(found.candidates) + len(found.led),
        best=_with_amount(stays, parsed.amount, best),
    )
    return GraphReading(None, choices, found.certain)


def _kind(found: Found) -> ChoiceReason:
    names = {key_of(one.name) for one in found.candidates}
    if len(names) > 1 or found.led:
        return "name"
    return found.reason if found.reason in ("spec", "place") else "name"


def _message(found: Found, parsed: Heard, offer: Offer) -> str:
    name = found.candidates[0].name
    if found.reason == "no_such_spec":
        return said("no_such_spec", offer.language, name=name, asked=found.asked_spec)
    kind = _kind(found)
    spread = range_of(found.candidates, offer.index) if kind == "spec" else ""
    asked = " ".join((*parsed.words, *parsed.names)) or name
    return said(
        kind,
        offer.language,
        name=name,
        asked=" ".join(parsed.text.split())[:60] or asked,
        count=len(found.candidates) + len(found.led),
        range=f" ({spread})" if spread else "",
    )


def _asked(found: Found, parsed: Heard, index: GraphIndex) -> GraphAsked:
    targets = found.candidates[: index.declared.limit]
    asked = GraphAsked(
        targets=tuple(one.as_target() for one in targets),
        stage=found.stage,
        seen=len(found.candidates),
        likeness=found.likeness,
        spec_ignored=found.ignored,
        assumed=found.assumed,
        holds=len(index.members.get(targets[0].entity_id, ())) if len(targets) == 1 else 0,
    )
    return _with_amount(asked, found.amount or parsed.amount, targets[0]) if len(targets) == 1 else asked


def _with_amount(asked: GraphAsked, amount: Amount | None, target: Target) -> GraphAsked:
    if amount is None:
        return asked
    value = in_unit(amount, target.unit)
    if value is None:
        return asked.model_copy(update={"quantity": "", "quantity_unit": amount.unit})
    return asked.model_copy(update={"quantity": f"{value:f}", "quantity_unit": target.unit})
