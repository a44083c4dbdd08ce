"""Rewrites a follow-up as a complete question, in the person's language, by rules.

Three ways, tried in order:
1. exchange: a question that is nothing but slots ("그럼 서초구는?", "전세가 아니라 월세") is the followed question with
   those values exchanged, if it names a value of each of these slots itself;
2. complete: pointing words are replaced by what they point at, slots taken over are put before (Korean) or after it;
3. set beside: a question that refers to the topic ("그 요청은 언제까지?") is set beside the followed question, which
   stays whole but for values that this one names otherwise.
Nothing is cut out of a question and nothing put into it. Particles are adapted to the word before them (달서구는 ->
강남은).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from execution_agents.analysis.cells import is_of_things
from foundation.contracts.plan import SlotValue
from foundation.domains.schema.pack import Pack, Slot
from foundation.domains.slots.slots import Mention, display_value, find_mentions
from foundation.language.cues import Span, language_of, negation_end, topic_words, wants_fresh
from foundation.language.dates.periods import is_day
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.counted import several_meant
from supervisor.planning.context import TurnContext
from supervisor.planning.following.conversation import Following
from supervisor.planning.following.figures import corrected_by, corrects_what_was_asked, figures_exchanged
from supervisor.planning.following.row_words import names_a_row
from supervisor.planning.following.shown_row import asks_of_a_column
from supervisor.planning.following.topic import (
    LONGEST,
    Edit,
    apply_edits,
    earlier_question,
    is_whole,
    names_it,
    with_topic,
)
from supervisor.planning.reading import Reading, says_domain_word

_REST_OF_WORD = re.compile(r"[가-힣]*")
_LISTING = re.compile(r"^(?:와|과|이?랑|하고|부터|에서|까지|및|그리고|and\b|or\b|[\s,·/&~–-])*$", re.IGNORECASE)
"""What may be between the values of one list or range."""
_ARTICLE = re.compile(r"제\s*\d{1,4}\s*조(?:\s*의\s*\d{1,3})?")
_ARTICLE_ALONE = re.compile(
    rf"(?:그럼|그러면|그리고)?\s*(?P<article>{_ARTICLE.pattern})\s*(?:은|는|도|이란)?\s*[?？.]*$"
)
"""A follow-up that consists of the number of another article."""

OTHERS = re.compile(
    r"다른|말고|빼고|제외|(?<![가-힣])또|\b(?:other|others|else|another|instead|besides|except)\b", re.IGNORECASE
)
"""Words that ask for things beside those shown."""
_HOW_MUCH = ("몇", "얼마")


@dataclass(frozen=True)
class Topic:
    """What a question is set beside."""

    text: str
    """"" for nothing."""
    says: frozenset[tuple[str, str]] = frozenset()
    """(slot, value) of the conditions it says itself."""


def standalone_question(
    reading: Reading, values: Sequence[SlotValue], following: Following | None, context: TurnContext
) -> str:
    """The question in a form that needs no conversation; unchanged if it is complete already."""
    other_article = _article_exchanged(reading.text, context.exchanges[-1].standalone if context.exchanges else "")
    if other_article is not None:
        return other_article
    if following is None:
        return reading.text
    only_slots = is_replacement(reading, values)
    if only_slots and language_of(following.exchange.standalone) == reading.language:
        replaced = _replaced(reading, values, following, context)
        # A request for the latest data is kept: the earlier question did not have it, and this one's words are
        # replaced.
        if replaced is not None and (wants_fresh(replaced) or not reading.wants_fresh):
            return replaced
    topic, things = Topic(""), _things_shown(reading, values, following, context.pack)
    of_things = following.asks_a_column or _asks_of_things(reading, following, context.pack)
    leans = leans_on_topic(reading, following, context.pack) or (things is not None and of_things)
    if leans and not _in_another_language(reading, following):
        topic = things or _topic_of(_asked_before(following, only_slots, values, context), values, reading, context)
    left = [value for value in values if (value.name, value.value) not in topic.says]
    if not topic.text:
        return _completed(reading, left, context)
    if corrected_by(reading.text, topic.text):
        return topic.text
    question, added = _pointers_replaced(reading, left, context), _taken_over(reading, left, context)
    return with_topic(_with_conditions(topic.text, added, reading.language), question)


def _things_shown(reading: Reading, values: Sequence[SlotValue], following: Following, pack: Pack) -> Topic | None:
    """The thing that the followed answer was about (a product), or two of them where the question means both; None if
    it was about something else, or if the question asks for others. A thing's name says the conditions it was found
    by."""
    types = [kind for kind in pack.data_types if kind.name in following.exchange.data_types]
    sources = [pack.source(name) for kind in types for name in kind.sources]
    of_things, shown = bool(sources) and all(map(is_of_things, sources)), following.exchange.shown
    if not of_things or not shown or OTHERS.search(reading.text):
        return None
    if ", " in shown and several_meant(reading.text) is None:
        return None
    return Topic(shown, frozenset((one.name, one.value) for one in values if one.origin != "named"))


def _asks_of_things(reading: Reading, following: Following, pack: Pack) -> bool:
    """True if a question of the same kind asks a figure, or which of two, and names no thing itself: 금리는 몇프로, 둘
    중 한도 높은 건."""
    if not following.same_intent or reading.named():
        return False
    if several_meant(reading.text) is not None:
        return True
    types = [kind for kind in pack.data_types if kind.name in following.exchange.data_types]
    figures = {word for kind in types for word in kind.keywords} - {
        noun for kind in types if kind.named_things for noun in kind.named_things.nouns
    }
    if asks_of_a_column(reading.text, following.exchange.data_types, pack):
        return True
    asked = [word for word in topic_words(reading.text) if not word.startswith(_HOW_MUCH)]
    return bool(asked) and set(asked) <= figures and not comparing(reading.text).asks


def _with_conditions(topic: str, added: Sequence[str], language: str) -> str:
    if language == "ko":
        return " ".join([*added, topic])
    return _appended(topic, added)


def _article_exchanged(text: str, before: str) -> str | None:
    """A follow-up that is only the number of an article asks for that article of the same law; None for any other.

    "제7조의2는?" after "주택임대차보호법 제7조 내용은?" is "주택임대차보호법 제7조의2 내용은?".
    """
    asked, earlier = _ARTICLE_ALONE.match(text.strip()), list(_ARTICLE.finditer(before))
    if asked is None or not earlier:
        return None
    start, end = earlier[-1].span()
    return apply_edits(before, [Edit(start, end, asked["article"])])


def is_replacement(reading: Reading, values: Sequence[SlotValue]) -> bool:
    """True for nothing but slots, or a correction of one; not if a value is added beside the earlier one, or if it is
    of a day that was found (그날 침전수는?): the earlier question asked which."""
    named = {mention.slot for mention in reading.named()}
    pointed = [value for value in values if value.origin == "pointed"]
    beside = any(value.name in named or (reading.pointers and is_day(value.value)) for value in pointed)
    if not (named or reading.excluded()) or reading.references or beside:
        return False
    return reading.own_intent is None and (not reading.residue or reading.corrects)


def leans_on_topic(reading: Reading, following: Following, pack: Pack) -> bool:
    """True if the question cannot be understood without the topic of the conversation."""
    if reading.own_intent is None:
        goes_on = reading.continues or corrects_what_was_asked(reading) or bool(reading.references)
        return goes_on or not _says_its_topic(reading, following, pack)
    if following.same_intent and reading.is_fragment:
        return not set(topic_words(following.exchange.standalone)) <= set(topic_words(reading.text))
    points = bool(reading.references) or reading.reuse_cue or corrects_what_was_asked(reading)
    return points and following.same_intent and not reading.named() and not reading.pointers


def _in_another_language(reading: Reading, following: Following) -> bool:
    """A question with an aim of its own after one in another language: a topic in mixed languages does not help a
    search."""
    return reading.own_intent is not None and language_of(following.exchange.standalone) != reading.language


def _says_its_topic(reading: Reading, following: Following, pack: Pack) -> bool:
    """A full question that mentions the field, repeats the conversation's words, or names a whole row."""
    if names_a_row({one.slot for one in reading.named()}, pack) and not (reading.is_fragment or reading.continues):
        return True
    spoken, own = set(topic_words(following.exchange.standalone)), set(reading.residue)
    return len(own) > 1 and (len(own & spoken) > 1 or says_domain_word(reading.text, pack))


def _replaced(reading: Reading, values: Sequence[SlotValue], following: Following, context: TurnContext) -> str | None:
    """The followed question with these values in the places of its own; None if it has none of one slot, or one that
    cannot be exchanged, or says something that is not taken over: nothing is put into it or cut out."""
    base = following.exchange.standalone
    if _lapsed(base, values, context):
        return None
    old = find_mentions(base, context.pack, context.now)
    edits: list[Edit] = []
    for slot in dict.fromkeys(mention.slot for mention in (*reading.named(), *reading.excluded())):
        exchanged = _exchanged(base, old, slot, reading, values, context)
        if not exchanged:
            return None
        edits.extend(exchanged)
    return apply_edits(base, edits)


def _topic_of(base: str, values: Sequence[SlotValue], reading: Reading, context: TurnContext) -> Topic:
    """The question set before this one: whole, but for values that are other ones here (전세 금리 → 월세는?), and a
    figure that this one gives another value (석 달 → 두 달 밀리면?)."""
    old = find_mentions(base, context.pack, context.now)
    edits: list[Edit] = []
    for slot in dict.fromkeys(mention.slot for mention in old):
        meant = {value.value for value in values if value.name == slot}
        if not {mention.value for mention in old if mention.slot == slot and not mention.negated} <= meant:
            edits.extend(_exchanged(base, old, slot, reading, values, context))
    taken = {(edit.start, edit.end) for edit in edits}
    kept = [(mention.start, mention.end) for mention in old if (mention.start, mention.end) not in taken]
    text = apply_edits(base, [*edits, *figures_exchanged(base, reading, [*taken, *kept])])
    said = {(m.slot, m.value) for m in find_mentions(text, context.pack, context.now) if not m.negated}
    return Topic(text, frozenset(said & {(value.name, value.value) for value in values}))


def _asked_before(following: Following, only_slots: bool, values: Sequence[SlotValue], context: TurnContext) -> str:
    """What the question is set beside. One that is nothing but a further condition is of all that was asked before,
    unless a condition of that is not taken over (an amount), or it is long; another one only of what that was about."""
    whole = following.exchange.standalone
    of_all = only_slots and len(whole) <= LONGEST and not _lapsed(whole, values, context)
    return whole if of_all else earlier_question(following.exchange)


def _lapsed(base: str, values: Sequence[SlotValue], context: TurnContext) -> bool:
    """True if a text says a condition that is not taken over."""
    held = {value.name for value in values} | {slot.name for slot in context.pack.slots if slot.inherits}
    old = find_mentions(base, context.pack, context.now)
    return any(mention.slot not in held and is_whole(base, mention, old) for mention in old)


def _exchanged(
    base: str,
    old: Sequence[Mention],
    slot: str,
    reading: Reading,
    values: Sequence[SlotValue],
    context: TurnContext,
) -> list[Edit]:
    """The edits that put the question's values of a slot in the place of the earlier ones; none unless all of these are
    whole words that name their values (권리금 only hints at a shop), and mean the same where there are several."""
    declared = context.pack.slot(slot)
    there = [mention for mention in old if mention.slot == slot]
    words = _words_in_place(reading, slot, values, context)
    stretches = _stretches(base, there)
    alike = {frozenset(m.value for m in there if start <= m.start < end) for start, end in stretches}
    may_be = all(is_whole(base, one, old) and names_it(declared, one) for one in there)
    # 아파트 제외 is exchanged with its exclusion, if that is all that is said; "not in Gangnam" says it before.
    excluded = [one for one in there if one.negated]
    may_be = may_be and (not excluded or all(one.negated and negation_end(base, one.end) > one.end for one in there))
    if not words or len(alike) != 1 or not may_be:
        return []
    return [Edit(start, end, words) for start, end in stretches]


def _words_in_place(reading: Reading, slot: str, values: Sequence[SlotValue], context: TurnContext) -> str:
    """Words that may stand in the place of a slot's earlier values: names alone."""
    named = [mention for mention in reading.named() if mention.slot == slot]
    if named and all(names_it(context.pack.slot(slot), mention) for mention in named):
        return _words_named(reading, slot, named, context)
    if not named and any(mention.slot == slot for mention in reading.excluded()):
        return _words_excluding(reading, slot, values, context)
    return ", ".join(_words_of([value for value in values if value.name == slot], context, reading.language))


def _stretches(base: str, mentions: Sequence[Mention]) -> list[Span]:
    """The positions of a slot's values, with what excludes them; a list (강남구, 서초구와 송파구) is one stretch."""
    stretches: list[Span] = []
    for mention in mentions:
        end = negation_end(base, mention.end) if mention.negated else mention.end
        if stretches and _LISTING.match(base[stretches[-1][1] : mention.start]):
            stretches[-1] = (stretches[-1][0], max(end, stretches[-1][1]))
        elif not stretches or mention.start >= stretches[-1][1]:
            stretches.append((mention.start, end))
    return stretches


def _words_named(reading: Reading, slot: str, mentions: Sequence[Mention], context: TurnContext) -> str:
    """The question's own words for a slot, from its first to its last mention; the full name of a shared one."""
    meant: dict[tuple[int, int], set[str]] = {}
    for mention in mentions:
        meant.setdefault((mention.start, mention.end), set()).add(mention.value)
    alone = all(_stands_for(reading.text[start:end], slot, context) == said for (start, end), said in meant.items())
    if alone and len(_stretches(reading.text, mentions)) == 1:
        return reading.text[mentions[0].start : mentions[-1].end]
    declared = context.pack.slot(slot)
    return ", ".join(dict.fromkeys(display_value(declared, m.value, reading.language) for m in mentions))


def _words_excluding(reading: Reading, slot: str, values: Sequence[SlotValue], context: TurnContext) -> str:
    """The rest of the earlier values (1월부터 3월까지 -> 2월 말고), else the exclusion: 아파트 제외."""
    declared, left = context.pack.slot(slot), [value for value in values if value.name == slot]
    if declared.parser != "choice" and not any(value.origin == "named" for value in left):
        return ", ".join(_words_of(left, context, reading.language))
    out = [mention for mention in reading.excluded() if mention.slot == slot]
    # Without its year, a month would mean another year's in another conversation.
    full = declared.parser == "period"
    said = [display_value(declared, mention.value, reading.language) if full else mention.text for mention in out]
    texts = ", ".join(dict.fromkeys(said))
    return f"{texts} 제외" if reading.language == "ko" else f"excluding {texts}"


def _stands_for(text: str, slot: str, context: TurnContext) -> set[str]:
    """The slot's values that these words mean without any conversation."""
    found = find_mentions(text, context.pack, context.now)
    return {mention.value for mention in found if mention.slot == slot and not mention.negated}


def _completed(reading: Reading, values: Sequence[SlotValue], context: TurnContext) -> str:
    """Pointing words replaced, conditions taken over added."""
    added, edits = _taken_over(reading, values, context), _edits_of_pointers(reading, values, context)
    if reading.language != "ko":
        return _appended(apply_edits(reading.text, edits), added)
    places = frozenset(slot.name for slot in context.pack.slots if slot.parser in ("region", "period"))
    return apply_edits(reading.text, _with_added(edits, reading, added, places))


def _pointed(reading: Reading, values: Sequence[SlotValue]) -> dict[str, list[SlotValue]]:
    return {
        slot: [value for value in values if value.name == slot and value.text == word.text]
        for slot, word in reading.pointers
    }


def _taken_over(reading: Reading, values: Sequence[SlotValue], context: TurnContext) -> list[str]:
    """Words for the conditions that the question neither names nor points at with a word of its own."""
    pointed = _pointed(reading, values)
    silent = [value for value in values if value.origin != "named" and value not in pointed.get(value.name, ())]
    return _words_of(silent, context, reading.language)


def _edits_of_pointers(reading: Reading, values: Sequence[SlotValue], context: TurnContext) -> list[Edit]:
    pointed = _pointed(reading, values)
    return [
        Edit(*word.span, _in_place_of(word.text, _words_of(pointed[slot], context, reading.language)))
        for slot, word in reading.pointers
        if pointed[slot]
    ]


def _pointers_replaced(reading: Reading, values: Sequence[SlotValue], context: TurnContext) -> str:
    return apply_edits(reading.text, _edits_of_pointers(reading, values, context))


def _in_place_of(pointer: str, words: Sequence[str]) -> str:
    listed = ", ".join(words)
    if pointer.endswith("중"):
        return f"{listed} 중"
    return f"in {listed}" if pointer.casefold() == "there" else listed


def _with_added(edits: list[Edit], reading: Reading, added: Sequence[str], before: frozenset[str]) -> list[Edit]:
    """Korean: conditions taken over go after the place or time (`before`: their slots) the question begins with, else
    to its beginning."""
    if not added:
        return edits
    words = " ".join(added)
    places = [m.end for m in reading.named() if m.start == 0 and m.slot in before]
    heads = [edit.end for edit in edits if edit.start == 0] + places
    if not heads:
        return [*edits, Edit(0, 0, f"{words} ")]
    match = _REST_OF_WORD.match(reading.text, heads[0])
    at = match.end() if match else heads[0]
    return [*edits, Edit(at, at, f" {words}")]


def _appended(text: str, added: Sequence[str]) -> str:
    """English: in brackets before the end mark."""
    if not added:
        return text
    match = re.search(r"[?.!\s]*$", text)
    body, end = (text[: match.start()], match.group().strip()) if match else (text, "")
    joined = ", ".join(added)
    return f"{body[:-1]}, {joined}){end}" if body.endswith(")") else f"{body} ({joined}){end}"


def _words_of(values: Sequence[SlotValue], context: TurnContext, language: str) -> list[str]:
    """Words for values, slot by slot: those the conversation used, as long as they mean the same alone (강남 3구 for
    its three), else (and for choices) the declared ones."""
    found: list[str] = []
    for name in dict.fromkeys(value.name for value in values):
        slot, mine = context.pack.slot(name), [value.value for value in values if value.name == name]
        together = _said_before(slot, set(mine), context, language) if len(mine) > 1 else None
        alone = (_said_before(slot, {one}, context, language) or display_value(slot, one, language) for one in mine)
        found += [together] if together else alone
    return found


def _said_before(slot: Slot, meant: set[str], context: TurnContext, language: str) -> str | None:
    """The newest single name the conversation used for exactly these values."""
    if slot.parser == "choice":
        return None
    for exchange in reversed(context.exchanges):
        if language_of(exchange.standalone) != language:
            continue
        for mention in find_mentions(exchange.standalone, context.pack, context.now):
            here = mention.slot == slot.name and mention.value in meant and not mention.negated
            if here and _stands_for(mention.text, slot.name, context) == meant:
                return mention.text
    return None
