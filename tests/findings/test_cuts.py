"""``x.data`` in what becomes a function: where an array is made of it, it is cut off."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

LOOP = """import torch
import torch.nn.functional as F


def run(model, loader, optimizer):
    for x, y in loader:
        out = model(x)
        mask = {0}
        loss = F.mse_loss(out, y, reduction="none")
        loss = (loss * torch.from_numpy(mask)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""


@pytest.mark.parametrize("read", ["torch.sigmoid(out).data.view(-1)", "out.abs().data[0]"])
def test_what_is_computed_of_the_data_itself_is_told(read: str) -> None:
    told = [f.message.en for f in findings(LOOP.format(read)) if f.code == "MP306"]
    assert any("gradients flow through .data" in message for message in told)


@pytest.mark.parametrize(
    ("read", "after"),
    [
        ("torch.sigmoid(out).data.cpu().numpy()", "ops.stop_gradient(mint.sigmoid(out)).numpy()"),
        ("out.abs().data.numpy() > 0.5", "ops.stop_gradient(out.abs()).numpy() > 0.5"),
    ],
)
def test_an_array_is_read_of_what_is_cut_off(read: str, after: str) -> None:
    text = fixed(LOOP.format(read), unsafe=True)
    assert f"        mask = {after}\n" in text
    assert "backward" not in text


PENALTY = """import copy
import torch
import torch.nn.functional as F


def run(model, loader, optimizer, device):
    start = copy.deepcopy(model.state_dict())
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        for name, param in model.named_parameters():
            loss = loss + torch.norm(param - start[name]{0})
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""


@pytest.mark.parametrize("read", [".data", ".data.to(device)", ".data.cuda()", ".data.cpu().to(0)"])
def test_what_is_only_moved_to_a_device_behind_it_is_cut_off(read: str) -> None:
    text = fixed(PENALTY.format(read), unsafe=True)
    assert "param - ops.stop_gradient(start[name])" in text
    assert "backward" not in text
