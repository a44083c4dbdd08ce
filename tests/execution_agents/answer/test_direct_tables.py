"""Direct facts of tables: the value stands under its heading, and two that fit equally well are none."""

from __future__ import annotations

from execution_agents.answer.citations import numbered
from execution_agents.answer.direct import direct_fact
from tests.execution_agents.answer.turns import asked, law, passage

PORTS = """| 쓰임 | 서버 | 포트 |
| --- | --- | --- |
| 운영 화면 | app-01 | 8443 |
| 원격 관리(SSH) | 모든 서버 | 2222 |
| 데이터베이스 | db-01 | 5433 |
"""
TEST_SERVER = "\n시험 서버의 데이터베이스 포트는 5434이다.\n"


def fact(question: str, title: str, text: str) -> str | None:
    request = asked(question, law(passage("ports", title, text)))
    found = direct_fact(numbered(request.evidence), request)
    return found.value if found else None


def test_the_value_of_the_row_that_is_asked_about_is_told() -> None:
    assert fact("SSH 포트는 몇 번이야?", "서버 > 목록", PORTS) == "2222"
    assert fact("데이터베이스 포트는?", "서버 > 목록", PORTS) == "5433"


def test_two_values_that_fit_equally_well_are_left_to_the_writer() -> None:
    assert fact("데이터베이스 포트는?", "서버 > 목록", PORTS + TEST_SERVER) is None


def test_the_heading_itself_and_the_line_below_it_are_no_values() -> None:
    assert fact("쓰임 포트는?", "서버 > 목록", PORTS.splitlines()[0] + "\n| --- | --- | --- |\n") is None


def test_a_particle_behind_an_account_is_no_part_of_it() -> None:
    assert fact("운영책임자 계정은?", "쓰는 법", "운영책임자 계정 lead_saesol로 로그인한다.") == "lead_saesol"
