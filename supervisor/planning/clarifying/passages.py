"""Several places of the documents that have the words asked, where each says something else: rows of one label in
tables of one form (축받이 온도 경보 of two pumps), the rows of a column that is named alone (최소 재고), sections whose
headings share the name (역세척).

Asked only if every word that names something stands in each of these places, so that no word of the question speaks for
one of them, and if what they say differs. A heading that the question names fully is answered whole.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from execution_agents.answer.evidence.answering import codes_in, meets
from execution_agents.knowledge_graph.normalised_text import key_of
from execution_agents.reuse.terms import bare_words
from foundation.contracts.pauses import Clarification, ClarificationOption
from foundation.contracts.plan import Plan
from foundation.contracts.ports import Hit
from foundation.language.figures.reader import figures_of
from foundation.language.grams import is_said
from foundation.language.rules.bands import rows_of_figure
from foundation.language.script import language_of
from foundation.language.wanted.asking import names_steps, wanted
from foundation.language.wanted.comparisons import comparing
from supervisor.planning.clarifying.names import SHOWN
from supervisor.planning.clarifying.sections import Section, SectionTable, sections_of
from supervisor.planning.clarifying.together import several_wanted
from supervisor.planning.clarifying.wording import said
from supervisor.planning.context import TurnContext

HOW = re.compile(r"\bhow\s+[a-z]+\b|(?<![가-힣])몇\s*\S+", re.IGNORECASE)
_STEP = re.compile(r"^\s*\d{1,2}[.)]\s", re.MULTILINE)
LOOKED_AT = 16
"""Passages, best first, among which places of one name are sought."""
MOST_ROWS = 40
"""Rows of a column that are offered; a longer table is answered as it is."""


@dataclass(frozen=True)
class Place:
    """One place that may be meant."""

    name: str
    """What sets it apart: its heading, or the label of its row."""
    section: str
    says: str


async def shared_passage(plan: Plan, context: TurnContext) -> Clarification | None:
    """The clarification for words that several places of the documents share; None: there is none."""
    read = plan.understanding
    alone = read.standalone == read.question and read.route != "history_required" and not plan.requests
    other = read.computation or read.document or read.graph or read.surcharges
    if not alone or other or context.documents is None or not read.data_types:
        return None
    question = context.question
    if wants_together(question) and not comparing(question).counts:
        return None
    near = await context.documents.near(read, LOOKED_AT)
    return await context.compute(partial(shared_by, question, near))


def shared_by(question: str, near: Sequence[Hit]) -> Clarification | None:
    """The same over the passages nearest to the question."""
    sections = sections_of(near)
    words = words_of(question, sections)
    if not words:
        return None
    if wants_together(question):  # Only a column is called by a number (포트 몇 번); other things are counted.
        found = rows_of_a_column(words, sections, question, exactly=True)
        return asked(found, words, question) if found else None
    found = rows_of_one_label(words, sections) or rows_of_a_column(words, sections, question)
    found = found or sections_of_one_name(words, sections, question)
    names = [place.name for place in found]
    if any(meets(one, name) for one in figures_of(question) for name in names):
        return None  # 10도면: the row of 10 ℃ is named
    if rows_of_figure(question, names, bare=True):
        return None
    return asked(found, words, question) if found else None


def words_of(question: str, sections: Sequence[Section]) -> Sequence[str]:
    """The words that say what is asked, a code (P-701) whole, without how much and how long; what looks like a verb is
    one where no passage has it."""
    words = [word for word in bare_words(HOW.sub(" ", question)).split() if len(word) > 1 and not word[0].isdigit()]
    kept = [word for word in words if not is_said(word) or any(_holds(one.text, word) for one in sections)]
    return [*codes_in(question), *kept]


def rows_of_one_label(words: Sequence[str], sections: Sequence[Section]) -> list[Place]:
    """Rows of one label in tables of one form, of sections that set them apart; none if they say the same."""
    found: dict[tuple[str, ...], list[Place]] = {}
    for section in sections:
        for table in section.tables():
            for label, *cells in table.rows:
                in_label = [word for word in words if _holds(label, word)]
                if in_label and all(word in in_label or _holds(section.heading, word) for word in words):
                    form = (*map(key_of, table.header), key_of(label))
                    found.setdefault(form, []).append(Place(section.heading, section.title, " ".join(cells)))
    alone = [_apart(each) for each in found.values()]
    return next((each for each in alone if each), alone[0] if alone else [])


def rows_of_a_column(
    words: Sequence[str], sections: Sequence[Section], question: str, *, exactly: bool = False
) -> list[Place]:
    """The rows of a column that has all of the words, or is called just so, of the only table that has one; none where
    a heading has them: then the table is asked for."""
    outright = wanted(question).outright
    if not outright and len(words) > 1:
        return []
    # A heading with the words asks for its table, unless a figure of a column of just this name is asked for.
    in_heading = any(_all_held(section.heading, words) for section in sections)
    tables: list[list[Place]] = []
    for section in sections:
        for table in section.tables():
            columns = range(1, len(table.header))
            named = [at for at in columns if _all_held(_called(table, at), words)]
            just_so = any(key_of(table.header[at]) == key_of(" ".join(words)) for at in named)
            if len(named) == 1 and ((outright and just_so) or not (in_heading or exactly)):
                rows = [Place(row[0], section.title, row[named[0]]) for row in table.rows if row[0]]
                tables.append(_apart(rows))
    return tables[0] if len(tables) == 1 and len(tables[0]) <= MOST_ROWS else []


def sections_of_one_name(words: Sequence[str], sections: Sequence[Section], question: str) -> list[Place]:
    """Sections of several documents whose headings have all of the words and more, and that tell a figure or time of
    the kind asked for."""
    kind = wanted(question)
    if "steps" in kind.asked and not kind.outright:
        return procedures_of_one_name(words, sections)
    if not kind.outright or not kind.asked & {"figure", "time"}:
        return []
    named = [one for one in sections if not one.is_document and _all_held(one.heading, words)]
    if any(key_of(one.heading) == key_of(" ".join(words)) for one in named):
        return []
    # Sections of one document are parts of one account (its conditions, its steps): the first stands for all.
    of_document = {one.document: one for one in reversed(named) if kind.tells(one.text)}
    return _apart([Place(one.title, one.title, one.text) for one in named if of_document.get(one.document) is one])


def procedures_of_one_name(words: Sequence[str], sections: Sequence[Section]) -> list[Place]:
    """Sections of steps whose headings have all of the words besides those for steps; none if one is named fully."""
    named = [word for word in words if not names_steps(word)]
    found = [
        one for one in sections if not one.is_document and _STEP.search(one.text) and _all_held(one.heading, named)
    ]
    rest = {one.heading: [word for word in one.heading.split() if not names_steps(word)] for one in found}
    if not named or any(key_of("".join(each)) == key_of("".join(named)) for each in rest.values()):
        return []
    return _apart([Place(one.heading, one.title, one.text) for one in found])


def asked(places: Sequence[Place], words: Sequence[str], question: str) -> Clarification:
    """The question with a choice for each place; each can be asked as it is."""
    language = language_of(question)
    options = tuple(
        ClarificationOption(
            id=f"p{at}",
            label=one.name,
            query=f"{one.name.replace(' > ', ' ')} {question}",
            source_section=None if one.section == one.name else one.section,
        )
        for at, one in enumerate(places, 1)
    )
    return Clarification(
        message=said("ask_place", language, words=" ".join(words), count=len(options)),
        reason=said("why", language),
        original_query=question,
        options=options[:SHOWN],
        more=options if len(options) > SHOWN else (),
        best=options[0].id,
    )


def _apart(places: Iterable[Place]) -> list[Place]:
    """Places of different names; none if there is one, or if all say the same."""
    found = list({key_of(one.name): one for one in places}.values())
    return found if len({key_of(one.says) for one in found}) > 1 else []


def _called(table: SectionTable, at: int) -> str:
    """A column's heading, and the words that most of its cells share (extension 210, extension 215)."""
    cells = [cell.split() for cell in table.column(at)]
    holding = Counter(word for cell in cells for word in set(cell))
    shared = {word for word, count in holding.items() if 2 * count > len(cells) > 1}
    return " ".join((table.header[at], *sorted(shared)))


def _all_held(text: str, words: Sequence[str]) -> bool:
    return all(_holds(text, word) for word in words)


def _holds(text: str, word: str) -> bool:
    return key_of(word) in key_of(text)


def wants_together(question: str) -> bool:
    """True if all places are wanted: compared, counted, analysed."""
    found = comparing(question)
    return found.comparative or found.mean or several_wanted(question)
