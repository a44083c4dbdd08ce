"""The console everything is printed by: text from elsewhere (answers, titles, file names) cannot command the terminal.

rich takes BEL and a few others out of texts, but not ESC, and not the marks that turn the direction of writing round.
Its own colours and cursor movements are made after this, from styles and control segments.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import rich.console
from rich.console import ConsoleOptions, RenderableType
from rich.segment import Segment

from foundation.language.printable import COMMANDS


class Console(rich.console.Console):
    """rich's, whose texts are only ever texts: `:key:` in one is no picture of a key either."""

    def __init__(self, *, stderr: bool = False, **more: Any) -> None:
        super().__init__(stderr=stderr, emoji=False, **more)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Segments without commands of somebody else's."""
        for segment in super().render(renderable, options):
            if segment.control is None and COMMANDS.search(segment.text):
                yield Segment(COMMANDS.sub("", segment.text), segment.style)
            else:
                yield segment
