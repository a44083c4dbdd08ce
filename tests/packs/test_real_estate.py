"""The shipped pack: without a mistake, unambiguous, and saying of the law what the law says."""

from __future__ import annotations

import csv
import json
import os
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest
import yaml

from foundation.domains.loading.loader import check_pack, load_pack, shipped_packs
from foundation.domains.schema.pack import Pack, TableSource
from foundation.domains.slots.slots import display_value, parse_slots
from tests.foundation.domains.small_pack import NOW

FOLDER = shipped_packs() / "real_estate"
PUBLIC = Path(os.environ.get("SUFFICE_TEST_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data")
STATUTES = PUBLIC / "kr_statutes" / "articles.jsonl"
COPIED_FROM = 25
"""A run of this many characters shared with the statutes would be copying."""

needs_public_data = pytest.mark.skipif(not STATUTES.is_file(), reason=f"no public data at {PUBLIC}")


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(FOLDER)


def front_and_body(path: Path) -> tuple[dict[str, object], str]:
    """A guide article's front matter and text."""
    _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
    return yaml.safe_load(front), body


ARTICLES = sorted((FOLDER / "documents" / "law").rglob("*.md"))


NOT_IN_THE_STATUTES = {"지방세법"}
"""Laws of the guide that the public statutes do not hold: what formulas look up."""


def statutes() -> dict[tuple[str, str], dict[str, str]]:
    with STATUTES.open(encoding="utf-8") as lines:
        return {(row["law"], row["article"]): row for row in map(json.loads, lines)}


def table(pack: Pack, name: str) -> list[dict[str, str]]:
    source = pack.source(name)
    assert isinstance(source, TableSource)
    assert source.path is not None
    with (FOLDER / source.path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_pack_has_no_mistake() -> None:
    assert check_pack(FOLDER) == []


def test_its_intents_need_what_system_1_says(pack: Pack) -> None:
    needs = {intent.name: (pack.data_types_of(intent), intent.teams) for intent in pack.intents}
    assert needs == {
        "legal_consult": (("legal",), ("search",)),
        "market_inquiry": (("market",), ("search",)),
        "loan_consult": (("loan",), ("search",)),
        "contract_creation": ((), ("document",)),
        "contract_review": (("legal", "contract"), ("search", "document", "analysis")),
        "contract_consult": (("legal", "contract"), ("search",)),  # ours, beside system 1's
        "comprehensive": (("legal", "market"), ("search", "analysis")),
        "risk_analysis": (("legal", "market"), ("search", "analysis")),
        "irrelevant": ((), ()),
        "unclear": ((), ()),
    }
    assert pack.default_data_types == ("legal", "market")


def test_its_data_types_age_as_system_1_says(pack: Pack) -> None:
    day = 86_400
    ages = {one.name: one.freshness for one in pack.data_types}
    assert (ages["market"].warn_after_s, ages["market"].warn_penalty) == (3 * day, 100)
    assert (ages["market"].stale_after_s, ages["market"].stale_penalty) == (7 * day, 300)
    assert (ages["loan"].stale_after_s, ages["loan"].stale_penalty) == (day, 400)
    assert not ages["legal"].limited
    assert not ages["contract"].limited


def test_every_name_of_a_region_leads_to_one_region_or_is_declared_shared(pack: Pack) -> None:
    owners: dict[str, set[str]] = defaultdict(set)
    shared: dict[str, set[str]] = defaultdict(set)
    for region in pack.slot("region").regions:
        for name in (region.name, *region.aliases):
            owners[name.casefold()].add(region.name)
        for name in region.shared:
            shared[name.casefold()].add(region.name)
    assert {name for name, found in owners.items() if len(found) > 1} == set()
    assert owners.keys() & shared.keys() == set()
    assert shared["중구"] == {"서울 중구", "대구 중구"}
    assert shared["비산동"] == {"대구 서구 비산동", "경기 안양시 동안구 비산동"}


@pytest.mark.parametrize(
    ("name", "districts"),
    [
        ("강남 3구", {"서울 강남구", "서울 서초구", "서울 송파구"}),
        ("강남3구", {"서울 강남구", "서울 서초구", "서울 송파구"}),
        ("강남 4구", {"서울 강남구", "서울 서초구", "서울 송파구", "서울 강동구"}),
        ("마용성", {"서울 마포구", "서울 용산구", "서울 성동구"}),
        ("노도강", {"서울 노원구", "서울 도봉구", "서울 강북구"}),
        ("Gangnam 3 districts", {"서울 강남구", "서울 서초구", "서울 송파구"}),
        ("강남", {"서울 강남구"}),
    ],
)
def test_names_of_several_districts_mean_each_of_them(pack: Pack, name: str, districts: set[str]) -> None:
    read = parse_slots(f"{name} 아파트 시세", pack, NOW)
    assert {slot.value for slot in read if slot.name == "region"} == districts


def test_english_names_of_places_mean_the_place_again(pack: Pack) -> None:
    slot = pack.slot("region")
    shown = {node.name: display_value(slot, node.name, "en") for node in slot.regions}
    assert (shown["서울 강남구"], shown["대구 중구"], shown["서울"]) == ("Gangnam-gu, Seoul", "Daegu Jung-gu", "Seoul")
    for name, words in shown.items():
        assert [one.value for one in parse_slots(f"Prices in {words}", pack, NOW) if one.name == "region"] == [name]


def test_all_districts_of_seoul_are_known_and_some_have_no_prices(pack: Pack) -> None:
    seoul = {region.name for region in pack.slot("region").regions if region.parent == "서울"}
    priced = {row["region"] for row in table(pack, "district_prices")}
    assert len(seoul) == 25
    assert {"서울 종로구", "서울 중구"} <= seoul - priced
    assert {"서울 강남구", "서울 서초구"} <= priced


def test_generated_prices_are_marked_and_public_ones_are_not(pack: Pack) -> None:
    marks = {(row["region"].split()[0], row["region"], row["example"]) for row in table(pack, "district_prices")}
    for top, region, example in marks:
        assert example == ("false" if top == "대구" or region == "경기 안양시 동안구" else "true"), region


def test_price_rows_are_consistent(pack: Pack) -> None:
    for row in table(pack, "district_prices"):
        low, middle, mean, high = (int(row[name]) for name in ("min_won", "median_won", "mean_won", "max_won"))
        assert low <= min(middle, mean) <= max(middle, mean) <= high, row
        assert (row["mean_monthly_rent_won"] != "") == (row["deal"] == "monthly"), row


def test_there_are_twelve_loans_or_more_all_marked_as_examples(pack: Pack) -> None:
    loans = table(pack, "loan_products")
    assert len(loans) >= 12
    assert {row["example"] for row in loans} == {"true"}
    assert {row["deal"] for row in loans} == {"jeonse", "monthly", "sale"}
    assert all(float(row["rate_min"]) <= float(row["rate_max"]) for row in loans)


def test_the_guide_has_sixty_articles_or_more_each_worth_reading() -> None:
    assert len(ARTICLES) >= 60
    for path in ARTICLES:
        front, body = front_and_body(path)
        assert front.keys() == {"law", "article", "title", "as_of", "uri", "keywords"}, path
        assert f"# {front['law']} {front['article']}(" in body, path
        assert len(re.findall(r"다\.", body)) >= 3, path
        assert re.search(r"\n[A-Z][^가-힣]{20,}\n", body), f"{path}: no English line"
    assert len({(front["law"], front["article"]) for front, _ in map(front_and_body, ARTICLES)}) == len(ARTICLES)


@needs_public_data
@pytest.mark.public_data
def test_every_guide_article_stands_in_the_statutes_with_its_title_and_date() -> None:
    known = statutes()
    assert NOT_IN_THE_STATUTES.isdisjoint(law for law, _ in known)
    for path in ARTICLES:
        front, body = front_and_body(path)
        if front["law"] in NOT_IN_THE_STATUTES:
            continue
        row = known[str(front["law"]), str(front["article"])]
        assert str(front["as_of"]) == row["effective"], path
        assert f"({row['title']})" in body, path


@needs_public_data
@pytest.mark.public_data
def test_no_sentence_is_copied_from_the_statutes() -> None:
    runs: set[str] = set()
    for row in statutes().values():
        text = " ".join(row["text"].split())
        runs.update(text[start : start + COPIED_FROM] for start in range(len(text) - COPIED_FROM + 1))
    for path in ARTICLES:
        _, body = front_and_body(path)
        text = " ".join(body.split("\n\n", 2)[2].split())
        copied = [text[at : at + COPIED_FROM] for at in range(len(text) - COPIED_FROM + 1)]
        assert not [run for run in copied if run in runs], path


@needs_public_data
@pytest.mark.public_data
def test_the_figures_of_small_deposits_are_those_of_the_decree() -> None:
    known = statutes()
    for slug, article in (("010", "제10조"), ("011", "제11조")):
        _, body = front_and_body(FOLDER / "documents" / "law" / "housing_decree" / f"{slug}.md")
        amounts = re.findall(
            r":\s*((?:\d억)?(?:\d천)?(?:\d+백)?\d*만?원)", known["주택임대차보호법 시행령", article]["text"]
        )
        assert len(amounts) == 4
        said = re.findall(r"(?:(\d)억 )?(\d,\d{3})만 원", body)
        stated = {int(whole or 0) * 10_000 + int(rest.replace(",", "")) for whole, rest in said}
        assert {_ten_thousands(amount) for amount in amounts} <= stated, article


def _ten_thousands(amount: str) -> int:
    """5천500만원 -> 5500."""
    found = re.fullmatch(r"(?:(\d)억)?(?:(\d)천)?(?:(\d)백)?(\d*)만?원", amount)
    assert found, amount
    billions, thousands, hundreds, rest = (int(part or 0) for part in found.groups())
    return billions * 10_000 + thousands * 1_000 + hundreds * 100 + rest


@needs_public_data
@pytest.mark.public_data
def test_the_public_aggregates_count_every_trade_that_was_not_cancelled(pack: Pack) -> None:
    counted: Counter[str] = Counter()
    for row in table(pack, "district_prices"):
        if row["example"] == "false" and row["area_band"] == "전체":
            counted[row["region"]] += int(row["trades"])
    with (PUBLIC / "daegu_apt_trades" / "trades.jsonl").open(encoding="utf-8") as lines:
        daegu = Counter(f"대구 {row['gu']}" for row in map(json.loads, lines) if row["termination_date"] is None)
    with (PUBLIC / "anyang_apt_2017" / "trades.jsonl").open(encoding="utf-8") as lines:
        anyang = sum(1 for _ in lines)
    assert counted == daegu + Counter({"경기 안양시 동안구": anyang})
