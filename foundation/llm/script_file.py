"""A script for the scripted endpoint as a file (YAML or JSON), for `suffice sim-model` and benches.

answer: "The answer is in item [1]."
turn_planning:
  - {reply: {route: rag_required, intent: market_inquiry, confidence: 0.9}, delay_s: 0.2}
  - {status: 429, retry_after: "1"}
"*": {fault: hang}
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from foundation.contracts.errors import WrongUse
from foundation.llm.scripted import Fault, Line, Reply


class WrittenReply(BaseModel):
    """One reply of a file: a text or an object, and how it is sent."""

    model_config = ConfigDict(extra="forbid")

    reply: str | dict[str, Any] = ""
    delay_s: Annotated[float, Field(ge=0, le=600)] = 0.0
    status: Annotated[int, Field(ge=200, le=599)] = 200
    retry_after: str | None = None
    fault: Fault | None = None
    usage: bool = True
    piece: Annotated[int, Field(ge=1)] = 16
    piece_delay_s: Annotated[float, Field(ge=0, le=60)] = 0.0
    finish_reason: str | None = "stop"

    def as_reply(self) -> Reply:
        """What the endpoint plays."""
        text = self.reply if isinstance(self.reply, str) else json.dumps(self.reply, ensure_ascii=False)
        return Reply(text=text, **self.model_dump(exclude={"reply"}))


Written = str | WrittenReply
SCRIPT: TypeAdapter[dict[str, Written | list[Written]]] = TypeAdapter(dict[str, Written | list[Written]])


def load_script(path: Path) -> dict[str, Line]:
    """The script in a file. Raises WrongUse, naming the line that is wrong."""
    try:
        lines = SCRIPT.validate_python(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise WrongUse(f"The script {path} cannot be read: {error}.") from error
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in problem["loc"])
        raise WrongUse(f"The script {path} is wrong at {where or 'its top'}: {problem['msg']}.") from error
    return {prompt: played(line) for prompt, line in lines.items()}


def played(line: Written | list[Written]) -> Line:
    """One prompt's line as the endpoint takes it."""
    if isinstance(line, list):
        return [one if isinstance(one, str) else one.as_reply() for one in line] or Reply()
    return line if isinstance(line, str) else line.as_reply()
