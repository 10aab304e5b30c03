"""Modules become Cells with construct, whatever their base is called and wherever they stand."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from mindport.config import Config
from mindport.target import Target

from .conftest import findings, fixed


@pytest.mark.parametrize(
    "source",
    [
        "class A:\n    def forward(self, x):\n        return x\n",
        "import torch\nclass A(dict):\n    def forward(self, x):\n        return torch\n",
        "from mindspore import nn\nclass A(nn.Cell):\n    def construct(self, x):\n        return x\n",
        "def forward(self):\n    pass\nforward(3)\n",
        "import torch\nclass A(torch.autograd.Function):\n    @staticmethod\n"
        "    def forward(ctx, x):\n        return x\n",
        "import torch\nclass A(torch.utils.data.Dataset):\n    def forward(self, x):\n"
        "        return x\n",
        "import mindspore as ms\nclass A(ms._Function):\n    @staticmethod\n"
        "    def forward(ctx, x):\n        return x\n",
        "from mindspore import nn\nclass A(nn.Cell):\n    def construct(self, x):\n        return x\n"
        "    def forward(self, x):\n        return self.construct(x)\nA().forward(1)\n",
        "from mindspore import nn\nclass A(nn.Cell):\n    def forward(self, x):\n        return x\n"
        "class B(A):\n    def construct(self, x):\n        return self.forward(x)\n",
        "from torch import nn\nclass A:\n    net: nn.Module\n    def forward(self, x):\n"
        "        return x\n",
    ],
)
def test_a_forward_of_something_else_stays(source: str) -> None:
    assert [f.code for f in findings(source) if f.code in ("MP301", "MP302")] == []
    for text in (fixed(source), fixed(source, unsafe=True)):
        assert text.count("def forward") == source.count("def forward")


SHOWN = dedent("""
    from torch import nn

    class A(nn.Module):
        def extra_repr(self):
            return 'a'

    class B(A):
        def extra_repr(self) -> str:
            return super().extra_repr() + ', b'

    class C(nn.Linear):
        def extra_repr(self):
            return super().extra_repr() + A().extra_repr()

    class Other:
        def extra_repr(self):
            return ''
    """)


def test_what_print_shows_of_a_module_is_called_as_a_cell_calls_it() -> None:
    text = fixed(SHOWN)
    assert text.count("extend_repr") == 6
    assert text.count("extra_repr") == 1
    assert "class Other:\n    def extra_repr(self):" in text


PAIRS = [
    pytest.param(
        """
        from torch.nn import Module as M

        class A(M, Mixin):
            def forward(self, x):
                return x
        """,
        """
        from mindspore import nn

        class A(nn.Cell, Mixin):
            def construct(self, x):
                return x
        """,
        id="an alias among several bases",
    ),
    pytest.param(
        """
        import torch

        class A(Mixin, torch.nn.Module, metaclass=Meta):
            def  forward (self, x): return x
        """,
        """
        from mindspore import nn

        class A(Mixin, nn.Cell, metaclass=Meta):
            def  construct (self, x): return x
        """,
        id="second base, odd spaces",
    ),
    pytest.param(
        """
        from torch.nn.modules.module import Module

        class forward(Module):
            @decorated(forward=1)
            def forward(self, forward):
                return forward
        """,
        """
        from mindspore import nn

        class forward(nn.Cell):
            @decorated(forward=1)
            def construct(self, forward):
                return forward
        """,
        id="everything is called forward",
    ),
    pytest.param(
        """
        from torch import nn

        class Outer(nn.Module):
            class Inner(nn.Module):
                def forward(self, x):
                    return x

            def forward(self, x):
                def forward(y):
                    return y
                return self.Inner()(forward(x))
        """,
        """
        from mindspore import nn

        class Outer(nn.Cell):
            class Inner(nn.Cell):
                def construct(self, x):
                    return x

            def construct(self, x):
                def forward(y):
                    return y
                return self.Inner()(forward(x))
        """,
        id="nested classes and functions",
    ),
    pytest.param(
        """
        from torch import nn

        def make():
            class Net(nn.Module):
                def forward(self, x):
                    return x
            return Net()

        make().forward(1)
        """,
        """
        from mindspore import nn

        def make():
            class Net(nn.Cell):
                def construct(self, x):
                    return x
            return Net()

        make().construct(1)
        """,
        id="a class in a function",
    ),
    pytest.param(
        """
        from torch import nn

        class Stack(nn.Sequential):
            def __init__(self, n):
                super().__init__(nn.Linear(n, n), nn.ReLU())

        class Twice(nn.Sequential):
            def forward(self, x):
                return super().forward(super().forward(x))

        class Each(nn.ModuleList):
            def forward(self, x):
                for layer in self:
                    x = layer(x)
                return x
        """,
        """
        from mindspore import mint, nn

        class Stack(nn.SequentialCell):
            def __init__(self, n):
                super().__init__(mint.nn.Linear(n, n), mint.nn.ReLU())

        class Twice(nn.SequentialCell):
            def construct(self, x):
                return super().construct(super().construct(x))

        class Each(nn.CellList):
            def construct(self, x):
                for layer in self:
                    x = layer(x)
                return x
        """,
        id="containers as bases",
    ),
    pytest.param(
        """
        from torch import nn

        class Same(nn.Conv2d):
            def __init__(self, a, b):
                super(Same, self).__init__(a, b, 3, padding=1)
        """,
        """
        from mindspore import nn

        class Same(nn.Conv2d):
            def __init__(self, a, b):
                super(Same, self).__init__(a, b, 3, padding=1, has_bias=True, pad_mode='pad')
        """,
        id="a layer as base: its arguments",
    ),
    pytest.param(
        """
        from torch import nn

        class A(nn.Module):
            def forward(self, x):
                return x

        class B(A):
            pass

        class C(Mixin, B):
            def forward(self, x):
                return super(C, self).forward(x)

        C().forward(2)
        run(C().forward)
        """,
        """
        from mindspore import nn

        class A(nn.Cell):
            def construct(self, x):
                return x

        class B(A):
            pass

        class C(Mixin, B):
            def construct(self, x):
                return super(C, self).construct(x)

        C().construct(2)
        run(C().construct)
        """,
        id="inherited through a class without one",
    ),
    pytest.param(
        """
        from torch import nn

        class A(nn.Module):
            def forward(self, x):
                return x

        class B(A):
            def forward(self, x):
                return A.forward(self, x)
        """,
        """
        from mindspore import nn

        class A(nn.Cell):
            def construct(self, x):
                return x

        class B(A):
            def construct(self, x):
                return A.construct(self, x)
        """,
        id="a forward called on its class",
    ),
    pytest.param(
        """
        from torch import nn

        class A(nn.Linear):
            def forward(self, x):
                return nn.Linear.forward(self, x)

        net = A(2, 3)
        """,
        """
        from mindspore import mint

        class A(mint.nn.Linear):
            def construct(self, x):
                return mint.nn.Linear.construct(self, x)

        net = A(2, 3)
        """,
        id="a forward called on torch's class",
    ),
    pytest.param(
        """
        from torch import nn

        class A(nn.Module):
            if FAST:
                def forward(self, x):
                    return x
            else:
                def forward(self, x):
                    return -x
        """,
        """
        from mindspore import nn

        class A(nn.Cell):
            if FAST:
                def construct(self, x):
                    return x
            else:
                def construct(self, x):
                    return -x
        """,
        id="conditional methods",
    ),
    pytest.param(
        """
        from torch import nn

        class A(nn.Module):
            def forward(self, x):
                return x
            predict = forward
        """,
        """
        from mindspore import nn

        class A(nn.Cell):
            def construct(self, x):
                return x
            predict = construct
        """,
        id="a second name for the method",
    ),
    pytest.param(
        """
        from torch import nn

        class A(nn.Module):
            forward = run
        """,
        """
        from mindspore import nn

        class A(nn.Cell):
            construct = run
        """,
        id="forward by assignment",
    ),
    pytest.param(
        """
        from torch import nn

        class A(nn.Module):
            def __init__(self):
                super().__init__()
                self.forward = self.run
        """,
        """
        from mindspore import nn

        class A(nn.Cell):
            def __init__(self):
                super().__init__()
                self.construct = self.run
        """,
        id="forward as an attribute",
    ),
]


MORE = [
    pytest.param(
        """
        from torch import nn

        class A(nn.Module):
            try:
                forward = jit(run)
            except NameError:
                forward = run
            forward = wrap(forward)
            both = [forward, lambda forward: forward]
        """,
        """
        from mindspore import nn

        class A(nn.Cell):
            try:
                construct = jit(run)
            except NameError:
                construct = run
            construct = wrap(construct)
            both = [construct, lambda forward: forward]
        """,
        id="bound several times",
    ),
    pytest.param(
        """
        from torch import nn

        def forward(self, x):
            return x

        class A(nn.Module):
            mine = forward
            forward = forward
        """,
        """
        from mindspore import nn

        def forward(self, x):
            return x

        class A(nn.Cell):
            mine = forward
            construct = forward
        """,
        id="a function of the same name",
    ),
    pytest.param(
        """
        from torch import nn

        class A(nn.Module):
            def forward(self, x):
                return nn.Module.forward(self, x)
        """,
        """
        from mindspore import nn

        class A(nn.Cell):
            def construct(self, x):
                return nn.Cell.construct(self, x)
        """,
        id="the forward of Module",
    ),
    pytest.param(
        """
        import torch
        from torch import jit, nn

        class A(jit.ScriptModule):
            __constants__ = ['by']

            def __init__(self):
                super(A, self).__init__()
                self.fc = nn.Linear(4, 4)
                self.by = 2

            @jit.script_method
            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return self.fc(x) * self.by
        """,
        """
        import mindspore as ms
        from mindspore import mint, nn

        class A(nn.Cell):
            __constants__ = ['by']

            def __init__(self):
                super(A, self).__init__()
                self.fc = mint.nn.Linear(4, 4)
                self.by = 2

            def construct(self, x: ms.Tensor) -> ms.Tensor:
                return self.fc(x) * self.by
        """,
        id="a module that is compiled",
    ),
]


@pytest.mark.parametrize(("before", "after"), [*PAIRS, *MORE])
def test_becomes_a_cell(before: str, after: str) -> None:
    assert fixed(before) == dedent(after)


@pytest.mark.parametrize(
    ("statement", "base"),
    [
        ("from layers import Block", "Block"),
        ("from layers import *", "Block"),
        ("import layers", "layers.Block"),
        ("import layers as l", "l.Block"),
    ],
)
def test_a_base_of_another_file(tmp_path: Path, statement: str, base: str) -> None:
    (tmp_path / "layers.py").write_text("from torch import nn\nclass Block(nn.Module): pass\n")
    source = f"{statement}\nclass A({base}):\n    def forward(self, x):\n        return x\n"
    text = fixed(source, path=str(tmp_path / "net.py"))
    assert text == source.replace("forward", "construct")


def test_a_base_without_an_equivalent_stays_marked() -> None:
    source = """
        import torch
        class Norm(torch.nn.modules.batchnorm._NormBase):
            def forward(self, x):
                return x
    """
    assert [f.code for f in findings(source)] == ["MP102"]
    assert fixed(source) == dedent(source)


def test_one_finding_a_class_stands_at_its_base() -> None:
    source = (
        "import torch\nclass A(torch.nn.Module):\n    def forward(self, x):\n        return x\n"
    )
    (finding,) = findings(source)
    assert (finding.code, finding.symbol) == ("MP301", "torch.nn.Module")
    assert finding.equivalent == "mindspore.nn.Cell"
    assert source[finding.span.start : finding.span.end] == "torch.nn.Module"
    assert "construct" in finding.message.en and "construct" in finding.message.zh


@pytest.mark.parametrize(
    "body",
    [
        "def forward(self, x): return x\n    def m(self): setattr(self, 'forward', run)\n",
        "from other import forward\n    forward = forward\n",
    ],
)
def test_a_forward_that_is_reached_otherwise_makes_the_class_unsafe(body: str) -> None:
    source = f"from torch import nn\nclass A(nn.Module):\n    {body}"
    (finding,) = [f for f in findings(source) if f.code == "MP301"]
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert "class A(nn.Module)" in fixed(source)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f = getattr_static(cls, 'forward')", 'f = getattr_static(cls, "construct")'),
        ("own = 'forward' in cls.__dict__", 'own = "construct" in cls.__dict__'),
        ("cls.forward = f", "cls.construct = f"),
        (
            "g = getattr(net, 'forward')",
            "g = net.construct if isinstance(net, nn.Cell) else getattr(net, 'forward')",
        ),
        ("words = ['forward']", "words = ['forward']"),
    ],
)
def test_a_class_that_looks_for_its_own_forward(before: str, after: str) -> None:
    method = f"    def __init_subclass__(cls):\n        {before}\n"
    source = f"from torch import nn\nclass A(nn.Module):\n{method}"
    assert fixed(source, unsafe=True) == (
        f"from mindspore import nn\nclass A(nn.Cell):\n{method}".replace(before, after)
    )


OWN = """
from torch import nn
class A(nn.Module):
    def __init_subclass__(cls):
        def wrapped(self, x):
            return x if {asked} is wrapped else forward(self, x)
        forward, cls.forward = cls.forward, wrapped
"""


@pytest.mark.parametrize("own", ["type(self)", "self.__class__"])
def test_a_class_that_asks_an_object_for_the_forward_of_its_class(own: str) -> None:
    text = fixed(OWN.format(asked=f"{own}.forward"), unsafe=True)
    assert f"x if {own}.construct is wrapped" in text


@pytest.mark.parametrize("asked", ["type(x).forward", "x.__class__.forward"])
def test_the_forward_of_another_objects_class_is_left_alone(asked: str) -> None:
    assert f"x if {asked} is wrapped" in fixed(OWN.format(asked=asked), unsafe=True)


MIXED = "from torch import nn\nclass Plan{bases}:\n    def plan(self):\n        return dict(self.{call})\n"


def test_a_class_that_modules_are_mixed_with_asks_for_its_layers() -> None:
    text = fixed(MIXED.format(bases="", call="named_children()") + "nn.Linear(3, 4)\n", unsafe=True)
    assert "dict(self.name_cells().items())" in text


@pytest.mark.parametrize(
    ("bases", "call"),
    [
        ("(dict)", "named_children()"),
        ("", "parameters()"),
        ("", "named_children"),
        ("", "named_rows()"),
    ],
)
def test_what_may_be_no_modules_is_left_alone(bases: str, call: str) -> None:
    text = fixed(MIXED.format(bases=bases, call=call) + "nn.Linear(3, 4)\n", unsafe=True)
    assert f"dict(self.{call})" in text


ASSIGNED = """
from torch import nn
class A(nn.{layer}):
    def __init__(self, n, **given):
        super().__init__(n, **given)
        self.{name} = {value}
"""


@pytest.mark.parametrize(
    ("layer", "name"),
    [("Linear", "weight"), ("Embedding", "bias"), ("RMSNorm", "bias"), ("Module", "weight"),
     ("Conv2d", "bias"), ("LayerNorm", "scale")],
)  # fmt: skip
def test_a_parameter_of_a_layers_subclass_keeps_its_name(layer: str, name: str) -> None:
    text = fixed(ASSIGNED.format(layer=layer, name=name, value="None"), unsafe=True)
    assert f"        self.{name} = None\n" in text


@pytest.mark.parametrize(
    ("layer", "name", "after"),
    [("LayerNorm", "bias", "beta"), ("Embedding", "weight", "embedding_table"),
     ("BatchNorm2d", "weight", "gamma"), ("BatchNorm2d", "running_mean", "moving_mean")],
)  # fmt: skip
def test_what_a_subclass_assigns_is_what_the_layer_computes_with(
    layer: str, name: str, after: str
) -> None:
    """Under torch's name the layer would go on with its own, and nobody would notice."""
    text = fixed(ASSIGNED.format(layer=layer, name=name, value="given['w']"), unsafe=True)
    assert f"        self.{after} = given['w']\n" in text


def test_in_graph_mode_an_instances_own_forward_is_in_doubt() -> None:
    source = (
        "from torch import nn\nclass A(nn.Module):\n    def __init__(self, f):\n"
        "        super().__init__()\n        self.forward = f\n    def forward(self, x): return x\n"
    )
    graph = Config(target=Target(mode="GRAPH"))
    assert {f.code: f.fix.applicability for f in findings(source, graph) if f.fix} == {
        "MP301": "unsafe",
        "MP302": "unsafe",
    }
    assert {f.fix.applicability for f in findings(source) if f.fix} == {"safe"}


def test_a_forward_of_a_layer_that_is_no_base_is_in_doubt() -> None:
    source = "from torch import nn\ndef f(layer, x):\n    return nn.Linear.forward(layer, x)\n"
    (finding,) = findings(source)
    assert finding.code == "MP302"
    assert finding.fix is not None and finding.fix.applicability == "unsafe"


MOVED = "from mindspore import nn\nclass Block(nn.Cell):\n    def construct(self, x):\n        return x\n"


def test_a_base_that_was_moved_before(tmp_path: Path) -> None:
    """Otherwise the base's construct would run, and nobody would notice."""
    (tmp_path / "layers.py").write_text(MOVED)
    source = """
        from layers import Block
        class A(Block):
            def forward(self, x):
                return super().forward(x)
        class B(A):
            def other(self, x):
                return self.forward(x)
        A().forward(1)
        Block().forward(2)
    """
    assert fixed(source, path=str(tmp_path / "net.py")) == dedent(source).replace(
        "forward", "construct"
    )
    assert fixed(MOVED) == MOVED


def test_the_constructor_that_is_called_on_its_class() -> None:
    source = "from torch import nn\nclass A(nn.Module):\n    def __init__(self, n):\n        {}\n"
    old = source.format("nn.Module.__init__(self)")
    assert "nn.Cell.__init__(self)" in fixed(old)
    assert [f.code for f in findings(old)] == ["MP301", "MP301"]
    odd = source.format("nn.Module.__init__(*n)")
    assert "nn.Module.__init__(*n)" in fixed(odd)


BLOCK = """
from torch import nn

class Block(nn.Sequential):
    def __init__(self, n):
        super().__init__()
        {}
"""
OF_ITS_OWN = """
    def forward(self, x):
        return self.one(x)
"""


@pytest.mark.parametrize(
    ("adding", "rest", "base"),
    [
        ("print(n)", "", "nn.SequentialCell"),
        ("self.one = nn.Linear(n, n)", OF_ITS_OWN, "nn.SequentialCell"),
        ("self.one = nn.Linear(n, n)", "", "Sequential"),
        ("self.add_module('one', nn.Linear(n, n))", "", "Sequential"),
        ("setattr(self, 'one', nn.Linear(n, n))", "", "Sequential"),
        ("self.one = nn.Linear(n, n)", OF_ITS_OWN.replace("self.one", "super().forward"), "Sequential"),
        ("print(n)", "\nclass Longer(Block):\n    def __init__(self):\n        super().__init__(3)\n"
         "        self.two = nn.Linear(3, 3)\n", "Sequential"),
    ],
)  # fmt: skip
def test_a_container_runs_the_children_that_it_is_given_later(
    adding: str, rest: str, base: str
) -> None:
    text = fixed(BLOCK.format(adding) + rest)
    assert f"class Block({base}):" in text
    assert ("class Sequential(nn.SequentialCell):" in text) == (base == "Sequential")


def test_the_file_itself_out_of_the_modules_gives_its_names() -> None:
    source = (
        "import sys\nfrom torch import nn\nBase = nn.Module\nme = sys.modules[__name__]\n"
        "class Net(me.Base):\n    def forward(self, x):\n        return me.join([x, x])\n"
        "def join(parts):\n    return parts[0]\n"
    )
    text = fixed(source)
    assert "def construct(self, x):\n" in text and "me.join([x, x])" in text


def test_other_modules_out_of_the_modules_are_not_the_file() -> None:
    source = (
        "import sys\nfrom torch import nn\nBase = nn.Module\nme = sys.modules[name]\n"
        "class Net(me.Base):\n    def forward(self, x):\n        return x\n"
    )
    assert "def forward(self, x):\n" in fixed(source)


def test_a_layer_named_as_a_method_of_modules_does_not_hide_the_method() -> None:
    source = (
        "import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n        self.parameters = nn.ParameterList()\n"
        "net = Net()\noptimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n"
    )
    assert "optim.SGD(net.trainable_params(), lr=0.1)" in fixed(source, unsafe=True)


GENERIC = """\
from typing import Any, Generic, TypeVar

from torch import nn

T = TypeVar("T")


class Base(Generic[T], nn.Module):
    def forward(self, x: T) -> T:
        return x


class Middle(Base[T]):
    pass


class Net(Middle[Any]):
    def forward(self, x):
        return x + 1
"""


def test_a_base_with_a_type_in_brackets_is_the_base() -> None:
    after = fixed(GENERIC)
    assert "class Net(Middle[Any]):\n    def construct(self, x):" in after
    assert "def forward" not in after


def test_forward_of_what_is_called_a_network() -> None:
    source = """\
    from torch import nn
    class Branch(nn.Module):
        def __init__(self, backbone, other):
            super().__init__()
            self.backbone = backbone
            self.other = other
        def forward(self, x):
            return self.backbone.forward(x) + self.other.forward(x)
    def of(name, criterion, x):
        return criterion.forward(x) + name.forward(x)
    """
    after = fixed(source, unsafe=True)
    assert "self.backbone.construct(x) + self.other.construct(x)" in after
    assert "criterion.construct(x) + name.forward(x)" in after
    told = [f for f in findings(source) if f.code == "MP302"]
    assert [f.confidence for f in told] == ["likely", "likely", "likely", "name"]


def test_forward_that_classes_of_the_file_have_too() -> None:
    source = """\
    from torch import nn
    class Robot:
        def forward(self, x):
            return x
    class Branch(nn.Module):
        def __init__(self, other):
            super().__init__()
            self.other = other
        def forward(self, x, loss):
            return self.other.forward(loss.forward(x))
    """
    assert "self.other.forward(loss.forward(x))" in fixed(source, unsafe=True)


SPELLED = (
    "import torch\nfrom torch import nn\n\nnet = nn.Linear(2, 2)\n\n\ndef f(other, text):\n    "
)


@pytest.mark.parametrize(
    "line", ["getattr(other, 'forward')", "setattr(net, 'backward', f)", "text == 'forward'"]
)
def test_words_that_are_no_forward_of_a_network(line: str) -> None:
    assert not [f for f in findings(SPELLED + line) if f.code == "MP302"]


@pytest.mark.parametrize(
    ("line", "confidence"),
    [
        ("setattr(net, 'forward', f)", "certain"),
        ("hasattr(net, 'forward')", "certain"),
        ("setattr(other, 'forward', f)", "likely"),
    ],
)
def test_a_forward_that_is_set_by_its_name(line: str, confidence: str) -> None:
    """A Cell would run its construct as before, and say nothing."""
    (finding,) = (f for f in findings(SPELLED + line) if f.code == "MP302")
    assert finding.confidence == confidence
    assert line.replace("'forward'", '"construct"') in fixed(SPELLED + line, unsafe=True)


@pytest.mark.parametrize(
    "line",
    [
        "Net.forward = f",
        "setattr(Net, 'forward', f)",
        "type(net).forward = f",
        "net.__class__.forward = f",
        "other.blocks[0].forward = f",
    ],
)
def test_a_forward_that_is_put_into_a_class(line: str) -> None:
    """A Cell's class would run its construct as before, and say nothing."""
    source = f"{PUT}{line}\n"
    written = line.replace("'forward'", '"construct"').replace(".forward", ".construct")
    assert fixed(source, unsafe=True).endswith(f"{written}\n")


def test_a_forward_of_a_class_that_is_no_network_stays() -> None:
    source = "import torch\n\n\nclass Pipe:\n    pass\n\n\nPipe.forward = print\n"
    assert "Pipe.forward = print" in fixed(source, unsafe=True)


PUT = """\
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return x


def f(self, x):
    return 2 * x


net = Net()
"""
HOOKS = """\
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        {}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "self._register_load_state_dict_pre_hook(self.rename)",
            "self.register_load_state_dict_pre_hook(lambda _, *args: self.rename(*args))",
        ),
        (
            "self._register_load_state_dict_pre_hook(self.rename, with_module=True)",
            "self.register_load_state_dict_pre_hook(self.rename)",
        ),
        (
            "self._register_state_dict_hook(clean)",
            "self.register_state_dict_post_hook(clean)",
        ),
    ],
)
def test_hooks_of_the_state_that_torch_keeps_private(before: str, after: str) -> None:
    assert HOOKS.format(after).partition("class")[2].split("__()")[1] in fixed(
        HOOKS.format(before), unsafe=True
    )


def test_a_forward_that_is_put_into_a_network() -> None:
    source = """\
    from torch import nn
    def patch(model, layer_class, double):
        model.forward = double
        layer_class.forward = double
    """
    after = fixed(source, unsafe=True)
    assert "model.construct = double" in after
    assert "layer_class.construct = double" in after
    told = [f for f in findings(source) if f.code == "MP302"]
    assert [f.confidence for f in told] == ["likely", "likely"]
    assert findings(source.replace("from torch import nn", "import numpy")) == []


def test_a_network_of_a_script_is_known_by_its_parameters() -> None:
    source = """\
    import torch
    from package import DiT
    dit, other = DiT(3), DiT(4)
    optimizer = torch.optim.SGD(dit.parameters(), lr=0.1)
    dit.eval()
    other.eval()
    """
    after = fixed(source, unsafe=True)
    assert "dit.set_train(False)" in after
    assert "other.eval()" in after
