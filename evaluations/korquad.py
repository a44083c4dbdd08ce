"""KorQuAD pairs: the paragraph of an earlier question is in hand; does it answer the next one?"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evaluations.cases import Case, CaseSet, plain_pack, plain_understanding
from evaluations.passages import SOURCE, Passages, lines, with_probe
from foundation.domains.schema.pack import ProbeFigures

_SEARCH_LIMIT = 8
"""Passages one search of the constructed set returns: the document sources' default limit."""
BY_SCORE = "ours, passages compared by score alone"
BEST_ALONE = "ours, the best passage in hand is enough"


def korquad_sets(folder: Path) -> tuple[CaseSet, CaseSet]:
    """The labelled pairs with one paragraph in hand, and the same questions with a whole search's result in hand."""
    questions, passages = _korquad(folder / "KorQuAD_v1.0_dev.json")
    pairs = list(lines(folder / "reuse_pairs_ids.jsonl"))
    pack = plain_pack("korquad", "ko", SOURCE)
    figures = {
        BEST_ALONE: with_probe(pack, ProbeFigures(first=1, near_best=1000)),
        BY_SCORE: with_probe(pack, ProbeFigures(support="score")),
    }
    one = [_korquad_case(pair, questions, passages) for pair in pairs]
    many = [_searched_case(pair, questions, passages) for pair in pairs]
    return (
        CaseSet(
            name="korquad",
            title="KorQuAD pairs, one paragraph in hand",
            note="The paragraph fetched for an earlier question of the same article is in hand; right where it holds "
            "the new question's answer. Index: all paragraphs of the file.",
            pack=pack,
            cases=one,
            sources={SOURCE: passages.source},
            index=passages.index,
            texts=passages.texts,
            figures=figures,
        ),
        CaseSet(
            name="korquad_search",
            title="KorQuAD pairs, a search's eight passages in hand",
            note="The same pairs, but in hand is what our own search returns for the earlier question (eight "
            "passages); right where the new question's paragraph is among them. Labels follow from the file's.",
            pack=pack,
            cases=many,
            sources={SOURCE: passages.source},
            index=passages.index,
            texts=passages.texts,
            figures=figures,
        ),
    )


def _korquad(path: Path) -> tuple[dict[str, tuple[str, str]], Passages]:
    """Question id -> (question, paragraph id); and the paragraphs."""
    questions: dict[str, tuple[str, str]] = {}
    texts: dict[str, tuple[str, str]] = {}
    for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for at, paragraph in enumerate(article["paragraphs"]):
            name = f"{article['title']}#{at}"
            texts[name] = (article["title"].replace("_", " "), paragraph["context"])
            questions |= {asked["id"]: (asked["question"], name) for asked in paragraph["qas"]}
    return questions, Passages(texts)


def _korquad_case(pair: Mapping[str, Any], questions: Mapping[str, tuple[str, str]], passages: Passages) -> Case:
    asked = questions[pair["qid"]][0]
    record = passages.in_hand(f"{pair['id']}-hand", questions[pair["earlier_qid"]][0], pair["pool"])
    return Case(
        case_id=pair["id"],
        understanding=plain_understanding(asked, asked, "ko"),
        stored=(record,),
        right=frozenset({record.evidence_id}) if pair["label"] == "full" else frozenset(),
        kind=pair["label"],
    )


def _searched_case(pair: Mapping[str, Any], questions: Mapping[str, tuple[str, str]], passages: Passages) -> Case:
    asked, gold = questions[pair["qid"]]
    earlier = questions[pair["earlier_qid"]][0]
    hits = passages.index.search(earlier, _SEARCH_LIMIT)
    record = passages.in_hand(f"{pair['id']}-search", earlier, [hit.item_id for hit in hits])
    held = gold in {hit.item_id for hit in hits}
    return Case(
        case_id=pair["id"],
        understanding=plain_understanding(asked, asked, "ko"),
        stored=(record,),
        right=frozenset({record.evidence_id}) if held else frozenset(),
        kind="in hand" if held else "not in hand",
    )
