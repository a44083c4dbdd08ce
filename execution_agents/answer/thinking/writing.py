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

NOT_FOUND = "NOT FOUND"
UNFOUND = {True: "자료에 없음", False: "the documents do not tell"}
"""Korean? -> how a part without an answer is put."""
NOTHING_NAMED = "It may not match the documents. Keep only what they say, and answer the whole question."
_MARKER = re.compile(r"\[(\d{1,3})\]")
_ROUND = re.compile(r"\((\d{1,3})\)")


def shown(state: ThinkingState, deps: ThinkingDeps, *topics: str) -> list[DocumentState]:
    """The documents that fit into a prompt, by these topics, else by the question and its concepts."""
    about = " ".join([*state["concepts"], *state["keywords"]])
    return fitted(
        state["documents"],
        [one for one in topics or (state["question"], about) if one],
        deps.figures.document_tokens,
    )


async def answer_simple(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """The whole answer in one call."""
    deps = runtime.context
    await announce(deps, "answer_simple")
    again = state["ensemble"] is not None
    text = await written(
        deps,
        "answer_simple",
        anew=again,
        documents=documents_text(shown(state, deps)),
        question=state["question"],
        language=deps.language,
    )
    return await drafted(text, state, deps, again)


async def answer_subquestion(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """All parts in parallel, each from the documents about it."""
    deps = runtime.context
    await announce(deps, "answer_subquestion")
    deps.meter.rounds += 1
    asked = state["sub_questions"][: max(0, deps.meter.most - deps.meter.usage.model_calls)]
    answers = await asyncio.gather(*(part_answer(question, state, deps) for question in asked))
    return {"sub_answers": [one for one in answers if one is not None]}


async def part_answer(question: str, state: ThinkingState, deps: ThinkingDeps) -> SubAnswerState | None:
    """One part's answer; "the documents do not say" is an answer too. None: the model wrote nothing."""
    documents = shown(state, deps, question)
    text = await deps.text(
        "answer_subquestion", documents=documents_text(documents), question=question, language=deps.language
    )
    if not text:
        return None
    found = NOT_FOUND not in text.upper()
    sources = sorted({int(number) for number in _MARKER.findall(text)}) if found else []
    return SubAnswerState(question=question, answer=text if found else "", sources=sources, found=found)


async def synthesize_answers(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """One answer made of the parts' answers; the parts one after another if the model writes none."""
    deps = runtime.context
    await announce(deps, "synthesize_answers")
    again = state["ensemble"] is not None
    parts = parts_text(state["sub_answers"], korean=deps.korean)
    text = await written(
        deps,
        "synthesize_answers",
        anew=again,
        sub_answers=parts,
        question=state["question"],
        language=deps.language,
    )
    return await drafted(text or joined(state["sub_answers"]), state, deps, again)


async def refine_answer(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """The answer corrected where problems are named. It is rejected if the rules object to it more than to the
    draft."""
    deps, issues = runtime.context, issues_of(state)
    text = await refined(state, issues, deps)
    worse = not text or len(await deps.measure(text)) > len(issues)
    return {"refined": "" if worse else text, "refinements": state["refinements"] + 1}


async def completed_answer(text: str, missing: Sequence[str], state: ThinkingState, deps: ThinkingDeps) -> str:
    """A finished answer with what the grader misses; "" if the rules object to it more than to the answer."""
    again = await refined({**state, "draft": text}, [f"Missing: {one}" for one in missing], deps)
    worse = not again or len(await deps.measure(again)) > len(await deps.measure(text))
    return "" if worse else again


async def refined(state: ThinkingState, issues: Sequence[str], deps: ThinkingDeps) -> str:
    """The draft corrected where these issues name something; "" if the model writes nothing."""
    await announce(deps, "refine_answer")
    text = await written(
        deps,
        "refine_answer",
        documents=documents_text(shown(state, deps, state["question"], *state["sub_questions"], state["draft"])),
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
    """The text; tried twice, since nothing continues without it and a connection may break once."""
    for attempt in range(2):
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
    measured = list(await deps.measure(text))
    if again and len(measured) > len(state["measured"]):
        return {"regenerated": True}
    return {"draft": text, "measured": measured, **({"regenerated": True} if again else {})}


def parts_text(answers: Sequence[SubAnswerState], *, korean: bool) -> str:
    """The parts as a prompt shows them."""
    return "\n".join(
        f"{at}. {one['question']} -> {' '.join(one['answer'].split()) if one['found'] else UNFOUND[korean]}"
        for at, one in enumerate(answers, start=1)
    )


def joined(answers: Sequence[SubAnswerState]) -> str:
    """What was found, one after another."""
    return "\n".join(one["answer"] for one in answers if one["found"])
