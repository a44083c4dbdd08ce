"""What a sentence of a contract requires or denies: its parts, the party each is about, and whether an act it mentions
is required or denied there.

A denial is a negated predicate or a word of refusal (포기, 금지, 거절, waive, refuse); two of them cancel each other
(거절하지 못한다). A condition (연체하지 않은 경우) says nothing about the act itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

_PARTS = re.compile(
    r"(?<=[가-힣])고,\s*"
    r"|(?<=[가-힣\s])(?:으며|하며|되며|이며|며|하고|되고|(?<!묻지\s)(?<!따지지\s)(?<!거치지\s)(?<!알리지\s)(?<!밝히지\s)(?<!얻지\s)않고|없고|있고|이고|지고|하되|있되|있으나|없으나|하나|으나|(?<!까)지만|이나)"
    r"(?:,\s*|\s+)"
    r"|(?<=[다음함됨])[.;]\s+|;\s+|,?\s+(?:but|and)\s+(?=(?:the|may|shall|must|will|not|no)\b)",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"(?:경우(?:에는|에도|에|라도)?|때(?:에는|에도|에|마다)?(?![가-힣])|(?<=[가-힣])(?<![서화전측방도지표내])면(?=[,\s])"
    r"|(?<=[가-힣])\s시(?:에는|에도|에)?(?=[\s,]))"
    r",?\s+|^(?:if|where|when|unless|in case)\b[^,]*,\s*",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"지\s?(?:아니|않|못|말)|(?<![가-힣])(?:아니(?:하|한)|안\s(?=[가-힣])|못\s?(?=[하한할합함]))|수\s?없"
    r"|(?<![가-힣])(?:권리|책임|의무|효력)[은는이가도]?\s?없|(?:이|가)\s?아니"
    r"|(?<=[가-힣]을\s)못|없(?=음|다|는다|으며|고|습니다|는\s*것)"
    r"|\b(?:not|never|no|neither|nor|cannot)\b|n['’]t\b",
    re.IGNORECASE,
)
_MANNER = re.compile(
    r"(?:묻|따지|거치|알리|밝히|얻|가리)지\s?(?:않고|아니하고)"
    r"|없이|막론하고|불문하고|불구하고|뿐\s?(?:만\s?)?아니라|\bwithout\b|\bnot only\b",
    re.IGNORECASE,
)
_TAKES_AWAY = re.compile(
    r"포기|금지|(?<![가-힣])금(?:하며|하고|하기|한다)|거절|거부|배제|불허|불가(?!피)|박탈|상실"
    r"|면제|제외|무효|저지|방해|제한한|제한하|제한됨|불인정|배척|소멸(?=한|하|된|시)"
    r"|\b(?:waiv\w+|forfeit\w*|refus\w+|exclud\w+|prohibit\w*|forbid\w*|forbidden|void|deni\w+|deny|surrender\w*|lose[sd]?)\b",
    re.IGNORECASE,
)
_SANCTION = re.compile(
    r"무효|해지(?=한|하|된|되|할 수 있)|해제(?=한|하|된|되|할 수 있)|퇴거|위약금|배상|몰취|귀속"
    r"|종료(?=한|하|된|되)|상실|벌금|거절할 수 있|거부할 수 있"
    r"|\b(?:void|terminat\w+|forfeit\w*|penalt\w+|evict\w*|refuse)\b",
    re.IGNORECASE,
)
_BEARS = re.compile(r"부담|책임|\bbear\b|\bpay\b|\bborne\b", re.IGNORECASE)
_BURDEN = re.compile(
    r"\s?(?:측)?(?:이|의|가|은|는)?\s?(?:전액|전부|모두|각자|직접|단독으로)?\s?(?:비용|책임|부담)", re.IGNORECASE
)
_IS_TOPIC = re.compile(
    r"\s?(?:측|쪽|본인)?(?:은|는)(?![가-힣])"
    r"|\s+(?:shall|may|must|will|can|waives?|agrees?|is|has|bears?|pays?|loses?|forfeits?)\b",
    re.IGNORECASE,
)
_IS_SUBJECT = re.compile(r"\s?(?:측|쪽|본인)?(?:이|가|께서|도)(?![가-힣])")
"""The topic precedes the actor of an embedded clause (임대인은 임차인이 입은 손해에 …)."""
NEAR = 24
"""Characters before an act within which a word that takes away belongs to it (금지되는 전입신고)."""


@dataclass(frozen=True)
class Part:
    """One thing a sentence lays down."""

    text: str
    """The whole part, its condition too."""
    main: str
    """What is laid down, without the condition."""
    at: int
    """Where `main` begins in `text`."""
    party: str
    """Name of the side that acts or bears; "" where none is named."""


def parts_of(sentence: str, parties: Mapping[str, Sequence[str]]) -> list[Part]:
    """The parts of a sentence in order. A part that names no party continues the one before it."""
    found: list[Part] = []
    acting = ""
    for text in _split(sentence):
        conditions = list(_CONDITION.finditer(text))
        at = conditions[-1].end() if conditions and len(text) - conditions[-1].end() > 3 else 0
        acting = acting_party(text[at:], parties) or acting_party(text, parties) or acting
        found.append(Part(text, text[at:], at, acting))
    return found


def _split(sentence: str) -> Iterator[str]:
    start = 0
    for match in _PARTS.finditer(sentence):
        yield sentence[start : match.end()].strip()
        start = match.end()
    if rest := sentence[start:].strip():
        yield rest


def acting_party(text: str, parties: Mapping[str, Sequence[str]]) -> str:
    """The side whose act or burden a text is: the bearer of a burden, else the one it is about, else its subject."""
    bearer, subject, topic = "", "", ""
    for name, words in parties.items():
        for match in _party(tuple(words)).finditer(text):
            behind = text[match.end() : match.end() + 16]
            if _BURDEN.match(behind) and _BEARS.search(behind):
                bearer = name
            if _IS_TOPIC.match(behind):
                topic = topic or name
            elif _IS_SUBJECT.match(behind):
                subject = name
    return bearer or topic or subject


@lru_cache(maxsize=256)
def _party(words: tuple[str, ...]) -> re.Pattern[str]:
    ordered = sorted(words, key=len, reverse=True)
    spelled = [re.escape(word) if not word.isascii() else rf"\b{re.escape(word)}\b" for word in ordered]
    return re.compile("|".join(rf"(?<![가-힣]){one}" if len(one) == 1 else one for one in spelled), re.IGNORECASE)


_OF_THE_ACT = ("권", "것", "행위", "의무", "책임", "요구", "청구", "신청", "주장", "조치", "행사", "기회", "권리")
"""Nouns between an act and its verb (갱신의 요구를 포기한다)."""
_OBJECT = re.compile(rf"(?<![가-힣])[가-힣]{{2,}}{''.join(f'(?<!{noun})' for noun in _OF_THE_ACT)}[을를](?=\s)")
"""What another verb is said of: its denial is none of the act's (전입신고 전에 담보를 설정하지 않는다)."""


def is_sanction(main: str) -> bool:
    """Whether what is laid down is a sanction for what the condition names."""
    match = _SANCTION.search(main)
    return match is not None and not _NEGATED.search(_MANNER.sub(" ", main[match.start() :]))


def denied(main: str, start: int, end: int) -> bool:
    """Whether the act between these places of a part is denied: negations and words that take away, counted from the
    act on; one right before it counts, too, where it is said of the act."""
    behind = main[start:]
    other = next((match for match in _OBJECT.finditer(behind) if match.start() > end - start + 1), None)
    behind = _MANNER.sub(" ", behind if other is None else behind[: other.start()])
    count = len(_NEGATED.findall(behind)) + len(_TAKES_AWAY.findall(behind))
    before = main[max(0, start - NEAR) : start]
    if re.search(r"(?:금지|불가|제한|포기)(?:된|되는|하는|한)\s?$", before):
        count += 1
    if re.search(r"[a-z]", main[start:end]):
        english = _MANNER.sub(" ", main[:start])
        count += len(_NEGATED.findall(english)) + len(_TAKES_AWAY.findall(english))
    return count % 2 == 1
