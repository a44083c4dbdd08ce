"""Writes graph/: a made-up standard of construction estimates, from the lists below.

    python packs/construction/make_graph.py

Names of work are those of the trade; codes, notes and sentences are ours, and every quantity is computed by a formula:
the pack declares them as example data. Run by hand; its output is committed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent / "graph"
Row = dict[str, str | list[str]]

PIPE_SCHEDULES: dict[int, tuple[int, ...]] = {
    **dict.fromkeys((15, 20, 25, 40, 50, 65, 80, 90), (40, 80, 160)),
    **dict.fromkeys((32, 95), (40, 80)),
    100: (20, 40, 80, 120, 160),
    **dict.fromkeys((125, 150), (40, 80, 120, 160)),
    **dict.fromkeys((200, 250, 300, 350, 400, 450, 500, 600), (20, 30, 40, 60, 80, 100, 120, 140, 160)),
}
"""Diameter -> schedules steel pipe is welded in: 113 together."""
FIXED = {(100, 20): 763, (100, 40): 764, (100, 80): 765, (200, 40): 788, (600, 160): 861}
FIRST_VARIANT, GENERIC, TIG = 761, 760, 631
STAINLESS = (15, 20, 25, 32, 40, 50, 65, 80, 100, 125, 150, 200, 250, 300)
HDPE = (50, 75, 100, 150, 200, 250, 300, 400)

CHAPTERS: tuple[tuple[str, str, str], ...] = (
    ("철골공사", "2", "2-1 현장 용접|2-2 부재 조립|2-3 데크와 볼트"),
    ("배관공사", "1", "1-1 강관|1-2 동관|1-3 스테인리스강관|1-4 배관 부속"),
    ("플랜트설비공사", "13", "13-1 기기 설치|13-2 플랜트 용접|13-3 비파괴 검사"),
    ("상하수도공사", "6", "6-1 주철관|6-2 강관 부설|6-4 폴리에틸렌관"),
    ("토공사", "3", "3-1 터파기|3-2 되메우기와 다짐|3-3 사면 정리"),
    ("기초공사", "4", "4-1 말뚝|4-2 지반 보강"),
    ("철근콘크리트공사", "5", "5-1 거푸집|5-2 철근|5-3 콘크리트"),
    ("조적공사", "7", "7-1 벽돌|7-2 블록"),
    ("방수공사", "8", "8-1 도막 방수|8-2 시트 방수"),
    ("타일과 돌공사", "9", "9-1 타일|9-2 돌붙임"),
    ("미장공사", "10", "10-1 모르타르 바르기|10-2 바닥 마감"),
    ("도장공사", "12", "12-1 내부 도장|12-2 철부 도장"),
    ("창호와 유리공사", "14", "14-1 창호 달기|14-2 유리 끼우기"),
    ("보온공사", "15", "15-1 관 보온|15-2 기기 보온"),
    ("덕트와 공조공사", "16", "16-1 덕트|16-2 공조 기기"),
    ("위생기구공사", "17", "17-1 위생기구 달기|17-2 급수 기기"),
    ("도로포장공사", "18", "18-1 아스팔트 포장|18-2 콘크리트 포장|18-3 경계석"),
    ("조경공사", "19", "19-1 식재|19-2 잔디와 시설"),
    ("가설공사", "20", "20-1 비계|20-2 가설 울타리"),
    ("해체공사", "21", "21-1 구조물 헐기|21-2 마감 철거"),
)
"""Field, its code, its parts."""
WORKS: dict[str, tuple[str, str]] = {
    "2-1": ("개소", "기본용접 모살용접 맞댐용접 스터드용접 현장보수용접"),
    "2-2": ("ton", "기둥세우기 보조립 가새설치 트러스조립 임시받침설치"),
    "2-3": ("m2", "데크플레이트깔기 고장력볼트조임 앵커볼트심기 주각모르타르채움"),
    "1-1": ("개소", "용접접합 나사접합 홈조인트접합 플랜지접합"),
    "1-2": ("개소", "동관납땜접합 동관압착접합 동관굽힘"),
    "1-3": ("개소", "스테인리스압착접합 스테인리스나사접합"),
    "1-4": (
        "개",
        "밸브설치 스트레이너설치 신축이음설치 수격방지기설치 압력계설치 온도계설치 감압밸브조립 관통슬리브설치 "
        "관지지대설치",
    ),
    "13-1": ("대", "펌프설치 압축기설치 열교환기설치 탱크조립 교반기설치 송풍기설치 컨베이어조립"),
    "13-3": ("매", "방사선투과시험 초음파탐상시험 자분탐상시험 침투탐상시험 누설시험"),
    "6-1": ("m", "주철관부설 주철관기계식접합 주철관절단 이형관설치"),
    "6-2": ("m", "도복장강관부설 강관플랜지이음 관내부도장보수"),
    "3-1": ("m3", "인력터파기 기계터파기 암반터파기 줄기초터파기 수중터파기"),
    "3-2": ("m3", "인력되메우기 기계되메우기 진동롤러다짐 래머다짐 모래채움"),
    "3-3": ("m2", "법면고르기 비탈다짐 떼붙임 낙석방지망설치"),
    "4-1": ("m", "콘크리트말뚝박기 강관말뚝박기 현장타설말뚝 말뚝두부정리 시험말뚝항타"),
    "4-2": ("m", "시멘트그라우팅 심층혼합처리 다짐말뚝조성 차수벽주입"),
    "5-1": ("m2", "합판거푸집 유로폼거푸집 원형거푸집 경사거푸집 갱폼조립 동바리설치"),
    "5-2": ("ton", "철근가공조립 철근기계이음 철근가스압접 용접철망깔기 철근배근보조"),
    "5-3": ("m3", "콘크리트펌프타설 콘크리트인력타설 무근콘크리트타설 콘크리트양생 이음면정리"),
    "7-1": ("m2", "벽돌쌓기 치장벽돌쌓기 아치쌓기 벽돌줄눈마감"),
    "7-2": ("m2", "블록쌓기 보강블록쌓기 경량블록쌓기 블록줄눈채움"),
    "8-1": ("m2", "우레탄도막방수 고무아스팔트도막방수 침투방수 바탕면정리"),
    "8-2": ("m2", "개량아스팔트시트방수 합성고무시트방수 방수층보호모르타르 조인트실링"),
    "9-1": ("m2", "벽타일붙임 바닥타일붙임 모자이크타일붙임 타일줄눈넣기"),
    "9-2": ("m2", "화강석붙임 대리석붙임 돌깔기 돌면갈기"),
    "10-1": ("m2", "시멘트모르타르바름 석고플라스터바름 단열모르타르바름 퍼티바름"),
    "10-2": ("m2", "바닥강화재뿌림 셀프레벨링 테라초갈기 바닥난방미장"),
    "12-1": ("m2", "수성페인트칠 걸레받이칠 천장페인트칠 바탕만들기"),
    "12-2": ("m2", "녹막이칠 에나멜칠 방화도료칠 아연말칠"),
    "14-1": ("개소", "알루미늄창달기 목재문달기 방화문달기 자동문설치 문틀세우기"),
    "14-2": ("m2", "복층유리끼우기 강화유리끼우기 유리블록쌓기 실리콘코킹"),
    "15-1": ("m", "급수관보온 급탕관보온 냉수관보온 증기관보온 밸브보온"),
    "15-2": ("m2", "탱크보온 열교환기보온 덕트보온 보온외장판씌움"),
    "16-1": ("m2", "각형덕트제작설치 스파이럴덕트설치 플렉시블덕트설치 덕트캔버스이음"),
    "16-2": ("대", "공기조화기설치 팬코일유닛설치 냉각탑설치 환풍기설치 디퓨저설치"),
    "17-1": ("개", "세면기설치 양변기설치 소변기설치 욕조설치 샤워기설치 주방싱크설치"),
    "17-2": ("대", "급수펌프설치 온수기설치 저수조청소 수도미터설치"),
    "18-1": ("m2", "기층포장 표층포장 프라임코팅 택코팅 절삭덧씌우기"),
    "18-2": ("m2", "콘크리트포장타설 줄눈절단 줄눈채움 표면거친면마무리"),
    "18-3": ("m", "화강경계석설치 콘크리트경계석설치 측구설치 보도블록깔기"),
    "19-1": ("주", "교목식재 관목식재 수목이식 지주목설치 수목전정"),
    "19-2": ("m2", "평떼붙임 줄떼심기 잔디깎기 관수시설설치"),
    "20-1": ("m2", "강관비계매기 시스템비계조립 이동식비계설치 낙하물방지망설치"),
    "20-2": ("m", "가설울타리설치 가설출입문설치 방음벽설치 분진망설치"),
    "21-1": ("m3", "콘크리트헐기 벽돌벽헐기 철골절단해체 아스콘깨기"),
    "21-2": ("m2", "천장철거 타일철거 바닥재철거 창호철거"),
}
"""Part -> unit, names of work."""
CREWS: dict[str, tuple[str, ...]] = {
    "2": ("용접공", "철공", "보통인부"),
    "1": ("배관공", "용접공", "보통인부"),
    "13": ("플랜트용접공", "기계설비공", "특별인부"),
    "6": ("배관공", "특별인부", "보통인부"),
    "3": ("건설기계운전사", "보통인부"),
    "4": ("특별인부", "건설기계운전사"),
    "5": ("형틀목공", "철근공", "콘크리트공"),
    "7": ("조적공", "보통인부"),
    "8": ("방수공", "보통인부"),
    "9": ("타일공", "석공"),
    "10": ("미장공", "보통인부"),
    "12": ("도장공", "보통인부"),
    "14": ("창호공", "유리공"),
    "15": ("보온공", "보통인부"),
    "16": ("덕트공", "기계설비공"),
    "17": ("위생공", "배관공"),
    "18": ("포장공", "보통인부", "건설기계운전사"),
    "19": ("조경공", "보통인부"),
    "20": ("비계공", "보통인부"),
    "21": ("특별인부", "보통인부"),
}
CALLED: dict[str, tuple[str, ...]] = {
    "용접공": ("용접사", "welder"),
    "철공": ("철골공", "ironworker", "steel worker"),
    "보통인부": ("잡부", "보통 인부", "ordinary worker", "common labourer", "unskilled worker", "general labourer"),
    "배관공": ("pipefitter", "pipe fitter", "plumber"),
    "플랜트용접공": ("plant welder",),
    "기계설비공": ("machine fitter", "mechanic"),
    "특별인부": ("특별 인부", "special worker", "special labourer", "skilled labourer"),
    "건설기계운전사": ("machine operator", "operator"),
    "형틀목공": ("목수", "형틀공", "formworker", "form carpenter", "carpenter"),
    "철근공": ("rebar worker", "steel fixer"),
    "콘크리트공": ("concrete worker", "concreter"),
    "조적공": ("벽돌공", "bricklayer", "mason"),
    "방수공": ("waterproofer",),
    "타일공": ("tiler", "tile setter"),
    "석공": ("stonemason", "stone mason"),
    "미장공": ("미장이", "plasterer"),
    "도장공": ("페인트공", "painter"),
    "창호공": ("window fitter", "door fitter"),
    "유리공": ("glazier",),
    "보온공": ("insulator", "lagger"),
    "덕트공": ("duct worker", "ductworker"),
    "위생공": ("sanitary fitter",),
    "포장공": ("paver", "paving worker"),
    "조경공": ("정원사", "landscaper", "gardener"),
    "비계공": ("scaffolder",),
}
"""Trade -> what else people call it."""
MACHINES: dict[str, tuple[str, ...]] = {
    "2": ("교류아크용접기", "트럭크레인 10ton"),
    "1": ("교류아크용접기",),
    "13": ("직류아크용접기", "트럭크레인 20ton"),
    "6": ("굴착기 0.6m3",),
    "3": ("굴착기 0.7m3", "진동롤러 2.5ton"),
    "4": ("항타기", "그라우팅펌프"),
    "5": ("콘크리트펌프차",),
    "18": ("아스팔트피니셔", "타이어롤러"),
    "16": ("고소작업대",),
    "15": ("고소작업대",),
    "20": ("트럭 4.5ton",),
    "21": ("브레이커", "덤프트럭 8ton"),
    "19": ("굴착기 0.2m3",),
}
GOODS: dict[str, tuple[str, str]] = {
    "2": ("용접봉", "kg"),
    "1": ("용접봉", "kg"),
    "13": ("용접봉", "kg"),
    "6": ("관용 윤활제", "kg"),
    "5": ("박리제", "L"),
    "7": ("시멘트", "kg"),
    "8": ("방수재", "kg"),
    "9": ("접착 모르타르", "kg"),
    "10": ("시멘트", "kg"),
    "12": ("도료", "L"),
    "14": ("실란트", "L"),
    "15": ("보온재", "m2"),
    "16": ("함석판", "m2"),
    "17": ("실링테이프", "m"),
    "18": ("유제", "L"),
    "19": ("지주목", "개"),
    "4": ("시멘트", "kg"),
}
ASIDES = (
    "{work}의 수량은 하루 8시간 작업을 전제로 한다.",
    "높이 10m를 넘는 곳에서는 {work} 인력에 15%를 더한다.",
    "{work}에 쓰는 소모 공구의 비용은 인력품의 3%로 본다.",
    "야간에 하는 {work}에는 인력품의 25%를 더한다.",
)


@dataclass
class Book:
    """What is written, with ids that are handed out in order and pass over those that are kept."""

    entities: list[Row] = field(default_factory=list[Row])
    relations: list[Row] = field(default_factory=list[Row])
    named: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    counts: dict[str, int] = field(default_factory=dict[str, int])

    def add(self, prefix: str, kind: str, name: str, entity_id: str = "", **said: str | list[str]) -> str:
        """One entity more; its id."""
        made = entity_id or self._next(prefix)
        self.entities.append({"id": made, "type": kind, "name": name, **{k: v for k, v in said.items() if v}})
        return made

    def once(self, prefix: str, kind: str, name: str) -> str:
        """The entity of this name, made where it is not there."""
        key = (kind, name)
        if key not in self.named:
            self.named[key] = self.add(prefix, kind, name, aliases=list(CALLED.get(name, ())))
        return self.named[key]

    def link(self, source: str, kind: str, target: str, quantity: float | None = None, unit: str = "") -> None:
        said: Row = {} if quantity is None else {"quantity": f"{quantity:.3f}".rstrip("0").rstrip("."), "unit": unit}
        self.relations.append({"source": source, "type": kind, "target": target, **said})

    def _next(self, prefix: str) -> str:
        while True:
            self.counts[prefix] = self.counts.get(prefix, 0) + 1
            number = self.counts[prefix]
            if prefix == "W" and (number == TIG or GENERIC <= number < FIRST_VARIANT + 113):
                continue
            if (prefix, number) not in (("S", 249), ("S", 250), ("N", 269), ("ST", 204)):
                return f"{prefix}-{number:04d}"


def main() -> None:
    """Writes both files beside this script."""
    book = Book()
    parts = dict(_sections(book))
    for code, (unit, names) in WORKS.items():
        for at, name in enumerate(names.split()):
            item = _item(book, parts[code], code, at + 1, name)
            _work(book, item, name, unit)
    _welding(book, parts["13-2"])
    _polyethylene(book, parts["6-4"])
    _gas_shielded(book)
    _standards(book, parts)
    FOLDER.mkdir(exist_ok=True)
    for name, rows in (("entities", book.entities), ("relations", book.relations)):
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (FOLDER / f"{name}.jsonl").write_text(lines, encoding="utf-8")


def _sections(book: Book) -> Iterator[tuple[str, str]]:
    for name, code, listed in CHAPTERS:
        chapter = book.add("S", "Section", name, section=code)
        for part in listed.split("|"):
            number, _, label = part.partition(" ")
            yield number, book.add("S", "Section", label, section=number, parent=chapter)


def _item(book: Book, part: str, code: str, at: int, name: str) -> tuple[str, str]:
    """The section of its own that some work has: (id of what the work lies in, its place)."""
    if code in ("1-1", "1-3"):  # the joints of one kind of pipe stand in tables of one item
        first = book.named.get(("Item", code))
        if first is None:
            label = {"1-1": "강관 이음", "1-3": "스테인리스강관 이음"}[code]
            first = book.named["Item", code] = book.add("S", "Section", label, section=f"{code}-1", parent=part)
        table = 4 if name == "용접접합" else at
        return first, f"{code}-1#{table}"
    return part, f"{code}-{at}"


def _work(book: Book, item: tuple[str, str], name: str, unit: str) -> str:
    parent, place = item
    work = book.add("W", "WorkType", name, unit=unit, base="1", section=place, parent=parent)
    chapter, weight = place.split("-")[0], 1 + sum(map(ord, name)) % 17
    for at, trade in enumerate(CREWS[chapter]):
        book.link(work, "REQUIRES_LABOR", book.once("L", "Labor", trade), weight * 0.011 / (at + 1) + 0.02, "인")
    for machine in MACHINES.get(chapter, ()):
        book.link(work, "REQUIRES_EQUIPMENT", book.once("E", "Equipment", machine), weight * 0.006 + 0.01, "hr")
    if chapter in GOODS:
        goods, counted = GOODS[chapter]
        book.link(work, "USES_MATERIAL", book.once("M", "Material", goods), weight * 0.04 + 0.05, counted)
    said = ASIDES[weight % len(ASIDES)].format(work=name)
    note = book.add("N", "Note", f"{name} 주석", section=place, text=said)
    book.link(work, "HAS_NOTE", note)
    return work


def _welding(book: Book, part: str) -> None:
    """Steel pipe welded in the field: a work without a spec, and 113 with one."""
    section = book.add("S", "Section", "강관용접", "S-0249", section="13-2-3", parent=part)
    book.add("W", "WorkType", "강관용접", f"W-0{GENERIC}", unit="m", base="1", section="13-2-3", parent=section)
    notes = [
        book.add("N", "Note", name, section="13-2-3", text=said)
        for name, said in (
            ("강관용접 기준", "맞댐 면을 다듬어 둔 탄소강관을 현장에서 전기아크로 용접하는 경우의 수량이다."),
            ("강관용접 시험", "수압 시험과 보수까지 하면 인력품에 5%를 더한다."),
            ("강관용접 공구", "소모 공구와 가벼운 장비의 비용은 인력품의 3%로 본다."),
        )
    ]
    for note in notes:
        book.link(section, "HAS_NOTE", note)
    combos = [(diameter, schedule) for diameter, listed in PIPE_SCHEDULES.items() for schedule in listed]
    free = iter(n for n in range(FIRST_VARIANT, FIRST_VARIANT + len(combos)) if n not in FIXED.values())
    numbered = {combo: FIXED.get(combo) or next(free) for combo in combos}
    for (diameter, schedule), number in sorted(numbered.items(), key=lambda one: one[1]):
        spec = f"{diameter}, SCH {schedule}"
        work = book.add("W", "WorkType", "강관용접", f"W-{number:04d}", spec=spec, unit="m", base="1",
                        section="13-2-3", parent=section)  # fmt: skip
        _welded(book, work, diameter, schedule, "플랜트용접공" if schedule >= 40 else "용접공")
    stainless = book.add("S", "Section", "스테인리스관용접", "S-0250", section="13-2-4", parent=part)
    for diameter in STAINLESS:
        work = book.add("W", "WorkType", "스테인리스관용접", spec=str(diameter), unit="개소", base="1",
                        section="13-2-4", parent=stainless)  # fmt: skip
        _welded(book, work, diameter, 40, "플랜트용접공")


def _welded(book: Book, work: str, diameter: int, schedule: int, trade: str) -> None:
    size = diameter / 25 * (0.6 + schedule / 100)
    book.link(work, "REQUIRES_LABOR", book.once("L", "Labor", trade), 0.04 + size * 0.034, "인")
    book.link(work, "REQUIRES_LABOR", book.once("L", "Labor", "특별인부"), 0.02 + size * 0.012, "인")
    book.link(work, "REQUIRES_EQUIPMENT", book.once("E", "Equipment", "직류아크용접기"), 0.1 + size * 0.05, "hr")
    book.link(work, "USES_MATERIAL", book.once("M", "Material", "용접봉"), 0.01 + size * 0.03, "kg")


def _polyethylene(book: Book, part: str) -> None:
    for at, (name, alias) in enumerate((("HDPE관 버트융착", "PE관 버트융착"), ("HDPE관 전기융착", "PE관 전기융착")), 1):
        place = f"6-4-{at}"
        item = book.add("S", "Section", f"폴리에틸렌관 {name.split()[1]} 이음", section=place, parent=part)
        for diameter in HDPE:
            said = {"spec": str(diameter), "unit": "개소", "base": "1", "section": place, "parent": item}
            work = book.add("W", "WorkType", name, **said, aliases=[alias])
            book.link(work, "REQUIRES_LABOR", book.once("L", "Labor", "배관공"), 0.05 + diameter * 0.0011, "인")
            book.link(work, "REQUIRES_LABOR", book.once("L", "Labor", "보통인부"), 0.03 + diameter * 0.0006, "인")
            machine = "버트융착기" if at == 1 else "전기융착기"
            book.link(work, "REQUIRES_EQUIPMENT", book.once("E", "Equipment", machine), 0.2 + diameter * 0.002, "hr")
        note = book.add("N", "Note", f"{name} 냉각", section=place,
                        text="융착을 마친 이음은 압력을 유지한 채 식히며, 그 시간은 수량에 들어 있다.")  # fmt: skip
        book.link(item, "HAS_NOTE", note)


def _gas_shielded(book: Book) -> None:
    """TIG: a work, a note of one item and a standard of another."""
    work = book.add("W", "WorkType", "TIG(Tungsten Inert Gas)용접", f"W-0{TIG}", unit="m", base="1", section="13-2-3",
                    parent="S-0249", aliases=["TIG용접", "티그용접", "알곤용접"])  # fmt: skip
    _welded(book, work, 100, 40, "플랜트용접공")
    book.link(work, "USES_MATERIAL", book.once("M", "Material", "아르곤"), 1.85, "L")
    note = book.add("N", "Note", "TIG 용접 시 10 % 가산", "N-0269", section="1-1-1#4",
                    text="이 표의 접합을 TIG로 하면 인력품에 10%를 더한다.")  # fmt: skip
    joints = book.named["Item", "1-1"]
    book.link(joints, "HAS_NOTE", note)
    standard = book.add(
        "ST",
        "Standard",
        "TIG 용접 접합 기준",
        "ST-0204",
        section="1-3-1#4",
        text="스테인리스강관의 접합은 TIG로 하고 뒷면을 불활성 가스로 채우는 것을 기준으로 한다.",
    )
    book.link(book.named["Item", "1-3"], "APPLIES_STANDARD", standard)


def _standards(book: Book, parts: dict[str, str]) -> None:
    hours = book.add(
        "ST", "Standard", "하루 작업시간", section="1-0", text="수량은 하루 8시간 작업을 기준으로 잡은 것이다."
    )
    rounding = book.add("ST", "Standard", "수량의 자리", section="1-0",
                        text="인력은 소수 셋째 자리까지, 재료는 둘째 자리까지 적는다.")  # fmt: skip
    for part in parts.values():
        book.link(part, "APPLIES_STANDARD", hours)
    for code in ("13-2", "6-4", "1-1"):
        book.link(parts[code], "APPLIES_STANDARD", rounding)


if __name__ == "__main__":
    main()
