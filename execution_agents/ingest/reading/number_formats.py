"""Figures of a workbook as a cell shows them: the words of its number format (12.5 mg/L, ₩12500), its percent sign and
its thousands; never rounded, because the stored value is the intended one."""

from __future__ import annotations

import math
import re
from datetime import timedelta

_PLACE = re.compile(r"[0#?]")
_CURRENCY = re.compile(r"\[\$([^\]-]*)(?:-[^\]]*)?\]")
_LEFT_OUT = re.compile(r"\[[^\]]*\]|[_*].")
_LITERAL = re.compile(r'"([^"]*)"|\\(.)|([₩$€£¥])')
_THOUSANDS = re.compile(r"[0#?](,+)(?![0#?,])")
_LONGEST = 24
"""Most characters of words around a figure; a longer text is not a unit."""


def shown_figure(value: float, written: str, *, shown: bool) -> str:
    """The figure under the format `written`; without `shown` as a table's column takes it: no words around it. A
    percentage is its hundredfold either way."""
    section = written.split(";")[0]
    if "%" in section and '"' not in section:
        return _plain(round(value * 100, 10)) + ("%" if shown else "")
    before, after = _around(section) if shown else ("", "")
    if not (before or after):
        return _plain(value)
    # 12,500천원 under the format #,##0,"천원" is stored as 12500000.
    thousands = _THOUSANDS.search(_bare(section))
    number = _plain(abs(value) / 1000 ** (len(thousands[1]) if thousands else 0))
    return f"{'-' if value < 0 else ''}{before}{number}{after}"


def shown_length(length: timedelta) -> str:
    """Hours and minutes, as [h]:mm shows them; seconds where there are any."""
    seconds = round(length.total_seconds())
    hours, rest = divmod(abs(seconds), 3600)
    minutes, rest = divmod(rest, 60)
    return f"{'-' if seconds < 0 else ''}{hours}:{minutes:02}" + (f":{rest:02}" if rest else "")


def _around(section: str) -> tuple[str, str]:
    """The text before and after the digits; empty if the format has no digits."""
    bare = _LEFT_OUT.sub("", _CURRENCY.sub(lambda found: f'"{found[1]}"', section))
    outside = _LITERAL.sub(lambda found: " " * len(found[0]), bare)
    places = [found.start() for found in _PLACE.finditer(outside)]
    if not places:
        return "", ""
    before = "".join(_words(found) for found in _LITERAL.finditer(bare[: places[0]]))
    after = "".join(_words(found) for found in _LITERAL.finditer(bare[places[-1] + 1 :]))
    return before.lstrip()[:_LONGEST], after.rstrip()[:_LONGEST]


def _words(found: re.Match[str]) -> str:
    return found[1] or found[2] or found[3] or ""


def _bare(section: str) -> str:
    return _LITERAL.sub("", _LEFT_OUT.sub("", section))


def _plain(value: float) -> str:
    """A whole number has no point."""
    return str(int(value)) if math.isfinite(value) and value == int(value) and abs(value) < 1e15 else f"{value:.15g}"
