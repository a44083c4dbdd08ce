"""A person's value against the one limit of the evidence that is about the same thing.

Nothing is decided where several limits fit that would answer differently, where the limit is about another quantity, or
where the question does not say what a yes would mean. The shares below were chosen on one half of a set of our own
(decision 42); the other half decided 20 of 24, none wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from execution_agents.analysis.limits.asking import Asking, words_of
from execution_agents.analysis.limits.own_case import quantity_of_limit
from execution_agents.analysis.limits.places import of_its_place, region_asked
from execution_agents.analysis.limits.stated import Stated
from execution_agents.analysis.limits.values import AHEAD, Value, besides_value, values_in, values_meant
from foundation.domains.schema.pack import Slot
from foundation.language.cues import FOLLOW_UP_CUES, FRAGMENT, asks_to_analyse
from foundation.language.figures.units import CURRENCIES, LENGTHS, ROUNDED_KINDS
from foundation.language.rules.limits import amounts_of, norm_in
from foundation.language.rules.quantities import quantity_of
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.kept import Asked, asks_kept
from foundation.language.wanted.questions import questions_in

LEAST_SAID = 0.5
"""Share of the question's words that a limit's sentence and title must say."""
NEAR_BEST = 0.85
"""Limits that say nearly as much of the question as the best one must answer alike."""
BY_TITLE = 0.6
"""Weight of a word that only the title says, which holds for all limits under it."""
TOPIC = 0.5
"""Weight of a word taken over from the conversation."""
LONGEST_FRAGMENT = 40
_REST = re.compile(r"그\s?(?:밖|외)|나머지|\b(?:elsewhere|others?|the\s+rest)\b", re.IGNORECASE)
_MEASURED = ROUNDED_KINDS - CURRENCIES - {"plain", "percent", "points", "times"}
_NOUN_BEFORE = re.compile(r"([가-힣]{2,})\s?$")
_FRAGMENT_END = re.compile(r"(?:이?면|이라면|은|는|도)(?:요)?\s*[?]*\s*$")
_ABOUT = re.compile(r"^\s*(?:what|how)\s+about\b|^\s*and\b", re.IGNORECASE)


@dataclass(frozen=True)
class Judged:
    """A value, the limit it was held against, and whether it keeps it."""

    asked: Asked
    value: Value
    stated: Stated
    met: bool
    begins: bool = False
    """True where the bound is no limit, but what the line says begins at it."""

    @property
    def is_yes(self) -> bool:
        """The answer."""
        return self.met == (self.asked == "kept")


def judged(asking: Asking) -> Judged | None:
    """The decision; None where there is none."""
    asking = whole(asking)
    if asking.asked is None or asks_for_more(asking.question):
        return None
    found = [one for value in values_meant(asking.question, asking.said) if (one := _held_against(value, asking))]
    return found[0] if len(found) == 1 else None


def asks_for_more(question: str) -> bool:
    """True if a question asks for a figure to be worked out: a yes or no does not answer it."""
    asked = comparing(question)
    counted = asked.difference or asked.ratio or asked.part or asked.counts
    return counted or asked.superlative or asks_to_analyse(question)


def whole(asking: Asking) -> Asking:
    """A fragment with the question it goes on: 대구면요? after one about a limit in Seoul."""
    if asking.asked is not None or not asking.said or len(asking.question) > LONGEST_FRAGMENT:
        return asking
    if not (
        FRAGMENT.search(asking.question) or FOLLOW_UP_CUES.search(asking.question) or _ABOUT.match(asking.question)
    ):
        return asking
    before = _spoken_of(asking)
    if before is None or not (asks_kept(before) and values_in(before)):
        return asking
    changed = _exchanged(before, asking)
    return asking if changed is None else replace(asking, question=changed, standalone=changed, said=asking.said[1:])


def _spoken_of(asking: Asking) -> str | None:
    """The last question that names what the fragment exchanges: an amount, or a place."""
    amount = bool(values_in(asking.question))
    for asked, _ in asking.said:
        for one in reversed(questions_in(asked) or (asked,)):
            if values_in(one) or (not amount and region_asked(one, asking.pack, asking.now)):
                return one
    return None


def _exchanged(before: str, asking: Asking) -> str | None:
    """The question before with the value or the place of the fragment."""
    old = values_in(before)
    new = values_in(asking.question, of_money=any(one.kind == "won" for one in old))
    place = region_asked(_FRAGMENT_END.sub("", asking.question), asking.pack, asking.now)
    if len(new) > 1 or len(old) != 1 or old[0].text not in before or (place is None and not new):
        return None
    changed = before.replace(old[0].text, new[0].text, 1) if new else before
    return changed if place is None else _at_place(changed, place, asking)


def _at_place(question: str, place: tuple[Slot, str], asking: Asking) -> str | None:
    """A question with another place than it named."""
    slot, name = place
    former = region_asked(question, asking.pack, asking.now)
    if former is None:
        return f"{name} {question}"
    spelled = [alias for node in slot.regions if node.name == former[1] for alias in (node.name, *node.aliases)]
    said = next((one for one in sorted(spelled, key=len, reverse=True) if one in question), None)
    return question.replace(said, name, 1) if said else None


def _held_against(value: Value, asking: Asking) -> Judged | None:
    fitting = [one for one in asking.stated if value.fits(one.limit) and is_of_its_subject(one, value, asking)]
    fitting = _of_the_norm([one for one in fitting if _is_of_quantity(value, one, asking)], asking)
    answered = [one for one in fitting if _is_of_the_last_answer(one, value, asking)]
    scored = sorted(
        ((_score(one, asking), one) for one in _one_of_each_list(answered or fitting, value, asking)),
        key=lambda pair: -pair[0],
    )
    if not scored or scored[0][0] <= 0 or not (answered or _says_enough(scored[0][1], asking)):
        return None
    near = [one for score, one in scored if score >= NEAR_BEST * scored[0][0]]
    best = next((one for score, one in scored if score == scored[0][0] and one.near != AMBIGUOUS), None)
    if best is None or len({_met(value, one) for one in near}) != 1 or _is_at_a_rounded_end(value, best):
        return None
    met, asked = _met(value, best), asks_kept(besides_value(asking.question, value)) if value.beyond else asking.asked
    return None if value.beyond and (met or asked is None) else Judged(asked or "kept", value, best, met)


def _is_at_a_rounded_end(value: Value, one: Stated) -> bool:
    """True if a measured figure that an answer showed, which is rounded, is the bound itself: it may lie beyond it."""
    ends = (one.limit.low, one.limit.high)
    return value.origin == "conversation" and value.kind in _MEASURED and value.in_unit_of(one.limit) in ends


def _met(value: Value, one: Stated) -> bool:
    return one.limit.is_met(value.in_unit_of(one.limit))


AMBIGUOUS = "\0"
"""Stands for the limits of a list of which several may hold: they decide nothing, and must not answer otherwise."""


def _one_of_each_list(fitting: Sequence[Stated], value: Value, asking: Asking) -> list[Stated]:
    """Of a list or table the limit that holds for what the question names; a list of which several may hold stands as
    ambiguous, unless the value is beyond all of them or within all."""
    groups: dict[tuple[str, int], list[Stated]] = {}
    for one in fitting:
        groups.setdefault(one.group, []).append(one)
    places = {key: of_its_place(mine, asking.question, asking.pack, asking.now) for key, mine in groups.items()}
    # A list that says the place itself goes before one that goes on to the rest.
    by_place = region_asked(asking.question, asking.pack, asking.now) is not None and any(places.values())
    found: list[Stated] = []
    for key, mine in groups.items():
        if not by_place and _is_alike(value, mine, asking):
            found.append(mine[0])
            continue
        kept = places[key]
        if len(kept) > 1:
            said = [asking.held(asking.own_words, _own_place(one, kept)) for one in kept]
            kept = [one for one, count in zip(kept, said, strict=True) if count == max(said)]
        if len({one.limit.ends for one in kept}) == 1:
            found.append(kept[0])
        elif kept:
            found += [replace(one, near=AMBIGUOUS) for one in kept]
    return found


def _is_alike(value: Value, listed: Sequence[Stated], asking: Asking) -> bool:
    """True if one sentence lists several limits of the value's kind, and all of them answer alike. A named place must
    be among them, as it is where the list goes on to the rest (그 밖의 지역)."""
    one_list = len(listed) > 1 and len({one.sentence for one in listed}) == 1
    if region_asked(asking.question, asking.pack, asking.now) and not any(_REST.search(one.near) for one in listed):
        return False
    return (
        one_list
        and {one.limit.kind for one in listed} == {value.kind}
        and len({_met(value, one) for one in listed}) == 1
    )


def _own_place(one: Stated, listed: Sequence[Stated]) -> str:
    """The words that tell a limit from its neighbours: those right before it, where its sentence lists several. What
    the sentence begins with is said of all of them."""
    mine = sum(other.sentence == one.sentence for other in listed)
    return " ".join(one.near.split()[-2:]) if mine > 1 else one.near


def _score(one: Stated, asking: Asking) -> float:
    text = f"{one.title} {one.around}"
    own, topic = asking.held(asking.own_words, text), asking.held(asking.topic_words, text)
    near = asking.held(asking.own_words, one.around)
    return near + BY_TITLE * (own - near) + TOPIC * topic


def _says_enough(one: Stated, asking: Asking) -> bool:
    """True if the limit says enough of the question; one about the conversation's topic may say it by that."""
    text = f"{one.title} {one.around}"
    own, topic = asking.own_words, asking.topic_words
    asked = asking.asked_words
    if asked:
        return 2 * asking.held(asked, one.around) >= len(asked)
    if own and asking.held(own, text) >= LEAST_SAID * len(own):
        return True
    both = asking.held(own, text) + asking.held(topic, text)
    return bool(topic) and both >= LEAST_SAID * (len(own) + len(topic)) and both > 1


def _is_of_quantity(value: Value, one: Stated, asking: Asking) -> bool:
    """True unless the word right before the figure names another quantity than the limit's (보증금 1억, 연봉 8천), or
    the limit is the time for something that the question does not speak of."""
    demand = one.limit.demand
    if demand and not asking.held(asking.own_words, demand):
        return False
    said = value.about or asking.question
    if measures_another(value, one, said):
        return False
    at = said.find(value.text.removesuffix("천만원") or value.text)
    noun = _NOUN_BEFORE.search(said[: max(at, 0)])
    if noun is None or value.origin == "conversation":
        return True
    words = words_of(noun[1])
    places = region_asked(noun[1], asking.pack, asking.now)
    text = f"{one.title} {one.said_before}"
    forms = [form for word in words for form in (word, *asking.synonyms.added(word))]
    return not words or places is not None or any(_begins_a_word(form, text) for form in forms)


def measures_another(value: Value, one: Stated, said: str) -> bool:
    """True if the words beside both figures say what they measure, and it is not the same: a deposit is never held
    against a limit of the income, nor a length of stay against how long before it is asked for."""
    if value.kind in LENGTHS and _is_lead_time(one) and not _ASKED_AHEAD.search(said):
        return True
    figures = amounts_of(said)
    mine = next((figure for figure in figures if value.text.startswith(figure.text)), None)
    measured = quantity_of(said, mine, figures) if mine is not None else None
    bounded = quantity_of_limit(one) if measured is not None else None
    return bounded is not None and bounded != measured


_ASKED_AHEAD = re.compile(
    r"\b(?:ahead|advance|before|notice|warning|ask(?:ed)?|tell|told|book(?:ed)?|said)\b|전에|미리|앞두|통보|통지|알[리려렸]|말[하했]|신청|예약",
    re.IGNORECASE,
)
"""The question speaks of how long before."""


def _is_lead_time(one: Stated) -> bool:
    """True for at least 4 weeks ahead, 2개월 전에."""
    _, found, behind = one.around.partition(one.limit.text)
    return bool(found) and AHEAD.match(behind) is not None


def _begins_a_word(form: str, text: str) -> bool:
    """True if a word of the text begins so: 환산보증금 is another quantity than 보증금."""
    return re.search(rf"(?<![가-힣]){re.escape(form)}", text) is not None


def _is_of_the_last_answer(one: Stated, value: Value, asking: Asking) -> bool:
    """True if the limit is of the norm that is asked for, and of the very thing that the last answer gave the value
    of (is that over our target): by the things that the pack's slots list."""
    if value.origin != "conversation" or norm_in(asking.question) is None:
        return False
    earlier, own = asking.choices(value.about), asking.choices(f"{one.near} {one.around}")
    return any(own.get(slot, set[str]()) & values for slot, values in earlier.items())


def is_of_its_subject(one: Stated, value: Value, asking: Asking) -> bool:
    """True unless it is about another thing than the question names, of the things the pack's slots list (원수 and
    정수, 전세 and 매매)."""
    earlier = asking.choices(value.about) if value.origin == "conversation" else {}
    asked = {**earlier, **asking.choices(asking.question)}
    if not asked:
        return True
    own, title = asking.choices(f"{one.near} {one.around}"), asking.choices(one.title)
    return all(not (there := own.get(slot) or title.get(slot)) or values & there for slot, values in asked.items())


def _of_the_norm(fitting: Sequence[Stated], asking: Asking) -> Sequence[Stated]:
    """Those of the norm that the question names (목표, 법정 기준), where any is."""
    norm = norm_in(asking.question)
    mine = [one for one in fitting if one.limit.norm == norm]
    return mine if norm is not None and mine else fitting
