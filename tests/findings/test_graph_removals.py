"""Statements that compiled code can do without, source in and source out; each form ran:
knowledge/graph/syntax.yaml and calls.yaml."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

HEAD = """
from contextlib import nullcontext

from mindspore import nn


class Net(nn.Cell):
    def construct(self, x):
"""
GRAPH = Config(target=Target(devices=("CPU",), mode="GRAPH"), select=("MP401", "MP402"))


def fixed(source: str) -> str:
    document = Document("net.py", source)
    return fix_document(document, GRAPH, Workspace(), unsafe=False).document.text


def fixed_body(body: str) -> str:
    """The statements of construct after the fixes."""
    return dedent(fixed(HEAD + indent(body, " " * 8) + "\n")[len(HEAD) :]).strip()


@pytest.mark.parametrize(
    "body",
    [
        "d = {'a': x}\ndel d['a']\nreturn d",
        "sizes = {2, 3}\nreturn x * len(sizes)",
        "assert x.ndim in {*self.sizes}\nreturn x",
        "try:\n    x = self.first(x)\nexcept ValueError:\n    pass\nreturn x",
        "try:\n    pass\nexcept ValueError:\n    pass\nelse:\n    x = x * 2\nreturn x",
        "try:\n    pass\nfinally:\n    x = x * 2\nreturn x",
        "with nullcontext(x) as y:\n    x = y\nreturn x",
        "with self.context():\n    x = x * 2\nreturn x",
        "with nullcontext(), self.context():\n    x = x * 2\nreturn x",
        "with nullcontext():  # to be filled\n    x = x * 2\nreturn x",
        "ctx = nullcontext() if self.training else self.context()\nwith ctx:\n    x = x * 2\nreturn x",
        "ctx = nullcontext()\nif self.training:\n    ctx = self.context()\nwith ctx:\n    x = x * 2\nreturn x",
    ],
)
def test_what_does_something_is_left_alone(body: str) -> None:
    assert fixed_body(body) == body


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("y = x * 2\ndel y  # no longer needed\nreturn x", "y = x * 2\n# no longer needed\nreturn x"),
        (
            "try:  # on several devices\n    pass\nexcept:\n    pass\nreturn x",
            "# on several devices\nreturn x",
        ),
        (
            "if x.ndim > 2:\n    try:\n        pass\n    except ValueError:\n        x = -x\nreturn x",
            "return x",
        ),
        ("y, z = x, x\ndel y, z\nreturn x", "y, z = x, x\nreturn x"),
        ("assert x.ndim in {2, 3}\nreturn x", "assert x.ndim in (2, 3)\nreturn x"),
        ("if x.ndim not in {2}:\n    x = x * 2\nreturn x",
         "if x.ndim not in (2,):\n    x = x * 2\nreturn x"),
        ("with nullcontext():\n    # twice\n    x = x * 2\n\n    x = x + 1\nreturn x",
         "# twice\nx = x * 2\n\nx = x + 1\nreturn x"),
        ("ctx = nullcontext()\nwith ctx:\n    x = x * 2\nreturn x",
         "ctx = nullcontext()\nx = x * 2\nreturn x"),
    ],
)  # fmt: skip
def test_what_does_nothing_there_goes_away(body: str, expected: str) -> None:
    assert fixed_body(body) == expected


CACHED = """
from mindspore import mint, nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.register_buffer("mask", {0}, persistent=False)

    def masked(self, n):
        if self.mask is not None:
            return self.mask
        mask = mint.ones((n, n))
        self.register_buffer("mask", mask, persistent={1})
        return mask

    def construct(self, x):
        return x * self.masked(4){2}
"""


@pytest.mark.parametrize(
    "parts", [("mint.ones((2, 2))", "False", ""), ("None", "True", ""), ("None", "False", " + self.mask")]
)  # fmt: skip
def test_a_buffer_that_is_kept_or_read_elsewhere_stays(parts: tuple[str, str, str]) -> None:
    source = CACHED.format(*parts)
    assert fixed(source) == source


def test_a_buffer_that_only_saves_time_is_computed_each_time() -> None:
    source = CACHED.format("None", "False", "")
    gone = '        self.register_buffer("mask", mask, persistent=False)\n'
    assert fixed(source) == source.replace(gone, "")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(
            "if x.ndim > 1 and (n := x.shape[1]) > 1:\n    x = x * n\nreturn x", id="second"
        ),
        pytest.param(
            "if x.ndim > 1:\n    y = x\nelif (y := x + 1) is x:\n    pass\nreturn y", id="elif"
        ),
        pytest.param("while (n := x.shape[0]) > 9:\n    x = x[1:]\nreturn x", id="loop"),
    ],
)
def test_values_that_are_named_later_are_left_alone(body: str) -> None:
    assert fixed_body(body) == body


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "if (n := x.shape[0]) == 3:\n    x = x * n\nreturn x",
            "n = x.shape[0]\nif n == 3:\n    x = x * n\nreturn x",
        ),
        ("if len(s := x.shape) > 1:\n    x = x[s[0]]\nreturn x", "s = x.shape\nif len(s) > 1:\n"),
        ("y = (h := x + 1) * 2 + h\nreturn y", "h = x + 1\ny = h * 2 + h\nreturn y"),
        ("return (y := x + 1)", "y = x + 1\nreturn y"),
    ],
)
def test_a_value_that_is_named_first_gets_a_statement(body: str, expected: str) -> None:
    assert expected in fixed_body(body)
