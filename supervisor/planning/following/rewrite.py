"""Rewrites a follow-up as a complete question, in the person's language, by rules.

Three ways, tried in order:
1. replace: a question that is nothing but slots ("그럼 서초구는?", "전세가 아니라 월세") is the followed question with
   those slots replaced;
2. complete: pointing words are replaced by what they point at, slots taken over are put before (Korean) or after it;
3. introduce: a question that refers to the topic ("그 요청은 언제까지?") gets the topic put before it.
Particles are adapted to the word before them (달서구는 -> 강남은).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from foundation.contracts.plan import SlotValue
from foundation.domains.schema.pack import Pack, Slot
from foundation.domains.slots.slots import Mention, display_value, find_mentions
from foundation.language.cues import Span, language_of, negation_end, topic_words, wants_fresh
from supervisor.planning.context import TurnContext
from supervisor.planning.following.conversation import Following
from supervisor.planning.following.topic import Topic, is_whole, topic_of, with_topic
from supervisor.planning.reading import Reading, says_domain_word

_PAIRS = (("으로", "로"), ("이랑", "랑"), ("이나", "나"), ("은", "는"), ("이", "가"), ("을", "를"), ("과", "와"))
_REST_OF_WORD = re.compile(r"[가-힣]*")
_LISTING = re.compile(r"^(?:와|과|이?랑|하고|부터|에서|까지|및|그리고|and\b|or\b|[\s,·/&~–-])*$", re.IGNORECASE)
"""What may be between the values of one list or range."""
_HANGING = re.compile(
    r"(?:들|에서는|에서|으로는|으로|이면|라면|인데|이고|이랑|하고|보다|부터|까지|은|는|이|가|을|를|의|에|와|과|랑|도|만|로|면)?(?![가-힣])\s*,?"
)
_AGAIN = re.compile(r"(?<![가-힣])다시\s+|\s+again\b", re.IGNORECASE)
_ARTICLE = re.compile(r"제\s*\d{1,4}\s*조(?:\s*의\s*\d{1,3})?")
_ARTICLE_ALONE = re.compile(
    rf"(?:그럼|그러면|그리고)?\s*(?P<article>{_ARTICLE.pattern})\s*(?:은|는|도|이란)?\s*[?？.]*$"
)
"""A follow-up that consists of the number of another article."""


@dataclass(frozen=True)
class Edit:
    """A stretch [start, end) of a text and its replacement."""

    start: int
    end: int
    text: str


def standalone_question(
    reading: Reading, values: Sequence[SlotValue], following: Following | None, context: TurnContext
) -> str:
    """The question in a form that needs no conversation; unchanged if it is complete already."""
    other_article = _article_exchanged(reading.text, context.exchanges[-1].standalone if context.exchanges else "")
    if other_article is not None:
        return other_article
    if following is None:
        return reading.text
    if is_replacement(reading, values) and language_of(following.exchange.standalone) == reading.language:
        replaced = _replaced(reading, values, following, context)
        # A request for the latest data is kept: the earlier question did not have it, and this one's words are
        # replaced.
        if replaced is not None and (wants_fresh(replaced) or not reading.wants_fresh):
            return replaced
    topic = Topic("")
    if leans_on_topic(reading, following, context.pack) and not _in_another_language(reading, following):
        topic = topic_of(following.exchange.standalone, values, reading, context)
    left = [value for value in values if (value.name, value.value) not in topic.says]
    if not topic.text:
        return _completed(reading, left, context)
    question, added = _pointers_replaced(reading, left, context), _taken_over(reading, left, context)
    return with_topic(_with_conditions(topic.text, added, reading.language), question, reading.language)


def _with_conditions(topic: str, added: Sequence[str], language: str) -> str:
    if not added:
        return topic
    if language == "ko":
        return f"{' '.join(added)} {topic}"
    return f"{topic[:-1]}, {', '.join(added)})" if topic.endswith(")") else f"{topic} ({', '.join(added)})"


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
    """True for nothing but slots, or a correction of one; not if a value is added beside the earlier one."""
    named = {mention.slot for mention in reading.named()}
    beside = any(value.origin == "pointed" and value.name in named for value in values)
    if not (named or reading.excluded()) or reading.references or beside:
        return False
    return reading.own_intent is None and (not reading.residue or reading.corrects)


def leans_on_topic(reading: Reading, following: Following, pack: Pack) -> bool:
    """True if the question cannot be understood without the topic of the conversation."""
    if reading.own_intent is None:
        return reading.continues or bool(reading.references) or not _says_its_topic(reading, following, pack)
    if following.same_intent and reading.is_fragment:
        return not set(topic_words(following.exchange.standalone)) <= set(topic_words(reading.text))
    points = bool(reading.references) or reading.reuse_cue
    return points and following.same_intent and not reading.named() and not reading.pointers


def _in_another_language(reading: Reading, following: Following) -> bool:
    """A question with an aim of its own after one in another language: a topic in mixed languages does not help a
    search."""
    return reading.own_intent is not None and language_of(following.exchange.standalone) != reading.language


def _says_its_topic(reading: Reading, following: Following, pack: Pack) -> bool:
    """A full question that mentions the field, or repeats the conversation's words."""
    spoken = set(topic_words(following.exchange.standalone))
    own = set(reading.residue)
    return len(own) > 1 and (len(own & spoken) > 1 or says_domain_word(reading.text, pack))


def _replaced(reading: Reading, values: Sequence[SlotValue], following: Following, context: TurnContext) -> str | None:
    """None if a value to be replaced is part of a longer word (전세사기): no word is cut."""
    base = _AGAIN.sub("", following.exchange.standalone)
    old = find_mentions(base, context.pack, context.now)
    edits = _left_behind(base, old, values, context.pack)
    new: list[str] = []
    for slot in dict.fromkeys(mention.slot for mention in (*reading.named(), *reading.excluded())):
        words = _words_named(reading, slot, values, context)
        there = _stretches(base, [mention for mention in old if mention.slot == slot])
        if not all(is_whole(base, mention, old) for mention in old if mention.slot == slot):
            return None
        if there:
            edits.append(Edit(*there[0], words) if words else cut(base, *there[0]))
            edits.extend(cut(base, *stretch) for stretch in there[1:])
        elif words and context.pack.slot(slot).parser == "region" and reading.language == "ko":
            edits.append(Edit(0, 0, f"{words} "))
        elif words:
            new.append(words)
    if reading.language != "ko":
        return _appended(apply_edits(base, edits), new)
    return apply_edits(base, [*edits, *_inserted(base, old, new)])


def _stretches(base: str, mentions: Sequence[Mention]) -> list[Span]:
    """The positions of a slot's values, with their negations; a list (강남구, 서초구와 송파구) is one stretch."""
    stretches: list[Span] = []
    for mention in mentions:
        end = negation_end(base, mention.end) if mention.negated else mention.end
        if stretches and _LISTING.match(base[stretches[-1][1] : mention.start]):
            stretches[-1] = (stretches[-1][0], max(end, stretches[-1][1]))
        elif not stretches or mention.start >= stretches[-1][1]:
            stretches.append((mention.start, end))
    return stretches


def cut(base: str, start: int, end: int) -> Edit:
    """Removed with its particle, comma or 와."""
    match = _HANGING.match(base, end)
    return Edit(start, match.end() if match else end, "")


def _left_behind(base: str, old: Sequence[Mention], values: Sequence[SlotValue], pack: Pack) -> list[Edit]:
    """Conditions of the earlier question that are not taken over (an amount) are removed from its words too, with the
    word that claims them (보증금 1000) if that is no condition itself."""
    kept = {value.name for value in values}
    leaves = {mention.slot for mention in old} - kept - {slot.name for slot in pack.slots if slot.inherits}
    gone = [mention for mention in old if mention.slot in leaves and is_whole(base, mention, old)]
    edits: list[Edit] = []
    for start, end in _stretches(base, gone):
        edit = cut(base, start, end)
        words = [word for mention in gone if mention.start == start for word in pack.slot(mention.slot).said_with]
        claim = next((at for word in words if (at := _ends_with(base[:start], word)) is not None), None)
        free = claim is not None and not any(mention.start <= claim < mention.end for mention in old)
        edits.append(Edit(claim, edit.end, "") if claim is not None and free else edit)
    return edits


def _ends_with(text: str, word: str) -> int | None:
    """The start of the word that a text ends with, ignoring spaces."""
    bare = text.rstrip()
    return len(bare) - len(word) if bare.endswith(word) else None


def _inserted(base: str, old: Sequence[Mention], new: Sequence[str]) -> list[Edit]:
    """New conditions go after the last one that is a word of its own, else to the beginning."""
    if not new:
        return []
    ends = [mention.end for mention in old if base[mention.end : mention.end + 1].isspace()]
    at = max(ends, default=0)
    return [Edit(at, at, f" {' '.join(new)}" if at else f"{' '.join(new)} ")]


def _words_named(reading: Reading, slot: str, values: Sequence[SlotValue], context: TurnContext) -> str:
    """The question's own words for a slot, from its first to its last mention; the full name of a shared one."""
    mentions = [mention for mention in reading.named() if mention.slot == slot]
    if not mentions:
        return _words_excluding(reading, slot, values, context)
    meant: dict[tuple[int, int], set[str]] = {}
    for mention in mentions:
        meant.setdefault((mention.start, mention.end), set()).add(mention.value)
    if all(_stands_for(reading.text[start:end], slot, context) == said for (start, end), said in meant.items()):
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


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with these stretches exchanged, and the particles after them made to fit."""
    changed = text
    # Of two at one place the insertion comes last: the other would cut up what it put there.
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True):
        after = changed[edit.end :]
        changed = changed[: edit.start] + edit.text + (fitted(edit.text, after) if edit.text else after)
    return re.sub(r"\s+(?=[?？!]+\s*$)", "", re.sub(r"\s{2,}", " ", changed)).strip()


def fitted(word: str, after: str) -> str:
    """What follows a word, its first particle in the form the word's last syllable asks for."""
    last = word[-1:]
    if not "가" <= last <= "힣":
        return after
    final = (ord(last) - ord("가")) % 28
    for closed, open_ in _PAIRS:
        for particle in (closed, open_):
            if re.match(rf"{particle}(?![가-힣])", after):
                after_vowel = final == 0 or (closed == "으로" and final == 8)
                return (open_ if after_vowel else closed) + after[len(particle) :]
    return after
