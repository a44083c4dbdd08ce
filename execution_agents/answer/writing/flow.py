"""An answer's text on its way out: bullets are removed, and it ends at a sentence before it grows too long."""

from __future__ import annotations

import re

_END = re.compile(r"[.!?。？！](?:\s?\[\d{1,3}\])*[\"”’)」』]?(?=\s)|\n")
_BULLET = re.compile(r"[ \t]*(?:[-*•▪◦·]|#{1,6})[ \t]+")
_MAYBE_BULLET = re.compile(r"[ \t]*(?:[-*•▪◦·]|#{1,6})?[ \t]*")
_LONGEST_START = 16
"""Characters at the beginning of a line that may be a bullet; a longer beginning is whitespace and is kept."""


class Flow:
    """Takes pieces of text; returns what may be shown, and knows when the answer is long enough."""

    def __init__(self, longest: int, whole_from: int) -> None:
        """`longest`: characters. `whole_from`: thousandths of them, after which only whole sentences pass; text that
        was shown must not be taken back."""
        self._longest = longest
        self._held_from = longest * (whole_from / 1000)
        self._held = ""
        self._line_start = True
        self.length = 0
        self.full = False
        """True once a sentence did not fit: everything after it is ignored."""

    def feed(self, piece: str) -> str:
        """The text that may be shown now."""
        if self.full:
            return ""
        self._held += self._without_bullets(piece)
        if self.length + len(self._held) <= self._held_from:
            return self._let_through(len(self._held))
        return self._whole_sentences()

    def flush(self) -> str:
        """The text held back when the stream ended, as far as it fits."""
        if self.full:
            return ""
        self._held = f"{self._held}{self._start}"
        self._start = ""
        out = self._whole_sentences()
        if self.full:
            return out
        if self.length + len(self._held) <= self._longest:
            return out + self._let_through(len(self._held))
        return out + self._cut()

    _start = ""
    """The beginning of a line that may be a bullet."""

    def _without_bullets(self, piece: str) -> str:
        out: list[str] = []
        for character in piece:
            if character == "\n":
                out += [self._start, character]
                self._start, self._line_start = "", True
            elif self._line_start:
                self._start += character
                if _BULLET.fullmatch(self._start):
                    self._start, self._line_start = "", False
                elif len(self._start) > _LONGEST_START or not _MAYBE_BULLET.fullmatch(self._start):
                    out.append(self._start)
                    self._start, self._line_start = "", False
            else:
                out.append(character)
        return "".join(out)

    def _whole_sentences(self) -> str:
        out = ""
        while (end := _END.search(self._held)) is not None:
            if self.length + end.end() > self._longest:
                return out + self._cut()
            out += self._let_through(end.end())
        if self.length + len(self._held) > 2 * self._longest:
            return out + self._cut()
        return out

    def _cut(self) -> str:
        """Ends the answer here; inside a sentence only where it is the first one."""
        self.full = True
        if self.length:
            return ""
        head = self._held[: self._longest - 1].rsplit(" ", 1)[0]
        self.length, self._held = len(head) + 1, ""
        return f"{head}…"

    def _let_through(self, count: int) -> str:
        out, self._held = self._held[:count], self._held[count:]
        self.length += len(out)
        return out
