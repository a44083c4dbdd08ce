"""A condition nobody named, taken from the person's statements about themselves in an earlier conversation.

Only if the question needs it, neither the question nor the conversation mentions it, and the question is not about all
of them (어느 구가 제일 비싸?). The answer says so, and names the memory.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from foundation.contracts.memories import Memory
from foundation.contracts.plan import SlotValue, Understanding
from foundation.domains.schema.pack import Slot
from foundation.domains.slots.slots import display_value, find_mentions
from foundation.language.cues import says_any
from supervisor.planning.context import TurnContext
from supervisor.planning.following.conversation import matched_slots
from supervisor.planning.following.topic import Edit, apply_edits
from supervisor.planning.plan import ending_of

TOPICS = {"region": ("interest", "home"), "choice": ("deal",)}
"""Parser of a slot -> topics of memories that may fill it, the likeliest first."""
_OVER_ALL = re.compile(
    r"어디|어느|(?:지역|구|동|단지|유형)\s?별|(?<![가-힣])(?:각|모든|전체|전국|전부)|가장|제일|순위|상위|하위|비교|차이|평균적"
    r"|\b(?:where|which|each|every|all|any|rank\w*|top|compar\w+|most|least|highest|lowest|cheapest|versus|vs)\b",
    re.IGNORECASE,
)
"""The question is about several values of a slot, not about a missing one."""
_END = re.compile(r"[?？.!\s]*$")


def suggested(rules: Understanding, context: TurnContext) -> Understanding:
    """The understanding with the memories' conditions; unchanged if they add nothing."""
    if not context.memories or not rules.data_types or ending_of(rules, context.pack) is not None:
        return rules
    if rules.unresolved or _OVER_ALL.search(rules.question):
        return rules
    needed = matched_slots(rules.data_types, context.pack)
    for slot in context.pack.slots:
        if slot.name in needed and slot.parser in TOPICS and not _spoken_of(slot, rules, context):
            rules = _filled(slot, rules, context)
    return rules


def _spoken_of(slot: Slot, rules: Understanding, context: TurnContext) -> bool:
    """True if the question or the conversation mentions it, even to say that it does not matter."""
    if any(value.name == slot.name for value in rules.slots) or says_any(rules.question, slot.parser):
        return True
    if any(mention.slot == slot.name for mention in find_mentions(rules.question, context.pack, context.now)):
        return True
    return any(exchange.slots.get(slot.name) for exchange in context.exchanges)


def _filled(slot: Slot, rules: Understanding, context: TurnContext) -> Understanding:
    for topic in TOPICS[slot.parser]:
        for memory in context.memories:
            values = _values_in(memory, slot, context) if memory.topic == topic else ()
            if len(values) == 1:
                return _with_value(slot, values[0], memory, rules)
    return rules


def _values_in(memory: Memory, slot: Slot, context: TurnContext) -> Sequence[str]:
    mentions = find_mentions(memory.text, context.pack, context.now)
    values = (mention.value for mention in mentions if mention.slot == slot.name and not mention.negated)
    return tuple(dict.fromkeys(values))


def _with_value(slot: Slot, value: str, memory: Memory, rules: Understanding) -> Understanding:
    words = display_value(slot, value, rules.language)
    text = rules.standalone
    if rules.language == "ko":
        text = apply_edits(text, [Edit(0, 0, f"{words} ")])
    else:
        end = _END.search(text)
        at = end.start() if end else len(text)
        text = apply_edits(text, [Edit(at, at, f" ({words})")])
    held = SlotValue(name=slot.name, value=value, text="", origin="remembered")
    return rules.model_copy(
        update={
            "slots": (*rules.slots, held),
            "standalone": text,
            "remembered": (*rules.remembered, memory.memory_id),
        }
    )
