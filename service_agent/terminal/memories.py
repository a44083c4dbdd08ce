"""What is remembered of the person, on the terminal: listed, corrected, erased, turned off, named under an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from rich.console import Console

from foundation.contracts.errors import SufficeError
from service_agent.terminal.client import ServiceClient

Frame = dict[str, Any]
LIST, FORGET = "/memories", "/forget"
COMMANDS = (LIST, FORGET)
PLACE = "/api/me/memories"
SETTINGS = "/api/me/settings"
WORDS: Mapping[str, Mapping[str, str]] = {
    "ko": {
        "none": "기억하는 것이 없습니다.",
        "one": "{number}. {text}",
        "hint": "/memories 번호 새 문장 = 고치기 · /forget 번호 = 지우기 · /memories off 끄기 · /memories on 켜기",
        "is_off": "기억이 꺼져 있습니다. /memories on 으로 켭니다.",
        "off": "기억을 껐습니다. 아무것도 남기거나 쓰지 않습니다.",
        "on": "기억을 켰습니다.",
        "corrected": "고쳤습니다: {text}",
        "forgotten": "지웠습니다: {text}",
        "unknown": "{number}번 기억이 없습니다. /memories 로 번호를 보세요.",
        "which": "지울 기억의 번호를 적어 주세요. 예: /forget 2 (번호는 /memories 에서)",
        "used": "쓴 기억: {texts}",
    },
    "en": {
        "none": "Nothing is remembered.",
        "one": "{number}. {text}",
        "hint": "/memories N new words = correct · /forget N = erase · /memories off · /memories on",
        "is_off": "Memory is off. /memories on turns it on.",
        "off": "Memory is off: nothing is kept or used.",
        "on": "Memory is on.",
        "corrected": "Corrected: {text}",
        "forgotten": "Erased: {text}",
        "unknown": "There is no memory {number}; /memories shows the numbers.",
        "which": "Say which one by its number: /forget 2 (/memories shows the numbers).",
        "used": "Memories used: {texts}",
    },
}


def said(name: str, language: str, **values: object) -> str:
    """A sentence in the person's language."""
    return WORDS.get(language, WORDS["en"])[name].format_map(values)


async def command(line: str, service: ServiceClient, language: str) -> str:
    """Does what a command about memories asks; what is said of it."""
    name, *rest = line.split(maxsplit=2)
    try:
        if name == FORGET:
            return await _forget(rest[0] if rest else "", service, language)
        match rest:
            case []:
                return await _listed(service, language)
            case ["off" | "on" as switch]:
                settings = await service.request("GET", SETTINGS)
                await service.request("PUT", SETTINGS, {**settings, "remembers": switch == "on"})
                return said(switch, language)
            case [number, text]:
                return await _correct(number, text, service, language)
            case _:
                return said("hint", language)
    except SufficeError as error:
        return error.message


async def show_used(answer: Frame, service: ServiceClient, console: Console, language: str) -> None:
    """The memories that went into an answer, in the person's words."""
    used = cast("list[str]", answer.get("memories_used") or [])
    if not used:
        return
    try:
        held = {one["memory_id"]: str(one["text"]) for one in await _held(service)}
    except SufficeError:
        return  # the answer stands; its memories can be seen with /memories
    texts = " · ".join(f"“{held[each]}”" for each in used if each in held)
    if texts:
        console.print(f"  {said('used', language, texts=texts)}", style="dim", markup=False, highlight=False)


async def _held(service: ServiceClient) -> list[Frame]:
    """The lasting ones, newest first: numbers count these."""
    found = await service.request("GET", PLACE)
    return [one for one in found["memories"] if one["tier"] == "longterm"]


async def _listed(service: ServiceClient, language: str) -> str:
    found = await service.request("GET", PLACE)
    if not found["on"]:
        return said("is_off", language)
    held = [one for one in found["memories"] if one["tier"] == "longterm"]
    if not held:
        return said("none", language)
    lines = [said("one", language, number=at, text=one["text"]) for at, one in enumerate(held, start=1)]
    return "\n".join([*lines, said("hint", language)])


async def _chosen(number: str, service: ServiceClient) -> Frame | None:
    held = await _held(service)
    at = int(number) if number.isdecimal() else 0
    return held[at - 1] if 0 < at <= len(held) else None


async def _correct(number: str, text: str, service: ServiceClient, language: str) -> str:
    one = await _chosen(number, service)
    if one is None:
        return said("unknown", language, number=number)
    made = await service.request("PUT", f"{PLACE}/{one['memory_id']}", {"text": text, "kind": one["kind"]})
    return said("corrected", language, text=made["text"])


async def _forget(number: str, service: ServiceClient, language: str) -> str:
    if not number:
        return said("which", language)
    one = await _chosen(number, service)
    if one is None:
        return said("unknown", language, number=number)
    await service.request("DELETE", f"{PLACE}/{one['memory_id']}")
    return said("forgotten", language, text=one["text"])
