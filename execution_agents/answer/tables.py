"""Rows to words without a model: the newest figures, how they changed, single sales, products. Nothing is inferred."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import zip_longest

from execution_agents.answer.citations import Numbered
from execution_agents.answer.conditions import conditions, mapped_slots, table_source
from execution_agents.answer.figures import Cell, cells_of, title_of
from execution_agents.answer.passages import coverage
from execution_agents.answer.request import AnswerRequest
from execution_agents.money import plain, shown_won, won

MOST_ROWS = 8
"""Rows of one table in an answer; the rest is counted."""
MOST_SALES = 5
MOST_PRODUCTS = 6
MOST_MONTHS, MOST_SERIES = 12, 4
"""Months of one series, and how many series, where a question asks how it went."""
MOST_FIGURES = 5
"""Figures of one row that are shown."""
_BOUNDS = re.compile(r"이하|초과|이상|미만|전체|\b(?:up to|over|all areas)\b")
"""Words of every band: a question that says 5억 이하 speaks of none."""
_OVER_TIME = re.compile(
    r"추이|변화|변동|흐름|동향|달라졌|올랐(?:어|나|는지|습니까)|내렸(?:어|나|는지|습니까)|(?:월|달)별로?|매달|달마다"
    r"|\btrends?\b|\bover time\b|\bmonth by month\b|\b(?:by|each|every) month\b|\bchanged?\b|\bgone up\b"
    r"|\bfallen\b|\brisen\b",
    re.IGNORECASE,
)
_HANGUL = re.compile(r"[가-힣]")
_LOWEST = re.compile(r"낮은|최저|(?<!비)싼|저렴|lowest|cheapest|smallest|minimum", re.IGNORECASE)
_HIGHEST = re.compile(r"높은|최고|비싼|가장 많|highest|largest|biggest|most expensive|maximum", re.IGNORECASE)


@dataclass(frozen=True)
class Row:
    """One numbered row with its cells."""

    marker: int
    title: str
    derived: bool
    cells: tuple[Cell, ...]
    conditions: tuple[str, ...] = ()
    """What it was picked by and does not say itself."""
    asked_by: frozenset[str] = frozenset()
    """Columns that a question may ask by: place, deal."""

    def of(self, role: str) -> tuple[Cell, ...]:
        """Cells of one role."""
        return tuple(cell for cell in self.cells if cell.role == role)

    @property
    def time(self) -> str:
        """The most exact date or month; "" without one."""
        return max((str(cell.value) for cell in self.of("time")), key=len, default="")

    @property
    def when(self) -> str:
        """The same in words."""
        return max(self.of("time"), key=lambda cell: len(str(cell.value))).shown if self.time else ""

    @property
    def size(self) -> float:
        """Over how many things it speaks; 0 when it does not say."""
        counts = [cell.value for cell in self.of("figure") if cell.counts]
        return max((float(value) for value in counts if isinstance(value, (int, float))), default=0.0)

    @property
    def labels(self) -> tuple[str, ...]:
        """What the row is of."""
        return tuple(cell.shown for cell in self.of("label"))

    @property
    def subject(self) -> tuple[str, ...]:
        """Those of its labels that a question may ask by, without the part of them it speaks of (a band of areas)."""
        return tuple(cell.shown for cell in self.of("label") if cell.name in self.asked_by)

    @property
    def headings(self) -> tuple[tuple[str, str], ...]:
        """What its figures are called: a deposit's mean is not a price's."""
        return tuple((cell.name, cell.label) for cell in self.of("figure"))


def table_answer(items: Sequence[Numbered], request: AnswerRequest) -> str:
    """All rows of one data type, source by source."""
    sources = list(dict.fromkeys(one.item.source for one in items))
    parts = [source_answer([one for one in items if one.item.source == name], request) for name in sources]
    return "\n\n".join(part for part in parts if part)


def source_answer(items: Sequence[Numbered], request: AnswerRequest) -> str:
    """The rows of one source, in the shape that fits them."""
    question, language = request.standalone, request.language
    batches = {one.evidence.evidence_id: one.evidence for one in items}
    picked_by = {name: conditions(batch, items[0].item.source, request) for name, batch in batches.items()}
    rows = [row_of(one, picked_by[one.evidence.evidence_id], request) for one in items]
    known = [row for row in rows if row.of("figure")]
    if not known:
        return "\n".join(f"{one.item.title}: {one.item.text} [{one.marker}]" for one in items[:MOST_PRODUCTS])
    table = table_source(items[0].item.source, request.pack)
    if table is not None and table.is_aggregate:
        return series_answer(known, question, language)
    summary, single = [row for row in known if row.derived], [row for row in known if not row.derived]
    if summary or (table is not None and table.order_by in {cell.name for row in single for cell in row.of("time")}):
        return sales_answer(summary, single, question, language)
    return products_answer(single, question, language)


def row_of(one: Numbered, conditions: tuple[str, ...], request: AnswerRequest) -> Row:
    """One item as a row."""
    cells = cells_of(one.item, request.pack, request.language)
    asked_by = frozenset(mapped.column for mapped in mapped_slots(one.item.source, request.pack))
    title = title_of(one.item, request.pack, request.language)
    return Row(one.marker, title, one.item.derived, cells, conditions, asked_by)


# --- monthly aggregates ---------------------------------------------------------------------------


def series_answer(rows: Sequence[Row], question: str, language: str) -> str:
    """The newest row of every series; for a single series also what changed since the row before. A question about how
    it went gets the months instead."""
    series: dict[tuple[str, ...], list[Row]] = {}
    for row in sorted(rows, key=lambda row: row.time, reverse=True):
        series.setdefault(row.labels, []).append(row)
    told_over_time = over_time(series, question, language) if _OVER_TIME.search(question) else ""
    if told_over_time:
        return told_over_time
    if len(series) == 1:
        [group] = series.values()
        told = [sentence_of(group[0], question)]
        if len(group) > 1:
            told.append(change_of(group[0], group[1], question, language))
        return " ".join(sentence for sentence in told if sentence)
    newest, behind = [group[0] for group in series.values()], list[tuple[Row, str]]()
    if not any(row.conditions for row in newest):
        newest, behind = of_one_month(newest)
    largest_first = sorted(newest, key=lambda row: (row.time, row.size), reverse=True)
    table = listed(every_kind(by_question(largest_first, question)), question, language)
    common = common_labels([*newest, *(row for row, _ in behind)])
    return "\n\n".join(part for part in (table, without_rows(behind, common, language)) if part)


def over_time(series: Mapping[tuple[str, ...], Sequence[Row]], question: str, language: str) -> str:
    """How it went, month by month: of every place and deal the series that speaks over most, its newest months in the
    order they came, and what changed from the first of them to the last. Empty where nothing has two months."""
    largest: dict[tuple[str, ...], Sequence[Row]] = {}
    for group in series.values():
        known = largest.get(group[0].subject)
        if len(group) > 1 and (known is None or total_size(group) > total_size(known)):
            largest[group[0].subject] = group
    parts: list[str] = []
    for group in list(largest.values())[:MOST_SERIES]:
        months = list(reversed(group[:MOST_MONTHS]))
        subject = [label for label in months[0].labels if label in months[0].subject]
        caption = ", ".join(part for part in (" ".join(subject), *months[0].conditions) if part)
        table = table_of(months, question, language, [own_labels(row, subject) for row in months])
        parts += [f"{caption}:" if caption else "", table, change_of(months[-1], months[0], question, language)]
    return "\n\n".join(part for part in parts if part)


def total_size(rows: Sequence[Row]) -> float:
    """Over how many things a series speaks."""
    return sum(row.size for row in rows)


def of_one_month(newest: Sequence[Row]) -> tuple[list[Row], list[tuple[Row, str]]]:
    """The rows of each place's and deal's newest month, and the others with that month in words: parts of different
    months beside each other would add up to no month's whole."""
    last: dict[tuple[str, ...], Row] = {}
    for row in newest:
        known = last.setdefault(row.subject, row)
        if row.time > known.time:
            last[row.subject] = row
    kept = [row for row in newest if row.time == last[row.subject].time]
    return kept, [(row, last[row.subject].when) for row in newest if row.time < last[row.subject].time]


def without_rows(behind: Sequence[tuple[Row, str]], common: Sequence[str], language: str) -> str:
    """Which parts have no row in the month shown, and which month is their last. `common`: what all rows are of."""
    if not behind:
        return ""
    kept = [row for row, _ in behind]
    named = [f"{own_labels(row, common)} ({row.when})" for row in kept[:MOST_ROWS]]
    months = ", ".join(dict.fromkeys(when for _, when in behind))
    if language == "ko":
        return f"({months} 자료가 없는 구간과 그 마지막 달: {', '.join(named)})"
    return f"(No data for {months}; the last month with data: {', '.join(named)})"


def sentence_of(row: Row, question: str) -> str:
    """One row as a sentence."""
    # A computed row's title names its conditions already.
    named = ", ".join([" ".join(row.labels), *row.conditions]) if row.labels else row.title
    head = " ".join([named, *([f"({row.when})"] if row.time else [])])
    figures = ", ".join(f"{cell.label} {cell.shown}" for cell in chosen(row.of("figure"), question))
    return f"{head}: {figures} [{row.marker}]."


def change_of(row: Row, before: Row, question: str, language: str) -> str:
    """How the first amount or rate moved between two rows of one series."""
    earlier = {cell.name: cell for cell in before.of("figure")}
    for cell in chosen(row.of("figure"), question):
        old = earlier.get(cell.name)
        if old is not None and cell.kind in ("won", "percent"):
            return difference(cell, old, before, language)
    return ""


def difference(cell: Cell, old: Cell, before: Row, language: str) -> str:
    """One sentence: up, down or the same, by how much."""
    step = shown_number(cell) - shown_number(old)
    when, marker = before.when, before.marker
    if not step:
        same = (
            "{when}의 {label}({shown})과 같습니다 [{m}]."
            if language == "ko"
            else "{label} is the same as in {when} ({shown}) [{m}]."
        )
        return same.format(when=when, label=cell.label, shown=old.shown, m=marker)
    amount = won(abs(int(step)), language) if cell.kind == "won" else f"{plain(abs(step))}%p"
    if language == "ko":
        moved = "올랐습니다" if step > 0 else "내렸습니다"
        return f"{when}의 {cell.label} {old.shown}보다 {amount} {moved} [{marker}]."
    moved = "up" if step > 0 else "down"
    return f"{cell.label} is {moved} {amount} from {old.shown} in {when} [{marker}]."


def shown_number(cell: Cell) -> Decimal:
    """The value as it is shown: a difference of what lies behind would not be that of the figures beside it."""
    exact = Decimal(str(cell.value))
    return Decimal(shown_won(float(exact))) if cell.kind == "won" else round(exact, 2)


# --- single sales ---------------------------------------------------------------------------------


def sales_answer(summary: Sequence[Row], single: Sequence[Row], question: str, language: str) -> str:
    """The computed figures first, then the newest few rows."""
    parts = [sentence_of(row, question) for row in summary]
    newest = sorted(single, key=lambda row: row.time, reverse=True)
    ordered = by_superlative(newest, question) or newest
    if ordered:
        heading = f"최근 {min(MOST_SALES, len(single))}건" if language == "ko" else "The newest sales"
        if ordered is not newest:
            heading = "조건 순" if language == "ko" else "In that order"
        told = common_labels(summary or ordered)
        if not summary:
            heading = ", ".join(part for part in (" ".join(told), *ordered[0].conditions, heading) if part)
        parts.append(f"{heading}:")
        for group in by_headings(ordered[:MOST_SALES]):
            parts.append(table_of(group, question, language, [own_title(row, told) for row in group]))
    return "\n\n".join(parts)


# --- products -------------------------------------------------------------------------------------


def products_answer(rows: Sequence[Row], question: str, language: str) -> str:
    """One line per product, those that fit the question first."""
    ordered = by_superlative(rows, question) or by_question(rows, question)
    lines = [f"- {product_of(row, question, language)} [{row.marker}]" for row in ordered[:MOST_PRODUCTS]]
    return "\n\n".join(["\n".join(lines), *more_than(len(rows), MOST_PRODUCTS, language)])


def product_of(row: Row, question: str, language: str) -> str:
    """A product's figures, and what of its description the question speaks of; a description that is in Korean alone is
    no part of an English answer, and stands with its source."""
    figures = [f"{cell.label} {cell.shown}" for cell in chosen(row.of("figure"), question)]
    told = [
        f"{cell.label}: {cell.shown}"
        for cell in row.of("label")
        if cell.shown not in (row.title, *question.split())
        and (language == "ko" or not _HANGUL.search(cell.shown))
        and (cell.label in question or coverage(question, cell.shown) >= 0.2)
    ]
    return f"{row.title}: {', '.join(figures)}" + (f" ({'; '.join(told)})" if told else "")


# --- shared ---------------------------------------------------------------------------------------


def listed(rows: Sequence[Row], question: str, language: str) -> str:
    """Rows as tables under their captions, one for each way their figures are called."""
    ordered = by_superlative(rows, question) or rows
    tables = [captioned(group, question, language) for group in by_headings(ordered[:MOST_ROWS])]
    return "\n\n".join([*tables, *more_than(len(rows), MOST_ROWS, language)])


def captioned(rows: Sequence[Row], question: str, language: str) -> str:
    """One table under what all its rows are of."""
    common = common_labels(rows) if len(rows) > 1 else [label for label in rows[0].labels if label in rows[0].subject]
    caption = ", ".join(part for part in (" ".join(common), *rows[0].conditions) if part)
    table = table_of(rows, question, language, [own_labels(row, common) for row in rows])
    return f"{caption}:\n\n{table}" if caption else table


def by_headings(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows whose figures are called the same together, in the order they came in; a figure that some lack (no rent in
    one month) tells no rows apart."""
    groups: list[tuple[dict[str, str], list[Row]]] = []
    for row in rows:
        mine = dict(row.headings)
        fitting = (one for one in groups if all(one[0].get(name, label) == label for name, label in mine.items()))
        found = next(fitting, None)
        if found is None:
            groups.append((mine, [row]))
        else:
            found[0].update(mine)
            found[1].append(row)
    return [group for _, group in groups]


def common_labels(rows: Sequence[Row]) -> list[str]:
    """What all rows are of."""
    return [label for label in rows[0].labels if all(label in row.labels for row in rows)]


def own_labels(row: Row, told: Iterable[str]) -> str:
    """What a row is of beside what is told of all; its title when nothing is left."""
    return " ".join(label for label in row.labels if label not in told) or row.title


def own_title(row: Row, told: Iterable[str]) -> str:
    """A single row's title, and what it is of where neither the title nor the words above the table say so."""
    return " · ".join([row.title, *(label for label in row.labels if label not in told and label not in row.title)])


def more_than(count: int, most: int, language: str) -> list[str]:
    """Says that there is more than what is shown."""
    if count <= most:
        return []
    rest = count - most
    return [f"(이 밖에 {rest}건이 더 있습니다.)" if language == "ko" else f"({rest} more are not shown.)"]


def table_of(rows: Sequence[Row], question: str, language: str, names: Sequence[str]) -> str:
    """A Markdown table: what, when, figures, source."""
    columns = figure_columns(rows, question)
    what, when, source = ("구분", "시점", "출처") if language == "ko" else ("What", "When", "Source")
    head = [what, when, *columns.values(), source]
    lines = [line(head), line(["---"] * len(head))]
    for row, name in zip(rows, names, strict=True):
        shown = {cell.name: cell.shown for cell in row.of("figure")}
        values = [shown.get(column, "-") for column in columns]
        lines.append(line([name, row.when, *values, f"[{row.marker}]"]))
    return "\n".join(lines)


def line(cells: Iterable[str]) -> str:
    """One line of a Markdown table; a bar inside a cell would open another."""
    return "| " + " | ".join(cell.replace("|", "/").replace("\n", " ") for cell in cells) + " |"


def figure_columns(rows: Sequence[Row], question: str) -> Mapping[str, str]:
    """Name -> label of the figures worth a column."""
    cells: dict[str, Cell] = {}
    for row in rows:
        for cell in row.of("figure"):
            cells.setdefault(cell.name, cell)
    return {cell.name: cell.label for cell in chosen(tuple(cells.values()), question)}


def chosen(cells: Sequence[Cell], question: str) -> list[Cell]:
    """The first few figures; those the question names, and those a row misleads without, are always among them."""
    asked = [cell for cell in cells if cell.always or named(cell, question)]
    kept = [*asked, *(cell for cell in cells if cell not in asked)][:MOST_FIGURES]
    return [cell for cell in cells if cell in kept]


def named(cell: Cell, question: str) -> bool:
    """Whether the question says the figure's label."""
    return cell.label.lower() in question.lower()


def by_question(rows: Sequence[Row], question: str) -> list[Row]:
    """Rows whose own labels speak most of the question first; equal ones keep their order. What all rows are of says
    nothing about which comes first."""
    common = common_labels(rows) if len(rows) > 1 else []
    return sorted(rows, key=lambda row: -coverage(question, _BOUNDS.sub("", own_labels(row, common))))


def every_kind(rows: Sequence[Row]) -> list[Row]:
    """Rows of each first label (the place) in turn, so that a table cut short leaves none of the places out."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.labels[0] if row.labels else "", []).append(row)
    turns = zip_longest(*groups.values())
    return [row for turn in turns for row in turn if row is not None]


def by_superlative(rows: Sequence[Row], question: str) -> list[Row]:
    """Rows by the figure the question wants the lowest or highest of; empty when it wants neither."""
    lowest, highest = bool(_LOWEST.search(question)), bool(_HIGHEST.search(question))
    if lowest == highest or not rows:
        return []
    columns = [cell for cell in rows[0].of("figure") if cell.kind in ("won", "percent", "area")]
    asked = max(columns, key=lambda cell: coverage(cell.label, question), default=None)
    if asked is None:
        return []
    held = [(value, row) for row in rows for cell in row.cells if cell.name == asked.name and (value := number(cell))]
    ordered = sorted(held, key=lambda pair: pair[0], reverse=highest)
    return [row for _, row in ordered]


def number(cell: Cell) -> Decimal | None:
    """A cell's value as a number."""
    return Decimal(str(cell.value)) if isinstance(cell.value, (int, float)) else None
