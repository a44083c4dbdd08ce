"""Whether a draft is in the person's language."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.verification import is_foreign

SHOWN = "송수펌프 BP-801은 grease를 6개월마다 보충한다. The pump is greased."


@pytest.mark.parametrize(
    ("text", "language", "is_it"),
    [
        ("no JSON at all", "ko", True),
        ("BP", "ko", False),
        ("grease", "ko", False),
        ("The pump is greased.", "ko", False),
        ("grease를 보충합니다", "ko", False),
        ("6", "ko", False),
        ("잘 모르겠습니다", "en", True),
        ("송수펌프", "en", False),
        ("It is the 송수펌프.", "en", False),
    ],
)
def test_words_of_another_script_must_stand_in_what_was_shown(text: str, language: str, is_it: bool) -> None:
    assert is_foreign(text, language, SHOWN) is is_it
