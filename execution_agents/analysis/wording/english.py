"""First sentences in English, the fullest first: the first one that fits is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from execution_agents.analysis.cells import date_words
from execution_agents.analysis.wording.words import Scale, Words, small
from foundation.contracts.operations import ResultRow
from foundation.language.figures.money import plain

_ADJECTIVES: Mapping[Scale, tuple[tuple[str, str], tuple[str, str]]] = {
    "money": (("more expensive", "most expensive"), ("cheaper", "cheapest")),
    "count": (("more", "most"), ("fewer", "fewest")),
    "size": (("larger", "largest"), ("smaller", "smallest")),
    "length": (("longer", "longest"), ("shorter", "shortest")),
    "level": (("higher", "highest"), ("lower", "lowest")),
}
_DAY = len("2026-01-31")


def value(words: Words) -> tuple[str, ...]:
    """Suseong-gu sale: mean ₩720.09 million (January 2026, 86 records) [4]."""
    return tuple(_values(words, rows) for rows in words.choices())


def _values(words: Words, rows: Sequence[ResultRow]) -> str:
    values: list[str] = []
    for row in rows:
        cells = words.value_cells(row)
        about = words.subject(row, label=cells[0].label)
        head = f"{about}: {small(cells[0].label)}" if about else cells[0].label
        values.append(f"{head} {cells[0].shown}" + "".join(f", {small(cell.label)} {cell.shown}" for cell in cells[1:]))
    size = words.size(rows[0]) if len(rows) == 1 else ""
    counted = f"{size} {'record' if size == '1' else 'records'}" if size else ""
    return f"{'; '.join(values)}{aside(words.when(rows), counted)} {words.cited(rows)}."


def aside(*parts: str) -> str:
    """The text in parentheses; "" for ""."""
    text = ", ".join(part for part in parts if part)
    return f" ({text})" if text else ""


def comparison(words: Words) -> tuple[str, ...]:
    """Mapo-gu is cheaper, by ₩254.3 million (jeonse mean deposit, February 2026) [1][3]. A shorter one leaves out what
    the table beside it says."""
    top, bottom = words.outcome.rows[0], words.outcome.rows[-1]
    rows, found = (top, bottom), words.figures()
    times = "" if words.by_time else words.when(rows)  # the days or months are compared themselves
    end = f"{aside(words.about(), times)} {words.cited(rows)}."
    one, other = words.key(top), words.key(bottom)
    if not found["difference"].value:
        return (f"{one} and {other} are the same, {words.value(top.figure)}{end}",)
    if words.material.asked.ratio and "ratio" in found:
        return (f"{one} is {plain(found['ratio'].value)} times {other}{end}",)
    if words.material.asked.part and "part" in found:
        share = f"{other} is {plain(found['part'].value)}% of {one}"
        return (f"{share} ({words.value(bottom.figure)} of {words.value(top.figure)}){end}",)
    amount = words.value(found["difference"])
    if top.figure.unit == "percent":
        amount = f"{plain(found['difference'].value)} percentage points"
    share = found.get("less" if words.low else "percent")
    if words.material.asked.per_cent and share is not None:
        amount = f"{plain(share.value)}% ({amount})"
    adjective = _ADJECTIVES[words.scale][words.low][0]
    meant, beside = (other, one) if words.low else (one, other)
    than = f" than {beside}" if words.plan.multiplied else ""
    whole = f"{meant} is {adjective}{than}, by {amount}"
    figures = f"{words.key(top)} {words.value(top.figure)}, {words.key(bottom)} {words.value(bottom.figure)}"
    said = (f"{whole}: {figures}", whole) if words.by_time else (whole,)
    return tuple(
        f"{text}{aside(about, times)} {words.cited(rows)}."
        for text in said
        for about in (words.about(), words.metric, "")
    )


def change(words: Words) -> tuple[str, ...]:
    """Suseong-gu sale mean went down by ₩159.1 million (22.1%), January 2026 to February 2026 [1][2]."""
    first, last = words.outcome.rows[0], words.outcome.rows[-1]
    found, cited = words.figures(), words.cited((first, last))
    difference, unit = found["difference"].value, first.figure.unit
    about = " ".join(part for part in (words.subject(last), words.metric) if part)
    then, now = date_words(first.time, "en"), date_words(last.time, "en")
    if not difference:
        return (f"{about}: the same in {then} and {now}, {words.value(last.figure)} {cited}.",)
    if words.material.asked.ratio and "ratio" in found:
        return (f"{about}: {now} is {plain(found['ratio'].value)} times {then} {cited}.",)
    moved = "went up" if difference > 0 else "went down"
    share = f" ({plain(abs(found['percent'].value))}%)" if "percent" in found and unit != "percent" else ""
    amount = words.number(abs(difference), unit)
    before, after = words.value(first.figure), words.value(last.figure)
    return (
        f"{about} {moved} by {amount}{share}: {before} ({then}) to {after} ({now}) {cited}.",
        f"{about} {moved} by {amount}{share}, {then} to {now} {cited}.",
    )


def moved(words: Words) -> tuple[str, ...]:
    """Gangnam-gu went up the most: ₩86.7 million, ₩2.07 billion (September 2025) to … (sale mean) [20][3]."""
    rows, best = words.outcome.rows, words.outcome.rows[0]
    up = words.material.asked.moved_most == "high"
    way, about, cited = "up" if up else "down", aside(words.about()), words.cited((best,))
    (then, before), (now, after) = words.ends(best)
    span = f"{before} ({then}) to {after} ({now})"
    if (best.figure.value <= 0) if up else (best.figure.value >= 0):
        none = f"None went {way}; nearest to it is {words.key(best)}"
        return (f"{none}: {span}{about} {cited}.", f"{none}: {span} {cited}.", f"{none}, {then} to {now} {cited}.")
    most = (
        f"{words.key(best)} went {way} the most, by {words.amount(best.figure)}: {span}{about} {cited}.",
        f"{words.key(best)} went {way} the most, by {words.amount(best.figure)}, {then} to {now} {cited}.",
    )
    if (words.material.asked.first or 0) > 1 and 1 < len(rows) < 5:
        listed = ", ".join(f"{words.key(row)} {words.signed(row.figure)}" for row in rows)
        return (f"Most {way} first: {listed}, {then} to {now}{about} {words.cited(rows, 6)}.", *most)
    return most


def extreme(words: Words) -> tuple[str, ...]:
    """The highest was on 8 July 2026 (181.9 NTU) [25]."""
    best = words.outcome.rows[0]
    adjective, cited = _ADJECTIVES[words.scale][words.low][1], words.cited((best,))
    shown, key = words.value(best.figure), words.key(best)
    if words.by_time:
        about = " ".join(part for part in (words.subject(best), words.metric) if part)
        at = "on" if len(best.time) == _DAY else "in"
        return (
            f"The {adjective} {about} was {at} {key} ({shown}) {cited}.",
            f"The {adjective} was {at} {key} ({shown}) {cited}.",
        )
    when = words.when((best,))
    return (
        f"The {adjective} is {key} at {shown}{aside(words.about(), when)} {cited}.",
        f"The {adjective} is {key} at {shown}{aside(when)} {cited}.",
    )


def rank(words: Words) -> tuple[str, ...]:
    """Cheapest first: Songpa-gu ₩728.9 million, … (jeonse mean deposit, February 2026) [1][2][3]."""
    rows = words.outcome.rows
    adjective = _ADJECTIVES[words.scale][words.low][1].capitalize()
    listed = ", ".join(_named(words, row) for row in rows)
    whole = f"{adjective} first: {listed}{aside(words.about(), words.when(rows))} {words.cited(rows, 6)}."
    return (whole, *extreme(words)) if len(rows) < 5 else extreme(words)


def _named(words: Words, row: ResultRow) -> str:
    return f"{words.key(row)} {words.value(row.figure)}"
