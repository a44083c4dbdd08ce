"""The nodes that read the question: simple or complex, its concepts, and the simpler questions it holds."""

from __future__ import annotations

from dataclasses import replace

from langgraph.runtime import Runtime

from execution_agents.answer.thinking import reading
from execution_agents.answer.thinking.asking import ThinkingDeps
from execution_agents.answer.thinking.fitting import fit
from execution_agents.answer.thinking.progress import announce
from execution_agents.answer.thinking.state import ThinkingState
from foundation.contracts.ports import JsonObject
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.questions import asks, clauses_in, questions_in
from prompts.thinking_replies import ClassifyReply, ConceptsReply, DecomposeReply


async def classify_question(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """Simple or complex; by rules if the model does not say."""
    deps, question = runtime.context, state["question"]
    await announce(deps, "classify_question")
    deps.meter.rounds += 1
    known = deps.known.get(deps.model.name, question)
    if known.question_type is not None:
        return {"question_type": known.question_type, "type_confidence": known.type_confidence}
    reply = await deps.structured("classify_question", ClassifyReply, reading.classified, question=question)
    if reply is None:
        return {"question_type": "complex" if len(parts_by_rules(question)) > 1 else "simple"}
    confidence = round(reply.confidence * (1000 - deps.figures.discount))
    known = replace(deps.known.get(deps.model.name, question), question_type=reply.type, type_confidence=confidence)
    deps.known.put(deps.model.name, question, known)
    return {"question_type": reply.type, "type_confidence": confidence}


async def extract_concepts(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """The question's concepts, extracted in parallel: documents are selected by these words. Where a prompt holds
    all of them, nothing is asked."""
    deps, question = runtime.context, state["question"]
    if "concepts" in deps.figures.leave_out or fit(state["documents"], deps.figures.document_tokens):
        return {}
    known = deps.known.get(deps.model.name, question)
    if known.concepts or known.keywords:
        return {"concepts": list(known.concepts), "keywords": list(known.keywords)}
    reply = await deps.structured("extract_concepts", ConceptsReply, reading.concepts, question=question)
    if reply is None:
        return {}
    concepts, keywords = reply.concepts[:5], reply.keywords[:5]
    known = replace(deps.known.get(deps.model.name, question), concepts=concepts, keywords=keywords)
    deps.known.put(deps.model.name, question, known)
    return {"concepts": list(concepts), "keywords": list(keywords)}


async def decompose_question(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """Two or three simpler questions; by rules if the model names none, and none if the rules find none either."""
    deps, question = runtime.context, state["question"]
    await announce(deps, "decompose_question")
    deps.meter.rounds += 1
    most = deps.figures.max_sub_questions
    reply = await deps.structured(
        "decompose_question", DecomposeReply, reading.decomposed, question=question, most=str(most)
    )
    found = parts_by_rules(question) if reply is None else reply.sub_questions
    return {"sub_questions": list(dict.fromkeys(found))[:most]}


def parts_by_rules(question: str) -> tuple[str, ...]:
    """The questions of a question as it is written; itself alone where it compares, or asks one thing."""
    apart = tuple(questions_in(question))
    if apart:
        return apart
    clauses = tuple(question[start:end].strip(" ,.") for start, end in clauses_in(question))
    if len(clauses) > 1 and all(asks(one) for one in clauses):
        return clauses
    return (question, question) if comparing(question).asks else (question,)
