"""What gives a parameter other memory in MindSpore is written so that the optimizer keeps it."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\nfc = nn.Linear(3, 4)\n"
LOOP = HEADER + "for p in fc.parameters():\n    {}\n"


def stores(source: str) -> list[str]:
    """The titles of the fixes for stores."""
    told = [f for f in findings(source) if f.code == "MP209"]
    return [f.fix.applicability if f.fix else "none" for f in told]


@pytest.mark.parametrize(
    "source",
    [
        HEADER + "fc.weight.data[0] = 0\n",
        HEADER + "x = torch.ones(3)\nx.data = torch.zeros(3)\n",
        HEADER + "x = torch.ones(3)\nx[x > 0] = 1\n",
        HEADER + "class A(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.w = nn.Parameter(torch.ones(3))\n        self.w.data = torch.zeros(3)\n",
        HEADER
        + "def init_weights(m):\n    m.weight.data = torch.zeros(3)\nfc.apply(init_weights)\n",
        "def clip(df):\n    df.weight[df.weight > 3] = 0\n",
        "import numpy as np\nw = np.ones(3)\nw[w > 3] = 0\nw.data = 1\n",
        HEADER + "def f(node, x):\n    node.data = x\n    x.children.data = node\n",
        HEADER + "class A:\n    def f(self):\n        self.weight += 2\n",
        HEADER + "def f(m):\n    m.weight.data[0, 1:] = 0\n    m.bias[:, None] = 0\n",
        HEADER + "for i in range(3):\n    fc.weight.data[:, i] = 0\n",
        HEADER + "for idx, w in enumerate(fc.weight):\n    fc.bias.data[idx] = w.sum()\n",
        "def f(p, x):\n    p.data = x\n    p.weight *= x\n",
        "import numpy as np\nclass A:\n    def __init__(self):\n        self.weight = np.ones(3)\n"
        "    def clip(self):\n        self.weight[self.weight > 3] = 3\n",
    ],
)
def test_what_keeps_the_memory_or_comes_before_an_optimizer_is_left(source: str) -> None:
    assert not stores(source)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p.data = p.data * 0.9", "p.data.copy_(p.data * 0.9)"),
        ("p.data = 0.5 * p.data + 1", "p.data.copy_(0.5 * p.data + 1)"),
        ("p.data = p.data.clamp(-1, 1)", "p.data.copy_(p.data.clamp(-1, 1))"),
        ("p.data *= 0.9", "p.data.copy_(p.data * 0.9)"),
        ("p.data -= a - b", "p.data.copy_(p.data - (a - b))"),
        ("p.data[p.data < 0] = 0", "p.data.copy_(p.data.masked_fill(p.data < 0, 0))"),
        ("p[p < 0] = 0.5", "p.copy_(p.masked_fill(p < 0, 0.5))"),
        ("m = p.abs() < 1\n    p.data[m] = 0", "p.data.copy_(p.data.masked_fill(m, 0))"),
        ("p[(p < 0) & (p > -1)] = 0", "p.copy_(p.masked_fill((p < 0) & (p > -1), 0))"),
    ],
)
def test_a_parameter_in_a_loop(before: str, after: str) -> None:
    assert f"    {after}\n" in fixed(LOOP.format(before))


def test_a_layers_parameter_that_an_operator_changes() -> None:
    source = HEADER + "with torch.no_grad():\n    fc.weight *= 0.5\n    fc.bias.data /= 2\n"
    assert "fc.weight.copy_(fc.weight * 0.5)\nfc.bias.data.copy_(fc.bias.data / 2)\n" in fixed(
        source
    )


def test_a_value_that_may_have_another_shape_is_told() -> None:
    source = LOOP.format("p.data = torch.randn(3, 4)")
    assert stores(source) == ["unsafe"]
    assert "p.data.copy_(" in fixed(source, unsafe=True)


@pytest.mark.parametrize("name", ["reset_parameters", "load_weights", "reinit", "update"])
def test_a_function_that_may_be_called_in_the_middle_of_training(name: str) -> None:
    assert stores(f"{HEADER}def {name}(m):\n    m.weight.data = torch.zeros(3)\n") == ["unsafe"]


def test_what_may_be_no_layers_weight_is_not_changed_on_its_own() -> None:
    line = "df.weight[df.weight > 3] = 0"
    source = f"{HEADER}def clip(df):\n    {line}\n"
    assert stores(source) == ["unsafe"]
    assert line in fixed(source)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p.data = e", "p.data.copy_(e)"),
        ("layer.weight.data = e", "layer.weight.data.copy_(e)"),
        ("ema_p.data *= e", "ema_p.data.copy_(ema_p.data * e)"),
        ("layer.weight *= e - 1", "layer.weight.copy_(layer.weight * (e - 1))"),
    ],
)
def test_what_is_called_a_parameter(before: str, after: str) -> None:
    source = f"{HEADER}def change(layer, e):\n    for p, ema_p in layer:\n        {before}\n"
    assert stores(source) == ["unsafe"]
    assert f"        {after}\n" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    "line",
    [
        "fc.weight[:, index] = 0",
        "fc.weight.data[indices] = e",
        "fc.weight.data[[0, 2]] = 0",
        "fc.bias.data[~self.mask] = 0",
        "p.data[mask] = 0",
    ],
)
def test_what_an_index_picks_of_a_parameter(line: str) -> None:
    source = f"{HEADER}def prune(self, p, mask, index, indices, e):\n    {line}\n"
    told = [f for f in findings(source) if f.code == "MP209"]
    assert len(told) == 1 and line in fixed(source)


def test_a_file_that_was_moved_keeps_what_is_left_to_do() -> None:
    source = f"{HEADER}def swap(p, e):\n    p.data = e\n"
    assert stores(fixed(source)) == ["unsafe"]


@pytest.mark.parametrize(
    ("loop", "before", "after"),
    [
        ("k, v in ema.state_dict().items()", "v *= 0.9", "v.copy_(v * 0.9)"),
        ("v in ema.state_dict().values()", "v += state['a']", "v.copy_(v + state['a'])"),
        (
            "v, w in zip(ema.state_dict().values(), fc.state_dict().values())",
            "v -= 0.1 * (v - w)",
            "v.copy_(v - (0.1 * (v - w)))",
        ),
    ],
)
def test_the_tensors_of_a_state_are_the_networks_own(loop: str, before: str, after: str) -> None:
    source = f"{HEADER}def follow(ema, state):\n    for {loop}:\n        {before}\n"
    assert f"        {after}\n" in fixed(source)


def test_the_names_in_a_state_are_no_tensors() -> None:
    source = (
        f"{HEADER}state = fc.state_dict()\nfor k in state:\n    x = k.repeat(3)\n"
        "for k, v in state.items():\n    y, z = k.size(), v.size(0)\n"
    )
    text = fixed(source)
    assert "x = k.repeat(3)" in text and "y, z = k.size(), v.shape[0]" in text


RESET = "def reset(m, state):\n    for name, p in m.named_parameters():\n        p.data = {}\n"


@pytest.mark.parametrize(
    "source",
    [
        RESET.format("state[name]") + "reset(fc, torch.load('a'))\n",
        RESET.format("state[name]") + "for i in range(3):\n    best = f()\n    reset(fc, best)\n",
        RESET.format("state[name].clone()") + "for i in range(3):\n    reset(fc, first)\n",
        RESET.format("p.data.float()") + "for i in range(3):\n    reset(fc, first)\n",
        "class EMA:\n    def apply_shadow(self):\n        for name, p in self.model.named_parameters():\n"
        "            p.data = self.shadow[name]\n",
        "for (name, p), w in zip(fc.named_parameters(), state):\n    p.data = w\n",
    ],
)
def test_what_is_given_once_is_copied(source: str) -> None:
    assert stores(HEADER + source) == ["unsafe"]


@pytest.mark.parametrize(
    "source",
    [
        RESET.format("state[name]") + "for i in range(3):\n    reset(fc, first)\n    train(fc)\n",
        RESET.format("state[name]") + "reset(fc, first)\ntrain(fc)\nreset(fc, first)\n",
        "def reset(m):\n    for name, p in m.named_parameters():\n        p.data = first[name]\n"
        "while train(fc):\n    reset(fc)\n",
        "for i in range(3):\n    for name, p in fc.named_parameters():\n        p.data = first[name]\n",
        "for i in range(3):\n    train(fc)\n    for p, w in zip(fc.parameters(), first):\n"
        "        p.data = w.to('cpu')\n",
        "def follow(target, net):\n    for p, q in zip(target.parameters(), net.parameters()):\n"
        "        p.data = q.data\n",
    ],
)
def test_what_is_read_again_would_change_with_the_parameter_in_torch(source: str) -> None:
    source = f"{HEADER}first = copy.deepcopy(fc.state_dict())\n{source}"
    assert stores(source) == ["none"]
    assert "copy_" not in fixed(source, unsafe=True)


NORMED = """
import torch
from torch import nn

class Normed(nn.Linear):
    def forward(self, x):
        self._limit()
        return super().forward(x)

    def _limit(self):
        with torch.no_grad():
            {}

    def {}
"""


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("self.weight *= 0.5", "self.weight.data.copy_(self.weight * 0.5)"),
        ("self.weight.clamp_(-0.2, 0.2)", "self.weight.data.copy_(self.weight.clamp(min=-0.2, max=0.2))"),
    ],
)  # fmt: skip
def test_a_parameter_that_its_forward_changes_is_written_through_its_data(
    line: str, written: str
) -> None:
    import mindspore as ms
    import torch

    source = NORMED.format(line, "halve(self):\n        with torch.no_grad():\n            " + line)
    text = fixed(source)
    assert text.count(written) == 1 and text.count(written.replace(".data", "", 1)) == 1
    theirs: dict[str, object] = {}
    ours: dict[str, object] = {}
    exec(source, theirs)
    exec(text, ours)
    net, cell = theirs["Normed"](2, 2), ours["Normed"](2, 2)  # type: ignore[operator]
    cell.weight.set_data(ms.Tensor(net.weight.detach().numpy()))
    net(torch.ones(1, 2)).pow(2).sum().backward()
    grad = ms.value_and_grad(lambda x: (cell(x) ** 2).sum(), None, [cell.weight])
    cell.bias.set_data(ms.Tensor(net.bias.detach().numpy()))
    _, (found,) = grad(ms.mint.ones((1, 2)))
    assert cell.weight.asnumpy() == pytest.approx(net.weight.detach().numpy(), abs=1e-6)
    assert found.asnumpy() == pytest.approx(net.weight.grad.numpy(), abs=1e-5)


SWAPPED = """\
import torch
from torch import nn


def swap(net: nn.Module, ema: nn.Module):
    for p, q in zip(net.parameters(), ema.parameters()):
        {}
"""


@pytest.mark.parametrize(
    ("statements", "after"),
    [
        ("tmp = p.data\n        p.data = q.data\n        q.data = tmp", "tmp"),
        ("p.data, q.data = q.data, p.data", "swapped"),
    ],
)
def test_two_parameters_swap_their_values(statements: str, after: str) -> None:
    text = fixed(SWAPPED.format(statements), unsafe=True)
    lines = (
        f"{after} = p.data.copy()\n        p.data.copy_(q.data)\n        q.data.copy_({after})\n"
    )
    assert f"        {lines}" in text


def test_several_parameters_that_get_their_data_at_once_are_told() -> None:
    assert stores(SWAPPED.format("p.data, q.data = q.data, p.data * 2")) == ["none"]
