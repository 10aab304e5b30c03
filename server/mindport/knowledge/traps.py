"""Reads the catalogue of traps: what a plain rename runs and computes otherwise than torch."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args

from mindport.knowledge.reading import Complaint, KnowledgeError, Raw, raw_entries
from mindport.knowledge.schema import Compare
from mindport.rules import RULES
from mindport.texts import Text

FIELDS = {"trap", "code", "en", "zh", "torch", "naive", "compare"}
NEEDED = ("code", "en", "zh", "torch", "naive")
TRAP_CODE = "MP2"


@dataclass(frozen=True, slots=True)
class Trap:
    """One way to be burnt.

    ``torch`` is a snippet of torch, ``naive`` what somebody writes who only renames it; both use
    the inputs of ``mindport.runtime.inputs``. ``text`` says what torch does and what the rename
    does. ``family`` is the file's name.
    """

    name: str
    family: str
    code: str
    text: Text
    torch: str
    naive: str
    compare: Compare = "value"


def read_traps(folder: Path) -> list[Trap]:
    """The traps of the YAML files in ``folder``, in their order.

    Raises:
        KnowledgeError: one is not written as ``knowledge/README.md`` says.
    """
    complaints: list[Complaint] = []
    traps: dict[str, Trap] = {}
    for path in sorted(folder.glob("*.yaml")):
        try:
            raws = list(raw_entries(path))
        except KnowledgeError as error:
            complaints += error.complaints
            continue
        for raw in raws:
            found = list(_check(raw, traps))
            complaints += found
            if not found:
                traps[raw.plain["trap"]] = _trap(raw.plain, path.stem)
    if complaints:
        raise KnowledgeError(complaints)
    return list(traps.values())


def read_trap_evidence(folder: Path) -> dict[str, dict[str, Any]]:
    """What runs of the traps showed, by name; ``folder`` is knowledge/evidence/traps."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.json")):
        found.update(json.loads(path.read_text(encoding="utf-8")))
    return found


def _trap(plain: Mapping[str, Any], family: str) -> Trap:
    return Trap(
        name=plain["trap"],
        family=family,
        code=plain["code"],
        text=Text(plain["en"].strip(), plain["zh"].strip()),
        torch=plain["torch"].strip(),
        naive=plain["naive"].strip(),
        compare=cast(Compare, plain.get("compare", "value")),
    )


def _check(raw: Raw, known: Mapping[str, Trap]) -> Iterator[Complaint]:
    plain = raw.plain
    name = plain.get("trap")
    if not isinstance(name, str):
        yield raw.complain("a trap needs a name: 'trap: conv2d-padding'", "trap")
    elif name in known:
        yield raw.complain("second trap of this name; rename one of them", "trap")
    for field in plain:
        if field not in FIELDS:
            yield raw.complain(f"unknown field; a trap has {', '.join(sorted(FIELDS))}", field)
    for field in NEEDED:
        if not isinstance(plain.get(field), str) or not plain[field].strip():
            yield raw.complain(f"a trap needs {field}", field)
    code = plain.get("code")
    if isinstance(code, str) and (code not in RULES or not code.startswith(TRAP_CODE)):
        yield raw.complain(f"{code} is not a trap's code, MP2xx of mindport.rules", "code")
    if plain.get("compare", "value") not in get_args(Compare):
        yield raw.complain(f"is one of {', '.join(get_args(Compare))}", "compare")
    for field in ("torch", "naive"):
        try:
            compile(str(plain.get(field, "")), field, "exec")
        except SyntaxError as error:
            yield raw.complain(f"does not parse as Python: {error.msg}", field)
