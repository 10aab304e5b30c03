"""Torch's classes as values, as bases and as what a method is called on."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

NN = "from torch import nn\n"


@pytest.mark.parametrize(
    "source",
    [
        "make(norm_layer=nn.BatchNorm2d)\n",
        "make(8, nn.BatchNorm2d)\n",
        "def make(norm_layer=nn.BatchNorm2d): ...\n",
        "norm_layer = norm_layer or nn.BatchNorm2d\n",
    ],
)
def test_a_class_by_value_whose_arguments_mean_something_else_stays(source: str) -> None:
    (finding,) = findings(NN + source)
    assert (finding.code, finding.severity) == ("MP109", "error")
    assert (finding.symbol, finding.fix) == ("torch.nn.BatchNorm2d", None)
    assert fixed(NN + source) == NN + source


def test_a_class_by_value_with_the_same_arguments_is_replaced() -> None:
    after = "from mindspore import mint\nmake(layer=mint.nn.Linear, act=mint.nn.ReLU)\n"
    assert fixed(f"{NN}make(layer=nn.Linear, act=nn.ReLU)\n") == after


@pytest.mark.parametrize("base", ["torch.nn.modules.loss._Loss", "torch.nn.Module"])
@pytest.mark.parametrize("call", ["super().__init__()", "super(Mine, self).__init__()"])
def test_a_base_that_is_set_up_without_arguments_needs_nothing_there(base: str, call: str) -> None:
    module, _, name = base.rpartition(".")
    head = f"from {module} import {name}\nclass Mine({name}):\n    def __init__(self):\n"
    source = f"{head}        {call}\n        self.k = 2\n"
    assert [(f.code, f.symbol) for f in findings(source)] == [("MP301", base)]
    text = fixed(source)
    assert f"        {call}\n" in text and "torch" not in text


@pytest.mark.parametrize("method", ["train", "eval"])
@pytest.mark.parametrize(
    "source",
    [
        pytest.param("net = nn.Linear(2, 3)\nnn.Module.{}(net)\n", id="of a network"),
        pytest.param("def f(m):\n    nn.Module.{}(m)\n", id="of anything"),
        pytest.param(
            "class A(nn.Module):\n    def go(self):\n        nn.Module.{}(self)\n", id="of itself"
        ),
    ],
)
def test_a_mode_that_is_set_through_the_class_is_refused(source: str, method: str) -> None:
    source = NN + source.format(method)
    symbol = f"torch.nn.Module.{method}"
    (finding,) = [f for f in findings(source) if f.symbol == symbol]
    assert (finding.code, finding.severity, finding.fix) == ("MP102", "error", None)
    for unsafe in (False, True):
        assert f"nn.Module.{method}(" in fixed(source, unsafe=unsafe)


@pytest.mark.parametrize(
    "source",
    [
        "try:\n    import torch\n    import torch.nn as nn\nexcept ImportError:\n    nn = None\n",
        "try:\n    import a\nexcept ImportError:\n    import torch\n",
        "try:\n    import a\nexcept ImportError:\n    pass\nelse:\n    import torch\n",
    ],
)
def test_a_guarded_import_stays(source: str) -> None:
    assert findings(source) == []
    assert fixed(source) == source
