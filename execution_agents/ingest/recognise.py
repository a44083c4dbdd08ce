"""Which file belongs to which source of the pack: by content, or because the person named the source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from execution_agents.ingest.files import SkippedFile, files_under
from execution_agents.ingest.imported import BrokenPart, InputFile
from execution_agents.ingest.importers import DOCUMENT_IMPORTERS, ROW_IMPORTERS
from execution_agents.ingest.kinds import ACCEPTED
from execution_agents.ingest.report import IngestReport
from foundation.contracts.errors import BrokenDocument, NothingToIngest, UnknownSource
from foundation.domains.schema.pack import DocumentsSource, Pack, TableSource

UNKNOWN = "no importer of this pack recognises it"
Target = DocumentsSource | TableSource


@dataclass(frozen=True)
class Recognised:
    """A file, the source it goes to, and the importer that reads it."""

    file: InputFile
    source: Target
    importer: str


@dataclass(frozen=True)
class Offer:
    """A source that may take files, and whether the person named it for them (else content alone must show it)."""

    source: Target
    named: bool


def offers(pack: Pack, source: str | None, path: Path) -> tuple[Offer, ...]:
    """The sources this path may feed. Raises UnknownSource."""
    targets = [one for one in pack.sources if isinstance(one, DocumentsSource | TableSource)]
    if source is not None:
        named = [one for one in targets if one.name == source]
        if not named:
            known = ", ".join(one.name for one in targets)
            raise UnknownSource(f"The pack {pack.name} has no source {source!r} that takes files; it has: {known}.")
        return (Offer(named[0], named=True),)
    own = [one for one in targets if one.path and (pack.root / one.path).resolve() == path.resolve()]
    return tuple(Offer(one, named=bool(own)) for one in own or targets)


def recognised(path: Path, offered: Sequence[Offer], report: IngestReport) -> list[Recognised]:
    """Every file with its source; the others are counted in the report, and unreadable documents are named there.
    Raises NothingToIngest if no file has a source."""
    found: list[Recognised] = []
    for file in files_under(path):
        if isinstance(file, SkippedFile):
            _skip(file, report)
            continue
        try:
            match = next(_matches(file, offered), None)
        except BrokenDocument as problem:
            report.broken.append(BrokenPart.of(file.name, problem, note=True))
            continue
        if match:
            # The beginnings of a hundred thousand files would take gigabytes, and they are not needed again.
            found.append(replace(match, file=replace(file, head="")))
        else:
            _skip(SkippedFile(file.name, UNKNOWN), report)
    if not found:
        raise NothingToIngest(_nothing(path, offered, report))
    return found


def _skip(file: SkippedFile, report: IngestReport) -> None:
    if file.is_document:
        report.broken.append(BrokenPart(file.name, file.reason, note=True))
    else:
        report.skip(PurePosixPath(file.name).suffix.lower() or "(no suffix)", file.reason, file.name)


def _matches(file: InputFile, offered: Sequence[Offer]) -> Iterator[Recognised]:
    for offer in offered:
        for name in offer.source.importers:
            if _fits(name, file, offer):
                yield Recognised(file, offer.source, name)


def _fits(name: str, file: InputFile, offer: Offer) -> bool:
    if isinstance(offer.source, DocumentsSource):
        documents = DOCUMENT_IMPORTERS.get(name)
        return documents is not None and (offer.named or documents.specific) and documents.sniff(file)
    rows = ROW_IMPORTERS.get(name)
    return rows is not None and (offer.named or rows.specific) and rows.sniff(file, offer.source)


def _nothing(path: Path, offered: Sequence[Offer], report: IngestReport) -> str:
    kinds = "; ".join(f"{offer.source.name} takes {', '.join(offer.source.importers)}" for offer in offered)
    reasons = [*map(str, report.broken), *(f"{one.examples[0]}: {one.reason}" for one in report.skipped)]
    wrong = f" {reasons[0]}." if len(reasons) == 1 and reasons[0].rpartition(": ")[2] != UNKNOWN else ""
    return (
        f"Nothing under {path} is of a kind this pack takes ({kinds}).{wrong} Documents ({ACCEPTED}) need to be told "
        "where they belong: --source NAME, or `source` of an upload."
    )
