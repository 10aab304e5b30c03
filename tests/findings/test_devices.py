"""What a tensor's device is compared with: MindSpore's is the string ``'CPU:0'``."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

SOURCE = """import torch


device = torch.device("cpu")
names = ["cpu"]


def run(x: torch.Tensor, y: torch.Tensor, given):
    place = x.device
    STATEMENT
"""


@pytest.mark.parametrize(
    "statement",
    [
        "return x.device == y.device",
        "return place != y.device",
        "return device == torch.device('cpu')",
        "return given.device == device",
        "return x.device in names",
        "return x.dtype == y.dtype",
        "return y.to(x.device)",
    ],
)
def test_leaves_alone(statement: str) -> None:
    found = findings(SOURCE.replace("STATEMENT", statement))
    assert [f for f in found if f.message.en.startswith("A tensor's device")] == []


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("x.device == torch.device('cpu')", "x.device{} == 'cpu'"),
        ("x.device != device", "x.device{} != device"),
        ("'cpu' in str(x.device)", "'cpu' in str(x.device){}"),
        ("'cuda' == place", "'cuda' == place{}"),
        ("place.type == 'cpu'", "place{} == 'cpu'"),
        ("x.device == given", "x.device{} == str(given){}"),
    ],
)
def test_kinds_are_compared(statement: str, after: str) -> None:
    text = fixed(SOURCE.replace("STATEMENT", f"return {statement}"), unsafe=True)
    kind = ".partition(':')[0].lower()"
    assert f"    return {after.replace('{}', kind)}\n" in text


@pytest.mark.parametrize("device", ["rank", "f'cuda:{rank}'"])
def test_a_process_that_msrun_starts_has_its_device(device: str) -> None:
    chooses = f"import torch\nrank = 1\ntorch.cuda.set_device({device})\nprint(rank)\n"
    begins = "torch.distributed.init_process_group('nccl')\n"
    assert "set_device" not in fixed(chooses + begins, unsafe=True)
    assert (
        "mindspore.set_device(" in fixed(chooses, unsafe=True).replace("ms.", "mindspore.")
    ) is (device == "rank")
