"""Three folders as a person would have them, made from the public data each time: nothing of it lies in the project.

The statutes are published as PDF, Word and HWPX; the data holds their text alone, so those files are made here.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from openpyxl import Workbook

from evaluations.folders.as_docx import write_docx
from evaluations.folders.as_hwpx import write_hwpx
from evaluations.folders.as_pdf import ASSOCIATION, OFFICIAL, write_pdf
from evaluations.folders.pieces import Statute, statute_of

FOLDERS = ("statutes", "guide", "trades")
STATUTES: Mapping[str, tuple[str, Callable[[Statute, Path], None]]] = MappingProxyType(
    {
        "주택임대차보호법__법률.md": ("주택임대차보호법.pdf", partial(write_pdf, layout=OFFICIAL)),
        "공인중개사법__법률.md": ("공인중개사법.pdf", partial(write_pdf, layout=ASSOCIATION)),
        "주택임대차보호법__시행령.md": ("주택임대차보호법 시행령.docx", partial(write_docx, styled=True)),
        "상가건물임대차보호법__시행령.md": ("상가건물 임대차보호법 시행령.docx", partial(write_docx, styled=False)),
        "상가건물임대차보호법__법률.md": ("상가건물 임대차보호법.hwpx", partial(write_hwpx, outlined=False)),
        "주택임대차계약증서상의확정일자부여및임대차정보제공에관한규칙__법무부령.md": (
            "확정일자 부여 및 임대차 정보제공 규칙.hwpx",
            partial(write_hwpx, outlined=True),
        ),
    }
)
"""Six of the statutes as people keep them: the published text -> the file's name, and what writes it."""
HEADER = ("구", "동", "단지명", "전용면적(㎡)", "계약일", "거래금액(원)", "층", "건축년도", "거래유형")
FIELDS = ("gu", "dong", "apt_name", "area", "contract_date", "amount", "floor", "construction_year", "transaction_type")
_UNSAFE = re.compile(r"[^A-Za-z0-9]+")


def make_folders(data: Path, into: Path) -> dict[str, Path]:
    """Name -> folder, of all three."""
    folders = {name: into / name for name in FOLDERS}
    for folder in folders.values():
        folder.mkdir(parents=True)
    for text, (name, write) in STATUTES.items():
        write(statute_of(data / "kr_statutes" / "md" / text), folders["statutes"] / name)
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
