"""A small pack with one of each: regions two places share, opposed words, laws, complexes with short names, codes."""

from __future__ import annotations

from execution_agents.knowledge_graph.declared import entity_id
from execution_agents.knowledge_graph.index import Collected, EntityIndex
from foundation.contracts.entities import Entity
from foundation.domains.schema.pack import (
    Choice,
    DataType,
    Dictionary,
    DocumentEntities,
    DocumentsSource,
    EntityType,
    Intent,
    Pack,
    RegionGroup,
    RegionNode,
    Replies,
    Slot,
)

GUIDE = "guide"
_WORDS = {"ko": "시험", "en": "test"}


def both(ko: str, en: str) -> dict[str, str]:
    return {"ko": ko, "en": en}


REGIONS = (
    RegionNode(name="서울", aliases=("서울시", "Seoul")),
    RegionNode(name="서울 강남구", parent="서울", aliases=("강남구", "강남", "Gangnam-gu", "Gangnam")),
    RegionNode(name="서울 구로구", parent="서울", aliases=("구로구",)),
    RegionNode(name="서울 중구", parent="서울", shared=("중구", "Jung-gu")),
    RegionNode(name="대구", aliases=("대구시", "Daegu")),
    RegionNode(name="대구 수성구", parent="대구", aliases=("수성구", "수성")),
    RegionNode(name="대구 수성구 중동", parent="대구 수성구"),
    RegionNode(name="대구 중구", parent="대구", shared=("중구", "Jung-gu")),
    RegionNode(name="대구 동구", parent="대구", shared=("동구",)),
)
DEALS = (
    Choice(value="sale", label=both("매매", "sale"), words=("매매", "매매가", "sale")),
    Choice(value="jeonse", label=both("전세", "jeonse"), words=("전세", "전세금", "jeonse")),
    Choice(value="flat", label=both("아파트", "flat"), words=("아파트", "flat", "flats")),
    Choice(value="clean", label=both("정수", "clean water"), words=("정수",), except_in=("정수기", "정수장")),
)
TYPES = (
    EntityType(name="region", label=both("지역", "Region"), elsewhere=("부산", "해운대구", "Busan"),
               endings=("동", "-gu"), ordinary=("운동", "활동", "행동")),
    EntityType(name="law", label=both("법", "Law"), head_nouns=("법", "Act"), elsewhere=("형법", "국세징수법"),
               aliases={"주택임대차보호법": ("주임법", "Housing Lease Act", "임대차보호법"),
                        "상가임대차보호법": ("상임법", "임대차보호법")}),
    EntityType(name="article", label=both("조문", "Article")),
    EntityType(name="bank", label=both("은행", "Bank"), head_nouns=("은행", "뱅크", "Bank"),
               ordinary=("시중은행", "저축은행"), elsewhere=("농협", "신한", "우리")),
    EntityType(name="loan", label=both("대출", "Loan"), head_nouns=("대출", "loan"), ordinary=("신용", "전세", "청년")),
    EntityType(name="complex", label=both("단지", "Complex"), head_nouns=("아파트", "단지"), ordinary=("임대", "고층")),
    EntityType(name="tag", label=both("태그", "Tag")),
    EntityType(name="party", label=both("당사자", "Party"), values=(
        Choice(value="landlord", label=both("임대인", "landlord"), words=("임대인", "집주인", "landlord")),
        Choice(value="tenant", label=both("임차인", "tenant"), words=("임차인", "세입자", "tenant")),
    )),
    EntityType(name="use", label=both("용도", "Use"), values=(
        Choice(value="home", label=both("주택", "home"), words=("주택", "아파트", "home")),
        Choice(value="shop", label=both("상가", "shop"), words=("상가", "shop")),
    )),
)  # fmt: skip
PACK = Pack(
    name="little_town",
    version="1",
    title=_WORDS,
    languages=("ko", "en"),
    time_zone="Asia/Seoul",
    intents=(
        Intent(name="ask", label=_WORDS, description="asks", data_types=("law",), keywords=("시세", "금리", "한도")),
    ),
    default_data_types=("law",),
    data_types=(DataType(name="law", label=_WORDS, sources=(GUIDE,)),),
    slots=(
        Slot(
            name="region",
            label=both("지역", "Region"),
            parser="region",
            regions=REGIONS,
            groups=(RegionGroup(name="두 구", aliases=("강남 구로",), members=("서울 강남구", "서울 구로구")),),
        ),
        Slot(name="deal", label=both("거래", "Deal"), parser="choice", choices=DEALS),
    ),
    entities=TYPES,
    sources=(
        DocumentsSource(name=GUIDE, label=_WORDS, entities=(DocumentEntities(type="tag", text=r"[A-Z]{2,4}-\d{3}"),)),
    ),
    dictionary=Dictionary(
        domain_words=("보증금", "전세자금", "담보대출"), english_names={"새움 청년 전세대출": "Saeum youth loan"}
    ),
    replies=Replies(greeting=_WORDS, about=_WORDS, irrelevant=_WORDS, unclear=_WORDS),
)


def thing(kind: str, name: str, within: Entity | None = None) -> Entity:
    """One that was collected."""
    made = entity_id(kind, name, within.name if within else "")
    return Entity(made, kind, name, source=GUIDE, parent=within.entity_id if within else "")


HOME_LAW, SHOP_LAW, CIVIL = (thing("law", name) for name in ("주택임대차보호법", "상가임대차보호법", "민법"))
DECREE = thing("law", "주택임대차보호법 시행령")
DAEGU = Entity("region:대구 수성구", "region", "대구 수성구")
SEOUL = Entity("region:서울 강남구", "region", "서울 강남구")
COLLECTED = Collected(
    entities=(
        *(HOME_LAW, SHOP_LAW, CIVIL, DECREE),
        *(thing("article", name, HOME_LAW) for name in ("제3조", "제6조의3", "제7조")),
        *(thing("article", name, SHOP_LAW) for name in ("제3조", "제10조")),
        *(thing("article", name, CIVIL) for name in ("제3조", "제618조", "제623조")),
        *(thing("article", name, DECREE) for name in ("제3조", "제8조")),
        *(thing("loan", name) for name in ("새움 청년 전세대출", "한빛 일반 전세대출 가형", "한빛 일반 전세대출 나형")),
        *(thing("complex", name, DAEGU) for name in ("현대", "두류역자이", "범어역자이", "수성역자이", "화성")),
        *(thing("complex", name, DAEGU) for name in ("힐스테이트 센트럴",)),
        *(thing("complex", name, SEOUL) for name in ("현대", "한가람(신라)", "강남", "잠원푸르지오")),
        *(thing("complex", name, SEOUL) for name in ("강남푸르지오", "구로푸르지오")),
        *(thing("tag", name) for name in ("TIT-301", "TIT-302", "WQ-601")),
        thing("heading", "역세척 순서와 주기"),
    ),
    words=frozenset(
        ("화성", "은행", "우리", "청년", "수정", "합니다", "고층", "비싼", "국세징수법", "계약서")
        + ("leads", "wq602", "bank")
    ),
    elsewhere=(("law", "부동산등기법"),),
)  # fmt: skip


def index() -> EntityIndex:
    """All of it, ready."""
    return EntityIndex(PACK, COLLECTED)
