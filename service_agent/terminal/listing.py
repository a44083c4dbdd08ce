"""The whole list of a clarification on the terminal: a page at a time, searched by words. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foundation.language.script import composed

PAGE = 15
SEEK, NEXT, BEFORE, CLOSE = "/", "+", "-", "0"
"""What is typed: /words searches, + and - turn the page, 0 goes back to the few choices."""


@dataclass
class Listing:
    """Every choice, of which a page is on screen."""

    choices: Sequence[dict[str, str]]
    sought: str = ""
    page: int = 0
    is_open: bool = True

    @property
    def found(self) -> list[dict[str, str]]:
        """The choices that hold all words sought, numbered from 1 in this order."""
        words = composed(self.sought).lower().split()
        return [one for one in self.choices if all(word in _text(one) for word in words)]

    @property
    def pages(self) -> int:
        """How many there are; one where nothing is found."""
        return max(1, -(-len(self.found) // PAGE))

    @property
    def shown(self) -> list[tuple[int, dict[str, str]]]:
        """(number, choice) of the page on screen."""
        start = self.page * PAGE
        return list(enumerate(self.found[start : start + PAGE], start + 1))

    def command(self, text: str) -> bool:
        """Does what the text asks of the list; False where it is an answer."""
        if text.startswith(SEEK):
            self.sought, self.page = text.removeprefix(SEEK).strip(), 0
        elif text in (NEXT, BEFORE, ""):
            step = -1 if text == BEFORE else 1
            self.page = (self.page + step) % self.pages
        elif text == CLOSE:
            self.is_open = False
        else:
            return False
        return True


def _text(choice: dict[str, str]) -> str:
    return composed(f"{choice['label']} {choice['description']}").lower()
