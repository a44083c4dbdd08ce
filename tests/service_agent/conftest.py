"""One whole service for all rooms of this floor: an instance a room would mean as many services side by side."""

from __future__ import annotations

from tests.serving import data_dir, fuzzed, serve, service

__all__ = ["data_dir", "fuzzed", "serve", "service"]
