"""Writes tables/district_prices.csv: monthly aggregates of two public transaction files, and example series.

    python packs/real_estate/make_tables.py PATH_TO_PUBLIC_DATA

Real rows (example=false) come from apartment sales of Daegu (2026-01-06 to 2026-02-13; cancelled ones left out)
and sales and leases of Dongan-gu, Anyang (2017-05 to 2017-07). Everything else is drawn from a seeded generator
and carries example=true. The script is run by hand when the public files change; its output is committed.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any

SEED = 20260219
HEADER = (
    *("region", "deal", "housing_type", "area_band", "month", "trades", "mean_won", "median_won", "min_won", "max_won"),
    *("mean_monthly_rent_won", "mean_area_m2", "area_above_m2", "area_up_to_m2", "example"),
)
BANDS = ((0.0, 60.0, "60㎡ 이하"), (60.0, 85.0, "60~85㎡"), (85.0, 102.0, "85~102㎡"), (102.0, 135.0, "102~135㎡"))
WHOLE, LARGEST = "전체", "135㎡ 초과"
FEWEST_IN_BAND = 3
"""A band with fewer transactions says little: it is counted in the whole only."""
DEALS = {"매매": "sale", "전세": "jeonse", "월세": "monthly"}


@dataclass(frozen=True)
class Trade:
    """One transaction, in won and square metres."""

    region: str
    deal: str
    housing_type: str
    month: str
    area_m2: float
    price_won: int
    monthly_rent_won: int = 0


@dataclass(frozen=True)
class District:
    """What the generator knows of a district: sale price per square metre in 10,000 won, and how busy it is."""

    region: str
    sale_per_m2: int
    jeonse_share: float
    busy: int
    months: int = 12
    last_month: str = "2026-02"


EXAMPLE_DISTRICTS = (
    District("서울 강남구", 2950, 0.42, 90),
    District("서울 서초구", 2850, 0.43, 75),
    District("서울 송파구", 2250, 0.46, 95, months=24),
    District("서울 용산구", 2150, 0.44, 40),
    District("서울 성동구", 1850, 0.49, 60),
    District("서울 마포구", 1650, 0.52, 70),
    District("서울 영등포구", 1420, 0.52, 65),
    District("서울 강동구", 1480, 0.51, 70),
    District("서울 강서구", 1120, 0.56, 68),
    District("서울 관악구", 1010, 0.59, 45),
    District("서울 은평구", 960, 0.60, 48),
    District("서울 노원구", 890, 0.55, 110),
    District("경기 안양시 만안구", 430, 0.76, 55, last_month="2017-12"),
)
EXAMPLE_AREAS = ((49.6, 0.22), (59.9, 0.30), (84.9, 0.38), (114.8, 0.10))
MONTHLY_DEPOSIT_SHARE = 0.25
CONVERSION_RATE = 0.045
"""Yearly rate at which the rest of a jeonse deposit becomes rent in the example series."""


def main() -> None:
    """Reads the public files under the given folder and writes the table beside this script."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("data", type=Path, help="folder that holds daegu_apt_trades/ and anyang_apt_2017/")
    data: Path = parser.parse_args().data
    real = [*daegu(data / "daegu_apt_trades" / "trades.jsonl"), *anyang(data / "anyang_apt_2017" / "trades.jsonl")]
    rows = [*rows_of(real, example=False), *rows_of(example_trades(random.Random(SEED)), example=True)]
    target = Path(__file__).parent / "tables" / "district_prices.csv"
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows(sorted(rows))


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a JSON-lines file."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def daegu(path: Path) -> Iterator[Trade]:
    """Sales of flats and of presale rights that were not cancelled."""
    for row in json_lines(path):
        if row["termination_date"] is None:
            kind = "apartment" if row["trade_type"] == "아파트" else "presale"
            yield Trade(f"대구 {row['gu']}", "sale", kind, row["contract_date"][:7], row["area"], row["amount"])


def anyang(path: Path) -> Iterator[Trade]:
    """Sales and leases of flats; amounts of the file are in 10,000 won."""
    for row in json_lines(path):
        _, city, district, _ = row["region"].split()
        yield Trade(
            region=f"경기 {city} {district}",
            deal=DEALS[row["kind"]],
            housing_type="apartment",
            month=f"{row['contract_ym'][:4]}-{row['contract_ym'][4:]}",
            area_m2=row["area_m2"],
            price_won=10_000 * (row["price_10k_won"] if row["kind"] == "매매" else row["deposit_10k_won"]),
            monthly_rent_won=10_000 * row.get("monthly_10k_won", 0),
        )


def rows_of(trades: Iterable[Trade], *, example: bool) -> Iterator[tuple[str, ...]]:
    """One row for all transactions of a region, deal, housing type and month, and one per well-filled band."""
    cells: dict[tuple[str, ...], list[Trade]] = defaultdict(list)
    for trade in trades:
        for band in (WHOLE, band_of(trade.area_m2)):
            cells[trade.region, trade.deal, trade.housing_type, band, trade.month].append(trade)
    for key, members in cells.items():
        if key[3] == WHOLE or len(members) >= FEWEST_IN_BAND:
            yield (*key, *figures(members), *bounds_of(key[3]), "true" if example else "false")


def figures(members: list[Trade]) -> tuple[str, ...]:
    """Count, mean, median, lowest, highest (won), mean rent (won; empty without rent) and mean area (m2)."""
    prices = [trade.price_won for trade in members]
    rents = [trade.monthly_rent_won for trade in members if trade.monthly_rent_won]
    return (
        str(len(members)),
        *(str(round(value)) for value in (mean(prices), median(prices), min(prices), max(prices))),
        str(round(mean(rents))) if rents else "",
        f"{mean(trade.area_m2 for trade in members):.1f}",
    )


def band_of(area_m2: float) -> str:
    """The floor-area band: above the lower bound, up to and including the upper one."""
    return next((name for low, high, name in BANDS if low < area_m2 <= high), LARGEST)


def bounds_of(band: str) -> tuple[str, str]:
    """The band's bounds in m2; empty for all floor areas together, and without an end for the largest."""
    known = {name: (f"{low:g}", f"{high:g}") for low, high, name in BANDS}
    return known.get(band, ("", "") if band == WHOLE else (f"{BANDS[-1][1]:g}", "9999"))


def example_trades(dice: random.Random) -> Iterator[Trade]:
    """Seeded transactions: a slow drift, noise around the district's level, more leases than sales."""
    for district in EXAMPLE_DISTRICTS:
        for back, month in enumerate(months_before(district.last_month, district.months)):
            level = district.sale_per_m2 * (1 - 0.004 * back)
            for deal, share in (("sale", 0.3), ("jeonse", 0.45), ("monthly", 0.25)):
                for _ in range(max(4, round(district.busy * share * dice.uniform(0.8, 1.2)))):
                    yield example_trade(dice, district, deal, month, level)


def example_trade(dice: random.Random, district: District, deal: str, month: str, level: float) -> Trade:
    """One invented transaction, rounded to a million won as prices are."""
    areas, weights = zip(*EXAMPLE_AREAS, strict=True)
    area = dice.choices(areas, weights)[0]
    sale = level * area * dice.uniform(0.82, 1.18)
    jeonse = sale * district.jeonse_share * dice.uniform(0.93, 1.07)
    amount = {"sale": sale, "jeonse": jeonse, "monthly": jeonse * MONTHLY_DEPOSIT_SHARE}[deal]
    rent = jeonse * (1 - MONTHLY_DEPOSIT_SHARE) * CONVERSION_RATE / 12 if deal == "monthly" else 0
    return Trade(district.region, deal, "apartment", month, area, round(amount / 100) * 1_000_000, round(rent) * 10_000)


def months_before(last: str, count: int) -> Iterator[str]:
    """`count` months as YYYY-MM, newest first."""
    year, month = (int(part) for part in last.split("-"))
    for index in range(year * 12 + month - 1, year * 12 + month - 1 - count, -1):
        yield f"{index // 12}-{index % 12 + 1:02d}"


if __name__ == "__main__":
    main()
