"""Derivatives that are differentiated again: helpers stand for what MindSpore would lose, or it is told.

That the results are torch's is shown by ``tests/scenarios/programs/critic_of_views.py``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace

from .conftest import findings, fixed

HEAD = """import torch
from torch import nn

class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, padding=1)
        self.fc = nn.Linear(64, 1)

    def forward(self, x):
        h = self.conv(x)
"""
PENALTY = """
def penalty(net, x):
    out = net(x)
    (grad,) = torch.autograd.grad(out.sum(), x, create_graph=True)
    return grad.view(len(grad), -1).pow(2).sum(1)

critic = Critic()
optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for real in data:
    optimizer.zero_grad()
    loss = penalty(critic, real).mean()
    loss.backward()
    optimizer.step()
"""


def source(line: str, penalty: str = PENALTY) -> str:
    return f"{HEAD}        {line}\n        return self.fc(h)\n{penalty}"


def told(text: str) -> list[str]:
    return [f.message.en for f in findings(text) if "differentiated again" in f.message.en]


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("h = h.view(h.size(0), -1)", "h = h.view(h.shape[0], -1)"),
        ("h = torch.cat([h, h], 1)", "h = mint.cat([h, h], 1)"),
        ("h = h.sum(1)", "h = h.sum(1)"),
    ],
)
@pytest.mark.parametrize(
    "penalty", [PENALTY.replace(", create_graph=True", ""), PENALTY.replace("=True", "=False")]
)
def test_leaves_alone_what_is_differentiated_once(line: str, after: str, penalty: str) -> None:
    text = fixed(source(line, penalty))
    assert f"        {after}\n" in text and "Compiled" not in text
    assert not told(source("h = h.var(1)", penalty))


def test_leaves_alone_gradients_that_an_attack_takes() -> None:
    """What MindSpore's code takes inside of a step and cuts is no second derivative."""
    attack = (
        "import mindspore as ms\nfrom mindspore import nn, ops\n"
        "class Net(nn.Cell):\n    def construct(self, x):\n        return x.var(1)\n"
        "def attack(net, x):\n    def output_fn(x):\n        return net(x).sum()\n"
        "    return x + ops.stop_gradient(ms.grad(output_fn)(x)).sign()\n"
        "def forward_fn(x):\n    return net(attack(net, x)).sum()\n"
        "net = Net()\ngrad_fn = ms.value_and_grad(forward_fn, None, net.trainable_params())\n"
    )
    assert not told(
        attack.replace(
            "    return x + ops.stop_gradient(ms.grad(output_fn)(x)).sign()",
            "    grad = ops.stop_gradient(ms.grad(output_fn)(x))\n    return x + grad.sign()",
        )
    )
    assert told(attack.replace("ops.stop_gradient(ms.grad(output_fn)(x))", "ms.grad(output_fn)(x)"))


def test_leaves_alone_networks_that_no_derivative_goes_through() -> None:
    """What the critic does first with its own input is right, too; a generator is none of it."""
    generator = (
        "class Generator(nn.Module):\n    def forward(self, z):\n        z = z * 2\n"
        "        return z.view(-1, 3, 4, 4)\n"
    )
    text = fixed(source("h = h.relu()").replace("h = self.conv(x)", "h = self.conv(x.view(-1, 3, 4, 4))")
                 .replace("class Critic", f"{generator}\nclass Critic"))  # fmt: skip
    assert (
        "z.view(-1, 3, 4, 4)" in text and "x.view(-1, 3, 4, 4)" in text and "Compiled" not in text
    )


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("h = h.view(h.size(0), -1)", "h = reshaped(h, h.shape[0], -1)"),
        ("h = h.reshape((2, -1))", "h = reshaped(h, 2, -1)"),
        ("h = h.permute(0, 2, 3, 1)", "h = permuted(h, 0, 2, 3, 1)"),
        ("h = h.transpose(1, 2)", "h = transposed(h, 1, 2)"),
        ("h = torch.cat([h, h * 2], dim=1)", "h = joined([h, h * 2], 1)"),
        ("h = torch.stack((h, h))", "h = stacked((h, h), 0)"),
        ("h = h.unsqueeze(1)", "h = unsqueezed(h, 1)"),
        ("h = h.mean(1).repeat(1, 4)", "h = tiled(averaged(h, 1), 1, 4)"),
        ("h = torch.sum(h, dim=1)", "h = summed(h, 1)"),
        ("h = h.sum(1, keepdim=True)", "h = h.sum(1, keepdim=True)"),
        ("h = torch.matmul(h, h.transpose(2, 3))", "h = multiplied(h, transposed(h, 2, 3))"),
    ],
)
def test_what_a_critic_does(line: str, after: str) -> None:
    text = fixed(source(line))
    assert f"        {after}\n" in text
    assert "grad.view(len(grad), -1)" in text  # behind the derivative


def test_a_view_in_a_layer_of_its_own() -> None:
    """What is a layer's own argument has been computed before."""
    layer = "class Flat(nn.Module):\n    def forward(self, x):\n        return x.view(len(x), -1)\n"
    text = source("h = self.flat(h)").replace("class Critic", f"{layer}\nclass Critic")
    text = text.replace("        self.fc =", "        self.flat = Flat()\n        self.fc =")
    assert "        return reshaped(x, len(x), -1)\n" in fixed(text)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("h = h.var(1)", "var"),
        ("h = h / h.norm(dim=1)", "norm"),
        ("h = torch.einsum('bchw->bwhc', h)", "einsum"),
        ("h = h @ h", "@"),
        ("h = h[:, None]", "[None]"),
    ],
)
def test_what_no_helper_stands_for_is_told(line: str, name: str) -> None:
    assert any(f"passes through {name} then" in message for message in told(source(line)))
    assert told(fixed(source(line), unsafe=True))


def test_batch_normalization_is_told() -> None:
    text = source("h = self.norm(h)").replace(
        "        self.fc =", "        self.norm = nn.BatchNorm2d(4)\n        self.fc ="
    )
    assert len(told(text)) == 1


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("h = h.permute(0, 2, 3, 1)", 1),
        ("h = h.permute(0, 2, 3, 1).flatten(1)", 0),
        ("h = h.transpose(1, 2).mean((2, 3))", 0),
    ],
)
def test_linear_layers_of_more_than_two_axes_are_told(line: str, count: int) -> None:
    assert sum("through Linear" in message for message in told(source(line))) == count
    assert (
        sum("through Linear" in message for message in told(fixed(source(line), unsafe=True)))
        == count
    )


@pytest.mark.parametrize(
    "line", ["h = h.var(1, keepdim=True)", "h = h @ self.fc.weight.t()", "h = self.norm(h)"]
)
def test_what_is_right_is_not_told(line: str) -> None:
    assert not told(source(line))


MODELS = """import torch
from torch import nn

class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, padding=1)
        self.fc = nn.Linear(64, 1)

    def forward(self, x):
        h = self.conv(x.view(-1, 3, 4, 4))
        return self.fc(h.view(h.size(0), -1))

class Generator(nn.Module):
    def forward(self, z):
        z = z * 2
        return z.view(-1, 3, 4, 4)
"""
TRAIN = (
    f"import torch\nfrom models import Discriminator\n{PENALTY.replace('Critic', 'Discriminator')}"
)


@pytest.mark.parametrize("moved_first", [False, True])
def test_critics_of_another_file(tmp_path: Path, moved_first: bool) -> None:
    """The file that penalizes the slope may have been moved before."""
    for name, text in (("models.py", MODELS), ("train.py", TRAIN)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    names = ["train.py", "models.py"] if moved_first else ["models.py"]
    for name in names:
        document = Document(str(tmp_path / name), (tmp_path / name).read_text(encoding="utf-8"))
        result = fix_document(document, Config(), Workspace([tmp_path]), unsafe=True)
        (tmp_path / name).write_text(result.document.text, encoding="utf-8")
    text = (tmp_path / "models.py").read_text(encoding="utf-8")
    assert "self.fc(reshaped(h, h.shape[0], -1))" in text
    assert "x.view(-1, 3, 4, 4)" in text and "z.view(-1, 3, 4, 4)" in text


def test_leaves_alone_critics_beside_derivatives_that_are_taken_once(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(TRAIN.replace("=True", "=False"), encoding="utf-8")
    document = Document(str(tmp_path / "models.py"), MODELS)
    text = fix_document(document, Config(), Workspace([tmp_path]), unsafe=True).document.text
    assert "Compiled" not in text


IRM = """import torch
import torch.nn.functional as F

def penalty(logits, y):
    scale = torch.tensor(1.0).requires_grad_()
    loss = F.cross_entropy(logits * scale, y)
    grad = torch.autograd.grad(loss, [scale], create_graph=True)[0]
    return torch.sum(grad**2)

def nll(logits, y):
    return F.cross_entropy(logits, y)
"""


def test_losses_that_have_no_second_derivative() -> None:
    """As invariant risk minimization penalizes the slope of a scale."""
    text = fixed(IRM, unsafe=True)
    assert "loss = twice_cross_entropy(logits * scale, y)" in text
    assert "return ops.cross_entropy(logits, y)" in text


OTHER = "class Other(nn.Module):\n    def forward(self, x):\n        x = x * 2\n        return x.view(-1, 3)\n"


@pytest.mark.parametrize("given", ["critic, real", "x=real, net=critic"])
def test_a_critic_is_given_by_place_or_by_name(given: str) -> None:
    """What is no part of it is left alone."""
    text = source("h = h.view(h.size(0), -1)", PENALTY.replace("critic, real", given))
    text = fixed(text.replace("class Critic", f"{OTHER}\nclass Critic"))
    assert "h = reshaped(h, h.shape[0], -1)" in text and "return x.view(-1, 3)" in text
