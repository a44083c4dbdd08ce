"""A graph of the size of a full standard of estimates, or a multiple of it: seeded, the same every time.

1,218 sections, 4,733 works, 417 trades, 1,016 machines, 746 materials, 4,763 notes, 494 standards; 24,323 relations
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from decimal import Decimal

from foundation.contracts.graph import GraphEntity, GraphLink
from foundation.domains.loading.graph_files import GraphFile

COUNTS = {
    "Section": 1218,
    "WorkType": 4733,
    "Labor": 417,
    "Equipment": 1016,
    "Material": 746,
    "Note": 4763,
    "Standard": 494,
}
RELATIONS = {
    "REQUIRES_LABOR": ("Labor", 8590),
    "HAS_NOTE": ("Note", 6103),
    "REQUIRES_EQUIPMENT": ("Equipment", 2057),
    "USES_MATERIAL": ("Material", 1659),
    "APPLIES_STANDARD": ("Standard", 854),
}
BELONGS_TO = 5060
_PREFIX = {
    "Section": "S",
    "WorkType": "W",
    "Labor": "L",
    "Equipment": "E",
    "Material": "M",
    "Note": "N",
    "Standard": "ST",
}
_FRONT = re.findall(
    r"\S+",
    """
    강관 동관 주철 합판 벽돌 블록 유리 방수 단열 보온 덕트 배관 철근 철골 석재 타일 도장 미장 창호 포장 조경 말뚝 터널
    교량 옹벽 맨홀 밸브 펌프 전선 케이블
    """,
)
_MIDDLE = re.findall(
    r"\S+",
    """
    현장 기계 인력 소형 대형 수중 야간 고소 지하 옥상 외벽 내벽 천장 바닥 경사 곡면 이중 보강 임시 특수
    """,
)
_BACK = re.findall(
    r"\S+",
    """
    용접 접합 설치 조립 붙임 쌓기 깔기 바름 칠 절단 천공 철거 해체 다짐 운반 양생 보수 시험 세움 이음
    """,
)
_LATIN = re.findall(
    r"\S+",
    """
    TIG MIG PVC HDPE SCH GRP FRP ALC PHC SGP
    """,
)
_DIAMETERS = (15, 20, 25, 32, 40, 50, 65, 80, 100, 125, 150, 200, 250, 300, 400, 500)
_SCHEDULES = (20, 40, 80, 120, 160)


def made(times: int = 1, seed: int = 19) -> GraphFile:
    """The whole graph, `times` the size of the standard."""
    dice, graph = random.Random(seed), GraphFile()
    ids = {kind: [f"{_PREFIX[kind]}-{at:06d}" for at in range(count * times)] for kind, count in COUNTS.items()}
    names = _names(dice)
    sections = ids["Section"]
    top = len(sections) - (BELONGS_TO - COUNTS["WorkType"]) * times
    for at, one in enumerate(sections):
        parent = sections[dice.randrange(top)] if at >= top else ""
        _add(
            graph,
            GraphEntity(
                one, "Section", next(names), section=f"{at // 40 + 1}-{at // 8 % 5 + 1}-{at % 8 + 1}", parent=parent
            ),
        )
    _works(graph, ids["WorkType"], sections, names, dice)
    for kind in ("Labor", "Equipment", "Material", "Note", "Standard"):
        for at, one in enumerate(ids[kind]):
            latin = f"{dice.choice(_LATIN)} " if kind in ("Note", "Equipment") and at % 9 == 0 else ""
            _add(
                graph,
                GraphEntity(one, kind, f"{latin}{next(names)} {kind} {at}", text="작업 조건에 따라 더하거나 뺀다."),
            )
    for kind, (leads_to, count) in RELATIONS.items():
        wanted = count * times + len(graph.links)
        while len(graph.links) < wanted:
            source = dice.choice(
                ids["Section"] if kind in ("HAS_NOTE", "APPLIES_STANDARD") and dice.random() < 0.3 else ids["WorkType"]
            )
            link = GraphLink(source, kind, dice.choice(ids[leads_to]), Decimal(dice.randrange(1, 900)) / 1000, "인")
            graph.links.setdefault((link.source_id, link.type, link.target_id), link)
    return graph


def _works(graph: GraphFile, ids: list[str], sections: list[str], names: Iterator[str], dice: random.Random) -> None:
    """In families of one name with many specs, as a standard has them, and works of a name of their own."""
    waiting = list(ids)
    while waiting:
        size = dice.choice((1, 1, 1, 4, 12, 40))
        name, section = next(names), dice.choice(sections)
        specs = dice.sample([(d, s) for d in _DIAMETERS for s in _SCHEDULES], size) if size > 1 else [(0, 0)]
        for diameter, schedule in specs[: len(waiting)]:
            spec = f"{diameter}, SCH {schedule}" if diameter else ""
            _add(graph, GraphEntity(waiting.pop(), "WorkType", name, spec=spec, unit="m", base="1", parent=section))


def _add(graph: GraphFile, entity: GraphEntity) -> None:
    graph.entities[entity.entity_id] = entity
    if entity.parent:
        graph.links[entity.entity_id, "BELONGS_TO", entity.parent] = GraphLink(
            entity.entity_id, "BELONGS_TO", entity.parent
        )


def _names(dice: random.Random) -> Iterator[str]:
    """Names of the trade's own syllables, mostly different."""
    while True:
        latin = f"{dice.choice(_LATIN)} " if dice.random() < 0.02 else ""
        yield f"{latin}{dice.choice(_FRONT)}{dice.choice(_FRONT)}{dice.choice(_MIDDLE)}{dice.choice(_BACK)}"
