"""What an answer must say beside its content: what is missing, example data, work that cannot be done yet."""

from __future__ import annotations

from collections.abc import Mapping

from execution_agents.analysis.cells import words_of
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.days import day_notice
from foundation.contracts.events import Citation

EXAMPLE: Mapping[str, str] = {
    "ko": "예시 데이터: 이 답에는 실제가 아니라 보기용으로 만든 자료가 들어 있습니다.",
    "en": "Example data: this answer uses data made up for demonstration, nothing real.",
}
ABSENT_TEAMS: Mapping[str, Mapping[str, str]] = {
    "document": {
        "ko": "계약서 초안은 아직 만들 수 없습니다. 계약 조항이나 특약이 궁금하시면 그 내용을 물어봐 주세요.",
        "en": "Contract drafts cannot be made yet. Ask about clauses or terms and I will look them up.",
    },
    "document_review": {
        "ko": "계약서 파일을 직접 검토하는 일은 아직 할 수 없습니다. 관련 법령과 조항 안내를 찾아 답했습니다.",
        "en": "Reviewing a contract file is not possible yet. This answer rests on the law and clause guides found.",
    },
    "analysis": {
        "ko": "계산과 위험 분석은 아직 할 수 없습니다. 판단에 필요한 자료만 찾아 보여 드립니다.",
        "en": "Calculations and risk analysis cannot be done yet. This shows only the data to judge by.",
    },
}
"""Team (or team and purpose) -> what cannot be done without it."""
UNKNOWN_TEAM: Mapping[str, str] = {
    "ko": "이 일의 일부({team})는 아직 할 수 없습니다.",
    "en": "Part of this ({team}) cannot be done yet.",
}


def notices_of(request: AnswerRequest, citations: tuple[Citation, ...]) -> tuple[str, ...]:
    """All notices, each once, the gravest first."""
    told = [absent_team(team, request) for team in request.absent_teams]
    told += list(request.missing.values())
    told += [*request.notices, day_notice(request)]
    if any(citation.example for citation in citations):
        told.append(words_of(EXAMPLE, request.language))
    return tuple(dict.fromkeys(sentence for sentence in told if sentence))


def absent_team(team: str, request: AnswerRequest) -> str:
    """What a team that does not exist yet would have done."""
    name = "document_review" if team == "document" and request.evidence else team
    if name in ABSENT_TEAMS:
        return words_of(ABSENT_TEAMS[name], request.language)
    return words_of(UNKNOWN_TEAM, request.language).format(team=team)
