"""Classes around an optimizer: their step is given the gradients, and so are the loops that call it.

That they train as they did is shown by ``scheduled_optimizer.py`` in ``tests/scenarios/programs``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace

from .conftest import findings, moved

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
NOAM = """
class Noam:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.count = 0

    def step(self):
        self.count += 1
        self.optimizer.step()

    def zero_grad(self):
        self.optimizer.zero_grad()
"""
LOOP = """
def train(loader):
    net = nn.Linear(3, 2)
    opt = Noam(torch.optim.SGD(net.parameters(), lr=0.1))
    for x, y in loader:
        opt.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        opt.step()
"""


@pytest.mark.parametrize(
    "wrapper",
    [
        pytest.param(
            NOAM.replace("        self.count += 1", "        if self.count > 9:\n            return"),
            id="not every time",
        ),
        pytest.param(
            NOAM.replace("        self.optimizer.step()", "        if self.count:\n            self.optimizer.step()"),
            id="in a branch",
        ),
        pytest.param(NOAM + "\n    def twice(self):\n        self.step()\n        self.step()\n", id="its own"),
        pytest.param(NOAM.replace("step(self)", "step(self, *scales)"), id="any arguments"),
        pytest.param(NOAM.replace("Noam:", "Noam(lib.Base):"), id="a base of another file"),
        pytest.param(NOAM + "\n    def swap(self, other):\n        self.optimizer = other\n", id="swapped"),
    ],
)  # fmt: skip
def test_leaves_classes_alone_that_do_more_with_gradients(wrapper: str) -> None:
    text, left = moved(HEAD + "import lib\n" + wrapper + LOOP)
    assert "self.optimizer.step()" in text
    assert "loss.backward()" in text and "opt.step()" in text
    assert any("Noam is a class of its own around an optimizer" in told for told in left)


def test_leaves_a_loop_alone_whose_optimizer_may_be_such_a_class() -> None:
    loop = LOOP.replace("def train(loader):", "def train(net, opt, loader):")
    loop = "\n".join(
        line for line in loop.splitlines() if " = n" not in line and " = N" not in line
    )
    text, left = moved(HEAD + NOAM + loop)
    assert "loss.backward()" in text and "value_and_grad" not in text
    assert any("it may be a Noam" in told for told in left)


def test_leaves_a_loop_alone_that_clears_by_a_method_that_does_more() -> None:
    wrapper = NOAM.replace("zero_grad(self):\n", "zero_grad(self):\n        self.count = 0\n")
    text, left = moved(HEAD + wrapper + LOOP)
    assert "self.count = 0\n        self.optimizer.zero_grad()" in text
    assert "loss.backward()" in text and left


def test_the_step_takes_the_gradients_and_nothing_is_left_to_clear() -> None:
    text, left = moved(HEAD + NOAM + LOOP)
    assert not left
    assert (
        "    def step(self, grads):\n        self.count += 1\n        self.optimizer(grads)\n"
        in text
    )
    assert "zero_grad" not in text
    assert "value_and_grad(forward_fn, None, opt.optimizer.parameters)" in text
    assert "        loss, grads = grad_fn(x, y)\n        opt.step(grads)\n" in text


def test_a_loop_clears_the_gradients_of_the_optimizer_inside() -> None:
    loop = LOOP.replace("opt.zero_grad()", "opt.optimizer.zero_grad()")
    text, left = moved(HEAD + NOAM.partition("    def zero_grad")[0] + loop)
    assert not left
    assert "opt.step(grads)" in text and "zero_grad" not in text


def test_a_step_by_another_name_is_one() -> None:
    text, left = moved(
        HEAD + (NOAM + LOOP).replace("step(self)", "update(self)").replace("opt.step", "opt.update")
    )
    assert not left
    assert "def update(self, grads):" in text and "opt.update(grads)" in text


@pytest.mark.parametrize(
    ("taken", "given", "after"),
    [
        ("scale=1", "", "grads"),
        ("scale", "2 * 3", "grads, 2 * 3"),
        ("scale, lr=1", "2,\n                 lr=3", "grads, 2,\n                 lr=3"),
        ("scale=1", "scale=torch.abs(x)", "grads, scale=mint.abs(x)"),
    ],
)
def test_a_step_takes_more_behind_the_gradients(taken: str, given: str, after: str) -> None:
    wrapper = NOAM.replace("step(self)", f"step(self, {taken})")
    text, left = moved(HEAD + wrapper + LOOP.replace("opt.step()", f"opt.step({given})"))
    assert not left
    assert f"    def step(self, grads, {taken}):\n" in text
    assert f"        opt.step({after})\n" in text


def test_says_that_callers_and_class_go_together() -> None:
    told = [f for f in findings(HEAD + NOAM + LOOP) if f.code == "MP306"]
    assert {f.fix.applicability for f in told if f.fix is not None} == {"unsafe"}
    assert any("Noam.step is given the gradients" in f.message.en for f in told)
    assert any("opt.step is given the gradients" in f.message.en for f in told)


@pytest.mark.parametrize("first", ["noam.py", "train.py"])
@pytest.mark.parametrize("more", ["", "2"])
def test_a_class_of_another_file_whichever_is_moved_first(
    tmp_path: Path, first: str, more: str
) -> None:
    noam = NOAM.replace("step(self)", "step(self, scale)") if more else NOAM
    loop = "from noam import Noam\n" + LOOP.replace("opt.step()", f"opt.step({more})")
    sources = {"noam.py": HEAD + noam, "train.py": HEAD + loop}
    for name, source in sources.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    for name in sorted(sources, key=lambda name: name != first):
        path = tmp_path / name
        document = Document(str(path), path.read_text(encoding="utf-8"))
        result = fix_document(document, Config(), Workspace([tmp_path]), unsafe=True)
        path.write_text(result.document.text, encoding="utf-8")
    given = f"grads, {more}" if more else "grads"
    assert f"opt.step({given})" in (tmp_path / "train.py").read_text(encoding="utf-8")
    assert "self.optimizer(grads)" in (tmp_path / "noam.py").read_text(encoding="utf-8")


CLIPPING = """
class Optim:
    def __init__(self, params, lr, max_norm):
        self.lr, self.max_norm = lr, max_norm
        self.set_parameters(params)

    def set_parameters(self, params):
        self.params = list(params)
        self.optimizer = torch.optim.SGD(self.params, lr=self.lr)

    def step(self):
        if self.max_norm:
            nn.utils.clip_grad_norm_(self.params, self.max_norm)
        self.optimizer.step()

    def zero_grad(self):
        self.optimizer.zero_grad()
"""
CLIPPED = LOOP.replace(
    "Noam(torch.optim.SGD(net.parameters(), lr=0.1))", "Optim(net.parameters(), 0.1, 1.0)"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("nn.utils.clip", "self.norm = nn.utils.clip", id="the norm"),
        pytest.param("max_norm)\n        self", "max_norm, norm_type=3)\n        self", id="another norm"),
        pytest.param("    def zero_grad", "    def clip(self):\n        nn.utils.clip_grad_norm_(self.params, 1.0)\n\n    def zero_grad", id="elsewhere"),
        pytest.param("        if self.max_norm:\n", "        for _ in range(2):\n", id="in a loop"),
        pytest.param("        self.optimizer.step()\n", "        self.optimizer.step()\n        nn.utils.clip_grad_norm_(self.params, 1.0)\n", id="behind the step"),
    ],
)  # fmt: skip
def test_leaves_classes_alone_that_clip_otherwise(before: str, after: str) -> None:
    assert before in CLIPPING
    text, left = moved(HEAD + CLIPPING.replace(before, after) + CLIPPED)
    assert "loss.backward()" in text and "value_and_grad" not in text
    assert left


def test_the_step_of_an_object_clips_the_gradients_that_it_takes() -> None:
    text, left = moved(HEAD + CLIPPING + CLIPPED)
    assert left == []
    assert (
        "    def step(self, grads):\n"
        "        if self.max_norm:\n"
        "            grads = ops.clip_by_norm(grads, self.max_norm)\n"
        "        self.optimizer(grads)\n"
    ) in text
    assert "        opt.step(grads)\n" in text
    told = [f.message.en for f in findings(HEAD + CLIPPING) if f.code == "MP306"]
    assert any("self.optimizer is taken to hold the parameters of self.params" in m for m in told)


def test_what_an_object_has_clipped_is_not_added_to() -> None:
    """torch adds to the gradients that were clipped."""
    loop = CLIPPED.replace("        opt.zero_grad()\n", "").replace(
        "        opt.step()\n",
        "        opt.step()\n        if y.sum() > 0:\n            opt.zero_grad()\n",
    )
    text, left = moved(HEAD + CLIPPING + loop)
    assert "value_and_grad" not in text
    assert any("opt.step changes the gradients" in message for message in left)


NORMED = """
class Optim:
    def _make(self):
        if self.method == "sgd":
            self.optimizer = torch.optim.SGD(self.params, lr=self.lr)
        elif self.method == "adam":
            self.optimizer = torch.optim.Adam(self.params, lr=self.lr)

    def __init__(self, params, method, lr, max_norm):
        self.params = list(params)
        self.method, self.lr, self.max_norm = method, lr, max_norm
        self._make()

    def step(self):
        norm = 0
        for p in self.params:
            norm += p.grad.data.norm() ** 2
        norm = norm ** 0.5
        for p in self.params:
            if norm > self.max_norm:
                p.grad.data.mul_(self.max_norm / norm)
        self.optimizer.step()
        return norm

    def update(self):
        self.lr = self.lr / 2
        self._make()
"""
NORMS = """
def train(net, loader):
    opt = Optim(net.parameters(), "sgd", 0.1, 1.0)
    for x, y in loader:
        net.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        norm = opt.step()
        print(norm, loss.item())
    opt.update()
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("Adam(self.params", "Adam(self.others", id="made of others"),
        pytest.param("        self._make()\\n\\n    def step", "        self.params = self.params[1:]\\n\\n    def step", id="of less"),
        pytest.param("for p in self.params:\\n            norm", "for p in self.others:\\n            norm", id="over others"),
        pytest.param("p.grad.data.mul_(self.max_norm / norm)", "p.grad = p.grad * (self.max_norm / norm)", id="set"),
        pytest.param("        return norm", "        for p in self.params:\\n            p.grad.zero_()\\n        return norm", id="behind the step"),
        pytest.param("        self.lr = self.lr / 2", "        print(self.params[0].grad)", id="elsewhere"),
    ],
)  # fmt: skip
def test_leaves_classes_alone_that_read_gradients_otherwise(before: str, after: str) -> None:
    before, after = before.replace("\\n", "\n"), after.replace("\\n", "\n")
    assert before in NORMED
    text, left = moved(HEAD + NORMED.replace(before, after) + NORMS)
    assert "loss.backward()" in text and "value_and_grad" not in text
    assert left


def test_leaves_a_step_alone_whose_result_is_part_of_something() -> None:
    text, left = moved(HEAD + NORMED + NORMS.replace("norm = opt.step()", "norm = 2 * opt.step()"))
    assert "loss.backward()" in text
    assert any("its result is used" in told for told in left)


def test_the_step_of_an_object_reads_the_gradients_that_it_takes() -> None:
    text, left = moved(HEAD + NORMED + NORMS)
    assert left == []
    assert (
        "    def step(self, grads):\n"
        "        norm = 0\n"
        "        for p, grad in zip(self.params, grads):\n"
        "            norm += ms_norm(grad.data) ** 2\n"
    ) in text
    assert (
        "        for p, grad in zip(self.params, grads):\n            if norm > self.max_norm:\n"
        "                grad.data.copy_(grad.data.mul(self.max_norm / norm))\n        self.optimizer(grads)\n"
    ) in text
    assert "        norm = opt.step(grads)\n" in text


def test_a_generator_reads_them_too() -> None:
    summed = "        norm = sum(p.grad.norm() ** 2 for p in self.params)\n"
    loop = "        norm = 0\n        for p in self.params:\n            norm += p.grad.data.norm() ** 2\n"
    text, left = moved(HEAD + NORMED.replace(loop, summed) + NORMS)
    assert left == []
    assert "sum(grad.norm() ** 2 for p, grad in zip(self.params, grads))" in text


@pytest.mark.parametrize("first", ["own.py", "train.py"])
def test_such_a_class_of_another_file_whichever_is_moved_first(tmp_path: Path, first: str) -> None:
    sources = {"own.py": HEAD + NORMED, "train.py": HEAD + "from own import Optim\n" + NORMS}
    for name, source in sources.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    for name in sorted(sources, key=lambda name: name != first):
        path = tmp_path / name
        document = Document(str(path), path.read_text(encoding="utf-8"))
        result = fix_document(document, Config(), Workspace([tmp_path]), unsafe=True)
        path.write_text(result.document.text, encoding="utf-8")
    assert "norm = opt.step(grads)" in (tmp_path / "train.py").read_text(encoding="utf-8")
    assert "self.optimizer(grads)" in (tmp_path / "own.py").read_text(encoding="utf-8")
