"""The pictures of docs/page.md, from those the browser's stories left in a folder.

SUFFICE_TEST_PICTURES=folder .venv/bin/python -m pytest -m "" tests/page
.venv/bin/python scripts/page_pictures.py folder
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

INTO = Path(__file__).resolve().parent.parent / "docs" / "images" / "page"
WIDE, SMALL, UPRIGHT, GAP = (960, 600), (520, 325), (256, 554), 12
TALLEST = 1112
"""A tablet's window; a page that was taken whole may be taller."""
COLOURS = 256
"""Enough for flat surfaces and letters; a picture alone stays below 100 KB, a sheet below 200."""
ALONE = (
    *[f"{state}-ko-light" for state in ("first", "searched", "reused", "asking", "ledger", "document", "citation")],
    *[f"{state}-ko-light" for state in ("undo", "partial", "line", "reconnecting", "offline", "stopped", "rules")],
    *[f"{state}-ko-light" for state in ("working", "failed", "trace", "clarification-long", "form-long")],
    *[f"knowledge-{part}ko-light" for part in ("", "document-", "why-", "upload-", "reports-")],
    "models-ko-light",
    "models-en-dark",
    "trace-en-dark",
    "settings-en-dark",
    "dashboard-decision-ko-light",
    "dashboard-threshold-ko-light",
    *[f"admin-{part}" for part in ("log-ko-light", "overview-en-dark", "erase-ko-light")],
)
AS_THEY_ARE = (
    "dashboard-decision-ko-phone",
    "knowledge-en-dark-phone",
    "ledger-ko-phone",
    "citation-ko-phone",
    "trace-ko-dark-phone",
    "trace-en-light-phone",
    "reused-ko-tablet",
    "asking-ko-tablet",
    "admin-log-ko-light-phone",
    "embed-answer-ko-light",
    "embed-open-en-dark-phone",
)
SHEETS = ("ko-light", "ko-dark", "en-light", "en-dark")
STATES = ("first", "working", "asking", "reused", "failed", "offline")


def written(picture: Image.Image, name: str) -> None:
    """Into the docs, with few colours."""
    # The usual way drops rare colours first, and those are the ones with a meaning.
    few = picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    few.save(INTO / f"{name}.png", optimize=True)


def top_of(picture: Image.Image, most: int) -> Image.Image:
    """What a window shows of a page that was taken whole."""
    return picture.crop((0, 0, picture.width, min(most, picture.height)))


def sheet(folder: Path, kind: str, tile: tuple[int, int], columns: int) -> Image.Image:
    """Every state of one language and theme side by side."""
    rows = -(-len(STATES) // columns)
    size = (columns * (tile[0] + GAP) - GAP, rows * (tile[1] + GAP) - GAP)
    whole = Image.new("RGB", size, "#8a8a86")
    for at, state in enumerate(STATES):
        part = Image.open(folder / f"{state}-{kind}.png").convert("RGB").resize(tile, Image.Resampling.LANCZOS)
        whole.paste(part, ((at % columns) * (tile[0] + GAP), (at // columns) * (tile[1] + GAP)))
    return whole


def main(folder: Path) -> None:
    """Every picture of the page's docs; those of a test that was not run stay as they are."""
    for name in ALONE + AS_THEY_ARE:
        if not (folder / f"{name}.png").is_file():
            sys.stdout.write(f"{name}: not in {folder}, left as it is\n")
            continue
        picture = Image.open(folder / f"{name}.png").convert("RGB")
        if name in AS_THEY_ARE:
            written(top_of(picture, TALLEST), name)
        else:
            window = top_of(picture, picture.width * WIDE[1] // WIDE[0])
            written(window.resize(WIDE, Image.Resampling.LANCZOS), name)
    for kind in SHEETS:
        for one, tile, columns in ((kind, SMALL, 3), (f"{kind}-phone", UPRIGHT, 6)):
            if all((folder / f"{state}-{one}.png").is_file() for state in STATES):
                written(sheet(folder, one, tile, columns), f"sheet-{one}")
            else:
                sys.stdout.write(f"sheet-{one}: not all of it in {folder}, left as it is\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
