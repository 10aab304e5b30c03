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


EVALUATE = """\
import torch


@torch.inference_mode()
def evaluate(net, loader, device):
    for x, y in loader:
        x = {moved}
        if {asked} == 'cuda':
            print(net(x))
"""


@pytest.mark.parametrize(
    ("moved", "after"),
    [
        ("x.to(device=device, dtype=torch.long)", "x.astype(ms.int64)"),
        ("x.to(device, torch.bool)", "x.astype(ms.bool_)"),
    ],
)
def test_whole_numbers_of_a_device_are_a_tensors(moved: str, after: str) -> None:
    assert after in fixed(EVALUATE.format(moved=moved, asked="device"), unsafe=True)


@pytest.mark.parametrize("moved", ["x.to(device, torch.float16)", "x.to(device, 'long')"])
def test_what_may_be_a_network_is_left_alone(moved: str) -> None:
    assert moved.partition(",")[0] in fixed(
        EVALUATE.format(moved=moved, asked="device"), unsafe=True
    )


def test_the_type_of_a_device_that_is_given() -> None:
    text = fixed(EVALUATE.format(moved="x", asked="device.type"), unsafe=True)
    assert "if device.partition(':')[0] == " in text


@pytest.mark.parametrize("asked", ["other.type", "device.kind"])
def test_the_type_of_something_else(asked: str) -> None:
    assert asked in fixed(EVALUATE.format(moved="x", asked=asked), unsafe=True)
