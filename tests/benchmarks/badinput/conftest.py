"""Bad inputs go to a whole service."""

from __future__ import annotations

from tests.serving import data_dir, serve, service

__all__ = ["data_dir", "serve", "service"]
