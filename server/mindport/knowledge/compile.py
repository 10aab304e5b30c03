"""Compiles YAML, evidence and MindSpore's harvested signatures into the one index of the package."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from mindport.knowledge import helpers, templates
from mindport.knowledge.reading import check_used, read, read_helpers
from mindport.knowledge.templates import HELPER

NOT_SHOWN = ("migrated", "greatest")  # what of a run only those who mend the knowledge base read


def compile_index(folder: Path, index: Path) -> dict[str, Any]:
    """Read and check ``folder``, write ``index``, and return what was written.

    Raises:
        KnowledgeError: the knowledge base is not valid; nothing is written.
    """
    harvested = read_harvest(folder)
    apis = {
        name: described for version in harvested.values() for name, described in version.items()
    }
    texts = read_helpers(folder / "helpers", apis)
    apis |= {
        f"{HELPER}.{name}": {"signatures": [helpers.parse(name, text).signature]}
        for name, text in texts.items()
    }
    entries = read(folder, apis)
    evidence = read_evidence(folder)
    samples = read_samples(folder)
    for entry in entries:
        runs = evidence.get(entry["symbol"])
        if runs:
            entry["evidence"] = [
                {name: value for name, value in run.items() if name not in NOT_SHOWN}
                for run in runs
            ]
        if entry["symbol"] in samples:
            entry["samples"] = _shown(samples[entry["symbol"]])
    used = {name for entry in entries for name in api_names(entry)}
    check_used(texts, used)
    content = {
        "mindspore": sorted(harvested, key=_version_key),
        "entries": {entry["symbol"]: entry for entry in entries},
        "apis": {name: apis[name] for name in sorted(used & apis.keys())},
        "helpers": texts,
    }
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    index.write_text(text, encoding="utf-8")
    return content


def read_harvest(folder: Path) -> dict[str, dict[str, Any]]:
    """MindSpore's names by version."""
    paths = sorted((folder / "mindspore").glob("*.json"), key=lambda path: _version_key(path.stem))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths}


def read_evidence(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The recorded runs by symbol."""
    evidence: dict[str, list[dict[str, Any]]] = {}
    for path in sorted((folder / "evidence").glob("*.json")):
        evidence.update(json.loads(path.read_text(encoding="utf-8")))
    return evidence


def read_samples(folder: Path) -> dict[str, dict[str, Any]]:
    """How the samples of torch's own tests came out, by symbol."""
    samples: dict[str, dict[str, Any]] = {}
    for path in sorted((folder / "evidence/samples").glob("*.json")):
        samples.update(json.loads(path.read_text(encoding="utf-8")))
    return samples


def _shown(samples: dict[str, Any]) -> dict[str, Any]:
    """What a hover says of samples: the counts, and where they part from torch."""
    told = {}
    for case in samples.get("cases", ()):
        if case["kind"] != "marked":
            where = case.get("where") or ", ".join(case.get("conditions", ()))
            shown = {"kind": case["kind"], "source": case["source"], "where": where}
            told[case["kind"], where or case["source"]] = shown
    cases = list(told.values())
    counts = {name: count for name, count in samples.items() if name != "cases"}
    return {**counts, "cases": cases} if cases else counts


def api_names(entry: dict[str, Any]) -> set[str]:
    """Every MindSpore name that an entry's equivalents mention."""
    names = set()
    for item in entry.get("equivalents", ()):
        if item.get("api"):
            names.add(item["api"])
        for text in [item.get("to"), *dict(item.get("values", {})).values()]:
            if text:
                pieces = templates.parse(str(text)).pieces
                names |= {piece.name for piece in pieces if isinstance(piece, templates.ApiName)}
    return names


def _version_key(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))
