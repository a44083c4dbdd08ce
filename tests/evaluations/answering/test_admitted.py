"""Which questions are counted on which side of the line "does not answer this directly"."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evaluations.answering.admitted import Asked as Question
from evaluations.answering.admitted import admitted_rows, both, korquad
from evaluations.answering.questions import SOURCE, pack
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import DocumentsSource

DOMAIN = pack("ko")
GOLD = EvidenceItem(item_id="a", content_hash="a", title="호수", text="호수는 깊이가 40미터이다.", source=SOURCE)
OTHER = EvidenceItem(item_id="b", content_hash="b", title="산", text="산은 높이가 900미터이다.", source=SOURCE)
ALSO = EvidenceItem(item_id="c", content_hash="c", title="못", text="못도 깊이가 40미터이다.", source=SOURCE)


def unseen(what: str, done: int, of: int) -> None:
    """Progress nobody watches."""


def test_each_question_is_asked_with_and_without_the_passages_that_answer() -> None:
    [source] = [one for one in DOMAIN.sources if isinstance(one, DocumentsSource)]
    asked = Question("q", "호수는 얼마나 깊은가?", {"a"}, ("40미터",))
    there, absent = both("made", asked, DOMAIN, source, [GOLD, OTHER, ALSO])
    assert [one.item_id for one in there.request.evidence[0].items] == ["a", "b", "c"]
    # A passage that says the answer by chance would make refusing wrong.
    assert [one.item_id for one in absent.request.evidence[0].items] == ["b"]
    assert (there.holds, absent.holds) == (True, False)


def test_a_question_whose_passage_was_not_found_is_only_asked_of_the_others() -> None:
    [source] = [one for one in DOMAIN.sources if isinstance(one, DocumentsSource)]
    cases = list(both("made", Question("q", "호수는?", {"a"}, ("40미터",)), DOMAIN, source, [OTHER]))
    assert [one.holds for one in cases] == [False]


@pytest.mark.long  # every day: the two above
async def test_a_set_is_counted_by_halves(tmp_path: Path) -> None:
    folder = tmp_path / "korquad1_dev"
    folder.mkdir()
    asked = [{"id": str(at), "question": "호수는 얼마나 깊은가?", "answers": [{"text": "40미터"}]} for at in range(13)]
    article: dict[str, Any] = {
        "title": "호수",
        "paragraphs": [{"context": GOLD.text, "qas": asked}, {"context": OTHER.text, "qas": []}],
    }
    (folder / "KorQuAD_v1.0_dev.json").write_text(json.dumps({"data": [article]}), "utf-8")
    assert len(korquad(folder / "KorQuAD_v1.0_dev.json")[1]) == 13
    rows = [row for row in await admitted_rows(tmp_path, unseen) if row.data == "KorQuAD"]
    assert sum(row.over_answer.of for row in rows) == 2
    assert sum(row.over_answer.hits for row in rows) == 0
