"""The README's pictures: the page and the dashboard of a real service, in English.

    .venv/bin/python scripts/readme_pictures.py

Needs Chromium and Node. Starts a service of its own with an empty database, asks two questions in a browser, holds the
demo conversations, and writes docs/images/readme/reused.png and dashboard.png.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from PIL import Image
from terminal_picture import ROOT, SUFFICE, Running, service

INTO = ROOT / "docs" / "images" / "readme"
COLOURS = 256
"""Enough for flat surfaces and letters."""


def taken(running: Running, name: str, folder: Path) -> None:
    """The pictures of one visit, in a folder."""
    command = ["node", "browser/readme.mjs", running.address, str(folder), name]
    subprocess.run(command, cwd=ROOT / "web", check=True)


def main() -> None:
    """Both pictures."""
    INTO.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        with service() as running:
            taken(running, "conversation", Path(folder))
        with service() as running:
            subprocess.run(["env", *running.environment, str(SUFFICE), "demo", "traffic"], check=True)
            taken(running, "dashboard", Path(folder))
        for file in sorted(Path(folder).glob("*.png")):
            picture = Image.open(file).convert("RGB")
            # The usual way drops rare colours first, and those are the ones with a meaning.
            few = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
            few.save(INTO / file.name, optimize=True)


if __name__ == "__main__":
    main()
