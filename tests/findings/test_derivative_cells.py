"""Functions with a derivative of their own as Cells for graph mode, source in and source out; each
form ran: knowledge/graph/calls.yaml, autograd-function."""

from __future__ import annotations

from textwrap import dedent

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

HEAD = """
import mindspore as ms
from mindspore import nn


"""
NET = """


class Net(nn.Cell):
    def construct(self, x):
        return Square.apply({})
"""
GRAPH = Config(target=Target(devices=("CPU",), mode="GRAPH"))


def fixed(source: str, unsafe: bool = False, given: str = "x") -> str:
    document = Document("net.py", HEAD + dedent(source).strip("\n") + NET.format(given))
    text = fix_document(document, GRAPH, Workspace(), unsafe=unsafe).document.text
    return text.removeprefix("\n").removeprefix("import mindspore as ms\n").strip("\n")


def function(forward: str, backward: str, more: str = "") -> str:
    def method(head: str, body: str) -> str:
        lines = "".join(f"        {line}\n" for line in body.splitlines())
        return f"    @staticmethod\n    def {head}:\n{lines}\n"

    text = "class Square(ms._Function):\n" + method("forward(ctx, x)", forward)
    return text + method("backward(ctx, g)", backward) + more


@pytest.mark.parametrize(
    "source",
    [
        # What it changes in place, in graph mode its caller sees otherwise.
        function("x[0] = 0\nreturn x * x", "return g"),
        function("x.relu_()\nreturn x * x", "return g"),
        function("return x * x", "g[0] = 0\nreturn g"),
        function("return x * x", "g *= 2\nreturn g"),
        # What is drawn cannot be computed again.
        function("h = ops.rand(3)\nctx.save_for_backward(h)\nreturn x * h", "h, = ctx.saved_tensors\nreturn g * h"),
        # The value that was left is no longer there.
        function("h = x * 2\nctx.save_for_backward(h)\nh += 1\nreturn h", "h, = ctx.saved_tensors\nreturn g * h"),
        function("h = x * 2\nctx.a = h\nh = h + 1\nctx.b = h\nreturn h", "return g * ctx.a * ctx.b"),
        function("ctx.a = x\nreturn x * x", "x = g + 1\nreturn x * ctx.a"),
        # As many derivatives as inputs, of one or of several outputs.
        function("return x * x", "return g, None"),
        function("return x, x", "return g"),
        # Other uses of the context and of the class.
        function("ctx.mark_dirty(x)\nreturn x * x", "return g"),
        function("if x.ndim:\n    ctx.a = 1\nreturn x * x", "return g * ctx.a"),
        function("return x * x", "return g", "\nclass Cube(Square):\n    pass\n"),
        function("return x * x", "return g", "    size = 3\n"),
    ],
)  # fmt: skip
def test_what_a_cell_would_not_do_alike_is_left_alone(source: str) -> None:
    assert "class Square(ms._Function):" in fixed(source, unsafe=True)


def test_inputs_are_handed_to_bprop() -> None:
    source = function(
        "ctx.save_for_backward(x)\nreturn x * x  # squared",
        "x, = ctx.saved_tensors\nreturn 2 * g * x",
    )
    expected = """
        from mindspore import nn


        class Square(nn.Cell):
            def construct(self, x):
                return x * x  # squared

            def bprop(self, x, out, g):
                return (2 * g * x,)


        class Net(nn.Cell):
            def construct(self, x):
                return Square()(x)
        """
    assert fixed(source) == dedent(expected).strip("\n")


def test_a_name_that_is_bound_again_has_the_value_that_was_left() -> None:
    text = fixed(
        function(
            "h = x - x.mean()\nctx.save_for_backward(h)\nh = h * 2\nreturn h",
            "h, = ctx.saved_tensors\nreturn g * h",
        )
    )
    assert (
        "    def bprop(self, x, out, g):\n        h = x - x.mean()\n        return (g * h,)" in text
    )


def test_what_is_computed_in_between_is_computed_again() -> None:
    source = """
        class Square(ms._Function):
            '''Scaled squares.'''

            @classmethod
            def forward(cls, ctx, x, factor):
                ctx.factor = factor
                ctx.shape = x.shape[1:]
                h = cls.half(x * factor)
                y = h * h
                ctx.save_for_backward(h, y)
                return y

            @classmethod
            def half(cls, x):
                return x / 2

            @classmethod
            def backward(cls, ctx, g):
                half, y = ctx.saved_tensors
                factor = ctx.factor
                if ctx.needs_input_grad[0]:
                    g = g.reshape(-1, *ctx.shape)
                return g * half * factor + y, None
        """
    expected = """
        class Square(nn.Cell):
            '''Scaled squares.'''

            def construct(self, x, factor):
                h = self.half(x * factor)
                y = h * h
                return y

            def half(self, x):
                return x / 2

            def bprop(self, x, factor, y, g):
                h = self.half(x * factor)
                shape = x.shape[1:]
                half, y = h, y
                g = g.reshape(-1, *shape)
                return g * half * factor + y, None
        """
    text = fixed(source, given="x, 2.0").partition("\n\n\nclass Net")[0]
    assert text.partition("\n\n\n")[2] == dedent(expected).strip("\n")


def test_an_input_that_is_counted_down_is_so_on_request_alone() -> None:
    source = function("x -= x.max()\nreturn x * x", "return g")
    assert "class Square(ms._Function):" in fixed(source)
    assert "        x = x - x.max()\n        return x * x" in fixed(source, unsafe=True)


def test_names_of_apply_stand_for_the_cell() -> None:
    source = function("return x * x", "return g", "\nsquare = Square.apply\n")
    assert "square = Square()\n" in fixed(source)


@pytest.mark.parametrize("place", ["first", "last"])
def test_what_only_torchs_export_calls_goes_away(place: str) -> None:
    export = "    @staticmethod\n    def symbolic(g, x):\n        return g.op('Mul', x, x)\n"
    source = function("return x * x", "return g")
    head, _, body = source.partition("\n")
    with_export = f"{head}\n{export}\n{body}" if place == "first" else f"{source}{export}"
    assert fixed(with_export) == fixed(source)
