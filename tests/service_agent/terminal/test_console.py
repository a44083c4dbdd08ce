"""Text from elsewhere is only ever text on a terminal, wherever it stands."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest

from foundation.language.printable import json_text
from service_agent.terminal import render
from service_agent.terminal.answering import Answering
from service_agent.terminal.console import Console
from service_agent.terminal.markdown import AnswerMarkdown
from service_agent.terminal.view import OpenPrompt, TurnView
from service_agent.terminal.words import words_for

ATTACKS = {
    "clears the screen": "\x1b[2J\x1b[H",
    "sets the window's title": "\x1b]0;owned\x07",
    "writes to the clipboard": "\x1b]52;c;cm0gLXJm\x07",
    "is a link that hides its target": "\x1b]8;;https://evil.example\x1b\\여기\x1b]8;;\x1b\\",
    "is CSI in one character": "\x9b31m",
    "asks the terminal to answer": "\x1b[6n\x1bP+q544e\x1b\\",
    "goes back over the line": "정상\r위조\x08\x08",
    "turns writing round": "\u202etxt.exe\u2066",
}
OWN = re.compile(r"\x1b\[[0-9;]*m|\x1b\[\?25[lh]|\x1b\[\d*[AGK]|\x1b\[2K")
"""What rich itself writes: colours, the cursor hidden and shown, a line gone over."""
WORDS = words_for("ko")


def printed(*parts: Any) -> str:
    """What reaches the terminal."""
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=80, color_system="truecolor", legacy_windows=False)
    for part in parts:
        console.print(part)
    return file.getvalue()


def commands_in(text: str) -> list[str]:
    return re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", OWN.sub("", text))


def final(attack: str) -> dict[str, Any]:
    """An answer with the attack everywhere a document or a model can put it."""
    citation = {"marker": 1, "title": f"제목{attack}", "quote": f"인용{attack}", "uri": f"http://a{attack}"}
    return {
        "content": f"답{attack} [1]\n\n| 칸{attack} | 값 |\n|---|---|\n| 가{attack} | 1{attack} |\n\n`코드{attack}`",
        "notices": [f"알림{attack}"],
        "citations": [citation],
        "reuse": {"badge": f"재사용{attack}", "decision": "search", "undo_available": False},
        "engine": "model",
        "timings_ms": {"total": 1},
        "confidence": 0.5,
    }


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_an_answer_cannot_command_the_terminal(attack: str) -> None:
    shown = printed(*render.answer(final(attack), WORDS, all_sources=True))
    assert "제목" in shown
    assert "인용" in shown
    assert commands_in(shown) == []


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_neither_can_what_is_shown_while_it_works_nor_the_question_to_the_person(attack: str) -> None:
    option = {"value": "a", "label": f"선택{attack}", "description": attack}
    prompt = OpenPrompt("p", f"물음{attack}", attack, attack, [option], 5.0)
    view = TurnView(question="q", standalone=f"고친 물음{attack}", streamed=f"쓰는 중{attack}", prompt=prompt)
    view.failure = f"실패{attack}"
    shown = printed(render.working(view, WORDS, 1.0, 3.0), render.finished(view, WORDS), f"제목 {attack}")
    assert "쓰는 중" in shown
    assert commands_in(shown) == []


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_json_for_a_program_says_the_same_and_commands_nothing(attack: str) -> None:
    content = {"content": f"답\t{attack}", "more": [attack]}
    for indent in (None, 2):
        written = json_text(content, indent)
        assert commands_in(written) == []
        assert json.loads(written) == content


def test_a_link_of_an_answer_shows_where_it_leads() -> None:
    shown = printed(AnswerMarkdown("[은행](https://evil.example/login)"))
    assert "evil.example" in OWN.sub("", shown)
    assert "\x1b]8" not in shown


def test_colours_and_korean_stay() -> None:
    shown = printed(render.question_card(Answering(OpenPrompt("p", "물음", "요약", "까닭", [], None)), WORDS, None))
    assert "물음" in shown
    assert "\x1b[1m" in shown


def test_a_word_between_colons_stays_a_word() -> None:
    console = Console(file=io.StringIO(), width=80)
    with console.capture() as written:
        console.print("entries name:key or name:key:role", markup=False)
    assert written.get() == "entries name:key or name:key:role\n"
