"""What one cell of a table of estimates says: a word with its letters set apart, a figure, a unit, a trade."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from decimal import Decimal, InvalidOperation
from functools import lru_cache

SAID = 20_000
"""Cells whose reading is kept: tables say the same words again and again."""
DASHES = frozenset(("-", "–", "—", "−", "―"))
SAME = frozenset(("〃", "″", '"', "”", "“", "//"))
"""The cell above, said again."""
_SINGLE = re.compile(r"^\S(?:\(.*)?$")
"""One letter, or one that a bracket follows: 공(인)."""
_FIGURE = re.compile(r"^(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s*\([\d.,]+\))?$")
_ASIDE = re.compile(r"^\(\s*\d[\d.,]*\s*\)$")
_RANGE = re.compile(r"^\d[\d.,]*\s*[~∼～-]\s*\d[\d.,]*$")
_TRADE = re.compile(
    r"(?:(?<!시)(?<!천)(?<!가)(?<!타)(?<!준)(?<!착)공|인부|(?:잠수|벌목|갱|선)부|기술자|운전[사원]|시험사|기술인|기능사|기사|반장|잠수조|"
    r"관리자|조종[사원]|(?<!공)사)$"
)
"""How a trade's name ends; 시공, 천공 and 가공 are things done."""
_OTHER_ENDS = re.compile(r"(?:공사|검사|조사|청사|강사|토사|모사)$")
_RANKS = frozenset(("기술자", "기능사", "산업기사", "기사", "인부", "공"))
_AGAIN = re.compile(r"^(.{2,8})\1+$")
_BRACKETED = re.compile(r"\([^()]*\)")
_PERSONS = frozenset(("인", "명", "인일", "인/일"))
_MACHINE = frozenset(("hr", "h", "시간", "대", "대/일", "일/대", "대일"))
_MASSES = ("㎏", "kg", "g", "ton", "t", "ℓ", "l", "ml", "㎖", "㎥", "m3", "공㎥", "kwh", "㎾h", "cc")
_LENGTHS = ("㎡", "m2", "m", "㎝", "cm", "㎜", "km", "㎞")
_PIECES = (
    "개",
    "ea",
    "매",
    "본",
    "식",
    "포",
    "병",
    "통",
    "권",
    "장",
    "조",
    "set",
    "쌍",
    "롤",
    "포대",
    "주",
    "구",
    "틀",
    "갑",
    "bt",
    "sh",
)
_STUFF = frozenset((*_MASSES, *_LENGTHS, *_PIECES))
_ONCE = frozenset(("일", "회", "분", "min", "sec", "초"))
"""Of time alone: how long, not how much of what."""


def words(value: object) -> str:
    """A cell with single blanks."""
    return " ".join(str(value if value is not None else "").replace("\x00", "").split())


def joined(cell: str) -> str:
    """Letters that are set apart put together: `보 통 인 부` is one word, `화약 취급공` stays two."""
    parts: list[str] = []
    run: list[str] = []
    for token in (*cell.split(), ""):
        if token and _SINGLE.match(token):
            run.append(token)
            continue
        if run:
            parts.append("".join(run))
            run = []
        if token:
            parts.append(token)
    return re.sub(r"(?<=[가-힣)])-$", "", " ".join(parts))


def key(cell: str) -> str:
    """A word without any blank: how heads and names are compared."""
    return "".join(cell.split())


@lru_cache(maxsize=SAID)
def figure(cell: str) -> Decimal | None:
    """A quantity above zero; what stands in brackets behind it is another case's."""
    match = _FIGURE.match(cell.strip())
    if match is None:
        return None
    try:
        value = Decimal(match[1].replace(",", ""))
    except InvalidOperation:
        return None
    return value if value > 0 else None


@lru_cache(maxsize=SAID)
def is_value(cell: str) -> bool:
    """A figure, one in brackets, a range of figures, zero, or the dash that says none."""
    plain = cell.strip()
    return plain in DASHES or bool(_FIGURE.match(plain) or _RANGE.match(plain) or _ASIDE.match(plain))


def is_range(cell: str) -> bool:
    """From one figure to another, 2∼4, or one in brackets: said, and no quantity to compute with."""
    return bool(_RANGE.match(cell.strip()) or _ASIDE.match(cell.strip()))


@lru_cache(maxsize=SAID)
def unit_of(cell: str) -> tuple[str, str] | None:
    """(unit, what it is for each of or "") of a cell that is a unit: `인`, `hr`, `인/ton`. None: it is none."""
    plain = key(cell).strip(".")
    if not plain or len(plain) > 8:
        return None
    if plain.lower() in _PERSONS | _MACHINE | _STUFF | _ONCE:
        return plain, ""
    unit, stroke, each = plain.partition("/")
    if stroke and unit.lower() in _PERSONS | _MACHINE | _STUFF and each:
        return unit, each
    return None


def kind_of(name: str, unit: str) -> str:
    """Labor, Equipment, Material by what it is counted in; "": of time or per cent, no quantity of a thing."""
    plain = key(unit).lower()
    if plain in _PERSONS or (plain == "조" and is_trade(name)):
        return "Labor"
    if plain in _MACHINE:
        return "Equipment"
    return "" if plain in _ONCE or "%" in plain or not plain else "Material"


def is_trade(name: str, known: Collection[str] = ()) -> bool:
    """Whether a name is a trade's, by how it ends or because the file counts it in persons elsewhere."""
    plain = key(name)
    return plain in known or _ends_so(plain)


@lru_cache(maxsize=SAID)
def _ends_so(plain: str) -> bool:
    bare = _BRACKETED.sub("", plain)
    if not 2 <= len(bare) <= 16 or _AGAIN.match(bare):
        return False
    return bool(_TRADE.search(bare)) and not _OTHER_ENDS.search(bare)


def is_rank(name: str) -> bool:
    """A word that names a trade only with what stands before it: 기술자 of 특급 기술자."""
    return key(name) in _RANKS


def are_ranks(cell: str) -> bool:
    """Several such words run together: 기술자기술자, whose first halves stand in other cells."""
    match = _AGAIN.match(key(cell))
    return match is not None and match[1] in _RANKS


def last_trade(name: str, known: Collection[str] = ()) -> str:
    """The name, or its last word where that alone is a trade and the rest a label: `기계시공 보통인부`."""
    *before, last = name.split() or [""]
    return last if before and is_trade(last, known) and not is_trade("".join(before), known) else name


def split_unit(cell: str) -> tuple[str, str]:
    """(name, unit) of a cell that holds both: `특 별 인 부 인`."""
    *before, last = cell.split() or [""]
    if before and (unit_of(last) or last in SAME):
        return " ".join(before), last
    return cell, ""


def column(rows: Sequence[Sequence[str]], at: int) -> list[str]:
    """The cells of one column."""
    return [row[at] for row in rows]
