"""The rules by which a question is put as people really type it. FROZEN: committed before retrieval was tuned on them.

A rule takes a written Korean question and gives the same question in a harder form, or None where it has nothing to
change. What is drawn comes from a hash of the question, so that every run asks the same. Nothing here knows a corpus, a
dictionary or how passages are found; the rules work on spelling alone, and now and then cut what a person would not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from random import Random
from types import MappingProxyType
from typing import Literal

Form = Literal[
    "no blanks",
    "wrong blanks",
    "no particles",
    "key words only",
    "spoken ending",
    "a typing error",
    "a greeting before",
    "a story before",
    "figures written otherwise",
    "typed in haste",
]
Rule = Callable[[str, Random], str | None]

_HANGUL = re.compile(r"[가-힣]+")
_FIRST, _LAST = "가", "힣"
_INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_FINALS = " ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
_BESIDE: Mapping[str, str] = MappingProxyType(
    {
        **{"ㅂ": "ㅈ", "ㅈ": "ㅂㄷ", "ㄷ": "ㅈㄱ", "ㄱ": "ㄷㅅ", "ㅅ": "ㄱ", "ㅁ": "ㄴ", "ㄴ": "ㅁㅇ", "ㅇ": "ㄴㄹ"},
        **{"ㄹ": "ㅇㅎ", "ㅎ": "ㄹ", "ㅋ": "ㅌ", "ㅌ": "ㅋㅊ", "ㅊ": "ㅌㅍ", "ㅍ": "ㅊ", "ㅆ": "ㅅ", "ㅉ": "ㅈ"},
        **{"ㅏ": "ㅓㅣ", "ㅓ": "ㅗㅏ", "ㅗ": "ㅓ", "ㅣ": "ㅏ", "ㅜ": "ㅠㅡ", "ㅡ": "ㅜ", "ㅠ": "ㅜ", "ㅑ": "ㅕㅐ"},
        **{"ㅕ": "ㅛㅑ", "ㅛ": "ㅕ", "ㅐ": "ㅔ", "ㅔ": "ㅐ", "ㅙ": "ㅚㅞ", "ㅚ": "ㅙㅞ", "ㅞ": "ㅙㅚ", "ㅖ": "ㅔ"},
    }
)
"""What is hit instead: the next key of the two-set keyboard, or the vowel that sounds alike."""

_AFTER_FINAL = ("으로써", "으로서", "으로", "이나", "과", "은", "이", "을")
_AFTER_VOWEL = ("로써", "로서", "와", "는", "가", "를", "로")
_AFTER_ANY = ("에서는", "에게서", "에서", "에게", "까지", "부터", "께서", "한테", "의", "에")
_VERB_BEFORE: Mapping[str, str] = MappingProxyType(
    {"는": "하되있없않지키주리치나오가보르받", "은": "받있없같않많높낮좋", "을": "받있없같않많높낮좋했"}
)
"""Before these particles such syllables are a verb's stem more often than a noun's end."""
_ASKS = re.compile(
    r"(무엇|무슨|누구|누가|언제|어디|어느|어떤|어떻게|얼마|왜|몇|뭐|뭔)[가-힣]*"
    r"|[가-힣]{0,3}(인가요?|나요|가요|는가|은가|까요?|니까|시오|세요|줘|주세요|는지|인지)"
)
_CLAUSE = re.compile(r"([가-힣]{2,}?)(?:하였던|했던|하던|하는|하여|하면|하고|하기|해서|되는|되면|되고|한|할|된|될)")
_JOINS = frozenset(
    ("있는", "없는", "위해", "위한", "대한", "대해", "따른", "따라", "통해", "이후", "그", "이", "수", "것", "및", "때")
)
_MOST_KEYS = 8

_SPOKEN: Mapping[str, str] = MappingProxyType({"무엇": "뭐", "뭣": "뭐"})
_PEOPLE = re.compile(r"(사람|인물|왕|자|감독|선수|가수|배우|작가|장군|대통령)[은는]$")

GREETINGS = (
    "안녕하세요, 궁금한 게 있는데요. {}",
    "안녕하세요 ㅎㅎ 뭐 하나만 여쭤볼게요. {}",
    "수고 많으십니다. 문의드릴 내용이 있어서 연락드립니다. {} 답변 부탁드립니다.",
    "저기요, 죄송한데 이것 좀 알려주실 수 있을까요? {}",
    "바쁘신데 죄송합니다만 질문 하나 드려도 될까요? {} 감사합니다!",
    "급해서 그런데요 ㅠㅠ {} 빨리 좀 알려주세요 ㅠㅠ",
)
STORIES = (
    "어제 친구랑 이야기하다가 나온 건데 둘 다 잘 모르겠더라고요. {}",
    "회사에서 자료를 정리하다가 이 부분에서 막혔어요. 팀장님이 오늘까지 확인해 달라고 하셨거든요. {}",
    "아이 숙제를 도와주고 있는데 책을 찾아봐도 안 나오네요. {}",
    "인터넷에서 여러 글을 읽어 봤는데 사람마다 말이 달라서 헷갈립니다. {}",
    "작년에 한 번 들은 적이 있는데 기억이 가물가물해요. 정확히 알고 싶어서 다시 여쭙니다. {}",
    "부모님께서 물어보셔서 대신 질문드려요. 설명을 해 드려야 하는데 저도 처음 듣는 이야기라서요. {}",
    "지난주부터 혼자 알아보고 있는데 어디에 물어봐야 할지도 모르겠어요. {}",
    "시험 준비를 하면서 요약 노트를 만들고 있습니다. {} 간단하게만 정리해 주시면 됩니다.",
)
_NATIVE = ("", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열")
_SINO = "영일이삼사오육칠팔구"
_COUNTED = "명|번째|번|개월|개|살|차례|가지|시간|권|편|마리|달"
_AMOUNT = re.compile(r"(?<![\d,.])(\d{1,3}(?:,\d{3})+|\d+)\s*(천만|백만|십만|천|만|억)?\s*원")
_UNITS: Mapping[str, int] = MappingProxyType(
    {"": 1, "천": 10**3, "만": 10**4, "십만": 10**5, "백만": 10**6, "천만": 10**7, "억": 10**8}
)
_FIGURES = re.compile(
    rf"{_AMOUNT.pattern}"
    r"|(?<!\d)(?P<century>1[89]|20)(?P<year>\d\d)\s*년"
    r"|(?P<share>\d+(?:\.\d+)?)\s*(?P<percent>%|퍼센트|프로(?![가-힣]))"
    rf"|(?<![\d.,])(?P<count>10|[1-9])\s*(?P<counted>{_COUNTED})"
    rf"|(?<![가-힣])(?P<native>{'|'.join(_NATIVE[1:])})\s+(?P<things>{_COUNTED})"
    r"|(?P<ordinal>제\s*)?(?<![\d.,])(?P<number>\d{1,4})\s*(?P<kind>조|회|대|차|항|호)(?![가-힣]{2})"
    r"|(?P<grouped>\d{1,3}(?:,\d{3})+)|(?<![\d.,])(?P<long>\d{4,})(?!\s*년|[\d.,])"
    r"|(?<![\d.,])(?P<small>\d{1,2})\s*(?P<of>월|일|세기|위|층|년)"
)


def harder(question: str, form: Form) -> str | None:
    """The question in that form; None where the rule changes nothing."""
    made = RULES[form](question, Random(sha256(f"{form}\x1f{question}".encode()).digest()))
    return made if made and made != question else None


def no_blanks(question: str, random: Random) -> str | None:
    """One word."""
    del random
    return "".join(question.split())


def wrong_blanks(question: str, random: Random) -> str | None:
    """Some blanks missing, some words cut in two."""
    found = ""
    for at, word in enumerate(question.split()):
        blank = "" if at == 0 or random.random() < 0.4 else " "
        places = [at for at in range(1, len(word)) if _is_syllable(word[at - 1]) and _is_syllable(word[at])]
        cut = random.choice(places) if len(places) > 2 and random.random() < 0.35 else 0
        found += blank + (f"{word[:cut]} {word[cut:]}" if cut else word)
    return found


def no_particles(question: str, random: Random) -> str | None:
    """Nouns without what marks their part in the sentence, as in a message; the last word stays."""
    del random
    said = question.split()
    return " ".join([*(without_particle(word) for word in said[:-1]), *said[-1:]])


def key_words_only(question: str, random: Random) -> str | None:
    """As typed into a search box."""
    del random
    kept: list[str] = []
    for word in re.findall(r"(?:[^\s?!,\"'“”‘’()<>《》「」『』]|(?<=\d),(?=\d))+", question):
        bare = word.strip(".·~")
        if not bare or _ASKS.fullmatch(bare) or bare in _JOINS:
            continue
        clause = _CLAUSE.fullmatch(bare)
        kept.append(clause[1] if clause else without_particle(bare))
    return " ".join(kept[:_MOST_KEYS]) if len(kept) > 1 else None


def spoken_ending(question: str, random: Random) -> str | None:
    """The same asked aloud."""
    core = question.strip().rstrip("?.!~ ")
    for pattern, endings in _ENDINGS:
        match = pattern.search(core)
        if match is not None:
            return core[: match.start()] + random.choice(endings(match))
    return core + random.choice((" 알려줘", " 좀 알려주세요", " 궁금해요", " 아시는 분?"))


def typing_error(question: str, random: Random) -> str | None:
    """One key beside the right one, a final consonant forgotten, or a syllable lost, doubled or swapped."""
    found = [match for match in _HANGUL.finditer(question) if len(match[0]) >= 3]
    found = found or [match for match in _HANGUL.finditer(question) if len(match[0]) == 2]
    if not found:
        return None
    match = random.choice(found)
    word = match[0]
    at = random.randrange(min(len(word), 4))
    kind = random.randrange(8)
    if kind == 0:
        wrong = word[:at] + word[at + 1 :]
    elif kind == 1:
        wrong = word[:at] + word[at] + word[at:]
    elif kind == 2:
        at = min(at, len(word) - 2)
        wrong = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    else:
        wrong = word[:at] + _mistyped(word[at], random) + word[at + 1 :]
    return question[: match.start()] + wrong + question[match.end() :]


def a_greeting_before(question: str, random: Random) -> str | None:
    """Polite words around it."""
    return random.choice(GREETINGS).format(question)


def a_story_before(question: str, random: Random) -> str | None:
    """How the question came up, which says nothing of what is asked."""
    return random.choice(STORIES).format(question)


def figures_otherwise(question: str, random: Random) -> str | None:
    """Amounts, years, shares, counts and ordinals in another way of writing."""
    return _FIGURES.sub(lambda match: random.choice(_others(match) or (match[0],)), question)


def typed_in_haste(question: str, random: Random) -> str | None:
    """No particles, no mark at the end, half of the blanks missing, one typing error."""
    said = [without_particle(word) for word in question.rstrip("?.! ").split()]
    joined = said[0] + "".join(("" if random.random() < 0.5 else " ") + word for word in said[1:])
    return typing_error(joined, random)


def without_particle(word: str) -> str:
    """A noun of two syllables or more without its particle, as far as spelling tells."""
    for particle in (*_AFTER_ANY[:8], *_AFTER_FINAL, *_AFTER_VOWEL, *_AFTER_ANY[8:]):
        stem = word.removesuffix(particle)
        if stem == word or len(stem) < 2 or not (_is_syllable(stem[-1]) or stem[-1].isalnum()):
            continue
        if stem[-1] in _VERB_BEFORE.get(particle, "") or (particle.startswith("로") and stem[-1] == "으"):
            return word
        if particle in _AFTER_ANY or not _is_syllable(stem[-1]):
            return stem
        if has_final(stem[-1]) == (particle in _AFTER_FINAL):
            return stem
    return word


def has_final(syllable: str) -> bool:
    """True where a Hangul syllable ends in a consonant."""
    return _is_syllable(syllable) and (ord(syllable) - ord(_FIRST)) % 28 > 0


def _is_syllable(character: str) -> bool:
    return _FIRST <= character <= _LAST


def _mistyped(syllable: str, random: Random) -> str:
    code = ord(syllable) - ord(_FIRST)
    initial, vowel, final = code // 588, code % 588 // 28, code % 28
    if final and random.random() < 0.4:
        return chr(ord(_FIRST) + initial * 588 + vowel * 28)
    beside = _BESIDE.get(_VOWELS[vowel], "")
    if beside and random.random() < 0.6:
        vowel = _VOWELS.index(random.choice(beside))
    else:
        beside = _BESIDE.get(_INITIALS[initial], "")
        initial = _INITIALS.index(random.choice(beside)) if beside else initial
    return chr(ord(_FIRST) + initial * 588 + vowel * 28 + final)


def _whats(match: re.Match[str]) -> tuple[str, ...]:
    word = _SPOKEN.get(match[1], match[1])
    known = "뭔지" if word == "뭐" else f"{word}인지"
    return f"{word}야?", f"{word}예요?", f"{word}죠?", f"{known} 알려줘", f"{known} 아세요?"


def _topic(match: re.Match[str]) -> tuple[str, ...]:
    topic, word = match[0], "누구" if _PEOPLE.search(match.string) else "뭐"
    known = "뭔지" if word == "뭐" else "누군지"
    return f"{topic} {word}야?", f"{topic} {word}예요?", f"{topic} {known} 알려줘", f"{topic}요?"


def _is_it(match: re.Match[str]) -> tuple[str, ...]:
    noun = match[1]
    return (
        f"{noun}{'이야' if has_final(noun) else '야'}?",
        f"{noun}인지 알려줘",
        f"{noun}인지 궁금해요",
        f"{noun}인 거죠?",
    )


def _does(match: re.Match[str]) -> tuple[str, ...]:
    del match
    return "나?", "는지 알려줘", "는지 궁금해요", "는지 아시나요?"


def _formal(match: re.Match[str]) -> tuple[str, ...]:
    stem = chr(ord(match[1]) - (ord(match[1]) - ord(_FIRST)) % 28)
    return f"{stem}나요?", f"{stem}는지 알려줘", f"{stem}는 건가요?"


def _asked_to(match: re.Match[str]) -> tuple[str, ...]:
    del match
    return "해줘", " 좀 해줄래요?", "해 주실래요?"


_ENDINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], tuple[str, ...]]], ...] = (
    (re.compile(r"(무엇|누구|언제|어디|얼마)(인가요?|입니까|일까요?|인지|이?며|이?지|이에요|예요)$"), _whats),
    (re.compile(r"[은는]$"), _topic),
    (re.compile(r"([가-힣])(인가요?|입니까|일까요?)$"), _is_it),
    (re.compile(r"(나요|는가요?)$"), _does),
    (re.compile(r"(?<=[있없겠었았했됐])습니까$"), _does),
    (re.compile(r"([합됩갑옵줍납])니까$"), _formal),
    (re.compile(r"(하시오|하라|하세요|해\s*주세요|해\s*주십시오|해줘)$"), _asked_to),
)
"""How a written question ends -> how it ends aloud; the first that fits."""


def _others(match: re.Match[str]) -> tuple[str, ...]:
    """Other ways to write a figure."""
    said = match.groupdict()
    ways: tuple[str, ...] = ()
    if match[1]:
        ways = _amounts(int(match[1].replace(",", "")) * _UNITS[match[2] or ""])
    elif said["year"]:
        ways = (f"'{said['year']}년", f"{said['year']}년", f"{said['century']}{said['year']}")
    elif said["share"]:
        ways = tuple(said["share"] + unit for unit in ("%", "퍼센트", "프로", " 퍼센트"))
    elif said["count"]:
        counted = said["counted"].replace("개월", "달")
        ways = (f"{_NATIVE[int(said['count'])]} {counted}",)
    elif said["native"]:
        ways = (f"{_NATIVE.index(said['native'])}{said['things']}",)
    elif said["number"]:
        plain = f"{said['number']}{said['kind']}"
        ways = (plain, f"{said['number']} {said['kind']}") if said["ordinal"] else (f"제{plain}", f"제 {plain}")
    elif said["grouped"] or said["long"]:
        value = int((said["grouped"] or said["long"]).replace(",", ""))
        ways = (str(value), f"{value:,}")
    elif said["small"]:
        ways = (f"{_sino(int(said['small']))} {said['of']}", f"{_sino(int(said['small']))}{said['of']}")
    return tuple(way for way in ways if way != match[0])


def _amounts(value: int) -> tuple[str, ...]:
    ways = [f"{value:,}원", f"{value}원"]
    for unit in ("억", "천만", "만"):
        if value and value % _UNITS[unit] == 0 and value // _UNITS[unit] < 10_000:
            ways += [f"{value // _UNITS[unit]}{unit} 원", f"{value // _UNITS[unit]}{unit}원"]
    return tuple(ways)


def _sino(value: int) -> str:
    tens, ones = divmod(value, 10)
    return f"{'' if tens < 2 else _SINO[tens]}{'십' if tens else ''}{_SINO[ones] if ones or not tens else ''}"


RULES: Mapping[Form, Rule] = MappingProxyType(
    {
        "no blanks": no_blanks,
        "wrong blanks": wrong_blanks,
        "no particles": no_particles,
        "key words only": key_words_only,
        "spoken ending": spoken_ending,
        "a typing error": typing_error,
        "a greeting before": a_greeting_before,
        "a story before": a_story_before,
        "figures written otherwise": figures_otherwise,
        "typed in haste": typed_in_haste,
    }
)
