"""Fills one database as a service's first start does, and ends: `python -m tests.filling ADDRESS FOLDER`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from service_agent.composition.bootstrap import open_service
from service_agent.settings.settings import Settings


async def _filled(url: str, data_dir: Path) -> None:
    settings = Settings(database_url=url, data_dir=data_dir)  # pyright: ignore[reportArgumentType]
    async with open_service(settings, work=False):
        pass


if __name__ == "__main__":
    asyncio.run(_filled(sys.argv[1], Path(sys.argv[2])))
