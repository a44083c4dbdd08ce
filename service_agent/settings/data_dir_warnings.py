"""What to say when the data is not where it was: an empty database looks like lost data."""

from __future__ import annotations

from pathlib import Path

from foundation.storage.database.embedded_home import earlier_home


def misplaced(beside: Path, data_dir: Path, *, chosen: bool) -> list[str]:
    """One sentence for each reason why a start with this folder does not see data an earlier one made. `beside`: the
    checkout's own data folder; `chosen`: somebody set another."""
    warnings: list[str] = []
    if not chosen and beside.exists() and data_dir != beside:
        warnings.append(
            f"{beside} cannot be written by this account, so the data is in {data_dir}: start as the account that owns "
            f"{beside}, or set SUFFICE_DATA_DIR."
        )
    earlier = earlier_home(data_dir)
    if earlier is not None:
        warnings.append(
            f"An earlier database of {data_dir} is in {earlier.root} and is not used now ({earlier.why}): "
            f"{earlier.remedy}"
        )
    return warnings
