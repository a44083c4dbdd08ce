"""Decides which of several things with one name is meant: by the words beside it, then in the question, then before it.

대구 동구 names one thing, not two; 동구 beside 대구, or after a question about Daegu, is 대구 동구; an article without
a law belongs to the law mentioned before; a name that nothing decides stays ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from execution_agents.knowledge_graph.drafts import Draft
from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.knowledge_graph.normalised_text import NormalisedText
from execution_agents.knowledge_graph.numbered import Reference
from execution_agents.retrieval.analysis import key_words
from foundation.contracts.entities import Conversation
from foundation.language.cues import topic_words
from foundation.language.grams import is_said

_JOINT = re.compile(r"^(?:시|도|시의|의|에|에서|에있는|에서의|in|of|ofthe|inthe|underthe|under|상|상의)?$")
"""What may be, in a normalised text, between a thing and its container."""
_MOST = 40
"""Most candidates of an ambiguous mention: every law has a 제1조."""


class Decider:
    """Decides within one text of one conversation."""

    def __init__(self, text: NormalisedText, index: EntityIndex, conversation: Conversation) -> None:
        self._text = text
        self._index = index
        self._conversation = conversation
        self._numbered_kinds = index.numbered_kinds

    def decided(self, drafts: Sequence[Draft], references: Sequence[Reference]) -> list[Draft]:
        """The drafts with articles among them, things joined with their containers, and names decided."""
        joined = self._joined([*drafts, *self._articles(drafts, references)])
        found = [draft for draft in joined if draft.status != "behind"]
        for draft in found:
            if draft.status == "ambiguous":
                self._decide(draft, [other for other in found if other is not draft and other.status == "known"])
        return found

    # --- things and what they lie in --------------------------------------------------------------

    def _joined(self, drafts: Sequence[Draft]) -> list[Draft]:
        kept: list[Draft] = []
        for draft in sorted(drafts, key=lambda one: (one.start, one.end)):
            last = kept[-1] if kept else None
            if last is not None and self._stand_together(last, draft) and self._join(last, draft):
                kept[-1] = draft
                draft.start = last.start
            elif last is not None and self._stand_together(last, draft) and self._join(draft, last):
                last.end = draft.end
            else:
                kept.append(draft)
        return kept

    def _stand_together(self, first: Draft, second: Draft) -> bool:
        between = self._text.key[first.end : second.start]
        ends_clause = any(first.end <= place <= second.start for place in self._text.clauses)
        comma = ends_clause and between == "" and self._text.text[slice(*self._gap(first, second))].strip() == ","
        return _JOINT.match(between) is not None and (not ends_clause or (comma and self._is_latin(first, second)))

    def _gap(self, first: Draft, second: Draft) -> tuple[int, int]:
        return self._text.ends[first.end - 1], self._text.starts[second.start]

    def _is_latin(self, first: Draft, second: Draft) -> bool:
        return self._text.key[first.start : second.end].isascii()

    def _join(self, outer: Draft, inner: Draft) -> bool:
        """True if the outer mention is the container of the inner one; the inner one is then decided by it."""
        if inner.status == "unknown" and inner.type in self._numbered_kinds:
            return outer.type != inner.type and (inner.parent in outer.ids or not outer.ids)
        if outer.status == "unknown" and inner.is_shared and outer.type == inner.type:
            inner.status, inner.ids, inner.parent = "unknown", [], ""
            return True
        if outer.status not in ("known", "ambiguous") or outer.is_group:
            return False
        below = [one for one in inner.ids if set(self._index.lineage(one)[1:]) & set(outer.ids)]
        if not below or (inner.status == "known" and len(below) < len(inner.ids)):
            return False
        inner.ids = below
        inner.status = "known" if len(below) == 1 else "ambiguous"
        return True

    # --- articles ---------------------------------------------------------------------------------

    def _articles(self, drafts: Sequence[Draft], references: Sequence[Reference]) -> Iterable[Draft]:
        kinds = {self._index.entities[one].type for one in self._index.inside if one in self._index.entities}
        laws = [one for one in drafts if one.type in kinds and (not one.ids or self._holds_articles(one))]
        for reference in references:
            law = self._law_of(reference, laws)
            draft = self._article(reference, law)
            if draft is not None:
                yield draft

    def _holds_articles(self, draft: Draft) -> bool:
        return any(one in self._index.inside for one in draft.ids)

    def _law_of(self, reference: Reference, laws: Sequence[Draft]) -> Draft | None:
        """The law beside the number, else the last one before it, else the only one of the question."""
        before = [law for law in laws if law.end <= reference.start]
        behind = [law for law in laws if law.start >= reference.end]
        if behind and _JOINT.match(self._text.key[reference.end : behind[0].start]) and reference.end < behind[0].start:
            return behind[0]
        return before[-1] if before else behind[0] if len(behind) == 1 else None

    def _article(self, reference: Reference, law: Draft | None) -> Draft | None:
        """The article meant; None if a bare number need not be one."""
        kind = next(iter(sorted(self._numbered_kinds)), "")
        draft = Draft(reference.start, reference.end, "known", kind)
        if law is not None:
            draft.ids = [each for one in law.ids for each in self._index.inside.get(one, {}).get(reference.number, ())]
        elif reference.certain or any(self._laws_spoken_of()):
            draft.ids = self._of_last_law(reference) or self._index.numbered.get(reference.number, [])
        elif self._is_all_asked(reference) and reference.number in self._index.numbered:
            draft.ids = self._index.numbered[reference.number]
        else:
            return None
        draft.status = "known" if len(draft.ids) == 1 else "ambiguous" if draft.ids else "unknown"
        draft.ids = draft.ids[:_MOST]
        if draft.status == "unknown" and law is not None and len(law.ids) == 1:
            draft.parent = law.ids[0]
        return draft

    def _is_all_asked(self, reference: Reference) -> bool:
        """True if the text asks for the number and names nothing else: 25조 알려줘, 11조에 뭐라고 써있어."""
        number = self._text.key[reference.start : reference.end]
        others = (word for word in key_words(self._text.text) if number not in word)
        return all(is_said(word) or not topic_words(word) for word in others)

    def _of_last_law(self, reference: Reference) -> list[str]:
        """The article of this number in the last mentioned law that has one."""
        for law in self._laws_spoken_of():
            found = self._index.inside[law].get(reference.number)
            if found:
                return found
        return []

    def _laws_spoken_of(self) -> Iterator[str]:
        """The laws of the conversation, the last one first."""
        for named in self._conversation.named:
            yield from (one for one in self._index.lineage(named) if one in self._index.inside)

    # --- names of several things ------------------------------------------------------------------

    def _decide(self, draft: Draft, others: Sequence[Draft]) -> None:
        nearest = sorted(others, key=lambda one: abs(one.start - draft.start))
        nearby = [each for one in nearest if not one.is_group for each in one.ids]
        for context in ([one] for one in (*nearby, *self._conversation.named)):
            fits = self._fitting(draft.ids, context[0])
            if len(fits) == 1:
                draft.ids, draft.status = fits, "known"
                break
        else:
            of_last_type = [one for one in draft.ids if self._index.entities[one].type in self._conversation.types]
            if len(of_last_type) == 1:
                draft.ids, draft.status = of_last_type, "known"
        if draft.status == "known":
            draft.type = self._index.entities[draft.ids[0]].type

    def _fitting(self, ids: Sequence[str], context: str) -> list[str]:
        """Those that are the thing itself, else those in it, else those in its container."""
        if context in ids:
            return [context]
        inside = [one for one in ids if context in self._index.lineage(one)]
        if inside:
            return inside
        above = set(self._index.lineage(context)[1:])
        return [one for one in ids if above & set(self._index.lineage(one)[1:])]
