"""The construction pack: no mistake, and the entities others count on; the small graph of the page works."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from execution_agents.clarification.index import GraphIndex
from execution_agents.ingest.shipped import graph_in_files
from execution_agents.knowledge_graph.normalised_text import key_of
from foundation.domains.loading.graph_files import read_graph
from foundation.domains.loading.loader import check_pack, load_pack, shipped_packs
from tests.execution_agents.clarification.graphs import CONSTRUCTION, INDEX, NO_WORDS, labels, reached, read

FOLDER = shipped_packs() / "construction"
PAGE = (Path(__file__).parents[2] / "docs" / "packs.md").read_text(encoding="utf-8")
NAMED = {
    "S-0249": ("강관용접", "", "13-2-3"),
    "W-0760": ("강관용접", "", "13-2-3"),
    "W-0763": ("강관용접", "100, SCH 20", "13-2-3"),
    "W-0764": ("강관용접", "100, SCH 40", "13-2-3"),
    "W-0765": ("강관용접", "100, SCH 80", "13-2-3"),
    "W-0788": ("강관용접", "200, SCH 40", "13-2-3"),
    "W-0861": ("강관용접", "600, SCH 160", "13-2-3"),
    "W-0631": ("TIG(Tungsten Inert Gas)용접", "", "13-2-3"),
    "ST-0204": ("TIG 용접 접합 기준", "", "1-3-1#4"),
    "N-0269": ("TIG 용접 시 10 % 가산", "", "1-1-1#4"),
}


def test_the_pack_has_no_mistake() -> None:
    assert check_pack(FOLDER) == []


def test_the_entities_others_count_on_are_there() -> None:
    assert CONSTRUCTION.graph is not None
    found = read_graph(FOLDER / "graph", CONSTRUCTION.graph).entities
    assert {one: (found[one].name, found[one].spec, found[one].section) for one in NAMED} == NAMED
    counts = Counter(one.name for one in found.values() if one.type == "WorkType" and one.spec)
    assert counts["강관용접"] == 113
    assert sum(one.type == "WorkType" for one in found.values()) >= 113 + 200
    for name in ("기본용접", "용접접합", "스테인리스관용접", "HDPE관 버트융착", "HDPE관 전기융착"):
        assert any(one.name == name for one in found.values()), name


DIAMETERS = (15, 20, 25, 32, 40, 50, 65, 80, 90, 95, 100, 125, 150, 200, 250, 300, 350, 400, 450, 500, 600)
SCHEDULES = (20, 30, 40, 60, 80, 100, 120, 140, 160)


def test_pipe_welding_comes_in_the_designs_diameters_and_schedules() -> None:
    pipes = [dict(one.values) for one in INDEX.targets.values() if one.name == "강관용접" and one.values]
    assert {one["diameter"] for one in pipes} == {str(one) for one in DIAMETERS}
    assert {one["schedule"] for one in pipes} == {str(one) for one in SCHEDULES}
    assert len({tuple(one.items()) for one in pipes}) == 113


def part(name: str) -> str:
    found = re.search(rf"<!-- small graph: {re.escape(name)} -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> GraphIndex:
    """The pack of docs/packs.md, written as it says."""
    folder = tmp_path_factory.mktemp("packs") / "my_shop"
    (folder / "graph").mkdir(parents=True)
    (folder / "pack.yaml").write_text(part("pack.yaml"), encoding="utf-8")
    for name in ("entities.csv", "relations.csv"):
        (folder / "graph" / name).write_text(part(name), encoding="utf-8")
    assert check_pack(folder) == []
    return graph_in_files(load_pack(folder))


def test_the_pages_small_graph_offers_and_answers(shop: GraphIndex) -> None:
    offered = labels(read("desk lamp", index=shop, language="en", words=NO_WORDS))
    assert sorted(offered) == ["Desk lamp blue 20 W", "Desk lamp red 20 W", "Desk lamp red 40 W"]
    answered = read("table lamp red, 20 watts", index=shop, language="en", words=NO_WORDS)
    assert reached(answered) == ["P-1"]


def test_the_pages_small_graph_counts_amounts(shop: GraphIndex) -> None:
    asked = read("12 pieces of the red desk lamp 20 W", index=shop, language="en", words=NO_WORDS).asked
    assert asked is not None
    assert (asked.targets[0].entity_id, asked.quantity) == ("P-1", "12")


def test_every_word_of_the_dictionary_leads_to_something_in_the_graph() -> None:
    for word, others in CONSTRUCTION.dictionary.synonyms.items():
        assert all(INDEX.holding(key_of(other)) for other in others), word


def test_everyday_words_lead_to_every_work() -> None:
    led = {key_of(other) for others in CONSTRUCTION.dictionary.synonyms.values() for other in others}
    works = {one.name for one in INDEX.targets.values() if one.type == "WorkType"}
    assert {one for one in works if not any(word in key_of(one) for word in led)} == set()


@pytest.mark.parametrize(
    ("question", "work"),
    [
        ("나무 옮겨 심기 몇 명 필요해?", "수목이식"),
        ("나무 자르는데 사람 얼마나", "수목전정"),
        ("포크레인으로 땅 파는데 품", "기계터파기"),
        ("빠데 발라야 하는데 몇 명", "퍼티바름"),
        ("타일 뜯는데 몇 명 붙어", "타일철거"),
        ("공구리 깨는데 장비 뭐 써", "콘크리트헐기"),
        ("구리관 때우는데 품", "동관납땜접합"),
        ("how many workers to prune trees?", "수목전정"),
        ("excavator for digging", "기계터파기"),
    ],
)
def test_everyday_words_reach_the_work_they_mean(question: str, work: str) -> None:
    assert [INDEX.targets[one].name for one in reached(read(question))] == [work]


def test_a_pipe_in_everyday_words_is_asked_for_by_its_schedule() -> None:
    offered = labels(read("쇠파이프 용접 200미리 사람 얼마나 들어?"))
    assert offered[0] == "강관용접 200mm SCH 20"
    assert reached(read("steel pipes welding 200mm sch 40")) == ["W-0788"]


@pytest.mark.parametrize("question", ["도배 품 얼마야", "wallpaper", "이 사람 누구야"])
def test_what_the_graph_has_no_work_for_stays_unknown(question: str) -> None:
    reading = read(question)
    assert (reading.asked, reading.choices) == (None, None)


def test_the_guide_states_every_surcharge_as_the_pack_declares_it() -> None:
    assert CONSTRUCTION.graph is not None
    declared = CONSTRUCTION.graph.surcharges
    assert declared is not None
    guide = (FOLDER / "documents" / "reading.md").read_text(encoding="utf-8")
    pieces = [declared.only, declared.together, *(one.stated for one in declared.each)]
    assert [one for one in pieces if one not in guide] == []
    rates = {one.name: one.percent for one in declared.each}
    assert rates == {"height": 15, "night": 25, "tig": 10}


def test_a_surcharge_that_its_line_does_not_say_is_a_mistake(tmp_path: Path) -> None:
    pack = tmp_path / "construction"
    shutil.copytree(FOLDER, pack)
    written = (pack / "pack.yaml").read_text(encoding="utf-8")
    wrong = written.replace("percent: 25", "percent: 35").replace("relations: [REQUIRES_LABOR]", "relations: [NEEDS]")
    (pack / "pack.yaml").write_text(wrong, encoding="utf-8")
    found = [one.wrong for one in check_pack(pack)]
    assert any("`야간은 25%` does not say 35%" in one for one in found)
    assert any("there is no relation `NEEDS`" in one for one in found)
