"""A program that goes on from its checkpoint in another process trains as torch does without a break.

Model (batch statistics included), optimizer with two groups and momentum, scheduler, epoch and
order of the data are all saved and loaded by the migrated program itself; also where functions do
so that are given the objects, whose classes they do not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mindport.runtime.compare import compare
from mindport.runtime.pool import Pool

from .recorder import saved
from .test_scenarios import ROOT, ended, job, leaves, migrate, values

PROGRAM = """
import os
import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset

here = os.path.dirname(os.path.abspath(__file__))
path = os.path.join(here, "checkpoint.pt")
with open(os.path.join(here, "last.txt")) as file:
    last = int(file.read())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 8, bias=False)
        self.norm = nn.BatchNorm1d(8)
        self.second = nn.Linear(8, 1)

    def forward(self, x):
        return self.second(torch.tanh(self.norm(self.first(x))))


def save_checkpoint(state, filename=path):
    torch.save(state, filename)


x = torch.linspace(-1, 1, 60).reshape(20, 3)
y = (x.sum(dim=1, keepdim=True) > 0).float()
loader = DataLoader(TensorDataset(x, y), batch_size=10)
device = torch.device("cpu")
model = Net().to(device)
criterion = nn.BCEWithLogitsLoss()
optimizer = OPTIMIZER
scheduler = SCHEDULER
epoch = 0
losses = []
if os.path.isfile(path):
    checkpoint = torch.load(path, map_location=device)
    model.load_state_dict(checkpoint["state_dict"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    scheduler.load_state_dict(checkpoint["scheduler"])
    epoch = checkpoint["epoch"]
    losses = checkpoint["losses"]
while epoch < last:
    model.train()
    for inputs, targets in loader:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    scheduler.step()
    epoch += 1
save_checkpoint(
    {
        "epoch": epoch,
        "state_dict": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "scheduler": scheduler.state_dict(),
        "losses": losses,
    }
)
"""
LOADS = """    model.load_state_dict(checkpoint["state_dict"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    scheduler.load_state_dict(checkpoint["scheduler"])
"""
STATES = """        "state_dict": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "scheduler": scheduler.state_dict(),
"""
FUNCTIONS = (
    "\n\ndef resume(model, optimizer, scheduler, checkpoint):\n"
    + LOADS
    + "\n\ndef states_of(net, opt, lr_sched):\n    return {\n"
    + STATES.replace("model", "net")
    .replace("optimizer.s", "opt.s")
    .replace("scheduler.", "lr_sched.")
    + "    }\n\n\ndef save_checkpoint"
)
APART = (
    PROGRAM.replace(LOADS, "    resume(model, optimizer, scheduler, checkpoint)\n")
    .replace(STATES, "        **states_of(model, optimizer, scheduler),\n")
    .replace("\n\ndef save_checkpoint", FUNCTIONS)
)
GROUPS = "[{'params': model.first.parameters(), 'lr': 0.02}, {'params': model.second.parameters()}]"


@pytest.fixture(scope="module")
def pools() -> Iterator[tuple[Pool, Pool]]:
    env = {"PYTHONPATH": str(ROOT)}
    with Pool("torch", 1, env=env) as torch_pool, Pool("mindspore", 1, env=env) as mindspore_pool:
        yield torch_pool, mindspore_pool


@pytest.mark.parametrize(
    ("text", "optimizer", "scheduler"),
    [
        pytest.param(
            PROGRAM,
            f"optim.AdamW({GROUPS}, lr=0.05, weight_decay=0.1)",
            "optim.lr_scheduler.StepLR(optimizer, step_size=3, gamma=0.5)",
            id="adamw-step",
        ),
        pytest.param(
            PROGRAM,
            f"optim.SGD({GROUPS}, lr=0.1, momentum=0.9)",
            "optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=12)",
            id="momentum-cosine",
        ),
        pytest.param(
            APART,
            f"optim.Adam({GROUPS}, lr=0.05)",
            "optim.lr_scheduler.ExponentialLR(optimizer, 0.9)",
            id="functions-of-their-own",
        ),
    ],
)
def test_ten_steps_and_ten_more_are_twenty(
    text: str, optimizer: str, scheduler: str, tmp_path: Path, pools: tuple[Pool, Pool]
) -> None:
    torch_pool, mindspore_pool = pools
    source = text.replace("OPTIMIZER", optimizer).replace("SCHEDULER", scheduler)
    original, program = tmp_path / "torch" / "program.py", tmp_path / "mindspore" / "program.py"
    for path, text in ((original, source), (program, migrate(source).document.text)):
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
    (original.parent / "last.txt").write_text("10")
    expected = torch_pool.submit(job("torch", original, [tmp_path]))
    assert expected.outcome == "ok", ended(expected)
    for last in ("5", "10"):
        (program.parent / "last.txt").write_text(last)
        actual = mindspore_pool.submit(job("mindspore", program, [tmp_path]))
        assert actual.outcome == "ok", f"{ended(actual)}\n{program.read_text()}"
        assert len(actual.value["losses"]) == 2 * int(last)
    found = compare(*(values(run.value["losses"]) for run in (expected, actual)), rtol=1e-4)
    assert found.outcome == "equal", found
    for before, after in zip(saved(tmp_path, "end"), saved(tmp_path, "mindspore"), strict=True):
        found = compare(leaves(before), leaves(after), rtol=1e-2, atol=1e-6)
        assert found.outcome == "equal", found
