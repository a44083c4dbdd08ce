"""A follow-up rewritten to stand alone, in the person's language, by rules.

Three ways, tried in order:
1. replace: a question that is nothing but slots ("그럼 서초구는?", "전세가 아니라 월세") is the followed question with
   those slots exchanged;
2. complete: pointing words are replaced by what they point at, slots taken over are put before (Korean) or behind;
3. introduce: a question that leans on the topic ("그 요청은 언제까지?") gets the topic put before it.
Particles are made to fit the word before them (달서구는 -> 강남은).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from foundation.contracts.plan import SlotValue
from foundation.domains.pack import Pack
from foundation.domains.slots import Mention, display_value, find_mentions
from foundation.domains.words import Span, language_of, negation_end, topic_words
from supervisor.planning.context import TurnContext
from supervisor.planning.conversation import Following
from supervisor.planning.reading import Reading, says_domain_word

_PAIRS = (("으로", "로"), ("이랑", "랑"), ("이나", "나"), ("은", "는"), ("이", "가"), ("을", "를"), ("과", "와"))
_REST_OF_WORD = re.compile(r"[가-힣]*")
_EMPTIED = re.compile(r"\x00+[가-힣]?(?![가-힣])|\x00+")
_LISTING = re.compile(r"^(?:와|과|이?랑|하고|부터|에서|까지|및|그리고|and\b|or\b|[\s,·/&~–-])*$", re.IGNORECASE)
"""What stands between the values of one list or range."""
_HANGING = re.compile(
    r"(?:들|에서는|에서|으로는|으로|이면|라면|인데|이고|이랑|하고|보다|부터|까지|은|는|이|가|을|를|의|에|와|과|랑|도|만|로|면)?(?![가-힣])\s*,?"
)
_AGAIN = re.compile(r"(?<![가-힣])다시\s+|\s+again\b", re.IGNORECASE)
_ARTICLE = re.compile(r"제\s*\d{1,4}\s*조(?:\s*의\s*\d{1,3})?")
_ARTICLE_ALONE = re.compile(
    rf"(?:그럼|그러면|그리고)?\s*(?P<article>{_ARTICLE.pattern})\s*(?:은|는|도|이란)?\s*[?？.]*$"
)
"""A follow-up that is nothing but the number of another article."""
_TOPIC_BEFORE = re.compile(r"^(?:(?P<ko>.{1,200}?) 관련: |About (?P<en>.{1,200}?): )")


@dataclass(frozen=True)
class Edit:
    """A stretch [start, end) of a text and what stands there instead."""

    start: int
    end: int
    text: str


def standalone_question(
    reading: Reading, values: Sequence[SlotValue], following: Following | None, context: TurnContext
) -> str:
    """The question as it would be asked without the conversation; itself when it already stands alone."""
    other_article = _article_exchanged(reading.text, context.exchanges[-1].standalone if context.exchanges else "")
    if other_article is not None:
        return other_article
    if following is None:
        return reading.text
    if is_replacement(reading, values) and language_of(following.exchange.standalone) == reading.language:
        return _replaced(reading, values, following, context)
    leans = leans_on_topic(reading, following, context.pack)
    topic = topic_of(following.exchange.standalone, values, reading, context) if leans else ""
    completed = _completed(reading, values, context)
    if not topic:
        return completed
    return f"{topic} 관련: {completed}" if reading.language == "ko" else f"About {topic}: {completed}"


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
    """Nothing but slots, or a correction of one; not when a value is set beside the earlier one."""
    named = {mention.slot for mention in reading.named()}
    beside = any(value.origin == "pointed" and value.name in named for value in values)
    if not (named or reading.excluded()) or reading.references or beside:
        return False
    return reading.own_intent is None and (not reading.residue or reading.corrects)


def leans_on_topic(reading: Reading, following: Following, pack: Pack) -> bool:
    """The question cannot be understood without knowing what was spoken of."""
    if reading.own_intent is None:
        return reading.continues or bool(reading.references) or not _says_its_topic(reading, following, pack)
    if following.same_intent and reading.is_fragment:
        return not set(topic_words(following.exchange.standalone)) <= set(topic_words(reading.text))
    points = bool(reading.references) or reading.reuse_cue
    return points and following.same_intent and not reading.named() and not reading.pointers


def _says_its_topic(reading: Reading, following: Following, pack: Pack) -> bool:
    """A full question that speaks of the field, or repeats what was spoken of."""
    spoken = set(topic_words(following.exchange.standalone))
    own = set(reading.residue)
    return len(own) > 1 and (len(own & spoken) > 1 or says_domain_word(reading.text, pack))


def _replaced(reading: Reading, values: Sequence[SlotValue], following: Following, context: TurnContext) -> str:
    base = _AGAIN.sub("", following.exchange.standalone)
    old = find_mentions(base, context.pack, context.now)
    edits = _left_behind(base, old, values, context.pack)
    new: list[str] = []
    for slot in dict.fromkeys(mention.slot for mention in (*reading.named(), *reading.excluded())):
        words = _words_named(reading, slot, context)
        there = _stretches(base, [mention for mention in old if mention.slot == slot])
        if there:
            edits.append(Edit(*there[0], words) if words else _cut(base, *there[0]))
            edits.extend(_cut(base, *stretch) for stretch in there[1:])
        elif words and context.pack.slot(slot).parser == "region" and reading.language == "ko":
            edits.append(Edit(0, 0, f"{words} "))
        elif words:
            new.append(words)
    if reading.language != "ko":
        return _appended(apply_edits(base, edits), new)
    return apply_edits(base, [*edits, *_inserted(base, old, new)])


def _stretches(base: str, mentions: Sequence[Mention]) -> list[Span]:
    """Where a slot's values stand, with the words that negate them; a list (강남구, 서초구와 송파구) is one stretch."""
    stretches: list[Span] = []
    for mention in mentions:
        end = negation_end(base, mention.end) if mention.negated else mention.end
        if stretches and _LISTING.match(base[stretches[-1][1] : mention.start]):
            stretches[-1] = (stretches[-1][0], max(end, stretches[-1][1]))
        elif not stretches or mention.start >= stretches[-1][1]:
            stretches.append((mention.start, end))
    return stretches


def _cut(base: str, start: int, end: int) -> Edit:
    """Taken out with the particle, comma or 와 that hung on it."""
    match = _HANGING.match(base, end)
    return Edit(start, match.end() if match else end, "")


def _left_behind(base: str, old: Sequence[Mention], values: Sequence[SlotValue], pack: Pack) -> list[Edit]:
    """Conditions of the earlier question that do not go over (an amount) are taken out of its words too."""
    kept = {value.name for value in values}
    gone = [mention for mention in old if mention.slot not in kept and not pack.slot(mention.slot).inherits]
    return [_cut(base, *stretch) for stretch in _stretches(base, gone)]


def _inserted(base: str, old: Sequence[Mention], new: Sequence[str]) -> list[Edit]:
    """New conditions go behind the last one that stands as a word of its own, else to the beginning."""
    if not new:
        return []
    ends = [mention.end for mention in old if base[mention.end : mention.end + 1].isspace()]
    at = max(ends, default=0)
    return [Edit(at, at, f" {' '.join(new)}" if at else f"{' '.join(new)} ")]


def _words_named(reading: Reading, slot: str, context: TurnContext) -> str:
    """The question's own words for a slot, from its first to its last mention; the full name of a shared one."""
    mentions = [mention for mention in reading.named() if mention.slot == slot]
    if not mentions:
        return _words_excluding(reading, slot, context.pack)
    if all(_stands_alone(mention.text, mention.value, slot, context) for mention in mentions):
        return reading.text[mentions[0].start : mentions[-1].end]
    declared = context.pack.slot(slot)
    return ", ".join(dict.fromkeys(display_value(declared, m.value, reading.language) for m in mentions))


def _words_excluding(reading: Reading, slot: str, pack: Pack) -> str:
    """아파트 제외; nothing for a slot whose other values nobody can list (2월 말고)."""
    if pack.slot(slot).parser != "choice":
        return ""
    texts = ", ".join(dict.fromkeys(mention.text for mention in reading.excluded() if mention.slot == slot))
    return f"{texts} 제외" if reading.language == "ko" else f"excluding {texts}"


def _stands_alone(text: str, value: str, slot: str, context: TurnContext) -> bool:
    return {m.value for m in find_mentions(text, context.pack, context.now) if m.slot == slot} == {value}


def _completed(reading: Reading, values: Sequence[SlotValue], context: TurnContext) -> str:
    """Pointing words replaced, what is taken over added."""
    pointed = {
        slot: [value for value in values if value.name == slot and value.text == word.text]
        for slot, word in reading.pointers
    }
    added = [
        _words_for(value, context, reading.language)
        for value in values
        if value.origin != "named" and value not in pointed.get(value.name, ())
    ]
    edits = [
        Edit(*word.span, _in_place_of(word.text, [_words_for(v, context, reading.language) for v in pointed[slot]]))
        for slot, word in reading.pointers
        if pointed[slot]
    ]
    if reading.language != "ko":
        return _appended(apply_edits(reading.text, edits), added)
    return apply_edits(reading.text, _with_added(edits, reading, added))


def _in_place_of(pointer: str, words: Sequence[str]) -> str:
    listed = ", ".join(words)
    if pointer.endswith("중"):
        return f"{listed} 중"
    return f"in {listed}" if pointer.casefold() == "there" else listed


def _with_added(edits: list[Edit], reading: Reading, added: Sequence[str]) -> list[Edit]:
    """Korean: conditions taken over stand behind the place the question begins with, else at its beginning."""
    if not added:
        return edits
    words = " ".join(added)
    heads = [edit.end for edit in edits if edit.start == 0] + [m.end for m in reading.named() if m.start == 0]
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


def _words_for(value: SlotValue, context: TurnContext, language: str) -> str:
    """The words the conversation used for a value, as long as they mean it alone; else (and for choices) the declared
    ones."""
    slot = context.pack.slot(value.name)
    if slot.parser == "choice":
        return display_value(slot, value.value, language)
    for exchange in reversed(context.exchanges):
        if language_of(exchange.standalone) != language:
            continue
        for mention in find_mentions(exchange.standalone, context.pack, context.now):
            same = (mention.slot, mention.value, mention.negated) == (value.name, value.value, False)
            if same and _stands_alone(mention.text, value.value, value.name, context):
                return mention.text
    return display_value(slot, value.value, language)


def topic_of(standalone: str, values: Sequence[SlotValue], reading: Reading, context: TurnContext) -> str:
    """What an earlier question was about, in a few words: without the conditions the new one states itself, and without
    those that do not go over. A topic put before it earlier is kept and does not grow."""
    put_before = _TOPIC_BEFORE.match(standalone)
    text = (put_before["ko"] or put_before["en"]) if put_before else standalone
    stated = {value.name for value in values} | {mention.slot for mention in reading.mentions}
    passing = {slot.name for slot in context.pack.slots if not slot.inherits}
    for mention in reversed(find_mentions(text, context.pack, context.now)):
        if mention.slot in stated | passing:
            text = f"{text[: mention.start]}\x00{text[mention.end :]}"
    figures = any(character.isdigit() for character in reading.text)
    about = topic_words(_EMPTIED.sub(" ", text))
    # A figure of the question's own ("10%면?") takes the place of the earlier one.
    return " ".join(word for word in about if not (figures and any(character.isdigit() for character in word)))


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with these stretches exchanged, and the particles after them made to fit."""
    changed = text
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        after = changed[edit.end :]
        changed = changed[: edit.start] + edit.text + (fitted(edit.text, after) if edit.text else after)
    return re.sub(r"\s{2,}", " ", changed).strip()


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
