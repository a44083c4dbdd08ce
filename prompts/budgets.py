"""The call budget of each prompt. Judge 1's and the answer's are fixed by the design; the others by their size."""

from __future__ import annotations

from collections.abc import Mapping

from foundation.llm.budget import CallBudget

JUDGE = CallBudget(temperature=0.1, max_tokens=500, timeout_s=15.0)
ANSWER = CallBudget(temperature=0.0, top_p=0.9, max_tokens=512, timeout_s=30.0)
SMALL = CallBudget(temperature=0.0, max_tokens=200, timeout_s=10.0)

ONE_TASK = CallBudget(temperature=0.0, max_tokens=300, timeout_s=8.0, retries=0)
"""For the thinking mode, which counts its calls and decides itself what is asked again."""
ONE_TEXT = CallBudget(temperature=0.0, top_p=0.9, max_tokens=400, timeout_s=12.0, retries=0)

BUDGETS: Mapping[str, CallBudget] = {
    "turn_planning": CallBudget(temperature=0.1, max_tokens=800, timeout_s=20.0),
    "query_router": CallBudget(temperature=0.0, max_tokens=60, timeout_s=8.0),
    "context_enhancement": SMALL,
    "subtask_planning": CallBudget(temperature=0.0, max_tokens=400, timeout_s=10.0),
    "query_variations": CallBudget(temperature=0.0, max_tokens=300, timeout_s=6.0, retries=0),
    "intent_analysis": CallBudget(temperature=0.0, max_tokens=400, timeout_s=12.0),
    "data_sufficiency_check": JUDGE,
    "clarification_intent": CallBudget(temperature=0.1, max_tokens=300, timeout_s=8.0),
    "analysis_planning": CallBudget(temperature=0.0, max_tokens=400, timeout_s=12.0),
    "document_fields": CallBudget(temperature=0.0, max_tokens=500, timeout_s=12.0),
    "contract_review": CallBudget(temperature=0.0, max_tokens=1_500, timeout_s=30.0),
    "memory_writing": CallBudget(temperature=0.0, max_tokens=400, timeout_s=20.0),
    "line_questions": CallBudget(temperature=0.3, max_tokens=3_000, timeout_s=120.0),
    "session_title": CallBudget(temperature=0.0, max_tokens=60, timeout_s=10.0),
    "answer": ANSWER,
    "answer_strict": ANSWER,
    "synthesis": ANSWER,
    "hallucination_check": CallBudget(temperature=0.0, max_tokens=700, timeout_s=12.0, retries=0),
    "document_grading": CallBudget(temperature=0.0, max_tokens=400, timeout_s=6.0, retries=0),
    "answer_grader": CallBudget(temperature=0.0, max_tokens=200, timeout_s=8.0, retries=0),
    "classify_question": ONE_TASK,
    "extract_concepts": ONE_TASK,
    "decompose_question": ONE_TASK,
    "answer_subquestion": ONE_TEXT,
    "synthesize_answers": ONE_TEXT,
    "answer_simple": ONE_TEXT,
    "accuracy_check": ONE_TASK,
    "completeness_check": ONE_TASK,
    "fact_verify": CallBudget(temperature=0.0, max_tokens=600, timeout_s=10.0, retries=0),
    "refine_answer": ONE_TEXT,
    "direct_response": CallBudget(temperature=0.3, top_p=0.9, max_tokens=300, timeout_s=20.0),
}
"""Prompt name -> budget; a prompt that is not here gets CallBudget's defaults."""
