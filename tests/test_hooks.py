"""The suite's hooks run with and without the plugins they are for."""

from __future__ import annotations

from pytest import PytestPluginManager

from tests import conftest


def test_no_hook_is_missed_without_xdist() -> None:
    plugins = PytestPluginManager()
    plugins.register(conftest)
    plugins.check_pending()
