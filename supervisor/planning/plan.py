"""The plan of one turn: which teams run, which teams the intent asks for that do not exist yet, and why. Pure."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from foundation.contracts.plan import Ending, Judge1, Plan, PlannedRequest, Understanding
from foundation.domains.schema.pack import Pack, TableSource
from foundation.language.cues import asks_to_analyse
from foundation.language.wanted.comparisons import comparing
from supervisor.planning.understanding import SMALL_TALK

ANALYSIS = "analysis"
DOCUMENT = "document"
_TEAMS = {
    "search": {"ko": "검색", "en": "search"},
    "analysis": {"ko": "분석", "en": "analysis"},
    "document": {"ko": "문서", "en": "documents"},
}

_WHY_ENDED: dict[Ending, dict[str, str]] = {
    "direct": {"ko": "인사나 서비스에 대한 말이라 찾을 것이 없습니다", "en": "small talk: there is nothing to look up"},
    "irrelevant": {"ko": "이 서비스가 다루는 분야가 아닙니다", "en": "outside what this service covers"},
    "unclear": {"ko": "무엇을 알고 싶은지 분명하지 않습니다", "en": "what is wanted is not clear"},
}


def make_plan(
    understanding: Understanding,
    judge1: Judge1 | None,
    roster: Collection[str],
    pack: Pack,
    engine: Literal["model", "rules"],
    requests: tuple[PlannedRequest, ...] = (),
) -> Plan:
    """Teams the intents suggest, in order, split by whether they exist."""
    ending = ending_of(understanding, pack)
    going_on = [one.understanding for one in requests if one.ends_early is None] or [understanding]
    wanted = () if ending else tuple(dict.fromkeys(team for one in going_on for team in teams_wanted(one, pack)))
    active = tuple(team for team in wanted if team in roster)
    absent = tuple(team for team in wanted if team not in roster)
    return Plan(
        understanding=understanding,
        judge1=None if ending else judge1,
        active_teams=active,
        absent_teams=absent,
        why=_WHY_ENDED[ending][_tongue(understanding)] if ending else _why(understanding, active, absent, pack),
        ends_early=ending,
        engine=engine,
        requests=requests,
    )


def plan_of_nothing(question: str, language: str, pack: Pack) -> Plan:
    """For a message that only made a request about memories, which is done."""
    understanding = Understanding(
        question=question,
        standalone=question,
        language=language,
        route="simple",
        intent=SMALL_TALK,
        confidence=1000,
        slots=(),
        data_types=(),
    )
    return make_plan(understanding, None, (), pack, "rules")


def ending_of(understanding: Understanding, pack: Pack) -> Ending | None:
    """The ending of a turn that starts no team; None if it continues."""
    if understanding.intent == SMALL_TALK:
        return "direct"
    return pack.intent(understanding.intent).ends


def teams_wanted(understanding: Understanding, pack: Pack) -> tuple[str, ...]:
    """The intent's teams; `search` if data is needed, `analysis` if the question asks to calculate, compare or
    assess."""
    if understanding.document is not None:
        return ("search", DOCUMENT) if understanding.data_types else (DOCUMENT,)
    if understanding.computation is not None or understanding.said is not None:
        return ("search", ANALYSIS) if understanding.data_types else (ANALYSIS,)
    teams = list(pack.intent(understanding.intent).teams or pack.default_teams)
    if understanding.data_types and "search" not in teams:
        teams.insert(0, "search")
    computes = understanding.named is not None or computes_over_rows(understanding, pack)
    if (asks_to_analyse(understanding.question) or computes) and ANALYSIS not in teams:
        teams.append(ANALYSIS)
    return tuple(dict.fromkeys(teams))


def computes_over_rows(understanding: Understanding, pack: Pack) -> bool:
    """True if it compares, ranks or counts rows of a table."""
    asked = comparing(understanding.question)
    sources = {name for each in understanding.data_types for name in pack.data_type(each).sources}
    tables = {source.name for source in pack.sources if isinstance(source, TableSource)}
    return (asked.asks or asked.difference or asked.ratio) and bool(sources & tables)


def _why(understanding: Understanding, active: tuple[str, ...], absent: tuple[str, ...], pack: Pack) -> str:
    tongue = _tongue(understanding)
    intent = _label(pack.intent(understanding.intent).label, tongue)
    named = (active, absent)
    needed = ", ".join(_label(pack.data_type(name).label, tongue) for name in understanding.data_types)
    work, lacking = (", ".join(_label(_TEAMS.get(team, {tongue: team}), tongue) for team in each) for each in named)
    if tongue == "ko":
        parts = [f"의도: {intent}", f"필요한 자료: {needed or '없음'}", f"일할 팀: {work or '없음'}"]
        return " · ".join([*parts, f"아직 없는 팀: {lacking}"] if absent else parts)
    parts = [f"intent: {intent}", f"data needed: {needed or 'none'}", f"teams: {work or 'none'}"]
    return " · ".join([*parts, f"teams that do not exist yet: {lacking}"] if absent else parts)


def _label(label: dict[str, str], tongue: str) -> str:
    return label.get(tongue) or next(iter(label.values()))


def _tongue(understanding: Understanding) -> str:
    return "ko" if understanding.language == "ko" else "en"
