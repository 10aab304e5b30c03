"""What a layer is called with: where it is made and called in one function, or in one class."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.nodes import find, kept, name_of, root_of_chain
from mindport.symbols.shapes import FUNCTIONAL, MODULES, flattened, shape_of

# Layers and functions that leave the number of axes as it is.
KEEPING = frozenset(
    {"Dropout", "ELU", "GELU", "Identity", "LayerNorm", "LeakyReLU", "Linear", "Mish", "PReLU",
     "ReLU", "ReLU6", "SELU", "SiLU", "Sigmoid", "Tanh", "contiguous", "dropout", "elu", "float",
     "gelu", "layer_norm", "leaky_relu", "linear", "log_softmax", "relu", "selu", "sigmoid", "silu",
     "softmax", "tanh"}
)  # fmt: skip


def fed(made: ast.Call, within: ast.AST) -> list[ast.expr]:
    """What ``name = made`` is first called with, or ``made`` itself: ``nn.ReLU()(x)``.

    Args:
        within: the function, or module, that ``made`` stands in.
    """
    assigned = (node for node in find(within, ast.Assign) if node.value is made)
    target = next((node.targets[0] for node in assigned), None)
    name = target.id if isinstance(target, ast.Name) else None
    return [
        call.args[0]
        for call in find(within, ast.Call)
        if call.args
        and (call.func is made or (isinstance(call.func, ast.Name) and call.func.id == name))
    ]


def fed_axes(made: ast.Call, within: ast.AST, cls: ast.ClassDef | None = None) -> int:
    """The fewest axes of a tensor that ``name = made`` is called with; -1 where none is seen.

    Args:
        within: the function, or module, that ``made`` stands in.
        cls: the class around it, whose methods call what ``self.name`` holds.
    """
    assigned = (node for node in find(within, ast.Assign) if node.value is made)
    target = next((node.targets[0] for node in assigned), None)
    if isinstance(target, ast.Attribute) and cls is not None:
        return min(_fed_in_class(target.attr, cls), default=-1)
    shapes = [shape_of(node, within) for node in fed(made, within)]
    return min((len(shape) for shape in shapes if shape is not None), default=-1)


def _fed_in_class(layer: str, cls: ast.ClassDef) -> Iterator[int]:
    """The axes of what each call of the layer gets, as far as the statements before it tell."""
    layers = kept(cls, _layers)
    for given, before in kept(cls, _calls_of_layers).get(layer, ()):
        axes = _axes(given, before, layers)
        if axes is not None:
            yield axes


def _calls_of_layers(cls: ast.ClassDef) -> dict[str, list[tuple[ast.expr, Sequence[ast.stmt]]]]:
    """By the layer's name what its calls in methods are given, and the statements before each."""
    found: dict[str, list[tuple[ast.expr, Sequence[ast.stmt]]]] = {}
    for method in find(cls, ast.FunctionDef):
        for index, statement in enumerate(method.body):
            for call in find(statement, ast.Call):
                if _is_of_self(call.func) and len(call.args) == 1:
                    calls = found.setdefault(name_of(call.func), [])
                    calls.append((call.args[0], method.body[:index]))
    return found


def _layers(cls: ast.ClassDef) -> dict[str, str]:
    """The class of each layer that is made once and kept, by its name."""
    found: dict[str, list[str]] = {}
    for node in find(cls, ast.Assign):
        for target in node.targets:
            if _is_of_self(target):
                made = name_of(node.value.func) if isinstance(node.value, ast.Call) else ""
                found.setdefault(name_of(target), []).append(made)
    return {name: made[0] for name, made in found.items() if len(made) == 1}


def _is_of_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and name_of(node.value) == "self"


def _axes(node: ast.expr, before: Sequence[ast.stmt], layers: dict[str, str]) -> int | None:
    """How many axes a tensor has behind the statements ``before``; None where they do not tell."""
    if isinstance(node, ast.Name):
        return _axes_of_name(node.id, before, layers)
    if not isinstance(node, ast.Call):
        return None
    function, given = node.func, node.args
    name = layers.get(name_of(function), "") if _is_of_self(function) else name_of(function)
    if isinstance(function, ast.Attribute) and not _is_of_self(function):
        given = given if _names_module(function) else [function.value, *given]
    if not given or any(isinstance(one, ast.Starred) for one in given):
        return None
    if name in KEEPING:
        return _axes(given[0], before, layers)
    if name == "flatten":
        shape = flattened(given[1:], node)
        return None if shape is None else len(shape)
    if name in ("view", "reshape") and not node.keywords:
        sizes = given[1:]
        if len(sizes) == 1 and isinstance(sizes[0], ast.Tuple | ast.List):
            sizes = sizes[0].elts
        plain = not any(isinstance(one, ast.Starred) for one in sizes)
        return len(sizes) if len(sizes) > 1 and plain else None
    return None


def _axes_of_name(name: str, before: Sequence[ast.stmt], layers: dict[str, str]) -> int | None:
    """By the last statement that binds the name, where it is a plain assignment."""
    for index in range(len(before) - 1, -1, -1):
        statement = before[index]
        bound = any(
            n.id == name and not isinstance(n.ctx, ast.Load) for n in find(statement, ast.Name)
        )
        if bound:
            match statement:
                case ast.Assign(targets=[ast.Name()], value=value):
                    return _axes(value, before[:index], layers)
            return None
    return None


def _names_module(function: ast.Attribute) -> bool:
    """Whether it is a function of a module, ``F.relu``, ``torch.nn.functional.relu``."""
    return name_of(root_of_chain(function)) in (*MODULES, *FUNCTIONAL, "nn")
