"""What a program asks of torch while it runs, as samples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from mindport.runtime.program_calls import calls_of  # noqa: E402


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sample that runs leaves its text where the process is."""
    monkeypatch.chdir(tmp_path)


def forms(tmp_path: Path, source: str) -> tuple[dict[str, Any], dict[str, str]]:
    """What the worker reports, and the sources of the samples by their form."""
    script = tmp_path / "program.py"
    script.write_text(source, encoding="utf-8")
    code = compile(source, str(script), "exec")
    found = calls_of(lambda: exec(code, {}), str(tmp_path))
    return found, {item["form"]: item["source"] for item in found["calls"]}


HEADER = (
    "import torch\nimport torch.nn.functional as F\nfrom torch import nn\nx = torch.ones(2, 3)\n"
)


def test_calls_that_differ_in_numbers_alone_are_one_form(tmp_path: Path) -> None:
    lines = (
        "x.reshape(3, 2)\nx.reshape(6, 1)\nx.reshape(-1, 6)\nF.relu(x)\nF.relu(x, inplace=True)\n"
    )
    _, sources = forms(tmp_path, HEADER + lines)
    assert [s for s in sources.values() if "reshape" in s or "relu" in s] == [
        "x.reshape(3, 2)",
        "x.reshape(6, 1)",
        "x.reshape(-1, 6)",
        "F.relu(x, inplace=False)",  # as F.relu hands it on
        "F.relu(x)",
        "F.relu(x, inplace=True)",
    ]
    _, sources = forms(
        tmp_path, HEADER + "x.reshape(3, 2).reshape(6)\ntorch.zeros(5)\ntorch.zeros(7)\n"
    )
    assert list(sources.values()).count("torch.zeros(5)") == 1
    assert "torch.zeros(7)" not in sources.values()


def test_layers_come_with_what_they_were_made_of(tmp_path: Path) -> None:
    lines = "net = nn.Sequential(nn.Linear(3, 4, bias=False), nn.ReLU())\nnet.eval()\nnet(x)\n"
    _, sources = forms(tmp_path, HEADER + lines)
    assert "m = nn.Linear(3, 4, bias=False)\nm.eval()\nm(x)" in sources.values()
    assert not any("F.linear" in source for source in sources.values())


def test_assignments_and_operators_are_written_as_people_write_them(tmp_path: Path) -> None:
    _, sources = forms(tmp_path, HEADER + "x[0, 1:] = 5\ny = -x\nx.T\n")
    assert "x = x.clone()\nx[0, 1:] = 5\nx" in sources.values()
    assert {"-x", "x.neg()"} & set(sources.values())
    assert "x.T" in sources.values()


def test_a_program_that_fails_gives_what_it_had_asked(tmp_path: Path) -> None:
    found, sources = forms(tmp_path, HEADER + "torch.sin(x)\n1 / 0\ntorch.cos(x)\n")
    assert found["failed"] == "ZeroDivisionError: division by zero"
    assert "torch.sin(x)" in sources.values()
    assert "torch.cos(x)" not in sources.values()
