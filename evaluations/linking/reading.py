"""Labelled questions for entity linking: what each names, and whether the pack has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from foundation.contracts.errors import DataMissing

SHAPE = """A file is a list of questions:

    - question: 달서구 월세는?
      pack: real_estate             # default: the pack in whose labels/ the file lies
      data: public                  # optional: the pack with the public files ingested; default: shipped
      before: [수성구 아파트 시세]    # optional: what was asked before, oldest first
      mentions:                     # every stretch that names a thing; [] when none does
        - {text: 달서구, status: known, entity: 대구 달서구}
        - {text: 월세, status: known, entity: monthly}

status: known, ambiguous (several things bear the name and nothing decides), unknown (certainly a name, and the pack
has nothing of it) or weak (may be a name, or is a heading: found or not, it counts neither way).
entity: the thing's name, an alias, its value in a slot, or its id; of an article law and number.
Words that are values of slots or closed lists (전세, flats, landlord) may be left out: found without a label they count
neither way. Every other name found without a label counts as wrong."""


class LabelledMention(BaseModel):
    """One stretch that names something."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    status: Literal["known", "ambiguous", "unknown", "weak"]
    entity: str = ""


class LabelledQuestion(BaseModel):
    """One question and all it names."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str
    pack: str = ""
    data: Literal["shipped", "public"] = "shipped"
    before: tuple[str, ...] = ()
    mentions: tuple[LabelledMention, ...] = ()


def read_questions(file: Path, pack: str = "") -> list[LabelledQuestion]:
    """The file's questions; `pack`: whose they are where they do not say. Raises DataMissing naming what is wrong."""
    try:
        loaded = yaml.safe_load(file.read_text(encoding="utf-8"))
        read = TypeAdapter(list[LabelledQuestion]).validate_python(loaded)
    except OSError as error:
        raise DataMissing(f"{file} cannot be read ({error.strerror}); give a file of labelled questions.") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise DataMissing(f"{file} is not YAML ({type(error).__name__}); see `suffice eval linking --help`.") from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise DataMissing(f"{file}: {place}: {first['msg']}; see `suffice eval linking --help`.") from None
    return [_placed(one, file, pack) for one in read]


def by_world(questions: Sequence[LabelledQuestion]) -> Mapping[tuple[str, str], list[LabelledQuestion]]:
    """(pack, data) -> its questions."""
    found: dict[tuple[str, str], list[LabelledQuestion]] = {}
    for one in questions:
        found.setdefault((one.pack, one.data), []).append(one)
    return found


def _placed(one: LabelledQuestion, file: Path, pack: str) -> LabelledQuestion:
    wrong = [mention.text for mention in one.mentions if mention.text not in one.question]
    if wrong:
        raise DataMissing(f"{file}: {wrong[0]!r} does not stand in {one.question!r}; write it as it stands there.")
    return one if one.pack else one.model_copy(update={"pack": pack})
