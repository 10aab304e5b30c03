"""Compiles YAML, evidence and MindSpore's harvested signatures into the one index of the package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mindport.knowledge import helpers, templates
from mindport.knowledge.index import write
from mindport.knowledge.reading import check_examples, check_used, read, read_helpers, read_words
from mindport.knowledge.templates import HELPER
from mindport.knowledge.versions import (
    fingerprint,
    older_signatures,
    span_of,
    version_key,
)
from mindport.target import parse_version

NOT_SHOWN = ("migrated", "greatest")  # what of a run only those who mend the knowledge base read


def compile_index(folder: Path, index: Path, check_runs: bool = True) -> dict[str, Any]:
    """Read and check ``folder``, write ``index``, and return what was written.

    Args:
        check_runs: whether an example that raised in torch is an error too; whoever runs the
            examples again goes without.

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
    for entry in entries:
        _limit(entry, harvested, texts)
    evidence = read_evidence(folder)
    if check_runs:
        check_examples(folder, evidence)
    older = read_older(folder, list(harvested)[:-1])
    samples = read_samples(folder)
    for entry in entries:
        runs = evidence.get(entry["symbol"])
        if runs:
            entry["evidence"] = [
                {name: value for name, value in run.items() if name not in NOT_SHOWN}
                for run in runs
            ]
            stamp = fingerprint(runs, used_helpers(entry, texts).values())
            if differs := _older(older, entry["symbol"], stamp):
                entry["older"] = differs
        if entry["symbol"] in samples:
            entry["samples"] = _shown(samples[entry["symbol"]])
    used = {name for entry in entries for name in api_names(entry)}
    check_used(texts, used)
    content = {
        "mindspore": list(harvested),
        "entries": {entry["symbol"]: entry for entry in entries},
        "apis": {name: apis[name] for name in sorted(used & apis.keys())},
        "older_apis": older_signatures(used, harvested),
        "helpers": texts,
        "words": read_words(folder / "search/words.yaml"),
    }
    write(index, content)
    return content


def read_harvest(folder: Path) -> dict[str, dict[str, Any]]:
    """MindSpore's names by version, the oldest first."""
    paths = sorted((folder / "mindspore").glob("*.json"), key=lambda path: version_key(path.stem))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths}


def read_evidence(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The runs on the newest MindSpore by symbol."""
    evidence: dict[str, list[dict[str, Any]]] = {}
    for path in sorted((folder / "evidence").glob("*.json")):
        evidence.update(json.loads(path.read_text(encoding="utf-8")))
    return evidence


def read_older(folder: Path, versions: list[str]) -> dict[str, dict[str, dict[str, Any]]]:
    """The evidence of each older version by symbol, as ``versions`` describes it."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for version in versions:
        found[version] = {}
        for path in sorted((folder / "evidence" / version).glob("*.json")):
            found[version].update(json.loads(path.read_text(encoding="utf-8")))
    return found


def used_helpers(entry: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, str]:
    """The helpers that an entry's equivalents call, and those that these use: name to text."""
    prefix = f"{HELPER}."
    names = (name.removeprefix(prefix) for name in api_names(entry) if name.startswith(prefix))
    return {name: texts[name] for name in helpers.with_needed(names, texts)}


def _older(
    older: Mapping[str, Mapping[str, Any]], symbol: str, stamp: str
) -> dict[str, list[dict[str, Any]] | None]:
    """By older version, the runs that differ from the newest's; None where it was not run."""
    found: dict[str, list[dict[str, Any]] | None] = {}
    for version, recorded in older.items():
        record = recorded.get(symbol)
        if record is None or record["runs"] != stamp:
            found[version] = None
        elif record.get("differs"):
            found[version] = [
                {"device": "CPU", "mindspore": version}
                | {name: value for name, value in run.items() if name not in NOT_SHOWN}
                for run in record["differs"]
            ]
    return found


def _limit(
    entry: Mapping[str, Any],
    harvested: Mapping[str, Mapping[str, Any]],
    texts: Mapping[str, str],
) -> None:
    """Give each equivalent the versions that have all of its APIs, where it names no narrower."""
    for item in entry.get("equivalents", ()):
        names: set[str] = set()
        for name in names_in(item):
            root, _, helper = name.partition(".")
            if root != HELPER:
                names.add(name)
                continue
            for used in helpers.with_needed([helper], texts):
                names |= helpers.parse(used, texts[used]).apis
        since, until = span_of(names, harvested)
        if since and parse_version(item.get("since", "0")) < parse_version(since):
            item["since"] = since
        if until and ("until" not in item or parse_version(until) < parse_version(item["until"])):
            item["until"] = until


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


def api_names(entry: Mapping[str, Any]) -> set[str]:
    """Every MindSpore name that an entry's equivalents mention."""
    return {name for item in entry.get("equivalents", ()) for name in names_in(item)}


def names_in(equivalent: Mapping[str, Any]) -> set[str]:
    """Every MindSpore name that an equivalent mentions."""
    names = {str(equivalent["api"])} if equivalent.get("api") else set()
    for text in [equivalent.get("to"), *dict(equivalent.get("values", {})).values()]:
        if text:
            pieces = templates.parse(str(text)).pieces
            names |= {piece.name for piece in pieces if isinstance(piece, templates.ApiName)}
    return names
