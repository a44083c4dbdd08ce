"""A pack's own questions over its own documents."""

from __future__ import annotations

import pytest

from evaluations.answering.packs import PackRow, pack_chunks
from evaluations.answering.page import answers
from evaluations.labels.questions import place, read_questions
from evaluations.rates import Share
from foundation.domains.loading.loader import load_pack, shipped_packs


@pytest.mark.long
def test_every_section_a_question_names_is_a_passage() -> None:
    pack = load_pack(shipped_packs() / "water_treatment")
    chunks = pack_chunks(pack)
    assert len({chunk.chunk_id for chunk in chunks}) == len(chunks)
    sections = {place(chunk.uri.partition("#")[0], chunk.title) for chunk in chunks}
    named = {place(one.document, one.section) for half in read_questions(pack).values() for one in half}
    assert named <= sections


def test_a_packs_rows_stand_in_the_page_with_their_intervals() -> None:
    row = PackRow("plant", "test", "rules", "every fact is stated", Share(9, 10))
    assert "| plant | test | rules | every fact is stated | 90.0 % of 10 [" in answers([], [], [row], [])
