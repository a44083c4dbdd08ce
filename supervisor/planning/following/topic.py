"""The topic of an earlier question, as a phrase a question may begin with: 계약 갱신과 관련해, 거절하면?

Korean: its topic words, with Sino-Korean verbs turned into nouns (갱신할 -> 갱신). A native verb keeps its form
(밀리면): the gates compare it with the verb of the new question. English: the question as a clause (whether the
landlord may raise the deposit) if its word order allows it, else from its first topic word to its last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from foundation.contracts.plan import SlotValue
from foundation.domains.slots.slots import Mention, find_mentions
from foundation.language.cues import language_of, negation_end, topic_words
from supervisor.planning.context import TurnContext
from supervisor.planning.reading import Reading

_CUT = "\x00"
_LONGEST = 12
"""Words of a topic, its conditions included."""
_EMPTIED = re.compile(rf"{_CUT}+[가-힣]?(?![가-힣])|{_CUT}+")
_WORD_END = re.compile(r"\w*")
_HUNG_ON = re.compile(
    r"(?:들)?(?:에서는|에서|으로는|로는|으로|이면|라면|인데|이고|이랑|하고|보다|부터|까지|에는|은|는|이|가|을|를|의|에|와|과|랑|도|만|로|면"
    r"|인|야|이야)?(?:요)?"
)
"""Endings that may be attached to a whole word."""
_PUT_BEFORE = re.compile(r"^(?:(?P<ko>.{1,200}?)[와과] 관련해, |Regarding (?P<en>(?:\([^)]{0,200}\)|[^,(]){1,200}), )")
_CUE_BEFORE = re.compile(
    r"^\s*(?:그럼|그러면|그렇다면|그리고|그런데|근데|또|and|then|so|also)(?:\s*,\s*|\s+)(?=\S)", re.IGNORECASE
)
_LEFT_OUT = re.compile(r"(?:는데|은데|인데|어서|아서|인지|는지|은지|던데|지만|니까|거든|나요|어요|아요|해요)$")
_SINO_VERB = re.compile(
    r"(?<=[가-힣]{2})(?:하려면|되려면|하면|되면|하기|되기|하는|되는|하고|되고|해서|돼서|했|됐|할|될|한|된|해|돼|하|되)$"
)
_ADNOMINAL = frozenset("릴갈낼")
"""Last syllables of verbs before a noun (올릴 수, 나갈 때) that end few nouns."""
_FINAL_L = 8
"""The place of ㄹ among the final consonants."""
_ASKED = re.compile(
    r"^(?:(?P<wh>(?:how|what|which|when|where|why|who)\b[^,?]{0,40}?)\s+)?"
    r"(?P<verb>may|can|must|should|will|would|could|does|do|did|is|are|was|were|has|have)\s+"
    r"(?P<who>I|you|we|they|it|he|she|(?:the|my|a|an|our|your|their)\s+\w+)\s+(?P<rest>[^?]+?)\s*[?.!]*$",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"^(?:please\s+)?(?:assess|show\s+me|tell\s+me|explain|analy[sz]e|check|find\s+out)\s+", re.IGNORECASE
)
_INDIRECT = re.compile(
    r"^(?:how\s+\w+|what|whether|why|which)\s+(?:it|they|he|she|I|we|you)\b[^,?(]*(?:\([^)]*\))?[?.!]*$", re.IGNORECASE
)
_WHAT_IS = re.compile(r"^(?:what|which|who)\s+(?:is|are|was|were)\s+(?P<what>[^,?]+?)\s*[?.!]*$", re.IGNORECASE)
_CONDITIONAL = re.compile(
    r"^(?P<case>(?:if|when|once|after|before|unless)\b[^,?]+),\s*(?P<asked>[^,]+)$", re.IGNORECASE
)
_OWN_SUBJECT = re.compile(r"^(?:what|who|which)\b", re.IGNORECASE)
""""What becomes of my lease": the question word is the subject, so the word order is unchanged."""
_LOWERED = re.compile(
    r"^(?:what|how|why|when|where|which|who|is|are|was|were|do|does|did|can|may|must|should|would|could|will|has|have"
    r"|explain|show|tell|give|compare|list|only|just|assess|summari[sz]e|repeat|the|a|an|in|if|not|that|it|please)\b",
    re.IGNORECASE,
)


def with_topic(topic: str, question: str, language: str) -> str:
    """The question with its topic before it; unchanged if there is none."""
    if not topic:
        return question
    bare = _CUE_BEFORE.sub("", question)
    if language == "ko":
        particle = "과" if _closed(topic) else "와"
        return f"{topic}{particle} 관련해, {bare}"
    lowered = bare[:1].lower() + bare[1:] if _LOWERED.match(bare) else bare
    return f"Regarding {topic}, {lowered}"


@dataclass(frozen=True)
class Topic:
    """The topic of an earlier question."""

    text: str
    """"" when nothing is left of it."""
    says: frozenset[tuple[str, str]] = frozenset()
    """(slot, value) of the conditions it says itself."""


def topic_of(standalone: str, values: Sequence[SlotValue], reading: Reading, context: TurnContext) -> Topic:
    """The topic of an earlier question: without the conditions the new one states itself, and without those that are
    not taken over. A topic added earlier is kept and does not grow."""
    put_before = _PUT_BEFORE.match(standalone)
    text = (put_before["ko"] or put_before["en"]) if put_before else standalone
    kept, says = _without_conditions(text, values, reading, context)
    # A figure of the question's own ("10%면?") replaces the earlier one.
    figures = _has_figure(reading.text)
    if language_of(text) != "ko":
        said = _english(text, kept, figures, as_it_is=put_before is not None)
    else:
        said = " ".join(dict.fromkeys(word for word in map(_as_noun, _topic(kept, figures)) if word))
    still = {(mention.slot, mention.value) for mention in find_mentions(said, context.pack, context.now)}
    return Topic(said, says & still)


def _without_conditions(
    text: str, values: Sequence[SlotValue], reading: Reading, context: TurnContext
) -> tuple[str, frozenset[tuple[str, str]]]:
    """The text with conditions blanked, and the conditions that remain: taken over and only stated here."""
    mentions = find_mentions(text, context.pack, context.now)
    spoken = values if language_of(text) == reading.language else ()
    meant = {(value.name, value.value) for value in spoken}
    figures = _has_figure(reading.text)
    stay = {
        slot
        for slot in {mention.slot for mention in mentions} - reading.slots_spoken_of()
        if {(m.slot, m.value) for m in mentions if m.slot == slot} == {one for one in meant if one[0] == slot}
        and not any(m.negated or (figures and _has_figure(m.text)) for m in mentions if m.slot == slot)
    }
    passing = {slot.name for slot in context.pack.slots if not slot.inherits}
    stated = {value.name for value in values} | {mention.slot for mention in reading.mentions} | passing
    for mention in reversed(mentions):
        if mention.slot in stated - stay and is_whole(text, mention, mentions):
            end = negation_end(text, mention.end) if mention.negated else mention.end
            text = f"{text[: mention.start]}{_CUT}{text[end:]}"
    return text, frozenset((m.slot, m.value) for m in mentions if m.slot in stay)


def is_whole(text: str, mention: Mention, mentions: Sequence[Mention]) -> bool:
    """True for a word, or words, with no more than a particle after them: 전세 in 전세사기 is none. Another mention may
    be adjacent (강남구아파트)."""
    begins = mention.start == 0 or not text[mention.start - 1].isalnum()
    behind = _WORD_END.match(text, mention.end)
    ends = behind is not None and _HUNG_ON.fullmatch(behind.group()) is not None
    return (begins or any(other.end == mention.start for other in mentions)) and (
        ends or any(other.start == mention.end for other in mentions)
    )


def _topic(text: str, figures: bool) -> list[str]:
    about = topic_words(_EMPTIED.sub(" ", text), limit=_LONGEST)
    return [word for word in about if not (figures and _has_figure(word))]


def _english(text: str, kept: str, figures: bool, *, as_it_is: bool) -> str:
    if kept == text and not (figures and _has_figure(text)):
        clause = text if as_it_is else _as_clause(text)
        if clause:
            return clause
    words = _topic(kept, figures)
    if not words:
        return ""
    if "," in kept.split("(")[0]:
        return " ".join(words)
    start, end = kept.find(words[0]), kept.rfind(words[-1]) + len(words[-1])
    whole = 0 <= start < end and _CUT not in kept[start:end] and not figures
    said = kept[start:end] if whole else " ".join(words)
    proper = kept.startswith(words[0])
    return said if proper and "-" in words[0] else said[:1].lower() + said[1:]


def _as_clause(question: str) -> str:
    """May the landlord raise the deposit? -> whether the landlord may raise the deposit; "" for another word order."""
    plain = _REQUEST.sub("", question.strip())
    if _INDIRECT.match(plain):
        return plain[:1].lower() + plain[1:].rstrip(" ?.!")
    conditional = _CONDITIONAL.match(plain)
    if conditional:
        asked = conditional["asked"]
        clause = _as_clause(asked) or (asked.rstrip(" ?.!") if _OWN_SUBJECT.match(asked) else "")
        return f"{clause} {conditional['case'][:1].lower()}{conditional['case'][1:]}" if clause else ""
    named = _WHAT_IS.match(plain)
    if named:
        return named["what"]
    found = _ASKED.match(plain)
    if found is None or "," in found["rest"]:
        return ""
    asked = found["wh"] or "whether"
    who = found["who"] if found["who"] == "I" else found["who"][:1].lower() + found["who"][1:]
    return f"{asked[:1].lower()}{asked[1:]} {who} {found['verb'].lower()} {found['rest']}"


def _as_noun(word: str) -> str:
    """A topic word as a noun; "" for an ending that says nothing by itself."""
    if not "가" <= word[-1:] <= "힣":
        return word
    if _LEFT_OUT.search(word):
        return ""
    bare = _SINO_VERB.sub("", word)
    if bare != word:
        return bare
    if word[-1] in _ADNOMINAL and len(word) > 1:
        return f"{word[:-1]}{chr(ord(word[-1]) - _FINAL_L)}기"
    return word


def _has_figure(text: str) -> bool:
    return any(character.isdigit() for character in text)


def _closed(word: str) -> bool:
    """True after a final consonant, of Hangul alone: others are read too differently to tell."""
    last = word[-1:]
    return "가" <= last <= "힣" and (ord(last) - ord("가")) % 28 != 0
