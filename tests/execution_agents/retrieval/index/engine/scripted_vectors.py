"""What the scripted stand-in (`scripted_engine.py`) does with vectors.

It works the cosine out over every vector that was really written to it, refuses what the engine refuses (another width,
no direction, fields it does not know), and scores as Lucene's graph does. It looks at all vectors: no graph is
imitated, so nothing is shown of what a graph overlooks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import mul
from typing import Any

Json = dict[str, Any]
Documents = Mapping[str, Json]


def refused(properties: Json, fields: Json) -> str:
    """Why the engine takes no such document; "" where it does."""
    unknown = fields.keys() - properties.keys()
    if unknown:
        return f"mapping set to strict, dynamic introduction of {sorted(unknown)} is not allowed"
    vector = fields.get("embedding")
    if vector is not None and len(vector) != properties["embedding"]["dimension"]:
        return "Vector dimension mismatch"
    if vector is not None and not any(vector):
        return "zero vector is not supported when space type is [cosinesimil]"
    return ""


def nearest(documents: Documents, body: Json) -> list[Json]:
    """The hits of a search by vector: filtered first, then the `k` best, of these `size`."""
    [(name, asked)] = body["query"]["knn"].items()
    allowed = asked.get("filter", {}).get("terms", {}).get("source")
    scores = {
        key: (1 + _cosine(asked["vector"], fields[name])) / 2
        for key, fields in documents.items()
        if name in fields and (allowed is None or fields["source"] in allowed)
    }
    best = sorted(scores, key=lambda key: (-scores[key], key))[: min(asked["k"], body["size"])]
    return [
        {"_id": key, "_score": scores[key], "_source": {each: documents[key][each] for each in body["_source"]}}
        for key in best
    ]


def parts(documents: Documents, body: Json) -> Json:
    """The buckets of an aggregation by one field with the sum of another."""
    [(name, asked)] = body["aggs"].items()
    [(inner, summed)] = asked["aggs"].items()
    buckets: dict[str, Json] = {}
    for fields in documents.values():
        bucket = buckets.setdefault(fields[asked["terms"]["field"]], {"doc_count": 0, inner: {"value": 0.0}})
        bucket["doc_count"] += 1
        bucket[inner]["value"] += float(fields[summed["sum"]["field"]])
    most = [{"key": key, **buckets[key]} for key in sorted(buckets)][: asked["terms"]["size"]]
    return {"aggregations": {name: {"buckets": most}}}


def listed(documents: Documents, body: Json) -> list[str]:
    """The names a query by one field's terms fits."""
    [(name, wanted)] = body["query"]["terms"].items()
    return [key for key, fields in documents.items() if fields[name] in wanted]


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(map(mul, one, other)) / (math.hypot(*one) * math.hypot(*other))
