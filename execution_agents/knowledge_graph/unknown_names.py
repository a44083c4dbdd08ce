"""Words that are certainly names although the pack does not have them: TIT-999, 신한은행, 버팀목 대출, the Zeta plan.

Only words that are otherwise unexplained: no name, no word of the pack or of its passages, nothing inflected.
"""

from __future__ import annotations

from collections.abc import Iterator

from execution_agents.knowledge_graph.drafts import Draft, Taken
from execution_agents.knowledge_graph.matches import Hit, Reading
from execution_agents.knowledge_graph.normalised_text import key_of
from execution_agents.knowledge_graph.shapes import LONGEST_ENDING, SHORTEST_ENDING
from execution_agents.knowledge_graph.vocabulary import is_inflected
from execution_agents.knowledge_graph.word_edges import bare_words

_WORDS_BACK = 3
"""Ordinary words that may be between a name and its head noun: 버팀목 전세 자금 대출."""
_LEAST_HEAD = 2
"""Syllables of a head noun that turns the words before it into a name: 은행, not 법 (방법, 쓰는 법)."""


def unknown_names(reading: Reading, taken: Taken) -> Iterator[Draft]:
    """The unknown names in the text that no mention covers; each is added to `taken`."""
    for found in (_of_series, _before_head_nouns, _by_ending):
        for draft in found(reading, taken):
            if taken.is_free(draft.start, draft.end):
                taken.add(draft.start, draft.end)
                yield draft


def _of_series(reading: Reading, taken: Taken) -> Iterator[Draft]:
    """Another number of a series (3계열), a code that occurs nowhere (TIT-999)."""
    key = reading.text.key
    for start, end, kind in reading.index.series.found_in(reading.text):
        stands = key[start:end] in reading.index.names or key[start:end] in reading.index.vocabulary
        if not stands and taken.is_free(start, end) and reading.ends_at(end):
            yield Draft(start, end, "unknown", kind)


def _before_head_nouns(reading: Reading, taken: Taken) -> Iterator[Draft]:
    for hit in reading.heads:
        kind = _declared_head(reading, hit)
        if kind is None:
            continue
        latin = reading.text.scripts[hit.start] == "latin"
        start = _capitalised_before(reading, taken, hit) if latin else _name_before(reading, taken, hit)
        if start is not None and taken.is_free(start, hit.start):
            end = hit.end if taken.is_free(hit.start, hit.end) else hit.start
            yield Draft(start, end, "unknown", kind)


def _declared_head(reading: Reading, hit: Hit) -> str | None:
    """The type whose head noun was written down for it (labels alone are too vague): the one that names it first."""
    ranked = [
        (declared.head_nouns.index(noun), kind)
        for kind in hit.name.head_of
        if (declared := reading.index.kinds[kind].declared) is not None
        for noun in declared.head_nouns
        if key_of(noun) == hit.name.key
    ]
    return min(ranked)[1] if ranked else None


def _name_before(reading: Reading, taken: Taken, hit: Hit) -> int | None:
    """The start of the name before a Korean head noun; None if there is none."""
    text, vocabulary = reading.text, reading.index.vocabulary
    at = hit.start
    for _ in range(_WORDS_BACK):
        glued = at not in text.word_starts
        if at == 0 or at in text.clauses or hit.end - hit.start < _LEAST_HEAD:
            return None
        start = text.word_at(at - 1)[0]
        word = text.key[start:at]
        if not taken.is_free(start, at):
            return None
        if any(script != "hangul" for script in text.scripts[start:at]):
            return None
        if not glued and is_inflected(word):
            return None
        if glued and vocabulary.is_ordinary(text.key[start : hit.end]):
            return None
        rest = _unexplained(reading, word)
        if len(rest) > 1:
            return None if vocabulary.is_ordinary(rest) else start
        if not vocabulary.is_ordinary(word):
            return None
        at = start
    return None


def _unexplained(reading: Reading, word: str) -> str:
    """The word without the ordinary words it ends with: 버팀목전세자금 -> 버팀목."""
    vocabulary = reading.index.vocabulary
    if vocabulary.is_ordinary(word):
        return ""
    for at in range(1, len(word) - 1):
        if word[at:] in vocabulary:
            return word[:at] if at > 1 and not vocabulary.is_ordinary(word[:at]) else ""
    return word


def _capitalised_before(reading: Reading, taken: Taken, hit: Hit) -> int | None:
    """The start of the capitalised words before a Latin head noun, if one of them is no ordinary word."""
    text = reading.text
    start, names = hit.start, 0
    while start > 0 and start in text.word_starts and start not in text.clauses:
        before = text.word_at(start - 1)[0]
        if not text.text[text.starts[before]].isupper() or not taken.is_free(before, start):
            break
        # A sentence begins with a capital anyway (Cheap loans, please); a name may go on with one (Kookmin Bank).
        alone = names == 0 and not text.text[text.starts[hit.start]].isupper()
        if before == 0 and (alone or reading.index.vocabulary.is_ordinary(text.key[before:start])):
            break
        names += not reading.index.vocabulary.is_ordinary(text.key[before:start])
        start = before
    return start if names else None


def _by_ending(reading: Reading, taken: Taken) -> Iterator[Draft]:
    """A word with an ending that names of a kind have."""
    text = reading.text
    for start, end in text.word_spans():
        if not taken.is_free(start, end):
            continue
        if text.scripts[start] == "latin":
            yield from _by_latin_ending(reading, start, end)
            continue
        for stem in bare_words(text.key[start:end]):
            kind = _kind_by_ending(reading, stem)
            if kind is not None:
                yield Draft(start, start + len(stem), "unknown", kind)
                break


def _by_latin_ending(reading: Reading, start: int, end: int) -> Iterator[Draft]:
    """Suyeong-gu: the ending follows a hyphen."""
    text = reading.text
    kind = reading.index.declared_endings.get(f"-{text.key[start:end]}")
    if kind is not None and start > 0 and text.text[text.ends[start - 1] : text.starts[start]] == "-":
        before = text.word_at(start - 1)[0]
        if text.scripts[before] == "latin" and start - before > _LEAST_HEAD:
            yield Draft(before, end, "unknown", kind)


def _kind_by_ending(reading: Reading, stem: str) -> str | None:
    index = reading.index
    if stem in index.vocabulary or len(stem) < _LEAST_HEAD + 1:
        return None
    for size in range(min(len(stem) - 1, LONGEST_ENDING), 0, -1):
        kind = index.declared_endings.get(stem[-size:]) or index.learned_endings.get(stem[-size:])
        declared = index.kinds[kind].declared if kind is not None else None
        if kind is not None and not any(_ends_so(stem, word) for word in (declared.ordinary if declared else ())):
            return kind if _makes_a_name(reading, stem, size) else None
    return None


def _ends_so(stem: str, word: str) -> bool:
    """True if a word is this ordinary one, or a compound of it: 활동, 봉사활동; but 성수동 is no 수동."""
    return stem.endswith(word) and len(stem) - len(word) != 1


def _makes_a_name(reading: Reading, stem: str, size: int) -> bool:
    """True if the part before an ending is no ordinary word; before a learned ending of two syllables (반포자이), true
    if it names something, even elsewhere."""
    index, rest = reading.index, stem[:-size]
    if stem[-size:] in index.declared_endings:
        return not index.vocabulary.is_ordinary(stem if size == 1 else rest)
    if size == SHORTEST_ENDING:
        name = index.names.get(rest)
        return name is not None and bool(name.bare or name.elsewhere)
    return not index.vocabulary.is_ordinary(rest)
