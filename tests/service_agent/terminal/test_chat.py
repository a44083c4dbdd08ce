"""The chat on a real pseudo-terminal against a real service."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.serving import Serve, Serving

pytestmark = pytest.mark.slow
SUFFICE = str(Path(sys.executable).with_name("suffice"))
PROMPT = "질문 ❯ "
PRICES = "대구 달서구 아파트 시세 알려줘"
DOUBTFUL = "평균은 얼마야?"
"""Names no region: the one spoken of before is likely meant, not certainly."""
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>78]|\r")


class Person:
    """Somebody at a terminal."""

    def __init__(self, url: str, *options: str, columns: int = 80) -> None:
        arguments = ["chat", "--url", url, "--language", "ko", *options]
        self._chat: Any = pexpect.spawn(SUFFICE, arguments, encoding="utf-8", dimensions=(50, columns), timeout=30)
        self.seen = ""

    def reads(self, words: str) -> str:
        """Waits until the words appear; what was on screen up to them."""
        self._chat.expect_exact(words)
        text = CONTROL.sub("", str(self._chat.before) + words)
        self.seen += text
        return text

    def types(self, line: str) -> None:
        self._chat.send(line + "\r")

    def asks(self, question: str) -> None:
        """A question, its answer, and the next prompt (typing draws the present one again)."""
        self.types(question)
        self.reads("규칙 엔진")
        self.reads(PROMPT)

    def presses(self, key: str) -> None:
        self._chat.send(key)

    def leaves(self) -> int:
        """Ctrl-D; the exit code."""
        self._chat.send("\x04")
        self._chat.expect(pexpect.EOF)
        self.seen += CONTROL.sub("", str(self._chat.before))
        self._chat.close()
        return int(self._chat.exitstatus)


async def at_terminal(what: Any, *arguments: Any) -> Any:
    """The terminal blocks; the service runs on this loop."""
    return await asyncio.wait_for(asyncio.to_thread(what, *arguments), 120)


async def test_a_question_is_answered_reused_overridden_and_left(service: Serving) -> None:
    def talk() -> Person:
        person = Person(service.url)
        person.reads(PROMPT)
        person.types(PRICES)
        assert "새로 검색합니다" in person.reads("규칙 엔진")
        person.reads(PROMPT)
        person.types("그 지역 평균 시세를 다시 요약해줘")
        assert "재사용" in person.reads("/again 을 입력하면")
        person.reads(PROMPT)
        for command, answer in (
            ("/again", "규칙 엔진"),
            ("/sources", "출처"),
            ("/help", "/previous"),
            ("/session", "\n"),
        ):
            person.types(command)
            person.reads(answer)
            person.reads(PROMPT)
        assert person.leaves() == 0
        return person

    person = await at_terminal(talk)
    assert "suffice chat --session" in person.seen
    assert "Traceback" not in person.seen


@pytest.mark.long  # every day: a question answered and reused, above
@pytest.mark.parametrize(
    ("key", "said"), [("1", "재사용"), pytest.param("2", "새로 검색합니다", marks=pytest.mark.long)]
)
async def test_the_question_to_the_person_is_answered_by_key(serve: Serve, key: str, said: str) -> None:
    def talk(url: str) -> None:
        person = Person(url)
        person.reads(PROMPT)
        person.asks(PRICES)
        person.types(DOUBTFUL)
        person.reads("30초 뒤에는")
        person.reads("28초 뒤에는")
        person.presses("k")
        person.reads("57초 뒤에는")
        person.presses(key)
        assert said in person.reads("규칙 엔진")
        person.reads(PROMPT)
        assert person.leaves() == 0

    async with serve(ask_worth_s=0.0) as service:
        await at_terminal(talk, service.url)


@pytest.mark.long  # every day: tests/service_agent/terminal/test_client.py
async def test_when_the_time_is_over_it_searches_and_the_earlier_results_are_one_command_away(serve: Serve) -> None:
    def talk(url: str) -> None:
        person = Person(url)
        person.reads(PROMPT)
        person.asks(PRICES)
        person.types(DOUBTFUL)
        assert "대기 시간이 지나" in person.reads("/previous 를 입력하면")
        person.reads(PROMPT)
        person.types("/previous")
        assert "재사용" in person.reads("/again 을 입력하면")
        assert person.leaves() == 0

    async with serve(ask_worth_s=0.0, confirm_timeout_s=1.0) as service:
        await at_terminal(talk, service.url)


@pytest.mark.long  # every day: a stop on the wire, tests/stories/test_turns.py
async def test_ctrl_c_stops_a_run_that_waits_and_the_chat_goes_on(serve: Serve) -> None:
    def talk(url: str) -> None:
        person = Person(url)
        person.reads(PROMPT)
        person.asks(PRICES)
        person.types(DOUBTFUL)
        person.reads("[k]")
        person.presses("\x03")
        person.reads("중단했습니다")
        person.reads(PROMPT)
        person.types("/session")
        person.reads(PROMPT)
        assert person.leaves() == 0

    async with serve(ask_worth_s=0.0) as service:
        await at_terminal(talk, service.url)


@pytest.mark.long  # every day: two tabs, tests/stories/test_cards.py
async def test_an_open_question_is_shown_on_coming_back_and_to_a_second_terminal(serve: Serve) -> None:
    def talk(url: str, session: str) -> None:
        first = Person(url, "--session", session)
        first.reads(PROMPT)
        second = Person(url, "--session", session)
        second.reads(PROMPT)
        first.asks(PRICES)
        assert f"❯ {PRICES}" in second.reads("규칙 엔진")
        second.reads(PROMPT)
        first.types(DOUBTFUL)
        first.reads("[k]")
        second.reads("[k]")
        third = Person(url, "--session", session)
        third.reads("초 뒤에는 새로 검색합니다")
        second.presses("1")
        # Who is not read stands still: a pseudo-terminal holds a few kilobytes.
        for person in (second, first, third):
            person.reads("재사용")
            person.reads(PROMPT)
            assert person.leaves() == 0

    async with serve(ask_worth_s=0.0) as service:
        await at_terminal(talk, service.url, await service.session())


@pytest.mark.parametrize("columns", [80, pytest.param(100, marks=pytest.mark.long)])
async def test_no_line_of_korean_is_wider_than_the_terminal(service: Serving, columns: int) -> None:
    def talk() -> str:
        person = Person(service.url, columns=columns)
        person.reads(PROMPT)
        person.types(PRICES)
        text = person.reads("확신")
        person.reads(PROMPT)
        person.leaves()
        return text.rpartition("대구 달서구 매매 아파트:")[2]

    for line in (await at_terminal(talk)).splitlines():
        width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line.rstrip())
        assert width <= columns, line


def piped(url: str, lines: str, *options: str) -> subprocess.CompletedProcess[str]:
    """The chat at the end of a pipe."""
    command = [SUFFICE, "chat", "--url", url, "--language", "ko", *options]
    return subprocess.run(command, input=lines, capture_output=True, text=True, check=False, timeout=90)


async def test_questions_may_come_from_a_pipe(service: Serving) -> None:
    run = await at_terminal(piped, service.url, f"{PRICES}\n그 지역 평균 시세를 다시 요약해줘\n")
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("❯ ") == 2
    assert run.stdout.index("→ 시세") < run.stdout.index("↻ 시세")


async def test_a_program_gets_every_frame_as_a_line_and_the_end_with_the_last_turn(service: Serving) -> None:
    run = await at_terminal(piped, service.url, f'{PRICES}\n{{"type":"bogus"}}\n{{no\n서초구는?\n', "--json")
    assert (run.returncode, run.stderr) == (0, "")
    frames = [json.loads(line) for line in run.stdout.splitlines()]
    kinds = [frame["type"] for frame in frames]
    assert kinds[0] == "session_ready"
    assert [frame["code"] for frame in frames if frame["type"] == "error"] == ["unknown_frame", "malformed_frame"]
    assert kinds.count("run_completed") == 2
    assert "pong" not in kinds
    seqs = [frame["seq"] for frame in frames if "seq" in frame]
    assert seqs == list(range(1, len(seqs) + 1))


@pytest.mark.long
async def test_a_program_answers_the_question_while_the_turn_waits(serve: Serve) -> None:
    def talk(url: str) -> list[str]:
        command = [SUFFICE, "chat", "--url", url, "--json"]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        with subprocess.Popen(command, **pipes) as program:
            assert program.stdin is not None
            assert program.stdout is not None
            program.stdin.write(f"{PRICES}\n{DOUBTFUL}\n")
            program.stdin.flush()
            kinds: list[str] = []
            for line in program.stdout:
                frame = json.loads(line)
                kinds.append(frame["type"])
                if frame["type"] == "user_confirmation_required":
                    answer = {"type": "confirmation_response", "value": "use_previous"}
                    program.stdin.write(json.dumps(answer | {"confirmation_id": frame["confirmation_id"]}) + "\n")
                    program.stdin.close()
                if frame["type"] == "prompt_resolved":
                    assert (frame["value"], frame["by"]) == ("use_previous", "person")
            assert program.wait(timeout=30) == 0
        return kinds

    async with serve(ask_worth_s=0.0) as service:
        kinds = await at_terminal(talk, service.url)
    assert kinds.count("run_completed") == 2
    assert "prompt_resolved" in kinds


@pytest.mark.long  # every day: a question answered by its key, above
async def test_a_graph_is_asked_by_number_listed_searched_counted_and_looked_around_in(serve: Serve) -> None:
    def talk(url: str) -> Person:
        person = Person(url, "--pack", "construction", columns=100)
        person.reads(PROMPT)
        person.types("강관용접")
        person.reads("전체 목록 (113)")
        person.presses("7\r")
        person.reads("1/8쪽")
        person.presses("\r")
        person.reads("2/8쪽")
        person.presses("/200mm sch 40\r")
        person.reads("1/1쪽")
        person.presses("1\r")
        assert "강관용접 200mm SCH 40" in person.reads("규칙 엔진")
        person.reads(PROMPT)
        person.types("30m")
        assert "× 30" in person.reads("규칙 엔진")
        person.reads(PROMPT)
        person.types("/graph")
        person.reads("플랜트용접공")
        person.reads(PROMPT)
        person.types("tig")
        person.reads("10 % 가산")
        person.presses("1\r")
        assert "TIG(Tungsten Inert Gas)용접" in person.reads("규칙 엔진")
        person.reads(PROMPT)
        person.types("강관용접 200mm SCH 40")
        answered = person.reads("규칙 엔진")
        assert "1m에 플랜트용접공" in answered
        assert "가지입니다" not in answered, "nothing is asked"
        person.reads(PROMPT)
        person.types("용접")
        assert "스테인리스관용접" in person.reads("전체 목록 (136)")
        person.presses("1\r")
        person.reads("전체 목록 (113)")
        person.presses("1\r")
        assert "강관용접" in person.reads("규칙 엔진")
        person.reads(PROMPT)
        person.types("PE관 접합")
        offered = person.reads("전체 목록 (16)")
        assert "버트융착" in offered
        assert "전기융착" in offered
        person.presses("1\r")
        person.reads("전체 목록 (8)")
        person.presses("1\r")
        assert "HDPE관" in person.reads("규칙 엔진")
        assert person.leaves() == 0
        return person

    async with serve(pack="construction") as service:
        person = await at_terminal(talk, service.url)
    assert "Traceback" not in person.seen
