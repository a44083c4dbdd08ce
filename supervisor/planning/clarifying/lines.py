"""Statements that say the same of several things, where the question names none of these things: the valve that two
pumps close at different speed, the shortest lease of a home and of a shop, the rows of one table.

The line nearest to the question is compared with the others that are near it. Another line is its twin if it says the
same in nearly the same words, stands under a heading of the same name but for one word, or is a row of the same table;
if it tells another figure of the kind asked for; and if no word of the question speaks for one of them alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from execution_agents.knowledge_graph.linker import link
from execution_agents.knowledge_graph.normalised_text import key_of
from execution_agents.retrieval.asked_lines import AskedLine, LineIndex, line_index
from execution_agents.reuse.terms import bare_words
from foundation.contracts.pauses import Clarification
from foundation.contracts.plan import Plan, Understanding
from foundation.language.figures.reader import figures_of
from foundation.language.grams import is_said
from foundation.language.rules.bands import rows_of_figure
from foundation.language.tokens import StemmedWords
from foundation.language.verb_stems import stem_of, stems_in
from foundation.language.wanted.asking import Wanted, wanted
from supervisor.planning.bounds import as_read
from supervisor.planning.clarifying.passages import HOW, Place, asked, wants_together
from supervisor.planning.context import Exchange, TurnContext

# The figures below were set on the first half of evaluations/clarification/questions-2.jsonl and on questions that had
# been read; the second half and a stranger's file were held out (docs/clarification.md).
LOOKED_AT = 120
"""Lines, the nearest first, among which twins are sought."""
LANDED = 3
"""Lines that may be the one asked for: the nearest that tell what is asked."""
LEAST_NEAR = 0.35
"""Nearness from which a line is what is asked for."""
BESIDE = 0.75
"""Share of the best nearness from which a line may be the one asked for."""
AS_NEAR, NAMESAKE_AS_NEAR, ROW_AS_NEAR = 0.7, 0.55, 0.75
"""Share of a line's nearness that its twin, one under a heading of its name, or a row of its table has at least."""
ALIKE, ALIKE_IN_ONE = 0.4, 0.55
"""Likeness of lines that say the same: in several documents, and in one, whose sections are parts of one account."""
_ENGLISH = StemmedWords()
_LATIN = re.compile(r"[a-z]+")
_ARTICLE = re.compile(r"제?\d+조(?:의\d+)?")
_BRACKETS = re.compile(r"[():|]")
_CELL = " | "
_QUESTION = re.compile(r"[?？]\s*$")
_NUMBERED = re.compile(
    r"(?<![\d.,-])(\d{1,2})\s?(?:지|호기?|계열|단|동|번)(?![가-힣]{2})|(?<=[a-z]\s)(\d{1,2})(?=\s*(?:[?.!,]|$))",
    re.IGNORECASE,
)
"""The number of a thing, which is part of its name."""
_NAMES = frozenset({"article", "chapter", "paragraph", "subitem"})
"""Kinds of figures that name a place of a law and tell nothing."""


@dataclass(frozen=True)
class Statement:
    """A line of a document, with what tells whether a question is about it."""

    line: AskedLine
    questions: str
    """How people ask for it."""

    @cached_property
    def own(self) -> Words:
        """Of the line and its heading."""
        return Words(f"{self.line.line} {self.line.heading}")

    @cached_property
    def any(self) -> Words:
        """Of its questions, too."""
        return Words(f"{self.line.line} {self.line.heading} {self.questions}")

    @cached_property
    def figures(self) -> frozenset[tuple[str, str]]:
        """Kind and value of each figure."""
        return frozenset((one.kind, str(one.value)) for one in figures_of(self.line.line))

    @property
    def section(self) -> tuple[str, str]:
        return (self.line.document, self.line.heading)

    @property
    def label(self) -> str:
        """A row's first cell; "" for a sentence."""
        return self.line.line.partition(_CELL)[0] if _CELL in self.line.line else ""


class Words:
    """The words of one text."""

    def __init__(self, text: str) -> None:
        self._letters, self._stems = key_of(text), stems_in(text)
        self._terms = {term for word in _LATIN.findall(text.lower()) for term in _ENGLISH.terms(word)}

    def hold(self, word: str) -> bool:
        """True if the text has the word, in whatever form."""
        if word.isascii():
            terms = set(_ENGLISH.terms(word.lower()))
            return bool(terms) and terms <= self._terms
        return key_of(word) in self._letters or (is_said(word) and stem_of(word) in self._stems)


async def shared_line(plan: Plan, context: TurnContext) -> Clarification | None:
    """The clarification for a statement that is made of several things; None: there is none."""
    read = plan.understanding
    alone = read.standalone == read.question and read.route != "history_required" and not plan.requests
    other = read.is_computed or read.document or read.graph or read.surcharges
    kind = wanted(context.question)
    asks = kind.outright or (kind.asked and _QUESTION.search(context.question))
    if not alone or other or context.documents is None or not asks or wants_together(context.question):
        return None
    places, words = await context.compute(partial(_places, read, context, kind))
    return asked(places, words, context.question) if places else None


def of_its_number(found: Sequence[Statement], question: str) -> list[Statement]:
    """Those whose line has the number that the question calls its thing by (정수지 1지, clear well 1); all of them
    where none or each has it."""
    numbers = [one[0] or one[1] for one in _NUMBERED.findall(question)]
    called = [re.compile(rf"(?<![\d.,-]){number}(?![\d.,-]|\s?[%℃])") for number in numbers]
    held = [one for one in found if all(each.search(one.line.line) for each in called)]
    return held or list(found)


def _places(read: Understanding, context: TurnContext, kind: Wanted) -> tuple[list[Place], list[str]]:
    """The places that may be meant, and the words that name what is asked."""
    question, index, documents = as_read(context.question), line_index(context.pack), context.documents
    near = [
        Statement(one, index.questions_of(one.line))
        for one in index.nearest(question, "", LOOKED_AT)
        if documents is not None and documents.holds(one.document, read)
    ]
    words = [one for one in naming(question) if any(each.any.hold(one) for each in near)]
    telling = [one for one in near if kind.tells(one.line.line)]
    if not words or not telling or telling[0].line.nearness < LEAST_NEAR:
        return [], words
    least = max(LEAST_NEAR, near[0].line.nearness * BESIDE)
    # A line beside the nearest is what is asked for only if no word speaks for the nearest against it.
    landed = [each for each in telling if each.line.nearness >= least and each in undecided([telling[0], each], words)]
    for one in landed[:LANDED]:
        found = undecided([one, *twins(one, telling, index)], words)
        found = of_its_number(_named_by_label(found, words), question)
        if not kind.outright and not _share_a_word(found, words):
            continue  # the hotel limit is that of three rows; another line may state a limit in words
        if len(found) > 1 and one in found and not _is_settled(found, read, context):
            return _named(found), words
    return [], words


def naming(question: str) -> list[str]:
    """The words that say what is asked, without how much and how long."""
    return [one for one in bare_words(HOW.sub(" ", question)).split() if len(one) > 1 and not one[0].isdigit()]


def twins(one: Statement, others: Sequence[Statement], index: LineIndex) -> list[Statement]:
    """The other statements that say the same of something else: of other sections, else rows of its table."""
    nearest = one is others[0]
    near = [each for each in others if _is_twin(one, each, index, nearest=nearest) and _differ(one, each)]
    if near or not one.label or not nearest:
        return near
    width = one.line.line.count(_CELL)
    rows = [each for each in others if each.section == one.section and each.line.line.count(_CELL) == width]
    as_near = [each for each in rows if each is not one and each.line.nearness >= ROW_AS_NEAR * one.line.nearness]
    return [each for each in rows if each is not one] if as_near else []


def _is_twin(one: Statement, other: Statement, index: LineIndex, *, nearest: bool) -> bool:
    """True if they say the same of several things. `nearest`: nothing is nearer to the question than `one`; only then
    the names of their headings are enough."""
    as_near = other.line.nearness / one.line.nearness
    if one.section == other.section or as_near < NAMESAKE_AS_NEAR:
        return False
    in_one = one.line.document == other.line.document
    if nearest and not in_one and of_one_name(one.line.heading, other.line.heading):
        return True
    least = ALIKE_IN_ONE if in_one else ALIKE
    return as_near >= AS_NEAR and index.likeness(one.line.line, other.line.line) >= least


def of_one_name(one: str, other: str) -> bool:
    """True if two headings have the same name: a part of their own between brackets (articles of several laws), or all
    words but one (two pumps' procedures)."""
    mine, there = one.split(), other.split()
    but_one = len(mine) == len(there) > 1 and sum(a != b for a, b in zip(mine, there, strict=True)) == 1
    return but_one or bool(_parts(one) & _parts(other))


def undecided(found: Sequence[Statement], words: Sequence[str]) -> list[Statement]:
    """Those that no word of the question speaks against: a word that another one has of its own, and that neither
    they nor the questions people ask for them have."""
    said = [{word for word in words if one.own.hold(word)} for one in found]
    own = set[str]().union(*said)
    return [one for one in found if all(one.any.hold(word) for word in own)]


def _named_by_label(found: Sequence[Statement], words: Sequence[str]) -> Sequence[Statement]:
    """Of rows those whose labels hold most of the question's words, besides those of their heading: the hotel in London
    is one of three."""
    if not found or not all(one.label for one in found):
        return found
    headings, labels = [Words(one.line.heading) for one in found], [Words(one.label) for one in found]
    own = [word for word in words if not any(one.hold(word) for one in headings)]
    held = [sum(one.hold(word) for word in own) for one in labels]
    return [one for one, count in zip(found, held, strict=True) if count == max(held)]


def _share_a_word(found: Sequence[Statement], words: Sequence[str]) -> bool:
    """True if they are rows whose labels have a word of the question in common."""
    labels = [Words(one.label) for one in found if one.label]
    return len(labels) == len(found) and any(all(one.hold(word) for one in labels) for word in words)


def _named(found: Sequence[Statement]) -> list[Place]:
    """Each by what sets it apart: its heading, or the label of its row, in the order of their table."""
    if len({one.section for one in found}) == 1:
        found = sorted(found, key=lambda one: one.line.place)
        names = {one.label: one for one in reversed(found)}
        return [Place(name, one.line.heading, one.line.line) for name, one in reversed(names.items())]
    first = {one.section: one for one in reversed(found)}
    return [Place(one.line.heading, one.line.heading, one.line.line) for one in found if first[one.section] is one]


def _is_settled(found: Sequence[Statement], read: Understanding, context: TurnContext) -> bool:
    """True if the question names a thing that not all of them are about, or a figure in the range that one of them
    stands for, or if the conversation spoke of one of them."""
    if rows_of_figure(context.question, [one.label for one in found], bare=True):
        return True
    for name, written in _things_named(context):
        if not all(one.any.hold(name) for one in found) and not all(one.own.hold(written) for one in found):
            return True
    for words in _values_named(read, context):
        about = [any(one.own.hold(word) for word in words) for one in found]
        if any(about) and not all(about):
            return True
    return any(_speaks_of(exchange, found) for exchange in context.exchanges)


def _things_named(context: TurnContext) -> list[tuple[str, str]]:
    """The things of the pack that the question names: by the pack's name, and in the question's words."""
    index = context.entities
    if index is None:
        return []
    return [(index.entities[each].name, one.text) for one in link(context.question, index) for each in one.entities]


def _values_named(read: Understanding, context: TurnContext) -> list[tuple[str, ...]]:
    """The words for each choice of a slot that the question names: shop premises are called 상가, 점포, 가게."""
    choices = {(slot.name, one.value): one.words for slot in context.pack.slots for one in slot.choices}
    return [choices[one.name, one.value] for one in read.slots if (one.name, one.value) in choices]


def _speaks_of(exchange: Exchange, found: Sequence[Statement]) -> bool:
    """True if an exchange has words of one heading that the others have not."""
    spoken = key_of(f"{exchange.standalone} {exchange.answer} {exchange.shown}")
    headings = [set(one.line.heading.split()) for one in found]
    shared = set[str].intersection(*headings)
    return any(key_of(word) in spoken for each in headings for word in each - shared if len(key_of(word)) > 1)


def _differ(one: Statement, other: Statement) -> bool:
    """True if each tells a figure that the other has not, of a kind that both have."""
    kinds = ({kind for kind, _ in one.figures} & {kind for kind, _ in other.figures}) - _NAMES
    mine, there = ({each for each in part if each[0] in kinds} for part in (one.figures, other.figures))
    return bool(mine - there) and bool(there - mine)


def _parts(heading: str) -> frozenset[str]:
    """The parts of a heading between brackets and behind an article's number."""
    parts: Iterable[str] = _BRACKETS.split(_ARTICLE.sub("|", heading))
    return frozenset(key_of(part) for part in list(parts)[1:] if len(key_of(part)) > 3)
