"""``requires_grad=True`` where nothing asks for a gradient."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import torch\nimport torch.nn.functional as F\n"
MADE = "x = torch.ones(3, requires_grad=True)\n"
TOLD = "this file asks for none"

LEFT = [
    pytest.param(MADE + "print(x.is_leaf)\n", id="it is asked for"),
    pytest.param(MADE + "print((x * 2).grad_fn)\n", id="the graph is looked at"),
    pytest.param(MADE + "def f(loss):\n    loss.backward()\n    print(x.grad)\n", id="a gradient"),
    pytest.param(MADE + "opt = torch.optim.SGD(grouped(x), lr=0.1)\n", id="an optimizer"),
    pytest.param(
        "class A:\n    def __init__(self):\n        self.x = torch.ones(3, requires_grad=True)\n",
        id="what an object keeps",
    ),
    pytest.param("def f(grad):\n    return torch.ones(3, requires_grad=grad)\n", id="a variable"),
]


@pytest.mark.parametrize("source", LEFT)
def test_leaves_alone(source: str) -> None:
    assert not [f for f in findings(HEAD + source) if TOLD in f.message.en]
    assert "requires_grad=" in fixed(HEAD + source, unsafe=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (MADE + "y = x.exp()\n", "x = mint.ones((3,))\ny = x.exp()\n"),
        (
            "y = F.log_softmax(torch.zeros(2, 3, requires_grad=True), dim=1)\n",
            "y = ops.log_softmax(mint.zeros((2, 3)), axis=1)\n",
        ),
        (
            "def f(n):\n    return torch.zeros(\n        n, 3, requires_grad=True, dtype=torch.float64\n    )\n",
            "def f(n):\n    return mint.zeros((n, 3), dtype=ms.float64)\n",
        ),
        (
            "v = torch.zeros(2, 3).reshape(3, 2).requires_grad_()\n",
            "v = mint.zeros((2, 3)).reshape(3, 2)\n",
        ),
    ],
)
def test_needs_not_be_said(before: str, after: str) -> None:
    assert fixed(HEAD + before).endswith(after)


def test_the_fix_is_safe_and_tells_why() -> None:
    (finding,) = [f for f in findings(HEAD + MADE) if f.symbol == "torch.ones"]
    assert (finding.code, finding.severity) == ("MP306", "warning")
    assert finding.fix is not None
    assert finding.fix.applicability == "safe"
    assert TOLD in finding.message.en


ATTACK = """
def attack(net, x, y):
    x = torch.autograd.Variable(x.data, requires_grad=True)
    loss = F.cross_entropy(net(x), y)
    loss.backward()
    return x.data + 0.1 * x.grad.sign()
"""
HANDS_ON = """
def test(net, loader):
    for data, y in loader:
        x, y = torch.autograd.Variable(data, requires_grad=True), torch.autograd.Variable(y)
        print(net(attack(net, x, y)).sum())
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "    x = torch.autograd.Variable(x.data, requires_grad=True)\n", "", id="asked"
        ),
        pytest.param("print(net", "return x, print(net", id="returned"),
        pytest.param("print(net", "kept.append(x), print(net", id="kept"),
        pytest.param("print(net", "x.is_leaf, print(net", id="looked at"),
        pytest.param("print(net", "torch.optim.SGD([x], 1), print(net", id="optimized"),
        pytest.param("print(net", "print(x.grad), print(net", id="read"),
    ],
)
def test_what_is_not_only_handed_on_is_left_alone(before: str, after: str) -> None:
    source = HEAD + ATTACK + HANDS_ON
    assert before in source
    told = [f.message.en for f in findings(source.replace(before, after))]
    assert not [text for text in told if "this function computes none" in text]


def test_what_a_function_hands_on_needs_no_mark() -> None:
    text = fixed(HEAD + ATTACK + HANDS_ON, unsafe=True)
    assert "requires_grad" not in text
    assert "        x, y = data, y\n" in text


OF_PARAMETER = "A Parameter says itself"
NET = (
    "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n"
    "    def __init__(self, n, scale, learn):\n        super().__init__()\n"
    "        self.w = {}\n\n    def forward(self, x):\n        return x * self.w\n\n\n"
    "def step(net, x):\n    net(x).sum().backward()\n"
)


@pytest.mark.parametrize(
    "made",
    [
        pytest.param("torch.zeros(3, requires_grad=True)", id="no Parameter"),
        pytest.param("nn.Parameter(scale(torch.zeros(3, requires_grad=True)))", id="given away"),
        pytest.param("nn.Parameter(torch.zeros(3), requires_grad=True)", id="the Parameter's own"),
        pytest.param("nn.Parameter(torch.zeros(3, requires_grad=learn()))", id="a call"),
    ],
)
def test_what_says_it_for_more_than_a_parameter_is_left_alone(made: str) -> None:
    assert not [f for f in findings(NET.format(made)) if OF_PARAMETER in f.message.en]


@pytest.mark.parametrize(
    ("made", "after"),
    [
        ("nn.Parameter(torch.zeros(n, requires_grad=True))", "ms.Parameter(mint.zeros(n))"),
        (
            "nn.Parameter(torch.full((n,), 2.0, requires_grad=learn) * scale, False)",
            "ms.Parameter(ops.full((n,), 2.0, dtype=ms.float32) * scale, requires_grad=False)",
        ),
        (
            "nn.Parameter(torch.ones(n, 2, requires_grad=True).reshape(-1))",
            "ms.Parameter(mint.ones((n, 2)).reshape(-1))",
        ),
        (
            "nn.Parameter(nn.init.ones_(torch.empty(n, 2, requires_grad=True)))",
            "ms.Parameter(initialize(mint.empty((n, 2)), 'ones'))",
        ),
    ],
)
def test_what_a_parameter_is_made_of_needs_not_say_it(made: str, after: str) -> None:
    source = NET.format(made).partition("\n\n\ndef step")[0] + "\n"
    assert f"self.w = {after}\n" in fixed(source)


def test_values_that_a_weight_takes_need_not_say_it() -> None:
    body = "nn.Linear(n, n)\n        self.w.weight.data = torch.tensor(scale, requires_grad=True)"
    text = fixed(NET.format(body))
    assert "ms.tensor(scale)" in text and "requires_grad" not in text


NAMED = NET.replace("self.w = {}", "w = torch.ones(n, requires_grad=True){}")


def test_a_name_that_only_parameters_are_made_of_needs_not_say_it() -> None:
    source = NAMED.format("\n        self.w = nn.Parameter(w)")
    assert "w = mint.ones(n)\n        self.w = ms.Parameter(w)\n" in fixed(source)


@pytest.mark.parametrize(
    "rest", ["\n        self.w = nn.Parameter(w)\n        self.seen = w", "\n        w = w * 2", ""]
)
def test_a_name_that_is_used_otherwise_is_left_alone(rest: str) -> None:
    source = NAMED.format(rest)
    assert not [f for f in findings(source) if OF_PARAMETER in f.message.en]


AGAIN = NET.replace("self.w = {}", "self.w = torch.ones(n, requires_grad=True)\n        {}")


@pytest.mark.parametrize(
    "rest",
    [
        "self.seen = self.w\n        self.w = nn.Parameter(self.w)",
        "self.w = nn.Parameter(scale)",
        "if learn:\n            self.w = nn.Parameter(self.w)",
        "self.v = nn.Parameter(self.w)",
    ],
)
def test_what_does_not_become_a_parameter_itself_is_left_alone(rest: str) -> None:
    assert not [f for f in findings(AGAIN.format(rest)) if OF_PARAMETER in f.message.en]


@pytest.mark.parametrize("moved", ["", ".to(scale.device)"])
def test_what_becomes_a_parameter_needs_not_say_it(moved: str) -> None:
    source = AGAIN.format("self.n = n\n        self.w = nn.Parameter(self.w)")
    text = fixed(source.replace("requires_grad=True)", f"requires_grad=True){moved}"))
    assert (
        "self.w = mint.ones(n)\n        self.n = n\n        self.w = ms.Parameter(self.w)\n" in text
    )
