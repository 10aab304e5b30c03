"""Fixes of calls that graph mode refuses or does not train, source in and source out; each form ran:
knowledge/graph/calls.yaml and training.yaml."""

from __future__ import annotations

from textwrap import dedent

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import FixResult, fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

from .test_graph import codes

HEAD = """
import typing
from collections import OrderedDict
from types import SimpleNamespace

from mindspore import nn


def exists(value):
    return value is not None


class Net(nn.Cell):
    def construct(self, x, a=None, **kwargs):
"""
GRAPH = Config(target=Target(devices=("CPU",), mode="GRAPH"), select=("MP402", "MP411"))


def fixed(source: str) -> FixResult:
    return fix_document(Document("net.py", source), GRAPH, Workspace(), unsafe=False)


def fixed_body(body: str) -> str:
    """The statements of construct after the fixes."""
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    text = fixed(HEAD + lines).document.text
    return dedent(text[len(HEAD) :]).strip()


@pytest.mark.parametrize(
    "body",
    [
        "return x ^ a",
        "return (x > 0) ^ (a > 0)",
        "return nn.SequentialCell(nn.ReLU(), nn.Tanh())(x)",
        "kwargs['a'] = x\nreturn x",
        "return dict(a=3, b=x.shape[0])",
        "d = OrderedDict()\nd['a'] = x\nreturn d",
        "return dict(a, x=x)",
        "n = SimpleNamespace(width=x.shape[0], name='a')\nreturn x * n.width",
        "least = 2.0**-7\nn = SimpleNamespace(eps=least, max=-least)\nreturn x * n.eps",
        "d: typing.OrderedDict[str, int] = {}\nreturn d",
        "return OrderedDict(pairs)",
        "return list(map(exists, [x, a]))",
        "for i in reversed(list(range(3))):\n    x = x + i\nreturn x",
        "for i in reversed(self.widths):\n    x = x + i\nreturn x",
        "def deep(y, n=1):\n    return deep(y, n + 1) if n < 3 else y\nreturn deep(x, 1)",
        "def twice(y, n=2):\n    return y * n\nreturn twice(x) + twice(x, 3)",
    ],
)
def test_what_compiles_and_trains_is_left_alone(body: str) -> None:
    assert fixed_body(body) == body


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("assert exists(a) ^ (x is None)", "assert exists(a) != (x is None)"),
        ("return [exists(a) ^ exists(x)]", "return [(exists(a) != exists(x))]"),
        ("kwargs.update(a=x)\nreturn kwargs", 'kwargs.update({"a": x})\nreturn kwargs'),
        (
            "y = nn.SequentialCell(*self.layers)(x * 2)\nreturn y",
            "y = x * 2\nfor layer in self.layers:\n    y = layer(y)\nreturn y",
        ),
        (
            "x = nn.SequentialCell(*self.layers[1:])(x)\nreturn x",
            "for layer in self.layers[1:]:\n    x = layer(x)\nreturn x",
        ),
        (
            "return nn.SequentialCell(*self.layers)(x)",
            "output = x\nfor layer in self.layers:\n    output = layer(output)\nreturn output",
        ),
        ("return dict(a=x, b=a)", 'return {"a": x, "b": a}'),
        ("return OrderedDict([('a', x), ('b', (a, x))])", "return {'a': x, 'b': (a, x)}"),
        (
            "return OrderedDict([(k, v) for k, v in zip(names, [x, a])])",
            "return {k: v for k, v in zip(names, [x, a])}",
        ),
        ("return OrderedDict((k, v * 2) for k, v in a)", "return {k: v * 2 for k, v in a}"),
        ("return OrderedDict({'a': x})", "return {'a': x}"),
        ("d = typing.OrderedDict()\nd['a'] = x\nreturn d", "d = {}\nd['a'] = x\nreturn d"),
        ("return typing.OrderedDict(a=x)", 'return {"a": x}'),
        (
            "return dict(zip(['a'], [x]))",
            "return {key: value for key, value in zip(['a'], [x])}",
        ),
        ("return sum(map(lambda y: y * a, [x, x]))", "return sum([y * a for y in [x, x]])"),
        (
            "for i, y in reversed(list(enumerate(a))):\n    x = x + y * i\nreturn x",
            "for i, y in list(enumerate(a))[::-1]:\n    x = x + y * i\nreturn x",
        ),
        (
            "for y in reversed([b * 2 for b in a]):\n    x = x + y\nreturn x",
            "for y in [b * 2 for b in a][::-1]:\n    x = x + y\nreturn x",
        ),
        (
            "def deep(y, n=1):\n    return deep(y, n + 1) if n < 3 else y\nreturn deep(x)",
            "def deep(y, n=1):\n    return deep(y, n + 1) if n < 3 else y\nreturn deep(x, 1)",
        ),
        (
            "scaled = lambda y: y * a\nb, c = map(scaled, (x, x))\nreturn b + c",
            "scaled = lambda y: y * a\nb, c = [scaled(item) for item in (x, x)]\nreturn b + c",
        ),
    ],
)
def test_what_does_not_is_written_in_another_way(body: str, expected: str) -> None:
    assert fixed_body(body) == expected


@pytest.mark.parametrize("items", ["levels", "levels[:-1]"])
def test_what_a_layer_gives_is_not_reversed(items: str) -> None:
    body = f"levels = self.body(x)\nfor y in reversed({items}):\n    x = x + y\nreturn x"
    source = HEAD + "".join(f"        {line}\n" for line in body.splitlines())
    [finding] = fixed(source).report.findings
    assert (finding.code, finding.fix and finding.fix.applicability) == ("MP411", "unsafe")


def test_super_is_written_out_where_a_class_is_extended() -> None:
    source = dedent(
        """
        from mindspore import nn


        class Base(nn.Cell):
            def construct(self, x):
                return x


        class Scaled(Base):
            def construct(self, x):
                return super().construct(x) * 2


        class Shifted(Scaled):
            def construct(self, x):
                return super().construct(x) + 1
        """
    )
    expected = source.replace("super().construct(x) * 2", "super(Scaled, self).construct(x) * 2")
    assert fixed(source).document.text == expected


def test_a_dict_that_is_copied_and_spread_is_told() -> None:
    result = fixed(HEAD + "        d = dict(kwargs)\n        return self.inner(x, **d)\n")
    assert "MP402" in {finding.code for finding in result.report.findings}


def test_the_limits_of_a_dtype_by_way_of_numpys_dtype_are_told() -> None:
    # MindSpore 2.10.0 stops there: dtype_to_nptype logs, and logging does not compile.
    limits = "np.finfo(ms.dtype_to_nptype(x.dtype)).max"
    source = (
        f"import mindspore as ms\nimport numpy as np\n{HEAD}        return x + float({limits})\n"
    )
    [finding] = fixed(source).report.findings
    assert (finding.code, finding.fix) == ("MP402", None)


def test_a_device_by_its_name_among_other_things() -> None:
    def told(body: str) -> list[str]:
        source = f"from mindspore import nn\n\nclass Net(nn.Cell):\n    def construct(self, x, device):\n{body}"
        report = analyze(Document("example.py", source), GRAPH, Workspace())
        return [source[f.span.start : f.span.end] for f in report.findings]

    assert told("        kept = {'device': device, 'n': 2}\n        return x * kept['n']\n") == []
    assert told("        place = x.device\n        return self.fc(x, place)\n") == []
    body = "        place = x.device\n        kept = {'place': place, 'n': 2}\n        return x * kept['n']\n"
    assert told(body) == ["place"]


SCALED = """
from mindspore import Parameter, nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = Parameter(ops.ones(4))
        self.table = {}

    def construct(self, x):
"""


def scaled(body: str) -> FixResult:
    return fixed(SCALED + "".join(f"        {line}\n" for line in body.splitlines()))


@pytest.mark.parametrize(
    "body", ["return x * self.scale.data", "self.table.data.copy_(x)\nreturn x", "return self.data"]
)
def test_data_that_is_read_is_left_alone(body: str) -> None:
    result = scaled(body)
    assert result.document.text == SCALED + "".join(
        f"        {line}\n" for line in body.splitlines()
    )
    assert [f for f in result.report.findings if "stop_gradient(value)" in f.message.en] == []


def test_a_parameter_is_assigned_without_its_data() -> None:
    result = scaled("self.scale.data.copy_(self.scale.data.mul(0.5))\nreturn x * self.scale")
    body = "        ops.assign(self.scale, ops.stop_gradient(self.scale.mul(0.5)))\n"
    assert result.document.text == SCALED + body + "        return x * self.scale\n"


def test_an_item_of_a_parameters_data_is_told() -> None:
    # The numbers are right in graph mode, and no parameter gets a gradient.
    result = scaled("self.scale.data[0] = 0.5\nreturn x * self.scale")
    assert [f.code for f in result.report.findings] == ["MP411"]


def test_a_layer_called_values_is_no_method_of_a_dict() -> None:
    source = (HEAD + "        return self.values(x)\n").replace(
        "    def construct",
        "    def __init__(self):\n        super().__init__()\n"
        "        self.values = nn.Dense(4, 4)\n\n    def construct",
    )
    assert fixed(source).report.findings == ()


DICT = """
from torch import nn


class Blocks(nn.ModuleDict):
    def forward(self, x):
        for {name} in {items}:
            x = self[{name}](x)
        return x
"""


@pytest.mark.parametrize(
    ("items", "expected"),
    [("self.keys()", "self.keys()"), ("self", "self.keys()"), ("list(self)", "list(self.keys())")],
)
def test_a_dict_of_layers_that_computes_goes_through_its_keys(items: str, expected: str) -> None:
    result = fixed(DICT.format(name="key", items=items))
    assert f"        for key in {expected}:\n" in result.document.text
    assert result.report.findings == ()


def test_a_dict_of_mindspores_is_never_called() -> None:
    source = DICT.format(name="key", items="self.keys()")
    source = source.replace("forward", "construct").replace("nn.ModuleDict", "nn.CellDict")
    [finding] = fixed(source.replace("torch", "mindspore")).report.findings
    assert (finding.code, finding.fix) == ("MP402", None)


def test_a_factor_of_enlargement_that_the_source_does_not_show() -> None:
    source = """
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.scale = scale
        self.up = nn.Upsample(scale_factor=scale, mode="bilinear")

    def forward(self, x):
        return self.up(x) + F.interpolate(x, scale_factor=self.scale, mode="bilinear")
"""
    config = Config(target=GRAPH.target)
    document = Document("net.py", source)
    result = fix_document(document, config, Workspace(), unsafe=False)
    assert result.report.findings == ()
    assert "return self.up(x) + interpolate(x, scale_factor=self.scale" in result.document.text


@pytest.mark.parametrize(
    "body",
    [
        "f = lambda y, k=2: y * k\nreturn f(x)",
        "n = 3\nf = lambda y, k=n: y * k\nreturn f(x)",
        "f = lambda y, k=self.scale: y * k\nreturn f(x)",
        "f = lambda y: y * x\nreturn f(x)",
    ],
)
def test_a_default_that_is_no_tensor_is_left_alone(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "f = lambda y, k=x: y * k\nreturn f(x)",
        "h = x * 2\nf = lambda y, h=h: y * h\nreturn f(x)",
        "n = x.shape[0]\n\ndef f(y, k=n):\n    return y * k\n\nreturn f(x)",
        "for f in [lambda y, k=k: y * k for k in range(3)]:\n    x = f(x)\nreturn x",
    ],
)
def test_a_default_that_is_computed_around_a_function_is_told(body: str) -> None:
    assert "MP401" in told(body)


def told(body: str) -> list[str]:
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    config = Config(target=GRAPH.target)
    report = analyze(Document("net.py", HEAD + lines), config, Workspace())
    return [one.code for one in report.findings if one.code.startswith("MP4")]


LOSS = """
import torch
from torch import nn
W = torch.ones(4)


class Net(nn.Module):
    def forward(self, x, labels, n=1, weights=None):
        w = torch.ones(4)
        v = x.mean(0)
        return nn.CrossEntropyLoss({0})(x, labels)
"""


@pytest.mark.parametrize(
    ("given", "codes"),
    [
        ("", []),
        ("ignore_index=n", []),
        ("weight=W", []),
        ("weight=w", []),
        ("weight=self.weights", []),
        ("weight=None", []),
        ("weight=weights", ["MP402"]),
        ("v.abs(), ignore_index=2", ["MP402"]),
    ],
)
def test_layers_that_are_made_of_tensors_of_the_call(given: str, codes: list[str]) -> None:
    report = analyze(Document("net.py", LOSS.format(given)), GRAPH, Workspace())
    assert [finding.code for finding in report.findings] == codes


CALLED = """
from mindspore import nn


class Doubled(nn.Cell):
    def __call__(self, x):
        return x * 2


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.doubled = Doubled()

    def construct(self, x):
        return self.doubled(x)
"""


@pytest.mark.parametrize(
    "source",
    [
        CALLED.replace("nn.Cell", "object", 1),
        CALLED.replace("__call__", "construct"),
    ],
)
def test_what_is_called_otherwise_is_left_alone(source: str) -> None:
    assert fixed(source).document.text == source
    assert fixed(source).report.findings == ()


def test_what_a_network_does_when_called_becomes_its_construct() -> None:
    result = fixed(CALLED)
    assert result.document.text == CALLED.replace("__call__", "construct")
    assert result.report.findings == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return x * 2", "return super().__call__(x) * 2"),
        ("return x * 2", "return x * 2\n\n    def construct(self, x):\n        return x"),
    ],
)
def test_what_a_network_does_beside_its_construct_is_told(old: str, new: str) -> None:
    result = fixed(CALLED.replace(old, new))
    (finding,) = result.report.findings
    assert (finding.code, result.document.text) == ("MP402", CALLED.replace(old, new))
    assert "construct" in finding.message.en


def test_an_object_that_takes_any_attribute_is_told_where_it_holds_a_tensor() -> None:
    # The value is right in graph mode, and all gradients are zero.
    source = HEAD + "        out = SimpleNamespace(hidden=x * 2)\n        return out.hidden\n"
    assert [f.code for f in fixed(source).report.findings] == ["MP411"]


KEPT = """
import typing

from mindspore import nn


def additive(q):
    return typing.Dict(a=q)


class Base(nn.Cell):
    def __init__(self):
        super().__init__()
        self.last = self.other

    def other(self, q):
        return typing.Dict(b=q)


class Net(Base):
    def __init__(self, scaled):
        super().__init__()
        self.score = self.product if scaled else additive

    def product(self, q):
        return typing.Dict(c=q)

    def unused(self, q):
        return typing.Dict(d=q)

    def construct(self, q):
        return self.score(q), self.last(q)
"""


def test_methods_and_functions_behind_attributes_are_compiled() -> None:
    text = fixed(KEPT).document.text
    assert [line.strip() for line in text.splitlines() if "Dict(" in line] == [
        "return typing.Dict(d=q)"
    ]


def test_a_name_of_another_function_is_no_function_behind_an_attribute() -> None:
    source = """
        from torch import nn

        class Layer(nn.Module):
            def __init__(self):
                super().__init__()
                def norm():
                    made = nn.LayerNorm(4)
                    del made.bias
                    return made
                self.first = norm()

            def forward(self, x):
                return self.first(x)

        class Stack(nn.Module):
            def __init__(self, layer, norm=None):
                super().__init__()
                self.layer, self.norm = layer, norm
                self.last = norm

            def forward(self, x):
                return self.last(self.norm(self.layer(x)))
        """
    assert codes(source) == []
