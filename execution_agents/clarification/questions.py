"""A question as the graph search reads it: spec, amount, ids, names, and the remaining words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from execution_agents.clarification.index import GraphIndex
from execution_agents.clarification.quantities import Amount
from execution_agents.clarification.specs import SpecReading, folded, is_number_said
from execution_agents.clarification.surcharges import without_conditions
from execution_agents.knowledge_graph.misspellings import Misspellings, is_form
from execution_agents.knowledge_graph.normalised_text import key_of
from execution_agents.knowledge_graph.word_edges import bare_words, is_tail
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import Pack
from foundation.language.cues import topic_words
from foundation.language.numerals import NATIVE
from foundation.language.rules.verb_forms import START, verb_forms

_LIST = re.compile(
    r"(?:전체\s*목록|목록\s*전체|모두\s*보여\s*줘?|전부\s*보여\s*줘?|\bwhole list\b|\blist all\b)(?:\s*\(\d+\))?",
    re.IGNORECASE,
)
_PAGE = re.compile(r"(\d{1,4})\s*(?:쪽|페이지)|\bpage\s*(\d{1,4})\b", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W_]+(?:[.\-][^\W_]+)*")
_LATIN = re.compile(r"[a-z]{2,20}")
_DIGIT = re.compile(r"\d")
_HANGUL = re.compile(r"[가-힣]")
_PLURAL = re.compile(r"[a-z]{2,19}s")
_COUNTED = re.compile(rf"{NATIVE}(.+)")
ONE_SYLLABLE = re.compile(r"(?<![가-힣])([가-힣])(?:에다?가?|[을를])(?![가-힣])")
"""A noun of one syllable that says where or what (벽에, 흙을): too short to find names by."""
_HOW_MANY = re.compile(r"몇[가-힣]{1,6}")
"""What only asks how many, in whatever unit: 몇키로, 몇인이야."""


@dataclass(frozen=True)
class Heard:
    """The parts of a question."""

    text: str
    spec: SpecReading
    amount: Amount | None
    ids: tuple[str, ...]
    names: tuple[str, ...]
    """Keys of names that occur in it."""
    words: tuple[str, ...]
    """Keys of the remaining content words."""
    asides: tuple[str, ...]
    """Words of the field that name nothing in the graph: 품셈, 노무."""
    page: int
    """The page of the whole list; 0: none is asked for."""
    per_unit: bool = False
    """How much one takes is asked for: 미터당."""
    conditions: bool = False
    """It names conditions that add to quantities: 밤에 하면."""
    counts: bool = False
    """The list is asked for to know how many things are in it."""

    @property
    def latin_alone(self) -> bool:
        """True if it consists of abbreviations only: tig."""
        return bool(self.words) and all(_LATIN.fullmatch(word) for word in self.words)


@dataclass(frozen=True)
class FieldWords:
    """Words that any question of a pack may hold, and their synonyms."""

    asides: frozenset[str]
    synonyms: Mapping[str, tuple[str, ...]]
    things: frozenset[str] = frozenset()
    """What the things that may be asked for are called: 공종."""
    verbs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Beginnings of forms of verbs among the synonyms, with what each stands for: 심기 of 심다."""
    said: tuple[str, ...] = ()
    """Beginnings of forms of verbs that name nothing: 붙는 of 붙다."""

    @cached_property
    def _spelled(self) -> Misspellings:
        return Misspellings(one for one in self.synonyms if one.isascii())

    def meant_by(self, word: str) -> tuple[str, ...]:
        """The English words among the synonyms that this one is a form of, or nearly spelled like: demolished,
        concret."""
        forms = tuple(one for one in self.synonyms if one.isascii() and is_form(word, one))
        near = None if forms or word in self.asides else self._spelled.nearest(word)
        return forms or (() if near is None else near.keys)

    def parted(self, word: str) -> tuple[str, ...]:
        """A noun and the verb written to it that meet in what they stand for (가지치는: 전정); () where it is no such
        word (이어붙이는)."""
        for at in range(len(word) - 1, 1, -1):
            noun, verb = word[:at], word[at:]
            of_noun = self.synonyms.get(noun, ())
            if any(verb.startswith(form) and not set(of_noun).isdisjoint(others) for form, others in self.verbs):
                return noun, verb
        return ()


def heard(question: str, index: GraphIndex, words: FieldWords) -> Heard:
    """The question, read once."""
    text = question
    listing = _LIST.search(text)
    page = 0
    if listing:
        text = text.replace(listing[0], " ")
        found = _PAGE.search(text)
        page = int(found[1] or found[2]) if found else 1
        text = _PAGE.sub(" ", text)
    ids = tuple(dict.fromkeys(index.ids_in(text)))
    for one in ids:
        text = text.replace(one, " ")
    whole = folded(text)
    plain = without_conditions(whole, index.declared, index.is_word_of_names)
    conditions = plain != whole
    numbered = [one for one in index.names_in(plain) if _DIGIT.search(one[0])]  # [10]다짐기계 gives no spec
    for _, start, end in numbered:
        plain = f"{plain[:start]}{' ' * (end - start)}{plain[end:]}"
    spec = index.specs.read(plain)
    amount = index.amounts.read(spec.rest)
    rest = spec.rest if amount is None else f"{spec.rest[: amount.start]} {spec.rest[amount.end :]}"
    names = [*numbered, *index.names_in(rest)]
    for _, start, end in names:
        rest = f"{rest[:start]}{' ' * (end - start)}{rest[end:]}"
    kept, asides = _words(rest, index, words)
    counts = not page and bool(asides) and _counts_things(question, words)
    page = 1 if counts else max(0, page)
    per_unit = any(_is_per(match[0], index) for match in _TOKEN.finditer(rest))
    named = tuple(name for name, _, _ in names)
    return Heard(text, spec, amount, ids, named, kept, asides, page, per_unit, conditions, counts)


def spellings(word: str, words: FieldWords) -> tuple[list[str], list[str]]:
    """The word, its stems without particles or an English plural's ending, and its synonyms."""
    singular = (word[:-1],) if _PLURAL.fullmatch(word) else ()
    bare = list(dict.fromkeys((word, *bare_words(word), *singular)))
    alike = [other for one in bare for other in words.synonyms.get(one, ())]
    alike += [other for form, others in words.verbs if word.startswith(form) for other in others]
    if not alike and _LATIN.fullmatch(word):
        alike = [other for one in words.meant_by(word) for other in words.synonyms[one]]
    return bare, list(dict.fromkeys(map(key_of, alike)))


def field_words(pack: Pack) -> FieldWords:
    """Those of this pack: its domain words, and what its graph calls types and relations."""
    return _field_words(ByIdentity(pack))


@lru_cache(maxsize=64)
def _field_words(held: ByIdentity[Pack]) -> FieldWords:
    pack = held.part
    graph = pack.graph
    labels = [one.label for one in (*graph.types, *graph.relations)] if graph else []
    kept = [*pack.dictionary.domain_words, *(word for label in labels for word in label.values())]
    kept += [word for intent in pack.intents for word in intent.keywords]
    synonyms: dict[str, tuple[str, ...]] = {}
    for word, others in pack.dictionary.synonyms.items():
        key = key_of(word)
        synonyms[key] = (*synonyms.get(key, ()), *others)
    asked_for = [one for one in graph.types if one.target and not one.container] if graph else []
    things = [word for one in asked_for for word in one.label.values()]
    asides, called = (frozenset(key_of(word) for word in each if word.strip()) for each in (kept, things))
    verbs = tuple((form, others) for word, others in pack.dictionary.synonyms.items() for form in _forms(word))
    said = tuple(form for word in pack.dictionary.domain_words for form in _forms(word))
    return FieldWords(asides, synonyms, called, verbs, said)


def _forms(word: str) -> Iterator[str]:
    """Beginnings of the forms of a verb in its dictionary form; none of a noun. One syllable begins too many words."""
    forms = (form.removeprefix(START) for form in verb_forms(word) if form != word)
    return (form for form in forms if len(form) > 1)


def _words(rest: str, index: GraphIndex, words: FieldWords) -> tuple[tuple[str, ...], tuple[str, ...]]:
    kept: list[str] = []
    asides: list[str] = []
    for token in dict.fromkeys(match[0] for match in _TOKEN.finditer(rest)):
        if is_tail(token, term=False) or is_number_said(token) or not re.search(r"[^\W\d_]", token):
            continue
        if ONE_SYLLABLE.fullmatch(token):
            continue
        if _HOW_MANY.fullmatch(token):
            asides.append(token)
            continue
        # A word of a name is one whatever it looks like elsewhere: 되메우기 looks like a verb.
        if not index.holding(token) and (not topic_words(token, short=True) or _is_measure(token, index)):
            continue
        variants = [token, *bare_words(token)]
        if any(one in words.asides for one in variants) or token.startswith(words.said):
            asides.append(token)
        elif len(variants[-1]) > 1 or not _HANGUL.search(token):
            alone = index.holding(token) or any(spellings(token, words)[1])
            kept += [token] if alone else words.parted(token) or [token]
    return tuple(dict.fromkeys(kept)), tuple(dict.fromkeys(asides))


def _counts_things(question: str, words: FieldWords) -> bool:
    """True if it asks how many of the things there are: 공종 몇 개, how many works."""
    return any(
        re.search(
            rf"{re.escape(one)}(?:이|가|은|는|들이?)?\s*(?:모두|총|다|전부)?\s*몇|\bhow\s+many\s+(?:[a-z]+\s+)?{re.escape(one)}s?\b",
            question,
            re.IGNORECASE,
        )
        for one in words.things
    )


def _is_per(token: str, index: GraphIndex) -> bool:
    return token.endswith("당") and index.amounts.knows(token[:-1])


def _is_measure(token: str, index: GraphIndex) -> bool:
    """True for what only says per how much: m3당, 한개소에."""
    if _is_per(token, index):
        return True
    counted = _COUNTED.fullmatch(token)
    return counted is not None and any(index.amounts.knows(one) for one in (counted[1], *bare_words(counted[1])))
