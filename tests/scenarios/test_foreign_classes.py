"""Programs that train the classes of a package, as scripts/foreign_classes.py writes them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from scripts.foreign_classes import modules_of, probed

PACKAGE = {
    "shapes/__init__.py": "from .heads import Head\nfrom .broken import Broken\n",
    "shapes/broken.py": "raise RuntimeError('never loaded')\n",
    "shapes/names.py": "WIDTH = 3\n",
    "shapes/heads.py": """
import torch
import missing_package
from torch import nn
from shapes import names
from shapes.layers import Layer

class Head(nn.Module):
    def __init__(self, dim, kernel_size, dropout=0.5):
        super().__init__()
        self.layer = Layer(dim)
        self.drop = nn.Dropout(dropout)
        self.conv = nn.Conv1d(dim, names.WIDTH, kernel_size, padding=1)

    def forward(self, x, mask):
        return self.conv(self.drop(self.layer(x)).transpose(1, 2)) * mask[:, None]

class Noise(nn.Module):
    def forward(self, x):
        return x + torch.randn_like(x)

class Refuses(nn.Module):
    def forward(self, x):
        raise ValueError
""",
    "shapes/layers.py": """
from torch import nn

class Layer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.linear = nn.Linear(dim, dim)

    def forward(self, x):
        return self.linear(x)
""",
}


def test_it_trains_what_can_be_built_and_gives_the_same_again(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    for name, text in PACKAGE.items():
        sources.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        sources.joinpath(name).write_text(text, encoding="utf-8")
    assert modules_of(sources) == ["shapes.heads", "shapes.layers"]

    program = tmp_path / "program"
    assert probed(sources, "shapes.heads", program) == 1

    text = program.joinpath("train.py").read_text(encoding="utf-8")
    assert "Head(dim=8, kernel_size=3, dropout=0.0)," in text
    assert "Noise" not in text and "Refuses" not in text
    assert sorted(path.name for path in program.joinpath("shapes").iterdir()) == [
        "__init__.py",
        "heads.py",
        "layers.py",
        "names.py",
    ]
    check = "import train; assert len(set(train.losses)) == 6, train.losses"
    subprocess.run([sys.executable, "-c", check], cwd=program, check=True)


def test_nothing_is_written_where_no_class_can_be_used(tmp_path: Path) -> None:
    tmp_path.joinpath("alone.py").write_text(
        "from torch import nn\n\nclass Net(nn.Module):\n"
        "    def __init__(self, config):\n        self.width = config.width\n"
    )
    assert probed(tmp_path, "alone", tmp_path / "program") == 0
    assert not tmp_path.joinpath("program").exists()
