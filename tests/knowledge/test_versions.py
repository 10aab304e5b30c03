"""Older MindSpore versions: what they lack, and what was shown on them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.knowledge.compile import read_evidence, read_older, used_helpers
from mindport.knowledge.store import Store, load
from mindport.knowledge.versions import differing, fingerprint, span_of
from mindport.report import Finding
from mindport.symbols.workspace import Workspace
from mindport.target import Device, Target

KNOWLEDGE = Path(__file__).resolve().parents[2] / "knowledge"
OLDER = load().versions[:-1]


def findings(
    source: str, version: str, store: Store | None = None, device: Device = "CPU"
) -> list[Finding]:
    config = Config(target=Target(version, (device,)))
    document = Document("example.py", source)
    return list(analyze(document, config, Workspace(), store).findings)


def call(symbol: str) -> str:
    return f"import torch\nx: torch.Tensor\ny = {symbol}\n"


def recorded(symbol: str, older: Mapping[str, Any]) -> Store:
    """A knowledge base of 2.9.0 and 2.10.0 that holds ``symbol``, equal on the newest."""
    plain = {
        "symbol": symbol,
        "equivalents": [{"api": API[symbol], "devices": ["CPU"]}],
        "examples": ["f(x2)", "f(x3)"],
        "evidence": [run("f(x2)", API[symbol], "equal"), run("f(x3)", API[symbol], "equal")],
        "older": older,
    }
    return Store({symbol: plain}, {}, ("2.9.0", "2.10.0"), "2.10.0")


API = {"torch.sin": "mindspore.mint.sin", "torch.Tensor.sin": "mindspore.Tensor.sin"}


def run(example: str, equivalent: str | None, outcome: str) -> dict[str, Any]:
    return {
        "example": example,
        "equivalent": equivalent,
        "outcome": outcome,
        "mindspore": "2.10.0",
        "device": "CPU",
    }


def about(symbol: str, found: list[Finding]) -> list[tuple[str, str, str]]:
    return [
        (finding.code, finding.fix.applicability if finding.fix else "none", finding.message.en)
        for finding in found
        if finding.symbol == symbol
    ]


@pytest.mark.parametrize("symbol", ["torch.sin", "torch.Tensor.sin"])
def test_what_was_shown_equal_on_the_version_is_safe(symbol: str) -> None:
    source = call("torch.sin(x)" if symbol == "torch.sin" else "x.sin()")
    for version in ("2.9", "2.9.1", "2.10"):
        found = about(symbol, findings(source, version, recorded(symbol, {})))
        assert [fix for _, fix, _ in found] == ["safe"] * (symbol == "torch.sin")


@pytest.mark.parametrize(
    ("older", "version", "said"),
    [
        ({"2.9.0": None}, "2.9", "shown equal on MindSpore 2.10.0 only, not on 2.9"),
        ({}, "2.8", "shown equal on MindSpore 2.9.0, 2.10.0 only, not on 2.8"),
        ({}, "2.11", "shown equal on MindSpore 2.9.0, 2.10.0 only, not on 2.11"),
        ({"2.9.0": "error"}, "2.9", "raises on MindSpore 2.9.0 for an example that is equal on"),
        ({"2.9.0": "differs"}, "2.9", "differs on MindSpore 2.9.0 for an example"),
    ],
)
@pytest.mark.parametrize("symbol", ["torch.sin", "torch.Tensor.sin"])
def test_what_was_not_is_marked(
    symbol: str, older: dict[str, Any], version: str, said: str
) -> None:
    older = {v: o and [run("f(x3)", API[symbol], o)] for v, o in older.items()}
    source = call("torch.sin(x)" if symbol == "torch.sin" else "x.sin()")
    (found,) = about(symbol, findings(source, version, recorded(symbol, older)))
    assert found[1] == ("unsafe" if symbol == "torch.sin" else "none")
    assert said in found[2]


def test_an_api_that_the_version_lacks_is_not_proposed() -> None:
    source = call("torch.nn.Linear(2, 3).to_empty(device='cpu')")
    symbol = "torch.nn.Module.to_empty"
    (found,) = about(symbol, findings(source, "2.9", device="Ascend"))
    assert found[0] == "MP107"
    assert "from 2.10 on" in found[2]
    assert load().explain(symbol, Target("2.9", ("Ascend",))).api is None
    assert load().explain(symbol, Target("2.10", ("Ascend",))).api is not None


def test_no_version_is_offered_what_its_harvest_lacks() -> None:
    """Neither as an API nor in a template."""
    from mindport.knowledge.compile import names_in, read_harvest

    harvested = read_harvest(KNOWLEDGE)
    store = load()
    newest = harvested[store.versions[-1]]
    offered = []
    for version in OLDER:
        for symbol in store.plain:
            entry = store.at(version).entry(symbol)
            plain = store.plain[symbol].get("equivalents", ())
            for equivalent, item in zip(entry.equivalents if entry else (), plain, strict=True):
                names = {name for name in names_in(item) if name in newest}
                if equivalent.has_version(Target(version).version):
                    offered += [(version, n) for n in names if n not in harvested[version]]
    assert offered == []


@pytest.mark.parametrize("version", OLDER)
def test_evidence_and_claims_agree(version: str) -> None:
    """What counts as equal on a version has a record there that fits the newest runs, and holds
    no run that came out otherwise."""
    newest, older = read_evidence(KNOWLEDGE), read_older(KNOWLEDGE, [version])[version]
    store = load().at(version)
    for symbol in store.plain:
        entry = store.entry(symbol)
        assert entry is not None
        record = older.get(symbol)
        stamp = fingerprint(
            newest.get(symbol, []), used_helpers(store.plain[symbol], store.helpers).values()
        )
        fits = record is not None and record["runs"] == stamp
        assert fits or not entry.evidence, symbol
        assert {run.mindspore for run in entry.evidence} <= {version}
        if not fits:
            continue
        told = {
            (r["example"], r.get("equivalent")): r["outcome"] for r in record.get("differs", ())
        }
        seen = {(r.example, r.equivalent): r.outcome for r in entry.evidence}
        assert told.items() <= seen.items(), symbol


def test_a_record_is_void_once_the_newest_runs_changed() -> None:
    runs = [run("a", "api", "equal")]
    before = fingerprint(runs, ["def f(): ..."])
    assert before == fingerprint([{**runs[0], "greatest": 1e-7}], ["def f(): ..."])
    assert before != fingerprint([*runs, run("b", "api", "equal")], ["def f(): ..."])
    assert before != fingerprint(runs, ["def f(): return 1"])


def test_only_what_differs_is_kept() -> None:
    newest = [run("a", "one", "equal"), run("a", "two", "equal"), run("b", "one", "equal")]
    older = [run("a", "one", "equal"), {**run("b", "one", "error"), "reason": "no kernel"}]
    told = {"example": "b", "equivalent": "one", "outcome": "error", "reason": "no kernel"}
    assert differing(newest, newest, {"one", "two"}) == []
    assert differing(newest, older, {"one"}) == [told]
    missing = {"example": "a", "outcome": "marked", "equivalent": "two"}
    assert differing(newest, older, {"one", "two"}) == [missing, told]


def test_a_version_has_what_all_names_of_an_equivalent_need() -> None:
    harvested: dict[str, dict[str, Any]] = {
        "2.8.0": {"old": {}, "always": {}},
        "2.9.0": {"old": {}, "always": {}, "new": {}},
        "2.10.0": {"always": {}, "new": {}},
    }
    assert span_of({"always"}, harvested) == (None, None)
    assert span_of({"always", "new"}, harvested) == ("2.9", None)
    assert span_of({"old"}, harvested) == (None, "2.9")
    assert span_of({"nowhere"}, harvested) == (None, None)


def test_signatures_are_those_of_the_version() -> None:
    store = load()
    for version in OLDER:
        harvested = json.loads((KNOWLEDGE / f"mindspore/{version}.json").read_text("utf-8"))
        for api in store.older_apis[version]:
            count = len(harvested[api].get("signatures", ()))
            assert len(store.at(version).signatures(api)) == count
