"""``inplace=True`` goes away only where nobody can look at the input again."""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"


def doubtful(source: str) -> list[bool]:
    """For each in-place activation of the source: whether dropping ``inplace`` is unsafe."""
    return [
        finding.fix is None or finding.fix.applicability == "unsafe"
        for finding in findings(HEADER + source)
        if finding.symbol in ("torch.nn.ReLU", "torch.nn.functional.relu", "torch.nn.SiLU")
    ]


def function(body: str) -> str:
    return "def f(a, d, flag):\n" + indent(body, "    ")


HARMFUL = [
    pytest.param("y = F.relu(a, inplace=True)\nreturn a", id="the input is returned"),
    pytest.param("F.relu(a, inplace=True)\nreturn a", id="the result is dropped"),
    pytest.param("return F.relu(a, inplace=True)", id="a parameter belongs to the caller"),
    pytest.param("return F.relu(a, True)", id="by position"),
    pytest.param("x = a + 1\ny = x\nx = F.relu(x, inplace=True)\nreturn y", id="another name"),
    pytest.param("x = y = a + 1\nx = F.relu(x, inplace=True)\nreturn y", id="two names at once"),
    pytest.param("x, y = a, 1\nx = F.relu(x, inplace=True)", id="unpacked from a name"),
    pytest.param("x = a + 1\nx = F.relu(x, inplace=flag)\ny = x\nreturn y", id="a flag"),
    pytest.param("return F.relu(d.x, inplace=True)", id="an attribute"),
    pytest.param("return F.relu(d['x'], inplace=True)", id="an item"),
    pytest.param("return F.relu(d[0][1], inplace=True)", id="an item of an item"),
    pytest.param(
        "x = a + 1\ny = [x]\nx = F.relu(x, inplace=True)\nreturn y", id="held by a list",
    ),
    pytest.param(
        "x = a + 1\nd.append(x)\nx = F.relu(x, inplace=True)\nreturn d", id="appended",
    ),
    pytest.param(
        "x = a + 1\nd['x'] = x\nx = F.relu(x, inplace=True)\nreturn d", id="stored as an item"
    ),
    pytest.param(
        "x = a + 1\nself.x = x\nx = F.relu(x, inplace=True)", id="stored as an attribute"
    ),
    pytest.param(
        "x = d['x']\nx = F.relu(x, inplace=True)\nreturn d", id="taken from a dict",
    ),
    pytest.param(
        "x = d.x\nx = F.relu(x, inplace=True)\nreturn d", id="taken from an attribute",
    ),
    pytest.param(
        "x = a.view(-1)\nx = F.relu(x, inplace=True)\nreturn a", id="a view of a parameter",
    ),
    pytest.param(
        "return F.relu(a.view(-1), inplace=True) + a", id="a view as argument",
    ),
    pytest.param(
        "for x in d:\n    x = F.relu(x, inplace=True)\nreturn d", id="a loop variable",
    ),
    pytest.param(
        "with d as x:\n    x = F.relu(x, inplace=True)\nreturn d", id="a with variable",
    ),
    pytest.param(
        "(y := a)\nx = F.relu(y, inplace=True)", id="a walrus"
    ),
]  # fmt: skip


@pytest.mark.parametrize("body", HARMFUL)
def test_a_call_whose_input_may_be_read_again_is_unsafe(body: str) -> None:
    assert doubtful(function(body)) == [True]


HARMLESS = [
    pytest.param("x = a + 1\nx = F.relu(x, inplace=True)\nreturn x", id="replaces its input"),
    pytest.param("x = a + 1\nreturn F.relu(x, inplace=True)", id="returned"),
    pytest.param("return F.relu(a + 1, inplace=True)", id="a temporary"),
    pytest.param("return F.relu(torch.zeros(2), inplace=True) + 1", id="a new tensor"),
    pytest.param("return F.relu(a, inplace=False)", id="inplace=False"),
    pytest.param("return F.relu(a)", id="no inplace"),
    pytest.param(
        "x = a + 1\nn, _ = x.shape\nx = F.relu(x, inplace=True)\nreturn x, n", id="its sizes"
    ),
]


@pytest.mark.parametrize("body", HARMLESS)
def test_a_call_whose_input_nobody_reads_again_is_safe(body: str) -> None:
    assert doubtful(function(body)) == [False]


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ("x = a + 1\nF.relu(x, inplace=True)\nreturn x", "x = mint.nn.functional.relu(x)"),
        ("x = a + 1\nF.relu(x, True)\nreturn x", "x = mint.nn.functional.relu(x)"),
        ("F.elu(a, inplace=True)\nreturn a", "a.copy_(ops.elu(a))"),
        ("F.relu(input=a, inplace=True)\nreturn a", "a.copy_(mint.nn.functional.relu(input=a))"),
        ("F.relu(d['x'], inplace=True)\nreturn d", "d['x'].copy_(mint.nn.functional.relu(d['x']))"),
        ("F.relu(d.x, inplace=True)\nreturn d", "d.x.copy_(mint.nn.functional.relu(d.x))"),
        (
            "x = torch.zeros(2)\nF.relu(x[0], inplace=True)\nreturn x",
            "x[0] = mint.nn.functional.relu(x[0])",
        ),
        ("F.relu(a, inplace=False)\nreturn a", "    mint.nn.functional.relu(a)"),
    ],
)
def test_what_changes_in_place_gets_the_result_that_nobody_takes(body: str, written: str) -> None:
    """In MindSpore the call alone would compute something and drop it."""
    assert written in fixed(HEADER + function(body), unsafe=True)


def test_what_an_inplace_layer_changes_in_an_item_is_told() -> None:
    body = "d = [x + 1]\nself.act(d[0])\nreturn d[0]"
    source = HEADER + NET.format(layer="nn.ReLU(True)", forward=indent(body, " " * 8))
    (told,) = [one for one in findings(source) if one.severity == "error"]
    assert told.code == "MP209"
    assert "d[0] is read again" in told.message.en


NET = """
class Net(nn.Module):
    def __init__(self, norm):
        super().__init__()
        self.norm = norm
        self.act = {layer}

    def forward(self, x):
{forward}
"""


@pytest.mark.parametrize(
    "forward",
    [
        pytest.param("y = self.act(x)\nreturn x + y", id="the input is read again"),
        pytest.param("self.act(x)\nreturn x", id="the result is dropped"),
        pytest.param("return self.act(x)", id="the caller's tensor"),
        pytest.param("return self.act(self.table)", id="an attribute"),
        pytest.param("return self.act(input=x)", id="by keyword"),
        pytest.param("y = x\nx = self.act(x)\nreturn x + y", id="another name"),
        pytest.param(
            "x = self.norm(x)\nreturn self.act(x) + self.act(x)",
            id="twice in one expression",
        ),
        pytest.param(
            "return self.act(x.view(-1)) + x",
            id="a view",
        ),
        pytest.param(
            "y = self.norm(x)\nz = [f(y) for f in [self.act]]\nreturn y",
            id="passed on",
        ),
        pytest.param(
            "y = self.norm(x)\nact = self.act\nact(y)\nreturn y",
            id="under another name",
        ),
    ],
)
@pytest.mark.parametrize("layer", ["nn.ReLU(inplace=True)", "nn.ReLU(True)"])
def test_an_attribute_that_may_change_a_tensor_of_others_is_unsafe(
    layer: str, forward: str
) -> None:
    source = NET.format(layer=layer, forward=indent(forward, " " * 8))
    assert doubtful(source) == [True]


@pytest.mark.parametrize(
    "forward",
    [
        pytest.param("return self.act(self.norm(x))", id="a temporary"),
        pytest.param("x = self.norm(x)\nx = self.act(x)\nreturn x", id="replaces its input"),
        pytest.param("x = self.norm(x)\nreturn self.act(x)", id="returned"),
        pytest.param("return x", id="never called"),
        pytest.param("y = self.norm(x) + x\ny = self.act(y)\nreturn y", id="a residual block"),
    ],
)
@pytest.mark.parametrize("layer", ["nn.ReLU(inplace=True)", "nn.SiLU(inplace=True)"])
def test_an_attribute_on_temporaries_is_safe(layer: str, forward: str) -> None:
    source = NET.format(layer=layer, forward=indent(forward, " " * 8))
    assert doubtful(source) == [False]


@pytest.mark.parametrize(
    ("layers", "expected"),
    [
        ("nn.Linear(2, 3), nn.ReLU(inplace=True)", [False]),
        ("nn.Linear(2, 3), nn.ReLU(True), nn.Linear(3, 4), nn.ReLU(True)", [False, False]),
        ("nn.ReLU(inplace=True), nn.Linear(2, 3)", [True]),
        ("nn.ReLU(inplace=False), nn.Linear(2, 3)", [False]),
        pytest.param("nn.Identity(), nn.ReLU(inplace=True)", [True], id="identity in front"),
        pytest.param("nn.Flatten(), nn.ReLU(inplace=True)", [True], id="flatten in front"),
    ],
)  # fmt: skip
def test_a_layer_of_a_sequential(layers: str, expected: list[bool]) -> None:
    assert doubtful(f"net = nn.Sequential({layers})\n") == expected


def test_a_list_of_layers_tells_nothing() -> None:
    assert doubtful("layers = [nn.Linear(2, 3), nn.ReLU(inplace=True)]\n") == [True]
    assert doubtful("acts = nn.ModuleList([nn.ReLU(inplace=True)])\n") == [True]


def test_other_call_arguments_are_no_sequential() -> None:
    assert doubtful("block = make(nn.Linear(2, 3), nn.ReLU(inplace=True))\n") == [True]


def test_the_message_says_what_may_happen() -> None:
    found = findings(f"{HEADER}def f(a):\n    y = F.relu(a, inplace=True)\n    return a + y\n")
    (finding,) = [f for f in found if f.symbol == "torch.nn.functional.relu"]
    assert finding.code == "MP209"
    assert "in place" in finding.message.en and "原地" in finding.message.zh
    assert finding.fix is not None and finding.fix.caution is not None


@pytest.mark.parametrize(
    "statement",
    [
        "y = make(x).mul_(2).add_(1)",
        "x.mul(2).add(1)",
        "make(x).mul_(2).add_(1)",
        "x.abs().add_(1)",
    ],
)
def test_no_chain_to_split(statement: str) -> None:
    source = f"import torch\n\n\ndef f(x: torch.Tensor):\n    {statement}\n"
    assert not [f for f in findings(source) if f.fix and f.fix.title.en.startswith("Write one")]


def test_a_chain_of_in_place_methods_becomes_one_a_line() -> None:
    source = "import torch\n\n\ndef f(ema: dict, k, p: torch.Tensor):\n    {}\n"
    text = fixed(source.format("p.data.mul_(0.9).add_(k, alpha=0.1).clamp_(0, 1)"), unsafe=True)
    lines = [line.strip() for line in text.splitlines() if line.strip().startswith("p.data.")]
    assert len(lines) == 3 and lines[0] == "p.data.copy_(p.data.mul(0.9))"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("torch.zeros(3).fill_(2)", "ops.full((3,), 2, dtype=ms.float32)"),
        ("x.new_empty(3).bernoulli_(0.5)", "bernoulli_like(ops.zeros((3,), dtype=x.dtype), 0.5)"),
        ("torch.empty(n).uniform_(0, 3)", "ops.rand((n,)) * 3"),
        ("torch.empty(n).uniform_(-n, n)", "(ops.rand((n,)) * 2 - 1) * n"),
        ("torch.empty(n).uniform_(1, n)", "ops.rand((n,)) * (n - 1) + 1"),
        ("torch.empty_like(x).normal_()", "randn_like(x)"),
    ],
)
def test_a_tensor_that_is_made_there_is_made_with_its_values(before: str, after: str) -> None:
    source = f"import torch\ndef f(x: torch.Tensor, n: int):\n    return {before}\n"
    assert f"    return {after}\n" in fixed(source)


def test_what_another_name_holds_is_changed_in_place() -> None:
    source = "import torch\ndef f(x: torch.Tensor):\n    return x.view(3).fill_(2)\n"
    assert "full_like" not in fixed(source)


def test_a_chain_on_parameters_leaves_no_method_that_changes_nothing_on_the_cpu() -> None:
    source = (
        "import torch\ndef follow(net, average):\n"
        "    for p, a in zip(net.parameters(), average.parameters()):\n"
        "        a.data.mul_(0.9).add_(p.data, alpha=0.1)\n"
    )
    assert fixed(source, unsafe=True).splitlines()[-2:] == [
        "        a.data.copy_(a.data.mul(0.9))",
        "        a.data.copy_(a.data.add(p.data, alpha=0.1))",
    ]


def test_a_chain_in_a_block_that_goes_is_split_before() -> None:
    source = (
        "import torch\ndef follow(target, source, beta):\n    with torch.no_grad():\n"
        "        for name, p in target.named_parameters():\n"
        "            p.mul_(beta).add_(source[name], alpha=1 - beta)\n"
    )
    assert fixed(source, unsafe=True).splitlines()[-2:] == [
        "        p.copy_(p.mul(beta))",
        "        p.copy_(p.add(source[name], alpha=1 - beta))",
    ]


def test_a_chain_on_what_may_be_a_view_is_marked_method_by_method() -> None:
    source = (
        "import torch\ndef follow(shadow, net, beta):\n    for name, p in net.named_parameters():\n"
        "        shadow[name].mul_(beta).add_(p.data, alpha=1 - beta)\n"
    )
    text = fixed(source, unsafe=True)
    assert "shadow[name].mul_(beta)\n        shadow[name].add_(p.data, alpha=1 - beta)\n" in text


LOOPS = """\
import torch
from torch import nn
net, slow = nn.Linear(2, 1), nn.Linear(2, 1)
{}
"""


@pytest.mark.parametrize(
    "loop",
    [
        "for t in [torch.zeros(2)]:\n    t = t * 2\n    t += 1",
        "total = torch.zeros(2)\nfor p in net.parameters():\n    total += p.sum()",
    ],
)
def test_a_loop_that_changes_a_tensor_of_its_own(loop: str) -> None:
    assert not [f for f in findings(LOOPS.format(loop)) if f.code == "MP209"]


@pytest.mark.parametrize(
    "loop",
    [
        "for t in [torch.zeros(2), torch.ones(2)]:\n    t += 1",
        "for p in net.parameters():\n    p **= 2",
    ],
)
def test_what_a_loop_gives_is_held_by_something(loop: str) -> None:
    (finding,) = [f for f in findings(LOOPS.format(loop)) if f.code == "MP209"]
    assert (finding.severity, finding.fix) == ("warning", None)


@pytest.mark.parametrize(
    ("value", "told"),
    [("torch.exp(out).t()", False), ("out.t()", True), ("torch.exp(out)[0]", False)],
)
def test_a_view_that_is_changed_shows_what_something_else_may_hold(value: str, told: bool) -> None:
    source = f"import torch\ndef f(out):\n    q = {value}\n    q /= torch.sum(q)\n    return q\n"
    assert ("MP209" in [f.code for f in findings(source)]) is told


NAMED_ATTRIBUTE = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.scale = nn.Parameter(torch.ones(2))
        self.register_buffer("mean", torch.zeros(2))

    @torch.no_grad()
    def limit(self, x):
        {}
        return x
"""


@pytest.mark.parametrize(
    "body",
    [
        "w = self.fc.weight * 2\n        w *= 0.5",
        "w = self.fc.weight.clone()\n        w *= 0.5",
        "m = self.mean\n        m += x\n        self.mean = m",
    ],
    ids=["computed", "a copy", "given back"],
)
def test_a_name_of_its_own_tensor_is_left_alone(body: str) -> None:
    assert "MP209" not in [f.code for f in findings(NAMED_ATTRIBUTE.format(body))]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("w = self.fc.weight\n        w *= 0.5", "w.copy_(w * 0.5)"),
        ("w = self.fc.weight.data\n        w -= x.mean()", "w.copy_(w - x.mean())"),
        ("s = self.scale\n        s /= s.sum()", "s.copy_(s / s.sum())"),
        ("for m in self.children():\n            b = m.bias\n            b += 1", "b.copy_(b + 1)"),
    ],
)
def test_a_parameter_under_a_name_is_written_into(body: str, expected: str) -> None:
    assert expected in fixed(NAMED_ATTRIBUTE.format(body))


def test_a_buffer_under_a_name_is_told() -> None:
    (finding,) = [
        f
        for f in findings(NAMED_ATTRIBUTE.format("m = self.mean\n        m += x"))
        if f.code == "MP209"
    ]
    assert (finding.severity, finding.fix) == ("warning", None)


BEHIND_A_LAYER = """\
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self, part):
        super().__init__()
        self.conv, self.drop, self.part = nn.Conv1d(4, 4, 1), nn.Dropout(0.1), part
    def forward(self, x, y):
        {}
        out += y
        return out, x
"""


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("out = self.conv(x).transpose(1, 2)", False),
        ("out = self.drop(self.conv(x))\n        out = out.transpose(1, 2)", False),
        ("out = torch.squeeze(self.drop(torch.exp(x)), 2)", False),
        ("out = self.conv(x)\n        b, n, _ = out.shape", False),
        ("out = self.conv(x)\n        n, kind = out.shape[1], out.dtype", False),
        ("out = self.conv(x)\n        n, kept = out.shape[1], out.data", True),
        ("out = x.transpose(1, 2)", True),
        ("out = torch.squeeze(x, 2)\n        out = out.transpose(1, 2)", True),
        ("out = self.conv(x)\n        kept = out\n        out = out.transpose(1, 2)", True),
        ("out = self.drop(x)\n        out = out.transpose(1, 2)", True),
    ],
)
def test_a_view_of_what_a_layer_of_torch_makes_is_shown_to_nobody(body: str, told: bool) -> None:
    source = BEHIND_A_LAYER.format(body)
    for text in (source, fixed(source, unsafe=True)):
        assert ("MP209" in [f.code for f in findings(text)]) is told


def test_parameters_are_copied_into() -> None:
    source = """
with torch.no_grad():
    for p in net.parameters():
        p -= 0.1 * p + 1  # decay
    for p, q in zip(slow.parameters(), net.parameters()):
        p *= 0.9
        p += q / 10
    for name, p in net.named_parameters():
        p /= 2
    params = list(net.parameters())
    for p, g in zip(params, grads):
        p -= g
    for (n, p), g in zip(((n, p) for n, p in net.named_parameters() if p.requires_grad), grads):
        p -= 2 * g
"""
    text = fixed(LOOPS.format(source))
    lines = [line.strip() for line in text.splitlines() if "p.copy_" in line]
    assert lines == [
        "p.copy_(p - (0.1 * p + 1))  # decay",
        "p.copy_(p * 0.9)",
        "p.copy_(p + (q / 10))",
        "p.copy_(p / 2)",
        "p.copy_(p - g)",
        "p.copy_(p - (2 * g))",
    ]


def test_a_chain_over_several_lines_is_written_one_a_line() -> None:
    source = (
        "import torch\n\n\ndef f(x: torch.Tensor, g: torch.Tensor):\n"
        "    x.mul_(0.9).addcmul_(\n        g, g, value=0.1\n    )\n"
    )
    text = fixed(source, unsafe=True)
    assert "    x.copy_(x.mul(0.9))\n    x.copy_(x.addcmul(g, g, value=0.1))\n" in text


def test_a_chain_that_breaks_before_a_dot_is_left() -> None:
    source = "def f(x):\n    (x.mul_(0.9)\n        .add_(1))\n"
    assert "        .add_(1))\n" in fixed(f"import torch\n\n\n{source}", unsafe=True)


def test_a_function_that_a_chain_begins_with_changes_its_argument() -> None:
    source = "from torch import nn\nm = nn.Linear(2, 2)\nnn.init.zeros_(m.weight).mul_(2).add_(1)\n"
    assert fixed(source, unsafe=True).splitlines()[-2:] == [
        "m.weight.copy_(m.weight.mul(2))",
        "m.weight.copy_(m.weight.add(1))",
    ]


CHAINED = "import torch\ndef f(x: torch.Tensor, y: torch.Tensor, m):\n    {}\n"


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("z = x.mul_(y).add_(1)", "    x.copy_(x.mul(y))\n    z = x.copy_(x.add(1))\n"),
        ("return x.copy_(y).mul_(2)", "    x.copy_(y)\n    return x.copy_(x.mul(2))\n"),
        (
            "z = x.sub_(y).div_(2).sum(0)[1:]",
            "    x.copy_(x.sub(y))\n    z = x.copy_(x.div(2)).sum(0)[1:]\n",
        ),
    ],
)
def test_a_chain_whose_tensor_is_taken_has_its_last_method_there(line: str, after: str) -> None:
    assert after in fixed(CHAINED.format(line), unsafe=True)


@pytest.mark.parametrize(
    "line",
    [
        "z = m.get().mul_(y).add_(1)",
        "if m: z = x.mul_(y).add_(1)",
        "z = [x.mul_(y).add_(1)]",
        "z = m(x.mul_(y).add_(1)).sum()",
        "z = m.sum().add(x.mul_(y).add_(1))",
        "z = x.detach_().requires_grad_()",
    ],
)
def test_a_chain_that_no_line_can_be_put_before_is_not_split(line: str) -> None:
    found = [f for f in findings(CHAINED.format(line)) if f.fix and f.fix.rearranges]
    assert found == []


SUMS = """import torch
from torch import nn

net = nn.Linear(2, 2)
{0}
for step in range(3):
    grads = [torch.ones_like(p) for p in net.parameters()]
    for i, (a, g) in enumerate(zip(total, grads)):
        a += g
"""


@pytest.mark.parametrize(
    "made",
    [
        "total = torch.zeros(2, 2)",
        "total = [p.data.view(-1) for p in net.parameters()]",
        "total = [torch.zeros_like(p) for p in net.parameters()]\ntotal = list(torch.zeros(2, 2))",
        "total = [0 for p in net.parameters()]",
        "import numpy as np\ntotal = [np.zeros((2, 2)) for p in net.parameters()]",
    ],
)
def test_sums_in_other_lists_are_no_tensors_that_are_made_for_them(made: str) -> None:
    assert "a.copy_(" not in fixed(SUMS.format(made), unsafe=True)


def test_sums_in_a_list_of_tensors_that_were_made_for_them_are_copied() -> None:
    made = "total = [torch.zeros_like(p) for p in net.parameters()]"
    assert "        a.copy_(a + g)\n" in fixed(SUMS.format(made))


@pytest.mark.parametrize(
    ("behind", "told"),
    [
        ("", False),
        ("    print(flat)\n", True),
        ("    def later():\n        return flat\n", True),
    ],
)
def test_a_view_that_is_read_for_the_last_time_shows_no_change(behind: str, told: bool) -> None:
    source = "import torch\ndef unit(d):\n    flat = d.view(len(d), -1)\n"
    source += f"    d /= torch.norm(flat, dim=1, keepdim=True)\n{behind}    return d\n"
    assert ("MP209" in [f.code for f in findings(source)]) is told


def test_a_view_that_a_loop_reads_again_shows_the_change() -> None:
    source = "import torch\ndef unit(d):\n    flat = d.view(len(d), -1)\n    for _ in range(3):\n"
    source += "        d /= torch.norm(flat, dim=1, keepdim=True)\n    return d\n"
    assert "MP209" in [f.code for f in findings(source)]


@pytest.mark.parametrize("call", ["operator.iadd(a, b)", "iadd(a, b)", "operator.imul(a, 2)"])
def test_an_operator_that_is_called_changes_the_tensor(call: str) -> None:
    head = "import operator\nfrom operator import iadd\nimport torch\n\na = torch.zeros(3)\nb = torch.ones(3)\n"
    assert "MP209" in [finding.code for finding in findings(f"{head}{call}\n")]
    assert "MP209" not in [f.code for f in findings(f"{head}a = 3\n{call}\n")]
    assert "MP209" not in [f.code for f in findings(f"{head}c = operator.add(a, b)\n")]


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("layer.weight.data", "w.copy_(w * 0.5)"),
        ("net.head.bias.data", "w.copy_(w * 0.5)"),
        ("layer.data", "w *= 0.5"),
        ("layer.size", "w *= 0.5"),
    ],
)
def test_the_data_of_an_unseen_layers_parameter_is_written_into(line: str, after: str) -> None:
    source = f"import torch\n\n\ndef halve(layer, net):\n    w = {line}\n    w *= 0.5\n"
    assert fixed(source).endswith(f"    {after}\n")
