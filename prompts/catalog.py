"""Every prompt text for a model, as Markdown files by package: variables are declared; missing and unused ones are
rejected.

A file begins with front matter (`variables: {name: trusted | untrusted}`), then sections `=== system`, `=== user`.
`{{name}}` stands for a variable, `{{nonce}}` for the nonce of this call's data blocks.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, Self, cast

import yaml

from foundation.contracts.ports import Message
from prompts.untrusted import make_nonce, wrapped

Trust = Literal["trusted", "untrusted"]
PLACE = re.compile(r"\{\{\s*([a-z_]+)\s*\}\}")
SECTION = re.compile(r"^=== (system|user|assistant)\s*$", re.MULTILINE)
FRONT_MATTER = re.compile(r"\A---\n(.*?)\n---\n(.*)\Z", re.DOTALL)
NONCE = "nonce"
ROOT = Path(__file__).parent


class BrokenPrompt(ValueError):
    """A prompt file, or a call to render one, is wrong. An error of ours, never of a person's."""


@dataclass(frozen=True)
class Prompt:
    """One prompt."""

    name: str
    """The prompt's name as the endpoint receives it: public (protocol)."""
    room: str
    variables: Mapping[str, Trust]
    sections: tuple[tuple[str, str], ...]
    """(role, template) in order."""

    @cached_property
    def version(self) -> str:
        """The beginning of a hash over its text and its variables: another text is another version."""
        whole = json.dumps([sorted(self.variables.items()), self.sections], ensure_ascii=False)
        return hashlib.sha256(whole.encode()).hexdigest()[:12]

    def render(self, **variables: str) -> tuple[Message, ...]:
        """The messages. Raises BrokenPrompt for missing and for unused variables."""
        missing, unused = self.variables.keys() - variables.keys(), variables.keys() - self.variables.keys()
        if missing or unused:
            raise BrokenPrompt(f"{self.name}: missing {sorted(missing)}, unused {sorted(unused)}")
        nonce = make_nonce()
        values = {name: self._shown(name, value, nonce) for name, value in variables.items()} | {NONCE: nonce}
        return tuple(
            Message(role, PLACE.sub(lambda match: values[match[1]], template)) for role, template in self.sections
        )

    def _shown(self, name: str, value: str, nonce: str) -> str:
        return wrapped(name, value, nonce) if self.variables[name] == "untrusted" else value


@dataclass(frozen=True)
class Catalog:
    """All prompts by name."""

    prompts: Mapping[str, Prompt]

    @classmethod
    def load(cls, root: Path = ROOT) -> Self:
        """Reads every `<room>/<name>.md` below `root`. Raises BrokenPrompt."""
        found = [read_prompt(path) for path in sorted(root.glob("*/*.md"))]
        names = [prompt.name for prompt in found]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise BrokenPrompt(f"prompts with the same name: {twice}")
        return cls({prompt.name: prompt for prompt in found})

    def render(self, name: str, /, **variables: str) -> tuple[Message, ...]:
        """The messages of one prompt. Raises BrokenPrompt."""
        if name not in self.prompts:
            raise BrokenPrompt(f"no prompt named {name!r}; there are {sorted(self.prompts)}")
        return self.prompts[name].render(**variables)


@cache
def shipped_prompts() -> Catalog:
    """The prompts that ship with the service; read once, never changed."""
    return Catalog.load()


def read_prompt(path: Path) -> Prompt:
    """One prompt file. Raises BrokenPrompt."""
    matched = FRONT_MATTER.match(path.read_text(encoding="utf-8"))
    if matched is None:
        raise BrokenPrompt(f"{path.name}: no front matter")
    parts = SECTION.split(matched[2])
    sections = tuple((role, text.strip()) for role, text in zip(parts[1::2], parts[2::2], strict=True))
    prompt = Prompt(path.stem, path.parent.name, declared_in(matched[1], path.name), sections)
    check(prompt)
    return prompt


def declared_in(front_matter: str, file: str) -> dict[str, Trust]:
    """The declared variables. Raises BrokenPrompt."""
    loaded: Any = yaml.safe_load(front_matter)
    variables: Any = cast("dict[str, Any]", loaded).get("variables") if isinstance(loaded, dict) else None
    if not isinstance(variables, dict):
        raise BrokenPrompt(f"{file}: front matter declares no variables")
    declared = cast("dict[str, Any]", variables)
    wrong = [name for name, trust in declared.items() if trust not in ("trusted", "untrusted") or name == NONCE]
    if wrong:
        raise BrokenPrompt(f"{file}: {wrong} must be trusted or untrusted, and not be called {NONCE}")
    return declared


def check(prompt: Prompt) -> None:
    """Checks that declared and used variables are the same, and that a prompt with data explains its marks. Raises
    BrokenPrompt."""
    if not prompt.sections:
        raise BrokenPrompt(f"{prompt.name}: no section")
    used = {name for _, template in prompt.sections for name in PLACE.findall(template)}
    if used - {NONCE} != set(prompt.variables):
        difference = sorted((used - {NONCE}) ^ set(prompt.variables))
        raise BrokenPrompt(f"{prompt.name}: declared and used variables differ: {difference}")
    if "untrusted" in prompt.variables.values() and NONCE not in used:
        raise BrokenPrompt(f"{prompt.name}: has data blocks and never says by which code they are marked")
