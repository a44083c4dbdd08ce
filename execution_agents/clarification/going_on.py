"""A question that goes on with what the conversation was about: another spec or amount of the work shown, a part of
what it takes, one of the choices offered, or a work beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from execution_agents.clarification.index import GraphIndex, Target, pairs_of
from execution_agents.clarification.listening import Before, Listener, borne_by
from execution_agents.clarification.quantities import Amount
from execution_agents.clarification.questions import Heard, heard, spellings
from execution_agents.clarification.resolving import Found, other_spec, resolved
from execution_agents.knowledge_graph.normalised_text import key_of
from foundation.language.cues import FOLLOW_UP_CUES, FRAGMENT, references
from foundation.language.verb_stems import verbs_in

_BY_MEANS = re.compile(r"([가-힣]{2,}?)(?:으로|로)(?:만|는|도)?")
_TAKEN = re.compile(r"([^\W\d_]+)(?= \d)")
"""What stands before a figure: 시멘트 0.33kg."""


def by_history(parsed: Heard, index: GraphIndex, listener: Listener) -> Found | None:
    """Another spec or amount of the thing the conversation was about, or something that its answer names (a trade, a
    machine, a note); also for a question that only points at it. What was answered from documents since counts as
    spoken of (야간), and the thing stays what is spoken of."""
    since = ""
    for at, before in enumerate(listener.before):
        since = f"{since} {before.said}"
        if not before.of_things:
            continue
        targets = [index.targets[one] for one in before.targets if one in index.targets]
        parts = _named_by(since, parsed, index, listener) if targets else []
        kinds, verbs = [*parsed.asides, *parts, *([parsed.text] if parsed.conditions else [])], verbs_in(parsed.text)
        rest = [word for word in parsed.words if word not in parts and not references(word)]
        rest = [word for word in rest if not (kinds and word in verbs and not borne_by(word, index, listener.words))]
        if rest and targets and _goes_on(before, listener.before[at + 1 :]):
            continue
        if rest or not (parsed.spec.values or parsed.spec.bare or parsed.amount or kinds):
            return None
        earlier = heard(before.question, index, listener.words)
        if not targets and earlier.names:
            spec = replace(parsed.spec, values={**earlier.spec.values, **parsed.spec.values})
            found = resolved(earlier.names[0], replace(parsed, names=earlier.names[:1], spec=spec), index, "history")
            return found if parsed.spec.values or parsed.spec.bare or not found.reason else None
        if not targets:
            continue
        beside = _done_otherwise(parsed, targets[0], index)
        if beside is not None and not parts:
            return Found("history", (beside,), certain=True, amount=None if parsed.amount else earlier.amount)
        other = other_spec(targets[0], parsed, index)
        if other is not None or (parsed.spec.bare and not kinds and parsed.amount is None):
            return other
        amount = earlier.amount if kinds and parsed.amount is None and not parsed.per_unit else None
        return Found("history", tuple(targets), certain=True, amount=amount)
    return None


def _done_otherwise(parsed: Heard, shown: Target, index: GraphIndex) -> Target | None:
    """The work beside the one shown that is done by what the question says (인력으로 하면: 콘크리트인력타설)."""
    means = [found[1] for aside in parsed.asides if (found := _BY_MEANS.fullmatch(aside))]
    beside = [index.targets[one] for one in index.members.get(shown.parent, ())]
    own = key_of(shown.name)
    fits = [one for one in beside for word in means if word in key_of(one.name) and word not in own]
    alike = [one for one in fits if pairs_of(key_of(one.name)) & pairs_of(own)]
    return alike[0] if len(alike) == 1 else None


def _goes_on(before: Before, earlier: Sequence[Before]) -> bool:
    """True if the answer before it was about the same things."""
    return any(one.targets == before.targets for one in earlier if one.of_things)


def _named_by(since: str, parsed: Heard, index: GraphIndex, listener: Listener) -> list[str]:
    """The question's words that the answers since name and no work bears (용접공: 플랜트용접공; 용접 is another works'
    name), and what the work takes by its whole name (시멘트 0.33kg), whatever else bears it; none where other works are
    asked for (용접공 쓰는 공종)."""
    if any(aside.startswith(thing) for aside in parsed.asides for thing in listener.words.things):
        return []
    said, taken = key_of(since), {key_of(one) for one in _TAKEN.findall(since)}
    bare = {word: [key_of(one) for one in spellings(word, listener.words)[0]] for word in parsed.words}
    names = {word for word, forms in bare.items() if any(map(index.holding, forms))}
    spoken = {word for word, forms in bare.items() if word not in names and any(one in said for one in forms)}
    return [word for word, forms in bare.items() if word in spoken or taken.intersection(forms)]


def by_reply(parsed: Heard, index: GraphIndex, listener: Listener) -> Found | None:
    """The one of the choices offered right before whose own letters the reply has (소변보는거: 소변기설치): what all of
    them share tells nothing."""
    before = listener.before[0] if listener.before else Before("")
    offered = [key for one in before.offered if (key := key_of(one)) in index.of_name]
    if len(offered) < 2:
        return None
    of_each = [pairs_of(one) for one in offered]
    shared = set[str].intersection(*of_each)
    words = set[str]().union(*(pairs_of(key_of(one)) for one in parsed.words))
    hits = [len(words & (each - shared)) for each in of_each]
    if max(hits) == 0 or hits.count(max(hits)) > 1:
        return None
    found = resolved(offered[hits.index(max(hits))], parsed, index, "history")
    return replace(found, certain=True, amount=heard(before.question, index, listener.words).amount)


def in_amount_asked(found: Found, parsed: Heard, index: GraphIndex, listener: Listener) -> Found:
    """A choice that the reply names is meant in the amount of the question it answers."""
    before = listener.before[0] if listener.before else Before("")
    names = {key_of(one) for one in before.offered}
    if found.reason or found.amount or parsed.amount or not all(key_of(one.name) in names for one in found.candidates):
        return found
    return replace(found, amount=heard(before.question, index, listener.words).amount)


def beside_shown(found: Found, parsed: Heard, index: GraphIndex, listener: Listener) -> Found:
    """Of several works that a follow-up may mean, the one of the section of the work shown (and a brick wall? after
    the demolition of concrete): it is taken, and said to be assumed."""
    shown = next((before.targets for before in listener.before if before.of_things and before.targets), ())
    goes_on = FOLLOW_UP_CUES.match(parsed.text) or FRAGMENT.search(parsed.text)
    if not found.reason or found.certain or not shown or shown[0] not in index.targets or not goes_on:
        return found
    last = index.targets[shown[0]]
    kin = [one for one in found.candidates if _is_beside(one, last)]
    names = {key_of(one.name) for one in kin}
    if len(kin) != 1 or len({key_of(one.name) for one in found.candidates} - names) == 0:
        return found
    return Found(found.stage, tuple(kin), assumed=True)


def _is_beside(one: Target, shown: Target) -> bool:
    return bool(shown.parent) and one.parent == shown.parent and one.entity_id != shown.entity_id


def shown_lately(listener: Listener, index: GraphIndex, many: int) -> Sequence[tuple[Target, Amount | None]]:
    """The things shown last, each once, in the order they came, with how much of each was asked for."""
    found: dict[str, tuple[Target, Amount | None]] = {}
    for before in (one for one in listener.before if one.of_things and not one.offered):
        targets = [index.targets[one] for one in before.targets if one in index.targets]
        amount = heard(before.question, index, listener.words).amount if len(targets) == 1 else None
        new = {one.entity_id: (one, amount) for one in targets if one.entity_id not in found}
        found = {**new, **found}
    return list(found.values())[-many:]
