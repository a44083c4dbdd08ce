"""Entity linking: which things of a pack a text names, known, ambiguous, unknown or weak.

    names in the text -> joined with what they lie in, decided -> misspellings -> certain unknown names -> weak ones

Nothing is looked up anywhere: a text of a hundred letters takes well under a millisecond, a few when a word has to be
compared with thousands of names.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from execution_agents.knowledge_graph.deciding import Decider
from execution_agents.knowledge_graph.drafts import Draft, Taken
from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.knowledge_graph.matches import MOST_NAMES, Hit, Reading, chosen
from execution_agents.knowledge_graph.misspellings import LEAST_SYLLABLES, is_certain
from execution_agents.knowledge_graph.names import Name
from execution_agents.knowledge_graph.normalised_text import NormalisedText, key_of
from execution_agents.knowledge_graph.unknown_names import unknown_names
from execution_agents.knowledge_graph.word_edges import bare_words
from foundation.contracts.entities import Conversation, Mention
from foundation.domains.schema.by_identity import ByIdentity

NOTHING_BEFORE = Conversation()
_FRAGMENT = 12
"""Letters of a question that only names another thing of the same kind: 신한은 어때?"""
_MOST_LOOKED_UP = 48
"""Stretches of one text that are compared with all names: each takes some 0.1 ms."""
_WINDOW = 4
"""Words a misspelt name may have."""


def link(text: str, index: EntityIndex, conversation: Conversation = NOTHING_BEFORE) -> tuple[Mention, ...]:
    """The names in the text, in order; spans refer to the original `text`."""
    return _linked(text, ByIdentity(index), conversation)


@lru_cache(maxsize=512)
def _linked(text: str, index: ByIdentity[EntityIndex], conversation: Conversation) -> tuple[Mention, ...]:
    """A turn links the same few texts a dozen times."""
    return _Linking(text, index.part, conversation).mentions()


def named_in(text: str, index: EntityIndex) -> frozenset[str]:
    """Ids of what a passage or row certainly names: known names, ambiguous ones with all their ids."""
    linking = _Linking(text, index, NOTHING_BEFORE)
    drafts = linking.decided()
    return frozenset(each for draft in drafts if draft.status in ("known", "ambiguous") for each in draft.ids)


def spelled(text: str, index: EntityIndex, conversation: Conversation = NOTHING_BEFORE) -> tuple[Mention, ...]:
    """What a passage certainly names, in order: one known thing each, as it is spelled."""
    linking = _Linking(text, index, conversation)
    known = (draft for draft in linking.decided() if draft.status == "known" and len(draft.ids) == 1)
    return tuple(draft.mention(linking.text) for draft in sorted(known, key=lambda one: one.start))


def _is_long(key: str) -> bool:
    """True if a Korean name is long enough to be found even when it is written with extra spaces."""
    return not key.isascii() and len(key) > _WINDOW


class _Linking:
    """One text against one index."""

    def __init__(self, text: str, index: EntityIndex, conversation: Conversation) -> None:
        self._reading = Reading(text, index)
        self._index = index
        self._conversation = conversation

    @property
    def text(self) -> NormalisedText:
        """The text as it is read."""
        return self._reading.text

    def mentions(self) -> tuple[Mention, ...]:
        standing = self.decided()
        taken = Taken(draft for draft in standing if draft.status != "weak")
        for draft in self._misspelt(taken):
            standing = [one for one in standing if one.end <= draft.start or draft.end <= one.start]
            standing.append(draft)
        standing += unknown_names(self._reading, taken)
        standing = [draft for draft in standing if draft.status != "weak" or taken.is_free(draft.start, draft.end)]
        standing += list(self._weak(taken, standing))
        standing.sort(key=lambda draft: (draft.start, -draft.end))
        return tuple(draft.mention(self._reading.text) for draft in standing[: 2 * MOST_NAMES])

    def decided(self) -> list[Draft]:
        """The names in the text as they are spelled."""
        drafts = [draft for hit in self._reading.names() if (draft := self._draft(hit)) is not None]
        return Decider(self._reading.text, self._index, self._conversation).decided(drafts, self._reading.references)

    def _draft(self, hit: Hit) -> Draft | None:
        name = hit.name
        ids = [*name.bare, *self._headed(hit)]
        if ids:
            return self._of(hit.start, hit.end, name, ids)
        if name.behind:
            kind = self._index.entities[name.behind[0]].type
            return Draft(hit.start, hit.end, "behind", kind, list(name.behind), is_shared=True)
        for kind in name.elsewhere:
            if not name.needs_head or self._is_of(hit, kind):
                return Draft(hit.start, hit.end, "unknown", kind)
        if name.headed:
            return Draft(hit.start, hit.end, "weak", self._index.entities[name.headed[0]].type, name.headed)
        return None

    def _of(self, start: int, end: int, name: Name, ids: list[str]) -> Draft:
        kinds = {self._index.entities[one].type for one in ids}
        several = len(ids) > 1 and not name.is_group and not (name.is_term and len(kinds) == len(ids))
        kind = self._index.entities[ids[0]].type if len(kinds) == 1 or not several else ""
        return Draft(start, end, "ambiguous" if several else "known", kind, ids, name.is_shared, name.is_group)

    def _headed(self, hit: Hit) -> list[str]:
        """The meaning of a short name beside its head noun. If the name alone names something too, a noun that is a
        value itself (강남 아파트) does not turn it into another thing, unless it is attached to it (강남아파트)."""
        found: list[str] = []
        for one in hit.name.headed:
            kind = self._index.entities[one].type
            if hit.name.bare:
                head = self._reading.head_beside(hit.start, hit.end, kind)
                if head and (not head.name.is_term or head.start not in self._reading.text.word_starts):
                    found.append(one)
            elif self._is_of(hit, kind):
                found.append(one)
        return found

    def _is_of(self, hit: Hit, kind: str) -> bool:
        """True if a head noun of the type is beside it, or if the question only names another one of that type."""
        if self._reading.head_beside(hit.start, hit.end, kind) is not None:
            return True
        return kind in self._conversation.types and len(self._reading.text.key) <= _FRAGMENT

    # --- misspellings -----------------------------------------------------------------------------

    def _misspelt(self, taken: Taken) -> Iterator[Draft]:
        """Names that a few words nearly spell, if one of these words is otherwise unexplained. Names within these words
        are then parts of the longer one (달서 푸르지오 시그니쳐)."""
        text, vocabulary = self._reading.text, self._index.vocabulary
        words = list(text.word_spans())
        looked_up = 0
        strange = [taken.is_free(*word) and not vocabulary.is_ordinary(text.key[slice(*word)]) for word in words]
        for first in range(len(words)):
            for size in range(1, min(_WINDOW, len(words) - first) + 1):
                start, (last_start, end) = words[first][0], words[first + size - 1]
                if size > 1 and last_start in text.clauses:
                    break
                if not any(strange[first : first + size]) or (size == 1 and not taken.is_free(start, end)):
                    continue
                if looked_up >= _MOST_LOOKED_UP:
                    return
                looked_up += 1
                draft = self._nearly(start, last_start, end, size)
                if draft is not None:
                    taken.add(draft.start, draft.end)
                    strange[first : first + size] = [False] * size
                    yield draft
                    break

    def _nearly(self, start: int, last_start: int, end: int, size: int) -> Draft | None:
        key = self._reading.text.key
        for stem in bare_words(key[last_start:end]):
            spelled = key[start:last_start] + stem
            near = self._index.misspellings.nearest(spelled)
            if near is None or self._is_of_many(spelled):
                continue
            names = [self._index.names[one] for one in near.keys]
            if size > 1:
                names = [name for name in names if len(name.breaks) >= size or _is_long(name.key)]
            if not names:
                continue
            known = [name for name in names if name.bare]
            if not known:
                if not is_certain(spelled, near):
                    continue
                return Draft(start, start + len(spelled), "unknown", names[0].elsewhere[0], corrected=names[0].key)
            ids = list(dict.fromkeys(each for name in known for each in name.bare))
            draft = self._of(start, start + len(spelled), known[0], ids)
            draft.corrected = self._spelling(known[0])
            draft.status = "weak" if len(known) > 1 and draft.status == "ambiguous" else draft.status
            return draft
        return None

    def _is_of_many(self, word: str) -> bool:
        """True if a short word has an ending that very many names have: 성수동 is another name rather than a misspelt
        석수동."""
        ends = any(word.endswith(ending) for ending in self._index.declared_endings)
        return ends and len(word) <= LEAST_SYLLABLES

    def _spelling(self, name: Name) -> str:
        entity = self._index.entities[name.bare[0]]
        return next((one for one in (entity.name, *entity.aliases) if key_of(one) == name.key), entity.name)

    # --- weak -------------------------------------------------------------------------------------

    def _weak(self, taken: Taken, standing: list[Draft]) -> Iterator[Draft]:
        headings = [hit for hit in self._reading.fitting if hit.name.weak]
        for hit in chosen(headings, self._reading.text):
            yield Draft(hit.start, hit.end, "weak", self._index.entities[hit.name.weak[0]].type, hit.name.weak)
        held = Taken(standing)
        text = self._reading.text
        for start, end in text.word_spans():
            if self._may_be_a_name(start, end) and taken.is_free(start, end) and held.is_free(start, end):
                yield Draft(start, end, "weak")

    def _may_be_a_name(self, start: int, end: int) -> bool:
        """A capitalised word inside a sentence, an abbreviation, a code: the text does not show what it names."""
        text = self._reading.text
        letters = text.text[text.starts[start] : text.ends[end - 1]]
        if not letters[:1].isupper() or not letters.isascii() or len(letters) < 2:
            return False
        inside = start > 0 and start not in text.clauses
        return (inside or letters.isupper()) and not self._index.vocabulary.is_ordinary(text.key[start:end])
