"""An experiment as a file gives it: read, or refused in one sentence that says what to write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from evaluations.commands.replays import Asked, run_replay
from foundation.contracts.errors import WrongUse
from service_agent.api.dashboard.queries import read_experiment
from service_agent.cli.experiments import read_file

GOOD = """
name: winter
pack: real_estate
starts_at: 2026-12-01T00:00:00+09:00
ends_at: 2027-02-01T00:00:00+09:00
bound: 0.01
arms:
  - {name: control, variant: no_reuse, weight: 1}
  - {name: lower, variant: hybrid_confirm, weight: 1, reuse_above: 0.84}
"""


def declared(**changed: Any) -> dict[str, Any]:
    """The file with other values."""
    return {**yaml.safe_load(GOOD), **changed}


def arm(**changed: Any) -> dict[str, Any]:
    """The file with one arm, changed."""
    return declared(arms=[{"name": "a", "variant": "hybrid", "weight": 1, **changed}])


def test_a_file_is_read_with_its_thresholds_as_shares() -> None:
    read = read_experiment(declared())
    assert [each.reuse_above for each in read.arms] == [None, 840]
    assert read.starts_at is not None and read.starts_at.isoformat() == "2026-12-01T00:00:00+09:00"


@pytest.mark.parametrize(
    ("declaration", "sentence"),
    [
        (declared(arms="hello"), "`arms` is 'hello'; write a list, as [{name: today, variant: hybrid, weight: 1}]."),
        (declared(arms=["a"]), "`arms[1]` is 'a'; write a mapping, as {name: today, variant: hybrid, weight: 1}."),
        (declared(arms=[]), "`arms` is []; write from 1 to 12 arms."),
        (declared(name="Winter"), "letters, digits, - and _, a letter first"),
        (declared(name="default"), "name: default is what runs when no experiment does; choose another name."),
        (declared(bond=0.1), "`bond` is no key here; did you mean `bound`?"),
        (declared(bound="1%"), "`bound` is '1%'; write a number."),
        (declared(bound=0), "`bound` is 0; write a number that is more than 0.0."),
        (
            declared(starts_at=yaml.safe_load("2026-12-01")),
            "`starts_at` is 2026-12-01; write a time with its zone, as 2026-12-01T00:00:00+09:00.",
        ),
        (declared(starts_at="tomorrow"), "`starts_at` is tomorrow; write a time with its zone"),
        (declared(ends_at="2026-11-01T00:00:00+09:00"), "ends_at: it ends before it starts; give a later time."),
        (arm(weight=0), "arms: all weights are 0; give one of them a weight above it."),
        (arm(weight=-1), "`arms[1].weight` is -1; write a number that is at least 0.0."),
        (arm(weight=float("inf")), "`arms[1].weight` is inf; write a number"),
        (arm(variant="hybird"), "`arms[1].variant` is 'hybird'; write one of: 'no_reuse', 'supervisor_only', "),
        (arm(reuse_above="high"), "`arms[1].reuse_above` is 'high'; write a number."),
        (arm(reuse_above=840), "`arms[1].reuse_above` is 840; write a number that is at most 1.0."),
        (arm(reuse_above=float("nan")), "`arms[1].reuse_above` is nan; write a number"),
        (arm(reuse_above=0.845), "`arms[1].reuse_above` is 0.845; write 0.84 or 0.85, for audits are counted in"),
        (arm(variant="hybrid", ask_above=0.8401), "`arms[1].ask_above` is 0.8401; write 0.84 or 0.85, for"),
        (arm(reuse_above=0.999), "`arms[1].reuse_above` is 0.999; write 0.99, for"),
        (arm(reuse_above=[1]), "`arms[1].reuse_above` is [1]; write a number."),
        (arm(reuse_above=0.8, ask_above=0.9), "arms: a asks above 0.9 and reuses above 0.8; let asking begin below"),
        (arm(wieght=2), "`wieght` is no key here; did you mean `weight`?"),
        (declared(arms=[{"name": "a", "varaint": "hybrid"}]), "`varaint` is no key here; did you mean `variant`?"),
        (arm(stepped_back_at="2026-12-01T00:00:00Z"), "`stepped_back_at` is no key here; use one of: answering, "),
        (arm(retrieval="wide"), "`arms[1].retrieval` is 'wide'; write a mapping, as {cut: {most: 6}}."),
    ],
)
def test_a_mistake_is_one_sentence_with_what_to_write(declaration: dict[str, Any], sentence: str) -> None:
    with pytest.raises(WrongUse) as refused:
        read_experiment(declaration)
    said = refused.value.message
    assert sentence in said and "\n" not in said and said.endswith((".", "?")), said


def test_every_hundredth_may_be_declared() -> None:
    for step in range(101):
        assert read_experiment(arm(reuse_above=step / 100)).arms[0].reuse_above == step * 10


def test_a_replay_that_asks_above_reusing_is_refused() -> None:
    with pytest.raises(WrongUse, match="--ask-above: 0.6 lies above --reuse-above 0.5; let asking begin below"):
        run_replay(Asked(None, 0.5, 0.6, 100))


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (None, "cannot be read (No such file or directory); give the path of a YAML file."),
        (b"name: [winter\n", "is not YAML, line 2, column 1: expected ',' or ']', but got '<stream end>'; docs/exp"),
        (b"name: winter\n\tpack: real_estate\n", "is not YAML, line 2, column 1: found character"),
        ("name: 겨울".encode("cp949"), "is no text in UTF-8; save it so."),
        (b"- name: winter\n", "holds no experiment; write name, pack and arms"),
    ],
)
def test_a_file_that_is_none_is_refused_on_one_line(written: bytes | None, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "winter.yaml"
    if written is not None:
        file.write_bytes(written)
    with pytest.raises(WrongUse) as refused:
        read_file(file)
    assert str(refused.value).startswith(f"{file} {sentence}")
    assert "\n" not in str(refused.value)
