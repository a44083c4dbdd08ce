"""A review as it is shown: findings worst first, with the articles they name."""

from __future__ import annotations

from collections.abc import Sequence

from execution_agents.document.checklist import ORDER, words_in
from execution_agents.document.wording import review_words
from foundation.contracts.drafting import DocumentDone, ReviewFinding
from foundation.domains.schema.pack import Pack
from foundation.language.rules.contract_text import contract_sentences


def review_done(text: str, findings: Sequence[ReviewFinding], kind: str, pack: Pack, language: str) -> DocumentDone:
    """The review of a contract as the person is shown it."""
    ordered = tuple(sorted(findings, key=lambda one: (ORDER[one.verdict], one.start)))
    labels = {one.name: words_in(one.label, language) for one in pack.checklist.kinds}
    return DocumentDone(
        kind="review",
        paragraphs=tuple(review_words(ordered, len(contract_sentences(text)), labels.get(kind, kind), language)),
        findings=ordered,
        by_model=any(one.item == "model" for one in ordered),
    )
