"""Every pattern the packages hold: compiled ones of modules, and those written where they are used."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

PACKAGES = ("foundation", "execution_agents", "supervisor", "prompts", "service_agent")
_USES = {"compile", "search", "match", "fullmatch", "split", "sub", "subn", "findall", "finditer"}

Key = tuple[str, int]


@lru_cache(maxsize=1)
def patterns() -> dict[Key, str]:
    """Pattern and flags of each, with a name to find it by."""
    found: dict[Key, str] = {}
    for name in PACKAGES:
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if module.name.endswith("__main__"):
                continue
            loaded = importlib.import_module(module.name)
            for variable, value in vars(loaded).items():
                if not variable.startswith("__"):
                    _add(found, f"{module.name}.{variable}", value, 0)
            if loaded.__file__ is not None:
                _written(found, module.name, Path(loaded.__file__))
    return found


def _add(found: dict[Key, str], name: str, value: object, depth: int) -> None:
    if isinstance(value, re.Pattern):
        pattern: Any = cast("re.Pattern[Any]", value)
        if isinstance(pattern.pattern, str):
            found.setdefault((pattern.pattern, pattern.flags), name)
    elif depth < 4:
        for place, part in _parts(value):
            _add(found, f"{name}[{place}]", part, depth + 1)


def _parts(value: Any) -> Iterator[tuple[object, object]]:
    if isinstance(value, (tuple, list, set, frozenset)):
        yield from enumerate(cast("Iterable[object]", value))
    elif isinstance(value, dict):
        held = cast("dict[object, object]", value)
        yield from held.items()
        yield from ((f"key {key!r}", key) for key in held)
    elif hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        yield from ((name, getattr(value, name, None)) for name in value.__dataclass_fields__)


def _written(found: dict[Key, str], module: str, path: Path) -> None:
    """`re.sub(r"…", …)`: the pattern is no module's."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        of, pattern = node.func.value, node.args[0]
        if isinstance(of, ast.Name) and of.id == "re" and node.func.attr in _USES and isinstance(pattern, ast.Constant):
            flags = re.IGNORECASE if "IGNORECASE" in ast.unparse(node) else 0
            compiled = re.compile(str(pattern.value), flags)
            found.setdefault((compiled.pattern, compiled.flags), f"{module}:{node.lineno}")
