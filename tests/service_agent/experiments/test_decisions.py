"""What new conversations' variants are drawn by."""

from __future__ import annotations

from dataclasses import replace

from foundation.domains.loading.loader import load_pack, shipped_packs
from service_agent.experiments.decisions import ExperimentRules
from service_agent.settings.settings import Settings

PACK = load_pack(shipped_packs() / "handbook")


def test_a_tenth_is_held_out_of_the_packs_own_weights() -> None:
    weights = ExperimentRules.of(Settings(), 0.1).weights_of(PACK)
    assert weights == {"hybrid_confirm": 0.9, "no_reuse": 0.1}


def test_weights_somebody_chose_are_left_alone() -> None:
    chosen = Settings(variant_weights={"hybrid": 1.0})
    assert ExperimentRules.of(chosen, 0.1).weights_of(PACK) == {"hybrid": 1.0}
    declared = PACK.model_copy(update={"variant_weights": {"hybrid": 0.5, "no_reuse": 0.5}})
    assert ExperimentRules.of(Settings(), 0.1).weights_of(declared) == declared.variant_weights


def test_nothing_is_held_out_where_the_setting_says_so() -> None:
    rules = replace(ExperimentRules.of(Settings()), hold_out=0.0)
    assert rules.weights_of(PACK) == PACK.variant_weights
