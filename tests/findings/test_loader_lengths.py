"""The iterator of a loader says in torch how many batches the loader gives."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch.utils.data import DataLoader, Dataset\n\n"
BODY = "def train(data, others):\n    loader = DataLoader(data, batch_size=4)\n"


@pytest.mark.parametrize(
    "lines",
    [
        "    return len(loader)\n",
        "    return len(iter(others))\n",
        "    batches = iter(loader)\n    return len(others)\n",
        "    batches = iter(loader)\n    batches = others\n    return len(batches)\n",
    ],
)
def test_leaves_alone(lines: str) -> None:
    assert not [f for f in findings(HEAD + BODY + lines) if "__iter__" in f.symbol]


def test_the_loader_is_asked() -> None:
    text = fixed(f"{HEAD}{BODY}    return len(iter(loader))\n")
    assert text.endswith("    return len(loader)\n")


def test_a_name_for_the_iterator() -> None:
    source = f"{HEAD}{BODY}    batches = iter(loader)\n    return len(batches), next(batches)\n"
    assert "return len(batches), next(batches)" in fixed(source)
    assert "return len(loader), next(batches)" in fixed(source, unsafe=True)
