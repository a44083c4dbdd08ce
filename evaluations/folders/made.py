"""Three folders as a person would have them, made from the public data each time: nothing of it lies in the project."""

from __future__ import annotations

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from openpyxl import Workbook

FOLDERS = ("statutes", "guide", "trades")
STATUTES = (
    "주택임대차보호법__법률.md",
    "주택임대차보호법__시행령.md",
    "상가건물임대차보호법__법률.md",
    "상가건물임대차보호법__시행령.md",
    "주택임대차계약증서상의확정일자부여및임대차정보제공에관한규칙__법무부령.md",
    "공인중개사법__법률.md",
)
"""Korean Markdown: six of the statutes, as they were published."""
HEADER = ("구", "동", "단지명", "전용면적(㎡)", "계약일", "거래금액(원)", "층", "건축년도", "거래유형")
FIELDS = ("gu", "dong", "apt_name", "area", "contract_date", "amount", "floor", "construction_year", "transaction_type")
_UNSAFE = re.compile(r"[^A-Za-z0-9]+")


def make_folders(data: Path, into: Path) -> dict[str, Path]:
    """Name -> folder, of all three."""
    folders = {name: into / name for name in FOLDERS}
    for folder in folders.values():
        folder.mkdir(parents=True)
    for name in STATUTES:
        shutil.copy(data / "kr_statutes" / "md" / name, folders["statutes"] / name)
    _write_guide(data / "mtrag" / "passages.jsonl", folders["guide"])
    _write_trades(data / "daegu_apt_trades" / "trades.jsonl", folders["trades"] / "대구 아파트 실거래.xlsx")
    return folders


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def _write_guide(passages: Path, folder: Path) -> None:
    """English Markdown: the pages of public offices, a file a page and a heading a passage."""
    pages: dict[str, list[str]] = defaultdict(list)
    for one in _lines(passages):
        if one["domain"] == "govt":
            pages[" ".join(one["title"].split())].append(one["text"].strip())
    for title, texts in pages.items():
        name = _UNSAFE.sub("-", title).strip("-").lower()[:60]
        body = "\n\n".join(text.removeprefix(title).strip() for text in texts)
        (folder / f"{name}.md").write_text(f"# {title.partition(' | ')[0]}\n\n{body}\n", encoding="utf-8")


def _write_trades(trades: Path, path: Path) -> None:
    """A workbook as somebody keeps it: a title above the header, dates and amounts as people write them."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "매매"
    sheet.append(["대구 아파트 매매 실거래 (2026년 1~2월)"])
    sheet.append([])
    sheet.append(list(HEADER))
    for one in _lines(trades):
        if one["termination_date"] is None:
            cells: dict[str, object] = dict(one)
            cells["contract_date"] = str(one["contract_date"]).replace("-", ".")
            cells["amount"] = f"{int(one['amount']):,}"
            sheet.append([cells[name] for name in FIELDS])
    book.save(path)
