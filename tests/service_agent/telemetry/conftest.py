"""Figures and traces are tried on whole services and on the storage tests' desk."""

from __future__ import annotations

from tests.foundation.storage.conftest import desk

__all__ = ["desk"]
