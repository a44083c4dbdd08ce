"""Where a name may begin and end inside Korean and English words: 강남구에서만은, flats, 전세집.

In Korean, particles, the copula and short nouns are attached to a name, and names to each other (대구달서구아파트). So
a name may begin at a word's start, or where another name or a word of the pack ended; and end at a word's end, or
before nothing but particles, or before another name or word of the pack.
"""

from __future__ import annotations

import re

_TAILS = sorted(
    set(
        re.findall(
            r"\S+",
            """
    에서는 에서도 에서만 에서의 에서나 에서 에게서 에게는 에게도 에게 한테서 한테는 한테 께서는 께서 께 으로는
    으로도 으로만 으로서 으로써 으로 로는 로도 로만 로서 로써 로 에는 에도 에만 에의 에 엔 까지는 까지도 까지
    부터는 부터 보다는 보다도 보다 처럼 같은 같이 만큼 만은 만의 만도 만 마다 밖에 조차 마저 뿐 쯤 대로 따라 이랑은
    이랑 랑은 랑 하고는 하고 과는 과의 과 와는 와의 와 이나 나 이며 며 이고 고 이든지 이든 든지 든 이라도 라도
    이라는 라는 이라고 라고 이라면 라면 이라서 라서 이란 란 은요 는요 도요 은 는 이 가 을 를 의 도 들은 들이 들의
    들을 들도 들 측은 측이 측 쪽은 쪽이 쪽의 쪽 건 껀 거는 거 것은 것 말고는 말고 빼고 인데요 인데 인지 인가요 인가
    인 이면 면 이야 야 이에요 예요 에요 이예요 이죠 죠 이지 지 입니다 입니까 이요 이여 요 여 였 이었 일 상의 상으로
    상 내 외 별 당 근처 인근 부근 주변 쯤은 정도 기준 관련 대비 이상 이하 이내 이후 이전 중
            """,
        )
    ),
    key=len,
    reverse=True,
)
PARTICLES = re.compile(rf"(?:{'|'.join(_TAILS)}){{1,3}}")
"""Up to three particles, or other endings attached to a name without being part of it."""
_TERM_TAILS = re.compile(
    r"(?:(?:하|되|해|할|한|함|했|된|될|됐|받)[가-힣]{0,6}|(?:집|방|값|금|률|율|용|형|권|액|비|료|주|분|제|건물|기간|계약|시)"
    rf"(?:{'|'.join(_TAILS)}){{0,3}})"
)
"""Endings attached to a word with a meaning (매매하려면, 월세집은), not to a name."""
_PLURALS = frozenset(("s", "es"))
_ONE_PARTICLE = re.compile(rf"(?:{'|'.join(_TAILS)})$")


_CASE = re.compile(
    r"(?:에서는|에서도|에서|에게|에는|에도|에|으로는|으로|로는|로|까지|부터|보다|이랑|랑|하고|은요|는요|은|는|이|가|을|를|의|도|만|과|와|이나|나"
    r"|인데|이야|야|이요|요|입니다|이에요|예요|이죠|이면|쪽)$"
)


def bare_words(word: str) -> list[str]:
    """The word, then the word without one, two and three particles that only nouns take: 혁명동지 is no 혁명동."""
    return _stripped(word, _CASE)


def is_tail(rest: str, *, term: bool) -> bool:
    """True if only particles follow in the word; `term`: endings of a word with a meaning are accepted, too."""
    if not rest or rest in _PLURALS:
        return True
    return PARTICLES.fullmatch(rest) is not None or (term and _TERM_TAILS.fullmatch(rest) is not None)


def stems(word: str) -> list[str]:
    """The word, then the word without one, two and three particles at its end, as far as they can be read so."""
    return _stripped(word, _ONE_PARTICLE)


def _stripped(word: str, particle: re.Pattern[str]) -> list[str]:
    found = [word]
    for _ in range(3):
        shorter = particle.sub("", found[-1])
        if shorter == found[-1] or len(shorter) < 2:
            break
        found.append(shorter)
    return found
