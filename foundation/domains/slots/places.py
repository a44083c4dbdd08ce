"""Places of Korea a pack may not know: its provinces, cities and the shapes of district names.

A question about a place unknown to the pack must not be read as one about the place mentioned before, so such a name is
a region too: one without data. The names are the provinces, metropolitan cities and cities (시) of the administrative
divisions of the Republic of Korea; cities whose bare name is a common word (이천, 영주) need 시.
"""

from __future__ import annotations

import re

_PROVINCES = {
    "서울": ("서울특별시", "서울시", "Seoul"),
    "부산": ("부산광역시", "부산시", "Busan"),
    "대구": ("대구광역시", "대구시", "Daegu"),
    "인천": ("인천광역시", "인천시", "Incheon"),
    "광주": ("광주광역시", "광주시", "Gwangju"),
    "대전": ("대전광역시", "대전시", "Daejeon"),
    "울산": ("울산광역시", "울산시", "Ulsan"),
    "세종": ("세종특별자치시", "세종시", "Sejong"),
    "경기": ("경기도", "Gyeonggi"),
    "강원": ("강원도", "강원특별자치도", "Gangwon"),
    "충북": ("충청북도",),
    "충남": ("충청남도",),
    "전북": ("전라북도", "전북특별자치도"),
    "전남": ("전라남도",),
    "경북": ("경상북도",),
    "경남": ("경상남도",),
    "제주": ("제주도", "제주특별자치도", "제주시", "Jeju"),
}
_CITIES = (
    (
        "수원",
        "성남",
        "고양",
        "용인",
        "부천",
        "안산",
        "안양",
        "남양주",
        "평택",
        "의정부",
        "시흥",
        "파주",
        "광명",
        "김포",
        "군포",
    )
    + (
        "하남",
        "양주",
        "안성",
        "포천",
        "의왕",
        "동두천",
        "과천",
        "춘천",
        "강릉",
        "동해",
        "태백",
        "속초",
        "삼척",
        "청주",
        "충주",
    )
    + (
        "제천",
        "천안",
        "아산",
        "서산",
        "당진",
        "계룡",
        "논산",
        "보령",
        "익산",
        "군산",
        "정읍",
        "남원",
        "김제",
        "목포",
        "여수",
    )
    + (
        "순천",
        "나주",
        "광양",
        "포항",
        "경주",
        "구미",
        "김천",
        "안동",
        "영천",
        "문경",
        "경산",
        "창원",
        "김해",
        "거제",
        "통영",
    )
    + ("사천", "밀양", "서귀포", "분당", "판교", "일산", "동탄")
)
_ONLY_WITH_SI = ("이천", "여주", "오산", "구리", "화성", "원주", "공주", "전주", "진주", "양산", "상주", "영주")
_ROMAN = {
    "수원": "Suwon", "성남": "Seongnam", "고양": "Goyang", "용인": "Yongin", "부천": "Bucheon", "안산": "Ansan",
    "안양": "Anyang", "평택": "Pyeongtaek", "천안": "Cheonan", "청주": "Cheongju", "포항": "Pohang", "창원": "Changwon",
    "김해": "Gimhae", "분당": "Bundang", "판교": "Pangyo", "일산": "Ilsan",
}  # fmt: skip

_NOT_DISTRICTS = (
    "요구|청구|가구|친구|누구|연구|지구|도구|기구|입구|출구|촉구|복구|식구|추구|강구|항구|영구|문구|공구|창구|인구|"
    "야구|축구|농구|배구|당구|탁구"
)
_NOT_QUARTERS = "행동|이동|자동|아동|변동|활동|공동|노동|연동|운동|작동|수동|감동|합동|진동|가동|유동|발동|거동"
_AFTER = r"(?=(?:은|는|이|가|을|를|의|에|에서|에서는|와|과|랑|이랑|도|만|로|으로|보다|쪽|말고|이요|요)?(?![가-힣]))"
SHAPED_LIKE_A_PLACE = re.compile(
    rf"(?<![가-힣A-Za-z0-9])(?:(?![가-힣]*(?:{_NOT_DISTRICTS}){_AFTER})[가-힣]{{2,3}}[구]"
    rf"|(?![가-힣]{{2}}(?:{_NOT_QUARTERS}){_AFTER})[가-힣]{{2,3}}동(?:\d가)?){_AFTER}"
    r"|\b[A-Z][a-z]+-(?:gu|gun|dong|si)\b"
)
"""해운대구, 역삼동, Haeundae-gu: three or four syllables, no ordinary word of that ending."""


def places() -> dict[str, tuple[str, ...]]:
    """Name -> the spellings that mean it."""
    cities = {name: (name, f"{name}시", *((_ROMAN[name],) if name in _ROMAN else ())) for name in _CITIES}
    spelled = {name: (f"{name}시",) for name in _ONLY_WITH_SI}
    return {name: (name, *others) for name, others in _PROVINCES.items()} | cities | spelled
