"""The cells of a typed row in words: labels and units from the pack, values exactly as the row holds them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from foundation.contracts.work import UPLOAD, EvidenceItem, FieldValue
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import Column, ItemsSource, Pack, Slot, TableSource
from foundation.domains.slots.slots import english_region
from foundation.language.dates.month_names import ENGLISH_MONTHS
from foundation.language.figures.agreement import Figure
from foundation.language.figures.money import mean_won, plain, shown_digits, won
from foundation.language.figures.units import Kind
from foundation.language.rules.quantities import Quantity

UNITS: Mapping[str, tuple[str, str]] = {
    "percent": ("{}%", "{}%"),
    "pound": ("£{}", "£{}"),
    "m2": ("{}㎡", "{} m²"),
    "count": ("{}건", "{}"),
    "months": ("{}개월", "{} months"),
    "years": ("{}년", "{} years"),
}
"""Unit -> how a value is written (Korean, English). Won has its own rules; an unknown unit is written after the
number."""
FUNCTIONS: Mapping[str, Mapping[str, str]] = {
    "count": {"ko": "건수", "en": "count"},
    "mean": {"ko": "평균", "en": "mean"},
    "median": {"ko": "중위", "en": "median"},
    "min": {"ko": "최저", "en": "lowest"},
    "max": {"ko": "최고", "en": "highest"},
}
ROWS = "rows"
ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
PERIOD = ("first_time", "last_time")
"""Fields every computed item has beside its figures."""
KINDS: Mapping[str, Kind] = {"won": "won", "percent": "percent", "m2": "area"}
BANDS = (
    (re.compile("전체"), "all areas"),
    (re.compile(r"(\d[\d.]*)\s*㎡ 이하"), "up to {} m²"),
    (re.compile(r"(\d[\d.]*)\s*㎡ 초과"), "over {} m²"),
    (re.compile(r"(\d[\d.]*)~(\d[\d.]*)\s*㎡"), "{}–{} m²"),
)
"""How tables name bands of floor area, and the English for it."""
ARTICLE = re.compile(r"^(?P<whole>(?P<law>.{1,60}?)\s+제(?P<number>\d{1,4})조(?:의(?P<branch>\d{1,3}))?)(?!\d)")
"""How titles of statutes begin."""
_PLACE = re.compile(r"#(?:page=(?P<page>\d+)|(?:row=|.*!)(?P<first>\d+)[-:](?P<last>\d+))$")
NAMED_COLUMN = re.compile(r"\{(\w+)\}")
Row = Mapping[str, FieldValue]
"""The typed fields of one item."""


@dataclass(frozen=True)
class Cell:
    """One field of a row, ready to be shown."""

    name: str
    label: str
    value: FieldValue
    shown: str
    role: Literal["label", "time", "figure", "hidden"]
    """label: says what the row is of; time: its month or date; figure: a number worth quoting."""
    kind: Kind = "plain"
    counts: bool = False
    """Says how many things the row covers."""
    always: bool = False
    """Never dropped for lack of space."""
    words: tuple[str, ...] = ()
    """What people call its column, besides its label."""
    least_of: Quantity | None = None
    """What a person must have at least this much of."""


def columns_of(pack: Pack, source: str) -> tuple[Column, ...]:
    """The declared columns of an item's source; none for passages and for sources the pack no longer has."""
    try:
        declared = pack.source(source)
    except KeyError:
        return ()
    if isinstance(declared, TableSource):
        return declared.columns
    return tuple(field.column for field in declared.fields) if isinstance(declared, ItemsSource) else ()


def nameless_columns(pack: Pack, source: str) -> frozenset[str]:
    """A one-column key that no title shows and no slot asks for: it is the table's identifier and means nothing to
    people. Also the bounds of an aggregate's band, which the band's label already gives (135㎡ 초과, and not up to
    9,999㎡)."""
    try:
        declared = pack.source(source)
    except KeyError:
        return frozenset()
    if not isinstance(declared, TableSource):
        return frozenset()
    bands = [one for one in declared.slots if one.match == "overlaps"] if declared.is_aggregate else []
    ends = {name for one in bands for name in (one.column, one.column_to) if name}
    if len(declared.key) != 1:
        return frozenset(ends)
    asked_by = {mapped.column for mapped in declared.slots}
    own = {name for name in declared.key if f"{{{name}}}" not in declared.row_title and name not in asked_by}
    return frozenset(own | ends)


def void(column: Column, value: FieldValue) -> bool:
    """Empty cells; and an amount of 0 won says that there is none (a sale has no monthly rent)."""
    return value is None or (column.unit == "won" and value == 0)


def cells_of(item: EvidenceItem, pack: Pack, language: str) -> tuple[Cell, ...]:
    """The item's filled fields, in the order of the pack's columns. Cached: one turn asks for the cells of each row
    many times."""
    # The key holds types beside values: 1, 1.0 and True compare equal but are written differently.
    fields = tuple((name, type(value), value) for name, value in item.fields.items())
    return _cells_of(ByIdentity(pack), language, item.source, item.derived, fields)


@lru_cache(maxsize=4096)
def _cells_of(
    pack_of: ByIdentity[Pack],
    language: str,
    source: str,
    derived: bool,
    fields: tuple[tuple[str, type[object], FieldValue], ...],
) -> tuple[Cell, ...]:
    pack, row = pack_of.part, {name: value for name, _, value in fields}
    columns, nameless = columns_of(pack, source), nameless_columns(pack, source)
    exact = not derived and holds_single_things(pack, source)
    cells = [
        cell_of(called(column, row), row[column.name], (pack, language), exact=exact)
        for column in columns
        if column.name not in nameless and not void(column, row.get(column.name)) and not (derived and is_timed(column))
    ]
    if derived:
        cells += derived_cells(row, columns, language)
    return tuple(cells)


def is_timed(column: Column) -> bool:
    """True for a day or a month: figures over many rows say in fields of their own when these were."""
    return column.type in ("month", "date")


def called(column: Column, row: Row) -> Column:
    """The column under the label it has in this row."""
    if not column.label_when:
        return column
    labels = [column.label_when[value] for value in row.values() if value in column.label_when]
    return column.model_copy(update={"label": labels[0]}) if labels else column


def holds_single_things(pack: Pack, source: str) -> bool:
    """True if each row of this table is one sale, one reading or one product, so its figures are not means."""
    try:
        declared = pack.source(source)
    except KeyError:
        return False
    return isinstance(declared, TableSource) and not declared.is_aggregate


def cell_of(column: Column, value: FieldValue, words: tuple[Pack, str], *, exact: bool) -> Cell:
    """One column's cell, in the words of a pack and a language."""
    pack, language = words
    label = words_of(column.label, language)
    match column.type:
        case "month" | "date":
            return Cell(column.name, label, value, date_words(str(value), language), "time")
        case "integer" | "number":
            shown = number_words(value, column.unit, language, exact=exact)
            role = "hidden" if column.unit == "year" else "figure"
            kind = KINDS.get(column.unit or "", "plain")
            counts, always = column.unit == "count", column.always_shown
            return Cell(column.name, label, value, shown, role, kind, counts, always, column.words, column.least_of)
        case "boolean":
            return Cell(column.name, label, value, str(value), "hidden")
        case "text":
            shown = choice_words(str(value), pack, language)
            return Cell(column.name, label, value, shown, "label", words=column.words)


def derived_cells(row: Row, columns: tuple[Column, ...], language: str) -> list[Cell]:
    """Figures the database computed: the number of rows, their months, and `<column>_<function>`.

    In a fixed order: stored results come back in another order than they were fetched in.
    """
    found = [
        (name, function, column)
        for column in columns
        for function in FUNCTIONS
        if (name := f"{column.name}_{function}") in row
    ]
    cells = [*period_cells(row, language), *row_count_cells(row, language)]
    several = len({column.name for _, _, column in found}) > 1
    for name, function, column in found:
        value = row[name]
        if value is None or function == "count":
            continue
        words = words_of(FUNCTIONS[function], language)
        own = called(column, row)
        label = f"{words_of(own.label, language)} {words}" if several or own is not column else words
        shown, kind = number_words(value, column.unit, language), KINDS.get(column.unit or "", "plain")
        cells.append(Cell(name, label, value, shown, "figure", kind, always=column.always_shown))
    return cells


def period_cells(row: Row, language: str) -> list[Cell]:
    """The months, or days, the rows are of."""
    times = list(dict.fromkeys(str(row[name]) for name in PERIOD if row.get(name)))
    if not times:
        return []
    shown = ("~" if language == "ko" else " to ").join(date_words(time, language) for time in times)
    return [Cell(PERIOD[1], "", times[-1], shown, "time")]


def row_count_cells(row: Row, language: str) -> list[Cell]:
    """The number of rows the figures were computed over."""
    value = row.get(ROWS)
    if value is None:
        return []
    label, shown = words_of(FUNCTIONS["count"], language), number_words(value, "count", language)
    return [Cell(ROWS, label, value, shown, "figure", counts=True)]


@lru_cache(maxsize=8192, typed=True)
def number_words(value: FieldValue, unit: str | None, language: str, *, exact: bool = False) -> str:
    """A number with its unit and, where it is exact, with all its digits; a mean of won to the 만원, another to
    the digits that count."""
    if isinstance(value, (bool, str)) or value is None:
        return str(value)
    if unit == "won":
        return won(int(value), language) if exact else mean_won(value, language)
    number = plain(Decimal(str(value)) if exact else shown_digits(Decimal(str(value))))
    if unit is None or unit == "year":
        return number if unit is None else str(value)
    korean, english = UNITS.get(unit, (f"{{}} {unit}", f"{{}} {unit}"))
    return (korean if language == "ko" else english).format(number)


@lru_cache(maxsize=2048)
def date_words(value: str, language: str) -> str:
    """2026-01 -> "2026년 1월" or "January 2026"; a date likewise."""
    parts = value.split("-")
    if not all(part.isdigit() for part in parts) or len(parts) not in (2, 3) or not 1 <= int(parts[1]) <= 12:
        return value
    year, month = parts[0], int(parts[1])
    if language == "ko":
        return f"{year}년 {month}월" + (f" {int(parts[2])}일" if len(parts) == 3 else "")
    return (f"{int(parts[2])} " if len(parts) == 3 else "") + f"{ENGLISH_MONTHS[month - 1]} {year}"


def choice_words(value: str, pack: Pack, language: str) -> str:
    """The label of a slot's canonical value ("sale" -> 매매); any other text unchanged."""
    for slot in pack.slots:
        for choice in slot.choices:
            if choice.value == value:
                return words_of(choice.label, language)
    return value if language == "ko" else english_words(value, pack)


def english_words(value: str, pack: Pack) -> str:
    """The pack's English name; for a region, with a neighbourhood before it that the pack does not list; for a band of
    areas, the English band; anything else unchanged."""
    if value in pack.dictionary.english_names:
        return pack.dictionary.english_names[value]
    for slot in pack.slots:
        if slot.parser == "region" and (name := english_place(slot, value)) != value:
            return name
    for pattern, english in BANDS:
        if matched := pattern.fullmatch(value):
            return english.format(*matched.groups())
    return value


def english_place(slot: Slot, value: str) -> str:
    """대구 달서구 상인동 -> 상인동, Daegu Dalseo-gu: the part the pack knows in English."""
    words = value.split()
    for at in range(len(words), 0, -1):
        known = " ".join(words[:at])
        if (name := english_region(slot, known)) != known:
            return ", ".join([*([" ".join(words[at:])] if at < len(words) else []), name])
    return value


def place_said(uri: str, language: str) -> str:
    """Where in its file a passage stands, as its address says it, for people: its page, or its rows."""
    found = _PLACE.search(uri)
    if found is None:
        return ""
    if found["page"]:
        return f" ({found['page']}쪽)" if language == "ko" else f" (p. {found['page']})"
    rows = "–".join(dict.fromkeys((found["first"], found["last"])))
    return f" ({rows}행)" if language == "ko" else f" ({'row' if rows == found['first'] else 'rows'} {rows})"


def title_of(item: EvidenceItem, pack: Pack, language: str) -> str:
    """The item's title in the person's language as far as the pack has words for it; an article under its statute's
    English name, with the name it goes by behind. A document's page or rows follow."""
    if item.source == UPLOAD:
        return f"{item.title}{place_said(item.uri, language)}"
    if not item.fields:
        title = item.title if language == "ko" else english_title(item.title, pack)
        return f"{title}{place_said(item.uri, language)}"
    if language == "ko":
        return date_words(item.title, language) if ISO_DAY.fullmatch(item.title) else item.title
    labels = [cell.shown for cell in cells_of(item, pack, language) if cell.role == "label"]
    if item.derived:
        return ", ".join([" ".join([*labels, "figures"]), *item.title.split(", ")[1:]])
    declared = next((source for source in pack.sources if source.name == item.source), None)
    pattern = declared.row_title if isinstance(declared, TableSource) else ""
    shown = {cell.name: cell.shown for cell in cells_of(item, pack, language) if cell.role in ("label", "time")}
    named = NAMED_COLUMN.sub(lambda found: shown.get(found[1], plain_field(item.fields.get(found[1]))), pattern)
    return named.strip() or english_words(item.title, pack)


def is_of_things(source: object) -> bool:
    """True for a table whose rows are things that have a name (products, benefits), not figures of a place or time."""
    return (
        isinstance(source, TableSource)
        and not source.is_aggregate
        and all(one.match != "month_range" for one in source.slots)
    )


def plain_field(value: FieldValue) -> str:
    """A number in a title, unchanged from the row."""
    return plain(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value or "")


def english_title(title: str, pack: Pack) -> str:
    """주택임대차보호법 제3조의3(...) -> Housing Lease Protection Act, Article 3-3 (주택임대차보호법 제3조의3)."""
    found = ARTICLE.match(title)
    if found is None or found["law"] not in pack.dictionary.english_names:
        return english_words(title, pack)
    number = "-".join(part for part in (found["number"], found["branch"]) if part)
    return f"{pack.dictionary.english_names[found['law']]}, Article {number} ({found['whole']})"


def words_of(label: Mapping[str, str], language: str) -> str:
    """A label in the person's language, or in whatever language there is."""
    return label.get(language) or next(iter(label.values()), "")


def line_of(item: EvidenceItem, pack: Pack, language: str) -> str:
    """A row as one readable line: its label, its time and its figures; a passage or an unknown row is its text."""
    cells = cells_of(item, pack, language)
    if not any(cell.role == "figure" for cell in cells):
        return item.text
    named = [cell.shown for cell in cells if cell.role in ("label", "time")]
    figures = [f"{cell.label} {cell.shown}" for cell in cells if cell.role == "figure"]
    return ", ".join([*([" · ".join(named)] if named else []), *figures])


def figures_in(item: EvidenceItem, pack: Pack) -> list[Figure]:
    """The row's own numbers, with the kind its column's unit gives them."""
    return [
        Figure(Decimal(str(cell.value)), cell.kind, cell.shown)
        for cell in cells_of(item, pack, "ko")
        if isinstance(cell.value, (int, float)) and not isinstance(cell.value, bool)
    ]
