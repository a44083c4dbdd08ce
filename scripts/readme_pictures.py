"""The README's pictures, the page and the dashboard of a real service in English, and the dashboard's of docs/page.md.

    .venv/bin/python scripts/readme_pictures.py

Needs Chromium and Node. Starts a service of its own with an empty database, asks two questions in a browser, holds the
demo conversations, and writes docs/images/readme/reused.png and dashboard.png and docs/images/page/dashboard-*.png.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from page_pictures import GAP, SHEETS, WIDE, written
from PIL import Image
from terminal_picture import ROOT, SUFFICE, Running, service

INTO = ROOT / "docs" / "images" / "readme"
COLOURS = 256
"""Enough for flat surfaces and letters."""
SMALL, UPRIGHT = (480, 300), (139, 300)
"""A desk's and a phone's window on the sheet of the dashboard."""


def taken(running: Running, name: str, folder: Path) -> None:
    """The pictures of one visit, in a folder."""
    command = ["node", "browser/readme.mjs", running.address, str(folder), name]
    subprocess.run(command, cwd=ROOT / "web", check=True)


def sheet(folder: Path) -> Image.Image:
    """The dashboard in both languages and themes, wide and on a phone: a language a row."""
    width, height = SMALL[0] + GAP + UPRIGHT[0], SMALL[1]
    whole = Image.new("RGB", (2 * width + GAP, 2 * height + GAP), "#ffffff")
    for at, kind in enumerate(SHEETS):
        left, top = (at % 2) * (width + GAP), (at // 2) * (height + GAP)
        for name, size, x in ((kind, SMALL, left), (f"{kind}-phone", UPRIGHT, left + SMALL[0] + GAP)):
            picture = Image.open(folder / f"dashboard-{name}.png").convert("RGB")
            whole.paste(picture.resize(size, Image.Resampling.LANCZOS), (x, top))
    return whole


def of_the_page(folder: Path) -> None:
    """The dashboard's pictures of docs/page.md."""
    for name in ("dashboard-ko-light", "dashboard-en-dark"):
        written(Image.open(folder / f"{name}.png").convert("RGB").resize(WIDE, Image.Resampling.LANCZOS), name)
    written(Image.open(folder / "dashboard-ko-light-phone.png"), "dashboard-ko-phone")
    written(sheet(folder), "dashboard-sheet")


def main() -> None:
    """All of them."""
    INTO.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        with service() as running:
            taken(running, "conversation", Path(folder))
        # With the example service as it ships, so that demo people are asked and a threshold can be tried.
        with service("SUFFICE_EXAMPLE_LATENCY_S=2") as running:
            subprocess.run(["env", *running.environment, str(SUFFICE), "demo", "traffic"], check=True)
            taken(running, "dashboard", Path(folder))
            taken(running, "board", Path(folder))
        of_the_page(Path(folder))
        for file in (Path(folder) / "reused.png", Path(folder) / "dashboard.png"):
            picture = Image.open(file).convert("RGB")
            # The usual way drops rare colours first, and those are the ones with a meaning.
            few = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
            few.save(INTO / file.name, optimize=True)


if __name__ == "__main__":
    main()
