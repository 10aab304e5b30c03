"""Tensors that files are handed which import neither framework, in a project of torch."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from .conftest import findings, fixed

TRAIN = "import torch\nfrom helpers import *\nprint(torch.ones(2))\n"


def written(folder: Path, source: str, train: str = TRAIN) -> str:
    """The path of ``source`` beside what imports it."""
    (folder / "train.py").write_text(train, encoding="utf-8")
    path = folder / "helpers.py"
    path.write_text(dedent(source), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("source", "train"),
    [
        pytest.param("def rows(x):\n    return x.size(0)\n", "import helpers\n", id="no torch"),
        pytest.param(
            "import mindspore as ms\n\ndef best(x):\n    return x.topk(3)\n",
            TRAIN,
            id="MindSpore's",
        ),
        pytest.param(
            """\
            import numpy as np

            def scale(path):
                x = np.load(path)
                x = x.reshape(len(x), -1).astype(np.float32)
                x -= x.mean(0)
                return x / x.std(axis=0), x.size, x.argmax(1), x.view(np.int32)
            """,
            TRAIN,
            id="arrays",
        ),
        pytest.param(
            """\
            import json
            import os

            class Meter:
                def __init__(self):
                    self.values = {}

                def update(self, **values):
                    for name, value in values.items():
                        self.values.setdefault(name, []).append(value)

                def save(self, folder):
                    with open(os.path.join(folder, "log.json"), "w") as file:
                        json.dump(self.values, file, indent=2)
            """,
            TRAIN,
            id="records",
        ),
    ],
)
def test_leaves_alone(tmp_path: Path, source: str, train: str) -> None:
    assert findings(source, path=written(tmp_path, source, train)) == []


@pytest.mark.parametrize(
    "imported", ["import paddle", "import tensorflow as tf", "from jax import numpy as jnp"]
)
def test_what_another_framework_handles_is_left_alone(tmp_path: Path, imported: str) -> None:
    source = f"""\
    {imported}

    def states(model, x, device):
        model.to(device)
        model.eval()
        return model.state_dict(), x.cpu().detach().numpy(), x.clone()
    """
    assert findings(dedent(source), path=written(tmp_path, source)) == []


def test_a_file_of_two_frameworks_is_torchs_too(tmp_path: Path) -> None:
    source = "import jax\nimport torch\n\ndef cut(x: torch.Tensor):\n    return x.cpu().detach()\n"
    codes = [f.code for f in findings(source, path=written(tmp_path, source))]
    assert {"MP101", "MP304"} <= set(codes)


MOVED = "from mindspore import mint\nfrom helpers import *\nprint(mint.ones(2))\n"


@pytest.mark.parametrize(
    "source",
    [
        "def rows(x):\n    return x.shape[0], x.sum(1), x.view(-1), x.size\n",
        "def save(files, pool):\n    return files.size(), pool.size(n=2), files.clone('a')\n",
        "def train(net, batches):\n    net.set_train()\n    return [net(x) for x in batches]\n",
    ],
)
def test_leaves_alone_beside_files_that_are_moved(tmp_path: Path, source: str) -> None:
    assert findings(source, path=written(tmp_path, source, MOVED)) == []


def test_what_torch_alone_has_is_told_beside_files_that_are_moved(tmp_path: Path) -> None:
    source = "def rows(x, net):\n    net.eval()\n    return x.cuda().size(0), x.size(-1)\n"
    after = "def rows(x, net):\n    net.set_train(False)\n    return x.shape[0], x.shape[-1]\n"
    assert fixed(source, unsafe=True, path=written(tmp_path, source, MOVED)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            """\
            def rows(target):
                return target.size(0)
            """,
            """\
            def rows(target):
                return target.shape[0]
            """,
            id="size",
        ),
        pytest.param(
            """\
            def best(output, k):
                _, pred = output.topk(k, 1, True, True)
                return pred.t()
            """,
            """\
            import mindspore as ms
            from mindspore import ops
            def best(output, k):
                _, pred = ops.topk(output, k, 1, True, True)
                pred = pred.astype(ms.int64)
                return pred.t()
            """,
            id="topk",
        ),
        pytest.param(
            """\
            def to_device(batch, device):
                return {k: v.to(device) for k, v in batch.items()}
            """,
            """\
            def to_device(batch, device):
                return {k: v for k, v in batch.items()}
            """,
            id="moved to a device",
        ),
    ],
)
def test_are_torchs(tmp_path: Path, before: str, after: str) -> None:
    assert fixed(before, unsafe=True, path=written(tmp_path, before)) == dedent(after)


@pytest.mark.parametrize(
    ("inner", "outer"),
    [
        ("from .runner import Runner\n", "from package.core import Runner\n"),
        ("from .runner import *\n", "from package import core\n"),
    ],
)
def test_a_package_that_hands_a_file_on(tmp_path: Path, inner: str, outer: str) -> None:
    folder = tmp_path / "package" / "core"
    folder.mkdir(parents=True)
    (tmp_path / "package" / "__init__.py").write_text("from .core import Runner\n")
    (folder / "__init__.py").write_text(inner)
    path = folder / "runner.py"
    source = "class Runner:\n    def run(self):\n        self.model.train()\n"
    path.write_text(source)
    (tmp_path / "train.py").write_text(outer)
    assert findings(source, path=str(path)) == []
    (tmp_path / "train.py").write_text(f"import torch\n{outer}")
    assert [one.symbol for one in findings(source, path=str(path))] == ["torch.nn.Module.train"]
