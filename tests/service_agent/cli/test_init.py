"""`suffice init`: from a folder of files to answers, twice; and its wrong uses."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pexpect
import pytest
import yaml

from tests.service_agent.cli.conftest import Here, Suffice
from tests.service_agent.cli.processes import Environment, at_terminal

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


def test_a_folder_of_files_answers_and_can_be_written_anew(files: Path, here: Here, suffice: Suffice) -> None:
    packs = files.parent / "packs"
    here(SUFFICE_PACKS_DIR=str(packs))
    made = suffice("init", str(files), "--yes")
    assert made.code == 0, made.err
    assert "Questions that your files answer:" in made.out
    assert "What does it say about Daily inspection?" in made.out
    assert (packs / "our_plant" / "examples.yaml").is_file()
    answer = suffice("ask", "--pack", "our_plant", "--json", "How often is the oil changed?")
    assert "500 hours" in json.loads(answer.out)["content"]
    why = suffice("packs", "why", "--pack", "our_plant", "What is the Price of Large filter?")
    assert why.code == 0, why.err
    assert "2,400" in why.out
    assert "intent" in why.out
    again = suffice("init", str(files), "--yes")
    assert again.code == 2
    assert again.err.startswith("There is a pack our_plant in")
    assert "(our_plant_2 is free)" in again.err and "manual.md" not in again.out, "said before files are read"
    replaced = suffice("init", str(files), "--yes", "--replace")
    assert replaced.code == 0
    assert "1 as before" in replaced.out


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("/nowhere/at/all",), 2, "There is no file or folder /nowhere/at/all"),
        (("FILES", "--name", "handbook", "--yes"), 2, "There is a pack handbook in"),
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


SLOWLY_S = 300
"""What a busy machine may take between two lines."""


@pytest.mark.long  # every day: nothing but enter, at a terminal as well
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_at_a_terminal_three_answers_and_two_slips_end_in_the_chat(files: Path, environment: Environment) -> None:
    packs = files.parent / "packs"
    with at_terminal({**environment, "SUFFICE_PACKS_DIR": str(packs)}, "init", str(files)) as person:
        person.timeout = SLOWLY_S
        person.expect_exact("reading")
        person.expect_exact("manual.md")
        person.expect_exact("table prices")
        person.expect_exact("Name of the pack")
        person.send("My Pack!\r")
        person.expect_exact("A pack's name is small letters, digits and _")
        person.expect_exact("Name of the pack")
        person.send("\r")
        person.expect_exact("Language people ask in")
        person.send("french\r")
        person.expect_exact("Please select one of the available options")
        person.expect_exact("Language people ask in")
        person.send("en\r")
        person.expect_exact("What do people ask of it? (a few words)")
        person.send("pumps and their parts\r")
        for bar in ("taking in", "trying questions"):
            person.expect_exact(bar)
            person.expect("━")
        person.expect_exact("Questions that your files answer:")
        person.expect_exact("Ask ❯ ")
        person.send("How often is the oil changed?\r")
        person.expect_exact("500 hours")
        person.expect_exact("Ask ❯ ")
        person.send("\x04")
        person.expect(pexpect.EOF)
        person.wait()
    assert person.exitstatus == 0, person.before
    written = (packs / "our_plant" / "pack.yaml").read_text(encoding="utf-8")
    assert "pumps and their parts" in written
    assert yaml.safe_load(written)["languages"][0] == "en"


@pytest.mark.slow
def test_at_a_terminal_nothing_but_enter_takes_what_is_proposed(files: Path, environment: Environment) -> None:
    packs = files.parent / "packs"
    chosen = {**environment, "SUFFICE_PACKS_DIR": str(packs)}
    with at_terminal(chosen, "init", str(files), "--no-chat") as person:
        person.timeout = SLOWLY_S
        for question in ("Name of the pack", "Language people ask in", "What do people ask of it?"):
            person.expect_exact(question)
            person.send("\r")
        person.expect(pexpect.EOF)
        person.wait()
    assert person.exitstatus == 0, person.before
    assert (packs / "our_plant" / "pack.yaml").is_file()


@pytest.mark.long  # every day: nothing but enter, at a terminal as well
@pytest.mark.slow
def test_at_a_terminal_a_folder_with_nothing_to_read_says_what_lies_there(
    files: Path, environment: Environment
) -> None:
    bare, pictures = files.parent / "bare", files.parent / "pictures"
    bare.mkdir()
    pictures.mkdir()
    (pictures / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0 nothing of this is text")
    (pictures / "broken.pdf").write_bytes(b"%PDF-1.4 cut off")
    for folder, words in (
        (files.parent / "missing", ["There is no file or folder", "give the path of your files"]),
        (bare, ["bare"]),
        (pictures, ["photo.jpg", "broken.pdf"]),
    ):
        with at_terminal(environment, "init", str(folder)) as person:
            person.timeout = SLOWLY_S
            person.expect(pexpect.EOF)
            person.wait()
        said = " ".join(person.before.split())
        assert person.exitstatus == 2, said
        assert "Traceback" not in said and "Name of the pack" not in said, "nobody is asked for nothing"
        for word in words:
            assert word in said.replace(" ", "") or word in said, said
