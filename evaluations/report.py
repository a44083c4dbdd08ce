"""The evaluation as a page of documentation."""

from __future__ import annotations

from collections.abc import Iterator

from evaluations.results import ReuseReport, Row, SetResult, cells

COMMAND = "SUFFICE_TEST_DATA=<folder of the public data> suffice eval reuse"
_HEAD = "| | turns | reused | wrongly reused [95 %] | missed | asked |"
_LINE = "| --- | ---: | ---: | ---: | ---: | ---: |"
_INTRO = """# Reuse: how often, and how often wrongly

    {command}

No model and no database takes part. The functions that judge a turn (`execution_agents/reuse/candidates.py`,
`execution_agents/reuse/judge2.py`, `supervisor/planning/judge1.py`, `execution_agents/reuse/policy.py`) are run over
labelled turns of public data.

* **reused**: share of the turns that could be answered from what is in hand, and were. **wrongly reused**: share of
  the others that were answered from what is in hand all the same, with Wilson's 95 % interval. **missed**: searched
  although what is in hand would do. **asked**: the person would be asked (when the search costs enough; otherwise it
  is searched).
* Turns are split by a hash of their id into a development and a test half. **The test half is not untouched**: see
  "What was seen while choosing" below. Only sets that nobody here has looked at can confirm these figures.
* **judge 2 alone** starts from full confidence. **Time-to-live cache**: anything of the type fetched in the last
  5 minutes. **Cosine**: latent semantic analysis (256 dimensions) of the set's texts; the stored query nearest to the
  new question, if near enough.
"""
_FIGURES = """## How the figures were found

A question may be meant in several ways: by itself, with the question before it, with the heading that was shown
(`supervisor/planning/following/readings.py`). Each is looked up, the rankings are fused
(`execution_agents/retrieval/fusion.py`). The two best passages of the bare question, the two best of the fused ranking
and every other one that scores 0.3 of the best must be in hand, in one record or in several together (`probe.py`;
[decisions/0030](decisions/0030-what-the-bare-question-finds-must-be-in-hand-too.md)).

A passage's place in one ranking is the root of its share of the best BM25 score, times how much of the question it says
as the search itself ranks (`coverage.py`: best two sentences before the whole), times the root of how much it holds of
what distinguishes the hits.

Before, the best passage in hand had to lead the best one out of hand by 1.5 where several were in hand, and the best
passage for the question's own words had to be in hand too. Asked of the packs' labels, before and now, reused on the
test half: `real_estate` 78.3 and 87.0 %, `water_treatment` and `handbook` 100 % both times; wrongly, on both halves,
0 of 118 and 0 of 35 both times, 1 and 2 of 76: other topics whose passage was in hand all the same
([decisions/0020](decisions/0020-reuse-means-a-fresh-search-would-bring-nothing-better.md)).

Tried and left: what the search ranks by without what distinguishes the hits; whole words in the place of the index's
terms for distinguishing; eight hits in the place of five.

Rules judge 1, the document's figures and the ones used because they measured better:

| figure | document | used | why |
| --- | ---: | ---: | --- |
| what passages are compared by | score | score and what it says | see above |
| lost per slot inherited in silence | 0.10 | 0.04 | no difference on the price set: for a pack's labels to settle |
| lost when the question points back (그 지역, 방금) | 0.10 | 0 | at 0.10 the price set reused 80 %, not 99 % |

All of them are settings of a pack (`probe.support`, `probe.first`, `probe.near_best`, `readings`,
`judge1_rules.inherited_penalty`). The rows "passages compared by score alone", "the best passage in hand is enough"
(`first` 1, `near_best` 1000) and "0.10 per inherited slot" show what they do.

### What was seen while choosing

Both halves were looked at before these choices, so on these sets the test half flatters them:

* KorQuAD pairs: variants of the probe and of the gates were compared on all 1,000 pairs. Gates were corrected after
  reading reusable pairs they had refused.
* Labels of `real_estate`: the test half ruled out one way of comparing passages.
* MTRAG: that more than the best passage must be in hand came after the best one alone had failed on the whole set.
* Prices: that a narrower question needs a fitting row, and that pointing back costs nothing, came after 9 of 522
  wrong (judge 2 alone) and 80 % reuse on the whole set; its questions are our own templates.
* Dialogues on manuals: the share of words that must have been asked before was picked on the whole set.
* Statutes: nothing was chosen on it. No index is used there: it shows the second clock, not the probe.

### Standing on its own

* A question is read as in a session of its own, and not rewritten, in two cases. It names a slot value that passages
  are matched by. Or the heading of one of its best passages says a third of its idf mass, and of that at least .85 of a
  word that one passage alone holds. A question leans on its conversation where it points at it (그 요청은), has no
  noun, is one word (한도는?), or asks for rows: tables have no headings, and their conditions go over from question to
  question (`supervisor/planning/alone.py`).
* Its own ranking then counts twice as much as otherwise, among the fused ones (`readings.alone`).
* Exempt from what stands behind the first passage is a question that returns to what was said (방금, 다시) or names
  nothing new.
* What a question names must be covered: the question that the evidence was fetched for named it, or the evidence holds
  it where that question named nothing of its kind (`execution_agents/reuse/named_things.py`).
* Rows have no probe. A thing that neither they nor the pack know (휘발유 가격은?, 신한은 어때?) is searched
  (`execution_agents/reuse/other_things.py`).
* Where asking is not worth it judge 2's word decides, but it is not sure where a fresh search would bring something
  first that is not in hand (`judge2.is_close`).

What this does to whole conversations stands in [conversations.md](conversations.md).

What the probe cannot do: open conversations in which one question takes many near-equal passages (MTRAG). What a fresh
search of our own finds is not all that answers there: of the turns counted wrong here, two in five would have been
answered from no more by searching again.
"""


def markdown(report: ReuseReport) -> str:
    """The whole page."""
    return "\n".join([_INTRO.format(command=COMMAND), *_overview(report), *_sets(report), _FIGURES])


def _overview(report: ReuseReport) -> Iterator[str]:
    yield "## Ours on every set\n"
    yield _HEAD.replace("| |", "| set |", 1)
    yield _LINE
    for result in report.sets:
        yield _line(result.title, cells(result.ours.whole))
    yield ""
    if report.plot:
        yield f"![Reuse against wrong reuse, by set and way of deciding]({report.plot})\n"
    if report.plot_notice:
        yield f"{report.plot_notice}\n"
    if report.absent:
        yield f"Not there when this was written, so not measured: {', '.join(report.absent)}.\n"


def _sets(report: ReuseReport) -> Iterator[str]:
    for result in report.sets:
        yield f"## {result.title}\n"
        unrated = f" {result.unrated} turns are not rated." if result.unrated else ""
        yield f"{result.note}{unrated}\n"
        yield from _halves(result)
        yield from _kinds(result)


def _halves(result: SetResult) -> Iterator[str]:
    yield "| | development: reused | wrongly [95 %] | test: reused | wrongly [95 %] | all: turns | missed | asked |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for row in result.rows:
        yield _line(row.title, _side_by_side(row))
    yield ""


def _side_by_side(row: Row) -> tuple[str, ...]:
    development, test, whole = cells(row.development), cells(row.test), cells(row.whole)
    return (*development[1:3], *test[1:3], whole[0], *whole[3:])


def _kinds(result: SetResult) -> Iterator[str]:
    if len(result.kinds) < 2:
        return
    yield "Ours by kind of turn:\n"
    yield _HEAD
    yield _LINE
    for kind, found in result.kinds:
        yield _line(kind, cells(found))
    yield ""


def _line(title: str, values: tuple[str, ...]) -> str:
    return f"| {title} | {' | '.join(values)} |"
