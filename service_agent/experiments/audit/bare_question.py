"""A reuse held against the person's bare words, read as a session of their own would read them.

What was wrong with a reuse may be the turn's reading itself: an audit that searches with the same reading agrees with
it. So the question is read again without its conversation, and a reuse is wrong where

* the words only acknowledge what was said (`closing`);
* they ask for other data types than the turn's (`other_data`);
* rows are asked for a thing that neither they nor the pack know (`another_thing`);
* rows found with the conditions that they name are others (`other_conditions`);
* the passage found best for them is out of hand, or they exchange one thing for another (주택은?), and the passage that
  answered does not say them (`own_words`).

Words that only point at what was shown, or ask for it in another form, say nothing here: the turn's own reading is held
against a fresh search anyway.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from execution_agents.reuse.other_things import names_another_thing
from execution_agents.reuse.slot_cover import ROW_KINDS
from execution_agents.reuse.terms import bare_words, nouns
from foundation.contracts.errors import SourceFailed
from foundation.contracts.plan import Understanding
from foundation.contracts.ports import Hit, LexicalIndex
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Pack
from foundation.domains.slots.slots import find_mentions
from foundation.language.cues import FRAGMENT, asks_again, references
from service_agent.experiments.audit.comparison import Batch, Comparison, Rule, compare
from supervisor.planning.understanding import SMALL_TALK

LEAST = 1 / 3
"""Share of the words' idf mass that the best passage must say to count (as in the probe)."""
AS_WELL = 0.5
"""What the passage that answered must say of them, beside what the best one says. From the planted reuses
(`labels/planted.jsonl` of the packs)."""

Search = Callable[[Understanding, str], Awaitable[Batch]]
"""What a reading finds of a data type, now."""


@dataclass(frozen=True)
class BareWords:
    """One turn's question without its conversation."""

    own: Understanding
    """As a session of its own reads it."""
    turn: Understanding
    pack: Pack
    index: LexicalIndex | None
    now: datetime
    search: Search

    async def against(self, data_type: str, then: Batch, now: Batch) -> tuple[Comparison, Batch] | None:
        """What speaks against answering from `then`, and what was found; None where nothing does. `now`: what the
        turn's own reading finds."""
        if self.turn.shown:
            return None
        if self.own.intent == SMALL_TALK:
            return _against("closing", then)
        if then.kind == "upload":  # A question alone knows of no file: what the file holds now is compared already.
            return None
        if self.own.data_types and not set(self.own.data_types) & set(self.turn.data_types):
            return _against("other_data", then)
        return await (self._against_rows if then.kind in ROW_KINDS else self._against_passages)(data_type, then, now)

    async def _against_rows(self, name: str, then: Batch, now: Batch) -> tuple[Comparison, Batch] | None:
        question, data_type = self.own.question, self.pack.data_type(name)
        named = find_mentions(question, self.pack, self.now)
        needed = self.turn.data_types
        if names_another_thing(question, lambda: _said_by(then), data_type, self.pack, named, needed):
            return _against("another_thing", then)
        own = tuple(slot for slot in self.own.slots if slot.origin == "named" and slot.name in data_type.matching_slots)
        meant = {slot.name for slot in own}
        if not own or {(slot.name, slot.value) for slot in own} <= {
            (slot.name, slot.value) for slot in self.turn.slots
        }:
            return None
        slots = (*(slot for slot in self.turn.slots if slot.name not in meant), *own)
        now = await self.search(self.turn.model_copy(update={"slots": slots}), name)
        found = compare(then, now)
        return None if found.agrees else (replace(found, rule="other_conditions"), now)

    async def _against_passages(self, name: str, then: Batch, now: Batch) -> tuple[Comparison, Batch] | None:
        question = self.own.question
        points = self.turn.reuse_cue or references(question) or asks_again(question)
        if self.index is None or not now.items or points or not set(nouns(question)) - set(nouns(then.query)):
            return None
        besides = (each for each in self.own.data_types if each not in self.turn.data_types)
        batches = [await self.search(self.own, each) for each in (name, *besides)]
        found = [item for batch in batches if batch.kind == then.kind for item in batch.items]
        if not found:
            return None
        try:
            held, *says = await asyncio.to_thread(self._said, self.index, (now.items[0], *found))
        except SourceFailed:  # the index is away: nothing is compared by it
            return None
        most = max(says)
        best = found[says.index(most)]
        in_hand = best.content_hash in {item.content_hash for item in then.items} and not FRAGMENT.search(question)
        if most < LEAST or in_hand or held >= AS_WELL * most:
            return None
        own = Batch(then.kind, tuple(found))
        return replace(compare(then, own), agrees=False, rule="own_words"), own

    def _said(self, index: LexicalIndex, items: Sequence[EvidenceItem]) -> list[float]:
        """Of each, the share of the words' idf mass that it says, 0..1."""
        words = bare_words(self.own.question)
        hits = [Hit(item.item_id, item.content_hash, "", item.title, item.text, item.score) for item in items]
        known, asked = index.weight(words)
        return [known * each / asked if asked else 0.0 for each in index.covered(words, hits, 0)]


def _against(rule: Rule, then: Batch) -> tuple[Comparison, Batch]:
    """Without a search: what is in hand is of something else."""
    return Comparison(False, rule, (), 0, 0), Batch(then.kind, ())


def _said_by(then: Batch) -> str:
    return "\n".join((then.query, *(f"{item.title}\n{item.text}" for item in then.items)))
