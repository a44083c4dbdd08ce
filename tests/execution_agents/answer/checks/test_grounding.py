"""What a grounding model may do to the doubtful claims of a draft, and what it may not."""

from __future__ import annotations

from collections.abc import Sequence

from execution_agents.answer.checks.grounding import Grounder, doubts_of, grounded
from execution_agents.answer.checks.settling import Settled, settled
from execution_agents.answer.evidence.citations import numbered
from execution_agents.answer.evidence.contexts import Context, chosen
from execution_agents.answer.writing.writer import Writer
from foundation.contracts.ports import Usage
from foundation.llm.grounding import Grounding
from tests.execution_agents.answer.turns import PACK, asked, batch, law, passage, price

_NO_MODEL: object = None
LIBRARY = passage("h-1", "Library", "The library is open from Monday to Friday. Books are lent for three weeks.")
RIGHT, INVENTED = (
    "The library is open from Monday to Friday [1].",
    "Visitors also receive free coffee and biscuits [1].",
)
DRAFT = f"{RIGHT} {INVENTED}"


class Says:
    """A grounding model that says the same of every claim."""

    def __init__(self, answer: Grounding | None) -> None:
        self.answer = answer
        self.pairs: list[tuple[str, str]] = []

    async def grounded(self, pairs: Sequence[tuple[str, str]], limit_s: float) -> list[Grounding | None]:
        self.pairs += pairs
        return [self.answer] * len(pairs)


async def settled_by(grounder: Grounder, draft: str = DRAFT) -> Settled:
    request = asked("When is the library open?", law(LIBRARY), language="en")
    items = numbered(request.evidence)
    contexts = chosen(items, request, "general", PACK.answering.shape_of("general"))
    writer = Writer(request, "general", items, _NO_MODEL, Usage(), grounder)  # type: ignore[arg-type]
    return settled(draft, await writer.checked(draft, contexts))


async def test_only_doubtful_claims_are_asked_about_with_what_they_cite() -> None:
    model = Says(None)
    await settled_by(model)
    [(document, claim)] = model.pairs
    assert claim == "Visitors also receive free coffee and biscuits."
    assert "Books are lent for three weeks." in document


async def test_a_yes_takes_the_mark_away() -> None:
    assert (await settled_by(Says(None))).marked == ("Visitors also receive free coffee and biscuits.",)
    assert (await settled_by(Says(Grounding(True, 0.9)))).marked == ()


async def test_a_sure_no_leaves_the_claim_out_and_another_no_marks_it() -> None:
    out = await settled_by(Says(Grounding(False, 0.02)))
    assert out.text == RIGHT
    assert out.left_out == ("Visitors also receive free coffee and biscuits.",)
    for unsure in (Grounding(False, 0.4), Grounding(False, None)):
        kept = await settled_by(Says(unsure))
        assert kept.text == DRAFT
        assert len(kept.marked) == 1


async def test_the_claim_that_answers_is_marked_at_most() -> None:
    found = await settled_by(Says(Grounding(False, 0.01)), f"{INVENTED} {RIGHT}")
    assert found.text.startswith("Visitors")
    assert found.left_out == ()


async def test_what_gets_no_answer_stays_as_the_rules_left_it() -> None:
    assert await settled_by(Says(None)) == await settled_by(Says(None))
    assert len((await settled_by(Says(None))).marks) == 1


async def test_a_bound_figure_is_never_asked_about() -> None:
    request = asked("달서구 평균은?", batch("market_price", price("2026-02", 320_000_000)))
    items = numbered(request.evidence)
    contexts: Sequence[Context] = chosen(items, request, "general", PACK.answering.shape_of("general"))
    writer = Writer(request, "general", items, _NO_MODEL, Usage())  # type: ignore[arg-type]
    verdict = writer.check("2026년 2월 대구 달서구의 평균은 3억 2,000만원입니다 [1].", contexts)
    assert verdict.examined.bound == 1
    model = Says(Grounding(False, 0.0))
    assert await grounded(verdict, contexts, model) == verdict
    assert (doubts_of(verdict), model.pairs) == ([], [])
