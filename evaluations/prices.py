"""Price questions over real sales: districts of Daegu and Anyang against each other, by the real pack and its rules.

The questions are ours (templates over every pair of districts), the rows are real. The first question fetched a
district's sales as the table source would; the second one is understood by the service's own rules and judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from evaluations.cases import JUST_NOW, NOW, WHO, Case, CaseSet, FixedSource
from execution_agents.ingest.imported import InputFile, RowTarget
from execution_agents.ingest.importers import ROW_IMPORTERS
from execution_agents.ingest.regions import RegionNames
from execution_agents.search.sources.rendering import RowWriter
from foundation.contracts.plan import Understanding
from foundation.contracts.ports import Source
from foundation.contracts.work import Evidence, EvidenceItem
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Judge1RuleFigures, Pack, TableSource
from foundation.storage.records import TableRow
from supervisor.planning.context import Exchange, TurnContext
from supervisor.planning.understanding import understand

DOCUMENTED = "ours, 0.10 per inherited slot"
_TRADES, _AGGREGATES, _MARKET = "trades", "district_prices", "market"
_FIRST = "{name} 아파트 매매 시세 알려줘"
_SAME = (
    "그 지역 평균 매매 시세를 다시 요약해줘",
    "{name} 아파트 매매 시세 다시 정리해줘",
    "방금 찾은 시세에서 가장 비싼 매매 거래는 얼마야?",
    "거기 매매 거래는 몇 건이야?",
)
_NARROWER = ("그 지역 30평대 매매는 얼마야?", "{name} 아파트 전용 60㎡ 이하 매매 시세는?")
_OTHER_DISTRICT = (
    "{other}는?",
    "그럼 {other} 아파트 매매 시세는?",
    "{other} 아파트 실거래가 알려줘",
    "{name} 말고 {other} 시세 알려줘",
    "{name}와 {other} 매매 시세를 비교해줘",
)
_OTHER_ASPECT = (
    "그 지역 전세 시세는?",
    "거기 월세는 얼마야?",
    "{name} 아파트 시세는 2019년 5월에 얼마였어?",
    "{name} 최신 시세로 다시 알려줘",
    "지금 {name} 매매 시세 얼마야?",
)
_WEEK_OLD = NOW - timedelta(days=8)


@dataclass(frozen=True)
class _District:
    """One district and its sales."""

    name: str
    """Canonical region."""
    rows: tuple[TableRow, ...]


@dataclass(frozen=True)
class _Trial:
    """A second question, what it tries, and whether the rows in hand answer it."""

    question: str
    kind: str
    right: bool
    fetched_at: datetime = JUST_NOW
    touched: str = ""
    """A district in which a sale was added since."""


class _Conversation:
    """A district's sales in hand, and questions about them."""

    def __init__(self, district: _District, pack: Pack) -> None:
        self.pack = pack
        self.question = _FIRST.format(name=district.name)
        self.district = district
        self.first = understand(_context(pack, self.question, ()))
        self._declared = _table(pack)

    def case(self, at: int, trial: _Trial) -> Case:
        """One second question."""
        record = self._record(trial.fetched_at)
        return Case(
            case_id=f"{self.district.name}-{at}-{trial.kind}-{trial.question}",
            understanding=self._second(trial.question),
            stored=(record,),
            right=frozenset({record.evidence_id}) if trial.right else frozenset(),
            kind=trial.kind,
        )

    @property
    def complete(self) -> bool:
        """True when one search returns every sale of the district."""
        return len(self.district.rows) <= self._declared.limit

    def _second(self, question: str) -> Understanding:
        """As planning reads it; the intent's other types (law beside prices) are not what is tried here."""
        said = Exchange(
            question=self.question,
            standalone=self.first.standalone,
            intent=self.first.intent,
            slots=self.first.slot_values(),
            data_types=self.first.data_types,
            answer="",
        )
        read = understand(_context(self.pack, question, (said,)))
        return read.model_copy(update={"data_types": (_MARKET,)})

    def _record(self, fetched_at: datetime) -> Evidence:
        writer = RowWriter(self._declared, self.pack, "ko")
        rows = self.district.rows[: self._declared.limit]
        return Evidence(
            evidence_id=f"{self.district.name}-{fetched_at.isoformat()}",
            session_id="evaluation",
            run_id="evaluation",
            data_type=_MARKET,
            sources=(_TRADES,),
            kind="table",
            query=self.first.standalone,
            slots=self.first.slot_values(),
            items=tuple(_item(row, writer) for row in rows),
            fetched_at=fetched_at,
            source_version="then",
            complete=self.complete,
        )


def price_set(folder: Path) -> CaseSet:
    """Every district of the two files against every other."""
    pack = load_pack(shipped_packs() / "real_estate")
    districts = _districts(folder, pack)
    cases: list[Case] = []
    sources: dict[str, Mapping[str, Source]] = {}
    for district in districts:
        conversation = _Conversation(district, pack)
        for at, trial in enumerate(_trials(conversation, districts)):
            case = conversation.case(at, trial)
            cases.append(case)
            sources[case.case_id] = _sources(trial)
    return CaseSet(
        name="prices",
        title="Daegu's and Anyang's districts against each other",
        note="A district's real sales are in hand. Right: the same district again, and narrower questions where every "
        "sale is in hand. Never right: another district, deal or year, a demand for the latest, rows a week old, or a "
        "sale added in the district since (one added elsewhere changes nothing). Questions are templates of ours.",
        pack=pack,
        cases=cases,
        sources={},
        sources_of=sources,
        figures={DOCUMENTED: pack.model_copy(update={"judge1_rules": Judge1RuleFigures(inherited_penalty=100)})},
    )


def _trials(conversation: _Conversation, districts: Sequence[_District]) -> Iterator[_Trial]:
    name = conversation.district.name
    others = [district.name for district in districts if district.name != name]
    again = _SAME[1].format(name=name)
    yield from (_Trial(text.format(name=name), "same district", right=True) for text in _SAME)
    yield from (_Trial(text.format(name=name), "narrower", right=conversation.complete) for text in _NARROWER)
    for other in others:
        yield from (_Trial(t.format(name=name, other=other), "other district", right=False) for t in _OTHER_DISTRICT)
    yield from (_Trial(text.format(name=name), "other deal, year or now", right=False) for text in _OTHER_ASPECT)
    yield _Trial(again, "eight days old", right=False, fetched_at=_WEEK_OLD)
    yield _Trial(again, "sale added here", right=False, touched=name)
    yield from (_Trial(again, "sale added elsewhere", right=True, touched=other) for other in others)


def _sources(trial: _Trial) -> Mapping[str, Source]:
    touched = ({"region": (trial.touched,)},) if trial.touched else ()
    version = "now" if trial.touched else "then"
    return {
        _TRADES: FixedSource(_TRADES, "table", now_version=version, touched=touched),
        _AGGREGATES: FixedSource(_AGGREGATES, "table", now_version="then"),
    }


def _districts(folder: Path, pack: Pack) -> list[_District]:
    """Districts of both files with their sales, newest first as the table source orders them."""
    regions = {node.name for slot in pack.slots for node in slot.regions}
    found: dict[str, list[TableRow]] = {}
    for path in (folder / "daegu_apt_trades" / "trades.jsonl", folder / "anyang_apt_2017" / "trades.jsonl"):
        for row in _rows(path, pack):
            if row.data["deal"] == "sale" and row.data["housing_type"] == "apartment":
                found.setdefault(_district(str(row.data["region"]), regions), []).append(row)
    return [
        _District(name, tuple(sorted(rows, key=lambda row: str(row.data["month"]), reverse=True)))
        for name, rows in sorted(found.items())
    ]


def _district(region: str, regions: set[str]) -> str:
    """The region's first two words when the pack knows them: 대구 달서구."""
    name = " ".join(region.split()[:2])
    return name if name in regions else region


def _rows(path: Path, pack: Pack) -> Iterator[TableRow]:
    file = InputFile(path=path, name=path.name, size=path.stat().st_size, head="")
    target = RowTarget(source=_table(pack), regions=RegionNames(pack))
    return (part for part in ROW_IMPORTERS["apartment_trades"].read(file, target) if isinstance(part, TableRow))


def _table(pack: Pack) -> TableSource:
    declared = pack.source(_TRADES)
    if not isinstance(declared, TableSource):
        raise TypeError(f"{_TRADES} is not a table of {pack.name}")
    return declared


def _item(row: TableRow, writer: RowWriter) -> EvidenceItem:
    return EvidenceItem(
        item_id=row.row_id,
        content_hash=row.content_hash,
        title=writer.title(row.data),
        text=writer.line(row.data),
        source=_TRADES,
        fields=row.data,
    )


def _context(pack: Pack, question: str, exchanges: tuple[Exchange, ...]) -> TurnContext:
    return TurnContext(
        principal=WHO,
        session_id="evaluation",
        run_id="evaluation",
        question=question,
        exchanges=exchanges,
        ledger=(),
        pack=pack,
        variant="hybrid_confirm",
        thresholds=pack.thresholds,
        now=NOW,
    )
