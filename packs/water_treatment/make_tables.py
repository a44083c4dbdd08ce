"""Writes tables/readings.csv: six months of invented daily readings of the made-up plant, from a seeded generator.

    python packs/water_treatment/make_tables.py

Every row carries example=true. Raw turbidity follows the summer rains, temperature the season; what leaves a process
follows what entered it, within the limits of the manual except on the rainy days of July. Run by hand; its output is
committed.
"""

from __future__ import annotations

import csv
import math
import random
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

SEED = 20260501
FIRST, DAYS = date(2026, 5, 1), 184
HEADER = ("date", "point", "parameter", "mean", "min", "max", "example")
RAINS = {date(2026, 7, 8): 140.0, date(2026, 7, 17): 95.0, date(2026, 8, 21): 60.0, date(2026, 9, 5): 35.0}
"""Day on which a flood arrives -> turbidity it adds to the raw water, NTU."""
FADES_IN_DAYS = 2.5
"""After so many days a flood has fallen to 1/e."""


def main() -> None:
    """Writes the table beside this script."""
    dice = random.Random(SEED)
    target = Path(__file__).parent / "tables" / "readings.csv"
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        for step in range(DAYS):
            writer.writerows(day_of(FIRST + timedelta(days=step), dice))


def day_of(day: date, dice: random.Random) -> Iterator[tuple[str, ...]]:
    """One day's rows: point, parameter, daily mean, lowest and highest reading."""
    season = math.cos((day.timetuple().tm_yday - 215) / 365 * 2 * math.pi)
    raw = 5.0 + flood(day) + dice.uniform(0, 3)
    settled = min(1.9, 0.35 + 0.012 * raw + dice.uniform(0, 0.15))
    filtered = 0.03 + 0.02 * settled + dice.uniform(0, 0.01)
    organic = 2.4 + 0.5 * season + 0.008 * flood(day) + dice.uniform(-0.1, 0.1)
    temperature = 13.5 + 11.5 * season + dice.uniform(-0.6, 0.6)
    chlorine = (0.90 if temperature > 24 else 0.80) + dice.uniform(-0.04, 0.04)
    manganese = 0.022 + 0.018 * max(0.0, season) + dice.uniform(0, 0.006)
    values = (
        ("raw", "turbidity", raw, 0.30, 1),
        ("raw", "ph", 7.4 + 0.5 * max(0.0, season) + dice.uniform(-0.1, 0.1), 0.02, 2),
        ("raw", "temperature", temperature, 0.04, 1),
        ("raw", "alkalinity", 38 - 0.08 * flood(day) + dice.uniform(-2, 2), 0.05, 1),
        ("raw", "toc", organic, 0.06, 2),
        ("raw", "manganese", manganese, 0.15, 3),
        ("settled", "turbidity", settled, 0.20, 2),
        ("settled", "ph", 7.1 + dice.uniform(-0.1, 0.1), 0.02, 2),
        ("filtered", "turbidity", filtered, 0.25, 3),
        ("finished", "turbidity", filtered * 0.9, 0.20, 3),
        ("finished", "ph", 7.3 + dice.uniform(-0.1, 0.1), 0.015, 2),
        ("finished", "chlorine", chlorine, 0.06, 2),
        ("finished", "toc", organic * 0.36, 0.06, 2),
        ("finished", "manganese", manganese * 0.1, 0.20, 3),
    )
    for point, parameter, mean, spread, digits in values:
        figures = (mean, mean * (1 - spread * dice.uniform(0.5, 1)), mean * (1 + spread * dice.uniform(0.5, 1)))
        yield (day.isoformat(), point, parameter, *(f"{figure:.{digits}f}" for figure in figures), "true")


def flood(day: date) -> float:
    """What the floods so far add to the raw water's turbidity, NTU."""
    return sum(peak * math.exp(-(day - came).days / FADES_IN_DAYS) for came, peak in RAINS.items() if day >= came)


if __name__ == "__main__":
    main()
