"""Endings of polite speech: a sentence of a document (…한다) is put into it (…합니다), and spellings of 요 are one."""

from __future__ import annotations

import re

_FIRST, _LAST, _FINALS = 0xAC00, 0xD7A3, 28
_NIEUN, _RIEUL, _BIEUP = 4, 8, 17
_END = re.compile(r"([가-힣])다(?P<stop>[.。]?)(?P<behind>\s*(?:<[^<>]*>|\([^()]*\))?\s*)$")
_POLITE = re.compile(r"(?:(?<!아)니|시오|십시오)다?[.。]?\s*$")
_NAMES_END = re.compile(r"(?:마다|보다|에다|이다지|바다|날마다)[.。]?\s*$")
"""Words that end so and are no verbs; 이다 is one."""
_PARTICLE = re.compile(r"(?:까지|부터|에서|[가-힣]면서)다[.。]?\s*$")
_ADJECTIVE = re.compile(r"(?:(?<!이)하|르|크|프|쁘|싸|짜|쓰|니|느리|어리|흐리|세|희|(?<!\d)시|차|이)$")
"""How a stem without a final consonant ends before 다. A verb of the present has one there (한다, 연다), so that what
ends otherwise is a noun whose 이 is left out: 경우다, 이하다, 필수다."""


_YO = re.compile(
    r"(?<=[가-힣])(?<=[는은도해에네죠까나면데세예돼되어아지때])(?:여|용|염|욤)(?=[\s?!.~,ㅋㅎㅠㅜ]*$|[?!.~,ㅋㅎㅠㅜ])"
)


def with_yo(message: str) -> str:
    """노원은여, 얼마에용 as 노원은요, 얼마에요: one syllable for one, so spans stay where they are."""
    return _YO.sub("요", message)


def polite(sentence: str) -> str:
    """…다 as …습니다; a sentence with another ending, or one that is polite already, unchanged."""
    found = _END.search(sentence)
    if found is None or _POLITE.search(sentence) or _NAMES_END.search(sentence):
        return sentence
    if _PARTICLE.search(sentence):  # 까지다 is 까지이다
        return f"{sentence[: found.end(1)]}입니다{found['stop']}{found['behind']}".rstrip()
    head, last = sentence[: found.start()], found[1]
    if (ord(last) - _FIRST) % _FINALS == 0 and not _ADJECTIVE.search(sentence[: found.end(1)]):
        return f"{sentence[: found.end(1)]}입니다{found['stop']}{found['behind']}".rstrip()
    if last == "는" and head:  # 않는다, 받는다; the stem before ends in a consonant
        said = "습니다"
    else:
        final = (ord(last) - _FIRST) % _FINALS
        open_ = chr(ord(last) - final)
        takes_bieup = final in (0, _NIEUN, _RIEUL)  # 크다, 한다, 길다; the others as 있다, 했다
        said = f"{chr(ord(open_) + _BIEUP)}니다" if takes_bieup else f"{last}습니다"
    return f"{head}{said}{found['stop']}{found['behind']}".rstrip()
