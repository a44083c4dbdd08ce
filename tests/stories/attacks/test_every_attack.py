"""Each attack of the file is run by a test of its number; what no program can run is named with its reason."""

from __future__ import annotations

import re
from pathlib import Path

from tests.stories.attacks.target import attacks

HERE = Path(__file__).parent
ELSEWHERE = {
    "A03": "what a person sees of white letters: the text is read by its letters, which the stories look at",
    "A20": "whether a script runs in the page: web/test/markdown.test.tsx and the story of harmful answers draw it",
    "A21": "whether a picture is asked for: the page's policy is looked at here, obeying it is the browser's",
    "A30": "whether an answer is friendly: a person judges that",
}
"""Attack -> what of it no test here runs, and why."""


def test_every_attack_of_the_stranger_is_run() -> None:
    run = {
        f"A{number}"
        for path in HERE.glob("test_*.py")
        for number in re.findall(r"def test_a(\d\d)_", path.read_text("utf-8"))
    }
    assert run == {str(attack["id"]) for attack in attacks()}


def test_what_is_left_out_is_part_of_an_attack_that_is_run() -> None:
    assert set(ELSEWHERE) <= {str(attack["id"]) for attack in attacks()}
