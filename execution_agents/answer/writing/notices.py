"""What an answer must say besides its content: what is missing, example data, work that cannot be done yet."""

from __future__ import annotations

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from execution_agents.analysis.cells import words_of
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.days import day_notice
from foundation.contracts.events import Citation

EXAMPLE: Mapping[str, str] = {
    "ko": "예시 데이터: 이 답에는 실제가 아니라 보기용으로 만든 자료가 들어 있습니다.",
    "en": "Example data: this answer uses data made up for demonstration, nothing real.",
}
WEB: Mapping[str, str] = {
    "ko": "웹에서 찾은 내용({day} 검색): 이 답에는 자체 자료가 아닌 웹 페이지가 들어 있습니다.",
    "en": "Found on the web (searched {day}): this answer uses pages that are not of the sources here.",
}
UNKNOWN_TEAM: Mapping[str, str] = {
    "ko": "이 일의 일부({team})는 아직 할 수 없습니다.",
    "en": "Part of this ({team}) cannot be done yet.",
}


def notices_of(request: AnswerRequest, citations: tuple[Citation, ...]) -> tuple[str, ...]:
    """All notices, each once, the gravest first."""
    notices = [absent_team(team, request) for team in request.absent_teams]
    notices += list(request.missing.values())
    notices += [*request.notices, day_notice(request)]
    if any(citation.example for citation in citations):
        notices.append(words_of(EXAMPLE, request.language))
    searched = [citation.fetched_at for citation in citations if citation.web]
    if searched:
        day = min(searched).astimezone(ZoneInfo(request.pack.time_zone)).date().isoformat()
        notices.append(words_of(WEB, request.language).format(day=day))
    return tuple(dict.fromkeys(sentence for sentence in notices if sentence))


def absent_team(team: str, request: AnswerRequest) -> str:
    """A team that this roster lacks."""
    return words_of(UNKNOWN_TEAM, request.language).format(team=team)
