"""TensorBoard's files are written by tensorboardX, without torch."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

IMPORT = "from torch.utils.tensorboard import SummaryWriter\n\n\n"


@pytest.mark.parametrize(
    "call",
    [
        "add_scalar('loss', loss, step)",
        "add_scalars('runs', {'a': loss}, global_step=step)",
        "add_histogram('loss', loss, step, bins='auto')",
        "add_text('note', 'text')",
        "flush()",
    ],
)
def test_calls_of_a_writer_stay(call: str) -> None:
    source = f"def log(writer: SummaryWriter, loss, step):\n    writer.{call}\n"
    expected = f"def log(writer: tensorboardX.SummaryWriter, loss, step):\n    writer.{call}\n"
    assert fixed(IMPORT + source) == "import tensorboardX\n\n\n" + expected


def test_a_writer_takes_tensors() -> None:
    found = fixed(IMPORT + "writer = SummaryWriter(log_dir='runs')\n")
    assert "import torch\n" not in found and "from torch" not in found
    assert "class SummaryWriter(tensorboardX.SummaryWriter):" in found
    assert found.endswith("writer = SummaryWriter(log_dir='runs')\n")


def test_a_graph_is_not_drawn() -> None:
    source = (
        "def log(writer: SummaryWriter, model, x):\n    writer.add_graph(model, x)\n    print(x)\n"
    )
    assert "add_graph" not in fixed(IMPORT + source)


def test_what_takes_arrays_alone_is_marked() -> None:
    source = "def log(writer: SummaryWriter, x):\n    writer.add_embedding(x)\n"
    found = [f for f in findings(IMPORT + source) if f.symbol.endswith("add_embedding")]
    assert [(f.severity, f.fix) for f in found] == [("error", None)]
