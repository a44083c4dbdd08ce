"""`suffice eval review`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evaluations.reviewing.reading import DEFAULT, SHAPE, read_contracts
from evaluations.reviewing.report import as_tables
from evaluations.reviewing.run import review_all
from foundation.domains.loading.loader import load_pack, shipped_packs
from service_agent.terminal.console import Console


def review(
    file: Annotated[Path, typer.Option("--file", help="Labelled contracts, a JSON object a line.")] = DEFAULT,
    show: Annotated[bool, typer.Option("--show", help="Print what went wrong, one by one.")] = False,
) -> None:
    contracts = list(read_contracts(file))
    packs = {name: load_pack(shipped_packs() / name) for name in sorted({one.pack for one in contracts})}
    Console().print(as_tables(review_all(contracts, packs), show=show), soft_wrap=True)


review.__doc__ = f"""What the review of a contract finds, and what it calls for nothing. By the rules alone.

\b
{SHAPE}
"""
