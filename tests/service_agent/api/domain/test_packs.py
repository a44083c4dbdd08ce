"""The packs, as clients see them."""

from __future__ import annotations

from tests.serving import Serving


async def test_the_default_pack_comes_first_with_its_sources(service: Serving) -> None:
    packs = (await service.http.get("/api/packs")).json()["packs"]
    first = packs[0]
    assert (first["name"], first["default"]) == ("real_estate", True)
    assert first["examples"]
    assert all(source["parts"] > 0 for source in first["sources"] if source["kind"] == "table" and source["documents"])
    assert any(source["kind"] == "documents" and source["documents"] >= 60 for source in first["sources"])


async def test_a_pack_names_its_columns_their_values_and_its_intents_in_both_languages(service: Serving) -> None:
    (pack,) = [one for one in (await service.http.get("/api/packs")).json()["packs"] if one["default"]]
    sources = {source["name"]: {column["name"]: column for column in source["columns"]} for source in pack["sources"]}
    assert sources["district_prices"]["median_won"]["label"] == {"ko": "중위", "en": "Median"}
    assert sources["district_prices"]["median_won"]["unit"] == "won"
    assert sources["district_prices"]["deal"]["choices"]["sale"].keys() >= {"ko", "en"}
    assert sources["law_guide"] == {}
    assert pack["intents"]["market_inquiry"]["en"] == "Market prices"


async def test_a_pack_names_its_slots_and_kinds_of_things_with_their_values(service: Serving) -> None:
    (pack,) = [one for one in (await service.http.get("/api/packs")).json()["packs"] if one["default"]]
    assert pack["kinds"]["region"]["label"] == {"ko": "지역", "en": "Region"}
    assert pack["kinds"]["housing_type"]["choices"]["apartment"]["ko"] == "아파트"
    assert pack["kinds"]["law"]["choices"] == {}
