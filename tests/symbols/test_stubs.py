"""The generated picture of torch, held against the torch that is installed."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest

from mindport.symbols.torch_api import STUBS, load

torch = pytest.importorskip("torch")

MODULES = [
    "torch.nn",
    "torch.nn.functional",
    "torch.nn.init",
    "torch.nn.utils",
    "torch.nn.utils.rnn",
    "torch.optim",
    "torch.optim.lr_scheduler",
    "torch.utils.data",
    "torch.utils.checkpoint",
    "torch.distributions",
    "torch.functional",
    "torch.autograd",
    "torch.amp",
    "torch.hub",
    "torch.random",
]


def test_versions_are_those_of_the_frameworks_that_were_read() -> None:
    assert load().versions["torch"] == torch.__version__.partition("+")[0]


def test_every_stub_parses() -> None:
    files = sorted(STUBS.rglob("*.pyi"))
    assert len(files) > 300
    for path in files:
        ast.parse(path.read_text("utf-8"), str(path))


def test_stubs_copy_no_documentation() -> None:
    for path in (STUBS / "torch-stubs" / "__init__.pyi", STUBS / "torch-stubs/nn/__init__.pyi"):
        strings = [
            node.value.value
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ]
        assert strings == []


def _inspected(module: str) -> Iterator[tuple[str, list[str]]]:
    """Public callables whose parameters Python itself tells by name."""
    for name, value in sorted(vars(importlib.import_module(module)).items()):
        dotted = f"{module}.{name}"
        of_torch = (getattr(value, "__module__", None) or "").startswith("torch")
        if name.startswith("_") or not callable(value) or not of_torch:
            continue
        if "._" in (load().canonical(dotted) or ""):
            continue  # passing through from a private module
        try:
            parameters = list(inspect.signature(value).parameters)
        except (ValueError, TypeError):
            continue
        if parameters != ["args", "kwargs"]:
            yield dotted, parameters


@pytest.mark.parametrize("module", MODULES)
def test_parameters_have_the_names_and_the_order_that_python_tells(module: str) -> None:
    compared = 0
    wrong = {}
    for dotted, parameters in _inspected(module):
        ours = [[p.name for p in s.parameters] for s in load().signatures(dotted)]
        compared += 1
        if parameters not in ours:
            wrong[dotted] = (parameters, ours)
    assert compared > 3
    assert wrong == {}


@pytest.mark.parametrize("module", MODULES)
def test_defaults_are_those_that_python_tells(module: str) -> None:
    wrong = {}
    for dotted, _ in _inspected(module):
        value: Any = importlib.import_module(module).__dict__[dotted.rpartition(".")[2]]
        signatures = load().signatures(dotted)
        if len(signatures) != 1:
            continue
        for parameter in inspect.signature(value).parameters.values():
            ours = signatures[0].parameter(parameter.name)
            plain = isinstance(parameter.default, bool | int | float | str | type(None))
            if ours is None or not plain or ours.default is None:
                continue
            try:
                same = ast.literal_eval(ours.default) == parameter.default
            except ValueError:
                continue  # a name of the module, such as an enumeration's member
            if not same:
                wrong[f"{dotted}({parameter.name})"] = (ours.default, parameter.default)
    assert wrong == {}


class Odd:
    """A value that no overload takes, so that the parser lists what it would take."""


def _native(prefix: str) -> Iterator[str]:
    for name, entry in load().entries.items():
        public = not any(part.startswith("_") for part in name.split("."))
        if " native" in entry.partition("\n")[0] and public and name.rpartition(".")[0] == prefix:
            yield name


def _overloads(name: str) -> list[frozenset[str]]:
    """The parameter names of each overload in the words of torch's own error message."""
    value: Any = torch
    for part in name.split(".")[1:]:
        value = getattr(value, part)
    receiver = [torch.ones(2, 3)] if name.startswith("torch.Tensor.") else []
    try:
        value(*receiver, Odd(), no_such_keyword=1)
    except TypeError as error:
        lines = re.findall(r"^ \* \((.*)\)$", str(error), re.MULTILINE)
    except RuntimeError:
        return []
    else:
        return []
    found = []
    for line in lines:
        words = [text.partition(" = ")[0].split()[-1] for text in line.split(", ") if text]
        names = frozenset(words) - {"*"}
        if "names" not in names:  # named tensors, which torch gave up
            found.append(names)
    return found


@pytest.mark.parametrize("prefix", ["torch", "torch.Tensor", "torch.nn.functional", "torch.linalg"])
def test_overloads_are_those_that_the_parser_lists(prefix: str) -> None:
    compared = 0
    wrong = {}
    for name in _native(prefix):
        listed = _overloads(name)
        if not listed or name == "torch.Tensor.random_":  # its ``from`` is a word of Python
            continue
        compared += 1
        ours = [frozenset(p.name for p in s.parameters) for s in load().signatures(name)]
        missing = [names for names in listed if not any(names <= own for own in ours)]
        invented = [own for own in ours if not any(own <= n or n <= own for n in listed)]
        if missing or invented:
            wrong[name] = (missing, invented)
    assert compared > (0 if prefix == "torch.nn.functional" else 3)
    assert wrong == {}


@pytest.mark.parametrize("prefix", ["torch", "torch.Tensor", "torch.nn.functional", "torch.fft"])
def test_the_parser_takes_every_keyword_that_is_told(prefix: str) -> None:
    """Where there is one overload only, the message lists nothing: each name is tried."""
    refused = {}
    compared = 0
    for name in _native(prefix):
        signatures = load().signatures(name)
        if len(signatures) != 1 or name == "torch.hsmm":  # runs under another function's name
            continue
        names = [p.name for p in signatures[0].parameters if p.kind in ("positional", "keyword")]
        value: Any = torch
        for part in name.split(".")[1:]:
            value = getattr(value, part)
        receiver = [torch.ones(2, 3)] if name.startswith("torch.Tensor.") else []
        compared += 1
        try:
            value(*receiver, **{n: Odd() for n in names})
        except TypeError as error:
            if "unexpected keyword" in str(error) or "missing" in str(error):
                refused[name] = str(error)
        except Exception:
            continue
    assert compared > 10
    assert refused == {}


def test_modules_called_give_what_their_forward_gives() -> None:
    api = load()
    inputs = {"torch.nn.Linear": (3, 4), "torch.nn.ReLU": (), "torch.nn.Flatten": ()}
    for name, arguments in inputs.items():
        module = getattr(torch.nn, name.rpartition(".")[2])(*arguments)
        assert isinstance(module(torch.ones(2, 3)), torch.Tensor)
        assert api.returns(f"{name}.forward") == "Tensor"
    assert len(torch.nn.LSTM(3, 4)(torch.ones(2, 3))[1]) == 2
    assert api.returns("torch.nn.LSTM.forward") == "Tuple[Tensor, Tuple[Tensor, Tensor]]"


X = torch.arange(6.0).reshape(2, 3) + 1
RECEIVED = {
    "Tensor": torch.Tensor,
    "bool": bool,
    "int": int,
    "float": float,
    "Size": torch.Size,
    "dtype": torch.dtype,
    "device": torch.device,
}


def test_methods_without_arguments_give_the_type_that_is_told() -> None:
    """Run on a real tensor: every method that needs no argument, except those that write."""
    compared = 0
    wrong = {}
    for name in load().members("torch.Tensor"):
        entry = load().entries.get(f"torch.Tensor.{name}", "")
        signatures = load().signatures(f"torch.Tensor.{name}")
        if not entry.startswith("method") or name.endswith("_") or not signatures:
            continue
        if any(p.required for p in signatures[0].parameters):
            continue
        try:
            received = getattr(X.clone(), name)()
        except Exception:
            continue
        told = signatures[0].returns
        compared += 1
        if told in RECEIVED and not isinstance(received, RECEIVED[told]):
            wrong[name] = (told, type(received))
        if told is not None and told.startswith("Tuple") and not isinstance(received, tuple):
            wrong[name] = (told, type(received))
    assert compared > 150
    assert wrong == {}


@pytest.mark.parametrize(
    "call",
    [
        "torch.norm(x)",
        "torch.cdist(x, x)",
        "torch.atleast_2d(x)",
        "torch.block_diag(x, x)",
        "torch.chain_matmul(x, x.T)",
        "torch.tensordot(x, x.T, 1)",
        "torch.broadcast_tensors(x, x)",
        "torch.broadcast_shapes((2, 3), (3,))",
        "torch.get_float32_matmul_precision()",
        "torch.cuda.device_count()",
        "torch.typename(x)",
        "torch.einsum('ij->ji', x)",
        "torch.meshgrid(x[0], x[0], indexing='ij')",
        "torch.cartesian_prod(x[0], x[0])",
        "torch.stack([x])",
        "torch.allclose(x, x)",
        "torch.get_default_dtype()",
        "torch.initial_seed()",
        "torch.manual_seed(0)",
        "torch.linalg.matrix_rank(x)",
        "torch.special.expit(x)",
        "torch.fft.fft(x)",
        "torch.nn.functional.softmax(x, 1)",
        "torch.nn.functional.multi_head_attention_forward",
        "torch.nn.utils.rnn.pad_sequence([x])",
        "torch.nn.utils.clip_grad_norm_([], 1.0)",
    ],
)
def test_functions_give_the_type_that_is_told(call: str) -> None:
    name, called, _ = call.partition("(")
    told = load().returns(name)
    assert told is not None
    if not called:
        return
    received = eval(call, {"torch": torch, "x": X})
    if told.startswith("Tuple["):
        assert isinstance(received, tuple | list)
        assert all(isinstance(item, torch.Tensor) for item in received)
    else:
        types = {**RECEIVED, "str": str, "Generator": torch.Generator}
        assert isinstance(received, types[told])
