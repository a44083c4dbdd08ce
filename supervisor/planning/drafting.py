"""What a message asks of the document team, decided by rules before a model reads it: a draft, a clause, a change of
the conversation's document, a review of a contract that the message carries or that was attached."""

from __future__ import annotations

from execution_agents.document.asking import document_asked
from foundation.contracts.drafting import DocumentAsked
from foundation.contracts.plan import Understanding
from foundation.domains.schema.pack import Intent, Pack
from supervisor.planning.context import TurnContext

TEAM = "document"
ASKED = {"ko": "계약서 검토해줘", "en": "Please review this contract"}
"""The question of a message that is nothing but a contract."""
CERTAIN = 900


def with_document(rules: Understanding, context: TurnContext) -> Understanding:
    """The understanding with the request to the document team; unchanged if there is none."""
    asked = asked_in(rules, context)
    if asked is None:
        return rules
    intent = intent_for(asked, context.pack)
    if intent is None:
        return rules
    needs = context.pack.data_types_of(intent) if asked.kind == "review" else ()
    return rules.model_copy(
        update={
            "document": asked,
            "intent": intent.name,
            "confidence": max(rules.confidence, CERTAIN),
            "route": rules.route if rules.route != "simple" else "rag_required",
            "data_types": needs,
            "computation": None,
            "unresolved": (),
            "ambiguity_reason": None,
        }
    )


def asked_in(rules: Understanding, context: TurnContext) -> DocumentAsked | None:
    """The message's request to the team; a request for a document without a template counts as one, too."""
    if context.carries_contract:
        return DocumentAsked(kind="review")
    today = context.today
    asked = document_asked(context.question, context.pack, context.held, today)
    if asked is not None:
        return asked
    intent = next((one for one in context.pack.intents if one.name == rules.intent), None)
    if intent is None or TEAM not in intent.teams:
        return None
    if intent.data_types:
        return DocumentAsked(kind="review") if not rules.computation else None
    return DocumentAsked(kind="draft")


def intent_for(asked: DocumentAsked, pack: Pack) -> Intent | None:
    """The pack's intent of this kind: a review needs law, a draft needs none."""
    fitting = [one for one in pack.intents if TEAM in one.teams and bool(one.data_types) == (asked.kind == "review")]
    return fitting[0] if fitting else None
