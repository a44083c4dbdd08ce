"""Compares a claim with the sentences it cites and paraphrases: finds a condition it leaves out, a short rule it
reverses, or a statement that the source denies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from execution_agents.answer.checks.cited_places import Evidence, Item, Place, flat_of, stem_of, words_of
from execution_agents.answer.checks.rules.frames import exchanged_modality, frame_of
from execution_agents.answer.checks.support import is_nominal
from foundation.language.figures.agreement import same
from foundation.language.figures.reader import figures_of
from foundation.language.negation import negations
from foundation.language.rules.conditions import Clause, clauses_of
from foundation.language.rules.contrasts import contrast_of
from foundation.language.sentences import is_row
from foundation.language.stop_words import ENGLISH_STOP

PARAPHRASED, CLOSELY = 0.5, 0.7
"""Share of a claim's words that the paraphrased sentence holds, and share of the rest of this sentence that the claim
holds: with a figure in the condition, and without one."""
LEAST_WORDS = 2
CONTRASTED = 0.6
"""Share of a clause's words held by the sentence that denies something beside it."""
_AFFIRMS = re.compile(r"다[.!]?$|[.!]$|[a-z]$", re.IGNORECASE)
_HANGUL = re.compile(r"[가-힣]")
_WORD = re.compile(r"[^\W_]+")
_SAYS_WHEN = re.compile(
    r"^(?:if|when|whenever|while|during|until|unless|provided|except|excluding|only|without|case|condition|경우\w*|때\w*|동안\w*)$",
    re.IGNORECASE,
)
_TOPIC = re.compile(r"(?:다만,?\s|단,?\s)?([가-힣]{2,12}(?:은|는))\s")
_MODAL = re.compile(
    r"^(?:수|할|하지|한다|있다|없다|않는다|아니|된다|안|못|must|may|can|cannot|not|never|no|only|be|is|are)$"
)


@dataclass(frozen=True)
class Said:
    """One claim of a draft, and its context."""

    text: str
    around: str
    """The question and the whole draft: a condition found there is not left out."""


def left_out(said: Said, cited: Sequence[Item], evidence: Evidence) -> tuple[str, ...]:
    """A condition of the paraphrased sentence that nothing around the claim says; empty for none."""
    words, flat, around = words_of(said.text), flat_of(said.text), flat_of(said.around)
    figures = figures_of(said.around)
    for place in _singles(cited):
        clauses = clauses_of(place.text)
        if not any(one.is_condition for one in clauses) or evidence.share(words, place.flat) < PARAPHRASED:
            continue
        others = {one: _content(_without_topic(one)) for one in clauses}
        topic = [word for one in clauses for word in _content(_topic_of(one))]
        share = evidence.share(words, place.flat)
        for clause in (one for one in clauses if one.is_condition):
            rest = [*topic, *(word for one, each in others.items() if one is not clause for word in each)]
            own = [word for word in others[clause] if word not in rest]
            if len(rest) < LEAST_WORDS or not own or any(evidence.says(around, word) for word in own):
                continue
            asked = [one for one in figures_of(clause.text) if one.kind != "plain" or one.counted]
            if any(same(one, other) for one in asked for other in figures):
                continue
            if min(share, _share(evidence, rest, flat)) >= (PARAPHRASED if asked else CLOSELY):
                return (clause.text[:200],)
    return ()


def _topic_of(clause: Clause) -> str:
    """The topic of a Korean sentence is in its first clause, even if that is a condition: 집주인은 …하면."""
    found = _TOPIC.match(clause.text) if clause.is_condition and clause.start == 0 else None
    return found[1] if found else ""


def _without_topic(clause: Clause) -> str:
    topic = _topic_of(clause)
    return clause.text.replace(topic, " ", 1) if topic else clause.text


def turned_round(text: str, cited: Sequence[Item]) -> str:
    """A short rule whose words the claim all holds while it changes the modality; "" for none."""
    mine = frame_of(text)
    if not mine.modalities or negations(text):
        return ""
    flat = flat_of(text)
    for place in _singles(cited):
        words = _tokens(place.text)
        if len(words) < LEAST_WORDS or len(place.text) > len(text) or not all(_in(word, flat) for word in words):
            continue
        if exchanged_modality(mine, frame_of(place.text), closely=False):
            return place.text
    return ""


def denied_clause(text: str, cited: Sequence[Item], evidence: Evidence) -> str:
    """A clause with a denial whose words the claim all holds without denying anything; "" for none."""
    if negations(text) or not _AFFIRMS.search(text):
        return ""
    flat, own = flat_of(text), words_of(text)
    for place in _singles(cited):
        for clause in clauses_of(place.text):
            words = _tokens(clause.text)
            if len(words) < LEAST_WORDS or clause.is_condition or not negations(clause.text):
                continue
            if all(_in(word, flat) for word in words) and evidence.share(own, flat_of(clause.text)) >= PARAPHRASED:
                return place.text
    return ""


def denied_there(text: str, cited: Sequence[Item], evidence: Evidence) -> str:
    """What a claim states although the paraphrased sentence denies exactly that (*not to your manager*); "" for
    none."""
    mine = contrast_of(text)
    if negations(mine.said):
        return ""
    said, own = flat_of(mine.said), flat_of(" ".join(mine.denied))
    clauses = [words for one in clauses_of(text) if len(words := words_of(one.text)) >= LEAST_WORDS]
    for place in _singles(cited):
        denied = [words_of(phrase) for phrase in contrast_of(place.text).denied]
        denied = [words for words in denied if words and all(map(_may_be_named, words))]
        if not denied or max((evidence.share(words, place.flat) for words in clauses), default=0.0) < CONTRASTED:
            continue
        if any(all(_in(one, said) and not _in(one, own) for one in words) for words in denied):
            return place.text
    return ""


def _may_be_named(word: str) -> bool:
    return not _HANGUL.search(word) or is_nominal(word)


def _singles(cited: Iterable[Item]) -> Iterator[Place]:
    return (one for item in cited if not item.is_row for one in item.places if one.single and not is_row(one.text))


def _share(evidence: Evidence, words: Sequence[str], flat: str) -> float:
    return sum(evidence.says(flat, word) for word in words) / len(words) if words else 0.0


@lru_cache(maxsize=4_096)
def _content(text: str) -> tuple[str, ...]:
    return tuple(word for word in words_of(text) if not _SAYS_WHEN.match(word))


@lru_cache(maxsize=4_096)
def _tokens(text: str) -> tuple[str, ...]:
    """Its words, including figures, without the modal ones."""
    found = (word for word in _WORD.findall(text) if word.lower() not in ENGLISH_STOP)
    return tuple(word for word in found if not _MODAL.match(word.lower()))


def _in(word: str, flat: str) -> bool:
    return (f" {word.lower()}" if word[0].isdigit() else stem_of(word)) in flat
