"""The pictures of docs/page.md, from those the browser's stories left in a folder.

SUFFICE_TEST_PICTURES=folder .venv/bin/python -m pytest tests/page/test_browser.py tests/page/test_dashboard.py
.venv/bin/python scripts/page_pictures.py folder
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

INTO = Path(__file__).resolve().parent.parent / "docs" / "images" / "page"
WIDE, SMALL, GAP = (960, 600), (600, 375), 12
COLOURS = 256
"""Enough for flat surfaces and letters; a picture stays below 100 KB."""
ALONE = (
    *[f"{state}-ko-light" for state in ("first", "searched", "reused", "asking", "ledger", "document", "citation")],
    *[f"{state}-ko-light" for state in ("undo", "partial", "line", "reconnecting", "offline", "stopped", "rules")],
    "settings-en-dark",
    "dashboard-decision-ko-light",
    "dashboard-threshold-ko-light",
)
AS_THEY_ARE = (
    "dashboard-decision-ko-phone",
    "first-ko-phone",
    "asking-ko-phone",
    "reused-ko-phone",
    "ledger-ko-phone",
    "reused-ko-tablet",
)
SHEETS = ("ko-dark", "en-light", "en-dark")
STATES = ("first", "searched", "reused", "asking")


def written(picture: Image.Image, name: str) -> None:
    """Into the docs, with few colours."""
    # The usual way drops rare colours first, and those are the ones with a meaning.
    few = picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    few.save(INTO / f"{name}.png", optimize=True)


def sheet(folder: Path, kind: str) -> Image.Image:
    """Four states of one language and theme side by side."""
    whole = Image.new("RGB", (2 * SMALL[0] + GAP, 2 * SMALL[1] + GAP), "white")
    for at, state in enumerate(STATES):
        part = Image.open(folder / f"{state}-{kind}.png").convert("RGB").resize(SMALL, Image.Resampling.LANCZOS)
        whole.paste(part, ((at % 2) * (SMALL[0] + GAP), (at // 2) * (SMALL[1] + GAP)))
    return whole


def main(folder: Path) -> None:
    """Every picture of the page's docs."""
    for name in ALONE:
        written(Image.open(folder / f"{name}.png").convert("RGB").resize(WIDE, Image.Resampling.LANCZOS), name)
    for name in AS_THEY_ARE:
        written(Image.open(folder / f"{name}.png"), name)
    for kind in SHEETS:
        written(sheet(folder, kind), f"sheet-{kind}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
