"""Graph mode compiles what a network's forward calls, in whichever file that is."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

CONFIG = Config(target=Target(devices=("CPU",), mode="GRAPH"))
HELPERS = """
def safe(x):
    try:
        return x / 2
    except ZeroDivisionError:
        return x
"""
NET = """
from torch import nn
{imports}

class Net(nn.Module):
    def forward(self, x):
        return self.{method}(x)

    def body(self, x):
        return {call}(x)

    def report(self, x):
        return safe(x)
"""


def codes(folder: Path, files: dict[str, str], of: str = "helpers.py") -> list[str]:
    """The codes of graph mode in the file ``of``."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
    text = (folder / of).read_text(encoding="utf-8")
    report = analyze(Document(str(folder / of), text), CONFIG, Workspace((folder,)))
    return [f.code for f in report.findings if f.code.startswith("MP4")]


def net(imports: str, call: str = "safe", method: str = "body") -> str:
    return NET.format(imports=imports, call=call, method=method)


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"net.py": net("from helpers import safe", "abs")},
        {"net.py": net("from helpers import other as safe")},
        {"net.py": net("from others import safe"), "others.py": HELPERS},
        {"tool.py": "from helpers import safe\n\ndef run(x):\n    return safe(x)\n"},
        {
            "step.py": "from helpers import safe\n\ndef step(net, x):\n    x = safe(x)\n"
            "    loss = net(x)\n    loss.backward()\n"
        },
        {
            "net.py": "from torch import nn\nfrom helpers import safe\n\n"
            "class Net(nn.Module):\n    @safe\n    def forward(self, x):\n        return x\n"
        },
        {"net.py": net("from helpers import safe\n\nWAYS = {'safe': safe}", "abs")},
    ],
)
def test_what_no_forward_calls_is_left_alone(files: dict[str, str], tmp_path: Path) -> None:
    assert codes(tmp_path, {"helpers.py": HELPERS, **files}) == []


@pytest.mark.parametrize(
    "files",
    [
        {"net.py": net("from helpers import safe")},
        {"net.py": net("from helpers import safe as gentle", "gentle")},
        {"net.py": net("from helpers import *")},
        {"net.py": net("from helpers import safe\n\nWAYS = {'safe': safe}", "WAYS[self.way]")},
        {"net.py": net("import helpers", "helpers.safe")},
        {"net.py": net("from more import twice", "twice"),
         "more.py": "from helpers import safe\n\ndef twice(x):\n    return safe(safe(x))\n"},
        {"net.py": net("from hands import safe"), "hands.py": "from helpers import safe\n"},
        {"step.py": "import helpers\n\ndef step(net, x):\n    loss = helpers.safe(net(x))\n"
         "    loss.backward()\n"},
        {"step.py": "import mindspore as ms\nfrom helpers import safe\n\ndef step(net, x):\n"
         "    def forward_fn(x):\n        return safe(net(x))\n\n"
         "    return ms.value_and_grad(forward_fn, None, net.trainable_params())(x)\n"},
    ],
)  # fmt: skip
def test_what_a_forward_of_another_file_calls(files: dict[str, str], tmp_path: Path) -> None:
    assert codes(tmp_path, {"helpers.py": HELPERS, **files}) == ["MP401"]


def test_a_package_that_hands_names_on(tmp_path: Path) -> None:
    files = {
        "layers/__init__.py": "from .helpers import safe\n",
        "layers/helpers.py": HELPERS,
        "net.py": net("from layers import safe"),
    }
    assert codes(tmp_path, files, "layers/helpers.py") == ["MP401"]


def test_a_change_of_the_network_is_seen(tmp_path: Path) -> None:
    helpers, path = tmp_path / "helpers.py", tmp_path / "net.py"
    helpers.write_text(HELPERS, encoding="utf-8")
    path.write_text(net("from helpers import safe", "abs"), encoding="utf-8")
    workspace, document = Workspace((tmp_path,)), Document(str(helpers), HELPERS)
    assert not [f for f in analyze(document, CONFIG, workspace).findings if f.code == "MP401"]
    path.write_text(net("from helpers import safe"), encoding="utf-8")
    workspace.forget(path)
    assert [f for f in analyze(document, CONFIG, workspace).findings if f.code == "MP401"]


ENCODER = """
from torch import nn

class Encoder(nn.Module):
    def forward(self, x):
        return x

    def encode(self, x):
        return self.half(x)

    def half(self, x):
        try:
            return x / 2
        except ZeroDivisionError:
            return x
"""


@pytest.mark.parametrize("call", ["x", "self.inner(x)", "self.inner.report(x)", "self.encode(x)"])
def test_methods_that_no_network_of_another_file_calls_are_not_compiled(
    call: str, tmp_path: Path
) -> None:
    files = {"encoder.py": ENCODER, "net.py": using(call)}
    assert codes(tmp_path, files, "encoder.py") == []


@pytest.mark.parametrize("call", ["self.inner.encode(x)", "self.parts[0].half(x)"])
def test_methods_that_networks_of_other_files_call_are_compiled(call: str, tmp_path: Path) -> None:
    files = {"encoder.py": ENCODER, "net.py": using(call)}
    assert codes(tmp_path, files, "encoder.py") == ["MP401"]


def test_methods_are_called_through_the_package_that_hands_the_class_on(tmp_path: Path) -> None:
    files = {
        "kit/encoder.py": ENCODER,
        "kit/__init__.py": "from kit.encoder import Encoder\n",
        "net.py": using("self.inner.encode(x)", "kit"),
    }
    assert codes(tmp_path, files, "kit/encoder.py") == ["MP401"]


@pytest.mark.parametrize(("base", "expected"), [("Encoder", ["MP401"]), ("nn.Module", [])])
def test_methods_of_a_base_are_called_of_what_derives_from_it(
    base: str, expected: list[str], tmp_path: Path
) -> None:
    files = {
        "kit/encoder.py": ENCODER,
        "kit/__init__.py": "from kit.smaller import Smaller\n",
        "kit/smaller.py": "from torch import nn\nfrom kit.encoder import Encoder\n\n"
        f"class Smaller({base}):\n    pass\n",
        "net.py": using("self.inner.encode(x)", "kit").replace("Encoder", "Smaller"),
    }
    assert codes(tmp_path, files, "kit/encoder.py") == expected


CLASSIFIER = """
from torch import nn

class Classifier(nn.Module):
    def keep(self, x):
        self.centre = x.mean(0)

    def away(self, x):
        return x - self.centre
"""
EPISODE = """
import torch
from classifier import Classifier

def train(net: Classifier, optimizer, x, meter):
    for _ in range(3):
        {statement}
        loss = net(x).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("x = net.scaled(x)", []),
        ("net.eval()", []),
        ("print(x.shape)", []),
        ("x = x.relu()\n        x.clamp_(0, 1)", []),
        ("net.keep(net.backbone(x))", ["MP404"]),
    ],
)
def test_what_compiled_code_does_to_an_object_of_another_file_is_told(
    statement: str, expected: list[str], tmp_path: Path
) -> None:
    files = {"classifier.py": CLASSIFIER, "train.py": EPISODE.format(statement=statement)}
    for name, text in files.items():
        (tmp_path / name).write_text(dedent(text), encoding="utf-8")
    path = tmp_path / "train.py"
    workspace = Workspace((tmp_path,))
    fixed = fix_document(Document(str(path), path.read_text()), CONFIG, workspace, unsafe=True)
    assert "value_and_grad" in fixed.document.text
    assert [f.code for f in fixed.report.findings if f.code.startswith("MP4")] == expected


def using(call: str, module: str = "encoder") -> str:
    return f"""
from torch import nn
from {module} import Encoder

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Encoder()
        self.parts = nn.ModuleList([Encoder()])

    def forward(self, x):
        return {call}

    def encode(self, x):
        return x
"""


LIGHTNING = """
from torch import nn


class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 1)

    def forward(self, x):
        return self.layer(x)

    def training_step(self, batch):
        out = self(batch)
        return {"loss": out.mean()}
"""
STEP = """
from module import Module

module = Module()


def step(optimizer, batch):
    {lines}
    loss.backward()
    optimizer.step()
"""


@pytest.mark.parametrize(
    "lines",
    [
        "out = module.training_step(batch)\n    loss = out['loss']",
        "out = module.training_step(batch)\n    loss = sum(out.values())",
        "out = module.training_step(batch)\n    loss = sum(out[k] for k in ('loss',)) / 2",
        "out = module.training_step(batch)\n    loss = out.loss",
        "held = module.training_step(batch)\n    out = held['loss']\n    loss = out * 2 + out.sum()",
        "loss, rest = module.training_step(batch)",
    ],
)
def test_a_method_that_gives_what_holds_the_loss_is_compiled(tmp_path: Path, lines: str) -> None:
    files = {"module.py": LIGHTNING, "step.py": STEP.format(lines=lines)}
    assert codes(tmp_path, files, "module.py") == ["MP402"]


@pytest.mark.parametrize(
    "lines",
    [
        "out = module.training_step(batch)\n    loss = module(batch)",
        "seen = module.training_step(batch)\n    loss = module(seen['loss'])",
    ],
)
def test_what_a_network_is_given_is_made_before(tmp_path: Path, lines: str) -> None:
    files = {"module.py": LIGHTNING, "step.py": STEP.format(lines=lines)}
    assert codes(tmp_path, files, "module.py") == []


def test_a_network_that_calls_itself_in_a_step_is_moved(tmp_path: Path) -> None:
    lines = "out = module.training_step(batch)\n    loss = out['loss']"
    (tmp_path / "step.py").write_text(STEP.format(lines=lines), encoding="utf-8")
    path = tmp_path / "module.py"
    path.write_text(LIGHTNING, encoding="utf-8")
    document = Document(str(path), LIGHTNING)
    result = fix_document(document, CONFIG, Workspace((tmp_path,)), unsafe=False)
    assert "out = self.construct(batch)" in result.document.text
