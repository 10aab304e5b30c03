"""A network that is made, called and never put into a mode needs ``set_train`` (MP218)."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n"
NET = (
    "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.drop = nn.Dropout(0.5)\n    def forward(self, x):\n"
    "        return self.drop(x)\n"
)
CALL = "y = net(torch.ones(3))\n"


def modes(source: str, path: str = "example.py") -> list[int]:
    """Lines of ``source`` (from 1) with MP218."""
    text = HEADER + source
    return [
        text.count("\n", len(HEADER), finding.span.start) + 1
        for finding in findings(text, path=path)
        if finding.code == "MP218"
    ]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("net = nn.Linear(2, 3)\n" + CALL, id="no layer depends on the mode"),
        pytest.param("net = nn.Dropout(0.5)\nnet.train()\n" + CALL, id="train"),
        pytest.param("net = nn.Dropout(0.5)\nnet.eval()\n" + CALL, id="eval"),
        pytest.param("net = nn.Dropout(0.5).eval()\n" + CALL, id="mode on construction"),
        pytest.param(
            "make = lambda: nn.Sequential(nn.Dropout(0.5)).eval()\nnet = make()\n"
            "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n" + CALL,
            id="mode in a lambda",
        ),
        pytest.param(
            "nets = nn.ModuleList([nn.Dropout(0.5)])\nnets.train()\nnet = nets[0]\n" + CALL,
            id="a layer of what is in its mode",
        ),
        pytest.param(
            "nets = nn.ModuleDict({'a': nn.Dropout(0.5)})\nnets.eval()\nnets['a'](torch.ones(2))\n",
            id="a layer under its key, with a mode",
        ),
        pytest.param("net = nn.Dropout(0.5)\n", id="never called"),
        pytest.param("net = nn.Dropout\n" + CALL, id="not made"),
        pytest.param(
            "def f():\n    net = nn.Dropout(0.5)\n    net.eval()\n    return net\n",
            id="given away with a mode",
        ),
        pytest.param(
            NET + "import mindspore as ms\ndef f():\n    net = Net()\n"
            "    return ms.nn.SequentialCell(*[net, ms.nn.Identity()]).set_train()\n",
            id="given away in a container that was moved before",
        ),
        pytest.param(
            "def block():\n    return nn.Sequential(nn.Dropout(0.5))\n"
            + NET.replace("nn.Dropout(0.5)", "block()"),
            id="given to a network's constructor",
        ),
        pytest.param(
            NET + "    @classmethod\n    def make(cls):\n        return cls().eval()\n",
            id="a class method that sets the mode",
        ),
        pytest.param(
            "class Lin(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
            "        self.fc = nn.Linear(2, 3)\n    def forward(self, x):\n"
            "        return self.fc(x)\n    @classmethod\n    def make(cls):\n"
            "        return cls()\n",
            id="a class method of what does not depend on the mode",
        ),
        pytest.param(NET, id="inside a module"),
        pytest.param(
            "net = nn.Dropout(0.5)\nif torch.rand(1) > 0.5:\n    net.train()\nelse:\n"
            "    net.eval()\n" + CALL,
            id="a mode on every path",
        ),
        pytest.param(
            "net = nn.Dropout(0.5)\nnet.train() if torch.rand(1) > 0.5 else net.eval()\n" + CALL,
            id="both sides of a ternary",
        ),
        pytest.param(
            "net = nn.Dropout(0.5)\nfor epoch in range(3):\n    net.train()\n"
            "    net(torch.ones(3))\nnet(torch.ones(3))\n",
            id="in a loop",
        ),
        pytest.param(
            "net = nn.Dropout(0.5)\ntry:\n    net.eval()\nfinally:\n    print(1)\n" + CALL,
            id="in a try",
        ),
        pytest.param("net = nn.Dropout(0.5)\nother = net\nother.eval()\n" + CALL, id="an alias"),
        pytest.param(
            "nets = [nn.Dropout(0.5) for i in range(3)]\nfor net in nets:\n    net.eval()\n"
            "nets[0](torch.ones(3))\n",
            id="each of a list",
        ),
        pytest.param(
            "nets = {'a': nn.Dropout(0.5), 'b': nn.Dropout(0.1)}\nnets['a'].eval()\n"
            "nets['b'].train()\nnets['a'](nets['b'](torch.ones(3)))\n",
            id="each of a dict",
        ),
        pytest.param(
            "def train(net, x):\n    net.train()\n    return net(x)\n"
            "def main(x):\n    net = nn.Dropout(0.5)\n    return train(net, x)\n",
            id="set where it is used",
        ),
        pytest.param(
            "def make():\n    net = nn.Dropout(0.5)\n    net.eval()\n    return net\n"
            "net = make()\n" + CALL,
            id="set where it is made",
        ),
        pytest.param(
            "def make():\n    return nn.Dropout(0.5)\nnet = make().eval()\n" + CALL,
            id="set on what a function gives",
        ),
        pytest.param(
            "net = nn.Dropout(0.5)\ndef train(x):\n    net.train()\n    step(x)\n"
            "def step(x):\n    return net(x)\n",
            id="set by the caller",
        ),
        pytest.param(
            "class Run:\n    def __init__(self):\n        self.net = nn.Dropout(0.5)\n"
            "        self.net.eval()\n    def go(self, x):\n        return self.net(x)\n",
            id="an attribute with a mode",
        ),
        pytest.param(
            "class Run:\n    def __init__(self):\n        self.net = nn.Dropout(0.5)\n"
            "    def go(self, x):\n        self.net.train()\n        return self.step(x)\n"
            "    def step(self, x):\n        return self.net(x)\n",
            id="an attribute set by the calling method",
        ),
        pytest.param(
            "class Run:\n    def __init__(self, net):\n        self.net = net\n"
            "    def go(self, x):\n        return self.net(x)\n"
            "net = nn.Dropout(0.5)\nrun = Run(net)\nnet.eval()\nrun.go(torch.ones(2))\n",
            id="an attribute of an object, set by its maker",
        ),
        pytest.param(
            "from engine import fit\nnet = nn.Dropout(0.5)\nfit(net)\nnet.eval()\n" + CALL,
            id="given to code that is not seen, and set here",
        ),
        pytest.param(
            "net = nn.Dropout(0.5)\nprint(len(list(net.parameters())), net.state_dict())\n"
            "opt = torch.optim.SGD(net.parameters(), 0.1)\nnet.train()\n" + CALL,
            id="looked at before",
        ),
        pytest.param(
            NET.replace("def forward", "    self.eval()\n    def forward") + "net = Net()\n" + CALL,
            id="a mode of its own",
        ),
        pytest.param(
            "class Lin(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
            "        self.fc = nn.Linear(2, 3)\n    def forward(self, x):\n"
            "        return self.fc(x).relu()\nnet = Lin()\n" + NET + CALL,
            id="another class depends on the mode",
        ),
        pytest.param(
            NET + "class Outer(nn.Module):\n    def __init__(self):\n"
            "        super().__init__()\n        self.net = Net()\n"
            "    def forward(self, x):\n        return self.net(x)\n",
            id="a part of another module",
        ),
        pytest.param(
            "from lib import Base\nclass Outer(Base):\n    def __init__(self):\n"
            "        super().__init__()\n        self.net = nn.Dropout(0.5)\n"
            "    def forward(self, x):\n        return self.net(x)\n",
            id="a part of what looks like a module",
        ),
        pytest.param(
            "body = nn.Dropout(0.5)\nnet = nn.Sequential(body)\nnet.eval()\nbody(torch.ones(3))\n",
            id="set with the whole",
        ),
        pytest.param(
            "from torchvision import models\nnet = models.resnet18()\nnet.eval()\n" + CALL,
            id="torchvision's network that is set",
        ),
        pytest.param(
            "from torchvision import transforms\nnet = transforms.ToTensor()\n" + CALL,
            id="torchvision's transform",
        ),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert modes(source) == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        pytest.param("net = nn.Dropout(0.5)\n" + CALL, [1], id="a layer"),
        pytest.param("net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))\n" + CALL, [1],
                     id="a sequential"),
        pytest.param("net = nn.LSTM(3, 4)\n" + CALL, [1], id="a recurrent layer"),
        pytest.param(NET + "net = Net()\n" + CALL, [7], id="a user's module"),
        pytest.param("net = nn.Dropout(0.5).to('cuda')\n" + CALL, [1], id="moved"),
        pytest.param("net = nn.Dropout(0.5).cuda().float()\n" + CALL, [1], id="moved and cast"),
        pytest.param("def f(x):\n    net = nn.Dropout(0.5)\n    return net(x)\n", [2],
                     id="in a function"),
        pytest.param("a = nn.Dropout(0.5)\nb = nn.Dropout(0.1)\na(b(torch.ones(2)))\n", [1, 2],
                     id="two"),
        pytest.param("# net.eval() comes later\nnet = nn.Dropout(0.5)\n" + CALL, [2],
                     id="a mode in a comment"),
        pytest.param("import pandas as pd\npd.DataFrame().eval('a')\nnet = nn.Dropout(0.5)\n" + CALL,
                     [3], id="another eval"),
        pytest.param("net: nn.Module = nn.Dropout(0.5)\n" + CALL, [1], id="annotated"),
        pytest.param("net = other = nn.Dropout(0.5)\n" + CALL, [1], id="two names"),
        pytest.param("other = net = nn.Dropout(0.5)\n" + CALL, [1], id="second name called"),
        pytest.param("y = nn.Dropout(0.5)(torch.ones(3))\n", [1], id="called at once"),
        pytest.param("nets = [nn.Dropout(0.5)]\nfor net in nets:\n    net(torch.ones(3))\n", [1],
                     id="in a list"),
        pytest.param("class Run:\n    def __init__(self):\n        self.net = nn.Dropout(0.5)\n"
                     "    def go(self, x):\n        return self.net(x)\n", [3], id="an attribute"),
        pytest.param("net = nn.Dropout(0.5)\n" + CALL + "net.train(False)\n", [1], id="mode later"),
        pytest.param("net = nn.Dropout(0.5)\nif torch.rand(1) > 0.5:\n    net.eval()\n" + CALL, [1],
                     id="a mode on one path"),
        pytest.param("net = nn.Dropout(0.5)\nnet.train() if torch.rand(1) > 0.5 else None\n" + CALL,
                     [1], id="one side of a ternary"),
        pytest.param("a = nn.Dropout(0.5)\nb = nn.Dropout(0.1)\na.eval()\na(b(torch.ones(2)))\n", [2],
                     id="the mode of another"),
        pytest.param("text = 'net.eval()'\nnet = nn.Dropout(0.5)\n" + CALL, [2], id="in a string"),
        pytest.param("def use(net, x):\n    return net(x)\nuse(nn.Dropout(0.5), 1)\n", [3],
                     id="used by a function"),
        pytest.param("from engine import fit\nfit(nn.Dropout(0.5))\n", [2],
                     id="given to code that is not seen"),
        pytest.param("nets = {'a': nn.Dropout(0.5), 'b': nn.Dropout(0.1)}\nnets['a'].eval()\n"
                     "nets['a'](nets['b'](torch.ones(3)))\n", [1], id="one of a dict"),
        pytest.param("def make():\n    return nn.Dropout(0.5)\nnet = make()\n" + CALL, [2],
                     id="given by a function"),
        pytest.param("def make():\n    return nn.Dropout(0.5)\nnet, other = make(), 1\n" + CALL, [2],
                     id="given by a function beside others"),
        pytest.param("net, other = nn.Dropout(0.5) if x else None, 1\n" + CALL, [1],
                     id="one of two beside others"),
        pytest.param("def f():\n    net = nn.Dropout(0.5)\n    return net\n", [2],
                     id="given away"),
        pytest.param(NET + "    @classmethod\n    def make(cls):\n        net = cls()\n"
                     "        return net\n", [9], id="given by a class method"),
        pytest.param(NET + "    @staticmethod\n    def make():\n        return Net()\n",
                     [9], id="given by a static method"),
        pytest.param(NET + "    @classmethod\n    def make(cls):\n        return cls()\n"
                     "net = Net.make()\n" + CALL, [9], id="given by a class method and called"),
        pytest.param("def make():\n    return nn.Dropout(0.5)\nmake()(torch.ones(2))\n", [2],
                     id="given by a function and called"),
        pytest.param("class Run:\n    def __init__(self, net):\n        self.net = net\n"
                     "    def go(self, x):\n        return self.net(x)\n"
                     "run = Run(nn.Dropout(0.5))\nrun.go(torch.ones(2))\n", [6],
                     id="an attribute of an object"),
        pytest.param("class Run:\n    def set_up(self):\n        self.net = nn.Dropout(0.5)\n"
                     "    def go(self, x):\n        return self.net(x)\n", [3],
                     id="an attribute of another method"),
        pytest.param("net = nn.Dropout(0.5)\ndef step(x):\n    return net(x)\n", [1],
                     id="used by a function that nothing calls"),
        pytest.param(NET + "net = Net()\nnet.sample(torch.ones(2))\n", [7], id="a method of its own"),
        pytest.param("net = nn.Sequential(nn.Dropout(0.5))\nnet[0].eval()\n" + CALL, [1],
                     id="the mode of a part"),
        pytest.param("from torchvision import models\nnet = models.resnet18()\n" + CALL, [2],
                     id="torchvision's network"),
        pytest.param("from torchvision.models import resnet18\nnet = resnet18(num_classes=2)\n"
                     + CALL, [2], id="torchvision's network by its name"),
        pytest.param("import torchvision\nnet = torchvision.models.segmentation.fcn_resnet50()\n"
                     + CALL, [2], id="torchvision's network for segmentation"),
        pytest.param("from torchvision import models\nnet = models.get_model('resnet18')\n"
                     + CALL, [2], id="torchvision's network by a text"),
        pytest.param("from torchvision import models\n" + NET.replace(
                     "self.drop = nn.Dropout(0.5)", "self.drop = models.resnet18()")
                     + "net = Net()\n" + CALL, [8], id="torchvision's network in a module"),
        pytest.param(NET + "net = [Net() for _ in range(2)][0]\n" + CALL, [7], id="an item at once"),
        pytest.param(NET + "net = nn.Sequential(Net())[0]\n" + CALL, [7], id="a layer at once"),
        pytest.param(NET + "nets = nn.ModuleList([Net(), Net()])\nnets[1].eval()\n"
                     "nets[0](torch.ones(2))\n", [7], id="a network of a list that is kept"),
        pytest.param(NET + "nets = nn.ModuleDict({'a': Net(), 'b': Net()})\n"
                     "nets['a'](torch.ones(2))\n", [7], id="a network of a dictionary"),
        pytest.param(NET + "nets = nn.ModuleList([Net() for _ in range(2)])\nnet = nets[0]\n"
                     + CALL, [7], id="a network of a list under a name"),
        pytest.param(NET + "nets = nn.ModuleList([Net() for _ in range(2)])\n"
                     "def run(net):\n    return net(torch.ones(2))\nrun(nets[0])\n", [7],
                     id="a network of a list that a function runs"),
        pytest.param("from functools import partial\nmake = partial(nn.Dropout, 0.5)\n"
                     "net = make()\n" + CALL, [3], id="by a partial call"),
        pytest.param(NET + "from functools import partial\nnet = partial(Net)()\n" + CALL, [8],
                     id="by a partial call of a class"),
    ],
)  # fmt: skip
def test_needs_a_mode(source: str, lines: list[int]) -> None:
    assert modes(source) == lines


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("net = nn.Dropout(0.5)\n" + CALL, "net = nn.Dropout(p=0.5)\nnet.set_train()\n"),
        (
            "def f(x):\n    net = nn.Dropout(0.5); n = 1\n    return net(x)\n",
            "    net = nn.Dropout(p=0.5)\n    net.set_train(); n = 1\n",
        ),
        (
            "net = nn.Dropout(0.5)  # half\n" + CALL,
            "net = nn.Dropout(p=0.5)\nnet.set_train()  # half\n",
        ),
        pytest.param(
            "if True: net = nn.Dropout(0.5)\n" + CALL,
            "if True: net = nn.Dropout(p=0.5); net.set_train()\n",
        ),
        ("y = nn.Dropout(0.5)(torch.ones(3))\n", "y = nn.Dropout(p=0.5).set_train()("),
        (
            "y = nn.Dropout(0.5).float()(torch.ones(3))\n",
            "nn.Dropout(p=0.5).to(ms.float32).set_train()(",
        ),
        ("nets = [nn.Dropout(0.5)]\nnets[0](torch.ones(3))\n", "[nn.Dropout(p=0.5).set_train()]\n"),
        ("other = net = nn.Dropout(0.5)\n" + CALL, "nn.Dropout(p=0.5)\nother.set_train()\n"),
        (
            "class Run:\n    def __init__(self):\n        self.net = nn.Dropout(0.5)\n"
            "    def go(self, x):\n        return self.net(x)\n",
            "self.net = nn.Dropout(p=0.5)\n        self.net.set_train()\n",
        ),
        (
            "def make():\n    return nn.Dropout(0.5)\nmake()(torch.ones(2))\n",
            "return nn.Dropout(p=0.5).set_train()\n",
        ),
    ],
)
def test_the_mode_is_set_where_the_network_is_made(before: str, after: str) -> None:
    text = fixed(HEADER + before)
    assert after in text
    compile(text, "example.py", "exec")


def test_a_class_of_another_file_may_hold_anything(tmp_path: Path) -> None:
    (tmp_path / "models.py").write_text(HEADER + NET)
    source = "from models import Net\nnet = Net()\n" + CALL
    assert modes(source, str(tmp_path / "main.py")) == [2]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("import models\nnet = models.Net()\nnet(x)\n", [2]),
        ("import models as zoo\nnet = zoo.Net()\nnet.eval()\nnet(x)\n", []),
        ("import models as zoo\nnet = zoo.Net().cpu()\nnet(x)\n", [2]),
        (
            "import models\nfrom torch import nn\n\n\nclass Two(nn.Module):\n"
            "    def __init__(self):\n        super().__init__()\n"
            "        self.one = models.Net()\n\n\nnet = Two()\nnet(x)\n",
            [11],
        ),
        (
            "import math\nfrom torch import nn\n\n\nclass Two(nn.Module):\n"
            "    def __init__(self):\n        super().__init__()\n"
            "        self.one = nn.Linear(3, int(math.sqrt(9)))\n\n\nnet = Two()\nnet(x)\n",
            [],
        ),
    ],
)
def test_a_class_out_of_a_module_of_another_file(
    source: str, lines: list[int], tmp_path: Path
) -> None:
    (tmp_path / "models.py").write_text(HEADER + NET)
    assert modes(source, str(tmp_path / "main.py")) == lines


OWN = (
    "class Net(nn.Module):\n    def __init__(self, evaluate=True):\n        super().__init__()\n"
    "        self.drop = nn.Dropout(0.5)\n{}    def forward(self, x):\n"
    "        return self.drop(x)\n"
)


@pytest.mark.parametrize(
    "own", ["        self.eval()\n", "        if evaluate:\n            self.eval()\n"]
)
def test_a_class_of_another_file_that_sets_its_mode(own: str, tmp_path: Path) -> None:
    (tmp_path / "models.py").write_text(HEADER + OWN.format(own))
    source = "import models\nfrom models import Net\nnet = Net()\n" + CALL
    assert modes(source + "other = models.Net()\nother(x)\n", str(tmp_path / "main.py")) == []


def test_a_class_of_another_file_that_was_moved_and_sets_its_mode(tmp_path: Path) -> None:
    moved = OWN.format("        self.set_train(False)\n").replace("nn.Module", "nn.Cell")
    (tmp_path / "models.py").write_text("from mindspore import nn\n" + moved)
    source = "import models\nnet = models.Net()\nopt = torch.optim.SGD(net.parameters(), 0.1)\n"
    assert modes(source + CALL, str(tmp_path / "main.py")) == []


def test_a_mode_that_the_constructor_sets_under_a_condition() -> None:
    own = "        if evaluate:\n            self.eval()\n"
    text = fixed(HEADER + OWN.format(own) + "net = Net()\n" + CALL)
    own = "        self.set_train()\n        if evaluate:\n            self.set_train(False)\n"
    assert own in text
    assert "net.set_train" not in text


def test_what_other_files_take_too_gets_its_mode_where_it_is_made(tmp_path: Path) -> None:
    source = (
        "def make():\n    return nn.Dropout(0.5)\nif __name__ == '__main__':\n    make().eval()\n"
    )
    (tmp_path / "models.py").write_text(HEADER + source)
    (tmp_path / "main.py").write_text("from models import make\nnet = make()\n")
    workspace = Workspace([tmp_path])
    document = Document(str(tmp_path / "models.py"), HEADER + source)
    report = analyze(document, Config(), workspace)
    assert [f.code for f in report.findings if f.code == "MP218"] == ["MP218"]


WRAPPER = """class Wrapper(nn.Module):
    def __init__(self, body):
        super().__init__()
        self.body = body
        MORE
    def forward(self, x):
        return [layer(x) for layer in self.body.children()]
"""
SET = NET + "base = Net()\nbase.eval()\n"


@pytest.mark.parametrize(
    ("made", "more"),
    [
        ("nn.Sequential(*list(base.children())[:-1])", ""),
        ("nn.Sequential(*base.children(), nn.Flatten())", ""),
        ("nn.Sequential(*(list(base.children())[:2] + [nn.Flatten()]))", ""),
        ("nn.Sequential(base.drop, base)", ""),
        ("Wrapper(base)", ""),
        ("Wrapper(body=base)", "self.flat = nn.Flatten()"),
    ],
)
def test_what_is_made_of_networks_that_have_a_mode_keeps_it(made: str, more: str) -> None:
    source = WRAPPER.replace("MORE", more) + SET + f"net = {made}\n" + CALL
    assert modes(source) == []
    assert "set_train()" not in fixed(HEADER + source, unsafe=True)


@pytest.mark.parametrize(
    ("made", "more"),
    [
        ("nn.Sequential(*base.children(), nn.Dropout(0.5))", "pass"),
        ("Wrapper(base)", "self.drop = nn.Dropout(0.5)"),
        ("Wrapper(base.drop)", "self.drop = nn.Dropout(0.5)"),
        ("Wrapper(base)", "self.layers = make(body)"),
    ],
)
def test_what_is_new_beside_them_is_put_into_training_mode(made: str, more: str) -> None:
    source = WRAPPER.replace("MORE", more) + SET + f"net = {made}\n" + CALL
    assert modes(source) == [source[: source.index("net =")].count("\n") + 1]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            "body = nn.Dropout(0.5)\nbody.eval()\nnet = nn.Sequential(body, nn.Dropout(0.1))\n"
            + CALL,
            id="a part that was set before",
        ),
        pytest.param(
            NET.replace("def forward", "    self.drop.eval()\n    def forward")
            + "net = Net()\n"
            + CALL,
            id="a part that the class sets",
        ),
        pytest.param(
            NET.replace("def forward", "    self.drop.eval()\n    def forward")
            + "class Outer(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
            "        self.net = Net()\n        self.more = nn.Dropout(0.1)\n"
            "    def forward(self, x):\n        return self.more(self.net(x))\n"
            "net = Outer()\n" + CALL,
            id="a part that the class of a part sets",
        ),
        pytest.param(
            NET + "def make():\n    made = Net()\n    made.drop.eval()\n    return made\n"
            "net = nn.Sequential(make(), nn.Dropout(0.1))\n" + CALL,
            id="a part that a function sets",
        ),
        pytest.param(
            NET.replace(
                "def forward",
                "def train(self, mode=True):\n        super().train(mode)\n"
                "        self.drop.eval()\n    def forward",
            )
            + "net = Net()\n"
            + CALL,
            id="a train of its own, which nothing has called",
        ),
    ],
)
def test_the_mode_of_a_part_is_not_overwritten(source: str) -> None:
    (finding,) = [f for f in findings(HEADER + source) if f.code == "MP218"]
    assert finding.fix is not None
    assert finding.fix.applicability == "safe"
    text = fixed(HEADER + source)
    assert text.count("start_training(net)\n") == 1
    assert "net.set_train()" not in text
    assert fixed(text) == text


def test_the_mode_that_a_class_of_another_file_gives_a_part_stays(tmp_path: Path) -> None:
    (tmp_path / "nets.py").write_text(
        HEADER + NET.replace("def forward", "    self.drop.eval()\n    def forward")
    )
    path = tmp_path / "train.py"
    path.write_text(f"{HEADER}from nets import Net\nnet = Net()\n{CALL}")
    document = Document(str(path), path.read_text())
    text = fix_document(document, Config(), Workspace((tmp_path,)), unsafe=False).document.text
    assert "net = Net()\nstart_training(net)\n" in text


MAKER = "from lib import build, nets\n"
TRAIN = "opt = torch.optim.SGD(net.parameters(), 0.1)\n" + CALL


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("net = build(3)\n" + CALL, id="nothing shows that it is a network"),
        pytest.param("net = build(3)\nnet.train()\n" + TRAIN, id="set afterwards"),
        pytest.param("net = nets.Net.from_pretrained('a')\n" + TRAIN, id="in evaluation mode"),
        pytest.param("net = build(3)\nnet.eval()\nnet = build(net)\n" + TRAIN, id="wrapped"),
        pytest.param(
            "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
            "        self.body = build(3)\n        print(self.body.parameters())\n",
            id="a part of a module",
        ),
    ],
)
def test_leaves_networks_of_other_files_alone(source: str) -> None:
    assert modes(MAKER + source) == []


@pytest.mark.parametrize(
    ("source", "line"),
    [
        pytest.param("net = build(3)\n" + TRAIN, 2, id="by a function"),
        pytest.param("net = nets.build('a').to('cpu')\n" + TRAIN, 2, id="by a module's, and moved"),
        pytest.param(
            "class Run:\n    def __init__(self):\n        self.net = build(3)\n"
            "        self.opt = torch.optim.SGD(self.net.parameters(), 0.1)\n"
            "    def go(self, x):\n        return self.net(x)\n",
            4,
            id="an attribute",
        ),
        pytest.param("net = MODELS[name](3)\n" + TRAIN, 2, id="looked up in a registry"),
        pytest.param("net = nets.MODELS.get(name)(3)\n" + TRAIN, 2, id="by a registry's method"),
        pytest.param("net = eval(name)(3)\n" + TRAIN, 2, id="by a text"),
        pytest.param("net = globals()[name](3)\n" + TRAIN, 2, id="among the names of the file"),
        pytest.param("net = getattr(nets, name)(3)\n" + TRAIN, 2, id="by a name of a module"),
        pytest.param(
            "import importlib\nnet = importlib.import_module(name).Net(3)\n" + TRAIN,
            3,
            id="in a module that is looked up",
        ),
    ],
)
def test_what_another_file_makes_and_an_optimizer_trains_needs_a_mode(
    source: str, line: int
) -> None:
    (finding,) = [f for f in findings(HEADER + MAKER + source) if f.code == "MP218"]
    assert (HEADER + MAKER + source)[: finding.span.start].count("\n") - HEADER.count(
        "\n"
    ) == line - 1
    assert finding.fix is not None
    assert finding.fix.applicability == "safe"


MADE = """class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4))
        {}

    def forward(self, x):
        return self.conv(x)
"""


FREEZING = """
    def freeze(self):
        norm = self.conv[1]
        norm.eval()
        for p in norm.parameters():
            p.requires_grad = False

    def listed(self):
        for one in [self.conv, self.conv[1]]:
            one.train(False)
        if self.conv is not None and isinstance(self.conv, nn.Module):
            self.size = self.conv[0].out_channels
"""


@pytest.mark.parametrize(
    "line",
    [
        "self.size = 3",
        "self.pool = nn.MaxPool2d(2); self.size = self.pool(torch.zeros(1, 3, 8, 8)).shape[-1]",
        "self.norm = nn.BatchNorm2d; self.two = self.norm(4)",
        "self.eval(); self.size = self(torch.zeros(1, 3, 8, 8)).shape[-1]",
        "self.training = False; self.size = self(torch.zeros(1, 3, 8, 8)).shape[-1]",
        "self.register_forward_pre_hook(lambda _, x: self.conv(*x))",
        "self.freeze()",
        "self.listed()",
    ],
)
def test_a_constructor_that_does_not_run_the_network_sets_no_mode(line: str) -> None:
    found = findings(HEADER + MADE.format(line) + FREEZING)
    assert not [f for f in found if f.code == "MP218" and "constructor runs" in f.message.en]


def test_a_constructor_that_runs_the_network_does_so_in_training_mode() -> None:
    import mindspore
    import torch
    from torch import nn

    line = "self.size = [self(torch.ones(1, 3, 8, 8)).shape[-1] for _ in range(2)]"
    source = HEADER + MADE.format(line)
    text = fixed(source)
    assert "        self.set_train()\n        self.size = [self(" in text
    theirs: dict[str, object] = {"torch": torch, "nn": nn}
    ours: dict[str, object] = {}
    exec(source, theirs)
    exec(text, ours)
    net, cell = theirs["Head"](), ours["Head"]()  # type: ignore[operator]
    assert net.size == cell.size == [6, 6]
    # Ones through a convolution are the same at every place, so that only the momentum counts.
    assert float(net.conv[1].running_var[0]) == pytest.approx(0.81, abs=1e-4)
    assert float(cell.conv[1].moving_variance[0]) == pytest.approx(0.81, abs=1e-4)
    assert isinstance(cell, mindspore.nn.Cell) and cell.training


def test_freezing_a_part_runs_nothing_once_it_is_rewritten_either() -> None:
    text = fixed(HEADER + MADE.format("self.freeze()") + FREEZING, unsafe=True)
    assert "self.set_train()" not in text
    assert not [f for f in findings(text) if "constructor runs" in f.message.en]


def test_one_with_a_train_of_its_own_is_told_of_alone() -> None:
    line = "self.size = self(torch.ones(1, 3, 8, 8)).shape[-1]"
    own = "\n    def train(self, mode=True):\n        super().train(mode and self.size > 0)\n"
    source = HEADER + MADE.format(line) + own
    (told,) = [f for f in findings(source) if "constructor runs" in f.message.en]
    assert told.fix is None
    assert "self.set_train()" not in fixed(source, unsafe=True)


def test_a_lambda_that_the_constructor_calls_runs_the_network() -> None:
    line = "run = lambda x: self(x)[0]; self.size = run(torch.ones(1, 3, 8, 8)).shape[-1]"
    assert "        self.set_train()\n        run = lambda" in fixed(
        HEADER + MADE.format(line), unsafe=True
    )


@pytest.mark.parametrize("run", ["self.conv(x)", "self.features(x)"])
def test_a_part_with_running_statistics_runs_in_training_mode_too(run: str) -> None:
    text = fixed(
        HEADER + MADE.format(f"x = torch.ones(1, 3, 8, 8); self.fc = nn.Dropout({run}.shape[0] / 2)")
        + "    def features(self, x):\n        return self.conv(x).flatten(1)\n\n\nhead = Head()\n"
        + "print(head(torch.ones(1, 3, 8, 8)))\n"
    )  # fmt: skip
    assert "x = mint.ones((1, 3, 8, 8)); self.set_train(); self.fc = " in text
    assert "head = Head()\nhead.set_train()\n" in text


def test_a_mixin_of_another_file_may_run_the_network(tmp_path: Path) -> None:
    (tmp_path / "mixin.py").write_text(
        "import torch\nclass SizeMixin:\n    def size(self):\n"
        "        return self.forward(torch.ones(1, 3, 8, 8)).shape[-1]\n"
    )
    made = MADE.format("self.fc = nn.Linear(self.size(), 2)").replace("(nn.M", "(SizeMixin, nn.M")
    text = fixed(f"{HEADER}from mixin import SizeMixin\n{made}", path=str(tmp_path / "head.py"))
    assert "        self.set_train()\n        self.fc = mint.nn.Linear(self.size(), 2)" in text


@pytest.mark.parametrize(("line", "found"), [("size = 3", []), ("drop = nn.Dropout(p=0.5)", [2])])
def test_what_a_moved_class_makes_behind_its_mode_needs_it_too(
    line: str, found: list[int], tmp_path: Path
) -> None:
    (tmp_path / "models.py").write_text(
        "from mindspore import nn\nclass Net(nn.Cell):\n    def __init__(self):\n"
        "        super().__init__()\n        self.conv = nn.BatchNorm2d(4)\n        self.set_train()\n"
        f"        self.{line}\n    def construct(self, x):\n        return self.conv(x)\n"
    )
    source = "import models\nnet = models.Net()\nopt = torch.optim.SGD(net.parameters(), 0.1)\n"
    assert modes(source + CALL, str(tmp_path / "main.py")) == found


def test_a_statement_before_it_in_the_line_is_not_written_twice() -> None:
    text = fixed(HEADER + MADE.format("self.n = 3; self.size = self(torch.ones(1, 3, 8, 8)).shape"))
    assert text.count("self.n = 3") == 1 and "; self.set_train(); self.size = " in text


SOLVER = (
    "class Solver{}:\n    def __init__(self, model):\n        self.model = model\n"
    "    def train(self, x):\n{}        return self.model(x)\n"
)


@pytest.mark.parametrize(
    ("solver", "run", "lines"),
    [
        pytest.param(SOLVER.format("", ""), "s.train(x)", [2], id="no mode is set"),
        pytest.param(SOLVER.format("", ""), "Solver(net).train(x)", [2], id="at once"),
        pytest.param(
            SOLVER.format("", "        self.model.train()\n"), "s.train(x)", [], id="it sets one"
        ),
        pytest.param(
            "class Base:\n    def begin(self):\n        self.model.train()\n\n\n"
            + SOLVER.format("(Base)", "        self.begin()\n"),
            "s.train(x)",
            [],
            id="its base sets one",
        ),
        pytest.param(
            SOLVER.format("", "") + "    def test(self):\n        self.model.eval()\n",
            "s.train(x)",
            [2],
            id="it sets the other one alone",
        ),
        pytest.param(SOLVER.format("(nn.Module)", ""), "s.train()", [], id="it is a network"),
        pytest.param(SOLVER.format("(Unseen)", ""), "s.train()", [], id="it may be a network"),
        pytest.param(SOLVER.format("", ""), "net.train()\ns.train(x)", [], id="set before"),
    ],
)
def test_an_object_of_another_file_that_runs_what_it_holds(
    solver: str, run: str, lines: list[int], tmp_path: Path
) -> None:
    (tmp_path / "solver.py").write_text(HEADER + "from lib import Unseen\n" + solver)
    source = f"from solver import Solver\nnet = nn.Dropout(0.5)\ns = Solver(net)\n{run}\n"
    assert modes(source, str(tmp_path / "main.py")) == lines


def test_the_networks_of_a_dictionary_are_put_into_their_mode() -> None:
    held = '{"a": nn.Linear(2, 3), "b": nn.Tanh()}'
    loop = "for m in models.values():\n    m.train()\n"
    assert "    m.set_train()\n" in fixed(f"{HEADER}models = {held}\n{loop}")
    mixed = '{"a": nn.Linear(2, 3), "epoch": 3}'
    assert "    m.train()\n" in fixed(f"{HEADER}models = {mixed}\n{loop}")


HOLDER = """class Holder:
    def __init__(self):
        self.inner = Net()


class Train:
    def setup(self):
        self.holder = Holder()

    def step(self, x):
        LINE


train = Train()
train.setup()
print(train.step(x))
"""


@pytest.mark.parametrize(
    ("line", "sets"),
    [
        ("return self.holder.inner(x)", True),
        ("return self.holder.other(x)", False),
        ("self.holder.inner.eval(); return self.holder.inner(x)", False),
    ],
)
def test_a_network_of_an_object_of_an_object(line: str, sets: bool) -> None:
    text = fixed(HEADER + NET + HOLDER.replace("LINE", line))
    assert sets == ("        self.inner.set_train()\n" in text)


@pytest.mark.parametrize(
    ("made", "after"),
    [
        ("make = lambda: Net()\nprint(make()(x))\n", "make = lambda: Net().set_train()\n"),
        (
            "class All:\n    net = Net()\n\n\nprint(All.net(x))\n",
            "    net = Net()\n    net.set_train()\n",
        ),
    ],
)
def test_a_network_of_a_lambda_or_of_a_class(made: str, after: str) -> None:
    assert after in fixed(HEADER + NET + made)


def test_a_layer_that_a_lambda_makes_is_left_alone() -> None:
    assert "set_train" not in fixed(HEADER + "norm = lambda c: nn.BatchNorm2d(c)\n")


FACTORIES = [
    pytest.param(
        "def build(name):\n    return getattr(nets, name)(3)\nnet = build('a')\n", id="a function"
    ),
    pytest.param(
        "def find(name):\n    return getattr(importlib.import_module(name), 'Net')\n"
        "def build(config):\n    return find(config['target'])(**config['params'])\n"
        "net = build({'target': 'a', 'params': {}})\n",
        id="two functions",
    ),
    pytest.param(
        "class Registry:\n    def build(self, cfg):\n        return self.known[cfg['type']](3)\n"
        "MODELS = Registry()\nnet = MODELS.build({'type': 'a'})\n",
        id="a registry",
    ),
    pytest.param(
        "class Maker:\n    @classmethod\n    def create(cls, name):\n        return cls.table[name](3)\n"
        "net = Maker.create('a')\n",
        id="a class method",
    ),
    pytest.param("proto = MODELS['a'](3)\nnet = copy.deepcopy(proto)\n", id="a copy"),
    pytest.param(
        "def build(name):\n    return eval('nets.' + name)(3)\nnet = build('a')\n", id="by a text"
    ),
]


@pytest.mark.parametrize("source", FACTORIES)
def test_what_a_function_of_this_file_looks_up_needs_a_mode(source: str) -> None:
    head = HEADER + "import copy, importlib\nfrom lib import nets, MODELS\n"
    (finding,) = [f for f in findings(head + source + TRAIN) if f.code == "MP218"]
    assert finding.fix is not None
    assert finding.fix.applicability == "safe"
    assert "start_training(" in fixed(head + source + TRAIN)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            "def build(name):\n    net = getattr(nets, name)(3)\n    net.eval()\n    return net\n"
            "net = build('a')\n",
            id="that sets it",
        ),
        pytest.param(
            "def build(name):\n    return nets.Net.from_pretrained(name)\nnet = build('a')\n",
            id="that gives it in evaluation mode",
        ),
    ],
)
def test_a_function_of_this_file_may_set_the_mode(source: str) -> None:
    assert modes("from lib import nets\n" + source + TRAIN) == []


def test_a_network_that_is_given_to_a_function_needs_a_mode() -> None:
    source = (
        "from lib import build\n\n\ndef train(model, x):\n"
        "    opt = torch.optim.SGD(model.parameters(), lr=0.1)\n    return model(x)\n\n\n"
        "network = build(3)\ntrain(network, 1)\n"
    )
    text = fixed(HEADER + source)
    assert "network = build(3)\nstart_training(network)\ntrain(" in text
    assert fixed(text) == text


@pytest.mark.parametrize(
    "made", ["a = build(1).to('cpu')\n", "a = nets.build(1).cuda()\n", "a = nets.small.Net()\n"]
)
def test_a_network_of_another_file_that_is_moved_starts_once(made: str) -> None:
    source = (
        f"import nets\nfrom lib import build\n{made}opt = torch.optim.SGD(a.parameters(), 0.1)\n"
    )
    text = fixed(f"{HEADER}{source}y = a(torch.ones(3))\n")
    assert text.count("start_training(a)") + text.count(" start_training(") == 1 + text.count(
        "def "
    )
    assert fixed(text) == text


@pytest.mark.parametrize(
    "source",
    [
        "nets = list(map(nn.Linear, [2, 3], [2, 3]))\n",
        NET + "names = list(map(str, [2, 3]))\n",
        NET + "kinds = [type(net) for net in nets]\n",
        NET + "class Other:\n    pass\n\n\nkind = type('K', (Other,), {})\n",
        "Pair = namedtuple('Pair', ['a', 'b'])\npair = Pair(nn.Dropout(0.5), 3)\n"
        "pair.a.eval()\ny = pair.a(torch.ones(3))\n",
        NET.replace("drop", "module") + "net = Net()\nnet.module.eval()\n",
    ],
)
def test_leaves_alone_what_builtins_make(source: str) -> None:
    assert modes(source) == []


def test_networks_that_map_makes() -> None:
    text = fixed(f"{HEADER}{NET}nets = list(map(Net, sizes))\n")
    assert "nets = list((made.set_train() for made in map(Net, sizes)))\n" in text


def test_a_class_that_type_makes_is_told() -> None:
    assert modes(f"{NET}Other = type('Other', (Net,), {{}})\n") == [7]


@pytest.mark.parametrize(
    "made",
    [
        "namedtuple('Pair', ['a', 'b'])",
        "namedtuple('Pair', 'a b')",
        "namedtuple('Pair', ('a', 'b'))",
    ],
)
@pytest.mark.parametrize("given", ["Net(), Net()", "a=Net(), b=Net()"])
def test_networks_of_a_named_tuple(made: str, given: str) -> None:
    source = (
        f"{NET}Pair = {made}\npair = Pair({given})\nnets = [pair.a]\nfor net in nets:\n    net(x)\n"
    )
    text = fixed(HEADER + source)
    assert text.count(".set_train()") == 1
    assert "Net().set_train()," in text


def test_what_a_wrapper_holds() -> None:
    source = f"{NET}net = nn.DataParallel(Net()).module\n{CALL}"
    assert modes(source) == [7]
    assert modes(f"{NET}both = nn.DataParallel(Net())\nnet = both.module\n{CALL}") == [7]
    assert modes(f"{NET}both = nn.DataParallel(Net())\nboth.module.eval()\nboth(x)\n") == []
