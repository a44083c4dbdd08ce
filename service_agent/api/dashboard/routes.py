"""`/api/experiments`, `/api/decisions`, `/api/reviews`: the operator's side. Every route takes the role operator."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, status
from fastapi.responses import StreamingResponse

from foundation.storage.experiments.decision_filters import Demo, Filter
from foundation.storage.experiments.decision_pages import PageAsk
from service_agent.api.dashboard.csv_export import (
    csv_file,
    curve_csv,
    decision_csv,
    health_csv,
    metrics_csv,
    reviews_csv,
    savings_csv,
    sources_csv,
)
from service_agent.api.dashboard.decision_mappers import audit_out, decision_out, line_out, source_out
from service_agent.api.dashboard.decision_models import (
    AuditOut,
    DashboardHealth,
    DecisionOut,
    DecisionsPage,
    DemoErased,
    LabelBody,
    ReviewOut,
    ReviewsOut,
)
from service_agent.api.dashboard.mappers import (
    curve_out,
    experiment_out,
    figures_out,
    metrics_out,
    savings_out,
    sources_out,
)
from service_agent.api.dashboard.models import (
    BreakdownOut,
    ExperimentBody,
    ExperimentMetrics,
    ExperimentOut,
    ExperimentsOut,
    GroupOut,
    SavingsOut,
    SourcesOut,
    ThresholdBody,
    ThresholdCurve,
)
from service_agent.api.dashboard.queries import Chosen, DeclaringRoute, Format, Paged, cursor_text, read_experiment
from service_agent.api.requests.access import PROBLEMS, Asking, Service
from service_agent.api.requests.bodies import BodyRoute
from service_agent.experiments.service import Listed

router = APIRouter(route_class=BodyRoute, tags=["experiments"], responses=PROBLEMS)
declaring = APIRouter(route_class=DeclaringRoute)

By = Literal["arm", "day", "data_type", "intent", "model", "pack"]
MOST_EXPORTED = 100_000
"""Decisions of one export."""


@router.get("/api/experiments")
async def experiments(asking: Asking, services: Service) -> ExperimentsOut:
    """Every experiment, newest first, with what its figures can be filtered by."""
    return ExperimentsOut(experiments=[experiment_out(each) for each in await services.experiments.list(asking)])


@declaring.post("/api/experiments", status_code=status.HTTP_201_CREATED)
async def declare(body: ExperimentBody, asking: Asking, services: Service) -> ExperimentOut:
    """Declare an experiment. Another one on the same pack in the same time is refused."""
    stored = await services.experiments.declare(asking, read_experiment(body.model_dump()))
    return experiment_out(Listed(stored.name, stored, 0, 0, None, None, (stored.pack,), (), (), ()))


router.include_router(declaring)


@router.post("/api/experiments/{name}/end")
async def end(name: str, asking: Asking, services: Service) -> ExperimentOut:
    """End an experiment now: new sessions go by the pack's weights again."""
    stored = await services.experiments.end(asking, name)
    return experiment_out(Listed(stored.name, stored, 0, 0, None, None, (stored.pack,), (), (), ()))


@router.get("/api/experiments/{name}/metrics", response_model=ExperimentMetrics)
async def metrics(chosen: Chosen, asking: Asking, services: Service, format: Format = "json") -> Any:
    """KPIs, variants side by side, savings. `format=csv`: the variants as a table."""
    overview = await services.experiments.overview(asking, chosen.filter)
    stored = await services.experiments.stored(asking, chosen.name)
    usual = await services.experiments.usual_arm(asking, chosen.filter)
    figures = metrics_out(chosen.name, overview, stored, services.experiments.bound, usual)
    if format == "csv":
        return csv_file(metrics_csv((each.arm, each.variant, each.figures) for each in figures.variants), "variants")
    return figures


@router.get("/api/experiments/{name}/breakdown", response_model=BreakdownOut)
async def breakdown(chosen: Chosen, asking: Asking, services: Service, by: By = "day", format: Format = "json") -> Any:
    """The same figures for each day (the series), data type, intent, model, pack or arm."""
    found = await services.experiments.breakdown(asking, chosen.filter, by)
    groups = [GroupOut(value=str(value), figures=figures_out(each)) for value, each in found.items()]
    if format == "csv":
        named = f"{by.replace('_', '-')}s"
        return csv_file(metrics_csv((each.value, by, each.figures) for each in groups), named)
    return BreakdownOut(experiment=chosen.name, by=by, groups=groups)


@router.get("/api/experiments/{name}/sources", response_model=SourcesOut)
async def sources(chosen: Chosen, asking: Asking, services: Service, format: Format = "json") -> Any:
    """Who says what is true, never mixed: what audits, people and labels each say of the chosen decisions, a sample
    apart from what somebody chose to look at."""
    found = sources_out(chosen.name, await services.experiments.overview(asking, chosen.filter))
    return csv_file(sources_csv(found.sources), "sources") if format == "csv" else found


@router.get("/api/experiments/{name}/savings", response_model=SavingsOut)
async def savings(chosen: Chosen, asking: Asking, services: Service, format: Format = "json") -> Any:
    """What reuse saved against the control: the `savings` of the metrics, for whoever wants them alone."""
    found = savings_out(await services.experiments.overview(asking, chosen.filter))
    return csv_file(savings_csv(found), "savings") if format == "csv" else found


@router.get("/api/experiments/{name}/threshold-curve", response_model=ThresholdCurve)
async def threshold_curve(
    chosen: Chosen,
    asking: Asking,
    services: Service,
    bound: Annotated[float | None, Query(gt=0, lt=0.5)] = None,
    format: Format = "json",
) -> Any:
    """What each skip threshold would reuse and get wrong, and the lowest one the audits prove within the bound."""
    curve = curve_out(chosen.name, await services.experiments.curve(asking, chosen.filter, bound))
    return csv_file(curve_csv(curve), "threshold") if format == "csv" else curve


@router.post("/api/experiments/{name}/threshold", status_code=status.HTTP_201_CREATED)
async def apply_threshold(name: str, body: ThresholdBody, asking: Asking, services: Service) -> ExperimentOut:
    """Try a proven threshold as a new arm at a share of its arm's new sessions, in the place of what was tried there
    before. It is watched from then on, and taken back when wrong reuse is shown to break the bound; the experiment's
    end ends it. Refused, with the audits still needed, while nothing is proven."""
    chosen = Filter(name, arm=body.arm, pack=body.pack)
    threshold = round(body.threshold * 100) * 10
    stored = await services.experiments.apply(asking, chosen, threshold, body.weight, body.bound)
    return experiment_out(Listed(stored.name, stored, 0, 0, None, None, (stored.pack,), (), (), ()))


@router.get("/api/experiments/{name}/decisions", response_model=DecisionsPage)
async def decisions(
    chosen: Chosen,
    paged: Paged,
    asking: Asking,
    services: Service,
    format: Format = "json",
) -> Any:
    """Decisions, newest first, a page at a time. `format=csv`: up to 100,000 of them, streamed."""
    ask = paged.ask(chosen.filter)
    if format == "csv":
        lines = services.experiments.pages(asking, ask, MOST_EXPORTED)
        await services.experiments.page(
            asking, PageAsk(chosen.filter, limit=1)
        )  # a wrong name is refused before the first line
        headers = {"Content-Disposition": 'attachment; filename="decisions.csv"'}
        return StreamingResponse(decision_csv(lines), media_type="text/csv; charset=utf-8", headers=headers)
    found = await services.experiments.page(asking, ask)
    following = cursor_text(found[-1].created_at, found[-1].run_id) if len(found) == ask.limit else None
    return DecisionsPage(decisions=[line_out(line) for line in found], next=following)


@router.get("/api/decisions/{run_id}")
async def decision(run_id: str, asking: Asking, services: Service) -> DecisionOut:
    """One decision: its judges, its evidence then and now, who says what of it, and other variants by replay."""
    return decision_out(await services.experiments.decision(asking, run_id), asking)


@router.post("/api/decisions/{run_id}/label")
async def label(run_id: str, body: LabelBody, asking: Asking, services: Service) -> DecisionOut:
    """Say whether the decision was right. Counts at once; a second word of the same person replaces the first."""
    await services.experiments.label(asking, run_id, body.outcome, body.reason)
    return decision_out(await services.experiments.decision(asking, run_id), asking)


@router.delete("/api/decisions/{run_id}/label")
async def undo_label(run_id: str, asking: Asking, services: Service) -> DecisionOut:
    """Take back one's own newest label."""
    await services.experiments.undo_label(asking, run_id)
    return decision_out(await services.experiments.decision(asking, run_id), asking)


@router.post("/api/decisions/{run_id}/audit")
async def audit(run_id: str, asking: Asking, services: Service) -> AuditOut:
    """Compare with today's data now, were it not compared already. It tells of this decision; one that was not drawn
    for audit counts in no rate and proves no threshold, because somebody chose it."""
    return audit_out(await services.experiments.audit_now(asking, run_id))


@router.get("/api/reviews", response_model=ReviewsOut)
async def reviews(asking: Asking, services: Service, demo: Demo = "with", format: Format = "json") -> Any:
    """What an operator should look at: wrong reuse, numbers that no source has, thumbs down, corrections."""
    found = await services.experiments.reviews(asking, demo)
    listed = [ReviewOut(**vars(each)) for each in found]
    return csv_file(reviews_csv(listed), "reviews") if format == "csv" else ReviewsOut(reviews=listed)


@router.get("/api/experiments/{name}/health", response_model=DashboardHealth)
async def health(name: str, asking: Asking, services: Service, format: Format = "json") -> Any:
    """State of the model endpoint, the jobs and the packs' sources: the same whichever experiment is looked at."""
    await services.experiments.stored(asking, name)
    found, packs = await services.experiments.health(asking, services.counters)
    state = DashboardHealth(**found.state, sources=[source_out(each, packs) for each in found.sources])
    return csv_file(health_csv(state), "state") if format == "csv" else state


@router.delete("/api/experiments/{name}/demo")
async def erase_demo(name: str, asking: Asking, services: Service) -> DemoErased:
    """Erase all demo traffic of the tenant, whichever experiment is looked at: conversations, decisions, sums."""
    await services.experiments.stored(asking, name)
    return DemoErased(conversations=await services.experiments.erase_demo(asking))
