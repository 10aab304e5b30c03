"""load_state_dict in a file of a torch program that imports no torch itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import findings, fixed

MIXIN = (
    "from parts import read\n\nclass Saver:\n    def restore(self, path):\n        state = read(path)\n"
    "        self.{0}.load_state_dict(state)\n"
)
READ = "def read(path):\n    return {}\n"


def of(tmp_path: Path, mixin: str, **files: str) -> list[str]:
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "saver.py").write_text(mixin, encoding="utf-8")
    return [f.symbol for f in findings(mixin, path=str(tmp_path / "saver.py"))]


@pytest.mark.parametrize(
    ("mixin", "files"),
    [
        pytest.param(MIXIN.format("model"), {"parts": READ}, id="no torch near it"),
        pytest.param(
            MIXIN.format("model"), {"parts": READ, "other": "import torch\n"}, id="not connected"
        ),
        pytest.param(
            "import mindspore\n" + MIXIN.format("model"),
            {"parts": f"import torch\n{READ}"},
            id="MindSpore's own",
        ),
        pytest.param(
            MIXIN.format("sampler"), {"parts": f"import torch\n{READ}"}, id="another's state"
        ),
    ],
)
def test_leaves_alone(tmp_path: Path, mixin: str, files: dict[str, str]) -> None:
    assert of(tmp_path, mixin, **files) == []


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"parts": f"import torch\n{READ}"}, id="in what it imports"),
        pytest.param(
            {"parts": READ, "run": "from saver import Saver\nfrom torch import nn\n"},
            id="in what imports it",
        ),
    ],
)
def test_is_torchs(tmp_path: Path, files: dict[str, str]) -> None:
    assert of(tmp_path, MIXIN.format("model"), **files) == ["torch.nn.Module.load_state_dict"]
    optimizers = of(tmp_path, MIXIN.format("optimizer"), **files)
    assert optimizers == ["torch.optim.Optimizer.load_state_dict"]
    text = fixed(MIXIN.format("model"), path=str(tmp_path / "saver.py"), unsafe=True)
    assert "        load_state_dict(self.model, state)\n" in text
