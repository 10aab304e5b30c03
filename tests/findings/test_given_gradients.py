"""``out.backward(g)`` and ``torch.autograd.backward``: a scalar with those gradients takes their place.

That it trains as it did is shown by ``tests/scenarios/programs/gradients_given.py``.
"""

from __future__ import annotations

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace

HEAD = (
    "import torch\nfrom torch import nn\nnet = nn.Linear(3, 2)\n"
    "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n"
)
LOOP = "for x in torch.ones(4, 5, 3):\n    optimizer.zero_grad()\n{}    optimizer.step()\n"


def migrated(lines: str) -> tuple[str, list[str]]:
    body = "".join(f"    {line}\n" for line in lines.splitlines())
    document = Document("program.py", HEAD + LOOP.format(body))
    fixes = fix_document(document, Config(), Workspace(), unsafe=True)
    left = [f.message.en for f in fixes.report.findings if f.code == "MP306"]
    return fixes.document.text, left


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param("unknown(net(x)).backward(net(x))", id="no tensor is known"),
        pytest.param("out = net(x)\nout.backward(*given)", id="starred"),
        pytest.param("out = net(x)\nout.backward(x[:, :2], True)", id="retained by position"),
        pytest.param("out = net(x)\nout.backward(x[:, :2], create_graph=True)", id="second order"),
        pytest.param(
            "losses = [net(x).sum()]\ntorch.autograd.backward(losses)", id="a list with a name"
        ),
        pytest.param("a = net(x).sum()\ntorch.autograd.backward([a, *more])", id="more losses"),
        pytest.param("a = net(x).sum()\ntorch.autograd.backward([a], [g, g])", id="lengths differ"),
        pytest.param("a = net(x).sum()\ntorch.autograd.backward([a], inputs=[x])", id="inputs"),
    ],
)
def test_stays_marked(lines: str) -> None:
    text, left = migrated(lines)
    assert "value_and_grad" not in text
    assert len(left) == 1


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            "out = net(x)\nout.backward(x[:, :2])",
            "return (out * ops.stop_gradient(x[:, :2])).sum()",
        ),
        (
            "out = net(x)\nout.backward(gradient=x[:, :2], retain_graph=False)",
            "return (out * ops.stop_gradient(x[:, :2])).sum()",
        ),
        ("out = net(x).sum()\nout.backward(None)", "return out\n"),
        ("a = net(x).sum()\ntorch.autograd.backward(a)", "return a\n"),
        ("a = net(x).sum()\nb = net(-x).sum()\ntorch.autograd.backward([a, b])", "return a + b\n"),
        (
            "a = net(x)\nb = net(-x).sum()\n"
            "torch.autograd.backward((a, b), grad_tensors=(a - 1, None))",
            "return (a * ops.stop_gradient(a - 1)).sum() + b\n",
        ),
    ],
)
def test_is_differentiated(lines: str, expected: str) -> None:
    text, left = migrated(lines)
    assert expected in text
    assert left == []


def test_what_is_read_later_keeps_its_value() -> None:
    text, _ = migrated("out = net(x)\nout.backward(x[:, :2])\nprint(out)")
    assert "(_, out), grads = grad_fn(x)" in text


def test_a_gradient_that_may_be_none_is_told() -> None:
    source = HEAD + (
        "def train(x, given=None):\n    optimizer.zero_grad()\n    out = net(x)\n"
        "    out.backward(given)\n    optimizer.step()\n"
    )
    report = analyze(Document("program.py", source), Config(), Workspace())
    (finding,) = [f for f in report.findings if f.code == "MP306"]
    assert finding.fix is not None
    assert finding.fix.applicability == "unsafe"
    assert "given is taken to be a tensor" in finding.message.en


@pytest.mark.parametrize(
    ("given", "result"),
    [("torch.ones_like(out)", "return out\n"), ("out.abs()", "return (out * out.abs()).sum()")],
)
def test_the_gradient_of_an_input(given: str, result: str) -> None:
    source = (
        "import torch\ndef jacobian_row(net, x):\n    x = x.clone().requires_grad_(True)\n"
        f"    out = torch.tanh(net(x))\n    out.backward({given})\n    return x.grad\n"
    )
    text = fix_document(Document("p.py", source), Config(), Workspace(), unsafe=True).document.text
    assert "backward" not in text
    assert result in text
