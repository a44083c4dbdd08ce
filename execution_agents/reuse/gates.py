"""Lexical gates: what must not differ between the stored query and the new question, however similar they look.

A question and its exact reversal, its negation or one with a changed number have nearly the same embedding, so these
rules compare words. Each conflict is an issue `gate:<kind>`; kinds: number, date, period, unit, entity, negation,
comparator, reversal, topic, fresh. Pure functions over texts: they work with a pack's slots and without any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from execution_agents.reuse.actors import another_acts
from execution_agents.reuse.judge2 import GATE
from execution_agents.reuse.terms import ANY_DAY, Said, Terms, terms_of
from foundation.language.cues import wants_fresh
from foundation.language.figures.agreement import Figure, same
from foundation.language.grams import is_said
from foundation.language.lexicon import NEWEST

ENTITY = GATE + "entity"
FRESH_FOR_S = 600
"""Evidence fetched for a question that wanted fresh data stays "fresh" this long; after that 지금 refers to another
time."""
MOST_FIGURES = 64
"""A text of more figures is no question; it is searched, for comparing each with each takes seconds."""
_ALIKE = 500
"""Per mille of the longer question's content words that both share: from here on a change of polarity or comparator
means the opposite question, below it another question (which the probe and the other gates judge)."""
_CARRIED = 667
"""Per mille of the stored query's content words that the new question repeats: a rewritten follow-up states the earlier
question and something more, and what it denies or exchanges is still a change."""
_EXCHANGED = 750
"""Per mille of the longer question's words besides its figures that both share: from here on a figure in another's
place is all that was exchanged."""
_KINDS = {
    "date": "date",
    "clock": "date",
    "weekday": "date",
    "period": "period",
    "near_day": "period",
    "time": "period",
    "months": "period",
}
"""What a conflict of a figure's kind is called; every other kind is a number."""
_ASKED_BEFORE = 667
"""Per mille of the new question's content words that the stored query must hold, the evidence holding the others, where
no probe can tell whether other passages fit better."""
_ENDING = 2
"""Syllables that a Korean verb's ending has at most, 으면."""
_SAME_WORDS = 800
"""Per mille of all content words shared: from here on another order may be a reversal."""


@dataclass(frozen=True)
class InHand:
    """What the gates may know about the available evidence."""

    text: str
    """Titles and texts of its items, joined."""
    narrows: bool
    """True if the items are passages, or complete single rows: a new number or name found in them is answered by them.
    Aggregates and cut-off lists never narrow."""
    probed: bool
    """True if the probe also judges it; without a probe the gates are stricter."""
    passages: bool
    """True for passages, False for typed rows: their topic is known from the intent and the slots."""
    ages: bool
    """True for a type with an age limit. Without one 현재 ("at present") requires nothing: the second clock knows
    whether a law or manual is still the present one."""
    age_s: int | None
    complete: bool = False
    """True for rows that no limit cut off: a comparison over them is computed over all of them."""
    own_case: bool = False
    """The question gives figures of the person's own case (i've been here 6 yrs), and the probe shows which passages it
    needs."""
    elsewhere: str | None = None
    """What a fresh search would find besides; None if there was no probe."""
    fetched_on: date = ANY_DAY
    asked_on: date = ANY_DAY
    """The days on which the stored and the new question were asked: "last month" depends on them."""

    @cached_property
    def said(self) -> Said:
        """What the text says."""
        return Said(self.text)

    @cached_property
    def said_elsewhere(self) -> Said | None:
        """What a fresh search would find besides says."""
        return None if self.elsewhere is None else Said(self.elsewhere)


def failed_gates(
    stored: str,
    asked: str,
    in_hand: InHand,
    matched: Iterable[str] = (),
    parties: Sequence[Sequence[str]] = (),
    follows: bool = False,
) -> tuple[str, ...]:
    """Every conflict of the new standalone question with the stored one, as `gate:<kind>`.

    `matched` are the words of slots that are compared as slots (their numbers are checked there, not here); `parties`
    the pack's words for opposing parties; `follows` is True for a question that refers to the conversation: then what
    it denies changes the question, whichever words it repeats.
    """
    before, whole = terms_of(stored, in_hand.fetched_on), terms_of(asked, in_hand.asked_on)
    if max(len(before.figures), len(whole.figures)) > MOST_FIGURES:
        return (f"{GATE}number",)
    now = terms_of(without(asked, matched), in_hand.asked_on)
    # How alike the two are is read in whole sentences: the stored one keeps its words of slots, so must this one.
    strict = not in_hand.probed or alike(before.content, whole.content)
    kinds = list(dict.fromkeys((*_new_kinds(before, now, in_hand), *_replaced_kinds(before, now, whole, in_hand))))
    if (strict and before.negations != now.negations) or (follows and before.negations < now.negations):
        kinds.append("negation")
    if strict and not in_hand.complete and not now.comparators <= before.comparators:
        kinds.append("comparator")
    if reversed_roles(before, whole) or (strict and another_acts(stored, asked, parties)):
        kinds.append("reversal")
    if in_hand.passages and not in_hand.probed and not _same_topic(before, now, in_hand.said):
        kinds.append("topic")
    if _demands_fresh(asked, in_hand.ages) and not _still_fresh(stored, in_hand.age_s):
        kinds.append("fresh")
    return tuple(GATE + kind for kind in kinds)


def without(text: str, phrases: Iterable[str]) -> str:
    """The text with these phrases blanked out, longest first."""
    for phrase in sorted({phrase for phrase in phrases if phrase}, key=len, reverse=True):
        text = text.replace(phrase, " ")
    return text


def shared(first: tuple[str, ...], second: tuple[str, ...]) -> int:
    """Per mille of the longer one's words that the other has too."""
    longer = max(len(set(first)), len(set(second)))
    return 1000 * _common(first, second) // longer if longer else 0


def alike(before: tuple[str, ...], now: tuple[str, ...]) -> bool:
    """True for two questions of mostly the same words, or if the new one is the stored one and something more."""
    common = _common(before, now)
    return shared(before, now) >= _ALIKE or (common > 1 and 1000 * common >= _CARRIED * len(set(before)))


def _common(first: tuple[str, ...], second: tuple[str, ...]) -> int:
    """Words that both have; 넣어 and 넣으면 are one verb with two endings."""
    return sum(any(one == other or _one_verb(one, other) for other in set(second)) for one in set(first))


def _one_verb(one: str, other: str) -> bool:
    if not (is_said(one) and is_said(other)):
        return False
    stem = max(1, max(len(one), len(other)) - _ENDING)
    return one[:stem] == other[:stem]


def reversed_roles(before: Terms, now: Terms) -> bool:
    """Two of the words changed places: A가 B에게 / B가 A에게, X to Y / Y to X."""
    every, common = set(before.content) | set(now.content), set(before.content) & set(now.content)
    if not every or 1000 * len(common) < _SAME_WORDS * len(every):
        return False
    # Word order is free if particles carry the roles; without particles only the order shows them.
    reordered = now.ordered and before.ordered and every == common and before.content != now.content
    return reordered or _swapped(before.roles, now.roles)


def _swapped(before: dict[str, str], now: dict[str, str]) -> bool:
    both = [word for word in before if word in now and before[word] != now[word]]
    return any(
        before[first] == now[second] and before[second] == now[first]
        for at, first in enumerate(both)
        for second in both[at + 1 :]
    )


def _new_kinds(before: Terms, now: Terms, in_hand: InHand) -> Iterator[str]:
    """Kinds of countable or named things that are in the new question, not in the stored one, and not in the available
    evidence."""
    for one in now.figures:
        if one.letters or any(same(held, one) for held in before.figures):
            continue
        held = in_hand.narrows and in_hand.said.figure(one)
        if not (held or in_hand.own_case or _of_own_case(one, in_hand)):
            yield _kind(one)
    words = (("unit", now.units - before.units), ("entity", now.entities - before.entities - set(before.content)))
    for kind, new in words:
        if any(not (in_hand.narrows and in_hand.said.word(term)) for term in sorted(new)):
            yield kind


def _of_own_case(figure: Figure, in_hand: InHand) -> bool:
    """An amount that no passage of a fresh search mentions is the person's own: their deposit, their three nights."""
    elsewhere = in_hand.said_elsewhere
    return elsewhere is not None and _kind(figure) == "number" and not elsewhere.figure(figure)


def _replaced_kinds(before: Terms, now: Terms, whole: Terms, in_hand: InHand) -> Iterator[str]:
    """Kinds of the figures that took another's place: 석 달 → 두 달, $300 → €300. That both occur in the passages is no
    answer, since which of them is asked about has changed. Over rows one of the same kind did whatever the words."""
    alike_else = before.wording == whole.wording or shared(before.wording, whole.wording) >= _EXCHANGED
    if in_hand.probed and not alike_else:
        return
    lost = [held for held in before.figures if not any(_one_figure(held, one) for one in whole.figures)]
    for one in now.figures:
        new = not any(_one_figure(held, one) for held in before.figures)
        if new and any(_takes_the_place(one, held, alike_else) for held in lost):
            yield _kind(one)


def _takes_the_place(one: Figure, held: Figure, alike_else: bool) -> bool:
    """A number in letters (한, second) may be none, and only takes the place of another of its kind."""
    if one.kind == held.kind and (one.counted == held.counted or not (one.counted and held.counted)):
        return alike_else or not (one.letters or held.letters)
    return alike_else and not (one.letters or held.letters)


def _one_figure(one: Figure, other: Figure) -> bool:
    return same(one, other) or same(other, one)


def _kind(figure: Figure) -> str:
    return _KINDS.get(figure.kind, "number")


def _demands_fresh(asked: str, ages: bool) -> bool:
    return wants_fresh(asked) and (ages or NEWEST.search(asked) is not None)


def _same_topic(before: Terms, now: Terms, said: Said) -> bool:
    words = {word for word in now.content if not word[0].isdigit()}
    asked = words & set(before.content)
    return 1000 * len(asked) >= _ASKED_BEFORE * max(1, len(words)) and all(said.word(word) for word in words - asked)


def _still_fresh(stored: str, age_s: int | None) -> bool:
    return wants_fresh(stored) and age_s is not None and age_s <= FRESH_FOR_S
