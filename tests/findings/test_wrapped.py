"""Networks inside DataParallel and DistributedDataParallel."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = (
    "import torch\nfrom torch import nn\nfrom torch.nn.parallel import DistributedDataParallel as DDP"
    "\n\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.bn = nn.BatchNorm1d(3)\n\n    def forward(self, x):\n        return self.bn(x)\n\n\n"
)


@pytest.mark.parametrize("wrapper", ["nn.DataParallel", "DDP"])
def test_what_is_inside_is_known(wrapper: str) -> None:
    source = f"{HEAD}model = {wrapper}(Net())\nprint(model.module.bn.running_mean)\n"
    text = fixed(source, unsafe=True)
    assert text.endswith("print(model.module.bn.moving_mean)\n")


def test_the_network_and_its_state_keep_torchs_names() -> None:
    source = (
        f"{HEAD}def main(rank):\n    model = DDP(Net(), device_ids=[rank], output_device=rank)\n"
        "    return model.state_dict(), model.module.state_dict()\n"
    )
    text = fixed(source)
    assert (
        "    model = DistributedDataParallel(Net(), device_ids=[rank], output_device=rank)" in text
    )
    assert text.endswith("    return model.state_dict(), model.module.state_dict()\n")
    assert [f for f in findings(text) if f.severity in ("error", "warning")] == []


@pytest.mark.parametrize(
    "use",
    [
        "with model.join():\n    pass\n",
        "model.register_comm_hook(None, hook)\n",
    ],
)
def test_what_changes_the_averaging_is_marked(use: str) -> None:
    source = f"{HEAD}model = DDP(Net())\n{use}"
    assert use in fixed(source, unsafe=True)
    assert [f.severity for f in findings(source) if "DistributedDataParallel." in f.symbol] == [
        "error"
    ]


def test_arguments_that_change_what_is_computed_are_marked() -> None:
    source = f"{HEAD}model = DDP(Net(), mixed_precision=policy)\n"
    assert source.splitlines()[-1] in fixed(source, unsafe=True)


def test_gradients_that_are_averaged_by_hand_are_an_argument() -> None:
    source = (
        "import torch.distributed as dist\n\n\ndef average(model):\n"
        "    for p in model.parameters():\n        if p.grad is not None:\n"
        "            dist.all_reduce(p.grad)\n"
    )
    text = fixed(source, unsafe=True)
    assert "def average(model, grads):" in text and "mint.distributed.all_reduce(grad)" in text
    assert "average(model, grads)" not in fixed(source)
    assert [f.severity for f in findings(text)] == []


@pytest.mark.parametrize(
    "context",
    [
        "model.no_sync() if i % acc else nullcontext()",
        "context",
    ],
)
def test_steps_that_add_up_without_sync_are_moved(context: str) -> None:
    source = (
        "from contextlib import nullcontext\n\nimport torch.nn.functional as F\n"
        f"{HEAD}def train(net, loader, acc):\n    model = DDP(net)\n"
        "    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n    optimizer.zero_grad()\n"
        "    for i, (x, y) in enumerate(loader):\n"
        "        context = model.no_sync() if i % acc else nullcontext()\n"
        f"        with {context}:\n            loss = F.mse_loss(model(x), y) / acc\n"
        "            loss.backward()\n"
        "        if i % acc == 0:\n            optimizer.step()\n            optimizer.zero_grad()\n"
    )
    text = fixed(source, unsafe=True)
    assert f"        with {context}:\n            loss, grads = grad_fn(x, y)\n" in text
    assert "def no_sync(self):" in text
    assert [f for f in findings(text) if f.severity in ("error", "warning")] == []


def test_when_gradients_are_averaged_is_told_outside_of_the_forward_function() -> None:
    source = (
        f"{HEAD}import torch.nn.functional as F\n\n\ndef train(net, loader, acc):\n"
        "    model = DDP(net)\n    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
        "    for i, (x, y) in enumerate(loader):\n"
        "        model.require_backward_grad_sync = i % acc == 0\n"
        "        loss = F.mse_loss(model(x), y)\n        loss.backward()\n"
        "        if i % acc == 0:\n            optimizer.step()\n            optimizer.zero_grad()\n"
    )
    text = fixed(source, unsafe=True)
    forward = text[text.index("    def forward_fn(") : text.index("    grad_fn = ")]
    assert "require_backward_grad_sync" not in forward
    assert "        model.require_backward_grad_sync = i % acc == 0\n        loss, grads = " in text
