"""Code that is MindSpore's already: what MindSpore itself does not keep is told, torch or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

from .conftest import findings, fixed

CELL = (
    "import mindspore as ms\nfrom mindspore import mint, nn, ops\n"
    "class Net(nn.Cell):\n    def construct(self, x, y):\n        {}\n        return x\n"
)


@pytest.mark.parametrize(
    "line",
    [
        "x.copy_(y)",
        "x = x.add(y)",
        "x = x.max(axis=1)",
        "v, i = ops.sort(x)",
        "x, i = x.sort()",
        "x = x.sum(axis=1, keepdims=True)",
        "x = x.__add__(y)",
        "add = x.add_",
        "x.set_data_(y)",
    ],
)
def test_leaves_alone(line: str) -> None:
    assert findings(CELL.format(line)) == []


def test_leaves_alone_what_the_device_has() -> None:
    config = Config(target=Target(devices=("Ascend",)))
    assert findings(CELL.format("x.add_(y)"), config) == []


@pytest.mark.parametrize(
    ("line", "symbol", "code"),
    [
        ("x.add_(y)", "torch.Tensor.add_", "MP209"),
        ("x.mul_(2).add_(y)", "torch.Tensor.add_", "MP209"),
        ("x[0].add_(y)", "torch.Tensor.add_", "MP215"),
    ],
)
def test_a_change_in_place_that_mindspore_does_not_make(line: str, symbol: str, code: str) -> None:
    found = findings(CELL.format(line))
    assert (symbol, code) in [(f.symbol, f.code) for f in found]


@pytest.mark.parametrize(
    "source",
    [
        "import torch\ndef f(x: torch.Tensor):\n    x.mul_(2)\n    x.add_(x).clamp_(min=1.0)\n    return x\n",
        "import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def forward(self, x):\n"
        "        y = torch.zeros_like(x).uniform_(0, 1)\n        x.scatter_(1, y.long(), 2.0)\n"
        "        return x.masked_fill_(x > 0, 1.0)\n",
        "import torch\nimport images\ndef f(path):\n    image = images.load(path)\n"
        "    image.squeeze_(0)\n    return torch.relu(image)\n",
    ],
)
def test_a_second_run_says_what_the_first_one_left(source: str, tmp_path: Path) -> None:
    result = fix_document(Document("a.py", source), Config(), Workspace(), unsafe=False)
    again = analyze(result.document, Config(), Workspace())
    left = [(f.code, f.symbol, f.span) for f in result.report.findings]
    assert left
    assert [(f.code, f.symbol, f.span) for f in again.findings] == left


MOVED = """
from mindspore import mint, nn

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = mint.nn.Linear(3, 2)
    {}

net = Net()
{}
"""


@pytest.mark.parametrize(
    ("method", "use"),
    [
        ("", "net.trainable_params()"),
        ("", "net.set_train()"),
        ("def parameters(self): return []", "net.parameters()"),
        ("", "class Mine(nn.Optimizer):\n    def construct(self, g): return self.parameters"),
        ("", "other.eval()"),
        ("", "net.to(dtype)"),
        ("", "net.to(x.dtype)"),
        ("def float(self): return 1.0", "net.float()"),
    ],
)
def test_leaves_alone_what_a_cell_has(method: str, use: str) -> None:
    assert findings(MOVED.format(method, use)) == []


@pytest.mark.parametrize(
    ("use", "code"),
    [
        ("for name, p in net.named_parameters(): print(name)", "MP307"),
        ("net.eval()", "MP303"),
        ("list(net.children())", "MP307"),
        ("net.to(device)", "MP304"),
        ("net = Net().to(device=args.gpu)", "MP304"),
        ("net.cuda()", "MP304"),
        ("net = net.float()", "MP307"),
    ],
)
def test_tells_again_what_was_left_to_do_on_a_cell(use: str, code: str) -> None:
    assert code in [finding.code for finding in findings(MOVED.format("", use))]


@pytest.mark.parametrize(
    "use",
    [
        "jobs.put(net)",
        "frame.values.sum()",
        "trainer.train(1)",
        "agent.backward",
        "item.__iter__()",
    ],
)
def test_leaves_alone_what_others_than_tensors_have(use: str) -> None:
    assert (
        findings(
            f"from mindspore import ops\ndef f(jobs, frame, trainer, agent, item, model):\n    {use}\n"
        )
        == []
    )


@pytest.mark.parametrize("header", ["import torch", "from mindspore import nn"])
@pytest.mark.parametrize(
    ("use", "symbol"),
    [
        ("layer.register_parameter('bias', None)", "torch.nn.Module.register_parameter"),
        ("layer.get_submodule('a.b')", "torch.nn.Module.get_submodule"),
        ("dict(layer.named_parameters(prefix='a'))", "torch.nn.Module.named_parameters"),
        ("layer.add_module('a', other)", "torch.nn.Module.add_module"),
        ("layer.train(other.training)", "torch.nn.Module.train"),
    ],
)
def test_what_only_networks_have_is_told_of_unknown_values(
    header: str, use: str, symbol: str
) -> None:
    found = findings(
        f"{header}\nimport layers\ndef f(other):\n    layer = layers.make()\n    {use}\n"
    )
    assert symbol in [finding.symbol for finding in found]


def test_leaves_alone_calls_that_no_tensor_takes() -> None:
    source = (
        "import sys\nimport torch\nlib = sys.modules[__name__]\n"
        "def f(x, w, h):\n    return lib.tanh(lib.matmul(x, w) + lib.softmax(h, x, w, -1))\n"
        "class Net(lib.Module):\n    def __init__(self):\n        lib.Module.__init__(self)\n"
        "device = torch.device('cpu')\n"
    )
    assert not any(finding.symbol.startswith("torch.Tensor") for finding in findings(source))


@pytest.mark.parametrize("where", ["devices[0]", "self.device_ids[0]", "args.devices[i]"])
def test_one_of_several_devices_is_a_device(where: str) -> None:
    source = (
        f"from torch import nn\ndef f(self, args, devices, i):\n    return nn.ReLU().to({where})\n"
    )
    assert "return mint.nn.ReLU()\n" in fixed(source)


def test_a_device_that_is_none_until_it_is_set_up() -> None:
    source = (
        "import torch\nclass Predictor:\n    def __init__(self):\n        self.device = None\n"
        "    def move(self, x: torch.Tensor):\n        return x.to(self.device)\n"
    )
    assert fixed(source).endswith("return x\n")


def test_a_device_that_a_function_may_not_find() -> None:
    source = (
        "import torch\ndef of(m):\n    p = next(m.parameters(), None)\n    if p is None:\n"
        "        return None\n    return p.device\n"
        "def move(m, x: torch.Tensor):\n    device = of(m)\n    return x.to(device)\n"
    )
    assert fixed(source).endswith("return x\n")


def test_a_bare_eval_of_an_unknown_value_is_a_guess() -> None:
    source = (
        "import torch\nimport agents\nagent = agents.make()\nagent.eval()\nagent.eval('x > 1')\n"
    )
    found = [finding for finding in findings(source) if finding.code == "MP110"]
    assert [(finding.severity, finding.confidence) for finding in found] == [("hint", "name")]
    assert "agent.eval()" in fixed(source)


def test_a_keyword_of_mindspores_on_what_may_be_torchs_tensor_is_moved_already() -> None:
    source = "import torch\ndef f(n, t):\n    return n.fit(t).view(1, -1).std(ddof=1)\n"
    assert not [f for f in findings(source) if f.symbol == "torch.Tensor.std"]
