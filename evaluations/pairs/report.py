"""What the pairs amount to; prints itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from evaluations.harness.rates import rate_of, shown, written
from evaluations.pairs.asking import Asked
from evaluations.pairs.together import Part
from service_agent.statistics.intervals import Rate

SHOWN = 300
"""Characters of an answer that are shown."""
MARKERS = re.compile(r"\s*\[\d+(?:,\s*\d+)*\]")


def said_in(asked: Asked) -> str:
    """The answer without its markers: they count what lies in hand."""
    return MARKERS.sub("", asked.answer.content).strip()


@dataclass(frozen=True)
class PairsReport:
    """All sessions."""

    pairs: Sequence[Asked]
    alone: Sequence[Asked]
    follow_ups: Sequence[Asked]
    together: Sequence[Part] = ()
    show: bool = False

    @property
    def wrong(self) -> list[Asked]:
        """Pairs whose second question was answered from the first one's evidence."""
        return [asked for asked in self.pairs if asked.line.is_labelled and asked.is_wrong_reuse]

    @property
    def unlike(self) -> list[Asked]:
        """Pairs without labels whose second question reused something and got another answer than alone."""
        bare = (asked for asked in self.pairs if not asked.line.is_labelled)
        return [asked for asked in bare if asked.answer.reused and self._differs(asked)]

    def _differs(self, asked: Asked) -> bool:
        alone = {(one.line.pack, one.line.say): said_in(one) for one in self.alone}
        return alone.get((asked.line.pack, asked.line.say)) != said_in(asked)

    def figures(self, pack: str | None = None) -> dict[str, Rate]:
        """What it is called -> the rate, of one pack or of all."""
        pairs, alone, follow_ups = (
            [asked for asked in part if pack in (None, asked.line.pack)]
            for part in (self.pairs, self.alone, self.follow_ups)
        )
        together = [part for part in self.together if pack in (None, part.line.pack)]
        labelled = [asked for asked in pairs if asked.line.is_labelled]
        bare = [asked for asked in pairs if not asked.line.is_labelled]
        unlike = self.unlike
        right_alone = {(asked.line.pack, asked.line.say) for asked in alone if asked.answered}
        comparable = [asked for asked in labelled if (asked.line.pack, asked.line.say) in right_alone]
        return {
            "second answered from the first's evidence": rate_of(asked.is_wrong_reuse for asked in labelled),
            "without labels: second reused, answered otherwise than alone": rate_of(asked in unlike for asked in bare),
            "without labels: second answered otherwise than alone": rate_of(self._differs(asked) for asked in bare),
            "second reused anything": rate_of(bool(asked.answer.reused) for asked in pairs),
            "right alone, not as the second": rate_of(not asked.answered for asked in comparable),
            "right alone": rate_of(asked.answered for asked in alone if asked.line.is_labelled),
            "true follow-ups that reused": rate_of(
                asked.is_due_reuse for asked in follow_ups if asked.line.due is None or asked.line.due
            ),
            "three in one message: answered": rate_of(part.answered for part in together),
            "three in one message: answered or named as not": rate_of(part.answered or part.named for part in together),
            "refused with an error": rate_of(asked.answer.failure is not None for asked in (*pairs, *alone)),
        }

    def as_json(self) -> dict[str, Any]:
        """All figures, for programs."""
        packs = {name: self.figures(name) for name in self._packs()} | {"all": self.figures()}
        return {pack: {name: written(rate) for name, rate in found.items()} for pack, found in packs.items()}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        _ = console, options
        columns = {pack: self.figures(pack) for pack in self._packs()} | {"all": self.figures()}
        table = Table("", *columns, title="suffice eval pairs (Wilson, 95 %)")
        for name in columns["all"]:
            table.add_row(name, *(shown(found[name]) for found in columns.values()))
        yield table
        yield Text(
            "answered from the first one's evidence:" if self.wrong else "none was answered from the first one's"
        )
        for asked in self.wrong:
            yield Text(f"  {asked.line.pack}: {asked.before[0]} -> {asked.line.say} ({', '.join(asked.answer.reused)})")
            if self.show:
                yield Text(f"    said: {asked.answer.content[:SHOWN]}", no_wrap=True)
        for asked in self.unlike:
            yield Text(f"  otherwise than alone, {asked.line.pack}: {asked.before[0]} -> {asked.line.say}")
            if self.show:
                yield Text(f"    said: {asked.answer.content[:SHOWN]}", no_wrap=True)
        if self.show:
            yield from self._missed()

    def _missed(self) -> Iterator[Text]:
        for asked in self.follow_ups:
            if not asked.is_due_reuse:
                yield Text(f"  not reused, {asked.line.pack}: {' -> '.join(asked.line.turns)}")
        for part in self.together:
            if not (part.answered or part.named):
                yield Text(f"  neither answered nor named, {part.line.pack}: {part.line.say} in: {part.message}")
        for asked in self.alone:
            if asked.line.is_labelled and not asked.answered:
                yield Text(f"  not right alone, {asked.line.pack}: {asked.line.say}: {asked.answer.content[:SHOWN]}")

    def _packs(self) -> list[str]:
        return list(dict.fromkeys(asked.line.pack for asked in self.alone))
