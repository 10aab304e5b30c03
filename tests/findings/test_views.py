"""In-place operations on what shares memory: MindSpore does not reach through views."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = (
    "import torch\nfrom torch import nn\nx: torch.Tensor\ny: torch.Tensor\nxs: list[torch.Tensor]\n"
)


def codes(source: str) -> list[str]:
    return [f.code for f in findings(HEADER + source) if f.code in ("MP209", "MP215")]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("x[0] = y\n", id="assignment"),
        pytest.param("z = x + 1\nz += y\n", id="a tensor of its own"),
        pytest.param("z = x\nx = torch.relu(x)\nx += z\n", id="rebound in between"),
        pytest.param("n = 1\nn += 1\n", id="a number"),
        pytest.param("a = []\nb = a\nb += [1]\n", id="a list"),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert codes(source) == []


@pytest.mark.parametrize(
    ("source", "code"),
    [
        pytest.param("x.t().mul_(2)\n", "MP215", id="transposed"),
        pytest.param("x.view(-1).copy_(y)\n", "MP215", id="reshaped"),
        pytest.param("z = x[0].add_(y)\n", "MP215", id="result used"),
        pytest.param("p[0].zero_()\n", "MP215", id="an unknown container"),
        pytest.param("x[y].zero_()\n", "MP215", id="items that a tensor picks"),
        pytest.param("x[next(xs)].clamp_(0, 1)\n", "MP215", id="evaluated twice"),
        pytest.param("z = x\nz += 1\n", "MP209", id="second name"),
        pytest.param("z = x[:, 0]\nz += 1\n", "MP209", id="view under a name"),
    ],
)
def test_stays_marked(source: str, code: str) -> None:
    assert code in codes(source)
    assert fixed(HEADER + source).endswith(source)


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("x[0].zero_()\n", "x[0] = 0\n"),
        ("x[:, 1].copy_(y)\n", "x[:, 1] = y\n"),
        ("x[0].fill_(0.5)\n", "x[0] = 0.5\n"),
        ("x[0].add_(y * 2)\n", "x[0] += y * 2\n"),
        ("x[0].clamp_(0, 1)\n", "x[0] = x[0].clamp(min=0, max=1)\n"),
        ("x[0].index_add_(0, y, y)\n", "x[0] = index_add(x[0], 0, y, y, 1)\n"),
        ("nn.init.zeros_(x[:1])\n", "x[:1] = 0\n"),
        ("nn.init.constant_(x[0], val=0.5)\n", "x[0] = 0.5\n"),
    ],
)
def test_becomes_an_assignment(source: str, after: str) -> None:
    assert fixed(HEADER + source).endswith(after)


@pytest.mark.parametrize(
    "source",
    [
        "def make(norm_layer=nn.BatchNorm2d):\n    return norm_layer(4, momentum=0.01)\n",
        "layers = {'bn': nn.BatchNorm2d}\n",
    ],
)
def test_a_class_whose_argument_means_something_else_is_not_passed_on(source: str) -> None:
    assert "MP109" in [f.code for f in findings(HEADER + source)]
    assert "nn.BatchNorm2d" in fixed(HEADER + source)


def test_an_empty_super_call_needs_nothing() -> None:
    source = (
        "from torch.nn.modules.loss import _Loss\nclass Dice(_Loss):\n    def __init__(self):\n"
        "        super().__init__()\n"
    )
    assert [f for f in findings(source) if "__init__" in f.symbol or f.code == "MP102"] == []


def test_a_method_called_on_its_class_is_refused() -> None:
    source = HEADER + "def f(m: nn.Module):\n    nn.Module.train(m)\n"
    assert "MP102" in [f.code for f in findings(source)]
    assert "nn.Module.train(m)" in fixed(source)


@pytest.mark.parametrize("whole", ["x", "x.data"])
def test_an_initializer_of_all_of_a_tensor_in_another_shape(whole: str) -> None:
    text = fixed(f"{HEADER}nn.init.xavier_uniform_({whole}.view(2, -1), gain=2.0)\n")
    drawn = f"initialize({whole}.view(2, -1).copy(), XavierUniform(gain=2.0))"
    assert text.endswith(f"x.data.copy_({drawn}.view_as({whole}))\n")


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("normal_(x[0], std=0.1)", "x[0] = initializer(Normal(0.1), "),
        ("xavier_normal_(x[0, -2:])", "x[0, -2:] = initializer(XavierNormal(), "),
        ("uniform_(x[1].data, -1, 3)", "x[1] = ops.uniform(x[1].data.shape, "),
        ("zeros_(x[1].data)", "x[1] = 0"),
    ],
)  # fmt: skip
def test_an_initializer_of_a_part_is_assigned(call: str, after: str) -> None:
    assert f"\n{after}" in fixed(f"{HEADER}nn.init.{call}\n")


def test_what_initializers_draw_for_a_part_reaches_the_parameter() -> None:
    names: dict[str, object] = {}
    source = (
        "import torch\nfrom torch import nn\nw = nn.Parameter(torch.zeros(2, 90, 90))\n"
        "for i in range(2):\n    nn.init.uniform_(w[i].data, 2.0, 4.0)\n"
        "nn.init.normal_(w[1, 1:], mean=9.0, std=2.0)\n"
    )
    exec(compile(fixed(source), "f.py", "exec"), names)
    drawn = names["w"].asnumpy()  # type: ignore[attr-defined]
    assert 2 <= drawn[0].min() < 2.1 and 3.9 < drawn[0].max() <= 4 and 2 <= drawn[1, 0].min() <= 4
    assert abs(drawn[1, 1:].mean() - 9) < 0.1 and abs(drawn[1, 1:].std() - 2) < 0.1


@pytest.mark.parametrize(
    "call", ["normal_(x[f(0)])", "normal_(x[y])", "constant_(x.t(), 1)", "eye_(x.t())"]
)
def test_an_initializer_of_a_part_is_marked(call: str) -> None:
    source = f"{HEADER}nn.init.{call}\n"
    assert "MP215" in [f.code for f in findings(source)]
    assert call in fixed(source)


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("z = (x + y).squeeze(-1).clamp_(0)\n", "z = (x + y).squeeze(-1).clamp(0)\n"),
        ("z = torch.matmul(x, y).view(-1).exp_()\n", ".view(-1).exp()\n"),
        ("x[1:] = torch.cat([x[1:].mul_(2), y])\n", "x[1:].mul(2)"),
    ],
)
def test_a_view_of_what_nothing_holds_is_computed(source: str, after: str) -> None:
    assert after in fixed(HEADER + source)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("z = y.squeeze(-1).clamp_(0)\n", id="of a name"),
        pytest.param("(x + y).view(-1).resize_(3)\n", id="no twin"),
        pytest.param("x[1:] = torch.cat([x[1:].mul_(2), x])\n", id="read beside it"),
        pytest.param("z = x.contiguous().view(-1).mul_(2)\n", id="of what may be the tensor"),
        pytest.param("from m import f\nf(x).view(-1).mul_(2)\n", id="for what it changes"),
    ],
)
def test_a_view_of_what_others_hold_is_marked(source: str) -> None:
    assert "MP215" in [f.code for f in findings(HEADER + source) if f.fix is None]


def test_a_view_of_what_a_function_gives_is_in_doubt() -> None:
    source = "from boxes import overlaps\nz = overlaps(x, y).squeeze(-1).clamp_(0)\n"
    assert "clamp_(0)" in fixed(HEADER + source)
    assert "z = overlaps(x, y).squeeze(-1).clamp(0)\n" in fixed(HEADER + source, unsafe=True)


BARLOW = """import torch


def off_diagonal(x):
    n = x.shape[0]
    return x.flatten()[:-1].view(n - 1, n + 1)[:, 1:].flatten()


def loss_fn(a: torch.Tensor, b: torch.Tensor):
    c = a.T @ b
    on = torch.diagonal(c).add_(-1).pow_(2).sum()
    off = off_diagonal(c).pow_(2).sum()
    return on + 0.005 * off
"""


def test_the_loss_of_barlow_twins_computes_as_in_torch() -> None:
    import mindspore
    import numpy as np
    import torch

    assert "pow_(2)" in fixed(BARLOW)
    text = fixed(BARLOW, unsafe=True)
    theirs: dict[str, object] = {}
    ours: dict[str, object] = {}
    exec(BARLOW, theirs)
    exec(text, ours)
    a = np.linspace(-1, 1, 12, dtype=np.float32).reshape(4, 3)
    b = np.linspace(2, -1, 12, dtype=np.float32).reshape(4, 3) ** 2
    wanted = theirs["loss_fn"](torch.from_numpy(a), torch.from_numpy(b))  # type: ignore[operator]
    found = ours["loss_fn"](mindspore.Tensor(a), mindspore.Tensor(b))  # type: ignore[operator]
    assert float(found) == pytest.approx(float(wanted), rel=1e-5)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("def f(c: torch.Tensor):\n    return torch.diagonal(c).add_(1)\n", id="given"),
        pytest.param(
            "def f(n: int):\n    c = x @ y\n    for _ in range(n):\n"
            "        z = torch.diagonal(c).add_(1)\n    return z\n",
            id="in a loop",
        ),
    ],
)
def test_a_part_of_what_others_may_read_is_marked(source: str) -> None:
    assert "MP215" in [f.code for f in findings(HEADER + source) if f.fix is None]


NAMED = [
    pytest.param("z = x.transpose(0, 1)\nz.mul_(2)\n", "z = z.mul(2)\n", id="transposed"),
    pytest.param("z = x.T\nz.clamp_(0, 1)\n", "z = z.clamp(0, 1)\n", id="an attribute"),
    pytest.param("a, b = x.chunk(2, 1)\na.add_(b)\n", "a = a.add(b)\n", id="one of the parts"),
    pytest.param(
        "z = torch.split(x, 2, 1)[1]\nz.mul_(2)\n", "z = z.mul(2)\n", id="a part by its number"
    ),
    pytest.param(
        "z = torch.transpose(x, 0, 1)\nz.mul_(2)\nw = torch.relu(z)\n",
        "z = z.mul(2)\nw = ops.relu(z)\n",
        id="torch is used later",
    ),
    pytest.param("z = x[:, 1:]\nz.mul_(2)\n", "z[:] = z.mul(2)\n", id="a slice"),
]


@pytest.mark.parametrize(("source", "after"), NAMED)
def test_a_name_for_a_view_is_assigned_to(source: str, after: str) -> None:
    assert fixed(HEADER + source, unsafe=True).endswith(after)
    assert "MP215" in codes(source)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("z = x.transpose(0, 1).contiguous()\nz.mul_(2)\n", id="a copy"),
        pytest.param("z = x.transpose(0, 1)\nz = torch.relu(z)\nz.mul_(2)\n", id="another value"),
        pytest.param("z = x[y]\nz.mul_(2)\n", id="items that a tensor picks"),
        pytest.param("z = x[[0, 1]]\nz.mul_(2)\n", id="items of a list"),
        pytest.param("z = xs[0]\nz.mul_(2)\n", id="an item of a list"),
        pytest.param("for z in x.transpose(0, 1):\n    pass\nz = x + 1\nz.mul_(2)\n", id="a loop"),
    ],
)
def test_a_name_for_no_view_is_left_to_other_rules(source: str) -> None:
    assert "MP215" not in codes(source)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("z = x.transpose(0, 1)\nz.data.mul_(2)\n", id="without its gradient"),
        pytest.param("z = x[0]\nz.mul_(2)\n", id="a part that may have no axis"),
        pytest.param("z = x.permute(1, 0)\nw = z.mul_(2)\n", id="result used"),
        pytest.param("z = x.diagonal()\nz.add_(1)\nprint(x)\n", id="its tensor is read"),
    ],
)
def test_a_name_for_a_view_that_stays(source: str) -> None:
    assert "MP215" in codes(source)
    assert fixed(HEADER + source, unsafe=True).endswith(source.split("\n", 1)[1])


def test_what_a_slice_gets_reaches_its_tensor() -> None:
    import mindspore
    import numpy as np
    import torch

    source = "import torch\n\n\ndef f(x):\n    z = x[:, 1:]\n    z.mul_(3)\n    return z.sum() + x.sum()\n"
    theirs: dict[str, object] = {}
    exec(source, theirs)
    ours: dict[str, object] = {}
    exec(fixed(source), ours)
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    expected, tensor = torch.from_numpy(x.copy()), mindspore.Tensor(x.copy())
    wanted = theirs["f"](expected)  # type: ignore[operator]
    given = ours["f"](tensor)  # type: ignore[operator]
    assert float(given.asnumpy()) == float(wanted)
    assert np.array_equal(tensor.asnumpy(), expected.numpy())


MASKED = "def masked(z, m):\n    z *= m\n    return z.sum()\n\n\n"
BEHIND = [
    pytest.param("s = masked(x, y)\nprint(x)\n", id="read on the next line"),
    pytest.param("print(masked(x, m=y), x)\n", id="read behind the call"),
]


@pytest.mark.parametrize("source", BEHIND)
def test_a_callers_tensor_that_changes_in_torch(source: str) -> None:
    assert codes(MASKED + source) == ["MP209"]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(MASKED + "s = masked(x, y)\n", id="not read again"),
        pytest.param(MASKED + "x = masked(x, y)\nprint(x)\n", id="it gets the result"),
        pytest.param(MASKED + "s = masked(x * 2, y)\nprint(x)\n", id="a tensor of its own"),
        pytest.param(MASKED + "s = masked(x, y)\nx = y\nprint(x)\n", id="given another value"),
        pytest.param(
            MASKED.replace("    z *", "    z = z + 1\n    z *") + "s = masked(x, y)\nprint(x)\n",
            id="bound before",
        ),
        pytest.param(MASKED + "n = 3\ns = masked(n, y)\nprint(n)\n", id="a number"),
    ],
)
def test_a_callers_tensor_that_stays(source: str) -> None:
    assert codes(source) == []


BLOCKS = """\
from torch import nn
class Position(nn.Module):
    def __init__(self, table):
        super().__init__()
        self.table = table
    def forward(self, x):
        x += self.table
        return x * 2
class Net(nn.Module):
    def __init__(self, table):
        super().__init__()
        self.embed = nn.Embedding(5, 3)
        self.position = Position(table)
    def forward(self, ids):
        e = self.embed(ids)
        h = self.position(e)
        return h{}
"""


def test_a_layers_input_that_changes_and_is_read_again_is_told_of() -> None:
    source = BLOCKS.format(" + e")
    (finding,) = [f for f in findings(source) if f.code == "MP209"]
    assert source[finding.span.start : finding.span.end] == "x += self.table"
    assert not [f for f in findings(BLOCKS.format("")) if f.code == "MP209"]


@pytest.mark.parametrize(
    ("source", "after"),
    [
        (
            "x.view(-1).index_add_(0, i, y)\n",
            "x.copy_(index_add(x.view(-1), 0, i, y, 1).view(x.shape))\n",
        ),
        ("x.view(2, -1).mul_(2)\n", "x.copy_(x.view(2, -1).mul(2).view(x.shape))\n"),
    ],
)
def test_all_of_a_tensor_in_another_shape_is_copied_back(source: str, after: str) -> None:
    """As distributional DQNs project their atoms."""
    assert fixed(f"{HEADER}i = torch.tensor([0, 2])\n{source}").endswith(after)


@pytest.mark.parametrize("source", ["z = x.view(-1).mul_(2)\n", "xs[0].view(-1).mul_(2)\n"])
def test_another_shape_of_what_is_used_or_held_elsewhere_stays(source: str) -> None:
    assert codes(source) == ["MP215"]
    assert "mul_(2)" in fixed(HEADER + source)


@pytest.mark.parametrize(
    ("part", "after"),
    [("bias.data[n // 4 : n // 2]", "bias.data[n // 4 : n // 2] = 1.0"),
     ("bias.data[0]", "bias.data[0] = 1.0"),
     ("bias.data[n]", "bias.data[n].fill_(1.0)"), ("bias[:n]", "bias[:n].fill_(1.0)")],
)  # fmt: skip
def test_the_bias_of_forget_gates(part: str, after: str) -> None:
    source = (
        "import torch\n\n\ndef init(lstm: torch.nn.LSTM, name, n):\n"
        f"    bias = getattr(lstm, name)\n    {part}.fill_(1.0)\n"
    )
    assert fixed(source, unsafe=True).endswith(f"    {after}\n")


NARROW = HEADER + "def f(x: torch.Tensor, y, n, k):\n    "


@pytest.mark.parametrize(
    "line",
    [
        "x.narrow(0, k(n), 2).copy_(y)",
        "x.narrow(n, 0, 2).copy_(y)",
        "k(x).narrow(0, 0, 2).copy_(y)",
        "z = x.narrow(0, n, k).zero_()",
    ],
)
def test_a_part_that_is_narrowed_otherwise_is_marked(line: str) -> None:
    assert line in fixed(NARROW + line, unsafe=True)
    assert "MP215" in [f.code for f in findings(NARROW + line)]


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("x[1][0].narrow(1, 0, n).copy_(y)", "x[1][0][:, :n] = y"),
        ("x.narrow(2, n, y - n).fill_(1)", "x[:, :, n:n + (y - n)] = 1"),
        ("x.narrow(0, n - 1, k).add_(y)", "x[n - 1:(n - 1) + k] += y"),
    ],
)
def test_a_narrowed_part_is_assigned(line: str, after: str) -> None:
    assert fixed(NARROW + line).rstrip().endswith(after)
