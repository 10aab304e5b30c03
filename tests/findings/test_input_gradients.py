"""``x.grad`` behind ``y.backward()`` where nothing is trained.

That the results are torch's is shown by ``tests/scenarios/programs/gradients_in_a_script.py``.
"""

from __future__ import annotations

from textwrap import dedent

import pytest

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch import nn\n"
MADE = "x = torch.ones(3, requires_grad=True)\n"

LEFT = [
    pytest.param(
        MADE + "(x ** 2).sum().backward()\n(x ** 3).sum().backward()\nprint(x.grad)\n",
        "added to those that x has",
        id="two gradients that add up",
    ),
    pytest.param(
        MADE + "y = x.exp()\ny.sum().backward(retain_graph=True)\nprint(x.grad)\n"
        "(y * 2).sum().backward()\nprint(x.grad)\n",
        "added to those that x has",
        id="a graph that two calls share",
    ),
    pytest.param(
        MADE + "y = x * 2\nw = torch.ones(3, requires_grad=True)\n(y * w).sum().backward()\n"
        "print(x.grad, w.grad)\n",
        "how the output depends on x",
        id="one that is made of the other's beginning",
    ),
    pytest.param(
        MADE + "(x ** 2).sum().backward()\ng = x.grad\nx.grad.zero_()\nprint(g)\n",
        "cleared in place",
        id="a gradient that is kept and cleared in place",
    ),
    pytest.param(
        MADE + "(x ** 2).sum().backward()\nx.grad = None\nprint(x.grad)\n",
        "no optimizer steps",
        id="a gradient that is gone when it is read",
    ),
    pytest.param(
        MADE + "(x ** 2).sum().backward()\n" + MADE + "print(x.grad)\n",
        "no optimizer steps",
        id="another tensor of that name is read",
    ),
    pytest.param(
        "def f(x, net):\n    loss = net(x).sum()\n    loss.backward()\n    return x.grad\n",
        "no optimizer steps",
        id="a tensor that the caller marks",
    ),
    pytest.param(
        "def f():\n    x = torch.ones(3, requires_grad=True)\n    (x ** 2).sum().backward()\n"
        "    return x\n",
        "no optimizer steps",
        id="a gradient that goes with its tensor",
    ),
    pytest.param(
        MADE + "(x ** 2).sum().backward()\n\ndef show():\n    print(x.grad)\n",
        "no optimizer steps",
        id="a gradient that a function reads",
    ),
    pytest.param(
        MADE + "net = nn.Linear(3, 1)\nnet(x).sum().backward()\nprint(x.grad, net.weight.grad)\n",
        "no optimizer steps",
        id="the gradient of a parameter, too",
    ),
]


@pytest.mark.parametrize(("source", "told"), LEFT)
def test_stays_marked(source: str, told: str) -> None:
    found = [f for f in findings(HEAD + source) if "backward" in f.symbol]
    assert found
    assert {f.severity for f in found} == {"error"}
    assert told in found[0].message.en
    after = fixed(HEAD + source, unsafe=True)
    assert "backward(" in after
    assert "_grad(output_fn" not in after


PAIRS = [
    pytest.param(
        """
        a = torch.ones(3, requires_grad=True)
        b = torch.zeros(3, requires_grad=True)
        c = (a * 3 + b.exp()).mean()
        c.backward()
        print(a.grad, b.grad)
        """,
        """
        a = mint.ones((3,))
        b = mint.zeros((3,))
        def output_fn(a, b):
            c = (a * 3 + b.exp()).mean()
            return c

        c, (a_grad, b_grad) = ms.value_and_grad(output_fn, (0, 1))(a, b)
        print(a_grad, b_grad)
        """,
        id="two tensors",
    ),
    pytest.param(
        """
        x = torch.ones(3, requires_grad=True)
        y = (x ** 2).sum()
        y.backward()
        """,
        """
        x = mint.ones((3,))
        def output_fn(x):
            y = (x ** 2).sum()
            return y

        y, x_grad = ms.value_and_grad(output_fn)(x)
        """,
        id="a gradient that nothing reads",
    ),
    pytest.param(
        """
        x = torch.ones(3, requires_grad=True)
        y = x * 3
        y.backward(torch.ones_like(y))
        result = x.grad
        """,
        """
        x = mint.ones((3,))
        def output_fn(x):
            y = x * 3
            return y

        y, x_grad = ms.value_and_grad(output_fn)(x)
        result = x_grad
        """,
        id="weighted with ones",
    ),
    pytest.param(
        """
        x = torch.ones(3, requires_grad=True)
        (x ** 2).sum().backward()
        print(x.grad)
        x.grad.zero_()
        (x ** 3).sum().backward()
        print(x.grad)
        """,
        """
        x = mint.ones((3,))
        def output_fn(x):
            return (x ** 2).sum()

        x_grad = ms.grad(output_fn)(x)
        print(x_grad)
        def output_fn_2(x):
            return (x ** 3).sum()

        x_grad_2 = ms.grad(output_fn_2)(x)
        print(x_grad_2)
        """,
        id="cleared in between",
    ),
    pytest.param(
        """
        x = torch.ones(3, requires_grad=True)
        y = (x ** 2).sum()
        y.backward()
        first = x.grad
        x = torch.zeros(2, requires_grad=True)
        y = (x + first.sum()).exp().sum()
        y.backward()
        second = x.grad
        """,
        """
        x = mint.ones((3,))
        def output_fn(x):
            y = (x ** 2).sum()
            return y

        y, x_grad = ms.value_and_grad(output_fn)(x)
        first = x_grad
        x = mint.zeros((2,))
        def output_fn_2(x):
            y = (x + first.sum()).exp().sum()
            return y

        y, x_grad_2 = ms.value_and_grad(output_fn_2)(x)
        second = x_grad_2
        """,
        id="another tensor of the same name",
    ),
]


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_is_a_derivative(before: str, after: str) -> None:
    text = fixed(f"import torch\n{dedent(before).strip()}\n")
    body = text[text.index("\n", text.rindex("import ")) + 1 :]
    assert body.strip() == dedent(after).strip()


LANGEVIN = """
def sample(net, x, steps):
    {marked}
    for _ in range(steps):
        {again}
        energy = net(x).sum()
        energy.backward()
        {moved}
    return x.detach()
"""


@pytest.mark.parametrize(
    ("marked", "again", "moved", "after"),
    [
        pytest.param(
            "pass",
            "x = x.detach().requires_grad_(True)",
            "x = x.data - 0.1 * x.grad",
            "x = x.data - 0.1 * x_grad",
            id="gives the tensor its next value",
        ),
        pytest.param(
            "pass",
            "x = x.detach().requires_grad_(True)",
            "with torch.no_grad():\n            x = x - 0.1 * x.grad",
            "x = x - 0.1 * x_grad",
            id="without gradients",
        ),
        pytest.param(
            "x = x.clone().detach()\n    x.requires_grad = True",
            "pass",
            "x.data.add_(x.grad.data, alpha=-0.1)\n        x.grad.zero_()",
            "x.data.copy_(x.data.add(x_grad.data, alpha=-0.1))",
            id="adds it in place",
        ),
        pytest.param(
            "x.requires_grad = True",
            "if x.grad is not None:\n            x.grad.detach_()\n            x.grad.zero_()",
            "x = (x.data - 0.1 * x.grad.data).requires_grad_(True)",
            "x = (x.data - 0.1 * x_grad.data)",
            id="clears one that it detaches",
        ),
    ],
)
def test_a_sampler_follows_the_gradient(marked: str, again: str, moved: str, after: str) -> None:
    source = LANGEVIN.format(marked=marked, again=again, moved=moved)
    text = fixed(HEAD + source, unsafe=True)
    assert "x_grad = ops.stop_gradient(ms.grad(output_fn)(x))" in text
    assert f"        {after}\n" in text and ".grad" not in text.replace("ms.grad", "")


def test_the_input_of_a_sampler_is_no_parameter_that_is_trained_later() -> None:
    marked = "x.requires_grad_(True)"
    moved = "x.data = x.data - 0.1 * x.grad.data"
    again = "net.zero_grad()\n        if x.grad is not None:\n            x.grad.zero_()"
    source = LANGEVIN.format(marked=marked, again=again, moved=moved)
    train = (
        "net = nn.Linear(3, 1)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor x in data:\n"
        "    loss = net(x).mean() - net(sample(net, torch.randn(2, 3), 4)).mean()\n"
        "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n"
    )
    text = fixed(HEAD + source + train, unsafe=True)
    assert "backward()" not in text
    frozen = train.replace("    opt.zero", "    net.weight.requires_grad_(False)\n    opt.zero")
    assert "loss.backward()" in fixed(HEAD + source + frozen, unsafe=True)


MARKED = {"marked": "x = x.clone().detach()\n    x.requires_grad = True", "again": "pass"}


def test_a_gradient_that_is_kept_and_cleared_in_place_stays() -> None:
    source = LANGEVIN.format(
        marked="x = x.clone().detach()\n    x.requires_grad = True",
        again="pass",
        moved="kept.append(x.grad.data)\n        x.grad.zero_()",
    )
    assert "energy.backward()" in fixed(HEAD + source, unsafe=True)


@pytest.mark.parametrize(
    ("again", "left"),
    [
        pytest.param("x.data.add_(noise)\n        x.data.clamp_(-1.0, 1.0)", True, id="in place"),
        pytest.param("x.data = x.data.clamp(-1.0, 1.0)", True, id="a new value"),
        pytest.param("h = x * 2\n        x.data.clamp_(-1.0, 1.0)\n", False, id="what is made before takes part"),
    ],
)  # fmt: skip
def test_a_sampler_changes_its_input_before_the_network_runs(again: str, left: bool) -> None:
    source = LANGEVIN.format(
        marked="x = x.clone().detach()\n    x.requires_grad = True",
        again=again,
        moved="x.grad.data.clamp_(-0.03, 0.03)\n        x.data.add_(x.grad.data, alpha=-0.1)\n        x.grad.zero_()",
    ).replace("net(x).sum()", "net(x).sum()" if left else "net(x + h).sum()")
    text = fixed(HEAD + source, unsafe=True)
    assert ("    def output_fn(x):\n            energy = net(x).sum()\n" in text) is left
    assert ("energy.backward()" in text) is not left
    if left:
        first = text[text.index("    for _") : text.index("        def output_fn")]
        assert ".clamp(" in first


@pytest.mark.parametrize(
    "moved",
    [
        "found.add(x.grad)\n        x.grad.zero_()",
        "g = x.grad.data\n        x.grad.zero_()\n        x.data = x.data + g",
        "g = x.grad[:1]\n        x.grad.zero_()\n        x.data = x.data + g",
        "g = x.grad\n        h = g.view(-1)\n        x.grad.zero_()\n        print(h)",
        "g = x.grad\n        found.append(g)\n        x.grad.zero_()",
        "if steps:\n            g = x.grad\n        x.data = x.data + g\n        x.grad.zero_()",
        "if steps > 4:\n            print(g)\n        g = x.grad\n        x.grad.zero_()",
        "g = scaled(x.grad)\n        x.grad.zero_()\n        print(g)",
    ],
)
def test_a_gradient_that_something_holds_where_it_is_cleared_in_place(moved: str) -> None:
    assert "energy.backward()" in fixed(HEAD + LANGEVIN.format(**MARKED, moved=moved), unsafe=True)


@pytest.mark.parametrize(
    "moved",
    [
        "y = x.grad.add(0)",
        "y = x.view_as(x.grad)",
        "g = x.grad.data\n        x.data = x.data + g.sign()",
        "g = x.grad.detach()\n        d = g[:1]\n        x.data = x.data + 0.1 * torch.sign(d)",
        "g = x.grad.data\n        g = scaled(g)\n        x.data = x.data + scaled(0.1, g)",
        "if steps > 4:\n            g = x.grad.data\n            x.data = x.data + g\n"
        "        else:\n            g = x.grad.data\n            x.data = x.data - g",
    ],
)
def test_a_gradient_of_which_only_numbers_are_left_where_it_is_cleared(moved: str) -> None:
    moved += "\n        x.grad.zero_()"
    text = fixed(HEAD + LANGEVIN.format(**MARKED, moved=moved), unsafe=True)
    assert "backward()" not in text
    assert "x_grad" in text


def test_a_function_cuts_its_gradients_off() -> None:
    """It may be called in what is differentiated."""
    text = fixed(
        HEAD + "def f():\n    a = torch.ones(3, requires_grad=True)\n"
        "    (a ** 2).sum().backward()\n    return a.grad\n"
    )
    assert "a_grad = ops.stop_gradient(ms.grad(output_fn)(a))\n    return a_grad\n" in text


def test_what_is_differentiated_later_takes_no_gradient_through_an_earlier_one() -> None:
    text = fixed(
        HEAD + MADE + "(x ** 2).sum().backward()\ng = x.grad\nx.grad = None\n"
        "(x * g).sum().backward()\nprint(x.grad)\n"
    )
    assert "x_grad = ops.stop_gradient(ms.grad(output_fn)(x))\n" in text


def test_an_old_variable_is_a_tensor() -> None:
    text = fixed(
        "import torch\nfrom torch.autograd import Variable\n"
        "x = Variable(torch.ones(3), requires_grad=True)\nh = Variable(x.cuda(), volatile=True)\n"
        "y = (x ** 3).view(-1).sum()\ny.backward()\nprint(x.grad.data, h.size(0))\n"
    )
    assert text == (
        "import mindspore as ms\nfrom mindspore import mint\nx = mint.ones((3,))\nh = x\n"
        "def output_fn(x):\n    y = (x ** 3).view(-1).sum()\n    return y\n\n"
        "y, x_grad = ms.value_and_grad(output_fn)(x)\nprint(x_grad.data, h.shape[0])\n"
    )


def test_what_a_caller_reads_itself_stays_its_own() -> None:
    source = (
        HEAD
        + "net = nn.Linear(3, 2)\nx = torch.ones(1, 3)\n"
        + "def attack(x):\n    x = x.detach().clone().requires_grad_(True)\n"
        + "    net(x).sum().backward()\n    return x.grad\n"
        + "print(attack(x))\nx.requires_grad_()\nnet(x).sum().backward()\nprint(x.grad)\n"
    )
    text = fixed(source)
    assert "backward" not in text and "requires_grad" not in text
    assert text.count("x_grad = ") == 2


def test_the_clearing_of_a_gradient_that_goes_with_the_fix_is_not_told_of() -> None:
    moved = "x.data = x.data + x.grad.sign()\n        x.grad.data.zero_()"
    found = findings(HEAD + LANGEVIN.format(**MARKED, moved=moved))
    assert [f.severity for f in found if f.code == "MP306"] == ["warning"]
