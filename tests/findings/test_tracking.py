"""``x.requires_grad`` of plain tensors: MindSpore's do not know whether they take gradients."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
SYMBOL = "torch.Tensor.requires_grad"
FORWARD = "class Net(nn.Module):\n    def forward(self, x):\n        y = F.relu(x)\n"

KNOWN = [
    pytest.param("p = nn.Parameter(torch.ones(3))\nprint(p.requires_grad)\n", id="a Parameter"),
    pytest.param(
        "net = nn.Linear(3, 2)\nprint(net.weight.requires_grad)\n", id="a layer's Parameter"
    ),
    pytest.param(
        "def f(net):\n    return any(p.requires_grad for p in net.parameters())\n", id="any of them"
    ),
    pytest.param(
        "def f(net):\n    for name, p in net.named_parameters():\n"
        "        if p.requires_grad:\n            print(name)\n",
        id="those that are trained",
    ),
    pytest.param(
        "def f(net):\n    kept = dict(net.named_parameters())\n    for p in kept.values():\n"
        "        if p.requires_grad:\n            print(p)\n",
        id="those of a dict",
    ),
    pytest.param(
        "def f(named_parameters):\n    for name, p in named_parameters:\n"
        "        if p.requires_grad:\n            print(name)\n",
        id="those that a function is given by this name",
    ),
]


@pytest.mark.parametrize("source", KNOWN)
def test_a_parameter_has_it(source: str) -> None:
    assert SYMBOL not in {finding.symbol for finding in findings(HEAD + source)}
    assert "requires_grad" in fixed(HEAD + source, unsafe=True)


MARKED = [
    pytest.param("x = torch.zeros(3)\nprint(x.requires_grad)\n", id="a tensor that takes none"),
    pytest.param("def f(y):\n    y = y + 1\n    g(y.detach().requires_grad)\n", id="one cut off"),
    pytest.param(
        "def f(x):\n    with torch.no_grad():\n        y = F.relu(x)\n    g(y.requires_grad)\n",
        id="one that is made without gradients",
    ),
    pytest.param("def f(x):\n    return g(x.requires_grad)\n", id="one that may be a Parameter"),
    pytest.param(
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.register_buffer('b', torch.ones(3))\n"
        "    def forward(self, x):\n        return g(x, self.b.requires_grad)\n",
        id="a buffer",
    ),
    pytest.param(
        "def f(x, freeze):\n    if not x.requires_grad:\n        x = x.detach()\n    return x\n",
        id="a branch that does something else",
    ),
    pytest.param(
        "def f(x, freeze):\n    if not x.requires_grad:\n        x.requires_grad_(freeze)\n",
        id="a mark that depends",
    ),
    pytest.param(
        "def f(x):\n    if x.requires_grad:\n        raise ValueError(x)\n    else:\n        g(x)\n",
        id="a check with another branch",
    ),
]


@pytest.mark.parametrize("source", MARKED)
def test_stays_marked(source: str) -> None:
    assert SYMBOL in {f.symbol for f in findings(HEAD + source)}
    assert ".requires_grad" in fixed(HEAD + source, unsafe=True)


def test_safe_fixes_do_not_guess() -> None:
    source = HEAD + FORWARD + "        return self.bank(y, update=y.requires_grad)\n"
    assert "update=y.requires_grad" in fixed(source)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("update(y.requires_grad)", "update(True)"),
        ("update(self.training and y.requires_grad)", "update(self.training)"),
        ("update(y.requires_grad and self.training)", "update(self.training)"),
        ("update(y.requires_grad or self.training)", "update(True or self.training)"),
        ("update(not y.requires_grad)", "update(not True)"),
    ],
)
def test_of_what_a_network_computes_it_is_true(before: str, after: str) -> None:
    text = fixed(HEAD + FORWARD + f"        return {before}\n", unsafe=True)
    assert text.endswith(f"        return {after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    y = y if y.requires_grad else y.detach().requires_grad_(True)\n", ""),
        ("    z = y if y.requires_grad else y.requires_grad_()\n", "    z = y\n"),
        ("    z = y.detach().requires_grad_() if not y.requires_grad else y\n", "    z = y\n"),
        ("    if not y.requires_grad:\n        y = y.detach().requires_grad_()\n", ""),
        ("    if not y.requires_grad:\n        y.requires_grad = True\n", ""),
        ("    assert y.requires_grad, 'no gradient'\n", ""),
        ("    assert not y.requires_grad\n", ""),
        ("    assert (y.requires_grad is False)\n", ""),
        ("    assert y.requires_grad == True, 'no gradient'\n", ""),
        ("    if torch.is_tensor(y) and y.requires_grad:\n        raise ValueError(y)\n", ""),
    ],
)
def test_what_only_marks_or_checks_it_goes(before: str, after: str) -> None:
    text = fixed(HEAD + f"def f(y):\n{before}    return g(y)\n", unsafe=True)
    assert text == f"def f(y):\n{after}    return g(y)\n"


def test_a_list_of_tensors_is_taken_as_it_is() -> None:
    source = "def f(ts):\n    return [t if t.requires_grad else t.requires_grad_() for t in ts]\n"
    (finding,) = [f for f in findings(HEAD + source) if f.symbol == SYMBOL]
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert "frozen Parameter" in finding.message.en
    assert fixed(HEAD + source, unsafe=True) == "def f(ts):\n    return [t for t in ts]\n"


def test_a_tensor_that_is_computed_there_is_surely_taken_as_it_is() -> None:
    source = "def f(a):\n    y = torch.exp(a)\n    if not y.requires_grad:\n        y.requires_grad_()\n    return y\n"
    assert fixed(HEAD + source).endswith("    y = mint.exp(a)\n    return y\n")


@pytest.mark.parametrize(
    "mark",
    [
        "    if not x.requires_grad:\n        x.requires_grad_()\n",
        "    if not x.requires_grad:\n        x = x.detach().requires_grad_()\n",
        "    x = x if x.requires_grad else x.detach().requires_grad_()\n",
    ],
)
@pytest.mark.parametrize(
    "end",
    [
        "out.backward()\n    return x.grad\n",
        "(grad,) = torch.autograd.grad(out, x)\n    return grad\n",
    ],
)
def test_the_derivative_by_what_is_marked_if_needed_is_taken(mark: str, end: str) -> None:
    source = f"def f(net, x):\n{mark}    out = net(x).sum()\n    {end}"
    text = fixed(HEAD + source, unsafe=True)
    assert "ms.grad(output_fn)(x)" in text
    assert "requires_grad" not in text


def test_a_buffer_is_not_taken_to_have_gradients() -> None:
    source = HEAD + "b = nn.Buffer(torch.ones(3))\nprint(b.requires_grad)\n"
    assert "print(b.requires_grad)" in fixed(source, unsafe=True)
    assert SYMBOL in [f.symbol for f in findings(source)]
