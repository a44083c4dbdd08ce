"""Documents that an answer drafted, on the terminal: shown below it, and saved as a file on request."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from rich.console import Console
from rich.padding import Padding
from rich.panel import Panel

from foundation.contracts.errors import SufficeError
from service_agent.terminal.client import ServiceClient
from service_agent.terminal.markdown import AnswerMarkdown

Frame = dict[str, Any]
SAVE = "/save"
WORDS: Mapping[str, Mapping[str, str]] = {
    "ko": {
        "draft": "버전 {version} · 초안",
        "approved": "버전 {version} · 승인함",
        "hint": "/save 로 Word 파일, /save md 로 Markdown 파일을 지금 폴더에 저장합니다.",
        "saved": "{file} 에 저장했습니다.",
        "none": "저장할 문서가 없습니다. 먼저 문서를 써 달라고 해 보세요.",
        "unwritable": "{file} 에 쓸 수 없습니다: {why}",
        "taken": "{file} 이(가) 이미 있습니다. 옮기거나 지운 뒤 다시 해 주세요.",
    },
    "en": {
        "draft": "version {version} · draft",
        "approved": "version {version} · approved",
        "hint": "/save keeps it as a Word file in this folder, /save md as Markdown.",
        "saved": "Saved as {file}.",
        "none": "There is no document to save. Ask for one to be drafted first.",
        "unwritable": "{file} cannot be written: {why}",
        "taken": "{file} is there already. Move or remove it and try again.",
    },
}


def said(name: str, language: str, **values: object) -> str:
    """A sentence in the person's language."""
    return WORDS.get(language, WORDS["en"])[name].format_map(values)


async def show(answer: Frame, service: ServiceClient, console: Console, language: str) -> None:
    """Each document of an answer, and how to save it."""
    for made in made_by(answer):
        try:
            found = await service.request("GET", place_of(made))
        except SufficeError as error:
            console.print(f"  {error.message}", style="red", markup=False, highlight=False)
            continue
        state = "approved" if found["approved_at"] else "draft"
        title = f"{made['title']} · {said(state, language, version=made['version'])}"
        shown = Panel(AnswerMarkdown(found["markdown"]), title=title, title_align="left", border_style="dim")
        console.print(Padding(shown, (1, 0, 0, 2)))
        console.print(f"  {said('hint', language)}", style="dim", highlight=False)


async def save(answer: Frame | None, wish: str, service: ServiceClient, language: str, folder: Path) -> str:
    """Keeps the newest document as a file; what is said of it. A file that is there is never written over."""
    documents = made_by(answer)
    if not documents:
        return said("none", language)
    ending = "md" if wish.split()[-1:] == ["md"] else "docx"
    made = documents[-1]
    title = str(made["title"])
    name = "".join(letter if letter.isalnum() else "-" for letter in title).strip("-") or "document"
    file = folder / f"{name}-v{made['version']}.{ending}"
    try:
        content = await service.content(f"{place_of(made)}&format={ending}")
        with file.open("xb") as kept:
            kept.write(content)
    except FileExistsError:
        return said("taken", language, file=file.name)
    except OSError as problem:
        return said("unwritable", language, file=file.name, why=problem.strerror)
    except SufficeError as error:
        return error.message
    return said("saved", language, file=file.name)


def made_by(answer: Frame | None) -> list[Frame]:
    """The documents an answer made; a service of before there were any says nothing of them."""
    return cast("list[Frame]", (answer or {}).get("documents") or [])


def place_of(made: Frame) -> str:
    """Where the service gives out this version."""
    return f"/api/documents/{made['document_id']}?version={made['version']}"
