"""Layers that become functions: safe where they are only called."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n"


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("losses = nn.ModuleList([nn.CrossEntropyLoss()])\n", "CellList([CrossEntropyLoss()])\n"),
        (
            "losses = nn.ModuleList()\nlosses.append(nn.CrossEntropyLoss())\n",
            "losses.append(CrossEntropyLoss())\n",
        ),
        (
            "losses = nn.ModuleList([])\nloss = nn.CrossEntropyLoss()\nlosses.append(loss)\n",
            "loss = CrossEntropyLoss()\nlosses.append(loss)\n",
        ),
        ("net = nn.Sequential(nn.NLLLoss())\n", "net = nn.SequentialCell(nn.NLLLoss())\n"),
        (
            "loss = nn.CrossEntropyLoss()\nprint(loss.reduction)\n",
            "loss = CrossEntropyLoss()\nprint(loss.reduction)\n",
        ),
        (
            "loss = nn.CrossEntropyLoss(ignore_index=3)\nloss.train()\n",
            "loss = CrossEntropyLoss(ignore_index=3)\nloss.set_train()\n",
        ),
        (
            "class A(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
            "        self.loss = nn.CrossEntropyLoss()\n\n    def forward(self, x, y):\n"
            "        return self.loss(x, y) * self.loss.weight\n",
            "        self.loss = CrossEntropyLoss()\n\n    def construct(self, x, y):\n"
            "        return self.loss(x, y) * self.loss.weight\n",
        ),
    ],
)
def test_stays_a_layer_where_a_function_will_not_do(body: str, after: str) -> None:
    text = fixed(HEADER + body)
    assert text.endswith(after)
    assert findings(text) == []


def test_a_test_for_the_class_is_left_alone() -> None:
    source = f"{HEADER}isinstance(model, nn.CrossEntropyLoss)\n"
    assert "isinstance(model, nn.CrossEntropyLoss)" in fixed(source)
    assert any(f.symbol.endswith("Loss") for f in findings(source))


def test_a_helper_that_is_a_class_is_a_layer() -> None:
    source = "lstm = nn.LSTM(3, 4, proj_size=2)\nprint(lstm.weight_ih_l0.shape)\n"
    assert "lstm = ProjectedLSTM(3, 4, proj_size=2)\n" in fixed(HEADER + source)


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("loss = nn.CrossEntropyLoss()\n", "loss = ops.cross_entropy\n"),
        ("loss = nn.CrossEntropyLoss().cuda()\n", "loss = ops.cross_entropy\n"),
        ("loss = nn.CrossEntropyLoss()(x, y)\n", "loss = ops.cross_entropy(x, y)\n"),
        ("losses = [nn.CrossEntropyLoss()]\n", "losses = [ops.cross_entropy]\n"),
        (
            "losses = []\nlosses.append(nn.CrossEntropyLoss())\n",
            "losses = []\nlosses.append(ops.cross_entropy)\n",
        ),
        (
            "loss = nn.CrossEntropyLoss(ignore_index=255)\n",
            "loss = functools.partial(ops.cross_entropy, ignore_index=255)\n",
        ),
        (
            "def run(x, y, device):\n    loss = nn.CrossEntropyLoss().to(device)\n"
            "    return loss(x, y)\n",
            "    loss = ops.cross_entropy\n    return loss(x, y)\n",
        ),
    ],
)
def test_becomes_a_function(body: str, after: str) -> None:
    assert fixed(HEADER + body).endswith(after)


@pytest.mark.parametrize("options", ["", "label_smoothing=0.1"])
def test_its_result_is_still_a_tensor(options: str) -> None:
    source = (
        f"criterion = nn.CrossEntropyLoss({options})\nloss = criterion(x, y)\nloss.backward()\n"
    )
    text = fixed(HEADER + source)
    assert "cross_entropy" in text
    assert "MP306" in [finding.code for finding in findings(text)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("check = torch.compiler.is_compiling", "check = lambda: False"),
        ("register(torch.compiler.is_compiling)", "register((lambda: False))"),
        ("y = torch.compiler.is_compiling()", "y = False"),
        ("@torch.jit.ignore\ndef f(x): ...", "def f(x): ..."),
    ],
)
def test_a_function_that_is_handed_on_stays_one(before: str, after: str) -> None:
    assert fixed(f"import torch\n{before}\n").endswith(f"{after}\n")


TRAINER = (
    "class Trainer:\n    def __init__(self, net, criterion):\n        self.criterion = criterion\n\n"
    "    def fit(self):\n        self.criterion.eval()\n\n\n"
)


@pytest.mark.parametrize(
    ("head", "made"),
    [
        ("def run(loss_fn):\n    loss_fn.train()\n\n\n", "run(nn.CrossEntropyLoss())"),
        ("def run(loss_fn):\n    loss_fn.train()\n\n\n", "crit = nn.CrossEntropyLoss()\nrun(crit)"),
        ("def run(x, *, loss_fn):\n    loss_fn.train()\n\n\n", "run(1, loss_fn=nn.CrossEntropyLoss())"),
        (TRAINER, "Trainer(net, nn.CrossEntropyLoss().cuda())"),
    ],
)  # fmt: skip
def test_stays_a_layer_for_a_function_that_asks_for_more(head: str, made: str) -> None:
    assert made.replace("nn.Cross", "Cross").replace(".cuda()", "") in fixed(HEADER + head + made)


def test_becomes_a_function_for_one_that_only_calls_it() -> None:
    head = "def run(loss_fn, x):\n    x.train()\n    return loss_fn.to(0)(x)\n\n\n"
    assert "run(ops.cross_entropy, net)" in fixed(HEADER + head + "run(nn.CrossEntropyLoss(), net)")
