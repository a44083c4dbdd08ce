"""The nodes that write: an answer, the answers to its parts, their synthesis, and the refined answer."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from langgraph.runtime import Runtime

from execution_agents.answer.thinking.asking import ANEW, ThinkingDeps
from execution_agents.answer.thinking.fitting import documents_text, fitted
from execution_agents.answer.thinking.progress import announce
from execution_agents.answer.thinking.state import DocumentState, SubAnswerState, ThinkingState
from foundation.contracts.ports import JsonObject

_NOT_FOUND = re.compile(r"[\W_]*NOT FOUND[\W\d_]*", re.IGNORECASE)
"""The whole reply: within a sentence the words are its own."""
UNFOUND = {True: "자료에 없음", False: "the documents do not tell"}
UNWRITTEN = {True: "답하지 못함", False: "could not be answered"}
"""Korean? -> how a part without an answer is put."""
NOTHING_NAMED = "It may not match the documents. Keep only what they say, and answer the whole question."
_MARKER = re.compile(r"\[(\d{1,3})\]")
_ROUND = re.compile(r"\((\d{1,3})\)")


def shown(state: ThinkingState, deps: ThinkingDeps, *topics: str) -> str:
    """What is known, and the documents that fit into a prompt, by these topics, else by the question and its
    concepts."""
    about = " ".join([*state["concepts"], *state["keywords"]])
    documents = fitted(
        state["documents"],
        [one for one in topics or (state["question"], about) if one],
        deps.figures.document_tokens,
    )
    return documents_text(documents, state["notes"])


async def answer_simple(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """The whole answer in one call."""
    deps = runtime.context
    await announce(deps, "answer_simple")
    again = state["ensemble"] is not None
    text = await written(
        deps,
        "answer_simple",
        anew=again,
        documents=shown(state, deps),
        memories=deps.memories,
        question=state["question"],
        language=deps.language,
    )
    return await drafted(text, state, deps, again)


async def answer_subquestion(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """All parts in parallel, each from the documents about it."""
    deps = runtime.context
    await announce(deps, "answer_subquestion")
    deps.meter.rounds += 1
    left = max(0, deps.meter.most - deps.meter.usage.model_calls)
    answers = await asyncio.gather(*(part_answer(one, state, deps) for one in state["sub_questions"][:left]))
    return {"sub_answers": [*answers, *(unwritten(one) for one in state["sub_questions"][left:])]}


async def part_answer(question: str, state: ThinkingState, deps: ThinkingDeps) -> SubAnswerState:
    """One part's answer; "the documents do not say" is an answer too."""
    text = await deps.text(
        "answer_subquestion", documents=shown(state, deps, question), question=question, language=deps.language
    )
    if not text:
        return unwritten(question)
    found = _NOT_FOUND.fullmatch(text) is None
    sources = sorted({int(number) for number in _MARKER.findall(text)}) if found else []
    return SubAnswerState(question=question, answer=text if found else "", sources=sources, found=found, written=True)


def unwritten(question: str) -> SubAnswerState:
    """A part to which nothing was written."""
    return SubAnswerState(question=question, answer="", sources=[], found=False, written=False)


async def synthesize_answers(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """One answer made of the parts' answers; the parts one after another if the model writes none."""
    deps = runtime.context
    await announce(deps, "synthesize_answers")
    again = state["ensemble"] is not None
    if not any(one["written"] for one in state["sub_answers"]):
        return await drafted("", state, deps, again)
    text = await written(
        deps,
        "synthesize_answers",
        anew=again,
        sub_answers=parts_text(state["sub_answers"], korean=deps.korean),
        memories=deps.memories,
        question=state["question"],
        language=deps.language,
    )
    return await drafted(text or joined(state["sub_answers"]), state, deps, again)


async def refine_answer(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """The answer corrected where problems are named. It is rejected if it is worse than the draft."""
    text = await refined(state, issues_of(state), runtime.context)
    worse = not text or await is_worse(text, state["draft"], state, runtime.context)
    return {"refined": "" if worse else text, "refinements": state["refinements"] + 1}


async def completed_answer(text: str, missing: Sequence[str], state: ThinkingState, deps: ThinkingDeps) -> str:
    """A finished answer with what the grader misses; "" if it is worse than the answer."""
    again = await refined({**state, "draft": text}, [f"Missing: {one}" for one in missing], deps)
    return "" if not again or await is_worse(again, text, state, deps) else again


async def is_worse(text: str, before: str, state: ThinkingState, deps: ThinkingDeps) -> bool:
    """True if the rules object to a text more than to the one before it, or if it refuses where the facts of that one
    were found."""
    now, then = await deps.measure(text), await deps.measure(before)
    borne_out = state["fact_score"] is not None and state["fact_score"] >= deps.figures.fact
    return len(now.objections) > len(then.objections) or (borne_out and now.refuses and not then.refuses)


async def refined(state: ThinkingState, issues: Sequence[str], deps: ThinkingDeps) -> str:
    """The draft corrected where these issues name something; "" if the model writes nothing."""
    await announce(deps, "refine_answer")
    text = await written(
        deps,
        "refine_answer",
        documents=shown(state, deps, state["question"], *state["sub_questions"], state["draft"]),
        question=state["question"],
        draft=state["draft"],
        issues="\n".join(f"- {one}" for one in issues) or f"- {NOTHING_NAMED}",
        language=deps.language,
    )
    return with_markers(text, state["documents"])


def issues_of(state: ThinkingState) -> list[str]:
    """The objections of the checks and of the rules to the draft, each once."""
    found = [f"Wrong: {one}" for one in state["measured"]]
    if state["ensemble"] is not None:
        found += [f"Not in the documents: {one}" for one in state["ensemble"]["unsupported"]]
        found += [f"Missing: {one}" for one in state["ensemble"]["missing"]]
    for fact in state["facts"] or []:
        if fact["verdict"] == "contradicted":
            found.append(f"The documents say otherwise: {fact['fact']} ({fact['quote']})")
        elif fact["verdict"] == "not_found":
            found.append(f"Not in the documents: {fact['fact']}")
    return list(dict.fromkeys(found))


async def written(deps: ThinkingDeps, prompt: str, *, anew: bool = False, **variables: str) -> str:
    """The text; tried twice, since nothing continues without it and a connection may break once. An endpoint that asks
    to be left alone for a while is, as far as there is time."""
    deps.meter.wait_s = 0.0
    for attempt in range(2):
        if deps.meter.wait_s >= deps.meter.left_s:
            return ""
        await asyncio.sleep(deps.meter.wait_s)
        deps.meter.rounds += 1
        text = await deps.text(prompt, ANEW if anew else None, **variables)
        if text or deps.meter.ended(1) or attempt:
            return text
    return ""


def with_markers(text: str, documents: Sequence[DocumentState]) -> str:
    """Data blocks show markers in parentheses, and models copy them: (1) cites document 1 as [1] does."""
    known = {one["marker"] for one in documents}
    if _MARKER.search(text):
        return text
    return _ROUND.sub(lambda found: f"[{found[1]}]" if int(found[1]) in known else found[0], text)


async def drafted(text: str, state: ThinkingState, deps: ThinkingDeps, again: bool) -> JsonObject:
    """The draft with the rules' objections. A rewritten draft replaces the first one."""
    if not text and again:
        return {"regenerated": True}
    if not text:
        return {"ended": deps.meter.ended(1) or "failed"}
    text = with_markers(text, state["documents"])
    measured = list((await deps.measure(text)).objections)
    if again and len(measured) > len(state["measured"]):
        return {"regenerated": True}
    return {"draft": text, "measured": measured, **({"regenerated": True} if again else {})}


def parts_text(answers: Sequence[SubAnswerState], *, korean: bool) -> str:
    """The parts as a prompt shows them."""
    lines: list[str] = []
    for at, one in enumerate(answers, start=1):
        instead = (UNFOUND if one["written"] else UNWRITTEN)[korean]
        said = " ".join(one["answer"].split()) if one["found"] else instead
        lines.append(f"{at}. {one['question']} -> {said}")
    return "\n".join(lines)


def joined(answers: Sequence[SubAnswerState]) -> str:
    """What was found, one after another."""
    return "\n".join(one["answer"] for one in answers if one["found"])
