"""Every wrong use is one sentence on standard error and exit code 2; what is not there is 1; help is 0."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service_agent.cli.conftest import Suffice


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("nosuch", "No such command 'nosuch'; `suffice --help` shows what it takes."),
        ("serv", "No such command 'serv'. Did you mean 'serve'?"),
        ("packs nosuch", "No such command 'nosuch'; `suffice packs --help` shows what it takes."),
        ("chat --quux", "No such option: --quux; `suffice chat --help` shows what it takes."),
        ("ask", "Missing argument 'question'; `suffice ask --help` shows what it takes."),
        ("ask hi --yes --no", "--yes and --no exclude each other; give one of them."),
        ("ask hi --url here:8000", "--url takes an address such as http://127.0.0.1:8000, not 'here:8000'."),
        ("chat --language fr", "--language takes ko or en, not 'fr'."),
        ("bench nope", "There is no benchmark 'nope'; there are all,"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(suffice: Suffice, arguments: str, said: str) -> None:
    outcome = suffice(*arguments.split())
    assert outcome.code == 2
    assert outcome.err.startswith(said)
    assert outcome.err.count("\n") == 1
    assert outcome.out == ""


def test_public_data_that_lacks_a_file_or_is_damaged_is_reported_in_one_sentence(
    suffice: Suffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUFFICE_TEST_DATA", str(tmp_path))
    pages = tmp_path / "ko_public_docs_qa"
    pages.mkdir()
    (pages / "qa.jsonl").write_text("", encoding="utf-8")
    outcome = suffice("eval", "retrieval")
    assert outcome.code == 1
    assert "has no ko_public_docs_qa/corpus.jsonl; put it there, or take ko_public_docs_qa out" in outcome.err
    (pages / "corpus.jsonl").write_text('{"doc_id": ', encoding="utf-8")
    outcome = suffice("eval", "retrieval")
    assert outcome.code == 1
    assert "cannot be read" in outcome.err


@pytest.mark.parametrize("command", ["conversations", "pairs", "live-reuse", "drafts"])
def test_a_measurement_without_public_data_says_where_it_is_looked_for(
    command: str, suffice: Suffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUFFICE_TEST_DATA", str(tmp_path))
    outcome = suffice("eval", command)
    assert outcome.code == 1
    assert f"{tmp_path} has no " in outcome.err
    assert "point SUFFICE_TEST_DATA at the folder that has it." in outcome.err
    assert outcome.err.count("\n") == 1


def test_an_empty_question_is_not_sent_anywhere(suffice: Suffice) -> None:
    outcome = suffice("ask", "  ")
    assert (outcome.code, outcome.err) == (2, 'The question is empty; write it in quotes: suffice ask "…".\n')


@pytest.mark.parametrize(("arguments", "code"), [("--help", 0), ("packs --help", 0), ("--version", 0), ("", 2)])
def test_help_is_shown_and_only_asking_for_it_succeeds(suffice: Suffice, arguments: str, code: int) -> None:
    outcome = suffice(*arguments.split())
    assert outcome.code == code
    assert "suffice" in outcome.out


def test_a_service_that_is_not_there_is_one_sentence_and_exit_code_1(suffice: Suffice) -> None:
    outcome = suffice("ask", "hi", "--url", "http://127.0.0.1:1")
    assert outcome.code == 1
    assert outcome.err.startswith("No Suffice service answers at http://127.0.0.1:1; start one")


def test_a_wrong_setting_is_named_with_what_it_takes(suffice: Suffice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUFFICE_PORT", "many")
    outcome = suffice("chat")
    assert (outcome.code, outcome.err) == (2, "SUFFICE_PORT=many is wrong: it takes a whole number from 0 to 65535.\n")


@pytest.mark.parametrize("packs", [("handbook",), pytest.param((), marks=pytest.mark.nightly)], ids=["one", "all"])
def test_every_shipped_pack_passes_its_check(suffice: Suffice, packs: tuple[str, ...]) -> None:
    outcome = suffice("packs", "check", *packs)
    assert (outcome.code, outcome.err) == (0, "")
    assert all(f"✓ {name}" in outcome.out for name in packs or ("handbook", "real_estate", "water_treatment"))


def test_a_packs_mistakes_are_reported_with_pack_file_and_line(suffice: Suffice, tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "pack.yaml").write_text("name: broken\nintents: 3\n", encoding="utf-8")
    outcome = suffice("packs", "check", str(folder))
    assert outcome.code == 2
    assert "broken/pack.yaml:2: `intents` is 3; write a list" in outcome.out
    assert outcome.err.endswith("mistakes; mend them and check again.\n")


def test_an_unknown_pack_is_reported_with_those_there_are(suffice: Suffice) -> None:
    outcome = suffice("packs", "check", "nope")
    assert outcome.code == 1
    assert outcome.err.startswith("There is no pack 'nope'; known are ")
    assert "real_estate" in outcome.err
