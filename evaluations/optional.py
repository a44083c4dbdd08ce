"""Libraries that evaluations use where they are there, and what is left out without them."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from types import MappingProxyType

NO_MATPLOTLIB = "There is no plot: matplotlib is not installed (`make install-dev` brings it)."
NO_LANGCHAIN = (
    "EnsembleRetriever was not measured: LangChain's packages are not installed (`uv pip install --group comparison`, "
    "or `pip install langchain-classic langchain-community rank-bm25`)."
)
_WANTED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        NO_MATPLOTLIB: ("matplotlib",),
        NO_LANGCHAIN: ("langchain_classic", "langchain_community", "rank_bm25"),
    }
)
_USES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "reuse": (NO_MATPLOTLIB,),
        "retrieval": (NO_MATPLOTLIB, NO_LANGCHAIN),
        "faithfulness": (NO_MATPLOTLIB,),
        "answers": (NO_MATPLOTLIB,),
    }
)


def is_there(sentence: str) -> bool:
    """Whether what this sentence says is missing is installed."""
    return all(importlib.util.find_spec(name) for name in _WANTED[sentence])


def left_out(evaluation: str) -> tuple[str, ...]:
    """What this evaluation will leave out here, a sentence each; nothing where all is installed."""
    return tuple(sentence for sentence in _USES.get(evaluation, ()) if not is_there(sentence))
