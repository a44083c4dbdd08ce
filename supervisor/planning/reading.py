"""One question read without its conversation: slots, pointing words, cues, intent words. The conversation is added
later."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from execution_agents.knowledge_graph.linker import link
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import Pack, Slot
from foundation.domains.slots.slots import Mention, find_mentions
from foundation.domains.slots.synonyms import Synonyms
from foundation.language import cues as words
from foundation.language.courtesies import without_courtesies, without_laughter
from foundation.language.cues import Reference
from foundation.language.wanted.comparisons import without_setting_beside
from foundation.language.wanted.questions import asks
from supervisor.planning.bounds import READ_VALUES, as_read, closed_up
from supervisor.planning.context import TurnContext
from supervisor.planning.following.focus import day_found, newest_shown
from supervisor.planning.intent import IntentReading, named_data_types, read_intent

_GOES_ON = re.compile(
    r"(?:인데|는데|은데|니까|라서|,)\s*(?:그럼|그러면|그렇다면)(?![가-힣])|[,.]\s*(?:so|then)\b(?!\s+that)",
    re.IGNORECASE,
)
"""A follow-up cue within a sentence: 보증금이 2억인데 그럼 얼마까지?"""
_ONE_OF_THEM = re.compile(r"\bones?\s*[?.!]*\s*$", re.IGNORECASE)
"""A noun's place taken at the end of a question that names a value: and the bristol one."""
_CLAUSES = re.compile(r"[?.!;,]\s+(?:and\s+|or\s+|그리고\s+)?|\s+and\s+|(?<=[가-힣]고)\s+", re.IGNORECASE)


@dataclass(frozen=True)
class Reading:
    """What the words of one question say by themselves."""

    text: str
    """The part of the question that is read, Hangul composed: all spans count in this form."""
    language: str
    mentions: tuple[Mention, ...]
    """Slots named, the negated ones marked."""
    pointers: tuple[tuple[str, Reference], ...]
    """(slot, pointing word): 그 지역, that period."""
    references: tuple[Reference, ...]
    """Words that refer to the conversation in general: 그 조건, it."""
    intent: IntentReading
    residue: tuple[str, ...]
    """The words left without slots, pointing words, cues and requests: what else it is about."""
    corrects: bool
    """아니, 정정할게요, or one value said instead of another of the same slot."""
    continues: bool
    """Begins with 그럼, 그리고, what about …, or exchanges a condition."""
    is_fragment: bool
    """Not a full sentence: 한도는?"""
    wants_fresh: bool
    changes_topic: bool
    reuse_cue: bool
    data_types: tuple[str, ...]
    """Data types it names outright: 시세, 금리."""
    small_talk: bool
    off_topic: bool
    vague: bool
    beside_courtesies: str = ""
    """The text beside its greetings, thanks and closings; "" if it has none."""
    in_part: bool = False
    """It is longer, or names more, than is read (`bounds.py`)."""

    @property
    def own_intent(self) -> str | None:
        """The intent its own words indicate; an elliptic question that is merely similar to an example, or merely asks
        as those of an intent do (how many is that), has none."""
        merely = self.intent.by_example or (self.intent.by_pattern and not self.mentions)
        elliptic = not self.residue and merely
        return None if elliptic else self.intent.name

    def named(self) -> tuple[Mention, ...]:
        """The slots that are meant."""
        return tuple(mention for mention in self.mentions if not mention.negated)

    @property
    def bare_figure(self) -> str:
        """The first number that no slot was read from (59는?); "" when there is none."""
        return next((word for word in self.residue if word.isdecimal()), "")

    def excluded(self) -> tuple[Mention, ...]:
        """The excluded values, if nothing is named instead: 아파트 빼고."""
        named = {mention.slot for mention in self.named()}
        return tuple(mention for mention in self.mentions if mention.negated and mention.slot not in named)

    def rejected(self, slot: str) -> frozenset[str]:
        """The slot's values that are excluded."""
        return self._rejected.get(slot, frozenset())

    @cached_property
    def _rejected(self) -> Mapping[str, frozenset[str]]:
        """By slot. Cached, since it is needed for every mention: searching all of them each time took two thirds of a
        long reading."""
        values: dict[str, set[str]] = {}
        for mention in self.mentions:
            if mention.negated:
                values.setdefault(mention.slot, set()).add(mention.value)
        return {slot: frozenset(rejected) for slot, rejected in values.items()}

    def slots_spoken_of(self) -> frozenset[str]:
        """Names of the slots that are named, excluded or pointed at."""
        return frozenset(mention.slot for mention in self.mentions) | {slot for slot, _ in self.pointers}


def read_question(context: TurnContext) -> Reading:
    """Everything the question's own words say."""
    pack, whole = context.pack, closed_up(words.composed(context.question).strip())
    text = as_read(whole)
    named = _mentions(text, context)
    mentions = named[:READ_VALUES]
    negated = tuple((mention.start, mention.end) for mention in mentions if mention.negated)
    meant = words.without_negated(text, negated)
    pointers = _pointers(meant, pack.slots, mentions, days=bool(day_found(context)))
    pointing = {place for _, word in pointers for place in range(*word.span)}
    beside = without_courtesies(without_laughter(text))
    residue = _residue(meant, mentions, pointers)
    references = tuple(
        each
        for each in words.references(meant)
        if pointing.isdisjoint(range(*each.span)) and not _points_within(meant, each)
    )
    return Reading(
        text=text,
        language=_language(text, context),
        mentions=mentions,
        pointers=pointers,
        references=references,
        intent=read_intent(
            words.without_demand(words.without_basis(_aimed(meant, mentions, pointers, pack, residue))), pack
        ),
        residue=residue,
        corrects=words.CORRECTION_CUES.match(text) is not None or _replaces(mentions),
        continues=_continues(text),
        is_fragment=words.FRAGMENT.search(text) is not None,
        wants_fresh=words.wants_fresh(text),
        changes_topic=words.TOPIC_CHANGES.search(text) is not None,
        reuse_cue=words.reuse_cue(text),
        data_types=named_data_types(meant, pack),
        small_talk=beside is not None or matches_any(text, pack.dictionary.small_talk),
        beside_courtesies=beside or "",
        off_topic=matches_any(text, pack.dictionary.off_topic),
        vague=matches_any(text, pack.dictionary.vague),
        in_part=text != whole or mentions != named,
    )


def _aimed(
    text: str,
    mentions: Sequence[Mention],
    pointers: Sequence[tuple[str, Reference]],
    pack: Pack,
    residue: Sequence[str],
) -> str:
    """The words that may indicate an intent. The further words of a value's full name (presale rights) do not, and
    setting the months shown, or all that was shown (둘 차이는), beside each other is no aim of its own, whatever else a
    pack compares (toc도 같은 두 달 비교해줘)."""
    for mention in mentions:
        end = mention.start + _first_name(mention, pack)
        text = f"{text[:end]}{' ' * (mention.end - end)}{text[mention.end :]}"
    several = any(words.SEVERAL_MONTHS.search(word.text) for _, word in pointers)
    return without_setting_beside(text) if several or not (mentions or residue) else text


def _first_name(mention: Mention, pack: Pack) -> int:
    """Letters of a value's full name up to the end of its first word, if that names the value by itself; all of a
    mention otherwise."""
    first, low = mention.text.partition(" ")[0], mention.text.casefold()
    meant = [one for one in pack.slot(mention.slot).choices if one.value == mention.value]
    full = any(low == label.casefold() for one in meant for label in one.label.values())
    alone = any(first.casefold() == word.casefold() for one in meant for word in one.words)
    return len(first) if full and alone else mention.end - mention.start


def _points_within(text: str, word: Reference) -> bool:
    """True if a pronoun follows a question of its own message (how long do I get off when a grandparent dies, and is it
    paid?): it refers to that question, not to the conversation."""
    before = _CLAUSES.split(text[: word.span[0]])
    return len(before) > 1 and any(asks(clause) and len(words.topic_words(clause)) > 1 for clause in before[:-1])


def _language(text: str, context: TurnContext) -> str:
    """The question's own language; for a question without a letter the conversation's, else the pack's first."""
    if not words.says_nothing(text):
        return words.language_of(text)
    spoken = context.exchanges[-1].standalone if context.exchanges else ""
    return context.pack.languages[0] if words.says_nothing(spoken) else words.language_of(spoken)


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def matches_any(text: str, patterns: Iterable[str]) -> bool:
    """True when one of the pack's regular expressions matches somewhere."""
    return any(_compiled(pattern).search(text) for pattern in patterns)


def pointing_words(slot: Slot) -> tuple[str, ...]:
    """The pack's words that point at this slot, and for regions and periods the usual ones."""
    usual = {"region": words.REGION_POINTERS, "period": words.PERIOD_POINTERS}
    return (*slot.pointing_words, *usual.get(slot.parser, ()))


def says_domain_word(text: str, pack: Pack) -> bool:
    """True when a word of the pack's field occurs: a Korean one within words, an English one from a word's beginning on
    (CT is not said by perfect)."""
    return bool(_domain_words(ByIdentity(pack.dictionary.domain_words)).added(text))


@lru_cache(maxsize=16)
def _domain_words(known: ByIdentity[tuple[str, ...]]) -> Synonyms:
    return Synonyms({word: (word,) for word in known.part})


def _continues(text: str) -> bool:
    goes_on = words.FOLLOW_UP_CUES.match(text) or _GOES_ON.search(text)
    return goes_on is not None or words.EXCHANGES_A_CONDITION.search(text) is not None


def _mentions(text: str, context: TurnContext) -> tuple[Mention, ...]:
    """A question that names its own place is not a follow-up about the month mentioned before: its months are recent
    ones."""
    pack, near, newest = context.pack, _near(context), "" if context.alone else newest_shown(context)
    parsers = {slot.name: slot.parser for slot in pack.slots}
    times = [name for name, parser in parsers.items() if parser == "period" and newest]
    near = {**near, **{name: (f"{newest}..{newest}", *near.get(name, ())) for name in times}}
    mentions = _outside_names(find_mentions(text, pack, context.now, near, newest), text, context)
    if not any(parsers[mention.slot] == "region" for mention in mentions):
        return mentions
    places = {slot: values for slot, values in near.items() if parsers.get(slot) != "period"}
    return _outside_names(find_mentions(text, pack, context.now, places, newest), text, context)


def _outside_names(mentions: tuple[Mention, ...], text: str, context: TurnContext) -> tuple[Mention, ...]:
    """Without choices that are part of a thing's longer name: private health insurance asks for one benefit, not for
    everything about health."""
    if context.entities is None:
        return mentions
    choices = {slot.name for slot in context.pack.slots if slot.parser == "choice"}
    if not any(mention.slot in choices for mention in mentions):
        return mentions
    slots = {slot.name for slot in context.pack.slots}
    index = context.entities
    names = [
        (one.start, one.end)
        for one in link(text, index)
        if one.status == "known" and not slots & {index.entities[each].type for each in one.entities}
    ]

    def is_part(mention: Mention) -> bool:
        within = (start <= mention.start and mention.end <= end for start, end in names)
        longer = (end - start > mention.end - mention.start for start, end in names)
        return mention.slot in choices and any(a and b for a, b in zip(within, longer, strict=True))

    return tuple(mention for mention in mentions if not is_part(mention))


def _near(context: TurnContext) -> Mapping[str, Sequence[str]]:
    """Slot -> the conversation's last values, which decide between places of one name."""
    near: dict[str, Sequence[str]] = {}
    for exchange in reversed(context.exchanges):
        for slot, values in exchange.slots.items():
            if values:
                near.setdefault(slot, values)
    return near


def _pointers(
    text: str, slots: Sequence[Slot], mentions: Sequence[Mention], *, days: bool
) -> tuple[tuple[str, Reference], ...]:
    """The words that point at a slot's earlier value. `days`: the conversation has found a day, so a day is pointed at,
    too."""
    found: list[tuple[str, Reference]] = []
    taken = {place for mention in mentions for place in range(mention.start, mention.end)}
    for slot in slots:
        of_days = words.DAY_POINTERS if days and slot.parser == "period" else ()
        for reference in words.pointers(text, (*pointing_words(slot), *of_days)):
            stretch = range(*reference.span)
            if taken.isdisjoint(stretch) and not words.negated(text, reference.span):
                taken.update(stretch)
                found.append((slot.name, reference))
    return tuple(found)


def _residue(text: str, mentions: Sequence[Mention], pointers: Sequence[tuple[str, Reference]]) -> tuple[str, ...]:
    spans = [(mention.start, mention.end) for mention in mentions] + [word.span for _, word in pointers]
    left = list(text)
    for start, end in spans:
        left[start:end] = " " * (end - start)
    bare = _ONE_OF_THEM.sub(" ", "".join(left)) if spans else "".join(left)
    for cue in (words.CORRECTION_CUES, words.FOLLOW_UP_CUES, words.CORRECTION_CUES):
        bare = cue.sub(" ", bare)
    return tuple(word for word in words.topic_words(bare) if not words.PARTICLE_TAIL.fullmatch(word))


def _replaces(mentions: Sequence[Mention]) -> bool:
    """One value of a slot is negated and another of the same slot is named."""
    negated = {mention.slot for mention in mentions if mention.negated}
    return any(mention.slot in negated for mention in mentions if not mention.negated)
