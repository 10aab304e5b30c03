"""Training programs that are put together at random of what people write in them.

Each is a whole program with a global list ``losses``: a network, a data set, an optimizer with its
groups and its schedule, accumulation, clipping, averages of weights, evaluation and checkpoints, in a
script, a function, a ``main`` or a class. The same seed gives the same text.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import indent

IMPORTS = """\
import copy
import math
import os
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim import lr_scheduler
from torch.utils.data import ConcatDataset, DataLoader, Dataset, Subset, TensorDataset
"""
NETWORKS = {
    "normalised": """\
class Net(nn.Module):
    def __init__(self, n_in=12, hidden=24, n_out=4):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(n_in, hidden, bias=False), nn.BatchNorm1d(hidden), nn.ReLU(inplace=True))
        self.head = nn.Linear(hidden, n_out)

    def forward(self, x):
        return self.head(self.features(x))
""",
    "listed weights": """\
class Net(nn.Module):
    def __init__(self, n_in=12, n_out=4):
        super(Net, self).__init__()
        self.ws = nn.ParameterList([nn.Parameter(torch.randn(n_in, n_in) * 0.1) for _ in range(2)])
        self.scale = nn.Parameter(torch.ones(1))
        self.norm = nn.LayerNorm(n_in)
        self.head = nn.Linear(n_in, n_out)

    def forward(self, x):
        for w in self.ws:
            x = x + torch.tanh(x @ w)
        return self.head(self.norm(x) * self.scale)
""",
    "branches": """\
class Net(nn.Module):
    def __init__(self, n_in=12, hidden=24, n_out=4):
        super().__init__()
        self.branches = nn.ModuleDict({"a": nn.Linear(n_in, hidden), "b": nn.Linear(n_in, hidden)})
        self.act = {"a": F.gelu, "b": torch.sigmoid}
        self.head = nn.Linear(hidden, n_out)
        self.register_buffer("seen", torch.zeros(1))
        self._init()

    def _init(self):
        for m in self.modules():
            if isinstance(m, nn.Linear):
                nn.init.xavier_uniform_(m.weight)
                nn.init.zeros_(m.bias)

    def forward(self, x):
        if self.training:
            self.seen += 1
        return self.head(sum(self.act[k](m(x)) for k, m in self.branches.items()))
""",
    "recurrent": """\
class Net(nn.Module):
    def __init__(self, hidden=16, n_out=4):
        super().__init__()
        self.rnn = nn.LSTM(3, hidden, batch_first=True)
        self.head = nn.Linear(hidden, n_out)

    def forward(self, x):
        out, (h, _) = self.rnn(x.view(x.size(0), 4, 3))
        return self.head(out.mean(1) + h[-1])
""",
    "residual": """\
class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv = nn.Conv1d(c, c, 3, padding=1, bias=False)
        self.bn = nn.BatchNorm1d(c)

    def forward(self, x):
        return F.relu(x + self.bn(self.conv(x)), inplace=True)


class Net(nn.Module):
    def __init__(self, hidden=8, n_out=4):
        super().__init__()
        self.stem = nn.Conv1d(1, hidden, 3, padding=1)
        self.blocks = nn.ModuleList(Block(hidden) for _ in range(2))
        self.pool = nn.AdaptiveAvgPool1d(1)
        self.head = nn.Linear(hidden, n_out)

    def forward(self, x):
        x = self.stem(x.unsqueeze(1))
        for block in self.blocks:
            x = block(x)
        return self.head(self.pool(x).flatten(1))
""",
    "attention": """\
class Net(nn.Module):
    def __init__(self, hidden=16, n_out=4):
        super().__init__()
        self.embed = nn.Linear(3, hidden)
        self.pos = nn.Parameter(torch.zeros(1, 4, hidden))
        nn.init.trunc_normal_(self.pos, std=0.02)
        self.attn = nn.MultiheadAttention(hidden, 2, bias=False, batch_first=True)
        self.norm = nn.LayerNorm(hidden)
        self.head = nn.Linear(hidden, n_out)

    def forward(self, x):
        x = self.embed(x.reshape(-1, 4, 3)) + self.pos
        x = self.norm(x + self.attn(x, x, x, need_weights=False)[0])
        return self.head(x.mean(dim=1))
""",
}
WITH_STATISTICS = frozenset({"normalised", "residual"})
POINTS = """\
class Points(Dataset):
    def __init__(self, x, y, transform=None):
        self.x, self.y, self.transform = x, y, transform

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return {item}


"""
PARTS = "train_set, valid_set = Points(xs[:72], ys[:72]), Points(xs[72:], ys[72:])\n"
DATA = {
    "tensors": "train_set = TensorDataset(torch.from_numpy(xs[:72]), torch.from_numpy(ys[:72]))\n"
    "valid_set = TensorDataset(torch.from_numpy(xs[72:]), torch.from_numpy(ys[72:]))\n",
    "own": POINTS.format(item="self.x[i], self.y[i]") + PARTS,
    "dicts": POINTS.format(item="{'x': torch.tensor(self.x[i]), 'y': int(self.y[i])}") + PARTS,
    "subsets": POINTS.format(item="self.x[i], self.y[i]") + "whole = Points(xs, ys)\n"
    "train_set, valid_set = Subset(whole, range(72)), Subset(whole, list(range(72, 96)))\n",
    "joined": POINTS.format(item="self.x[i], self.y[i]")
    + "train_set = ConcatDataset([Points(xs[:40], ys[:40]), Points(xs[40:72], ys[40:72])])\n"
    "valid_set = Points(xs[72:], ys[72:])\n",
    "collated": POINTS.format(item="self.x[i], self.y[i]") + PARTS + "\n\ndef collate(samples):\n"
    "    a, b = zip(*samples)\n    return torch.as_tensor(np.stack(a)), torch.tensor(b)\n\n\n",
}  # fmt: skip
OPTIMIZERS = (
    "SGD({}, lr=0.1, momentum=0.9, weight_decay=1e-3)",
    "SGD({}, lr=0.05, momentum=0.9, nesterov=True)",
    "SGD({}, 0.1)",
    "Adam({}, lr=3e-3, betas=(0.8, 0.99))",
    "Adam({}, lr=3e-3, weight_decay=1e-2, amsgrad=True)",
    "AdamW({}, lr=3e-3, weight_decay=0.1)",
    "RMSprop({}, lr=1e-3, momentum=0.5, centered=True)",
    "Adagrad({}, lr=0.02, lr_decay=1e-2)",
    "Adadelta({}, lr=1.0, rho=0.9)",
    "NAdam({}, lr=3e-3)",
    "RAdam({}, lr=3e-3)",
    "Adamax({}, lr=3e-3, weight_decay=1e-3)",
)
# What stands before the optimizer, what it is given, and what stands behind it.
GROUPS = {
    "all": ("", "model.parameters()", ""),
    "two": (
        "",
        "[{'params': [p for n, p in model.named_parameters() if not n.startswith('head')]}, "
        "{'params': model.head.parameters(), 'lr': 2e-3}]",
        "",
    ),
    "decay": (
        "decay, no_decay = [], []\nfor name, p in model.named_parameters():\n"
        "    if p.ndim == 1 or name.endswith('.bias'):\n        no_decay.append(p)\n"
        "    else:\n        decay.append(p)\n",
        "[{'params': decay, 'weight_decay': 1e-2}, {'params': no_decay, 'weight_decay': 0.0}]",
        "",
    ),
    "frozen": (
        "for p in model.head.parameters():\n    p.requires_grad = False\n",
        "filter(lambda p: p.requires_grad, model.parameters())",
        "",
    ),
    "added": (
        "",
        "[p for n, p in model.named_parameters() if 'head' not in n]",
        "optimizer.add_param_group({'params': model.head.parameters(), 'lr': 1e-3})\n",
    ),
}
# Each with when it steps: in each round, behind each epoch, with what was measured, or by hand.
SCHEDULES = (
    ("", ""),
    ("StepLR(optimizer, step_size=1, gamma=0.5)", "epoch"),
    ("MultiStepLR(optimizer, milestones=[3, 7], gamma=0.3)", "round"),
    ("ExponentialLR(optimizer, gamma=0.9)", "round"),
    ("CosineAnnealingLR(optimizer, T_max=3, eta_min=1e-4)", "epoch"),
    ("CosineAnnealingWarmRestarts(optimizer, T_0=4, T_mult=2)", "round"),
    ("CosineAnnealingWarmRestarts(optimizer, T_0=2)", "fraction"),
    ("LambdaLR(optimizer, lr_lambda=lambda s: min((s + 1) / 5, 1.0))", "round"),
    ("LambdaLR(optimizer, lambda e: 0.5 * (1 + math.cos(math.pi * e / 4)))", "epoch"),
    ("ReduceLROnPlateau(optimizer, mode='min', factor=0.5, patience=0)", "measure"),
    ("SequentialLR(optimizer, [lr_scheduler.LinearLR(optimizer, 0.1, total_iters=4), "
     "lr_scheduler.CosineAnnealingLR(optimizer, 20)], milestones=[4])", "round"),
    ("ChainedScheduler([lr_scheduler.ConstantLR(optimizer, 0.5, 3), "
     "lr_scheduler.ExponentialLR(optimizer, 0.95)])", "round"),
    ("PolynomialLR(optimizer, total_iters=20, power=2.0)", "round"),
    ("CyclicLR(optimizer, base_lr=1e-3, max_lr=1e-2, step_size_up=4, cycle_momentum=False)", "round"),
    ("", "by hand each round"),
    ("", "by hand each epoch"),
)  # fmt: skip
FOCAL = """\
class FocalLoss(nn.Module):
    def __init__(self, gamma=2.0, reduction="mean"):
        super().__init__()
        self.gamma, self.reduction = gamma, reduction

    def forward(self, logits, target):
        logp = F.log_softmax(logits, dim=-1).gather(1, target.view(-1, 1)).squeeze(1)
        loss = -((1 - logp.exp()) ** self.gamma) * logp
        return loss.mean() if self.reduction == "mean" else loss.sum()


"""
# The loss of a round, and the criterion that it asks for.
LOSSES = {
    "function": ("F.cross_entropy(out, y)", ""),
    "smoothed": ("criterion(out, y)", "nn.CrossEntropyLoss(label_smoothing=0.1)"),
    "weighted": ("criterion(out, y)", "nn.CrossEntropyLoss(weight=torch.tensor([1.0, 2.0, 0.5, 1.0]))"),
    "own": ("criterion(out, y)", "FocalLoss()"),
    "penalised": ("F.cross_entropy(out, y) + 1e-3 * sum(p.pow(2).sum() for p in model.parameters())", ""),
    "parts": ("sum(parts.values())", ""),
}  # fmt: skip
LOSS_PARTS = (
    "parts = {'ce': F.cross_entropy(out, y), 'margin': 0.1 * F.multi_margin_loss(out, y), "
    "'norm': 0.01 * out.square().mean()}\n"
)
# How averages of the weights are made, and how they follow a step.
AVERAGES = {
    "": ("", ""),
    "copy": (
        "ema = copy.deepcopy(model).eval()\nfor p in ema.parameters():\n    p.requires_grad_(False)\n",
        "with torch.no_grad():\n    for e, p in zip(ema.parameters(), model.parameters()):\n"
        "        e.mul_(0.9).add_(p, alpha=0.1)\n",
    ),
    "dict": (
        "shadow = {n: p.detach().clone() for n, p in model.named_parameters()}\n",
        "for n, p in model.named_parameters():\n    if p.requires_grad:\n"
        "        shadow[n] = 0.9 * shadow[n] + 0.1 * p.detach()\n",
    ),
    "averaged": (
        "averaged = torch.optim.swa_utils.AveragedModel(model)\n",
        "averaged.update_parameters(model)\n",
    ),
}
CLIPS = {
    "": "",
    "norm": "nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n",
    "value": "torch.nn.utils.clip_grad_value_(model.parameters(), 0.05)\n",
    "told": "norm = torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=0.5)\n"
    "history.append(float(norm))\n",
}
CLEARS = ("optimizer.zero_grad()", "optimizer.zero_grad(set_to_none=True)", "model.zero_grad()")
HALVES = (
    "with torch.cuda.amp.autocast(enabled=use_amp):\n",
    "with torch.autocast('cuda', enabled=use_amp):\n",
)
EVALUATE = """\
@torch.no_grad()
def evaluate(net, loader):
    net.eval()
    correct, value = 0, 0.0
    for batch in loader:
        {taken}
        out = net(x)
        value += F.cross_entropy(out, y, reduction="sum").item()
        correct += (out.argmax(dim=1) == y).sum().item()
    net.train()
    return value / len(loader.dataset), correct / len(loader.dataset)


"""
MEASURES = {
    "function": "valid, accuracy = evaluate({net}, valid_loader)\n",
    "here": "model.eval()\nvalid, n, accuracy = 0.0, 0, 0.0\nwith torch.no_grad():\n"
    "    for batch in valid_loader:\n        {taken}\n"
    "        valid += F.cross_entropy({net}(x), y, reduction='sum').item()\n        n += len(y)\n"
    "valid /= n\n",
    "": "valid, accuracy = total, 0.0\n",
}
ASKED = "model.eval()\nhistory.append(model(torch.from_numpy(xs[:5])).sum().item())\n"
# What an epoch keeps, and what is done with it behind the last one.
KEPT = {
    "": ("", ""),
    "best": (
        "if valid < best:\n    best = valid\n    torch.save(model.state_dict(), path)\n",
        "model.load_state_dict(torch.load(path, map_location='cpu'))\n" + ASKED,
    ),
    "copied": (
        "if valid < best:\n    best, kept = valid, copy.deepcopy(model.state_dict())\n",
        "model.load_state_dict(kept)\n" + ASKED,
    ),
    "all": (
        "torch.save({'epoch': epoch, 'model': model.state_dict(), "
        "'optimizer': optimizer.state_dict()}, path)\n",
        "checkpoint = torch.load(path, map_location='cpu')\n"
        "model.load_state_dict(checkpoint['model'])\n"
        "optimizer.load_state_dict(checkpoint['optimizer'])\n"
        "history.append(checkpoint['epoch'] + 1)\n",
    ),
}
BEGINS = "history, step, best, kept = [], 0, float('inf'), None\n"
PATH = "path = os.path.join(tempfile.mkdtemp(), 'best.pt')\n"
# What a function or an object is given, where the program has it.
GIVEN = ("model", "optimizer", "scheduler", "criterion", "ema", "averaged", "shadow", "scaler",
         "use_amp")  # fmt: skip
LOADERS = ("train_loader", "valid_loader")


@dataclass(frozen=True, slots=True)
class Parts:
    """The statements of a program, before they are put into functions."""

    definitions: str
    setup: str
    loop: str
    behind: str


def program(seed: int) -> str:
    """The text of one program."""
    draw = random.Random(seed)
    form = draw.choice(("script", "function", "main", "class"))
    parts = _parts(draw, seed)
    return "\n".join((IMPORTS, parts.definitions, FORMS[form](parts)))


def _parts(draw: random.Random, seed: int) -> Parts:
    network, data = _one(draw, NETWORKS), _one(draw, DATA)
    optimizer, groups = draw.choice(OPTIMIZERS), _one(draw, GROUPS)
    schedule, when = draw.choice(SCHEDULES)
    loss, average, clip = _one(draw, LOSSES), _one(draw, AVERAGES), _one(draw, CLIPS)
    measure, keeps = _one(draw, MEASURES), _one(draw, KEPT)
    scaled, every = draw.choice((False, False, True)), draw.choice((0, 0, 2, 3))
    taken = "x, y = batch['x'], batch['y']" if data == "dicts" else "x, y = batch"
    collate = "collate" if data == "collated" else "None"
    size, drop = draw.choice((8, 16, 20)), draw.choice(("", ", drop_last=True"))

    definitions = f"{NETWORKS[network]}\n\nrng = np.random.RandomState({seed})\n"
    definitions += (
        "xs = rng.randn(96, 12).astype(np.float32)\nys = (xs[:, :4].argmax(1)).astype(np.int64)\n"
    )
    definitions += (
        f"\n\n{DATA[data]}train_loader = DataLoader(train_set, batch_size={size}, shuffle=False"
    )
    definitions += (
        f"{drop}, collate_fn={collate})\nvalid_loader = DataLoader(valid_set, batch_size=12"
    )
    definitions += f", collate_fn={collate})\n\n\n"
    definitions += FOCAL if loss == "own" else ""
    definitions += EVALUATE.format(taken=taken) if measure == "function" else ""

    value, criterion = LOSSES[loss]
    made, follows = AVERAGES[average]
    before, given, behind = GROUPS[groups]
    setup = f"model = Net()\n{before}optimizer = torch.optim.{optimizer.format(given)}\n{behind}"
    setup += f"scheduler = lr_scheduler.{schedule}\n" if schedule else ""
    setup += f"criterion = {criterion}\n" if criterion else ""
    setup += made
    if scaled:
        setup += "use_amp = torch.cuda.is_available()\n"
        setup += "scaler = torch.cuda.amp.GradScaler(enabled=use_amp)\n"

    steps = "scaler.unscale_(optimizer)\n" if scaled and clip else ""
    steps += CLIPS[clip] + (
        "scaler.step(optimizer)\nscaler.update()\n" if scaled else "optimizer.step()\n"
    )
    clear = draw.choice(CLEARS) + "\n"
    steps += clear if every else ""
    steps += "scheduler.step()\n" if schedule and when == "round" else ""
    steps += "scheduler.step(epoch + i / len(train_loader))\n" if when == "fraction" else ""
    steps += follows
    forward = "out = model(x)\n" + (LOSS_PARTS if loss == "parts" else "") + f"loss = {value}\n"
    inner = f"{taken}\n"
    if when == "by hand each round":
        inner += "for group in optimizer.param_groups:\n    group['lr'] = 2e-3 * min(1.0, (step + 1) / 6)\n"
    inner += "" if every else clear
    inner += draw.choice(HALVES) + indent(forward, "    ") if scaled else forward
    if scaled:
        inner += (
            f"scaler.scale(loss / {every}).backward()\n"
            if every
            else "scaler.scale(loss).backward()\n"
        )
    else:
        inner += f"loss = loss / {every}\nloss.backward()\n" if every else "loss.backward()\n"
    last = draw.choice(("", " or i + 1 == len(train_loader)"))
    inner += f"if (i + 1) % {every} == 0{last}:\n{indent(steps, '    ')}" if every else steps
    inner += "history.append(loss.item())\nhistory.append(optimizer.param_groups[-1]['lr'])\n"
    inner += "total += loss.item() * x.size(0)\nstep += 1\n"

    # A copy of averages has the statistics that the network had when it was made.
    net = {"copy": "ema", "averaged": "averaged"}.get(average, "model")
    net = "model" if network in WITH_STATISTICS else net
    epoch = MEASURES[measure].format(taken=taken, net=net) + "history += [valid, accuracy]\n"
    epoch += "scheduler.step(valid)\n" if when == "measure" else ""
    epoch += "scheduler.step()\n" if when == "epoch" else ""
    if when == "by hand each epoch":
        epoch += "for g in optimizer.param_groups:\n    g['lr'] *= 0.7\n"
    epoch += KEPT[keeps][0]
    rounds = f"for i, batch in enumerate(train_loader):\n{indent(inner, '    ')}"
    body = f"model.train()\ntotal = 0.0\n{rounds}{epoch}"
    loop = f"for epoch in range(3):\n{indent(body, '    ')}"
    return Parts(definitions, setup, loop, KEPT[keeps][1])


def _one(draw: random.Random, options: Mapping[str, object]) -> str:
    return draw.choice(list(options))


def _script(parts: Parts) -> str:
    return f"{parts.setup}{BEGINS}{PATH}{parts.loop}{parts.behind}losses = history\n"


def _function(parts: Parts) -> str:
    names = ", ".join((*_names(parts), *LOADERS))
    body = indent(f"{BEGINS}{PATH}{parts.loop}{parts.behind}return history\n", "    ")
    return f"def train({names}):\n{body}\n\n{parts.setup}losses = train({names})\n"


def _main(parts: Parts) -> str:
    body = f"{parts.setup}{BEGINS}{PATH}{parts.loop}{parts.behind}losses.extend(history)\n"
    return f"losses = []\n\n\ndef main():\n{indent(body, '    ')}\n\nif __name__ == '__main__':\n    main()\n"


def _class(parts: Parts) -> str:
    names = (*_names(parts), *LOADERS)
    own = re.compile(rf"(?<![\w.'\"])({'|'.join((*names, 'history'))})(?![\w'\"]|=[^=])")
    keeps = "".join(f"self.{name} = {name}\n" for name in names) + "self.history = []\n"
    body = BEGINS.replace("history, ", "").replace("[], ", "") + PATH
    body += own.sub(r"self.\1", parts.loop + parts.behind)
    given = ", ".join(names)
    text = f"class Trainer:\n    def __init__(self, {given}):\n{indent(keeps, ' ' * 8)}\n"
    text += f"    def fit(self):\n{indent(body, ' ' * 8)}\n\n{parts.setup}"
    return f"{text}trainer = Trainer({given})\ntrainer.fit()\nlosses = trainer.history\n"


def _names(parts: Parts) -> Sequence[str]:
    """What the program makes before it trains, in the order of ``GIVEN``."""
    return [name for name in GIVEN if re.search(rf"^{name} = ", parts.setup, re.MULTILINE)]


FORMS = {"script": _script, "function": _function, "main": _main, "class": _class}
