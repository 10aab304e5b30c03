"""Layers whose class says how their parameters start: torch's constructors call it themselves."""

from __future__ import annotations

from collections.abc import Callable

import mindspore
import pytest

from .conftest import findings, fixed

NN = "import torch\nfrom torch import nn\n"
RESET = "    def reset_parameters(self):\n        nn.init.constant_(self.weight, 0.5)\n"
CALL = "self.reset_parameters()\n"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("class Own(nn.Module):\n" + RESET, id="no layer of torch's"),
        pytest.param("class Own(nn.Linear):\n    def start(self): ...\n", id="no such method"),
        pytest.param(
            "class Own(nn.Linear):\n    def __init__(self, n):\n        super().__init__(n, n)\n"
            f"        {CALL}{RESET}",
            id="called already",
        ),
        pytest.param("class Own(nn.GRUCell):\n" + RESET, id="MindSpore calls it too"),
    ],
)
def test_leaves_alone(source: str) -> None:
    text = fixed(NN + source, unsafe=True)
    assert text.count(CALL) == source.count(CALL)
    assert not [f for f in findings(NN + source) if "constructor calls" in f.message.en]


def test_it_is_called_behind_the_constructor_of_the_base() -> None:
    source = (
        "class Own(nn.Linear):\n    def __init__(self, n):\n"
        f"        super().__init__(\n            n, n\n        )\n        self.n = n\n{RESET}"
    )
    assert "\n        )\n        self.reset_parameters()\n        self.n = n\n" in fixed(
        NN + source
    )


def test_a_class_without_a_constructor_gets_one() -> None:
    text = fixed(f"{NN}class Own(nn.Linear):\n    k = 1\n{RESET}")
    expected = (
        "    k = 1\n    def __init__(self, *args, **kwargs):\n"
        "        super().__init__(*args, **kwargs)\n        self.reset_parameters()\n\n"
        "    def reset_parameters(self):\n"
    )
    assert expected in text


def test_a_class_below_needs_none_of_its_own() -> None:
    source = f"class Own(nn.Linear):\n{RESET}class Below(Own):\n{RESET}"
    assert fixed(NN + source).count(CALL) == 1


@pytest.mark.parametrize(
    "body",
    [
        "    def __init__(self, n):\n        if n:\n            super().__init__(n, n)\n" + RESET,
        "    @torch.no_grad()\n" + RESET,
    ],
)
def test_where_there_is_no_place_for_the_call_it_is_told(body: str) -> None:
    (finding,) = [f for f in findings(f"{NN}class Own(nn.Linear):\n{body}") if f.code == "MP301"]
    assert "torch's constructor calls reset_parameters" in finding.message.en
    assert finding.fix is not None and finding.fix.applicability == "unsafe"


def run(text: str) -> Callable[[], mindspore.nn.Cell]:
    names: dict[str, Callable[[], mindspore.nn.Cell]] = {}
    exec(text, names)
    return names["make"]


@pytest.mark.parametrize("layer", ["Linear(2, 3)", "Conv2d(2, 3, 1)", "Embedding(4, 3)"])
def test_the_parameters_start_as_in_torch(layer: str) -> None:
    base, arguments = layer.split("(")
    source = (
        f"{NN}class Own(nn.{base}):\n{RESET}def make():\n    return Own({arguments.rstrip(')')})\n"
    )
    weight = next(iter(run(fixed(source))().get_parameters()))
    assert (weight.asnumpy() == 0.5).all()


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            "class A:\n    def reset_parameters(self): ...\nA().reset_parameters()", id="own"
        ),
        pytest.param("x = [1]\nx.reset_parameters()", id="list"),
        pytest.param("getattr(type(nn.Linear(2, 3)), 'reset_parameters', None)", id="of a class"),
    ],
)
def test_calls_of_other_things_are_left(source: str) -> None:
    assert "reset_layer" not in fixed(NN + source, unsafe=True)
    assert not [f for f in findings(NN + source) if f.symbol.endswith("reset_parameters")]


@pytest.mark.parametrize(
    "call",
    [
        "nn.PReLU().reset_parameters()",
        "again = getattr(self.child, 'reset_parameters', None)",
        "again = self.linear.reset_parameters",
    ],
)
def test_what_is_not_known_stays_marked(call: str) -> None:
    source = (
        f"{NN}class Own(nn.Linear):\n    def __init__(self, child):\n        super().__init__(2, 3)\n"
        "        self.linear = nn.Linear(2, 3)\n        self.child = child\n"
        f"    def reset_parameters(self):\n        {call}\n"
    )
    text = fixed(source, unsafe=True)
    assert call.partition("reset_parameters")[2] in text
    assert any(f.symbol.endswith("reset_parameters") and f.fix is None for f in findings(source))


BASED = (
    f"{NN}class Middle({{base}}):\n    def {{name}}(self):\n        pass\n\n\n"
    "class Own(Middle):\n    def reset_parameters(self):\n        {call}\n"
)


@pytest.mark.parametrize(
    ("base", "name", "call"),
    [
        ("nn.Linear", "reset_parameters", "super().reset_parameters()"),
        ("nn.LSTM", "reset_parameters", "super().reset_parameters()"),
        ("nn.Module", "other", "nn.Linear.reset_parameters(self)"),
        ("nn.Linear", "other", "nn.Conv2d.reset_parameters(self)"),
    ],
)
def test_a_base_that_starts_otherwise_is_not_taken_for_torchs(
    base: str, name: str, call: str
) -> None:
    source = BASED.format(base=base, name=name, call=call)
    assert "reset_layer(self, own=False)" not in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    "call",
    [
        "super().reset_parameters()",
        "super(Own, self).reset_parameters()",
        "nn.Linear.reset_parameters(self)",
    ],
)
def test_an_override_asks_torchs_layer(call: str) -> None:
    source = BASED.format(base="nn.Linear", name="other", call=call)
    assert "        reset_layer(self, own=False)\n" in fixed(source)


@pytest.mark.parametrize("name", ["GRU", "LSTM", "RNN", "RMSNorm"])
def test_an_override_asks_a_recurrent_layer_and_a_norm(name: str) -> None:
    source = BASED.format(base=f"nn.{name}", name="other", call="super().reset_parameters()")
    assert "        reset_layer(self, own=False)\n" in fixed(source)


def test_layers_of_a_network_start_anew() -> None:
    source = f"""{NN}
class Own(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.norms = nn.ModuleList([nn.LayerNorm(4) for _ in range(2)])
        self.other = nn.ReLU()
    def reset_parameters(self):
        self.linear.reset_parameters()
        for norm in self.norms:
            norm.reset_parameters()
def make():
    net = nn.Sequential(Own(), nn.Embedding(3, 4), nn.ReLU())
    for parameter in net.parameters():
        nn.init.constant_(parameter, 7.0)
    for layer in net.children():
        if hasattr(layer, "reset_parameters"):
            layer.reset_parameters()
    return net
"""
    net = run(fixed(source, unsafe=True))()
    values = {name: p.asnumpy() for name, p in net.parameters_and_names()}
    assert len(values) == 7
    assert not any((value == 7).any() for value in values.values())
    assert (values["0.norms.1.gamma"] == 1).all()
    assert (abs(values["0.linear.weight"]) <= 0.5).all()


@pytest.mark.parametrize("base", ["Linear", "GRU", "TransformerEncoderLayer"])
def test_another_name_is_called_by_no_constructor(base: str) -> None:
    source = f"{NN}class Own(nn.{base}):\n    def _reset_parameters(self):\n        pass\n"
    assert "self._reset_parameters()" not in fixed(source)


def test_attention_starts_by_another_name() -> None:
    source = (
        f"{NN}class Own(nn.MultiheadAttention):\n    def _reset_parameters(self):\n"
        "        for parameter in self.parameters():\n            nn.init.constant_(parameter, 0.5)\n"
        "def make():\n    return Own(4, 2)\n"
    )
    text = fixed(source, unsafe=True)
    assert fixed(text, unsafe=True) == text
    values = [p.asnumpy() for p in run(text)().get_parameters()]
    assert values and all((value == 0.5).all() for value in values)


@pytest.mark.parametrize("base", ["GRUCell", "LSTMCell", "RNNCell"])
def test_cells_are_reset_with_a_dtype(base: str) -> None:
    source = (
        f"{NN}class Own(nn.{base}):\n    def reset_parameters(self):\n"
        "        for parameter in self.parameters():\n            nn.init.constant_(parameter, 0.5)\n"
        "def make():\n    return Own(4, 2)\n"
    )
    text = fixed(source, unsafe=True)
    assert "def reset_parameters(self, dtype=None):" in text
    assert fixed(text, unsafe=True) == text
    values = [p.asnumpy() for p in run(text)().get_parameters()]
    assert values and all((value == 0.5).all() for value in values)


def test_attention_asks_the_base_for_its_start_values() -> None:
    source = (
        f"{NN}class Own(nn.MultiheadAttention):\n    def _reset_parameters(self):\n"
        "        super()._reset_parameters()\n        nn.init.ones_(self.in_proj_bias)\n"
        "def make():\n    return Own(4, 2)\n"
    )
    text = fixed(source, unsafe=True)
    assert fixed(text, unsafe=True) == text
    made = run(text)()
    assert (made.in_proj_bias.asnumpy() == 1).all()
    assert (made.out_proj.bias.asnumpy() == 0).all()


def test_attention_that_is_held_starts_again() -> None:
    source = (
        f"{NN}class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.attn = nn.MultiheadAttention(4, 2)\n"
        "        nn.init.ones_(self.attn.in_proj_bias)\n        self.attn._reset_parameters()\n"
        "def make():\n    return Net()\n"
    )
    text = fixed(source, unsafe=True)
    assert fixed(text, unsafe=True) == text
    assert (run(text)().attn.in_proj_bias.asnumpy() == 0).all()


@pytest.mark.parametrize("name", ["_version", "_base"])
def test_what_a_tensor_says_of_its_memory_is_told(name: str) -> None:
    (found,) = [one for one in findings(f"import torch\nx = torch.ones(2).{name}\n") if not one.fix]
    assert found.symbol == f"torch.Tensor.{name}"
