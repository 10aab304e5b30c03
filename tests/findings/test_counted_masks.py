"""Masks that arithmetic reads more than once have no gradient, as torch's comparisons have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace

from .conftest import findings, fixed
from .test_graph import migrated

HEADER = "import numpy as np\nimport torch\nimport torch.nn.functional as F\n\n\n"
FUNCTION = HEADER + "def f(x: torch.Tensor, y: torch.Tensor, k: int):\n    {}\n    return {}\n"


@pytest.mark.parametrize(
    ("mask", "given"),
    [
        pytest.param("m = x > 0", "(x * m).sum()", id="read once"),
        pytest.param("m = x > 0", "torch.where(m, x, y) + x[m].sum() + m.any()", id="chosen by"),
        pytest.param("m = x > 0", "(x * m).sum() / int(m.sum())", id="counted with int"),
        pytest.param("m = x > 0", "(x * m).sum() * (m.sum() > 3)", id="compared"),
        pytest.param("m = x > 0", "(x * m).sum() / m.sum().item()", id="an item"),
        pytest.param("m = x > 0", "(x[1:] * m[1:]).sum()", id="a slice, read once"),
        pytest.param("m = x.detach() > 0", "(x * m).sum() / m.sum()", id="detached"),
        pytest.param("m = torch.ones(k).bool()", "(x * m).sum() / m.sum()", id="new"),
        pytest.param("m = (x > 0).float()", "(x * m).sum() / m.sum()", id="floating already"),
        pytest.param("m = k > 0", "x * m + y * m", id="numbers"),
        pytest.param("m = np.ones(3) > k", "k * m + m * k", id="arrays"),
        pytest.param("labels = y\n    m = labels != -100", "(x * m).sum() / m.sum()", id="labels"),
    ],
)
def test_leaves_alone(mask: str, given: str) -> None:
    source = FUNCTION.format(mask, given)
    assert not [f for f in findings(source) if "mask that arithmetic" in f.message.en]


@pytest.mark.parametrize(
    ("mask", "given", "after"),
    [
        ("m = x > 0", "(x * m).sum() + (y * m).sum()", "x > 0"),
        ("m = x > 0", "(x * m.float()).sum() / m.float().sum()", "x > 0"),
        ("m = x > 0", "x[:, 0] * m[:, 0]", "x > 0"),
        ("m = x > 0", "x.mul(m).sum() / m.sum().clamp(min=1)", "x > 0"),
        ("m = x > 0", "(x * m).sum() / max(m.sum(), 1)", "x > 0"),
        ("m = x > 0", "sum((x**i * m).sum() for i in range(k))", "x > 0"),
        ("m = x > 0", "torch.cat([x, x]) * torch.cat([m, m])", "x > 0"),
        ("m = x > 0", "(x * m.unsqueeze(0)).sum() + (y * m).sum()", "x > 0"),
        ("m = (x > 0) & (x < 1)", "(x * m).sum() / m.sum()", "(x > 0) & (x < 1)"),
        ("m = ~torch.isnan(x)", "(x * m).sum() / m.sum()", "~ops.isnan(x)"),
        ("m = x.argmax(1) == y", "(x * m).sum() / m.sum()", "x.argmax(1) == y"),
    ],
)
def test_a_mask_that_is_counted_with(mask: str, given: str, after: str) -> None:
    source = FUNCTION.format(mask, given)
    assert f"    m = ops.stop_gradient({after})\n" in fixed(source)
    assert fixed(fixed(source)) == fixed(source)
    assert "stop_gradient" not in migrated(source)


def test_masks_in_no_grad_are_left_alone() -> None:
    source = FUNCTION.format("m = x > 0", "(x * m).sum() / m.sum()")
    within = source.replace("def f", "@torch.no_grad()\ndef f")
    assert [f for f in findings(source) if "mask that arithmetic" in f.message.en]
    assert not [f for f in findings(within) if "mask that arithmetic" in f.message.en]


GIVEN = """\
def positive(x):
    return x > 0


def mean(x, mask):
    return (x * mask).sum() / mask.sum()


def only(x, mask):
    return (x * mask).sum()


"""


@pytest.mark.parametrize(
    ("given", "after"),
    [
        ("mean(x, x > 0)", "mean(x, ops.stop_gradient(x > 0))"),
        ("mean(x, mask=x > 0)", "mean(x, mask=ops.stop_gradient(x > 0))"),
        ("only(x, x > 0)", "only(x, x > 0)"),
    ],
)
def test_masks_that_functions_are_given(given: str, after: str) -> None:
    source = FUNCTION.format("x = x + y", given).replace("def f", f"{GIVEN}def f")
    assert f"    return {after}\n" in fixed(source)


def test_masks_that_functions_give_and_are_given() -> None:
    source = FUNCTION.format("m = positive(x)", "only(x, m) + only(y, m)")
    source = source.replace("def f", f"{GIVEN}def f")
    assert "    m = ops.stop_gradient(positive(x))\n" in fixed(source)


NETWORK = (
    "class Net(torch.nn.Module):\n"
    "    def forward(self, x: torch.Tensor, y: torch.Tensor, k: int):\n        {}\n        return {}\n"
)


@pytest.mark.parametrize(
    ("made", "given"),
    [
        pytest.param("self.mask = x > 0", "(x * self.mask).sum()", id="an attribute read once"),
        pytest.param("self.mask = k > 0", "x * self.mask + y * self.mask", id="numbers"),
        pytest.param("masks = [x > 0]", "x * masks[0]", id="in a list, read once"),
        pytest.param(
            "masks = [x > i for i in range(k)]", "[(x * m).sum() for m in masks]", id="items"
        ),
        pytest.param("masks = []\n        masks.append(x > 0)", "torch.stack(masks)", id="stacked"),
        pytest.param("y = x", "x * (x > 0)[1:]", id="a slice"),
        pytest.param("y = x", "x[(x > 0)[:, 0]]", id="chosen by"),
    ],
)
def test_leaves_alone_what_holds_masks(made: str, given: str) -> None:
    source = HEADER + NETWORK.format(made, given)
    assert not [f for f in findings(source) if "mask that arithmetic" in f.message.en]


LOOP = "for i, (a, m) in enumerate(zip(x, masks)):\n            y = y + (a * m).sum() / m.sum()"


@pytest.mark.parametrize(
    ("made", "given", "after"),
    [
        ("self.mask = x > 0", "(x * self.mask).sum() / self.mask.sum()", "self.mask = {}(x > 0)"),
        (
            "masks = []\n        masks.append(x > 0)",
            "x * masks[0] + y * masks[0]",
            "append({}(x > 0))",
        ),
        (
            "masks = [x > 0, y > 0]",
            "[(x * m).sum() / m.sum() for m in masks]",
            "[{}(x > 0), {}(y > 0)]",
        ),
        (
            f"masks = [x > i for i in range(k)]\n        {LOOP}",
            "y",
            "[{}(x > i) for i in range(k)]",
        ),
        ("y = x", "x[:, 0] * (x > 0)[:, 0]", "{}(x > 0)"),
    ],
)
def test_masks_that_are_held(made: str, given: str, after: str) -> None:
    source = HEADER + NETWORK.format(made, given)
    assert after.replace("{}", "ops.stop_gradient") in fixed(source)
    assert fixed(fixed(source)) == fixed(source)


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("mean(x, x > 0)", "mean(x, ops.stop_gradient(x > 0))"),
        ("only(x, x > 0)", "only(x, x > 0)"),
        ("Loss()(x, x > 0)", "Loss().set_train()(x, ops.stop_gradient(x > 0))"),
    ],
)
def test_masks_for_functions_of_another_file(tmp_path: Path, call: str, after: str) -> None:
    loss = (
        "class Loss(torch.nn.Module):\n    def forward(self, x, mask):\n"
        "        return (x * mask).sum() / mask.sum()\n"
    )
    (tmp_path / "masks.py").write_text(f"import torch\n\n\n{GIVEN}{loss}", encoding="utf-8")
    source = HEADER.replace("\n\n\n", "\nfrom masks import Loss, mean, only\n\n\n")
    source += FUNCTION.removeprefix(HEADER).format("x = x + y", call)
    document = Document(str(tmp_path / "train.py"), source)
    text = fix_document(document, Config(), Workspace([tmp_path]), unsafe=False).document.text
    assert f"    return {after}\n" in text
