"""Reads the catalogue of graph mode: what the graph compiler refuses, changes, and compiles well."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent
from typing import Any

from mindport.knowledge.reading import Complaint, KnowledgeError, Raw, raw_entries
from mindport.rules import RULES

CODE = "MP4"
FIELDS = {"graph", "code", "fixed", "header", "init", "methods", "arguments", "forward", "result", "loss",
          "torch"}  # fmt: skip
TWICE = "(m(x2), m(x2 * 2))"
STEPS = """\
optimizer = torch.optim.SGD(m.parameters(), lr=0.1)
losses = []
m.train()
for step in range(4):
    optimizer.zero_grad()
    loss = {loss}
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
"""


@dataclass(frozen=True, slots=True)
class Demonstration:
    """One torch snippet whose last expression is compared between torch and graph mode.

    ``code`` is that of the finding that it must have; without one it compiles, computes the same,
    and must have none, but that of ``fixed`` on torch's source, which fixes take away. ``family`` is
    the file's name.
    """

    name: str
    family: str
    code: str | None
    torch: str
    fixed: str | None = None


def read_demonstrations(folder: Path) -> list[Demonstration]:
    """The demonstrations of the YAML files in ``folder``, in their order.

    Raises:
        KnowledgeError: one is not written as ``knowledge/README.md`` says.
    """
    complaints: list[Complaint] = []
    found: dict[str, Demonstration] = {}
    for path in sorted(folder.glob("*.yaml")):
        for raw in raw_entries(path):
            wrong = list(_check(raw, found))
            complaints += wrong
            if not wrong:
                name = raw.plain["graph"]
                code, fixed = raw.plain.get("code"), raw.plain.get("fixed")
                found[name] = Demonstration(name, path.stem, code, source_of(raw.plain), fixed)
    if complaints:
        raise KnowledgeError(complaints)
    return list(found.values())


def trained_demonstrations(folder: Path) -> list[Demonstration]:
    """Those that compile and show values alone, each behind a layer and with a loss that trains it.

    What Python computes beside the graph has the right values and no gradient. Left out is what takes
    no ``x``, and what shows something else than one call of the network.

    Raises:
        KnowledgeError: one is not written as ``knowledge/README.md`` says.
    """
    read_demonstrations(folder)
    found = []
    for path in sorted(folder.glob("*.yaml")):
        for plain in (raw.plain for raw in raw_entries(path)):
            arguments = plain.get("arguments", "x").replace(" ", "").split(",")
            result = plain.get("result", "m(x2)").strip()
            shown = {"code", "loss", "torch"}.isdisjoint(plain) and "x" in arguments
            if shown and result.startswith("m(") and "\n" not in result:
                loss = f"({result}).float().pow(2).mean()"
                forward = f"x = torch.tanh(self.fc(x))\n{plain['forward']}"
                others = {name: text for name, text in plain.items() if name != "result"}
                source = source_of(others | {"forward": forward, "loss": loss})
                found.append(Demonstration(plain["graph"], path.stem, None, source))
    return found


def read_graph_evidence(folder: Path) -> dict[str, dict[str, Any]]:
    """What runs showed, by name; ``folder`` is knowledge/evidence/graph."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.json")):
        found.update(json.loads(path.read_text(encoding="utf-8")))
    return found


def source_of(plain: Mapping[str, str]) -> str:
    """The whole snippet: ``torch`` itself, or a module ``m`` made of the parts, and what is run."""
    header = plain.get("header", "")
    if "torch" in plain:
        return _lines(header) + plain["torch"].strip()
    parts = [
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.fc = nn.Linear(4, 4)\n",
        indent(_lines(plain.get("init", "")), " " * 8),
        "\n" + indent(_lines(plain["methods"]), " " * 4) if "methods" in plain else "",
        f"\n    def forward(self, {plain.get('arguments', 'x')}):\n",
        indent(_lines(plain["forward"]), " " * 8),
        "\nm = Net()\n",
        STEPS.format(loss=plain["loss"]) if "loss" in plain else "",
        plain.get("result", "losses" if "loss" in plain else TWICE).strip(),
    ]
    return _lines(header) + "".join(parts)


def _lines(text: str) -> str:
    return f"{text.rstrip()}\n" if text.strip() else ""


def _check(raw: Raw, known: Mapping[str, Demonstration]) -> Iterator[Complaint]:
    plain = raw.plain
    name = plain.get("graph")
    if not isinstance(name, str):
        yield raw.complain("a demonstration needs a name: 'graph: try-except'", "graph")
    elif name in known:
        yield raw.complain("second demonstration of this name; rename one of them", "graph")
    for field in plain:
        if field not in FIELDS:
            known_fields = ", ".join(sorted(FIELDS))
            yield raw.complain(f"unknown field; a demonstration has {known_fields}", field)
    if "forward" not in plain and "torch" not in plain:
        yield raw.complain("a demonstration needs forward or torch", "graph")
        return
    for field in ("code", "fixed"):
        code = plain.get(field)
        if code is not None and (code not in RULES or not code.startswith(CODE)):
            yield raw.complain(f"{code} is no code of graph mode, MP4xx of mindport.rules", field)
    if "code" in plain and "fixed" in plain:
        yield raw.complain("a demonstration has code or fixed", "fixed")
    try:
        compile(source_of(plain), "torch", "exec")
    except SyntaxError as error:
        yield raw.complain(f"does not parse as Python: {error.msg}", "graph")
