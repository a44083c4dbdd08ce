"""One version string for a batch that came from several sources, and back.

The single source of most types keeps its plain version; several are written `name=version` in name order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_BETWEEN, _IS = "\x1f", "="


def joined_version(versions: Mapping[str, str]) -> str:
    """Source name -> version, as the `source_version` of an evidence record."""
    if len(versions) == 1:
        return next(iter(versions.values()))
    return _BETWEEN.join(f"{name}{_IS}{version}" for name, version in sorted(versions.items()))


def versions_of(sources: Sequence[str], source_version: str) -> dict[str, str]:
    """The version each source had; empty for a source that the record does not list."""
    if len(sources) == 1:
        return {sources[0]: source_version}
    parts = (part.partition(_IS) for part in source_version.split(_BETWEEN) if part)
    return {name: version for name, _, version in parts}
