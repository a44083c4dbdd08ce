"""Turns rows into words without a model: the newest figures, their changes, single sales, products. Nothing is
inferred."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from execution_agents.analysis.analysing import Analysis
from execution_agents.analysis.cells import Cell, cells_of, title_of, words_of
from execution_agents.analysis.columns import called
from execution_agents.answer.evidence.analyses import FILTERS, analysis_of
from execution_agents.answer.evidence.citations import Numbered
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.conditions import conditions, mapped_slots, table_source
from execution_agents.answer.quoting.dated_rows import are_days, days_answer
from execution_agents.answer.quoting.named_rows import (
    MOST_NAMED,
    by_description,
    cells_said,
    is_readable,
    named_rows,
    whole_row,
    without_name,
)
from execution_agents.answer.quoting.results import result_table
from execution_agents.answer.quoting.rows import (
    Row,
    Showing,
    by_headings,
    by_question,
    by_superlative,
    chosen,
    common_labels,
    every_kind,
    listed,
    more_than,
    own_labels,
    own_title,
    table_of,
)
from execution_agents.answer.quoting.rows import named as is_called
from execution_agents.answer.quoting.timetables import wanted_days
from foundation.domains.slots.synonyms import added_words
from foundation.language.figures.money import plain, shown_digits, shown_won, won
from foundation.language.grams import coverage
from foundation.language.particles import with_particle
from foundation.language.shared_stems import names_by_stem
from foundation.language.wanted.asking import wanted
from foundation.language.wanted.labels import without_labels

IN_KOREAN = "given in Korean, see the source"
_OVER_TIME = re.compile(
    r"추이|변화|변동|흐름|동향|달라졌|올랐(?:어|나|는지|습니까)|내렸(?:어|나|는지|습니까)|(?:월|달)별로?|매달|달마다"
    r"|\btrends?\b|\bover time\b|\bmonth by month\b|\b(?:by|each|every) month\b|\bchanged?\b|\bgone up\b"
    r"|\bfallen\b|\brisen\b",
    re.IGNORECASE,
)
_HANGUL = re.compile(r"[가-힣]")
MOST_BESIDE = 4
"""Places and deals whose figures one sentence says."""


def table_answer(items: Sequence[Numbered], request: AnswerRequest) -> str:
    """All rows of one data type, source by source."""
    sources = list(dict.fromkeys(one.item.source for one in items))
    parts = [source_answer([one for one in items if one.item.source == name], request) for name in sources]
    return "\n\n".join(part for part in parts if part)


def source_answer(items: Sequence[Numbered], request: AnswerRequest) -> str:
    """The rows of one source, in the shape that fits them."""
    showing = Showing(request.standalone, request.language, request.pack.answering.rows, request.question)
    batches = {one.evidence.evidence_id: one.evidence for one in items}
    picked_by = {name: conditions(batch, items[0].item.source, request) for name, batch in batches.items()}
    rows = [row_of(one, picked_by[one.evidence.evidence_id], request) for one in items]
    known = [row for row in rows if row.of("figure")]
    if not known:
        if are_days(rows):
            meant = added_words(showing.own, request.pack.dictionary.synonyms)
            return days_answer(rows, showing, meant, wanted_days(request))
        held = {one.marker: coverage(showing.question, f"{one.item.title} {one.item.text}") for one in items}
        least = max(held.values()) * showing.figures.near / 1000
        said = sorted((one for one in items if held[one.marker] >= least), key=lambda one: -held[one.marker])
        return "\n".join(
            f"{one.item.title}: {one.item.text} [{one.marker}]" for one in said[: showing.figures.products]
        )
    analysis = analysis_of(items, request)
    if analysis is None or not analysis.lead:
        return body_of(known, items, request, showing)
    if analysis.wanted in FILTERS and analysis.shape == "things":
        return f"{analysis.lead}\n\n{selected(analysis, known, showing)}"
    body = result_table(analysis, known, showing) or best_first(analysis, known, showing)
    if body:
        return f"{analysis.lead}\n\n{body}"
    body = body_of(known, items, request, showing)
    # One cell of one thing is said by the rows themselves, if they say any first.
    says_it = analysis.shape == "things" and analysis.wanted == "value" and not analysis.figures
    return body if says_it and not body.startswith("- ") else f"{analysis.lead}\n\n{body}"


def best_first(analysis: Analysis, rows: Sequence[Row], showing: Showing) -> str:
    """Of things that were ranked the best one whole, and a line for each of the others in that order; "" for any other
    result."""
    by_marker, most = {row.marker: row for row in rows}, showing.figures.products
    ordered = [by_marker[number] for number in analysis.rows if number in by_marker]
    if analysis.shape != "things" or analysis.wanted not in ("extreme", "rank") or not ordered:
        return ""
    first, *others = ordered[:most]
    lines = [f"- {product_of(row, showing)} [{row.marker}]" for row in others]
    return "\n\n".join(
        ["\n".join([whole_row(first, showing.language), *lines]), *more_than(len(ordered), most, showing.language)]
    )


def selected(analysis: Analysis, rows: Sequence[Row], showing: Showing) -> str:
    """The rows that meet the question's conditions, a line each."""
    by_marker = {row.marker: row for row in rows}
    kept = [by_marker[number] for number in analysis.rows if number in by_marker]
    return "\n".join(f"- {product_of(row, showing)} [{row.marker}]" for row in kept)


def body_of(known: Sequence[Row], items: Sequence[Numbered], request: AnswerRequest, showing: Showing) -> str:
    """The rows themselves, in the shape that fits them."""
    table = table_source(items[0].item.source, request.pack)
    if table is not None and table.is_aggregate:
        return series_answer(known, showing)
    summary, single = [row for row in known if row.derived], [row for row in known if not row.derived]
    if summary or (table is not None and table.order_by in {cell.name for row in single for cell in row.of("time")}):
        return sales_answer(summary, single, showing)
    return things_answer(single, items, request, showing)


def meant(request: AnswerRequest) -> list[str]:
    """The field's words for the question's words: a question about young people matches products labelled "youth"."""
    return added_words(request.standalone, request.pack.dictionary.synonyms)


def row_of(one: Numbered, conditions: tuple[str, ...], request: AnswerRequest) -> Row:
    """One item as a row."""
    cells = cells_of(one.item, request.pack, request.language)
    asked_by = frozenset(mapped.column for mapped in mapped_slots(one.item.source, request.pack))
    title = title_of(one.item, request.pack, request.language)
    return Row(one.marker, title, one.item.derived, cells, conditions, asked_by)


# --- monthly aggregates ---------------------------------------------------------------------------


def series_answer(rows: Sequence[Row], showing: Showing) -> str:
    """The newest row of every series; for a single series also the change since the row before. A question about the
    development gets the months instead."""
    series: dict[tuple[str, ...], list[Row]] = {}
    for row in sorted(rows, key=lambda row: row.time, reverse=True):
        series.setdefault(row.labels, []).append(row)
    development = over_time(series, showing) if _OVER_TIME.search(showing.question) else ""
    if development:
        return development
    if len(series) == 1:
        [group] = series.values()
        sentences = [sentence_of(group[0], showing)]
        if len(group) > 1:
            sentences.append(change_of(group[0], group[1], showing))
        return " ".join(sentence for sentence in sentences if sentence)
    newest, behind = [group[0] for group in series.values()], list[tuple[Row, str]]()
    if not any(row.conditions for row in newest):
        newest, behind = of_one_month(newest)
    largest_first = sorted(newest, key=lambda row: (row.time, row.size), reverse=True)
    table = listed(every_kind(by_question(largest_first, showing.question)), showing)
    common = common_labels([*newest, *(row for row, _ in behind)])
    return "\n\n".join(part for part in (side_by_side(newest), table, without_rows(behind, common, showing)) if part)


def side_by_side(newest: Sequence[Row]) -> str:
    """The first figure of every place and deal in one sentence, over all parts of it; "" where there are too many."""
    whole: dict[object, Row] = {}
    for row in newest:
        kind = (row.subject, row.headings)
        if kind not in whole or row.size > whole[kind].size:
            whole[kind] = row
    rows = list(whole.values())
    figures = [next((cell for cell in row.of("figure") if not cell.counts), None) for row in rows]
    if not 1 < len(rows) <= MOST_BESIDE or None in figures or len({row.when for row in rows}) > 1:
        return ""
    common = common_labels(rows)
    parts = [
        f"{own_labels(row, common)} {cell.label} {cell.shown} [{row.marker}]"
        for row, cell in zip(rows, figures, strict=True)
        if cell is not None
    ]
    head = " ".join([*common, *([f"({rows[0].when})"] if rows[0].when else [])])
    return f"{head}: {', '.join(parts)}."


def over_time(series: Mapping[tuple[str, ...], Sequence[Row]], showing: Showing) -> str:
    """The development month by month: for every place and deal the series that covers most, its newest months in order,
    and the change from the first of them to the last. Empty if no series has two months."""
    largest: dict[tuple[str, ...], Sequence[Row]] = {}
    for group in series.values():
        known = largest.get(group[0].subject)
        if len(group) > 1 and (known is None or total_size(group) > total_size(known)):
            largest[group[0].subject] = group
    parts: list[str] = []
    for group in list(largest.values())[: showing.figures.series]:
        months = list(reversed(group[: showing.figures.months]))
        subject = [label for label in months[0].labels if label in months[0].subject]
        caption = ", ".join(part for part in (" ".join(subject), *months[0].conditions) if part)
        table = table_of(months, [own_labels(row, subject) for row in months], showing)
        parts += [f"{caption}:" if caption else "", table, change_of(months[-1], months[0], showing)]
    return "\n\n".join(part for part in parts if part)


def total_size(rows: Sequence[Row]) -> float:
    """The number of things a series covers."""
    return sum(row.size for row in rows)


def of_one_month(newest: Sequence[Row]) -> tuple[list[Row], list[tuple[Row, str]]]:
    """The rows of each place's and deal's newest month, and the other rows with their month named: parts from different
    months must not look like one month's total."""
    last: dict[tuple[str, ...], Row] = {}
    for row in newest:
        known = last.setdefault(row.subject, row)
        if row.time > known.time:
            last[row.subject] = row
    kept = [row for row in newest if row.time == last[row.subject].time]
    return kept, [(row, last[row.subject].when) for row in newest if row.time < last[row.subject].time]


def without_rows(behind: Sequence[tuple[Row, str]], common: Sequence[str], showing: Showing) -> str:
    """Which parts have no row in the month shown, and the last month they have. `common`: the labels that all rows
    share."""
    if not behind:
        return ""
    kept = [row for row, _ in behind]
    named = [f"{own_labels(row, common)} ({row.when})" for row in kept[: showing.figures.table]]
    months = ", ".join(dict.fromkeys(when for _, when in behind))
    if showing.language == "ko":
        return f"({months} 자료가 없는 구간과 그 마지막 달: {', '.join(named)})"
    return f"(No data for {months}; the last month with data: {', '.join(named)})"


def sentence_of(row: Row, showing: Showing) -> str:
    """One row as a sentence."""
    # A computed row's title already names its conditions.
    named = ", ".join([" ".join(row.labels), *row.conditions]) if row.labels else row.title
    head = " ".join([named, *([f"({row.when})"] if row.time else [])])
    figures = ", ".join(f"{cell.label} {cell.shown}" for cell in chosen(row.of("figure"), showing))
    return f"{head}: {figures} [{row.marker}]."


def change_of(row: Row, before: Row, showing: Showing) -> str:
    """The change of the first amount or rate between two rows of one series."""
    earlier = {cell.name: cell for cell in before.of("figure")}
    for cell in chosen(row.of("figure"), showing):
        old = earlier.get(cell.name)
        if old is not None and cell.kind in ("won", "percent"):
            return difference(cell, old, before, showing.language)
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
    """The value as shown: a difference of unrounded values would not match the figures beside it."""
    exact = Decimal(str(cell.value))
    return Decimal(shown_won(float(exact))) if cell.kind == "won" else shown_digits(exact)


# --- single sales ---------------------------------------------------------------------------------


def sales_answer(summary: Sequence[Row], single: Sequence[Row], showing: Showing) -> str:
    """The computed figures first, then the newest few rows."""
    korean, most = showing.language == "ko", showing.figures.singles
    parts = [sentence_of(row, showing) for row in summary]
    newest = sorted(single, key=lambda row: row.time, reverse=True)
    ordered = by_superlative(newest, showing.own) or newest
    if ordered:
        # The pack says what the rows are: sales, readings, products.
        heading = f"최근 {min(most, len(single))}건" if korean else "The newest first"
        if ordered is not newest:
            heading = "조건 순" if korean else "In that order"
        common = common_labels(summary or ordered)
        if not summary:
            heading = ", ".join(part for part in (" ".join(common), *ordered[0].conditions, heading) if part)
        parts.append(f"{heading}:")
        for group in by_headings(ordered[:most]):
            parts.append(table_of(group, [own_title(row, common) for row in group], showing))
    return "\n\n".join(parts)


# --- products -------------------------------------------------------------------------------------


def things_answer(rows: Sequence[Row], items: Sequence[Numbered], request: AnswerRequest, showing: Showing) -> str:
    """The things the question names, whole, behind the cell that answers; one line for each of many."""
    widened = " ".join([showing.question, *meant(request)])
    compares = "difference" in wanted(showing.own).asked
    texts = [showing.question, widened] if compares else [showing.own, showing.question, widened]
    named = named_rows(rows, texts)
    # Of the one thing that is named, the lowest rate is a figure, and ranks nothing.
    heads = tuple(cell.label for cell in rows[0].of("figure")) if len(named) == 1 else ()
    named = list(rows) if by_superlative(rows, without_labels(showing.own, heads)[0]) else named
    described = by_description(named, request) if len(named) > MOST_NAMED and not compares else named
    if len(described) > MOST_NAMED or (len(named) == len(rows) and described is named):
        said = label_said(rows[0], showing) if len(rows) == 1 else ""
        return "\n\n".join(part for part in (said, products_answer(named, widened, showing)) if part)
    named = described
    said = ""
    if len(named) == 1:
        [row] = named
        said = blank_said(row, items, request, showing) or cells_said(row, request) or label_said(row, showing)
    return "\n\n".join(part for part in (said, "\n".join(whole_row(row, showing.language) for row in named)) if part)


def blank_said(row: Row, items: Sequence[Numbered], request: AnswerRequest, showing: Showing) -> str:
    """That the cell which the question calls by its column is blank in this row (a loan without a DSR): the other
    cells are none of that. "" where it calls none, or one that the row has."""
    table = table_source(items[0].item.source, request.pack)
    if table is None:
        return ""
    columns = {column.name: column for column in table.columns}
    asked = called(without_name(showing.own, row.title), list(columns), table)
    if not asked or any(cell.name in asked for cell in row.cells):
        return ""
    label = words_of(columns[asked[0]].label, showing.language)
    if showing.language == "ko":
        return f"{row.title}의 {with_particle(label, '은', '는')} 자료에 없습니다 [{row.marker}]."
    return f"{row.title}: no {label} is given in the data [{row.marker}]."


def label_said(row: Row, showing: Showing) -> str:
    """The cells in words that the question asks the one row for by the name of their column (who supplies it:
    supplier); "" where it asks for none, or as well for a figure."""
    if any(is_called(cell, showing.own) for cell in row.of("figure")):
        return ""
    asked = [cell for cell in row.of("label") if cell.shown not in (row.title, *showing.own.split())]
    readable = [cell for cell in asked if _is_asked(cell, showing) and is_readable(cell, row, showing.language)]
    return f"{row.title}: {', '.join(cell.shown for cell in readable)} [{row.marker}]." if readable else ""


def _is_asked(cell: Cell, showing: Showing) -> bool:
    return is_called(cell, showing.own) or names_by_stem(cell.label, showing.own)


def products_answer(rows: Sequence[Row], widened: str, showing: Showing) -> str:
    """One line per product, those that fit the question first. `widened`: the question with the field's words."""
    ordered, most = by_superlative(rows, showing.own) or by_question(rows, widened), showing.figures.products
    lines = [f"- {product_of(row, showing)} [{row.marker}]" for row in ordered[:most]]
    return "\n\n".join(["\n".join(lines), *more_than(len(rows), most, showing.language)])


def product_of(row: Row, showing: Showing) -> str:
    """A product's figures, and the parts of its description about the question; a description in Korean only is named
    in an English answer and left to its source."""
    question, least = showing.question, showing.figures.described / 1000
    figures = [f"{cell.label} {cell.shown}" for cell in chosen(row.of("figure"), showing)]
    described = [
        f"{cell.label}: {cell.shown if showing.language == 'ko' or not _HANGUL.search(cell.shown) else IN_KOREAN}"
        for cell in row.of("label")
        if cell.shown not in (row.title, *question.split())
        and (cell.label in question or _is_asked(cell, showing) or coverage(question, cell.shown) >= least)
    ]
    return f"{row.title}: {', '.join(figures)}" + (f" ({'; '.join(described)})" if described else "")
