"""`suffice init` as a process: from a folder of files to answers, twice; and its wrong uses."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.service_agent.cli.conftest import Suffice
from tests.service_agent.cli.processes import SUFFICE, Environment

MANUAL = """# Pump manual

## Daily inspection
Look at the pressure at 9:00. It must stay below 6 bar.

## Oil change
Change the oil every 500 hours.
"""
PRICES = 'Part,Kind,Price (GBP)\nSmall filter,filter,"1,250"\nLarge filter,filter,"2,400"\nSeal,seal,85\n'


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "our plant"
    folder.mkdir()
    (folder / "manual.md").write_text(MANUAL, encoding="utf-8")
    (folder / "prices.csv").write_text(PRICES, encoding="utf-8")
    return folder


def run(environment: Environment, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [SUFFICE, *arguments], env=environment, capture_output=True, text=True, timeout=240, check=False
    )


def test_a_folder_of_files_answers_and_can_be_written_anew(files: Path, environment: Environment) -> None:
    packs = files.parent / "packs"
    chosen = {**environment, "SUFFICE_PACKS_DIR": str(packs)}
    made = run(chosen, "init", str(files), "--yes")
    assert made.returncode == 0, made.stderr
    assert "Questions that your files answer:" in made.stdout
    assert "What does it say about Daily inspection?" in made.stdout
    assert (packs / "our_plant" / "examples.yaml").is_file()
    answer = run(chosen, "ask", "--pack", "our_plant", "--json", "How often is the oil changed?")
    assert "500 hours" in json.loads(answer.stdout)["content"]
    why = run(chosen, "packs", "why", "--pack", "our_plant", "What is the Price of Large filter?")
    assert why.returncode == 0, why.stderr
    assert "2,400" in why.stdout
    assert "intent" in why.stdout
    again = run(chosen, "init", str(files), "--yes")
    assert again.returncode == 2
    assert again.stderr.startswith("There is a pack our_plant in")
    replaced = run(chosen, "init", str(files), "--yes", "--replace")
    assert replaced.returncode == 0
    assert "1 as before" in replaced.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("/nowhere/at/all",), 2, "There is no file or folder /nowhere/at/all"),
        ((os.curdir, "--language", "fr"), 2, "--language takes ko or en, not 'fr'."),
        (("FILES", "--name", "My Pack!", "--yes"), 2, "A pack's name is small letters"),
    ],
)
def test_wrong_uses_are_one_sentence(
    suffice: Suffice, files: Path, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    outcome = suffice("init", *(str(files) if word == "FILES" else word for word in arguments))
    assert outcome.code == code
    assert outcome.err.startswith(sentence)
