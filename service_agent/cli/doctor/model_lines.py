"""What `suffice doctor` says of the model that answers: entered on the page, set in an environment, or none."""

from __future__ import annotations

from foundation.contracts.errors import SufficeError
from foundation.contracts.identity import LOCAL
from foundation.contracts.ports import Message, Usage
from service_agent.cli.doctor.findings import Line
from service_agent.cli.doctor.running import OWN, Running
from service_agent.composition.resources import model_client
from service_agent.services.endpoints.chosen import Chosen, chosen_of
from service_agent.services.endpoints.reports import verdict_of
from service_agent.services.services import Services
from service_agent.settings.settings import Settings


async def model_line(settings: Settings, services: Services, running: Running | None) -> Line:
    """Which model answers, by whose word, and whether it does."""
    kept = await services.kept_endpoints.shown(LOCAL)
    here = chosen_of(services.endpoints.configured, kept)
    answers = here if running is None else _chosen_by(running)
    trouble = _trouble(running) if running else kept and kept.trouble
    if trouble:
        return Line("wrong", "model", f"the one entered on the page cannot be used: {trouble}")
    if answers.model is None:
        whose = OWN if running is None else running.is_set
        none = f"none configured in {whose}, and none entered on the page: the rules engine plans, answers are quoted"
        return Line("note", "model", f"{none} (SUFFICE_LLM_MODEL, or /models)")
    named = f"{answers.model} ({_where(answers, running)})"
    if (answers.by, answers.model, answers.base_url) != (here.by, here.model, here.base_url):
        known = _judged(settings, answers)
        return Line(
            "note", "model", f"{named}; it is not called from here, where it is not set; /models tries it{known}"
        )
    try:
        await services.endpoints.reached(LOCAL)
    except SufficeError as error:
        return Line("wrong", "model", f"{named}: {why(error)}; until it does, the rules engine answers.")
    untried = "; /models tries what a turn asks of it, `suffice eval endpoint` says what it is good for"
    return Line("ok", "model", f"{named} answers{_judged(settings, answers) or untried}")


def _judged(settings: Settings, answers: Chosen) -> str:
    """What `suffice eval endpoint` found of it; "" where it was never asked."""
    judged = verdict_of(settings.data_dir, answers.base_url, answers.model or "")
    return "" if judged is None else f"; judged {judged.judged_at[:10]}: {judged.verdict}"


async def environment_line(settings: Settings) -> Line:
    """The same of this environment alone, where no database says what was entered on the page."""
    model = model_client(settings)
    if model is None:
        return Line("note", "model", f"none configured in {OWN} (SUFFICE_LLM_MODEL)")
    try:
        async for _ in model.stream("direct_response", [Message("user", "Say: ready")], Usage()):
            break
    except SufficeError as error:
        return Line("wrong", "model", f"{model.name} (set in {OWN}): {why(error)}.")
    finally:
        await model.aclose()
    return Line("ok", "model", f"{model.name} (set in {OWN}) answers")


def why(error: SufficeError) -> str:
    """Why it gave nothing, as a sentence without its end."""
    return error.message.removesuffix("; the built-in rules answered instead.").removesuffix(".")


def _chosen_by(running: Running) -> Chosen:
    said = running.model
    return Chosen(said["chosen_by"], said["model"], said["base_url"], said["has_key"])


def _trouble(running: Running) -> str | None:
    stored: dict[str, str | None] = running.model["stored"] or {}
    return stored.get("trouble")


def _where(answers: Chosen, running: Running | None) -> str:
    if answers.by == "page":
        return f"entered on the page, at {answers.base_url}"
    return f"set in {OWN}" if running is None else f"set for {running.is_set}"
