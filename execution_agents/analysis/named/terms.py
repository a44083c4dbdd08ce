"""The terms of the evidence: every cell, row and sentence that bears exactly one figure, with its unit, what it is
counted by, and the words that name it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from execution_agents.analysis.material import table_source
from execution_agents.analysis.named.words import IDENTIFIER, names_in
from execution_agents.analysis.said.amounts import Amount, Said, amounts_in
from execution_agents.analysis.said.counts import thing_of
from foundation.contracts.formulas import SaidOperand
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Column, Pack, TableSource
from foundation.language.figures.agreement import Figure
from foundation.language.figures.money import plain, won
from foundation.language.figures.units import CURRENCIES, LENGTHS, Unit, unit_of
from foundation.language.rules.conditions import conditions_in
from foundation.language.sentences import sentences_of
from foundation.language.wanted.arithmetic import starts_elsewhere
from foundation.language.wanted.rates import Base, bases_in, length, singular, thing_beside

_ONCE = re.compile(
    r"\bonce\b(?!\s+(?:a|per|every)\b)|\bone-(?:time|off)\b|\bin\s+all\b|\bevery\s+\d|일회성|한\s?번만|1회(?:에\s?한|만)|\d년마다",
    re.IGNORECASE,
)
_SLASH = re.compile(r"/\s?(?P<unit>hr?|h|d(?:ay)?|시간|일|분|min|월|년|주)$", re.IGNORECASE)
_SLASHED = {"h": "hour", "hr": "hour", "d": "day", "min": "minute"}
_HOW_MANY_THERE_ARE = re.compile(r"(?P<counter>[가-힣])수 \| \d+\s?(?P=counter)")
_OF_ONE = re.compile(r"^\s?(?:에|당|마다)\s")
_ONE_OF = re.compile(r"^(?:한|1)\s?(?P<thing>[가-힣]{1,2}?)의\s")
Read = tuple[Amount, tuple[Base, ...]]
"""A figure, and all that it is counted by."""
_EACH = re.compile(r"\b(?:each|per|every)\s+[a-z]{3,}|\ba\s+(?:person|head)\b", re.IGNORECASE)
NOTHING: frozenset[str] = frozenset()
_SIGNS = {"pound": "£", "dollar": "$", "euro": "€", "yen": "¥"}


@dataclass(frozen=True)
class Term:
    """One figure of the evidence and what it is of."""

    name: str
    """The row's key and the column's head, as they are written."""
    words: frozenset[str]
    """The words that name it."""
    context: frozenset[str]
    """Words that are said of it besides: the heading, the head of its column, the row's other cells."""
    amount: Amount
    bases: tuple[Base, ...]
    """All that it is counted by: a month and a child."""
    item_id: str
    line: str
    """The cell or sentence, as it is written."""
    row: str
    """Cells of one row share it."""
    is_cell: bool
    is_once: bool
    """Paid once: no number of months multiplies it."""
    column: str
    """Cells of one column of one table share it."""
    one_of: str = ""
    """The counter of the machines that its table counts (대수 4대): it is a rate of one of them."""
    head: frozenset[str] = frozenset()
    """One of these must be said: the row's name alone means its main figure."""
    when: frozenset[str] = frozenset()
    """The words of its condition: during probation."""
    points: tuple[Figure, ...] = ()
    """The figures that say when it holds: after 5 years."""

    @property
    def counted(self) -> str:
        """What a bare number counts: 46 desks."""
        figure = self.amount.figure
        return thing_of(figure, self.amount.sentence) if figure.kind == "plain" else ""

    @property
    def same(self) -> tuple[object, ...]:
        """Terms that agree in it say the same, wherever they stand."""
        per = tuple(sorted((one.kind, one.factor, one.thing) for one in self.bases))
        return (self.amount.figure.value, self.amount.measures, per)


def terms_of(items: Sequence[EvidenceItem], pack: Pack, language: str) -> list[Term]:
    """The terms of all items, cells first."""
    found: list[Term] = []
    for item in items:
        found += _of_row(item, pack, language) if item.fields else [*_of_cells(item), *_of_sentences(item)]
    return sorted(found, key=lambda one: not one.is_cell)


def _of_cells(item: EvidenceItem) -> Iterator[Term]:
    """Of the tables in a passage: each cell with one figure, named by its row's first cell and its column's head."""
    title, counter, table = names_in(item.title), "", list[str]()
    for heads, cells in rows_in(item.text):
        if heads is not table:
            table, counter = heads, ""
        several = len(cells) > 2
        counter = counter or _counter_of(cells)
        for head, cell in zip(heads[1:], cells[1:], strict=False):
            if (read := _of_labels(amount_of(cell), cells[0], head)) is None:
                continue
            name = f"{cells[0]}, {head}" if several else cells[0]
            own = names_in(cells[0]) | (names_in(head) if several else NOTHING)
            context = title | names_in(f"{head} {heads[0]} {cell}")
            line, once = f"{name}: {cell}", bool(_ONCE.search(cell))
            of, one_of = f"{item.title} {head}", counter if _adds_up(*read) else ""
            yield Term(name, own, context, *read, item.item_id, line, cells[0], True, once, of, one_of)


def rows_in(text: str) -> Iterator[tuple[list[str], list[str]]]:
    """(heads, cells) of each row of the tables in a text; the rows of one table share their heads."""
    heads: list[str] = []
    for line in text.splitlines():
        if not line.lstrip().startswith("|"):
            heads = []
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not heads:
            heads = cells
        elif not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
            yield heads, cells


def _counter_of(cells: Sequence[str]) -> str:
    """The counter of a row that says how many there are (대수 | 4대); "" for any other row."""
    found = _HOW_MANY_THERE_ARE.match(" | ".join(cells))
    return singular(found["counter"]) if found else ""


def _adds_up(amount: Amount, bases: Sequence[Base]) -> bool:
    """True for a rate that several machines have together: m³/h, kg/h; not for a speed."""
    timed = "/" in amount.unit and any(one.kind == "time" for one in bases)
    return timed and amount.figure.kind in ("flow", "volume", "mass")


def _of_labels(read: Read | None, key: str, head: str) -> Read | None:
    """With what the column's head or the row's key says that the figure is counted by: 하루 사용량, 한 지의 면적."""
    if read is None or read[1]:
        return read
    bases = bases_in(head)
    if one := _ONE_OF.match(key):
        bases.append(Base("thing", Decimal(1), singular(one["thing"]), 0, 0))
    return (read[0], (bases[0],)) if len(bases) == 1 else read


def _of_sentences(item: EvidenceItem) -> Iterator[Term]:
    """Of its sentences: each with one figure besides lengths of time, or with one length alone."""
    title = names_in(item.title)
    for sentence in sentences_of(item.text):
        if "|" in sentence or conditions_in(sentence):
            continue
        if (read := amount_of(sentence)) is not None:
            yield Term(
                sentence, names_in(sentence), title, *read, item.item_id, sentence, sentence, False,
                bool(_ONCE.search(sentence)), "",
            )  # fmt: skip


def amount_of(text: str) -> Read | None:
    """The one figure of a cell or sentence and all that it is counted by; None where there are several or none."""
    text = IDENTIFIER.sub(lambda found: " " * len(found[0]), text)
    amounts = amounts_in(Said("", text))
    if len(amounts) == 2 and amounts[0].figure.value == amounts[0].figure.factor:
        one, other = amounts
        if _OF_ONE.match(text[one.figure.end :]):  # 오존 1 kg에 9.5 kWh
            return replace(other, base=None), (Base(one.figure.kind, one.figure.factor, "", 0, 0),)
    main = [one for one in amounts if one.figure.kind not in LENGTHS] or amounts
    if len(main) != 1 or main[0].figure.kind in ("percent", "points", "times") or main[0].figure.readings:
        return None
    amount = main[0]
    if amount.figure.kind in LENGTHS and starts_elsewhere(text, amount.figure.start, amount.figure.end):
        return None
    bases = [amount.base] if amount.base else []
    if slashed := _SLASH.search(amount.unit):
        said = slashed["unit"].lower()
        bases.append(length(_SLASHED.get(said, said), 0, 0))
        if thing := thing_beside(text[: amount.figure.start], ""):
            bases.append(Base("thing", Decimal(1), thing, 0, 0))
    return amount, tuple(measured(one) for one in bases)


def measured(base: Base) -> Base:
    """A thing that is a unit is one: per mile."""
    unit = unit_of(base.thing) if base.thing else None
    return base if unit is None or unit.kind == "plain" else replace(base, kind=unit.kind, factor=unit.factor, thing="")


def _of_row(item: EvidenceItem, pack: Pack, language: str) -> Iterator[Term]:
    """Of a row that is a thing (a product, a benefit): its figures, the main one under the row's name alone."""
    source = table_source(item.source, pack)
    if source is None or item.derived or not _is_of_things(source):
        return
    numbers = [one for one in source.columns if one.type in ("integer", "number") and item.fields.get(one.name)]
    said = [str(item.fields[one.name]) for one in source.columns if one.type == "text" and item.fields.get(one.name)]
    bases, once = _bases_of(said), any(re.match(_ONCE, one) for one in said)
    others = NOTHING.union(*(names_in(one) for one in said))
    main = [one for one in numbers if one.always_shown] or numbers
    for column in numbers:
        amount = _amount_of(column, item, language)
        if amount is None:
            continue
        heads = NOTHING.union(*(names_in(one) for one in column.label.values()))
        head = NOTHING if [column] == main else heads
        per = () if amount.figure.kind in LENGTHS else bases
        line, row = f"{item.title}: {amount.figure.text}", f"{item.title} {column.name}"
        own = names_in(item.title)
        yield Term(
            item.title, own, others | heads, amount, per, item.item_id, line, row, True, once, column.name, head=head
        )


def _is_of_things(source: TableSource) -> bool:
    times = {one.name for one in source.columns if one.type in ("date", "month")}
    return not source.is_aggregate and source.order_by not in times and not source.aggregates


def _bases_of(cells: Sequence[str]) -> tuple[Base, ...]:
    """What a row's words say it is counted by: a cell that says nothing but a length of time (monthly), and a thing
    (for each child)."""
    found: list[Base] = []
    for cell in cells:
        spans = bases_in(cell)
        if len(spans) == 1 and spans[0].end - spans[0].start == len(cell.strip()):
            found.append(spans[0])
        each = _EACH.search(cell)
        if each and (thing := thing_beside("", cell[each.start() :])) and not spans:
            found.append(Base("thing", Decimal(1), thing, 0, 0))
    return tuple(found)


def _amount_of(column: Column, item: EvidenceItem, language: str) -> Amount | None:
    unit = unit_of(column.unit or "")
    if unit.kind == "plain" or unit.kind in ("percent", "points"):
        return None
    value = Decimal(str(item.fields[column.name])) * unit.factor
    if not value:
        return None
    text, spelled = written_amount(value, unit, column.unit or "", language)
    return Amount(Figure(value, unit.kind, text, factor=unit.factor), spelled, None, item.title)


def written_amount(value: Decimal, unit: Unit, spelled: str, language: str) -> tuple[str, str]:
    """An amount as people write it, and its unit as it is written behind the number."""
    if unit.kind == "won":
        return won(int(value), language), ""
    if unit.kind in CURRENCIES:
        return f"{_SIGNS[unit.kind]}{plain(value) if value == value.to_integral_value() else f'{value:,.2f}'}", ""
    return f"{plain(value / unit.factor)} {spelled}", f" {spelled}"


def operand_of(term: Term) -> SaidOperand:
    """A term as it goes into a calculation."""
    figure = term.amount.figure
    return SaidOperand(
        value=figure.value, kind=figure.kind, text=figure.text, origin="evidence", sentence=term.line,
        item_id=term.item_id,
    )  # fmt: skip
