"""Direct facts: in tables the value stands under its heading, two that fit equally well are none, and another thing's
value is none either."""

from __future__ import annotations

import pytest

from execution_agents.answer.evidence.citations import numbered
from execution_agents.answer.quoting.direct import direct_fact
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


def test_the_value_of_the_row_that_is_asked_about_is_shown() -> None:
    assert fact("SSH 포트는 몇 번이야?", "서버 > 목록", PORTS) == "2222"
    assert fact("데이터베이스 포트는?", "서버 > 목록", PORTS) == "5433"


def test_two_values_that_fit_equally_well_are_left_to_the_writer() -> None:
    assert fact("데이터베이스 포트는?", "서버 > 목록", PORTS + TEST_SERVER) is None


def test_the_heading_itself_and_the_line_below_it_are_no_values() -> None:
    assert fact("쓰임 포트는?", "서버 > 목록", PORTS.splitlines()[0] + "\n| --- | --- | --- |\n") is None


def test_a_particle_behind_an_account_is_no_part_of_it() -> None:
    assert fact("운영책임자 계정은?", "쓰는 법", "운영책임자 계정 lead_saesol로 로그인한다.") == "lead_saesol"


ACCOUNTS = "| 계정 | 역할 |\n| --- | --- |\n| op_saesol | 운전원 |\n| lead_saesol | 운영책임자 |\n"


@pytest.mark.parametrize(
    ("question", "title", "text"),
    [
        ("운영자 계정 이름이 뭐예요?", "계정 목록", ACCOUNTS),
        ("서울 지사 전화번호는?", "연락처", "부산 지사 전화번호는 051-111-2222이다."),
        ("운영 서버 IP는?", "서버", "시험 서버 IP는 10.0.0.5이다."),
        ("시험 운영 화면 URL은?", "접속", "운영 화면 URL은 https://a.example/ 이다."),
        ("예비 데이터베이스 포트는?", "포트", "데이터베이스 포트는 5433이다."),
        ("규정 시행일은?", "규정", "규정 제정일은 2024-01-01이다."),
        ("What is the phone number of the Leeds office?", "Contacts", "The phone number of Bristol is 0117-111-2222."),
        ("What is the version of the API?", "API", "The version of the client is 3.2.1."),
        ("번역 서버의 포트 번호는?", "서버", "API 서버의 포트는 8080이다."),
        ("주소록 서버의 IP는?", "서버", "결제 서버의 IP는 10.0.0.7이다."),
    ],
)
def test_another_things_value_is_not_reported(question: str, title: str, text: str) -> None:
    assert fact(question, title, text) is None


@pytest.mark.parametrize(
    ("question", "title", "text", "value"),
    [
        (
            "서울 지사 전화번호 알려줘",
            "연락처",
            "부산 지사는 051-111-2222, 서울 지사는 02-111-2222이다.",
            "02-111-2222",
        ),
        ("규정 개정일은 언제야?", "규정", "규정 제정일은 2024-01-01, 개정일은 2025-03-02이다.", "2025-03-02"),
        (
            "관리자 이메일 주소는?",
            "문의",
            "문의는 help@a.example이고, 관리자 이메일은 admin@a.example이다.",
            "admin@a.example",
        ),
        (
            "회의실 예약 웹사이트는?",
            "회의실",
            "회의실 예약은 https://room.example/a에서 한다.",
            "https://room.example/a",
        ),
        ("프로그램 버전은?", "프로그램", "프로그램 버전은 v2.13.1이다.", "2.13.1"),
        ("회사 대표전화 번호는?", "회사", "회사 대표전화 +82-2-1234-5678 9시~18시", "+82-2-1234-5678"),
        ("회사 대표전화 번호가 몇 번이야?", "회사", "회사 대표전화 +82 2 1234 2025년", "+82 2 1234"),
        (
            "신청 홈페이지는?",
            "신청",
            "신청 홈페이지는 https://forms.example.kr로만 들어간다.",
            "https://forms.example.kr",
        ),
        ("규정 시행일은 언제인가요?", "규정", "규정 시행일은 2024년 3월 5일", "2024년 3월 5일"),
        ("Leeds office phone number?", "Contacts", "The phone of the Leeds office is 0113-111-2222.", "0113-111-2222"),
    ],
)
def test_a_value_is_shown_as_it_is_written_without_what_stands_behind_it(
    question: str, title: str, text: str, value: str
) -> None:
    assert fact(question, title, text) == value
