"""Functions and objects that are given a loss, differentiate it and step: they take its gradients.

That they train as they did is shown by the project ``masked_autoencoder`` of ``tests/scenarios``.
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
SCALER = """
class NativeScaler:
    def __init__(self):
        self._scaler = torch.cuda.amp.GradScaler()

    def __call__(self, loss, optimizer, clip_grad=None, parameters=None, create_graph=False, update_grad=True):
        self._scaler.scale(loss).backward(create_graph=create_graph)
        if update_grad:
            if clip_grad is not None:
                self._scaler.unscale_(optimizer)
                norm = torch.nn.utils.clip_grad_norm_(parameters, clip_grad)
            else:
                self._scaler.unscale_(optimizer)
                norm = get_grad_norm_(parameters)
            self._scaler.step(optimizer)
            self._scaler.update()
        else:
            norm = None
        return norm


def get_grad_norm_(parameters, norm_type=2.0):
    parameters = [p for p in parameters if p.grad is not None]
    device = parameters[0].grad.device
    return torch.norm(torch.stack([torch.norm(p.grad.detach(), norm_type).to(device) for p in parameters]), norm_type)
"""
EPOCH = """
def train_one_epoch(model, loader, optimizer, loss_scaler, accum_iter):
    optimizer.zero_grad()
    for step, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x), y)
        loss /= accum_iter
        loss_scaler(loss, optimizer, parameters=model.parameters(), update_grad=(step + 1) % accum_iter == 0)
        if (step + 1) % accum_iter == 0:
            optimizer.zero_grad()
"""
MAIN = """
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
train_one_epoch(net, loader, opt, NativeScaler(), 2)
"""
STEP = """
def optimize(loss, optimizer, params, max_norm=None):
    optimizer.zero_grad()
    loss.backward()
    if max_norm is not None:
        nn.utils.clip_grad_norm_(params, max_norm)
    optimizer.step()
"""
LOOP = """
def train(net, loader):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        loss = F.mse_loss(net(x), y)
        optimize(loss, opt, net.parameters())
"""


def project(folder: Path, sources: dict[str, str], first: str) -> dict[str, str]:
    """The files after all fixes, ``first`` before the others; they are moved one after the other."""
    for name, source in sources.items():
        (folder / name).write_text(source, encoding="utf-8")
    for name in sorted(sources, key=lambda name: name != first):
        path = folder / name
        document = Document(str(path), path.read_text(encoding="utf-8"))
        result = fix_document(document, Config(), Workspace([folder]), unsafe=True)
        path.write_text(result.document.text, encoding="utf-8")
    return {name: (folder / name).read_text(encoding="utf-8") for name in sources}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("== 0:\n            optimizer.zero_grad()", "== 1:\n            optimizer.zero_grad()", id="another condition"),
        pytest.param("loss_scaler(", "log(lambda: loss_scaler(", id="later"),
        pytest.param("parameters=model.parameters()", "*rest", id="starred"),
        pytest.param("        loss_scaler(", "        ok = step > 2 and loss_scaler(", id="not in any case"),
    ],
)  # fmt: skip
def test_leaves_callers_alone(before: str, after: str) -> None:
    assert before in EPOCH
    epoch = EPOCH.replace(before, after, 1)
    if "lambda" in after:
        epoch = epoch.replace("== 0)\n", "== 0))\n", 1)
    text, left = moved(HEAD + SCALER + epoch + MAIN)
    body = text[text.index("def train_one_epoch") :]
    assert "value_and_grad" not in body and "optimizer.zero_grad()" in body
    assert left


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("create_graph=create_graph)", "create_graph=create_graph, inputs=parameters)", id="inputs"),
        pytest.param("        self._scaler.scale", "        loss = loss * 2\n        self._scaler.scale", id="another loss"),
        pytest.param("clip_grad_norm_(parameters,", "clip_grad_norm_(self.weights,", id="clips others"),
        pytest.param("            self._scaler.step", "            parameters[0].grad.mul_(2)\n            self._scaler.step", id="edits"),
        pytest.param("class NativeScaler:", "class NativeScaler(Base):", id="a base"),
    ],
)  # fmt: skip
def test_leaves_what_does_more_with_gradients_alone(before: str, after: str) -> None:
    assert before in SCALER
    text, left = moved(HEAD + "from lib import Base\n" + SCALER.replace(before, after, 1))
    assert ".backward(create_graph=create_graph" in text
    assert left


def test_leaves_a_call_of_something_unknown_alone() -> None:
    text, left = moved(HEAD + EPOCH)
    assert "value_and_grad" not in text and "loss_scaler(loss, optimizer" in text
    assert left


def test_an_object_takes_the_gradients_and_the_loop_differentiates() -> None:
    text, left = moved(HEAD + SCALER + EPOCH + MAIN)
    assert left == []
    assert "def __call__(self, grads, optimizer, clip_grad=None," in text
    assert "backward" not in text and "zero_grad" not in text
    assert "                grads = self._scaler.unscale_(optimizer, grads)\n" in text
    assert "                norm = get_grad_norm_(parameters, grads)\n" in text
    assert "            self._scaler.step(optimizer, grads)\n" in text
    assert "        return loss_scaler._scaler.scale(loss)\n" in text
    assert (
        "        loss_scaler(total_grads, optimizer, parameters=model.trainable_params(), "
        "update_grad=(step + 1) % accum_iter == 0)\n"
        "        if (step + 1) % accum_iter == 0:\n            total_grads = None\n"
    ) in text


HALF = """
def train_one_epoch(model, loader, optimizer, loss_scaler, n, use_amp=False):
    optimizer.zero_grad()
    for step, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x), y)
        if use_amp:
            second = hasattr(optimizer, "is_second_order") and optimizer.is_second_order
            loss /= n
            norm = loss_scaler(loss, optimizer, parameters=model.parameters(), create_graph=second, update_grad=(step + 1) % n == 0)
            if (step + 1) % n == 0:
                optimizer.zero_grad()
        else:
            loss /= n
            loss.backward()
            if (step + 1) % n == 0:
                optimizer.step()
                optimizer.zero_grad()
"""


def test_an_object_in_one_branch_and_backward_in_the_other() -> None:
    text, left = moved(HEAD + SCALER + HALF + MAIN)
    assert left == []
    assert (
        "        loss /= n\n        return loss_scaler._scaler.scale(loss) if use_amp else loss\n"
    ) in text
    assert "            norm = loss_scaler(total_grads, optimizer," in text
    assert "                optimizer(total_grads)\n                total_grads = None\n" in text
    assert text.count("total_grads = grads if") == 2  # each behind its test, as in torch


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("if use_amp:", "if loss > n and use_amp:", id="the test reads it"),
        pytest.param("        else:", "        elif step > 2:", id="a third branch"),
    ],
)
def test_leaves_branches_alone(before: str, after: str) -> None:
    assert before in HALF
    text, left = moved(HEAD + SCALER + HALF.replace(before, after, 1) + MAIN)
    assert "value_and_grad" not in text and "loss.backward()" in text
    assert left


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("            loss /= n\n            loss.backward()", "            loss /= 2 * n\n            loss.backward()", id="another loss"),
        pytest.param("and optimizer.is_second_order", "and loss > 2", id="the loss is read before"),
        pytest.param("            second =", "            n = max(n, step)\n            second =", id="another divisor"),
    ],
)  # fmt: skip
def test_branches_that_begin_otherwise_have_losses_of_their_own(before: str, after: str) -> None:
    assert before in HALF
    text, left = moved(HEAD + SCALER + HALF.replace(before, after, 1) + MAIN)
    assert left == []
    assert text.count("loss = ops.mse_loss(model(x), y)\n") == 2
    assert "return loss_scaler._scaler.scale(loss)," in text


def test_a_norm_that_asks_for_the_device_of_a_gradient() -> None:
    text, _ = moved(HEAD + SCALER + EPOCH + MAIN)
    function = text[text.index("def get_grad_norm_") : text.index("def train_one_epoch")]
    assert ".grad" not in function and "device" not in function
    assert "for p, grad in zip(parameters, grads)" in function


def test_what_sets_the_learning_rate_stays_in_the_loop() -> None:
    epoch = EPOCH.replace(
        "        loss = F",
        "        if step % accum_iter == 0:\n            adjust(optimizer, step, args)\n"
        "        loss = args.weight * F",
    )
    text, left = moved(HEAD + SCALER + epoch + MAIN)
    assert left == []
    loop = text[text.index("for step, (x, y)") :]
    assert "            adjust(optimizer, step, args)\n" in loop
    assert "def forward_fn(x, y):\n        loss = args.weight *" in text


@pytest.mark.parametrize("first", ["misc.py", "engine.py"])
def test_an_object_of_another_file_whichever_is_moved_first(tmp_path: Path, first: str) -> None:
    sources = {"misc.py": HEAD + SCALER, "engine.py": HEAD + EPOCH}
    texts = project(tmp_path, sources, first)
    assert "def __call__(self, grads, optimizer," in texts["misc.py"]
    assert "return loss_scaler._scaler.scale(loss)" in texts["engine.py"]
    assert "loss_scaler(total_grads, optimizer, parameters=" in texts["engine.py"]


def test_says_what_something_unknown_is_taken_for(tmp_path: Path) -> None:
    (tmp_path / "misc.py").write_text(HEAD + SCALER, encoding="utf-8")
    path = tmp_path / "engine.py"
    path.write_text(HEAD + EPOCH, encoding="utf-8")
    document = Document(str(path), path.read_text(encoding="utf-8"))
    result = fix_document(document, Config(), Workspace([tmp_path]), unsafe=False)
    told = [f.message.en for f in result.report.findings if f.code == "MP306"]
    assert any("loss_scaler is taken for an object of NativeScaler" in text for text in told)


@pytest.mark.parametrize("first", ["utils.py", "train.py"])
def test_a_function_of_another_file_whichever_is_moved_first(tmp_path: Path, first: str) -> None:
    sources = {"utils.py": HEAD + STEP, "train.py": HEAD + "from utils import optimize\n" + LOOP}
    texts = project(tmp_path, sources, first)
    assert "def optimize(grads, optimizer, params, max_norm=None):" in texts["utils.py"]
    assert "        grads = ops.clip_by_norm(grads, max_norm)\n" in texts["utils.py"]
    assert "    optimizer(grads)\n" in texts["utils.py"]
    assert "optimize(grads, opt, net.trainable_params())" in texts["train.py"]


def test_a_function_of_this_file_goes_to_where_it_is_called() -> None:
    text, left = moved(HEAD + STEP + LOOP)
    assert left == []
    assert "def optimize" not in text and "opt(grads)" in text


def test_a_loss_that_is_computed_where_it_is_given_gets_a_name(tmp_path: Path) -> None:
    loop = LOOP.replace("        loss = F.mse_loss(net(x), y)\n", "")
    loop = loop.replace("optimize(loss, opt", "optimize(F.mse_loss(net(x), y), opt")
    sources = {"utils.py": HEAD + STEP, "train.py": HEAD + "from utils import optimize\n" + loop}
    text = project(tmp_path, sources, "utils.py")["train.py"]
    assert "        loss = ops.mse_loss(net(x), y)\n        return loss\n" in text
    assert "optimize(grads, opt, net.trainable_params())" in text


@pytest.mark.parametrize("first", ["learner.py", "train.py"])
def test_what_reads_the_loss_keeps_it(tmp_path: Path, first: str) -> None:
    learner = (
        "\nclass Learner:\n    def __init__(self, model):\n        self.model = model\n"
        "        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n\n"
        "    def learn(self, loss):\n        self.optimizer.zero_grad()\n        loss.backward()\n"
        "        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)\n"
        "        self.optimizer.step()\n        return loss.item()\n"
    )
    train = (
        "from learner import Learner\n\ndef train(net, loader):\n    learner = Learner(net)\n"
        "    for x, y in loader:\n        loss = F.mse_loss(net(x), y)\n"
        "        print(learner.learn(loss))\n"
    )
    texts = project(tmp_path, {"learner.py": HEAD + learner, "train.py": HEAD + train}, first)
    assert "    def learn(self, loss, grads):\n" in texts["learner.py"]
    assert "        grads = ops.clip_by_norm(grads, 1.0)\n" in texts["learner.py"]
    assert "value_and_grad(forward_fn, None, learner.optimizer.parameters)" in texts["train.py"]
    assert "        print(learner.learn(loss, grads))\n" in texts["train.py"]


def test_says_that_callers_and_object_go_together() -> None:
    told = [f for f in findings(HEAD + SCALER + EPOCH + MAIN) if f.code == "MP306"]
    fixes = [f.fix for f in told if f.fix is not None]
    assert fixes and {fix.applicability for fix in fixes} == {"unsafe"}
    assert any("NativeScaler is given the gradients" in f.message.en for f in told)
    assert any("loss_scaler is given the gradients" in f.message.en for f in told)
