"""Runs the catalogue of graph mode: torch's source, and its migration in both of MindSpore's modes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.knowledge.demonstrations import Demonstration
from mindport.runtime.evidence import INPUT
from mindport.runtime.examples import Example, ExampleResult, run_examples
from mindport.runtime.pool import Pool
from mindport.runtime.snippets import as_file
from mindport.symbols.workspace import Workspace
from mindport.target import Target

GRAPH = Config(target=Target(devices=("CPU",), mode="GRAPH"))
LONGEST = 300
TIMEOUT = 90.0  # compiling takes its time on a busy machine


def migrated(torch: str) -> str:
    """A demonstration in MindSpore, by all fixes for graph mode."""
    inputs = set(INPUT.findall(torch))
    document = Document("example.py", as_file(torch, inputs))
    text = fix_document(document, GRAPH, Workspace(), unsafe=True).document.text
    declared = {f"{name}: " for name in inputs}
    return "".join(
        line
        for line in text.splitlines(keepends=True)
        if not any(line.startswith(name) for name in declared)
    )


def graph_codes(source: str) -> list[str]:
    """The codes of graph mode that are found in a source, torch's or MindSpore's."""
    inputs = set(INPUT.findall(source))
    if "import mindspore" in source:
        text = "".join(f"{name}: object\n" for name in sorted(inputs)) + source
    else:
        text = as_file(source, inputs)
    report = analyze(Document("example.py", text), GRAPH, Workspace())
    return sorted({f.code for f in report.findings if f.code.startswith("MP4")})


def run_demonstrations(
    demonstrations: Sequence[Demonstration], torch_pool: Pool, mindspore_pool: Pool, version: str
) -> list[dict[str, Any]]:
    """What each demonstration showed on CPU, as it is recorded."""
    texts = [migrated(one.torch) for one in demonstrations]
    pairs = list(zip(demonstrations, texts, strict=True))
    every = [
        Example(one.torch, text, timeout=TIMEOUT, graph=graph)
        for graph in (False, True)
        for one, text in pairs
    ]
    results = run_examples(every, torch_pool, mindspore_pool, device="CPU")
    halves = zip(results[: len(pairs)], results[len(pairs) :], strict=True)
    return [
        _record(one, text, *both, version) for (one, text), both in zip(pairs, halves, strict=True)
    ]


def _record(
    demonstration: Demonstration,
    text: str,
    pynative: ExampleResult,
    graph: ExampleResult,
    version: str,
) -> dict[str, Any]:
    record: dict[str, Any] = {
        "torch": demonstration.torch,
        "mindspore": version,
        "migrated": text,
        "pynative": pynative.outcome,
        "graph": graph.outcome,
    }
    if graph.outcome != "equal":
        record["seen"] = (graph.reason or graph.where)[:LONGEST]
    return record


def complaint(demonstration: Demonstration, record: dict[str, Any]) -> str | None:
    """Why a record does not show what the catalogue and the rules say; None when it does."""
    if record["pynative"] != "equal":
        return f"it must be equal in PyNative; it gives {record['pynative']}"
    before, after = (set(graph_codes(record[text])) for text in ("torch", "migrated"))
    codes = before | after
    if demonstration.code is None:
        if record["graph"] != "equal":
            return f"it must compile and be equal; it gives {record['graph']}"
        if demonstration.fixed is not None and before == {demonstration.fixed}:
            return f"fixes leave {', '.join(after)}" if after else None
        wanted = demonstration.fixed or "nothing"
        found = ", ".join(codes) or "nothing"
        return f"{wanted} must be found; there is {found}" if found != wanted else None
    if record["graph"] == "equal":
        return "graph mode must refuse it or differ; it is equal"
    if demonstration.code not in codes:
        return f"no finding says {demonstration.code}; there are {', '.join(codes) or 'none'}"
    return None
