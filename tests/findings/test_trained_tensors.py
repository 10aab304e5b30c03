"""What an optimizer is given: tensors become Parameters, parameters have names of their own."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

NET = """\
import torch
class Q(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(4, 1)
"""


@pytest.mark.parametrize(
    "source",
    [
        "a = torch.zeros(1, requires_grad=True)\nb = a * 2\n",
        "a = torch.zeros(1)\noptimizer = torch.optim.SGD([a], lr=0.1)\n",
        "def f(a):\n    a.requires_grad_()\n    return torch.optim.SGD([a], lr=0.1)\n",
        "a = torch.zeros(1, requires_grad=True)\na = a * 2\nopt = torch.optim.SGD([a], lr=0.1)\n",
    ],
)
def test_leaves_tensors_alone(source: str) -> None:
    found = findings(f"import torch\n{source}")
    assert "mindspore.Parameter" not in [f.equivalent for f in found]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "a = torch.zeros(1, requires_grad=True, device=device)\n",
            'a = ms.Parameter(mint.zeros((1,)), name="a")\n',
        ),
        ("a = torch.zeros(1).requires_grad_()\n", 'a = ms.Parameter(mint.zeros((1,)), name="a")\n'),
        (
            "a = torch.zeros(1)\na.requires_grad = True\n",
            'a = ms.Parameter(mint.zeros((1,)), name="a")\n',
        ),
    ],
)
def test_a_tensor_that_is_trained_is_a_parameter(before: str, after: str) -> None:
    source = f"import torch\ndevice = 'cpu'\n{before}optimizer = torch.optim.SGD([a], lr=0.1)\n"
    assert after in fixed(source, unsafe=True)


def test_a_loss_of_such_tensors_alone_is_differentiated() -> None:
    text = fixed(
        """\
        import torch
        def tune(log_pis):
            log_alpha = torch.zeros(1, requires_grad=True)
            optimizer = torch.optim.SGD([log_alpha], lr=0.1)
            for log_pi in log_pis:
                loss = (-log_alpha.exp() * log_pi).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        """,
        unsafe=True,
    )
    assert (
        text.partition("lr=0.1)\n")[2]
        == """
    def forward_fn(log_pi):
        loss = (-log_alpha.exp() * log_pi).mean()
        return loss

    grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)

    for log_pi in log_pis:
        loss, grads = grad_fn(log_pi)
        optimizer(grads)
"""
    )


@pytest.mark.parametrize(
    "source",
    [
        "q = Q()\noptimizer = torch.optim.SGD(q.parameters(), lr=0.1)\n",
        # A Cell's parts have their names for them.
        "class Both(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.a, self.b = Q(), Q()\n    def make(self):\n"
        "        return torch.optim.SGD([*self.a.parameters(), *self.b.parameters()], lr=0.1)\n",
        "def make(a, b):\n    return torch.optim.SGD([*a.parameters(), *b.parameters()], lr=0.1)\n",
        "q1 = Q()\nq2 = Q()\nfor _ in range(3):\n"
        "    held = list(q1.parameters()) + list(q2.parameters())\n",
        "class R(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.out = torch.nn.Linear(4, 1)\n"
        "q = Q()\nr = R()\n"
        "optimizer = torch.optim.SGD([*q.parameters(), *r.parameters()], lr=0.1)\n",
    ],
)
def test_leaves_names_alone(source: str) -> None:
    assert not any("update_parameters" in (f.equivalent or "") for f in findings(NET + source))


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (
            "q1 = Q()\nq2 = Q().to('cpu')\n"
            "optimizer = torch.optim.SGD(list(q1.parameters()) + list(q2.parameters()), lr=0.1)\n",
            'q2.update_parameters_name("q2.")\noptimizer = ',
        ),
        (
            "q1 = Q()\nq2 = Q()\nconfig.parameters = list(q1.parameters()) + list(q2.parameters())\n",
            'q2.update_parameters_name("q2.")\nconfig.parameters = ',
        ),
        (
            "q1, q2 = Q(), torch.nn.Linear(4, 1)\n"
            "optimizer = torch.optim.SGD([*q1.parameters(), *q2.parameters()], lr=0.1)\n",
            'q2.update_parameters_name("q2.")\noptimizer = ',
        ),
        (
            "class Agent:\n    def __init__(self):\n        self.q1 = Q()\n        self.q2 = Q()\n"
            "        self.optimizer = torch.optim.SGD([{'params': self.q1.parameters()},\n"
            "            {'params': self.q2.parameters(), 'lr': 0.2}], lr=0.1)\n",
            '        self.q2.update_parameters_name("q2.")\n        self.optimizer = ',
        ),
    ],
)
def test_networks_of_a_class_in_one_optimizer(source: str, line: str) -> None:
    assert line in fixed(NET + source, unsafe=True)


@pytest.mark.parametrize(
    "given",
    [
        pytest.param("params = [a, b]\noptimizer = torch.optim.SGD(params, lr=0.1)\n", id="a name"),
        pytest.param("optimizer = torch.optim.SGD([a] + [b], lr=0.1)\n", id="added up"),
        pytest.param(
            "group = (a, b)\noptimizer = torch.optim.SGD([{'params': group}])\n", id="group"
        ),
    ],
)
def test_lists_of_tensors(given: str) -> None:
    made = "".join(f"{name} = torch.zeros(1, requires_grad=True)\n" for name in "ab")
    text = fixed(f"import torch\n{made}{given}", unsafe=True)
    assert 'a = ms.Parameter(mint.zeros((1,)), name="a")\n' in text
    assert 'b = ms.Parameter(mint.zeros((1,)), name="b")\n' in text


def test_a_list_that_is_made_anew_is_not_followed() -> None:
    found = findings(
        "import torch\na = torch.zeros(1, requires_grad=True)\nparams = [a]\nparams = load(params)\n"
        "optimizer = torch.optim.SGD(params, lr=0.1)\n"
    )
    assert "mindspore.Parameter" not in [f.equivalent for f in found]


def test_safe_fixes_leave_nothing_to_look_at() -> None:
    source = (
        "import torch\nw = torch.tensor([1.0, 2.0], requires_grad=True)\n"
        "opt = torch.optim.SGD([w], lr=0.1)\nopt.zero_grad()\nloss = (w ** 2).sum()\n"
        "loss.backward()\nopt.step()\n"
    )
    text = fixed(source)
    assert 'w = ms.Parameter(ms.tensor([1.0, 2.0]), name="w")\n' in text
    assert "opt = optim.SGD([w], lr=0.1)\n" in text
    assert "todo" not in text
    assert "torch" not in text
