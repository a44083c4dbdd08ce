"""Checks what a sentence says about names, actors and rules against the places on the same subject."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from execution_agents.answer.checks.cited_places import Item, Place, names_of, words_of
from execution_agents.answer.checks.examined import Case, Check, Finding
from execution_agents.answer.checks.parts import Part
from execution_agents.answer.checks.rules.actors import actors_of, other_actor, other_subject, subjects_of
from execution_agents.answer.checks.rules.exchanged_bounds import exchanged_bound
from execution_agents.answer.checks.rules.frames import (
    Frame,
    exchanged_course,
    exchanged_modality,
    exchanged_moment,
    exchanged_order,
    frame_of,
)
from foundation.language.negation import negations
from foundation.language.rules.modality import Modal
from foundation.language.rules.ruled_verbs import exchanged_verb, ruled
from foundation.language.sentences import is_row

ALIKE = 0.5
CLOSELY = 0.7
NEAR = 0.1
LONGER = 2.5
FEW = 2
TOUCHED = 0.34
"""Share of a claim's words that a place must hold before its limits are compared."""
FORBIDS: frozenset[Modal] = frozenset({"must_not"})
_CODE = re.compile(r"(?<![A-Za-z0-9-])[A-Za-z]{2,12}-\d{1,4}(?:\.\d{1,3})?(?![\d-])")
_TITLED = re.compile(r"(?:[A-Z][a-z]{2,}\s+){1,5}[A-Z][a-z]{2,}")


def codes_in(text: str) -> list[str]:
    """Models and tags with a number of their own: coag-3.2, TIT-301."""
    return _CODE.findall(text)


@dataclass(frozen=True)
class RuleFindings:
    """One sentence of a draft."""

    part: Part
    text: str
    words: tuple[str, ...]
    cited: tuple[Item, ...]
    case: Case

    def findings(self) -> Iterator[Finding]:
        """Findings if its rules differ from every place on the same subject."""
        mine, evidence = frame_of(self.text), self.case.evidence
        held = " ".join(one.flat for one in self.cited)
        if evidence.share(self.words, held) >= ALIKE and exchanged_moment(mine, frame_of(self._said())):
            yield self._wrong("moment")
        places, share = evidence.nearest(self.words, self.cited, NEAR)
        if share >= ALIKE and places:
            yield from self._exchanged(mine, places, share)
        elif mine.order and places and self._share_without_order() >= ALIKE:
            yield from self._reordered(mine, places)
        denied = self._of_a_name(mine) or self._of_what_is_asked(mine)
        if denied is not None:
            yield self._wrong("modality", denied.text[:300])
        yield from self._against_a_sentence()

    def names(self) -> Iterator[Finding]:
        """A model, a tag or a product that occurs nowhere in the evidence, while the evidence names others."""
        said = " ".join([self.case.question, *(one.said for one in self.case.evidence.items)]).lower()
        absent = [code for code in codes_in(self.text) if code.lower() not in said] if codes_in(said) else []
        if self.cited and all(one.is_row for one in self.cited):
            titled = [found[0] for found in _TITLED.finditer(self.text)]
            absent += [name for name in titled if any(word.lower() not in said for word in name.split()[1:])]
        if absent:
            yield self._wrong("names", *absent)

    def _against_a_sentence(self) -> Iterator[Finding]:
        """A limit stated the wrong way round."""
        evidence = self.case.evidence
        single = [place for item in self.cited for place in item.places if place.single]
        near = [place for place in single if evidence.held(self.words, place) >= TOUCHED]
        exchanged = exchanged_bound(self.text, near)
        if exchanged:
            yield self._wrong("bound", exchanged)

    def _exchanged(self, mine: Frame, places: Sequence[Place], share: float) -> Iterator[Finding]:
        theirs = [frame_of(place.text) for place in places]
        closely, verbs = share >= CLOSELY, ruled(self.text)
        # A place that is much longer makes more than one statement.
        short = [frame_of(place.text) for place in places if len(place.text) <= LONGER * len(self.text)]
        exchanged = bool(short) and all(exchanged_modality(mine, each, closely=closely) for each in short)
        if exchanged or all(exchanged_verb(verbs, ruled(place.text)) for place in places):
            yield self._wrong("modality", places[0].text[:300])
        elif all(exchanged_course(mine, each) for each in theirs):
            yield self._wrong("course", places[0].text[:300])
        else:
            yield from self._reordered(mine, places)
        yield from self._other_actor(mine, self._row_meant(places) or places, share)

    def _other_actor(self, mine: Frame, places: Sequence[Place], share: float) -> Iterator[Finding]:
        actors, synonyms = actors_of(self.text), self.case.evidence.synonyms
        other = [other_actor(actors, actors_of(place.text), self._held_at(place), synonyms) for place in places]
        ruled_alike = all(mine.modalities & frame_of(place.text).modalities for place in places)
        if actors and all(other):
            yield self._wrong("actor", other[0])
        elif self._acts_unknown(actors):
            yield Finding(self.part, "actor", False)
        else:
            subjects = subjects_of(self.text)
            close = share >= CLOSELY or ruled_alike
            doing = [other_subject(subjects, subjects_of(one.text), one.text, synonyms) for one in places if close]
            if doing and all(doing):
                yield self._wrong("actor", doing[0])

    def _row_meant(self, places: Sequence[Place]) -> list[Place]:
        """The rows of a table whose first cell the sentence names; none where it was taken from no table."""
        if not any(is_row(one.text) for one in places):
            return []
        rows = [one for item in self.cited for one in item.places if one.single and is_row(one.text)]
        keys = [(one, words_of(one.text.split(" | ")[0])) for one in rows]
        return [one for one, words in keys if words and all(word.lower() in self.text.lower() for word in words)]

    def _reordered(self, mine: Frame, places: Sequence[Place]) -> Iterator[Finding]:
        """Only after what may be done before, or the reverse."""
        denials = negations(self.text)
        alone = [(frame_of(place.text), negations(place.text)) for place in places if place.single]
        # Nobody before it is everybody after it.
        if alone and all(exchanged_order(mine, each) and denied == denials for each, denied in alone):
            yield self._wrong("moment", places[0].text[:300])

    def _share_without_order(self) -> float:
        """The best place's share of the sentence, without the words for before and after."""
        words = [word for word in self.words if not frame_of(f"가 {word} {word}").order]
        return self.case.evidence.nearest(words, self.cited)[1]

    def _of_what_is_asked(self, mine: Frame) -> Place | None:
        """A sentence that forbids what the question names and this place allows, if every place on the subject allows
        it."""
        if not mine.modalities & {"may", "must"} or "must_not" in mine.modalities:
            return None
        evidence = self.case.evidence
        every = [place for item in self.cited for place in item.places if place.single]
        asked = set(words_of(self.case.question))
        for word in (word for word in self.words if word in asked and len(word) > 1):
            about = [one for one in every if evidence.says(one.flat, word)]
            if 0 < len(about) <= FEW and all(frame_of(one.text).modalities == FORBIDS for one in about):
                return about[0]
        return None

    def _held_at(self, place: Place) -> str:
        """What a sentence may be taken from that says the same as this place. A table row counts alone: the person in
        charge in another row is in charge of something else."""
        return f"{self.case.question} {place.title} {place.text if is_row(place.text) else self._said()}"

    def _said(self) -> str:
        return " ".join(one.said for one in self.cited)

    def _of_a_name(self, mine: Frame) -> Place | None:
        """A sentence that forbids what this place allows for a named place or thing, if every place about it allows
        it."""
        if not mine.modalities & {"may", "must"} or "must_not" in mine.modalities:
            return None
        every = [place for item in self.cited for place in item.places if place.single]
        for name in names_of(self.text):
            own = [place for place in every if name in place.text]
            about = [
                one
                for one in own
                if any(self.case.evidence.says(f"{one.above}{one.flat}", word) for word in self.words if word != name)
            ]
            if about and all("must_not" in frame_of(one.text).modalities for one in about):
                return about[0]
        return None

    def _acts_unknown(self, actors: frozenset[str]) -> bool:
        """An actor of the sentence that nothing it may be taken from names."""
        said = f"{self.case.question} {self._said()}".replace(" ", "").lower()
        known = (actor.replace(" ", "").lower() in said for actor in actors)
        return bool(subjects_of(self.text)) and self.case.same_language and bool(actors) and not any(known)

    def _wrong(self, check: Check, *detail: str) -> Finding:
        return Finding(self.part, check, True, tuple(detail))
