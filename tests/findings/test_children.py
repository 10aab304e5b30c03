"""Layers that setattr puts into others."""

from __future__ import annotations

import pytest

from .conftest import fixed

SOURCE = """
import torch
from torch import nn


class LoRALinear(nn.Module):
    def __init__(self, base):
        super().__init__()
        self.base = base


def inject(model: nn.Module, options):
    for name, module in list(model.named_modules()):
        parent = model.get_submodule(name)
        setattr(PARENT, name, VALUE)
"""


@pytest.mark.parametrize(
    ("parent", "value"),
    [
        ("options", "1"),
        ("options", "torch.ones(3)"),
        ("parent", "None"),
        ("options", "module.name"),
    ],
)
def test_leaves_alone_what_is_no_layer(parent: str, value: str) -> None:
    text = fixed(SOURCE.replace("PARENT", parent).replace("VALUE", value))
    assert f"setattr({parent}, name, " in text


@pytest.mark.parametrize("value", ["LoRALinear(module)", "nn.Identity()", "nn.Linear(3, 3)"])
def test_names_the_parameters_of_a_layer_after_its_place(value: str) -> None:
    text = fixed(SOURCE.replace("PARENT", "parent").replace("VALUE", value))
    assert "        set_child(parent, name, " in text and "setattr(parent, name, value" not in text
    assert "def set_child(parent, name, cell):" in text


def test_a_name_that_mindspore_refuses_is_taken() -> None:
    """The helper in a run: torch takes any text without dots as the name of a child."""
    import mindspore
    from mindspore import nn

    source = "import torch\nfrom torch import nn\n\n\ndef put(net: nn.Module, name: str):\n"
    names: dict[str, object] = {}
    text = fixed(
        f"{source}    setattr(net, name, nn.Linear(2, 3))\n    setattr(net, 'kept', name)\n"
    )
    exec(compile(text, "f.py", "exec"), names)
    net = nn.Cell()
    for name in ("1x1 / 卷积", "1x1 / 卷积"):
        names["put"](net, name)  # type: ignore[operator]
    assert net.kept == "1x1 / 卷积"
    assert [p.name for p in net.get_parameters()] == ["1x1 / 卷积.weight", "1x1 / 卷积.bias"]
    out = getattr(net, "1x1 / 卷积")(mindspore.mint.ones((4, 2)))
    assert out.shape == (4, 3)


def test_a_declaration_of_what_torchs_base_has_hides_nothing() -> None:
    source = (
        "from torch import nn\nclass Parts(nn.ModuleDict):\n    _modules: dict[str, Part]\n"
        "    def names(self):\n        return self._modules.keys()\n"
    )
    assert "return self._cells.keys()" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("parent", "name", "value"),
    [
        ("parent", "name", "3"),
        ("parent", "'scale'", "nn.Parameter(torch.ones(3))"),
        ("parent", "name", "options.size"),
        ("options", "name", "options.weight"),
        ("nn.Linear(3, 3)", "'weight'", "nn.Parameter(torch.ones(3, 3))"),
    ],
)
def test_leaves_alone_what_every_layer_calls_so(parent: str, name: str, value: str) -> None:
    source = SOURCE.replace("PARENT, name", f"{parent}, {name}").replace("VALUE", value)
    assert "        setattr(" in fixed(source)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", "module.weight"),
        ("name", "nn.Parameter(torch.ones(3))"),
        ("name", "options.source_param"),
        ("'weight'", "options"),
    ],
)
def test_a_parameter_is_put_in_by_the_name_of_the_layer(name: str, value: str) -> None:
    source = SOURCE.replace("PARENT, name", f"parent, {name}").replace("VALUE", value)
    assert f"        set_layer_parameter(parent, {name}, " in fixed(source)


def test_tables_that_are_tied_by_name_stay_one() -> None:
    import mindspore
    from mindspore import nn

    names: dict[str, object] = {}
    text = fixed(
        "import torch\nfrom torch import nn\n\n\ndef tie(net: nn.Module, place, name, weight):\n"
        "    setattr(net.get_submodule(place), name, weight)\n"
    )
    exec(compile(text, "f.py", "exec"), names)
    net = nn.CellDict({"words": nn.Embedding(4, 3), "scale": nn.LayerNorm((3,))})
    table = mindspore.Parameter(mindspore.mint.ones((4, 3)))
    names["tie"](net, "words", "weight", table)  # type: ignore[operator]
    names["tie"](net, "scale", "bias", mindspore.Parameter(mindspore.mint.ones((3,))))  # type: ignore[operator]
    assert net["words"].embedding_table is table
    assert net["words"](mindspore.tensor([1])).asnumpy().tolist() == [[1, 1, 1]]
    assert net["scale"](mindspore.mint.zeros((1, 3))).asnumpy().tolist() == [[1, 1, 1]]


def test_a_layer_that_is_put_into_a_dict_of_layers_is_called() -> None:
    """A SequentialCell would go on to call the one before."""
    import mindspore

    source = (
        "import torch\nfrom torch import nn\n\n\ndef replace(model):\n"
        "    for name, layer in model.named_children():\n        if isinstance(layer, nn.ReLU):\n"
        "            model._modules[name] = nn.Sigmoid()\n        replace(layer)\n\n\n"
        "net = nn.Sequential(nn.Sequential(nn.ReLU()), nn.ReLU())\nreplace(net)\n"
    )
    text = fixed(source)
    assert "            set_child(model, name, " in text
    names: dict[str, object] = {}
    exec(compile(text, "f.py", "exec"), names)
    out = names["net"](mindspore.tensor([0.0]))  # type: ignore[operator]
    assert abs(float(out[0]) - 0.6224593) < 1e-5


def test_a_parameter_that_is_taken_out_of_its_store_is_deleted() -> None:
    source = """\
        from torch import nn


        def take(layer: nn.Linear, name):
            del layer._parameters[name]
            del layer._buffers["scale"]
        """
    text = fixed(source)
    assert "    delattr(layer, name)\n" in text
    assert '    delattr(layer, "scale")\n' in text
