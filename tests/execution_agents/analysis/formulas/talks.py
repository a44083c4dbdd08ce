"""Messages of a conversation read one after another, as planning reads them."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

from execution_agents.analysis.formulas.calculating import calculated
from execution_agents.analysis.formulas.recognising import formula_asked, formula_near
from execution_agents.analysis.formulas.talk import Spoken, Talk
from execution_agents.retrieval.asked_lines import line_index
from foundation.contracts.formulas import Analysis, FormulaAsked
from foundation.contracts.work import Brief, Evidence
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from foundation.language.script import language_of

NOW = datetime(2026, 11, 25, tzinfo=UTC)


@cache
def pack_of(name: str) -> Pack:
    """A shipped pack."""
    return load_pack(shipped_packs() / name)


def asked_last(pack: str, *questions: str) -> FormulaAsked | None:
    """The formula that the last message asks for."""
    found, before = None, list[Spoken]()
    for question in questions:
        found = formula_asked(question, talk_of(before), pack_of(pack), NOW, language_of(question))
        before.append(Spoken(question, found))
    return found


def near_last(pack: str, *questions: str) -> FormulaAsked | None:
    """The formula that the last message names, or that people ask for in such words where no line of the pack's
    documents is nearer."""
    found, before, known = None, list[Spoken](), pack_of(pack)
    for question in questions:
        talk, language = talk_of(before), language_of(question)
        lines = line_index(known).nearest(question, talk.question, 1)
        least = lines[0].nearness if lines else 0.0
        found = formula_asked(question, talk, known, NOW, language)
        found = found or formula_near(question, talk, known, NOW, language, least=least)
        before.append(Spoken(question, found))
    return found


def talk_of(before: list[Spoken]) -> Talk:
    """The messages before one."""
    return Talk(tuple(before), bool(before) and before[-1].computation is not None)


def answered(pack: str, *questions: str, evidence: tuple[Evidence, ...] = ()) -> Analysis:
    """What the last message comes to."""
    asked = asked_last(pack, *questions)
    assert asked is not None, questions
    return calculated(asked, brief(questions[-1], asked, evidence), pack_of(pack))


def brief(question: str, asked: FormulaAsked | None, evidence: tuple[Evidence, ...] = ()) -> Brief:
    """What a team is given."""
    return Brief(
        run_id="r",
        session_id="s",
        question=question,
        original_question=question,
        language=language_of(question),
        intent="any",
        slots={},
        data_types=(),
        evidence=evidence,
        computation=asked,
    )
