"""Functions that read gradients and that other files call: both sides are given the gradients.

That they train as in torch is shown by ``tests/scenarios/projects``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace

CLIP = """\
import torch


def clip_gradient(optimizer, limit):
    for group in optimizer.param_groups:
        for param in group['params']:
            if param.grad is not None:
                param.grad.data.clamp_(-limit, limit)
"""
FGM = """\
import torch


class FGM:
    def __init__(self, model):
        self.model = model
        self.backup = {}

    def attack(self, epsilon=1.0):
        for name, param in self.model.named_parameters():
            if param.requires_grad:
                self.backup[name] = param.data.clone()
                param.data.add_(epsilon * param.grad / torch.norm(param.grad))

    def restore(self):
        for name, param in self.model.named_parameters():
            param.data = self.backup[name]
"""
TRAIN = """\
import torch
import torch.nn.functional as F
{imports}


def train(data):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD({parameters}, lr=0.1)
    {made}
    for x, y in data:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        {call}
        optimizer.step()
"""
ATTACK = "fgm.attack()\n        F.mse_loss(model(x), y).backward()\n        fgm.restore()"


def train(
    imports: str, call: str, made: str = "pass", parameters: str = "model.parameters()"
) -> str:
    return TRAIN.format(imports=imports, call=call, made=made, parameters=parameters)


def fixed(folder: Path, files: dict[str, str], name: str) -> tuple[str, list[str]]:
    """A file after all fixes, which the other files see, and what is left to do in it."""
    for file, text in files.items():
        (folder / file).parent.mkdir(exist_ok=True)
        if not (folder / file).exists():
            (folder / file).write_text(text, encoding="utf-8")
    document = Document(str(folder / name), files[name])
    result = fix_document(document, Config(), Workspace([folder]), unsafe=True)
    left = [f.message.en for f in result.report.findings if f.code == "MP306"]
    (folder / name).write_text(result.document.text, encoding="utf-8")
    return result.document.text, left


@pytest.mark.parametrize(
    ("files", "told"),
    [
        pytest.param(
            {
                "utils.py": CLIP,
                "train.py": train("from utils import clip_gradient", "clip_gradient(other, 0.5)"),
            },
            "clip_gradient has to be given the gradients",
            id="of another optimizer",
        ),
        pytest.param(
            {
                "utils.py": FGM,
                "train.py": train("from utils import FGM", ATTACK, "fgm = FGM(other)"),
            },
            "FGM.attack has to be given the gradients",
            id="of another network",
        ),
        pytest.param(
            {
                "utils.py": FGM.replace("FGM:", "FGM(Base):"),
                "train.py": train("from utils import FGM", ATTACK, "fgm = FGM(model)"),
            },
            "FGM.attack has to be given the gradients",
            id="of a class with a base",
        ),
        pytest.param(
            {
                "utils.py": CLIP,
                "train.py": "from utils import clip_gradient\n\n\ndef clip(trainer):\n"
                "    clip_gradient(trainer.optimizer, 0.5)\n",
            },
            "clip_gradient has to be given the gradients",
            id="where no gradient is computed",
        ),
    ],
)
def test_callers_that_cannot_give_gradients_are_told(
    tmp_path: Path, files: dict[str, str], told: str
) -> None:
    _, left = fixed(tmp_path, files, "train.py")
    assert any(told in message for message in left)


def test_what_clears_gradients_or_steps_stays_marked(tmp_path: Path) -> None:
    files = {
        "utils.py": "import torch\n\n\ndef clear(model):\n    for p in model.parameters():\n"
        "        p.grad.data.zero_()\n",
        "train.py": train("from utils import clear", "clear(model)"),
    }
    text, left = fixed(tmp_path, files, "utils.py")
    assert "def clear(model):" in text and left


def test_a_file_without_torch_beside_one_that_has_it(tmp_path: Path) -> None:
    files = {
        "utils.py": CLIP.replace("import torch\n", ""),
        "train.py": train("from utils import clip_gradient", "clip_gradient(optimizer, 0.5)"),
    }
    text, left = fixed(tmp_path, files, "utils.py")
    assert "def clip_gradient(optimizer, grads, limit):" in text
    assert left == []


@pytest.mark.parametrize(
    ("imports", "call", "after"),
    [
        ("from utils import clip_gradient", "clip_gradient(optimizer, 0.5)", "clip_gradient(optimizer, grads, 0.5)"),
        ("from utils import *", "clip_gradient(optimizer, 0.5)", "clip_gradient(optimizer, grads, 0.5)"),
        ("import utils", "utils.clip_gradient(optimizer, 0.5)", "utils.clip_gradient(optimizer, grads, 0.5)"),
        (
            "from utils import clip_gradient as clip",
            "clip(limit=0.5, optimizer=optimizer)",
            "clip(limit=0.5, optimizer=optimizer, grads=grads)",
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("order", [("utils.py", "train.py"), ("train.py", "utils.py")])
def test_a_function_of_another_file_is_given_the_gradients(
    tmp_path: Path, imports: str, call: str, after: str, order: tuple[str, str]
) -> None:
    files = {"utils.py": CLIP, "train.py": train(imports, call)}
    found = {name: fixed(tmp_path, files, name) for name in order}
    assert [left for _, left in found.values()] == [[], []]
    assert f"        {after}\n        optimizer(grads)\n" in found["train.py"][0]
    assert (
        "def clip_gradient(optimizer, grads, limit):\n"
        "    for param, grad in zip(optimizer.parameters, grads):\n"
        "        if grad is not None:\n"
    ) in found["utils.py"][0]


@pytest.mark.parametrize("order", [("utils.py", "train.py"), ("train.py", "utils.py")])
@pytest.mark.parametrize(
    ("parameters", "given"),
    [
        ("model.parameters()", "grads"),
        (
            "[{'params': model.parameters()}]",
            "grads_of(model.trainable_params(), optimizer, grads)",
        ),
    ],
)
def test_an_object_of_another_files_class_is_given_the_gradients(
    tmp_path: Path, parameters: str, given: str, order: tuple[str, str]
) -> None:
    source = train("from utils import FGM", ATTACK, "fgm = FGM(model)", parameters)
    files = {"utils.py": FGM, "train.py": source}
    found = {name: fixed(tmp_path, files, name) for name in order}
    assert [left for _, left in found.values()] == [[], []]
    assert f"        fgm.attack({given})\n" in found["train.py"][0]
    assert "        fgm.restore()\n" in found["train.py"][0]
    assert "    def attack(self, grads, epsilon=1.0):\n" in found["utils.py"][0]


def test_a_class_that_a_package_hands_on_is_known(tmp_path: Path) -> None:
    files = {
        "lib/__init__.py": "from .attacks import FGM\n",
        "lib/attacks.py": FGM,
        "train.py": train("from lib import FGM", ATTACK, "fgm = FGM(model)"),
    }
    text, left = fixed(tmp_path, files, "train.py")
    assert not left and "fgm.attack(grads)" in text


def test_a_file_that_calls_what_others_call_gives_the_gradients_itself(tmp_path: Path) -> None:
    files = {
        "utils.py": CLIP
        + train("", "clip_gradient(optimizer, 1)").partition("functional as F\n")[2]
        + "\n\ndef test(data):\n    clip_gradient(data, 2)\n",
        "other.py": "from utils import clip_gradient\n",
    }
    files["utils.py"] = "import torch.nn.functional as F\n" + files["utils.py"]
    text, left = fixed(tmp_path, files, "utils.py")
    assert "clip_gradient(optimizer, grads, 1)" in text
    assert ["clip_gradient has to be given" in message for message in left] == [True]


def test_a_function_that_its_own_file_never_calls_takes_the_gradients(tmp_path: Path) -> None:
    text, left = fixed(tmp_path, {"utils.py": CLIP}, "utils.py")
    assert "def clip_gradient(optimizer, grads, limit):" in text and not left


HANDING = """\
import torch


class Weights:
    def __init__(self, model):
        self.model = model
        self.kept = {}

    def perturb(self):
        self.keep()
        self.move(size=0.1)

    def keep(self):
        for name, param in self.model.named_parameters():
            if param.grad is not None:
                self.kept[name] = param.data.clone()

    def move(self, size):
        for name, param in self.model.named_parameters():
            if param.grad is not None:
                param.data.add_(size * param.grad)
"""


@pytest.mark.parametrize("order", [("utils.py", "train.py"), ("train.py", "utils.py")])
def test_a_method_hands_the_gradients_to_others_of_its_object(
    tmp_path: Path, order: tuple[str, str]
) -> None:
    source = train("from utils import Weights", "held.perturb()", "held = Weights(model)")
    files = {"utils.py": HANDING, "train.py": source}
    found = {name: fixed(tmp_path, files, name) for name in order}
    assert [left for _, left in found.values()] == [[], []]
    assert "        held.perturb(grads)\n" in found["train.py"][0]
    assert (
        "    def perturb(self, grads):\n        self.keep(grads)\n        self.move(grads, size=0.1)\n"
    ) in found["utils.py"][0]
    assert "    def move(self, grads, size):\n" in found["utils.py"][0]


def test_a_method_that_only_its_own_object_calls_is_rewritten_with_the_step(tmp_path: Path) -> None:
    trainer = """\
import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def clip(self):
        for p in self.model.parameters():
            p.grad.clamp_(-1, 1)

    def step(self, x, y):
        self.optimizer.zero_grad()
        loss = F.mse_loss(self.model(x), y)
        loss.backward()
        self.clip()
        self.optimizer.step()
"""
    files = {"trainer.py": trainer, "main.py": "from trainer import Trainer\n"}
    text, left = fixed(tmp_path, files, "trainer.py")
    assert not left
    assert "    def clip(self, grads):\n" in text
    assert "        self.clip(grads)\n        self.optimizer(grads)\n" in text


@pytest.mark.parametrize(
    ("imports", "given", "call", "after"),
    [
        ("", "model, fgm, optimizer, data", "fgm.attack()", "fgm.attack(grads_of(fgm.model.trainable_params(), optimizer, grads))"),
        ("from utils import FGM\n", "model, fgm: FGM, optimizer, data", "fgm.attack(0.5)",
         "fgm.attack(grads_of(fgm.model.trainable_params(), optimizer, grads), 0.5)"),
    ],
)  # fmt: skip
def test_an_object_that_is_given_takes_the_gradients_of_its_network(
    tmp_path: Path, imports: str, given: str, call: str, after: str
) -> None:
    source = (
        "import torch\nimport torch.nn.functional as F\nfrom utils import FGM\n\n\n"
        f"def train({given}):\n    for x, y in data:\n        optimizer.zero_grad()\n"
        f"        loss = F.mse_loss(model(x), y)\n        loss.backward()\n        {call}\n"
        "        F.mse_loss(model(x), y).backward()\n        optimizer.step()\n"
    )
    source += "" if imports else (
        "\n\ndef main(data):\n    model = torch.nn.Linear(3, 1)\n"
        "    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
        "    train(model, FGM(model), optimizer, data)\n"
    )  # fmt: skip
    text, left = fixed(tmp_path, {"utils.py": FGM, "train.py": source}, "train.py")
    assert not left
    assert f"        {after}\n" in text


def test_pairs_of_names_and_parameters_are_given_with_the_gradients(tmp_path: Path) -> None:
    flow = """\
import torch


def flow(named_parameters):
    means = []
    for name, p in named_parameters:
        if p.requires_grad and "bias" not in name:
            means.append(p.grad.abs().mean())
    return means
"""
    source = train("from utils import flow", "print(len(flow(model.named_parameters())))")
    files = {"utils.py": flow, "train.py": source}
    found = {name: fixed(tmp_path, files, name) for name in ("utils.py", "train.py")}
    assert [left for _, left in found.values()] == [[], []]
    assert (
        "    for (name, p), grad in zip(((name, p) for name, p in named_parameters if p.requires_grad), grads):\n"
    ) in found["utils.py"][0]
    call = "print(len(flow(named_parameters(model), grads)))"
    assert f"        {call}\n" in found["train.py"][0]


def test_an_object_that_may_be_none_is_known(tmp_path: Path) -> None:
    source = train("from utils import FGM", ATTACK, "fgm = FGM(model) if data else None")
    text, left = fixed(tmp_path, {"utils.py": FGM, "train.py": source}, "train.py")
    assert not left and "fgm.attack(grads)" in text


STEPS = """\
import torch
import torch.nn.functional as F


def clip_gradient(net, limit):
    for param in net.parameters():
        if param.grad is not None:
            param.grad.data.clamp_(-limit, limit)


def pretrain(net, optimizer, data):
    for x, y in data:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        clip_gradient(net, 1)
        optimizer.step()


def train(net, optimizer, data):
    for x, y in data:
        optimizer.zero_grad()
        F.l1_loss(net(x), y).backward()
        clip_gradient(net, 2)
        {step}
"""


def test_each_of_several_functions_gives_the_gradients(tmp_path: Path) -> None:
    files = {"train.py": STEPS.format(step="optimizer.step()")}
    text, left = fixed(tmp_path, files, "train.py")
    assert "def clip_gradient(net, grads, limit):" in text
    assert "clip_gradient(net, grads, 1)" in text and "clip_gradient(net, grads, 2)" in text
    assert left == []


def test_one_that_cannot_is_told_and_holds_up_no_other(tmp_path: Path) -> None:
    files = {"train.py": STEPS.format(step="update(net)")}
    text, left = fixed(tmp_path, files, "train.py")
    assert "clip_gradient(net, grads, 1)" in text and "clip_gradient(net, 2)" in text
    assert any("clip_gradient has to be given the gradients" in message for message in left)
