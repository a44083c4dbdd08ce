"""The rows of `suffice eval small-model`: right, refused, wrong, by set and by what the passages hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from evaluations.answering.page import percent
from evaluations.rates import Share
from evaluations.thinking.public import PublicQuestions
from evaluations.thinking.public_run import AFTER, BARE, BEFORE, BY_RULES, Answered

WAYS = (BY_RULES, BARE, BEFORE, AFTER)


@dataclass(frozen=True)
class PublicReport:
    """Every way over one sample; prints itself, as tables in Markdown."""

    title: str
    sets: Sequence[PublicQuestions]
    answered: Sequence[Answered]

    @property
    def text(self) -> str:
        """All tables."""
        return "\n".join([f"{self.title}\n", *self._sample(), *self._rows(), "", *self._costs()])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        _ = console, options
        yield Text(self.text)

    def of(self, data: str, way: str, *, is_answered: bool) -> list[Answered]:
        """One row's answers."""
        return [
            one
            for one in self.answered
            if one.public.data == data and one.way == way and one.public.is_answered == is_answered
        ]

    def _sample(self) -> Iterator[str]:
        for one in self.sets:
            if not one.kept:
                continue
            first = one.kept[0]
            kind = "answered by a passage found" if first.is_answered else "answered by none"
            left = f"; left out: {one.not_found} whose passage was not found" if first.is_answered else ""
            near = f", {one.without_sentence} without a labelled sentence" if one.without_sentence else ""
            yield f"* {first.data}, {kind}: {len(one.kept)} questions{left}{near}"
        yield ""

    def _rows(self) -> Iterator[str]:
        yield "| questions | written | right | refused | wrong | of the wrong, shown with a warning |"
        yield "| --- | --- | ---: | ---: | ---: | ---: |"
        for data in dict.fromkeys(one.public.data for one in self.answered):
            for is_answered in (True, False):
                for way in WAYS:
                    if found := self.of(data, way, is_answered=is_answered):
                        yield self._row(data, way, found, is_answered=is_answered)

    def _row(self, data: str, way: str, found: Sequence[Answered], *, is_answered: bool) -> str:
        right, refused, wrong = (
            Share(sum(one.became == result for one in found), len(found)) for result in ("right", "refused", "wrong")
        )
        warned = Share(sum(one.warned for one in found if one.became == "wrong"), wrong.hits)
        kind = "answered" if is_answered else "not answered"
        refusals = percent(refused) if is_answered else "is right"
        cells = (f"{data}, {kind}", way, percent(right), refusals, percent(wrong), f"{warned.hits} of {warned.of}")
        return f"| {' | '.join(cells)} |"

    def _costs(self) -> Iterator[str]:
        yield "| written | calls a question | most | by the model |\n| --- | ---: | ---: | ---: |"
        for way in WAYS[1:]:
            found = [one for one in self.answered if one.way == way]
            if found:
                calls = [one.calls for one in found]
                kept = Share(sum(one.by_model for one in found), len(found))
                yield f"| {way} | {sum(calls) / len(calls):.1f} | {max(calls)} | {percent(kept)} |"
