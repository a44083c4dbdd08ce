"""A pack is read whole or every mistake is named with file, line, and what to write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from foundation.contracts.errors import WrongPack
from foundation.domains.loading.loader import check_pack, find_packs, load_pack, shipped_packs

PACK = """\
name: little
version: "1"
title: {ko: 작은 묶음, en: Little}
languages: [ko, en]
time_zone: Asia/Seoul
default_data_types: [price]
intents:
  - name: ask_price
    label: {ko: 시세, en: Price}
    description: prices
    patterns: ['시세']
    teams: [search]
    data_types: [price]
  - {name: irrelevant, label: {ko: 밖, en: Out}, description: out, ends: irrelevant}
  - {name: unclear, label: {ko: 모름, en: Unclear}, description: unclear, ends: unclear}
data_types:
  - name: price
    label: {ko: 시세, en: Price}
    sources: [prices]
    matching_slots: [region]
    freshness: {warn_after_s: 10, stale_after_s: 20}
slots:
  - name: region
    label: {ko: 지역, en: Region}
    parser: region
    regions:
      - {name: 서울, aliases: [서울시]}
      - {name: 서울 중구, parent: 서울, shared: [중구]}
  - name: deal
    label: {ko: 거래, en: Deal}
    parser: choice
    choices:
      - {value: sale, label: {ko: 매매, en: sale}, words: [매매]}
sources:
  - kind: table
    name: prices
    label: {ko: 시세, en: Prices}
    path: prices.csv
    key: [region, month]
    columns:
      - {name: region, type: text, label: {ko: 지역, en: Region}}
      - {name: month, type: month, label: {ko: 월, en: Month}}
      - {name: won, type: integer, label: {ko: 원, en: Won}}
      - {name: example, type: boolean, label: {ko: 예시, en: Example}}
    slots:
      - {slot: region, column: region, match: region}
      - {slot: deal, column: region}
    aggregates:
      - {column: won, functions: [mean]}
    as_of: month
    example_column: example
    row_title: "{region} {month}"
  - {kind: documents, name: guide, label: {ko: 안내, en: Guide}, path: docs}
replies:
  greeting: {ko: 안녕, en: Hello}
  about: {ko: 소개, en: About}
  irrelevant: {ko: 밖, en: Out}
  unclear: {ko: 모름, en: Unclear}
examples:
  - {text: 서울 시세}
"""
TABLE = "region,month,won,example\n서울,2026-01,100,false\n서울 중구,2026-01,200,true\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small pack without a mistake."""
    root = tmp_path / "little"
    (root / "docs").mkdir(parents=True)
    (root / "pack.yaml").write_text(PACK.replace("      - {slot: deal, column: region}\n", ""), encoding="utf-8")
    (root / "prices.csv").write_text(TABLE, encoding="utf-8")
    (root / "docs" / "one.md").write_text("# 하나\n", encoding="utf-8")
    return root


def change(folder: Path, old: str, new: str, file: str = "pack.yaml") -> int:
    """Plants a mistake; the line it stands on."""
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_a_right_pack_is_read_whole_and_without_a_mistake(folder: Path) -> None:
    pack = load_pack(folder)
    assert pack.root == folder
    assert [intent.name for intent in pack.intents] == ["ask_price", "irrelevant", "unclear"]
    assert pack.source("prices").kind == "table"
    assert check_pack(folder) == []


def test_a_pack_of_documents_alone_needs_no_slots(folder: Path) -> None:
    text = (folder / "pack.yaml").read_text(encoding="utf-8")
    slots, table = text[text.index("slots:\n") : text.index("sources:\n")], text[text.index("  - kind: table") :]
    table = table[: table.index("  - {kind: documents")]
    text = text.replace(slots, "").replace(table, "").replace("    matching_slots: [region]\n", "")
    (folder / "pack.yaml").write_text(text.replace("sources: [prices]", "sources: [guide]"), encoding="utf-8")
    assert check_pack(folder) == []
    assert load_pack(folder).slots == ()


PLANTED = [
    ("version: ", "verson: ", "`verson` is no key here", "did you mean `version`?"),
    ("version: ", "verson: ", "`version` is missing", "add it"),
    ("name: little", "name: big", "the pack `big` lies in the folder `little`", "give both one name"),
    ("Asia/Seoul", "Asia/Soul", "there is no time zone `Asia/Soul`", "Asia/Seoul"),
    ("default_data_types: [price]", "default_data_types: [prise]",
     "there is no data type `prise`", "use one of: price"),
    ("teams: [search]", "teams: [serach]", "there is no team `serach`", "use one of: analysis, document, search"),
    ("    data_types: [price]", "    data_types: [law]", "there is no data type `law`", "use one of: price"),
    ("sources: [prices]", "sources: [prces]", "there is no source `prces`", "use one of: guide, prices"),
    ("matching_slots: [region]", "matching_slots: [place]", "there is no slot `place`", "use one of: deal, region"),
    ("patterns: ['시세']", "patterns: ['(시세']", "the pattern does not compile", "mend it"),
    ("patterns: ['시세']", "patterns: ['(a+)+b']", "a repeat of varying length is repeated too often", "write fewer"),
    ("patterns: ['시세']", "patterns: ['(a|ab)*c']", "alternatives are repeated without a bound", "bound the repeat"),
    ("patterns: ['시세']", "patterns: ['a.*b.*c.*d']", "3 open-ended wildcards make it slow", "bound them"),
    ("patterns: ['시세']", "patterns: ['a?']", "matches an empty text", "at least one character"),
    ("patterns: ['시세']", f"patterns: ['{'a' * 401}']", "401 characters long", "400 at most"),
    ("patterns: ['시세']", "patterns: 시세", "`intents[1].patterns` is '시세'", "write a list, as [a, b]"),
    ("ends: unclear", "ends: vague", "`intents[3].ends` is 'vague'", "write one of: 'irrelevant', 'unclear'"),
    (", ends: unclear", ", teams: [search]", "no intent has `ends: unclear`", "add one"),
    ("ends: irrelevant", "ends: irrelevant, teams: [search]", "ends early and yet names teams", "remove them"),
    ("parser: region", "parser: place", "`slots[1].parser` is 'place'", "write one of: 'region', 'period'"),
    ("parent: 서울,", "parent: 부산,", "there is no region `부산`", "declare it"),
    ("aliases: [서울시]", "parent: 서울 중구", "lies in itself", "mend the chain of parents"),
    ("shared: [중구]", "aliases: [서울시]", "the alias `서울시` also means 서울", "move it to `shared`"),
    ("shared: [중구]", "shared: [서울시]", "`서울시` is shared here and yet an alias of 서울", "keep one"),
    ("shared: [중구]}", "shared: [중구]}\n    groups: [{name: 둘, members: [서울, 부산]}]",
     "there is no region `부산`", "declare it"),
    ("shared: [중구]}", "shared: [중구]}\n    groups: [{name: 중구, members: [서울, 서울 중구]}]",
     "`중구` also means the region 서울 중구", "leave it to one of them"),
    ("shared: [중구]}", "shared: [중구]}\n    groups: [{name: 둘, members: [서울]}]",
     "`slots[1].groups[1].members`", ""),
    ("parser: choice", "parser: choice\n    groups: [{name: 둘, members: [서울, 서울 중구]}]",
     "the parser `choice` takes no groups", "write parser: region"),
    ("words: [매매]}", "words: [매매]}\n      - {value: buy, label: {ko: 매수, en: buy}, words: [매매]}",
     "`매매` already means another choice", "leave it"),
    ("warn_after_s: 10", "warn_after_s: 30", "warn_after_s 30 is not below stale_after_s 20", "make it earlier"),
    ("warn_after_s: 10", "warn_after_s: 0",
     "`data_types[1].freshness.warn_after_s` is 0", "a number that is more than 0"),
    ("kind: table", "kind: tabel", "`sources[1]` has no known `kind`", "write kind: documents, table or http"),
    ("key: [region, month]", "key: [region, day]",
     "there is no column `day`", "use one of: region, month, won, example"),
    ("column: region, match: region", "column: won, match: region",
     "the match `region` cannot filter the integer column", "type text"),
    ("slot: region,", "slot: place,", "there is no slot `place`", "use one of: deal, region"),
    ("{column: won,", "{column: month,", "figures cannot be computed over the month column", "name a number"),
    ("as_of: month", "as_of: won", "`as_of` is the integer column `won`", "type date or month"),
    ("example_column: example", "example_column: won", "`example_column` is the integer column", "type boolean"),
    ("{region} {month}", "{region} {day}", "`row_title` names no column with {day}", "use one of"),
    ("{region} {month}", "{region", "`row_title` cannot be read", "write it as"),
    ("path: prices.csv", "path: price.csv", "the table `price.csv` is missing", "write the file"),
    ("path: prices.csv", "path: ../prices.csv", "`../prices.csv` leads out of the pack", "below the pack's folder"),
    ("path: docs", "path: dogs", "there are no documents in `dogs`", "put some there"),
    ("about: {ko: 소개, en: About}", "about: {ko: 소개}", "the words for en are missing", "every language"),
    ("{text: 서울 시세}", "{text: 서울 시세, language: fr}", "the pack does not speak `fr`", "use one of: ko, en"),
    ("title: {ko: 작은 묶음, en: Little}", "title: {ko: 하나, ko: 둘}", "`ko` stands here twice", "keep one"),
    ("title: {ko: 작은 묶음, en: Little}", "title: !!python/object:os.system {}", "builds objects", "without a tag"),
    ("default_data_types: [price]", "default_data_types: &a [price]\ndefault_teams: *a",
     "an alias repeats a part", "write the part out"),
    ("version: \"1\"", "version: \"1\"\nvariant_weights: {hybrid: 0}",
     "the weights are negative or add up", "write {hybrid_confirm: 1}"),
    ("version: \"1\"", "version: \"1\"\nvariant_weights: {hybrid: -1, no_reuse: 2}",
     "the weights are negative", "write {hybrid_confirm: 1}"),
    ("version: \"1\"", "version: \"1\"\nthresholds: {ask_above: 900}",
     "ask_above 900 is not below reuse_above 900", "write 600 and 900"),
    ("version: \"1\"", "version: \"1\"\nthresholds: {ask_above: 1001}",
     "`thresholds.ask_above` is 1001", "a number that is at most 1000"),
    ("version: \"1\"", "version: [1]", "`version` is [1]", "write words"),
    ("languages: [ko, en]", "languages: []", "the pack has no language", "write [ko, en]"),
    ("name: irrelevant", "name: ask_price", "intents has two entries named `ask_price`", "rename one"),
    ("name: ask_price", "name: upload", "nothing of a pack is called `upload`", "give it another"),
    ("name: irrelevant", "name: Irrelevant", "`intents[2].name` is 'Irrelevant'", "write it to fit"),
    ("teams: [search]", "needs_no_data: true", "needs no data and yet names data types", "remove one of the two"),
    ("sources: [prices]", "sources: []", "the data type `price` has no source", "name at least one"),
    ("matching_slots: [region]", "judge2: {uncertain_from: 800}",
     "uncertain_from lies above sufficient_above", "write 500 and 700"),
    ("matching_slots: [region]", "judge2: {min_results: many}",
     "`data_types[1].judge2.min_results` is 'many'", "write a whole number"),
    ("matching_slots: [region]", "reuse_across_sessions: perhaps",
     "`data_types[1].reuse_across_sessions` is 'perhaps'", "true or false"),
    ("parser: choice", "parser: period", "the parser `period` takes no choices", "write parser: choice"),
    ("parser: region", "parser: period", "the parser `period` takes no regions", "write parser: region"),
    ("parser: region", "parser: choice", "the slot `region` has no choices", "list them"),
    ("parser: choice", "parser: region", "the slot `deal` has no regions", "list them here or in regions.yaml"),
    ("words: [매매]}", "words: [매매]}\n      - {value: sale, label: {ko: 매수, en: buy}, words: [매수]}",
     "the choice `sale` stands here twice", "keep one"),
    ("name: 서울 중구", "name: 서울", "the region `서울` stands here twice", "keep one"),
    ("name: won,", "name: month,", "the column `month` stands here twice", "keep one"),
    ("key: [region, month]", "key: []", "the table `prices` has no key", "identify a row"),
    ("as_of: month", "prefer_over: [guide]", "there is no other table `guide`", "name a table source"),
    ("as_of: month", "prefer_over: [prices]", "there is no other table `prices`", "name a table source"),
    ("kind: documents, name: guide, label: {ko: 안내, en: Guide}, path: docs",
     "kind: http, name: guide, label: {ko: 안내, en: Guide}, url: 'https://example.org', slot_parameters: {place: q}",
     "there is no slot `place`", "use one of: deal, region"),
    ("version: \"1\"", "version: \"1\"\n? [a, b]\n: c", "a key must be a plain word", "write `key: value`"),
    ("version: \"1\"", "version: !!binary abc", "builds objects", "write plain values"),
    ("version: \"1\"", "version: !!int abc", "`abc` cannot be read", "put it in quotes"),
    ("version: \"1\"", "version: " + "[" * 40 + "]" * 40, "nested deeper than 32 levels", "flatten it"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "wrong", "remedy"), PLANTED, ids=[row[2] for row in PLANTED])
def test_a_planted_mistake_is_named_with_its_line_and_a_remedy(
    folder: Path, old: str, new: str, wrong: str, remedy: str
) -> None:
    line = change(folder, old, new)
    said = [mistake for mistake in check_pack(folder) if wrong in mistake.wrong and remedy in mistake.remedy]
    assert said, check_pack(folder)
    assert said[0].file == "pack.yaml"
    whole_lists = (
        "is missing",
        "has no",
        "two entries",
        "needs no data",
        "takes no",
        "lies above",
        "twice",
        "no intent has",
        "also means",
        "already means",
        "lies in itself",
        "cannot filter",
    )
    if not any(words in wrong for words in whole_lists) and "kind" not in wrong and "\n" not in new:
        assert said[0].line == line
    assert str(said[0]).startswith(f"pack.yaml:{said[0].line}: ")


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_a_file_nested_without_end_is_a_mistake_and_not_the_end_of_the_process(folder: Path, opening: str) -> None:
    change(folder, 'version: "1"', "version:\n  " + opening * 300_000)
    said = check_pack(folder)
    assert [mistake.wrong for mistake in said] == ["this is nested deeper than 32 levels"]


WRONG_CELLS = [
    ("2026-01,100", "2026-13,100", 2, "`month` is `2026-13`", "a month, as 2026-01"),
    ("2026-01,100", "2026-01,1_00", 2, "`won` is `1_00`", "a whole number"),
    ("2026-01,100", "2026-01,12.5", 2, "`won` is `12.5`", "a whole number"),
    ("200,true", "200,yes", 3, "`example` is `yes`", "true or false"),
    ("서울 중구", "부산", 3, "`region` is `부산`, which the slot `region` does not know", "declare or mend it"),
    ("서울 중구,", "서울,", 3, "the key 서울, 2026-01 stands in line 2 too", "remove one row"),
    ("200,true", "200", 3, "the row has 3 cells and the header 4", "one cell per column"),
    ("서울 중구,2026-01", "서울 중구,", 3, "`month` is empty, and it is part of the key", "fill it in"),
    ("region,month,won,example", "region,month,won", 1, "the header lacks example", "add the column"),
    ("region,month,won,example", "region,month,won,example,day", 1, "the header has day", "declare it"),
    ("200,true", '200,"true', 4, "this is not CSV", "check the quotes"),
]


@pytest.mark.parametrize(("old", "new", "line", "wrong", "remedy"), WRONG_CELLS, ids=[row[3] for row in WRONG_CELLS])
def test_a_wrong_cell_is_named_with_its_row(
    folder: Path, old: str, new: str, line: int, wrong: str, remedy: str
) -> None:
    change(folder, old, new, "prices.csv")
    mistakes = [one for one in check_pack(folder) if wrong in one.wrong]
    assert mistakes, check_pack(folder)
    assert mistakes[0].file == "prices.csv"
    assert remedy in mistakes[0].remedy
    assert mistakes[0].line == line or "not CSV" in wrong


def test_all_mistakes_are_listed_at_once_and_in_order(folder: Path) -> None:
    change(folder, "Asia/Seoul", "Mars/Base")
    change(folder, "teams: [search]", "teams: search")
    change(folder, "sources: [prices]", "sources: [prize]")
    change(folder, "2026-01,100", "2026-01,lots", "prices.csv")
    with pytest.raises(WrongPack) as failure:
        load_pack(folder)
    lines = failure.value.message.splitlines()
    assert lines[0].endswith("has 4 mistakes:")
    assert [line.split(": ")[0] for line in lines[1:]] == [
        "pack.yaml:5",
        "pack.yaml:12",
        "pack.yaml:19",
        "prices.csv:2",
    ]


def test_a_wrong_table_does_not_repeat_itself_without_end(folder: Path) -> None:
    rows = "".join(f"서울,2026-01,x{number},false\n" for number in range(500))
    (folder / "prices.csv").write_text("region,month,won,example\n" + rows, encoding="utf-8")
    mistakes = check_pack(folder)
    assert len(mistakes) == 51
    assert any("more mistakes in this table" in one.wrong for one in mistakes)


def test_a_part_may_lie_in_its_own_file_and_keeps_its_own_lines(folder: Path) -> None:
    text = (folder / "pack.yaml").read_text(encoding="utf-8")
    start, end = text.index("    regions:\n"), text.index("  - name: deal")
    (folder / "regions.yaml").write_text(
        "# places\n- {name: 서울}\n- {name: 서울 중구, parant: 서울}\n", encoding="utf-8"
    )
    (folder / "dictionary.yaml").write_text("small_talk:\n  - '안녕'\n  - '[안녕'\n", encoding="utf-8")
    (folder / "pack.yaml").write_text(text[:start] + text[end:], encoding="utf-8")
    assert [(one.file, one.line) for one in check_pack(folder)] == [("dictionary.yaml", 3), ("regions.yaml", 3)]


@pytest.mark.parametrize(
    ("name", "content", "wrong"),
    [
        ("dictionery.yaml", "synonyms: {}\n", "the pack takes no file of this name"),
        ("slots.yaml", "[]\n", "`slots` stands here and in slots.yaml"),
        ("regions.yaml", "- {name: 서울}\n", "no slot takes these regions"),
        ("dictionary.yaml", "small_talk: [a\n", "this is not YAML"),
        ("dictionary.yaml", b"\xff\xfe\x00", "not"),
    ],
)
def test_a_part_file_that_does_not_fit_is_named(folder: Path, name: str, content: str | bytes, wrong: str) -> None:
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    assert any(wrong in one.wrong for one in check_pack(folder)), check_pack(folder)


@pytest.mark.parametrize("content", ["", "- a\n- b\n", "just words\n", "a: [1\nb: 2\n", "\x00"])
def test_a_file_that_is_no_pack_is_one_clear_mistake(folder: Path, content: str) -> None:
    (folder / "pack.yaml").write_text(content, encoding="utf-8")
    mistakes = check_pack(folder)
    assert mistakes
    assert mistakes[0].file == "pack.yaml"


def test_a_folder_without_a_pack_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(WrongPack, match="there is no pack in"):
        load_pack(tmp_path)


def test_packs_are_found_by_folder_and_ones_own_replaces_a_shipped_one(folder: Path, tmp_path: Path) -> None:
    found = find_packs([shipped_packs(), folder.parent, tmp_path / "nowhere"])
    assert found["little"] == folder
    assert found["real_estate"] == shipped_packs() / "real_estate"
    own = tmp_path / "own" / "real_estate"
    own.mkdir(parents=True)
    (own / "pack.yaml").write_text("name: real_estate\n", encoding="utf-8")
    assert find_packs([shipped_packs(), own.parent])["real_estate"] == own


def test_a_file_too_large_for_a_pack_is_not_even_parsed(folder: Path) -> None:
    (folder / "dictionary.yaml").write_bytes(b"#" * 4_000_001)
    assert [(one.file, one.wrong) for one in check_pack(folder)] == [
        ("dictionary.yaml", "the file is larger than 4 MB")
    ]


def test_a_table_that_is_not_utf_8_is_one_mistake(folder: Path) -> None:
    (folder / "prices.csv").write_bytes("region,month,won,example\n서울,2026-01,1,false\n".encode("cp949"))
    assert [str(one) for one in check_pack(folder)] == ["prices.csv:1: the file is not UTF-8 text; save it as UTF-8"]


def test_a_byte_order_mark_and_blank_lines_in_a_table_do_no_harm(folder: Path) -> None:
    (folder / "prices.csv").write_bytes(("\ufeff" + TABLE.replace("\n서울 중구", "\n\n서울 중구")).encode())
    assert check_pack(folder) == []


def test_synonyms_of_a_choices_words_name_it_and_those_of_several_name_none() -> None:
    estate, water = (load_pack(shipped_packs() / name) for name in ("real_estate", "water_treatment"))
    (shop,) = (choice for choice in estate.slot("housing_type").choices if choice.value == "commercial")
    assert {"상가", "shop", "store", "commercial"} <= set(shop.words)
    words = [word for choice in water.slot("unit").choices for word in choice.words]
    assert "UPS" in words
    assert "물탱크" not in words, "it stands for two of them"
    assert len(words) == len(set(words))


ENTITIES = """\
entities:
  - {name: maker, label: {ko: 제조사, en: Maker}, elsewhere: [아무데]}
  - name: use
    label: {ko: 용도, en: Use}
    values:
      - {value: home, label: {ko: 집, en: home}, words: [집, home]}
sources:
"""


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        (
            "{type: maker, heading: '^(\\S+) 제원$'}",
            "{type: makre, heading: '^(\\S+) 제원$'}",
            "no entity type `makre`",
        ),
        ("{type: maker, heading: '^(\\S+) 제원$'}", "{type: maker}", "0 places where names stand"),
        ("{type: maker, heading: '^(\\S+) 제원$'}", "{type: maker, heading: a, text: b}", "2 places"),
        ("{type: maker, heading: '^(\\S+) 제원$'}", "{type: maker, heading: '(a+)+'}", "repeated too often"),
        (
            "{type: maker, heading: '^(\\S+) 제원$'}",
            "{type: maker, front_matter: m, within: use}",
            "names the type `use`",
        ),
        (
            "{type: maker, heading: '^(\\S+) 제원$'}",
            "{type: maker, heading: a, within: use}",
            "only a name of the front",
        ),
        ("{type: maker, column: region}", "{type: maker, column: won}", "column of type integer"),
        ("{type: maker, column: region}", "{type: maker, column: wom}", "no column `wom`"),
        ("{type: maker, column: region}", "{type: maker, column: region, within: use}", "fills the slot `use`"),
        ("- name: use", "- name: deal", "is a slot and has its values there"),
        ("{value: home, label: {ko: 집, en: home}", "{value: home, label: {ko: 집}", "the words for en are missing"),
        ("- {name: maker,", "- {name: use,", "two entries named `use`"),
    ],
)
def test_a_mistake_of_the_entities_is_named(folder: Path, old: str, new: str, wrong: str) -> None:
    text = (folder / "pack.yaml").read_text(encoding="utf-8").replace("sources:\n", ENTITIES, 1)
    text = text.replace(
        "    key: [region, month]\n", "    key: [region, month]\n    entities: [{type: maker, column: region}]\n"
    )
    text = text.replace("path: docs}", "path: docs, entities: [{type: maker, heading: '^(\\S+) 제원$'}]}")
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    assert check_pack(folder) == []
    assert old in text
    (folder / "pack.yaml").write_text(text.replace(old, new), encoding="utf-8")
    found = [str(one) for one in check_pack(folder)]
    assert any(re.search(wrong, one) for one in found), found


def test_a_name_may_not_stand_elsewhere_that_the_pack_has(folder: Path) -> None:
    text = (folder / "pack.yaml").read_text(encoding="utf-8")
    entry = "entities:\n  - {name: region, label: {ko: 지역, en: Region}, elsewhere: [부산, 서울시]}\nsources:\n"
    (folder / "pack.yaml").write_text(text.replace("sources:\n", entry, 1), encoding="utf-8")
    (mistake,) = check_pack(folder)
    assert "`서울시` stands under `elsewhere`, and yet the pack has it" in mistake.wrong


def test_a_verb_among_the_words_of_a_choice_stands_for_its_forms() -> None:
    pack = load_pack(shipped_packs() / "real_estate")
    words = next(one.words for one in pack.slot("deal").choices if one.value == "sale")
    assert {"팔리", "팔린", "팔려", "팔렸"} <= set(words) and "팔리다" not in words
    assert words[0] == "매매"
