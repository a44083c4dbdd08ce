"""The `suffice` command: every way in that is not HTTP."""

from service_agent.cli.main import main

__all__ = ["main"]
