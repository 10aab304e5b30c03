"""The official table's claims: what is renamed, and what the runs say of a claim."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from mindport.runtime.claims import VERDICTS, Claim, Run, Verdict, judged, read_claims, renamed

ROOT = Path(__file__).resolve().parents[2]
HEADER = "torch,mindspore_2_4_classic,claim_2_4,mindspore_2_6_mint,claim_2_6\n"
RECORD = ROOT / "knowledge/evidence/claims/official.json"


def claim(torch: str, api: str, said: str = "consistent") -> Claim:
    return Claim("2.4", torch, api, said)


def test_a_row_makes_a_claim_for_each_table(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    rows = "torch.abs,mindspore.ops.abs,consistent,mindspore.mint.abs,differs\ntorch.no,,,,\n"
    table.write_text(HEADER + rows, encoding="utf-8")
    assert read_claims(table) == [
        Claim("2.4", "torch.abs", "mindspore.ops.abs", "consistent"),
        Claim("2.6", "torch.abs", "mindspore.mint.abs", "differs"),
    ]


@pytest.mark.parametrize(
    ("source", "of", "api"),
    [
        pytest.param("torch.neg(x)", "torch.abs", "mindspore.ops.abs", id="another symbol"),
        pytest.param(
            "torch.abs(torch.neg(x))", "torch.abs", "mindspore.ops.abs", id="torch would be left"
        ),
        pytest.param("x.neg()", "torch.Tensor.abs", "mindspore.Tensor.abs", id="another method"),
    ],
)
def test_leaves_alone(source: str, of: str, api: str) -> None:
    assert renamed(source, claim(of, api)) is None


@pytest.mark.parametrize(
    ("source", "of", "api", "expected"),
    [
        pytest.param(
            "torch.sum(x, dim=1)",
            "torch.sum",
            "mindspore.ops.sum",
            "mindspore.ops.sum(x, dim=1)",
            id="function",
        ),
        pytest.param(
            "F.relu(x)",
            "torch.nn.functional.relu",
            "mindspore.ops.relu",
            "mindspore.ops.relu(x)",
            id="functional",
        ),
        pytest.param(
            "x.to(torch.int64)",
            "torch.Tensor.to",
            "mindspore.Tensor.astype",
            "x.astype(mindspore.int64)",
            id="method with a dtype",
        ),
        pytest.param(
            "x.norm(2)",
            "torch.Tensor.norm",
            "mindspore.ops.norm",
            "mindspore.ops.norm(x, 2)",
            id="method that is a function",
        ),
        pytest.param(
            "m = nn.ReLU()\nm.eval()\nm(x)",
            "torch.nn.ReLU",
            "mindspore.nn.ReLU",
            "m = mindspore.nn.ReLU()\nm.set_train(False)\nm(x)",
            id="layer",
        ),
        pytest.param(
            "m = nn.Linear(3, 4)\ntorch.optim.SGD(m.parameters(), lr=0.1)",
            "torch.optim.SGD",
            "mindspore.nn.SGD",
            "m = mindspore.nn.Dense(3, 4)\nmindspore.nn.SGD(m.trainable_params(), lr=0.1)",
            id="optimizer",
        ),
    ],
)
def test_only_the_name_is_replaced(source: str, of: str, api: str, expected: str) -> None:
    assert renamed(source, claim(of, api)) == f"import mindspore\n{expected}\n"


@pytest.mark.parametrize(
    ("said", "kinds", "verdict"),
    [
        ("consistent", ["equal", "equal"], "confirmed"),
        ("consistent", ["equal", "kernel"], "confirmed"),
        ("consistent", ["equal", "raises"], "raises"),
        ("consistent", ["equal", "raises", "wrong"], "result"),
        ("consistent", ["kernel"], "unreached"),
        ("consistent", [], "unreached"),
        ("differs", ["equal", "wrong"], "confirmed"),
        ("differs", ["raises"], "confirmed"),
        ("differs", ["equal", "kernel"], "same"),
        ("differs", ["kernel"], "unreached"),
    ],
)
def test_the_verdict(said: str, kinds: Sequence[str], verdict: Verdict) -> None:
    runs = [Run(index, f"f({index})", "", "", kind) for index, kind in enumerate(kinds)]
    assert judged(claim("torch.f", "mindspore.ops.f", said), runs).verdict == verdict


def test_the_smallest_sample_is_shown() -> None:
    runs = [Run(9, "f(big)", "", "", "wrong"), Run(2, "f(small)", "", "", "wrong", "seen")]
    found = judged(claim("torch.f", "mindspore.ops.f"), runs)
    assert (found.source, found.seen, found.wrong) == ("f(small)", "seen", 2)


def test_every_record_says_what_speaks_for_it() -> None:
    records = json.loads(RECORD.read_text(encoding="utf-8"))
    assert {item["verdict"] for item in records} <= set(VERDICTS)
    for item in records:
        if item["verdict"] == "result":
            assert item["expected"] and item["actual"] and item["renamed"]
        elif item["verdict"] == "raises":
            assert item["seen"]


def test_the_pages_are_those_of_the_record() -> None:
    paths = [ROOT / "docs/official-claims.md", ROOT / "docs/official-claims.zh-CN.md"]
    before = [path.read_text(encoding="utf-8") for path in paths]
    script = ROOT / "scripts/check_official_claims.py"
    subprocess.run([sys.executable, str(script)], check=True, capture_output=True)
    after = [path.read_text(encoding="utf-8") for path in paths]
    for path, text in zip(paths, before, strict=True):
        path.write_text(text, encoding="utf-8")
    assert after == before
