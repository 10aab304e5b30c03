"""Torch's classes as values, as bases and as what a method is called on."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

NN = "from torch import nn\n"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("sought = {nn.Conv2d: 1}[kind]\n", id="key of a dict"),
        pytest.param("find(net, nn.Conv2d)\n", id="handed to what is not known"),
        pytest.param("find(net, layer_type=nn.Conv2d)\n", id="handed on as a type"),
        pytest.param(
            "kinds = [nn.Conv2d]\nisinstance(m, tuple(kinds))\nmake(kinds)\n", id="in a list"
        ),
        pytest.param("for kind in (nn.Conv2d, nn.ReLU): ...\n", id="in a tuple without a name"),
        pytest.param(
            "def f(m, cls=nn.Conv2d):\n    return isinstance(m, cls) or cls(3, 4, 1)\n",
            id="default",
        ),
        pytest.param("def f(norm=nn.BatchNorm2d):\n    return norm == given\n", id="compared"),
        pytest.param(
            "class A:\n    def has(self, c):\n        return isinstance(self.m, c) or c(3, 4, 1)\n"
            "a.has(nn.Conv2d)\n",
            id="parameter",
        ),
        pytest.param(
            "def f(act=nn.GELU):\n    return act() if act is nn.GELU else None\n", id="asked for"
        ),
    ],
)
def test_a_class_that_may_be_tested_for_stays(source: str) -> None:
    found = [f for f in findings(NN + source) if f.code == "MP109"]
    assert found and all(f.fix and f.fix.applicability == "unsafe" for f in found)
    assert fixed(NN + source) == NN + source


@pytest.mark.parametrize(
    "source",
    [
        "white = (nn.Conv2d, )\nprint(isinstance(m, white))\n",
        "kinds = [nn.Conv2d]\nprint(isinstance(m, tuple(kinds)))\n",
        "class A:\n    KINDS = nn.Conv2d\n\n    def has(self, m):\n"
        "        return isinstance(m, self.KINDS)\n",
        "def f(m, cls=nn.Conv2d):\n    return isinstance(m, cls)\n",
        "def f(m, kinds=[nn.Conv2d]):\n    return type(m) in kinds\n",
        "for kind in (int, nn.Conv2d):\n    print(isinstance(m, kind))\n",
        "print(any(isinstance(m, kind) for kind in (int, nn.Conv2d)))\n",
        "def has(m, kind):\n    return isinstance(m, kind)\n\n\nprint(has(m, nn.Conv2d))\n",
        "def has(m, kind):\n    return any(has(c, kind) for c in m) or type(m) is kind\n\n\n"
        "print(has(m, kind=nn.Conv2d))\n",
        "class A:\n    def __init__(self, kind=nn.Conv2d):\n        self.kind = kind\n\n"
        "    def has(self, m):\n        return self.kind is None or isinstance(m, self.kind)\n",
        "scales = {nn.Conv2d: 1.0}\nprint(scales.get(type(m)))\n",
        "scales = {}\nscales[nn.Conv2d] = 1.0\nprint(scales[type(m)])\n",
        "for kind, scale in {nn.Conv2d: 1.0}.items():\n"
        "    print(kind.__name__, scale * isinstance(m, kind))\n",
        "print({nn.Conv2d: 1}[type(m)])\n",
    ],
)
def test_a_class_that_is_asked_for_by_a_name_is_the_one_that_layers_are_of(source: str) -> None:
    text = fixed(f"{NN}m = nn.Conv2d(3, 4, 1)\n{source}")
    made = "m = nn.Conv2d(3, 4, 1, has_bias=True, pad_mode='pad')\n"
    assert text == f"from mindspore import nn\n{made}{source}"


@pytest.mark.parametrize(
    "source",
    [
        "kinds = (nn.Conv2d,)\nprint(type(m) in kinds)\n",
        "def has(m, kind):\n    return type(m) is kind\n\n\nprint(has(m, nn.Conv2d))\n",
    ],
)
def test_layers_of_two_classes_are_told_where_the_very_class_is_asked_for(source: str) -> None:
    made = "m = nn.Conv2d(3, 4, 1)\nn = nn.Conv2d(3, 4, 1, padding_mode='reflect')\n"
    asked = findings(f"{NN}{made}{source}")[-1]
    assert asked.symbol == "torch.nn.Conv2d"
    assert asked.fix and asked.fix.applicability == "unsafe"
    assert "isinstance holds for them" in asked.message.en


def test_a_class_by_value_that_nothing_stands_for_stays() -> None:
    source = f"{NN}make(layer=nn.MultiMarginLoss)\n"
    found = [f for f in findings(source) if f.symbol == "torch.nn.MultiMarginLoss"]
    assert [(f.code, f.severity, f.fix) for f in found] == [("MP109", "error", None)]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("make(norm_layer={})\n", "BatchNorm2d"),
        ("make(8, {})\n", "BatchNorm2d"),
        ("def make(norm_layer={}): ...\n", "LayerNorm"),
        ("norm_layer = norm_layer or {}\n", "BatchNorm2d"),
        ("kinds = {{'relu': {}}}\n", "ReLU"),
        ("def f(act={}):\n    return act(inplace=True)\n", "ReLU"),
        ("def f(act={}):\n    return Block(act)\n", "ReLU"),
        ("def f(act={}):\n    return act(*options)\n", "ReLU"),
        ("def f(norm={}):\n    return norm(8, 1e-5, 0.1)\n", "BatchNorm2d"),
        ("def f(act={}):\n    return act(), act(approximate='tanh')\n", "GELU"),
        ("norm = partial({}, eps=1e-6)\n", "LayerNorm"),
        ("m = {}(3, 4, 3, **options)\n", "Conv2d"),
        ("m = {}(*sizes)\n", "Linear"),
    ],
)
def test_what_the_source_does_not_show_is_left_to_a_class_with_torchs_arguments(
    source: str, name: str
) -> None:
    text = fixed(NN + source.format(f"nn.{name}"))
    assert text.endswith(source.format(name))
    assert f"class {name}(" in text
    assert "torch import" not in text


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("    pass\n", id="no constructor"),
        pytest.param(
            "    def __init__(self, *args, **kwargs):\n        super().__init__(*args, **kwargs)\n",
            id="handed on",
        ),
        pytest.param(
            "    def __init__(self, n, **options):\n"
            "        super(Mine, self).__init__(n, momentum=0.1, **options)\n",
            id="some of them",
        ),
    ],
)
def test_a_base_whose_arguments_do_not_show_takes_torchs(body: str) -> None:
    text = fixed(f"{NN}class Mine(nn.BatchNorm2d):\n{body}")
    assert text.endswith(f"class Mine(BatchNorm2d):\n{body}")
    assert "class BatchNorm2d(nn.BatchNorm2d):" in text


def test_a_class_between_hands_on_torchs_arguments() -> None:
    below = "class B(A):\n    def __init__(self):\n        super().__init__(8, momentum=0.1)\n"
    text = fixed(f"{NN}class A(nn.BatchNorm2d): ...\n{below}")
    assert text.endswith(f"class A(BatchNorm2d): ...\n{below}")


def test_a_base_whose_arguments_show_is_mindspores_own() -> None:
    source = (
        f"{NN}class Mine(nn.BatchNorm2d):\n    def __init__(self, n):\n"
        "        super().__init__(n, momentum=0.1)\n"
    )
    expected = source.replace("torch", "mindspore").replace("momentum=0.1", "momentum=0.9")
    assert fixed(source) == expected


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


def test_a_loss_that_reads_its_reduction_derives_from_what_keeps_it() -> None:
    source = (
        "from torch.nn.modules.loss import _Loss, _WeightedLoss\n"
        "class Dice(_Loss):\n"
        "    def __init__(self, reduction='mean'):\n"
        "        super().__init__(reduction=reduction)\n"
        "    def forward(self, x):\n"
        "        return x.mean() if self.reduction == 'mean' else x\n"
        "class Own(_WeightedLoss):\n"
        "    def forward(self, x):\n"
        "        return x * self.weight\n"
    )
    text = fixed(source)
    assert "class Dice(Loss):\n" in text and "class Own(WeightedLoss):\n" in text
    assert "        super().__init__(reduction=reduction)\n" in text and "import torch" not in text


@pytest.mark.parametrize("cell", ["LSTMCell", "GRUCell", "RNNCell"])
def test_a_cell_whose_arguments_are_spread_is_a_helper_of_its_name(cell: str) -> None:
    text = fixed(f"{NN}def f(**options):\n    return nn.{cell}(4, 6, **options)\n")
    assert f"    return {cell}(4, 6, **options)" in text
    assert f"class {cell}(ms.nn.{cell}):\n" in text or f"class {cell}(nn.{cell}):\n" in text


def test_what_takes_any_arguments_takes_spread_ones() -> None:
    text = fixed(f"{NN}def f(**options):\n    return nn.Identity(**options)\n")
    assert (
        text == "from mindspore import nn\ndef f(**options):\n    return nn.Identity(**options)\n"
    )


@pytest.mark.parametrize("base", ["torch.nn.modules.loss._Loss", "torch.nn.Module"])
@pytest.mark.parametrize("call", ["super().__init__()", "super(Mine, self).__init__()"])
def test_a_base_that_is_set_up_without_arguments_needs_nothing_there(base: str, call: str) -> None:
    module, _, name = base.rpartition(".")
    head = f"from {module} import {name}\nclass Mine({name}):\n    def __init__(self):\n"
    source = f"{head}        {call}\n        self.k = 2\n"
    assert [(f.code, f.symbol) for f in findings(source)] == [("MP301", base)]
    text = fixed(source)
    assert f"        {call}\n" in text and f"{module} import" not in text


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


@pytest.mark.parametrize(
    "source",
    [
        "isinstance(x, Dataset)\n",
    ],
)
def test_a_dataset_where_object_would_not_do_is_left_alone(source: str) -> None:
    source = f"from torch.utils.data import Dataset\n{source}"
    assert fixed(source, unsafe=True) == source
    assert [(f.code, f.symbol) for f in findings(source)][-1] == (
        "MP102",
        "torch.utils.data.Dataset",
    )


@pytest.mark.parametrize(
    "source", ["class A(Dataset[int]): ...\n", "def f(data: Dataset[int]): ...\n"]
)
def test_a_dataset_that_takes_a_type_is_a_class_of_ones_own(source: str) -> None:
    made = fixed(f"from torch.utils.data import Dataset\n{source}", unsafe=True)
    assert "class Dataset:" in made and "__class_getitem__" in made
    assert made.endswith(source)


def test_a_dataset_needs_no_base() -> None:
    source = "from torch.utils.data import Dataset\nclass A(Dataset):\n    def f(self, x: Dataset): ...\n"
    assert fixed(source) == "class A:\n    def f(self, x: object): ...\n"


@pytest.mark.parametrize(
    ("bases", "after"),
    [
        ("(Dataset, Mixin)", "(Mixin)"),
        ("(Mixin, Dataset)", "(Mixin)"),
        ("(Dataset, metaclass=type)", "(metaclass=type)"),
        ("( Dataset, )", ""),
        ("(  # kept\n    Dataset,\n)", "(  # kept\n    object,\n)"),
        ("(\n    Dataset,  # kept\n    Mixin,\n)", "(\n      # kept\n    Mixin,\n)"),
    ],
)
def test_a_base_goes_with_its_comma(bases: str, after: str) -> None:
    mixin = "class Mixin: ...\n"
    source = f"from torch.utils.data import Dataset\n{mixin}class A{bases}: ...\n"
    text = fixed(source)
    assert text == f"{mixin}class A{after}: ...\n"
    exec(text, {})  # object before another base would have no order


@pytest.mark.parametrize("call", ["Own(2, 3)", "Own(2, out_features=3, bias=False)"])
def test_a_base_without_a_constructor_is_mindspores_own_for_the_calls_of_the_file(
    call: str,
) -> None:
    text = fixed(f"from torch import nn\n\nclass Own(nn.Linear):\n    pass\n\nnet = {call}\n")
    assert "class Own(mint.nn.Linear):" in text


@pytest.mark.parametrize("call", ["net = Own(2, 3, device=d)", "net = Own(2, 3, **options)", ""])
def test_a_base_whose_calls_may_give_a_device_takes_one(call: str) -> None:
    text = fixed(f"from torch import nn\n\nclass Own(nn.Linear):\n    pass\n\n{call}\n")
    assert (
        "def __init__(self, in_features, out_features, bias=True, device=None, dtype=None)" in text
    )


@pytest.mark.parametrize(
    "given", ["super().to(device)", "super(Policy, self).to(device)", "self", "super().train(True)"]
)
def test_a_method_of_its_own_that_gives_the_network_back_gives_what_its_methods_give(
    given: str,
) -> None:
    source = (
        "import torch\nfrom torch import nn\n\n\nclass Policy(nn.Module):\n"
        "    def sample(self, x):\n        return torch.tanh(x), x\n\n"
        f"    def to(self, device):\n        return {given}\n\n\n"
        "policy = Policy().to('cpu')\na, b = policy.sample(torch.ones(3))\nc = (a + 1).detach()\n"
    )
    assert fixed(source).endswith("c = ops.stop_gradient(a + 1)\n")
