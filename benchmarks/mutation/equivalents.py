"""Faults that change nothing anybody could see, each with the reason. Keys are `Mutant.key`."""

from __future__ import annotations

from collections.abc import Mapping

QUALITY: Mapping[str, str] = {}
GATES: Mapping[str, str] = {}
NARROWING: Mapping[str, str] = {}
VARIANTS: Mapping[str, str] = {}
ROUTER: Mapping[str, str] = {}
PROMPTS: Mapping[str, str] = {}
STATEMENTS: Mapping[str, str] = {}
