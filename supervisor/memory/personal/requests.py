"""기억해줘, 잊어줘, remember, forget: requests about the person's own memories, carried out at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from foundation.contracts.memories import LONGEST_MEMORY
from foundation.language.script import composed
from foundation.language.sentences import sentences_of
from foundation.language.wanted.questions import asks
from supervisor.memory.personal import vetoes
from supervisor.memory.personal.people import of_whom
from supervisor.memory.personal.reading import MAX_MESSAGE, Statement, made, may_not_be_kept, statement_in
from supervisor.memory.personal.styles import is_style
from supervisor.memory.personal.topics import kind_of

_PLEASE = (
    r"\s*(?:해\s*(?:주세요|주십시오|줄래|주라|줘|두세요|둬|놔|놓아|라)|하세요|해요|해"
    r"|부탁(?:드려요|드립니다|합니다|해))(?![가-힣]*\?)"
)
_KOREAN_REMEMBER = re.compile(
    rf"[,\s]*(?:(?:이거|이것|이걸|이건|다음을|이\s*점"
    rf"|이\s*내용)[을를은]?\s*)?(?:꼭\s*)?(?:기억{_PLEASE}|메모{_PLEASE}|알아\s*(?:둬|두세요"
    rf"|줘)|잊지\s*(?:마세요|말아\s*(?:주세요|줘)|말아|마)|저장{_PLEASE})(?:요)?\s*[:.,!~]*\s*"
)
_KOREAN_OBJECT = re.compile(r"(?:라고|다고|(?:을|를|은)(?=$))$")
_ENGLISH_REMEMBER = re.compile(
    r"\b(?:please\s+|kindly\s+|can\s+you\s+|could\s+you\s+)?(?:remember|keep\s+in\s+mind"
    r"|make\s+a\s+note|take\s+note|note|memori[sz]e|don'?t\s+forget|do\s+not\s+forget|save)\s*"
    r"(?:(?:that|this|it|down|for\s+(?:later|me|next\s+time)|please)\b\s*)*[:,.!-]*\s*",
    re.IGNORECASE,
)
_ENGLISH_REMEMBER_LAST = re.compile(
    r"[\s,.;:-]*\b(?:please\s+|so\s+|and\s+)*(?:remember|note|keep\s+(?:this|that)\s+in\s+mind"
    r"|keep\s+in\s+mind|don'?t\s+forget)(?:\s*(?:that|this|it))?(?:\s+please|\s+for\s+(?:later|me"
    r"|next\s+time))?\s*+(?:[.!]++\s*+)?$",
    re.IGNORECASE,
)
_ENGLISH_BEGINS = re.compile(
    r"^\s*(?:hi|hello|ok(?:ay)?|and|also|so|well|,|\s)*(?:please\s+|kindly\s+)?(?:remember"
    r"|keep\s+in\s+mind|make\s+a\s+note|take\s+note|note\s+that|memori[sz]e|don'?t\s+forget"
    r"|do\s+not\s+forget)\b",
    re.IGNORECASE,
)
_NOT_A_REQUEST = re.compile(
    r"기억(?:해|나|하니|하나|하고\s*있|할\s*수)[요]?\s*\?|기억(?:나|이\s*나|이\s*안)"
    r"|\bdo\s+you\s+remember\b|\bI\s+(?:don'?t\s+|can'?t\s+)?remember\b|\bremember\s+(?:when"
    r"|how|what|the\s+last|my\s+last|to\s+\w+)\b",
    re.IGNORECASE,
)
_KOREAN_FORGET = re.compile(
    r"[,\s]*(?:잊어(?:\s*(?:줘|주세요|줘요|주라|버려|버려줘|주십시오)|\s*$|\s*[.!~])|(?:기억"
    r"|메모리)(?:에서|을|를|은|한\s*(?:것|거|걸|내용)(?:을|은|도)?)?\s*(?:다|모두|전부"
    r"|싹)?\s*(?:좀\s*)?(?:지워|삭제|없애|제거|잊어|초기화)\S*(?:\s*(?:줘|주세요"
    r"|줘요))?)\s*[.!~]*\s*$"
)
_ENGLISH_FORGET = re.compile(
    r"^\s*(?:please\s+|now\s+|ok(?:ay)?[,\s]+|can\s+you\s+|could\s+you\s+)*"
    r"(?P<does>forget|erase|delete|remove|clear|wipe)\s++(?P<what>.+?)\s*+(?:[.!?]++\s*+)?$",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"^(?:(?:나|저|내)(?:에|에\s*+대)?\s*+(?:대해서?|대한|관한|관해)?\s*+)?(?:(?:지금까지|여태"
    r"|그동안)\s*+)?(?:다|전부|모두|모든\s*(?:것|거|걸|기억)(?:을|를)?|싹|전체|기억|내\s*기억"
    r"|기억\s*(?:다|전부|모두))?\s*$"
    r"|^(?:everything|all)(?:\s+(?:you\s+know|you\s+remember|that\s+you\s+\w+|of\s+it"
    r"|about\s+me|memories|my\s+memories|the\s+memories))*\s*$|^(?:all\s+)?(?:my|your"
    r"|the)?\s*(?:memor(?:y|ies)|everything)(?:\s+(?:of|about)\s+me)?$",
    re.IGNORECASE,
)
_IT = re.compile(
    r"^(?:it|that|this|about\s+(?:it|that|this)|what\s+I\s+(?:just\s+)?said|그거|이거|그건"
    r"|그것|이것|방금\s*(?:거|것|말|말한\s*(?:거|것)))(?:은|는|을|를|도)?$",
    re.IGNORECASE,
)
_OF_MEMORY = re.compile(
    r"(?:\s*+(?:이?라는|다는|는|은)(?:\s*+(?:거|것|걸|것을|사실|사실을|말|점|점을))?|\s*+(?:에\s*+대한"
    r"|에\s*+관한)(?:\s*+(?:기억|거|것|내용))?)?(?:\s*+(?:은|는|을|를|도|이|가))?\s*+$"
)
_ENGLISH_OF_MEMORY = re.compile(
    r"^(?:about\s+|that\s+|the\s+(?:fact|part|memory|memories)\s+(?:that|of|about)\s+"
    r"|what\s+I\s+said\s+about\s+|memor(?:y|ies)\s+(?:of|about)\s+)+",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Request:
    """The request."""

    action: Literal["remember", "forget", "forget_all"]
    statement: Statement | None
    """To be remembered; None: it is nothing that is stored (a secret, a question, another person, an order)."""
    what: str
    """What to forget, or what was refused, in the person's words."""
    rest: str
    """The rest of the message; "" if there is none."""


def request_of(message: str) -> Request | None:
    """The request; None if the message makes none about memories."""
    text = composed(message).strip()
    if not text or len(text) > MAX_MESSAGE or vetoes.is_not_to_be_kept(text):
        return None
    sentences = sentences_of(text)
    for place, sentence in enumerate(sentences):
        found = _forgetting(sentence) or _remembering(sentence, sentences[place + 1 :], sentences[:place])
        if found is not None:
            action, statement, what, used = found
            rest = " ".join(one for one in sentences if one not in used)
            return Request(action, statement, what, rest)
    return None


_Found = tuple[Literal["remember", "forget", "forget_all"], Statement | None, str, list[str]]


def _forgetting(sentence: str) -> _Found | None:
    korean = _KOREAN_FORGET.search(sentence)
    if korean is not None:
        what = _OF_MEMORY.sub("", sentence[: korean.start()].strip(" ,"))
    else:
        english = _ENGLISH_FORGET.match(sentence)
        if english is None or not (english["does"].casefold() == "forget" or "memor" in sentence.casefold()):
            return None
        what = _ENGLISH_OF_MEMORY.sub("", english["what"].strip())
    what = what.strip(" ,.:")
    if _ALL.match(what):
        return "forget_all", None, "", [sentence]
    return None if _IT.match(what) else ("forget", None, what, [sentence])


def _remembering(sentence: str, after: list[str], before: list[str]) -> _Found | None:
    if _NOT_A_REQUEST.search(sentence):
        return None
    said = _said(sentence)
    if said is None:
        return None
    used = [sentence]
    if not said:  # 기억해 주세요 alone: the sentence beside it is meant.
        if not (before or after):
            return None
        said = before[-1] if before else after[0]
        used.append(said)
    return "remember", _kept(said), said, used


def _said(sentence: str) -> str | None:
    """What is to be remembered; "" if the sentence only refers to something; None if it makes no request."""
    korean = _KOREAN_REMEMBER.search(sentence)
    if korean is not None:
        after, before = sentence[korean.end() :].strip(), sentence[: korean.start()].strip(" ,")
        return after if len(after) > len(before) else _KOREAN_OBJECT.sub("", before)
    if _ENGLISH_BEGINS.match(sentence):
        return _ENGLISH_REMEMBER.sub("", sentence, count=1).strip(" ,.:")
    # "When do I need a doctor's note?" is a question: this ending makes a request only of a sentence that asks nothing.
    last = None if asks(sentence) else _ENGLISH_REMEMBER_LAST.search(sentence)
    return sentence[: last.start()].strip(" ,.:") if last is not None and last.group().strip(" .,") else None


def _kept(said: str) -> Statement | None:
    """On request, more is stored than otherwise: also passing states, and sentences without a subject. Never a secret,
    a question, an order other than for the style of answers, or a statement about somebody else."""
    text = said.strip()
    if not text or len(text) > LONGEST_MEMORY or may_not_be_kept(text):
        return None
    own = statement_in(text)
    if own is not None:
        return own
    if is_style(text):
        return made(text, "style")
    refused = (vetoes.asks, vetoes.is_order, vetoes.is_supposed, vetoes.is_reported, vetoes.instructs)
    if of_whom(text) == "other" or any(veto(text) for veto in refused):
        return None
    return made(text, kind_of(text))
