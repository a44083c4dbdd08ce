"""What one question means in its conversation, by rules only: pure, no model, always a result."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from execution_agents.reuse.gates import without
from execution_agents.reuse.terms import nouns
from foundation.contracts.plan import Understanding
from foundation.domains.schema.pack import Pack
from foundation.language.cues import says_nothing
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.forms import asks_for_a_form
from supervisor.planning.bounds import as_read
from supervisor.planning.context import INHERITED_CONFIDENCE, TurnContext
from supervisor.planning.following.conversation import (
    Following,
    ResolvedSlots,
    followed,
    matched_slots,
    means_a_place_unnamed,
    resolve_slots,
    topics,
)
from supervisor.planning.following.figures import corrected_by
from supervisor.planning.following.rewrite import standalone_question
from supervisor.planning.following.shown_row import row_asked_of
from supervisor.planning.intent import intent_of_data_type
from supervisor.planning.reading import Reading, read_question, says_domain_word
from supervisor.planning.router import belongs_to_conversation, is_small_talk, route_of

SMALL_TALK = "small_talk"
"""Used as the intent if a pack has none for it: greetings, thanks, questions about the assistant."""
SLOTS_ONLY_CONFIDENCE = 500
"""Per mille: an intent known only from the slots a question names."""
ENDED_CONFIDENCE = 600


@dataclass(frozen=True)
class _Aim:
    """The intent, its origin and the exchange it follows."""

    intent: str
    confidence: int
    following: Following | None
    data_types: tuple[str, ...]


def understand(context: TurnContext, reading: Reading | None = None) -> Understanding:
    """Route, intent, slots with their origins, data types, the question rewritten to be complete by itself. `reading`:
    what the question's own words say, if it is known."""
    reading, pack = reading or read_question(context), context.pack
    small_talk = is_small_talk(reading, pack, context.entities, follows=bool(topics(context)))
    if small_talk and context.routing:
        return _small_talk(reading)
    aim = _aim(reading, context)
    if not context.routing and (small_talk or pack.intent(aim.intent).ends == "irrelevant"):
        aim = _unrouted(reading, pack)
    if not aim.data_types and pack.intent(aim.intent).ends is not None:
        return _ended(reading, aim, context)
    resolved = resolve_slots(reading, aim.following, aim.data_types, context)
    standalone = as_read(standalone_question(reading, resolved.values, aim.following, context))
    leans = _leans(reading, resolved, standalone, aim)
    corrected = reading.text not in standalone and corrected_by(reading.text, standalone)
    return Understanding(
        question=standalone if corrected else as_read(context.question),
        standalone=standalone,
        language=reading.language,
        route=route_of(leans),
        intent=aim.intent,
        confidence=aim.confidence,
        slots=resolved.values,
        data_types=aim.data_types,
        shown=_shown(reading, aim),
        unresolved=resolved.unresolved,
        wants_fresh=reading.wants_fresh,
        reuse_cue=reading.reuse_cue,
        ambiguity_reason=ambiguity_of(reading),
        read_in_part=reading.in_part,
    )


def _shown(reading: Reading, aim: _Aim) -> tuple[str, ...]:
    """The evidence shown, if it is asked for in another form."""
    if aim.following is None or reading.wants_fresh or not _is_about_it(reading, aim.following):
        return ()
    return aim.following.exchange.evidence


def _is_about_it(reading: Reading, following: Following) -> bool:
    """True if a question names nothing and only says something about the last answer."""
    last = following.exchange
    return not reading.named() and bool(last.evidence) and asks_for_a_form(reading.text, last.question)


def may_be_looked_up(reading: Reading, context: TurnContext) -> bool:
    """True if the pack's documents decide whether a question without a known word is on topic: not for what the pack
    itself calls off-topic or vague, nor for what points at something nobody named. At the beginning of a conversation
    a question points at what it names itself (보일러가 나갔는데 이거 누가 고쳐요?)."""
    within = not topics(context) and _names_anything(reading)
    points = not within and bool(reading.references or reading.pointers)
    return not (reading.off_topic or reading.vague or reading.small_talk or points)


def data_types_needed(intent: str, reading: Reading, pack: Pack) -> tuple[str, ...]:
    """The intent's data types, and those the text names outright besides."""
    declared = pack.intent(intent)
    needed = pack.data_types_of(declared)
    if declared.ends is not None or declared.needs_no_data:
        return needed
    return (*needed, *(name for name in reading.data_types if name not in needed))


def ambiguity_of(reading: Reading) -> str | None:
    """One sentence if several places have a name and nothing decides between them."""
    shared: dict[str, list[str]] = {}
    for mention in reading.named():
        if mention.ambiguous:
            shared.setdefault(mention.text, []).append(mention.value)
    if not shared:
        return None
    text, values = next(iter(shared.items()))
    if reading.language == "ko":
        return f"'{text}' 이름을 쓰는 곳이 여럿입니다: {', '.join(values)}"
    return f"'{text}' is the name of several places: {', '.join(values)}"


def _aim(reading: Reading, context: TurnContext) -> _Aim:
    pack, following = context.pack, followed(reading, context)
    intent = reading.own_intent
    if says_nothing(reading.text) or means_a_place_unnamed(reading, following, pack):
        return _Aim(_ending("unclear", pack), ENDED_CONFIDENCE, None, ())
    if following is not None and _is_about_it(reading, following):
        return _taken_over(reading, following, pack)
    row = row_asked_of(topics(context), context)
    if row is not None and not reading.changes_topic:
        return _taken_over(reading, Following(row, same_intent=True, asks_a_column=True), pack)
    rows = _intent_of_row(reading, pack)
    if rows is not None:
        return _Aim(rows, SLOTS_ONLY_CONFIDENCE, following, data_types_needed(rows, reading, pack))
    if intent is not None and not (reading.off_topic and not says_domain_word(reading.text, pack)):
        return _Aim(intent, reading.intent.confidence, following, data_types_needed(intent, reading, pack))
    if following is None:
        return _without_topic(reading, context)
    by_slots = _intent_by_slots(reading, following, pack)
    if by_slots is not None:
        return _Aim(by_slots, SLOTS_ONLY_CONFIDENCE, None, data_types_needed(by_slots, reading, pack))
    # Within a conversation no list of words rejects a question that the documents know something about. One that only
    # points (what about it?) may mean anything: the person is asked.
    points = bool(reading.references or reading.pointers)
    known = context.in_documents and not reading.off_topic and (_names_anything(reading) or not points)
    if known or belongs_to_conversation(reading, following, pack):
        return _taken_over(reading, following, pack)
    return _without_topic(reading, context)


def _names_anything(reading: Reading) -> bool:
    """True if it has words besides those that point: 흠 그거는? names nothing."""
    return bool(nouns(without(reading.text, [each.text for each in reading.references])))


def _unrouted(reading: Reading, pack: Pack) -> _Aim:
    """The aim of a question that is not rejected although no word indicates one (no router, or a document is about it):
    the intent its words lean to, else what any question needs."""
    going_on = [intent.name for intent in pack.intents if intent.ends is None]
    if reading.intent.leaning is None:
        return _Aim(going_on[0], ENDED_CONFIDENCE, None, pack.default_data_types)
    return _Aim(
        reading.intent.leaning, ENDED_CONFIDENCE, None, data_types_needed(reading.intent.leaning, reading, pack)
    )


def _taken_over(reading: Reading, following: Following, pack: Pack) -> _Aim:
    """The followed exchange's intent and data types. A bare request for the latest data is about data with an age
    limit."""
    exchange = following.exchange
    kept = tuple(data_type for data_type in pack.data_types if data_type.name in exchange.data_types)
    ageing = tuple(data_type for data_type in kept if data_type.freshness.limited)
    if reading.wants_fresh and ageing and len(ageing) < len(kept):
        alone = intent_of_data_type(ageing[0].name, pack) if len(ageing) == 1 else None
        names = tuple(data_type.name for data_type in ageing)
        return _Aim(alone or exchange.intent, INHERITED_CONFIDENCE, following, names)
    names = tuple(name for name in exchange.data_types if name in {data_type.name for data_type in kept})
    added = tuple(name for name in reading.data_types if name not in names)
    return _Aim(exchange.intent, INHERITED_CONFIDENCE, following, (*names, *added))


def _intent_by_slots(reading: Reading, following: Following, pack: Pack) -> str | None:
    """The intent of a full request that names only slots, if the followed exchange's data is not matched by them and
    that of exactly one data type is: 강남구랑 서초구 전세 비교해줘 after a question of law."""
    named = {mention.slot for mention in reading.named()}
    leans = reading.is_fragment or reading.continues or reading.corrects or reading.references or reading.pointers
    if leans or reading.residue or named <= matched_slots(following.exchange.data_types, pack):
        return None
    return _intent_of_slots(reading, pack)


def _without_topic(reading: Reading, context: TurnContext) -> _Aim:
    """No intent words and no topic to belong to: slots alone may decide; else it is unclear or off topic."""
    pack = context.pack
    weak = None if reading.off_topic or reading.vague else _weak_intent(reading, pack)
    if weak is not None:
        return _Aim(weak, SLOTS_ONLY_CONFIDENCE, None, data_types_needed(weak, reading, pack))
    if context.in_documents and may_be_looked_up(reading, context):
        return _unrouted(reading, pack)
    of_row = intent_of_data_type(context.in_rows, pack) if context.in_rows else None
    if of_row is not None and not reading.off_topic:
        return _Aim(of_row, SLOTS_ONLY_CONFIDENCE, None, data_types_needed(of_row, reading, pack))
    in_field = says_domain_word(reading.text, pack) or bool(reading.named())
    vague = reading.vague or len(reading.residue) < 2 or bool(reading.references) or bool(reading.pointers)
    ending = "unclear" if in_field or (vague and not reading.off_topic) else "irrelevant"
    return _Aim(_ending(ending, pack), ENDED_CONFIDENCE, None, ())


def _weak_intent(reading: Reading, pack: Pack) -> str | None:
    """An elliptic question similar to an example; slots that one data type alone has; a full question of the field."""
    full = len(reading.residue) > 1 and says_domain_word(reading.text, pack)
    return reading.intent.name or _intent_of_slots(reading, pack) or (reading.intent.leaning if full else None)


def _intent_of_row(reading: Reading, pack: Pack) -> str | None:
    """The intent of the one table in which a month and another condition name a row (settled water turbidity in July),
    if no word of the question indicates another intent; or whose rows are put in order to find a day or month (the day
    with the muddiest raw water)."""
    named = {mention.slot for mention in reading.named()}
    times = {slot.name for slot in pack.slots if slot.parser == "period"}
    asked = comparing(reading.text)
    if named and asked.superlative and asked.among in ("day", "month"):
        return _intent_fitting(named | times, pack)
    if reading.own_intent is not None or reading.references or reading.pointers:
        return None
    return _intent_of_slots(reading, pack) if named & times and len(named) > 1 else None


def _intent_of_slots(reading: Reading, pack: Pack) -> str | None:
    """The intent of the one data type that is matched by every slot named, when there is just one."""
    return _intent_fitting({mention.slot for mention in reading.named()}, pack)


def _intent_fitting(named: AbstractSet[str], pack: Pack) -> str | None:
    """The intent of the one data type that is matched by all these slots, when there is just one."""
    fitting = [d.name for d in pack.data_types if named and named <= matched_slots((d.name,), pack)]
    return intent_of_data_type(fitting[0], pack) if len(fitting) == 1 else None


def _ending(kind: str, pack: Pack) -> str:
    """The pack's intent with this ending; without one, the first that ends early at all, or its first intent."""
    ending = [intent.name for intent in pack.intents if intent.ends == kind]
    other = [intent.name for intent in pack.intents if intent.ends is not None]
    return (ending or other or [pack.intents[0].name])[0]


def _leans(reading: Reading, resolved: ResolvedSlots, standalone: str, aim: _Aim) -> bool:
    if aim.following is None:
        return False
    taken_over = any(value.origin != "named" for value in resolved.values)
    cued = reading.reuse_cue or reading.continues or bool(reading.references)
    return taken_over or cued or standalone != reading.text


def _small_talk(reading: Reading) -> Understanding:
    return Understanding(
        question=reading.text,
        standalone=reading.text,
        language=reading.language,
        route="simple",
        intent=SMALL_TALK,
        confidence=900,
        slots=(),
        data_types=(),
    )


def _ended(reading: Reading, aim: _Aim, context: TurnContext) -> Understanding:
    return Understanding(
        question=as_read(context.question),
        standalone=reading.text,
        language=reading.language,
        route="simple" if context.pack.intent(aim.intent).ends == "irrelevant" else "rag_required",
        intent=aim.intent,
        confidence=aim.confidence,
        slots=resolve_slots(reading, None, (), context).values,
        data_types=(),
        unresolved=tuple(reference.text for reference in reading.references),
        wants_fresh=reading.wants_fresh,
        reuse_cue=reading.reuse_cue,
        ambiguity_reason=ambiguity_of(reading),
    )
