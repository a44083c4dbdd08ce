"""The words and endings of the gates: negation, comparators, names, roles. Data, no logic.

General Korean and English; nothing of any domain (a pack's own values are compared as slots).
"""

from __future__ import annotations

import re


def _table(*rows: tuple[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(words, re.IGNORECASE), name) for name, words in rows)


NEAR_DAYS = _table(
    ("-2", r"그저께|그제|엊그제|the day before yesterday"),
    ("-1", r"어제|(?<!day before )yesterday"),
    ("1", r"내일|(?<!day after )tomorrow"),
    ("2", r"모레|the day after tomorrow"),
    ("7", r"다음\s?주|next week"),
)
"""Days from the one a question is asked on. They name no period of data (`dates/periods.py`), but they distinguish two
questions."""
UNIT_WORDS = re.compile(r"평당|㎡당|제곱미터당|달러로|원화로|평수로|\bper\s+(?:square\s+)?[a-z]+", re.IGNORECASE)
NEGATION = re.compile(
    r"(?<![가-힣])(?:안|못)\s+[가-힣]"
    r"|(?<![가-힣])안\s?(?:되|돼|된|될|됩|하|해|한|할|합|나|내)|(?<![가-힣])못\s?(?:하|해|한|할|합|받|내|쓰)"
    r"|지\s?(?:도\s?|는\s?)?(?:않|못|마[라세]|말)|없"
    r"|(?<![가-힣])아니(?!면|오|[,\s])|(?<![가-힣])아니(?=\s(?:고|라))|(?<![가-힣])아닌(?!가요|지)|말고|제외|빼고|불가|불허|불법"
    r"|\b(?:not|never|no|without|cannot|except|excluding|nor|neither)\b|n't\b",
    re.IGNORECASE,
)
COMPARATORS = _table(
    (">=", r"이상(?!한|해)|at least|or more|no less than"),
    ("<=", r"이하|이내|at most|up to|no more than|or less"),
    (">", r"초과|넘[는은을어]|(?<!no )more than|greater than|over \d|above \d|exceed"),
    ("<", r"미만|(?<!no )less than|under \d|below \d|fewer than"),
    ("before", r"이전|before\b|prior to"),
    ("after", r"이후|after\b|since\b"),
)
FRESH = re.compile(
    r"지금(?!까지|껏)|오늘|최신|실시간|(?:새로|다시)\s*(?:검색|조회)"
    r"|\b(?:latest|now|today|up[- ]to[- ]date|search again)\b",
    re.IGNORECASE,
)
"""Demands for fresh data whatever the data type (최근, "lately", is none)."""
NEWEST = re.compile(
    r"최신|실시간|(?:새로|다시)\s*(?:검색|조회)|\b(?:latest|up[- ]to[- ]date|search again)\b", re.IGNORECASE
)
"""The same for data without an age limit: 지금 보증금이 2억인데 describes the person's own case, and a rule in force is
available as long as its source has not changed."""
QUOTED = re.compile(r"[\"“‘<《「『]([^\"”’>》」』]{2,40})[\"”’>》」』]")
LATIN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9.&-]*[A-Za-z0-9](?![A-Za-z0-9])")
NAMED = re.compile(
    r"^[가-힣0-9]{2,}(?:특별시|광역시|[가-힣]구|[가-힣]역|아파트|빌라|단지|마을|타운|캐슬"
    r"|은행|공사|대학교|병원|보호법|법률|특별법|시행령|시행규칙|조례)$"
)
"""Words with the ending of a place, a house, an institution or a law."""
COMMON = re.compile(
    r"(?:지역|구역|영역|용역|번역|권역|요구|청구|연구|도구|기구|가구|입구|친구|영구|야구|축구|농구|배구|장군|그아파트|이아파트)$"
)
"""Common nouns that only look like such names."""
PLACES = frozenset(
    re.findall(
        r"\S+",
        "서울 부산 대구 인천 광주 대전 울산 세종 경기 강원 충북 충남 전북 전남 경북 경남 제주 수원 성남 용인 고양 부천"
        " 안산 안양 남양주 화성 평택 의정부 파주 김포 분당 일산 판교 동탄 청주 천안 전주 포항 창원 김해 구미 진주 여수"
        " 순천 목포 원주 춘천 강릉 해운대",
    )
)
"""Places said without any ending; a pack's own regions are compared as slots."""
ROLES = _table(
    ("from", r"(?:에게서|한테서|으로부터|로부터|부터|에서)$"),
    ("to", r"(?:에게|한테|께)$"),
    ("than", r"보다$"),
    ("into", r"(?:으로|로)$"),
    ("object", r"(?:을|를)$"),
    ("subject", r"(?:은|는|이|가)$"),
    ("of", r"의$"),
)
"""What a Korean particle makes of the word before it."""
PREPOSITIONS = frozenset(
    {"to", "from", "than", "by", "into", "over", "against", "for", "with", "of", "before", "after"}
)
PARTICLE = re.compile(
    r"(?:에게서|한테서|으로부터|로부터|이라는|이라도|에서는|에서도|으로는|에게는|에서|에게|한테|에는|에도|으로|까지|부터|보다|처럼|이랑|하고|이나"
    r"|이고|이며|인데|이란|란|은|는|이|가|을|를|의|에|와|과|랑|도|만|로|나|께)$"
)
"""One particle at a word's end, longest first."""
