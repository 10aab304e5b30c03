"""Torch's classes as values, as bases and as what a method is called on."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

NN = "from torch import nn\n"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("make(norm_layer=nn.BatchNorm2d)\n", "another meaning to momentum"),
        ("make(8, nn.BatchNorm2d)\n", "lacks track_running_stats"),
        ("def make(norm_layer=nn.BatchNorm2d): ...\n", "another meaning to momentum"),
        ("norm_layer = norm_layer or nn.BatchNorm2d\n", "another meaning to momentum"),
        ("make(nn.LayerNorm)\n", "another name or place for eps"),
        ("make(nn.GELU)\n", "needs approximate=False"),
        ("make(nn.ReLU)\n", "lacks inplace"),
        ("make(nn.Linear)\n", "lacks device"),
        ("kinds = {'relu': nn.ReLU}\n", "lacks inplace"),
        ("def f(act=nn.ReLU):\n    return act(inplace=True)\n", "lacks inplace"),
        ("def f(act=nn.ReLU):\n    return Block(act)\n", "lacks inplace"),
        ("def f(act=nn.ReLU):\n    act = act or Own\n    return act()\n", "lacks inplace"),
        ("def f(act=nn.ReLU):\n    return act(*options)\n", "lacks inplace"),
        ("def f(norm=nn.BatchNorm2d):\n    return norm(8, momentum=0.1)\n", "momentum"),
        ("def f(norm=nn.BatchNorm2d):\n    return norm(8, 1e-5, 0.1)\n", "momentum"),
        ("def f(norm=nn.LayerNorm):\n    return norm(8)\n", "normalized_shape"),
        ("def f(act=nn.GELU):\n    return act(), act(approximate='tanh')\n", "approximate"),
        ("def f(act=nn.GELU):\n    return act() if act is nn.GELU else None\n", "approximate"),
    ],
)
def test_a_class_by_value_whose_calls_may_differ_stays(source: str, told: str) -> None:
    (finding,) = [f for f in findings(NN + source) if f.code == "MP109"][:1]
    assert told in finding.message.en
    assert finding.fix is None or finding.fix.applicability == "unsafe"
    assert fixed(NN + source) == NN + source


def test_a_class_by_value_with_the_same_arguments_is_replaced() -> None:
    after = "from mindspore import mint\nmake(act=mint.nn.Sigmoid)\n"
    assert fixed(f"{NN}make(act=nn.Sigmoid)\n") == after


@pytest.mark.parametrize(
    ("parameter", "body", "expected"),
    [
        ("act=nn.ReLU", "return act()", "act=mint.nn.ReLU"),
        ("*, act=nn.ReLU", "return act()", "*, act=mint.nn.ReLU"),
        ("act=nn.ReLU", "return None if act is None else act()", "act=mint.nn.ReLU"),
        ("act=nn.ReLU", "return act() if act else None", "act=mint.nn.ReLU"),
        ("act=nn.GELU", "return act()", "act=functools.partial(nn.GELU, approximate=False)"),
        ("norm=nn.BatchNorm2d", "return norm(8), norm(9)", "norm=nn.BatchNorm2d"),
        ("norm=nn.BatchNorm2d", "return norm(8, eps=1e-3)", "norm=nn.BatchNorm2d"),
        ("layer=nn.Linear", "return layer(8, 9, bias=False)", "layer=mint.nn.Linear"),
    ],
)
def test_a_default_that_all_its_calls_can_take_is_replaced(
    parameter: str, body: str, expected: str
) -> None:
    text = fixed(f"{NN}def f({parameter}):\n    {body}\n")
    assert text.endswith(f"def f({expected}):\n    {body}\n")
    assert "torch" not in text


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("make(nn.ReLU)", "make(mint.nn.ReLU)"),
        (
            "def f(act=nn.ReLU):\n    return act(inplace=True)",
            "def f(act=lambda inplace=False: mint.nn.ReLU()):\n    return act(inplace=True)",
        ),
        ("make(nn.LayerNorm)", "make(lambda normalized_shape: nn.LayerNorm((normalized_shape,), epsilon=1e-05))"),
        (
            "norm = partial(nn.LayerNorm, eps=1e-6)",
            "norm = lambda normalized_shape: nn.LayerNorm(normalized_shape=(normalized_shape,), epsilon=1e-6)",
        ),
        ("act = nn.GELU if exact else Own", "act = (lambda: nn.GELU(approximate=False)) if exact else Own"),
        (
            "def f(norm=nn.BatchNorm2d, **dd):\n    return norm(8, **dd)",
            "def f(norm=lambda num_features, device=None, dtype=None: "
            "nn.BatchNorm2d(num_features, dtype=dtype or ms.float32), **dd):\n"
            "    return norm(8, **dd)",
        ),
    ],
)  # fmt: skip
def test_an_unsafe_fix_writes_what_stands_for_the_class(source: str, expected: str) -> None:
    assert fixed(f"{NN}{source}\n", unsafe=True).endswith(f"{expected}\n")


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
