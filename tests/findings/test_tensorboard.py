"""TensorBoard's files are written by tensorboardX, without torch."""

from __future__ import annotations

import ast

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


TRIED = """\
try:
    from torch.utils.tensorboard import SummaryWriter
{more}except ImportError:
    {absent}


def writer_of(path):
    return SummaryWriter(path) if FOUND else None
"""


def test_a_writer_that_may_be_absent_is_made_where_it_was_tried() -> None:
    text = fixed(TRIED.format(more="    FOUND = True\n", absent="FOUND = False"))
    tree = ast.parse(text)
    tried = next(node for node in tree.body if isinstance(node, ast.Try))
    assert [type(one) for one in tried.body] == [ast.Import, ast.ClassDef, ast.Assign]
    assert not any(isinstance(node, ast.ClassDef) for node in tree.body)
    assert "tensorboardX" not in text[: text.index("try:")]
    assert text.endswith("    return SummaryWriter(path) if FOUND else None\n")


def test_a_stand_in_for_the_writer_stays() -> None:
    text = fixed(TRIED.format(more="", absent="SummaryWriter = None"))
    assert "except ImportError:\n    SummaryWriter = None\n" in text


@pytest.mark.parametrize(
    "absent", ["from tensorboardX import SummaryWriter", "raise RuntimeError('no writer')"]
)
def test_a_writer_that_is_needed_is_made_at_the_top(absent: str) -> None:
    text = fixed(TRIED.format(more="", absent=absent))
    assert any(isinstance(node, ast.ClassDef) for node in ast.parse(text).body)
