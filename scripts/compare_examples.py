"""Builds the bundled models in torch and, migrated, in MindSpore; carries the weights over and
prints the greatest difference of their outputs."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
LIMIT = 1e-5

import mindspore as ms  # noqa: E402
import numpy as np  # noqa: E402
import torch  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from mindport.runtime.weights import carry  # noqa: E402


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pairs() -> dict[str, tuple[Any, Any, np.ndarray]]:
    """Each model in both frameworks, with an input."""
    resnet, resnet_ms = (
        load(ROOT / "examples/resnet.py"),
        load(ROOT / "examples/migrated/resnet.py"),
    )
    encoder = load(ROOT / "examples/transformer.py")
    encoder_ms = load(ROOT / "examples/migrated/transformer.py")
    random = np.random.RandomState(0)
    image = random.standard_normal((8, 3, 64, 64)).astype(np.float32)
    ids = random.randint(0, 1000, (2, 16))
    return {
        "ResNet-18": (resnet.resnet18(10), resnet_ms.resnet18(10), image),
        "ResNet-50": (resnet.resnet50(10), resnet_ms.resnet50(10), image),
        "Transformer encoder": (
            encoder.TransformerEncoder(dropout=0.0),
            encoder_ms.TransformerEncoder(dropout=0.0),
            ids,
        ),
    }


def difference(module: Any, cell: Any, inputs: np.ndarray, training: bool) -> float:
    """Greatest absolute difference of the outputs over the greatest absolute output."""
    module.train(training)
    cell.set_train(training)
    with torch.no_grad():
        expected = module(torch.from_numpy(inputs)).numpy()
    actual = cell(ms.Tensor(inputs)).asnumpy()
    return float(np.abs(expected - actual).max() / np.abs(expected).max())


def main() -> int:
    ms.set_device("CPU")
    torch.manual_seed(0)
    table = Table("model", "mode", "greatest relative difference", "weights carried")
    worst = 0.0
    for name, (module, cell, inputs) in pairs().items():
        plan = carry(module, cell)
        if plan.missing or plan.mismatched:
            print(f"{name}: not all weights have a place: {plan.missing} {plan.mismatched}")
            return 1
        for training in (False, True):
            found = difference(module, cell, inputs, training)
            worst = max(worst, found)
            mode = "training, dropout off" if training else "evaluation"
            table.add_row(name, mode, f"{found:.1e}", str(len(plan.pairs)))
    Console().print(table)
    print(f"greatest of all: {worst:.1e} (at most {LIMIT:.0e} is asked for)")
    return 0 if worst <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
