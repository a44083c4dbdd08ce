"""Apartment transactions as public exports publish them: JSON lines, of two shapes.

Shape A (Korean field meanings: won, contract dates, one line per sale):
    trade_type, raw_id, district, bunji, apt_name, area, contract_date, amount, floor, construction_year …
Shape B (10,000 won, contract months; sales, jeonse and monthly rents):
    kind (매매 | 전세 | 월세), region, lot, complex, area_m2, contract_ym, contract_days, price_10k_won |
    deposit_10k_won + monthly_10k_won, floor, built …
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any, cast

from execution_agents.ingest.files import lines_of, read_text
from execution_agents.ingest.imported import BrokenPart, InputFile, RowTarget
from execution_agents.ingest.regions import RegionNames
from execution_agents.ingest.rows import typed_row
from foundation.contracts import untrusted_json
from foundation.domains.schema.pack import TableSource
from foundation.storage.records import TableRow

_SHAPE_A = frozenset({"apt_name", "district", "contract_date", "amount", "area"})
_SHAPE_B = frozenset({"complex", "region", "contract_ym", "area_m2", "kind"})
_DEALS = {"매매": "sale", "전세": "jeonse", "월세": "monthly"}
_HOUSING = {"아파트": "apartment", "분양권": "presale"}
_IDENTITY_B = ("kind", "region", "lot", "complex", "area_m2", "contract_ym", "contract_days", "price_10k_won",
               "deposit_10k_won", "monthly_10k_won", "floor", "built", "road")  # fmt: skip
_TEN_THOUSAND = 10_000
MAX_LINE = 100_000
"""Characters of one transaction; those of public exports have 500."""


class ApartmentTrades:
    """The importer `apartment_trades`."""

    specific = True

    def sniff(self, file: InputFile, source: TableSource) -> bool:
        """A first line that is a JSON object of one of the two shapes, and a source with columns for it."""
        if not {"trade_id", "price_won"} <= {column.name for column in source.columns}:
            return False
        first = file.head.lstrip().split("\n", 1)[0]
        try:
            return _shape(untrusted_json.loads(first)) is not None
        except ValueError:
            return False

    def read(self, file: InputFile, target: RowTarget) -> Iterator[TableRow | BrokenPart]:
        """One row per line. Equal sales are numbered by how often they occurred before in this file."""
        seen: Counter[str] = Counter()
        for number, line in enumerate(lines_of(read_text(file)), 1):
            if not line.strip():
                continue
            try:
                if len(line) > MAX_LINE:
                    raise ValueError(f"longer than {MAX_LINE:,} characters")
                yield typed_row(_cells(untrusted_json.loads(line), target.regions, seen), target.source)
            except (ValueError, TypeError, KeyError) as problem:
                yield BrokenPart(file.name, _reason(problem), number)


def _cells(record: object, regions: RegionNames, seen: Counter[str]) -> dict[str, object]:
    shape = _shape(record)
    if shape is None:
        raise ValueError("not a transaction of either known shape")
    fields = cast(Mapping[str, Any], record)
    for name, value in fields.items():
        if isinstance(value, dict | list) or (isinstance(value, float) and not isfinite(value)):
            raise ValueError(f"the field {name[:40]} takes text or a number")
    identity, cells = _from_a(fields) if shape == "a" else _from_b(fields)
    seen[identity] += 1
    cells["trade_id"] = f"{identity}-{seen[identity]}"
    cells["region"] = regions.canonical(str(cells["region"]))
    return cells


def _from_a(fields: Mapping[str, Any]) -> tuple[str, dict[str, object]]:
    day = str(fields["contract_date"])[:10]
    housing = _known(_HOUSING, fields.get("trade_type", "아파트"), "trade_type")
    cells: dict[str, object] = {
        "complex": fields["apt_name"],
        "region": fields["district"],
        "deal": "sale",
        "housing_type": housing,
        "month": day[:7],
        "date": day,
        "area_m2": fields["area"],
        "floor": fields.get("floor"),
        "price_won": fields["amount"],
        "monthly_rent_won": 0,
        "built": fields.get("construction_year"),
    }
    raw_id = fields.get("raw_id")
    # The register's own number does not change when a record is corrected, so the corrected record replaces it.
    identity = f"{housing}-{raw_id}" if raw_id is not None else _hashed([str(cells[name]) for name in sorted(cells)])
    return identity, cells


def _from_b(fields: Mapping[str, Any]) -> tuple[str, dict[str, object]]:
    deal = _known(_DEALS, fields["kind"], "kind")
    ten_thousands = fields["price_10k_won"] if deal == "sale" else fields["deposit_10k_won"]
    month = str(fields["contract_ym"])
    cells: dict[str, object] = {
        "complex": fields["complex"],
        "region": fields["region"],
        "deal": deal,
        "housing_type": "apartment",
        "month": f"{month[:4]}-{month[4:6]}",
        "date": None,
        "area_m2": fields["area_m2"],
        "floor": fields.get("floor"),
        "price_won": int(ten_thousands) * _TEN_THOUSAND,
        "monthly_rent_won": int(fields.get("monthly_10k_won") or 0) * _TEN_THOUSAND,
        "built": fields.get("built"),
    }
    return _hashed([str(fields.get(name)) for name in _IDENTITY_B]), cells


def _shape(record: object) -> str | None:
    if not isinstance(record, dict):
        return None
    names = set(cast(dict[str, object], record))
    if names >= _SHAPE_A:
        return "a"
    return "b" if names >= _SHAPE_B else None


def _known(words: Mapping[str, str], written: object, field: str) -> str:
    word = words.get(str(written))
    if word is None:
        raise ValueError(f"{field} takes {', '.join(words)}, not {str(written)[:40]!r}")
    return word


def _hashed(parts: list[str]) -> str:
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:20]


def _reason(problem: Exception) -> str:
    if isinstance(problem, json.JSONDecodeError):
        return f"not valid JSON ({problem.msg} at column {problem.colno})"
    if isinstance(problem, KeyError):
        return f"the field {problem.args[0]} is missing"
    if isinstance(problem, TypeError):
        return "a field that needs a value has none"
    return str(problem)
