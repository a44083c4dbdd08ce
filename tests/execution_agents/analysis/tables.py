"""Rows of a few small tables of the shipped packs, shared by the tests of this room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from execution_agents.analysis.material import Material, material_of
from foundation.contracts.work import EvidenceItem, FieldValue
from foundation.domains.loading.loader import load_pack
from foundation.domains.schema.pack import Pack, TableSource

ROOT = Path(__file__).parents[3] / "packs"
HOMES, WATER, COMPANY = (load_pack(ROOT / name) for name in ("real_estate", "water_treatment", "handbook"))
Row = Mapping[str, FieldValue]


def table(pack: Pack, name: str) -> TableSource:
    """One declared table."""
    source = pack.source(name)
    assert isinstance(source, TableSource)
    return source


def items(pack: Pack, name: str, rows: Sequence[Row]) -> list[EvidenceItem]:
    """Typed rows; those with `rows` are figures the database computed."""
    source, found = table(pack, name), list[EvidenceItem]()
    for at, row in enumerate(rows):
        derived = "rows" in row
        fields = dict(row) if derived else {one.name: row.get(one.name) for one in source.columns}
        title = "figures" if derived else source.row_title.format(**fields)
        found.append(
            EvidenceItem(
                item_id=f"{name}{at}",
                content_hash=str(at),
                title=title,
                text=title,
                source=name,
                fields=fields,
                derived=derived,
            )
        )
    return found


def material(
    question: str,
    pack: Pack,
    name: str,
    rows: Sequence[Row],
    *,
    language: str = "ko",
    complete: bool = True,
    **slots: tuple[str, ...],
) -> Material:
    """The rows as one batch, numbered from 1."""
    numbered = list(enumerate(items(pack, name, rows), start=1))
    return material_of((question, question), language, pack, table(pack, name), [(slots, complete, numbered)])


def month(region: str, when: str, mean: int, *, deal: str = "jeonse", trades: int = 10, band: str = "전체") -> Row:
    """A district's month over all areas, or over one band."""
    ends = {"60㎡ 이하": (0, 60), "60~85㎡": (60, 85)}.get(band, (None, None))
    return {
        "region": region, "deal": deal, "housing_type": "apartment", "area_band": band, "month": when,
        "trades": trades, "mean_won": mean, "median_won": mean - 10_000_000,
        "area_above_m2": ends[0], "area_up_to_m2": ends[1],
    }  # fmt: skip


def reading(day: str, mean: float, high: float, *, parameter: str = "turbidity") -> Row:
    """One day of raw water."""
    return {"date": day, "point": "raw", "parameter": parameter, "mean": mean, "min": mean / 2, "max": high}


def sale(name: str, day: str, price: int, region: str = "대구 수성구 범어동") -> Row:
    """One sale."""
    return {
        "trade_id": f"{name}{day}", "complex": name, "region": region, "deal": "sale", "housing_type": "apartment",
        "month": day[:7], "date": day, "area_m2": 84.9, "floor": 5, "price_won": price,
    }  # fmt: skip


def loan(product: str, low: float, limit: int, **more: FieldValue) -> Row:
    """One loan product."""
    return {
        "product": product,
        "rate_min": low,
        "rate_max": low + 1,
        "limit_won": limit,
        "updated": "2026-02-16",
        **more,
    }
