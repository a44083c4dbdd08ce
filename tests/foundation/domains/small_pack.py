"""A small real-estate pack for tests of reading and planning: every kind of slot, names shared by two places."""

from __future__ import annotations

from datetime import UTC, datetime

from foundation.domains.schema.pack import (
    Choice,
    DataType,
    Dictionary,
    DocumentsSource,
    Intent,
    Pack,
    RegionNode,
    Replies,
    Slot,
)

NOW = datetime(2026, 2, 20, 3, 0, tzinfo=UTC)
"""20 February 2026, noon in Seoul."""


def _both(ko: str, en: str) -> dict[str, str]:
    return {"ko": ko, "en": en}


def _choice(value: str, ko: str, *words: str) -> Choice:
    return Choice(value=value, label=_both(ko, value), words=(ko, *words))


REGIONS = (
    RegionNode(name="서울", aliases=("서울시", "서울특별시", "Seoul")),
    RegionNode(name="서울 서초구", parent="서울", aliases=("서초구", "서초", "Seocho-gu", "Seocho")),
    RegionNode(name="서울 강남구", parent="서울", aliases=("강남구", "강남", "Gangnam-gu", "Gangnam")),
    RegionNode(name="서울 중구", parent="서울", shared=("중구", "Jung-gu")),
    RegionNode(name="대구", aliases=("대구시", "대구광역시", "Daegu")),
    RegionNode(name="대구 달서구", parent="대구", aliases=("달서구", "달서", "Dalseo-gu", "Dalseo")),
    RegionNode(name="대구 중구", parent="대구", shared=("중구", "Jung-gu")),
    RegionNode(name="대구 동구", parent="대구", shared=("동구",)),
    RegionNode(name="대구 달서구 두류동", parent="대구 달서구", shared=("두류동",)),
)

SMALL_PACK = Pack(
    name="real_estate",
    version="1",
    title=_both("부동산", "Real estate"),
    languages=("ko", "en"),
    time_zone="Asia/Seoul",
    intents=(
        Intent(
            name="legal_consult",
            label=_both("법률", "law"),
            description="임대차 법률",
            examples=("보증금을 안 돌려주면 어떻게 해요?", "How much may the landlord raise the deposit?"),
            keywords=("법", "갱신", "보증금", "대항력", "집주인", "임차인", "landlord", "tenant", "renew", "deposit"),
            patterns=(r"(보증금|월세).{0,12}(올릴|인상|상한|반환|못\s*받)",),
            teams=("search",),
            data_types=("legal",),
        ),
        Intent(
            name="market_inquiry",
            label=_both("시세", "prices"),
            description="지역별 시세",
            examples=("서초구는?", "What do flats in Gangnam cost?"),
            keywords=("시세", "가격", "매매가", "평균", "얼마야", "price", "prices", "cost"),
            patterns=(r"(시세|실거래가|집값)", r"\bprices?\b"),
            teams=("search",),
            data_types=("market",),
        ),
        Intent(
            name="loan_consult",
            label=_both("대출", "loans"),
            description="대출",
            examples=("청년 전세 대출 한도가 얼마야?", "Which loans have the lowest rates?"),
            keywords=("대출", "금리", "한도", "loan", "mortgage", "rates"),
            patterns=(r"대출", r"\bloans?\b"),
            teams=("search",),
            data_types=("loan",),
        ),
        Intent(
            name="contract_creation",
            label=_both("계약서 작성", "drafting"),
            description="계약서 작성",
            keywords=("계약서 작성", "초안"),
            patterns=(r"계약서.{0,8}(작성|만들어)",),
            teams=("document",),
            needs_no_data=True,
        ),
        Intent(
            name="risk_analysis",
            label=_both("위험", "risk"),
            description="위험도",
            keywords=("위험", "안전", "risk"),
            patterns=(r"위험도?.{0,8}분석",),
            teams=("search", "analysis"),
            data_types=("legal", "market"),
        ),
        Intent(name="irrelevant", label=_both("다른 분야", "other"), description="무관", ends="irrelevant"),
        Intent(name="unclear", label=_both("불분명", "unclear"), description="불분명", ends="unclear"),
    ),
    default_data_types=("legal", "market"),
    data_types=(
        DataType(
            name="legal",
            label=_both("법령", "law"),
            sources=("guide",),
            keywords=("법", "보증금"),
            high_priority=("대항력",),
            matching_slots=("housing_type",),
        ),
        DataType(
            name="market",
            label=_both("시세", "prices"),
            sources=("guide",),
            keywords=("시세", "가격", "평균", "price"),
            high_priority=("시세",),
            matching_slots=("region", "period", "deal", "housing_type", "area", "amount"),
        ),
        DataType(
            name="loan",
            label=_both("대출", "loans"),
            sources=("guide",),
            keywords=("대출", "금리", "loan"),
            high_priority=("금리",),
            matching_slots=("deal", "amount"),
        ),
    ),
    slots=(
        Slot(name="region", label=_both("지역", "region"), parser="region", regions=REGIONS),
        Slot(name="period", label=_both("기간", "period"), parser="period", pointing_words=("그 기간", "that period")),
        Slot(name="amount", label=_both("금액", "amount"), parser="amount", inherits=False),
        Slot(name="area", label=_both("면적", "area"), parser="area", pointing_words=("그 평수",)),
        Slot(
            name="housing_type",
            label=_both("주택 유형", "housing"),
            parser="choice",
            choices=(_choice("apartment", "아파트", "apartment", "flat", "flats"), _choice("villa", "빌라", "villa")),
        ),
        Slot(
            name="deal",
            label=_both("거래", "deal"),
            parser="choice",
            choices=(
                _choice("sale", "매매", "매매가", "sale"),
                _choice("jeonse", "전세", "전세가", "jeonse"),
                _choice("monthly", "월세", "monthly rent"),
            ),
        ),
    ),
    sources=(DocumentsSource(name="guide", label=_both("안내", "guide")),),
    dictionary=Dictionary(
        domain_words=("부동산", "임대차", "전세", "월세", "시세", "아파트", "대출", "계약"),
        off_topic=(r"날씨", r"점심|요리|김치찌개", r"\bweather\b"),
        vague=(r"^\s*(그거\s*)?(어때|좀\s*알려줘)\??$",),
    ),
    replies=Replies(
        greeting=_both("안녕하세요.", "Hello."),
        about=_both("안내합니다.", "I help."),
        irrelevant=_both("다른 분야입니다.", "Another field."),
        unclear=_both("더 알려 주세요.", "Say more."),
    ),
)
