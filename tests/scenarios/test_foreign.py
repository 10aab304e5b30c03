"""Whole scripts through ``scripts/foreign_programs.py``: run, migrated, run again and compared."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import foreign_places  # noqa: E402
import foreign_programs  # noqa: E402

PROGRAM = """\
# packages: theirs
# script: theirs/train.py --steps 3 {extra}
from tensorboardX import scalars

losses = scalars
"""
SCRIPT = """\
import argparse

import torch
from torch import nn
from torch.distributions import Categorical, Normal
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.tensorboard import SummaryWriter

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int)
    parser.add_argument("--factor", action="store_true")
    args = parser.parse_args()
    data = TensorDataset(torch.arange(12.0).reshape(6, 2) / 12, torch.arange(6) % 2)
    model = nn.Sequential(nn.Linear(2, 8), nn.Dropout(0.5), nn.Linear(8, 2))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    writer = SummaryWriter("runs")
    for step in range(args.steps):
        for x, y in DataLoader(data, batch_size=3, shuffle=True):
            x = x + Normal(torch.zeros(2), 0.1 * torch.ones(2)).sample((3,))
            logits = model(x)
            loss = nn.functional.cross_entropy(logits, y)
            loss = loss + 0.1 * Categorical(logits=logits).sample().float().mean()
            if args.factor:
                loss = loss + torch.linalg.ldl_factor((logits.T @ logits).detach())[0].sum()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            writer.add_scalar("loss", loss, step)
    raise SystemExit(0)
"""


@pytest.mark.parametrize(("extra", "result"), [("", "equal"), ("--factor", "marked")])
def test_a_whole_script(
    extra: str, result: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package"
    (package / "theirs").mkdir(parents=True)
    (package / "theirs/train.py").write_text(SCRIPT, encoding="utf-8")
    program = tmp_path / "whole_script.py"
    program.write_text(PROGRAM.format(extra=extra), encoding="utf-8")
    monkeypatch.setattr(foreign_programs, "fetch", lambda packages, kind: package)
    row = foreign_programs.look(program, tmp_path / "kept", unsafe=True)
    assert row.result == result, row.where
    assert ("train.py" in row.where) is (result == "marked")


def test_the_scripts_losses_are_compared(tmp_path: Path) -> None:
    theirs, ours = ({"losses": [1.0, last]} for last in (2.0, 2.1))
    assert foreign_programs.compared(theirs, theirs, tmp_path) == ""
    assert "2.1" in foreign_programs.compared(theirs, ours, tmp_path)


RUNS = """\
def used():
    return (
        1 +
        1
    )


def unused():
    return 2


class Kept:
    made = 1

    def method(self):
        return used()


Kept().method()
"""


@pytest.mark.parametrize(
    ("code", "line", "may"),
    [
        pytest.param("MP102", 9, False, id="in a function that never runs"),
        pytest.param("MP102", 8, False, id="at the head of such a one"),
        pytest.param("MP102", 13, False, id="what a module does when it is imported"),
        pytest.param("MP304", 3, False, id="where a tensor lies changes no number"),
        pytest.param("MP102", 3, True, id="in a function that runs"),
        pytest.param("MP102", 1, True, id="at its head"),
        pytest.param("MP102", 12, True, id="at the head of a class with such a one"),
    ],
)
def test_other_numbers_are_excused_by_what_runs(
    code: str, line: int, may: bool, tmp_path: Path
) -> None:
    module = tmp_path / "runs.py"
    module.write_text(RUNS, encoding="utf-8")
    with foreign_places.executed(str(tmp_path), set()) as places:
        runpy.run_path(str(module))
    finding = {"path": str(module), "code": code, "symbol": "torch.std", "line": line}
    assert foreign_places.may_differ([{**finding, "end_line": line}], places) is may


@pytest.mark.parametrize(("over", "may"), [(2, True), (9, False)])
def test_a_comment_that_asks_for_a_look_speaks_of_the_line_under_it(
    over: int, may: bool, tmp_path: Path
) -> None:
    module = tmp_path / "runs.py"
    lines = RUNS.splitlines()
    indent = "    "
    told = [f"{indent}# mindport: todo[MP218] why", f"{indent}#     it asks", lines[over - 1]]
    lines[over - 1 : over] = told
    module.write_text("\n".join(lines), encoding="utf-8")
    with foreign_places.executed(str(tmp_path), set()) as places:
        runpy.run_path(str(module))
    finding = {"path": str(module), "code": "MP218", "symbol": "", "line": over, "end_line": over}
    assert foreign_places.may_differ([finding], places) is may


def test_what_a_script_runs_itself_counts(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("x = 1\n", encoding="utf-8")
    with foreign_places.executed(str(tmp_path), {str(script)}) as places:
        runpy.run_path(str(script))
    assert places == {(str(script), 1)}


@pytest.mark.parametrize(
    ("told", "line", "stops"),
    [
        pytest.param("TypeError: no", 4, False, id="a finding where it came through"),
        pytest.param("TypeError: no", 9, False, id="a finding elsewhere"),
        pytest.param("TypeError: no", 5, True, id="a finding where it stopped"),
        pytest.param(
            "NotMigratedError: torch.std is used here", 9, True, id="the symbol that it stopped at"
        ),
    ],
)
def test_a_run_stops_at_a_finding(told: str, line: int, stops: bool, tmp_path: Path) -> None:
    path = str(tmp_path / "runs.py")
    Path(path).write_text(RUNS, encoding="utf-8")
    finding = {"path": path, "symbol": "torch.std", "line": line, "end_line": line}
    frames = [(path, 4), (path, 5)]
    assert foreign_places.stops_at_finding(told, frames, [finding], []) is stops
