"""Whole turns are run as the supervisor's tests run them."""

from tests.supervisor.conftest import scene

__all__ = ["scene"]
