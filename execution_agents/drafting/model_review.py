"""A contract read by a model in addition to the rules: it may add findings, never remove any, and each must quote the
contract. An article counts only if the corpus holds it; an explanation with an unsupported figure is dropped."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from decimal import Decimal

from execution_agents.drafting.law import articles_found
from execution_agents.team import TeamDeps
from foundation.contracts.drafting import ReviewFinding
from foundation.contracts.work import Brief
from foundation.domains.schema.pack import Pack
from foundation.language.figures.reader import figures_of
from prompts.catalog import shipped_prompts
from prompts.replies import ContractReviewReply, FindingReply

PROMPT = "contract_review"
_ADDRESS = re.compile(r"://|\bwww\.|\w@\w|\b[a-z0-9-]+\.(?:com|net|org|io|kr)\b", re.IGNORECASE)
PLAIN = {
    "ko": "모델이 이 조항을 불리하거나 법에 어긋난다고 보았습니다.",
    "en": "A model holds this clause to be unfair or against the law.",
}


async def reviewed_by_model(
    text: str, findings: Sequence[ReviewFinding], brief: Brief, deps: TeamDeps
) -> list[ReviewFinding]:
    """The rules' findings and those a model adds. Raises ModelFailed."""
    if deps.model is None:
        return list(findings)
    known = articles_known(deps.pack)
    messages = shipped_prompts().render(PROMPT, articles="\n".join(f"- {one}" for one in known), contract=text)
    reply = await deps.model.structured(PROMPT, messages, ContractReviewReply, deps.usage)
    named = list(dict.fromkeys(one.article for one in reply.findings if one.article in known))
    held = {one.article: f"{one.item.title} {one.item.text}" for one in await articles_found(named, brief, deps)}
    added = list(findings)
    for one in reply.findings:
        made = finding_of(one, text, held, brief.language)
        if made is not None and not any(other.start < made.end and made.start < other.end for other in added):
            added.append(made)
    return added


def articles_known(pack: Pack) -> list[str]:
    """The articles the checklist cites."""
    refs = [one.article for one in pack.checklist.items if one.article is not None]
    return list(dict.fromkeys(f"{one.law} {one.article}".strip() for one in refs))


def finding_of(one: FindingReply, text: str, held: dict[str, str], language: str) -> ReviewFinding | None:
    """The finding as far as it is supported; None if its quote is not in the contract."""
    quote = one.quote.strip()
    start = text.find(quote)
    if start < 0:
        return None
    article = one.article if one.article in held else ""
    grounds = {(figure.kind, figure.value) for figure in figures_of(f"{text} {held.get(article, '')} {article}")}
    why, about = (_supported(words, grounds) for words in (one.why, one.about))
    return ReviewFinding(
        item="model",
        verdict=one.verdict if article else "unusual",
        quote=quote,
        start=start,
        end=start + len(quote),
        label=about,
        why=why or PLAIN.get(language, PLAIN["en"]),
        article=article,
    )


def _supported(words: str, grounds: Collection[tuple[str, Decimal]]) -> str:
    """A model's words; "" where they say a figure that nothing supports, or an address: a contract may order them."""
    said = " ".join(words.split())
    unfounded = any((figure.kind, figure.value) not in grounds for figure in figures_of(said))
    return "" if unfounded or _ADDRESS.search(said) else said
