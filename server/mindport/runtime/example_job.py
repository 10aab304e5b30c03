"""The worker's half of an example: runs a snippet in one framework and keeps what came out.

``torch_side`` leaves the modules' first weights and the value in the example's folder;
``mindspore_side`` takes the weights, runs the migrated snippet and compares. An example of several
processes does so in each of them, in a folder of its own (``ranks``); the values of all are compared.
"""

from __future__ import annotations

import ast
import math
import os
import sys
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, cast

import numpy as np

from . import plain
from .compare import Comparison, Mode, compare
from .draws import draw_in_part_in_mindspore, draw_in_part_in_torch
from .held import compare_held, held_tensors
from .inputs import fixed_gradient, make_inputs
from .ranks import run_ranks
from .shown import shown
from .weights import WeightPlan, cell_parameters, load_into, plan

TORCH_PRELUDE = (
    "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
    "import numpy as np\nimport math\n"
)
LOADS = {"torch": ("torch._dynamo",)}  # by the first torch.func.grad, in more than a second
STEPS = 5
OnBound = Callable[[str, Any, ast.stmt], None]
Weights: TypeAlias = "Mapping[str, Mapping[str, plain.Leaf]]"


@dataclass(frozen=True, slots=True)
class Ran:
    """What a snippet made: the value of its last statement, and what its inputs' names ``held`` then.

    ``weights`` are those that torch's modules began with, by key; ``notes`` say which weights had
    no counterpart in MindSpore.
    """

    value: plain.Plain
    held: Mapping[str, plain.Leaf]
    weights: Mapping[str, Any] = field(default_factory=dict)
    notes: Sequence[str] = ()


class ExampleError(Exception):
    """An example that cannot serve as one, such as one without a last expression."""


def torch_side(source: str, folder: str, mode: str, processes: int = 1) -> dict[str, Any]:
    """Run the torch snippet; write weights.npz, held.npz and expected.npz."""
    if processes > 1:
        places = _ranks(folder, processes)
        run_ranks("torch", places, [partial(torch_side, source, str(p), mode) for p in places])
        plain.save(Path(folder, "expected.npz"), [plain.load(p / "expected.npz") for p in places])
        return {}
    import torch

    draw_in_part_in_torch(mode != "distribution")
    ran = run_torch(source, make_inputs(_names(source), torch.from_numpy), mode)
    plain.save(Path(folder, "weights.npz"), cast(plain.Plain, ran.weights))
    plain.save(Path(folder, "held.npz"), cast(plain.Plain, ran.held))
    plain.save(Path(folder, "expected.npz"), ran.value)
    return {}


def mindspore_side(
    source: str,
    folder: str,
    mode: str,
    rtol: float,
    atol: float,
    device: str | None,
    processes: int = 1,
    graph: bool = False,
) -> dict[str, Any]:
    """Run the migrated snippet with torch's weights, with ``graph`` in graph mode; compare with
    expected.npz, and what its inputs' names hold afterwards with held.npz."""
    actual: plain.Plain
    how = cast(Mode, mode if mode in ("shape", "distribution") else "value")
    afterwards = Comparison("equal")
    if processes > 1:
        places = _ranks(folder, processes)
        run_ranks(
            "mindspore",
            places,
            [partial(_mindspore_rank, source, str(place), mode, device) for place in places],
        )
        actual = [plain.load(place / "actual.npz") for place in places]
        notes: Sequence[str] = ()
    else:
        ran = _mindspore_value(source, folder, mode, device, graph)
        actual, notes = ran.value, ran.notes
        held = cast("dict[str, plain.Leaf]", plain.load(Path(folder, "held.npz")))
        before = make_inputs(held, lambda array: plain.Leaf("tensor", str(array.dtype), array))
        afterwards = compare_held(before, held, ran.held, rtol, atol, how)
    expected = plain.load(Path(folder, "expected.npz"))
    comparison = compare(expected, actual, rtol, atol, how)
    return {
        "comparison": asdict(afterwards if comparison.outcome == "equal" else comparison),
        "notes": notes,
        "shown": [shown(expected), shown(actual)],
    }


def torch_sides(calls: Sequence[Mapping[str, Any]]) -> list[dict[str, Any] | None]:
    """Each call of ``torch_side``, one after the other in this process; None for what fails."""
    return _in_turn(torch_side, calls)


def mindspore_sides(calls: Sequence[Mapping[str, Any]]) -> list[dict[str, Any] | None]:
    """Each call of ``mindspore_side``, one after the other in this process; None for what fails."""
    import mindspore

    mindspore.set_context(pynative_synchronize=True)  # an error must not reach the next one
    return _in_turn(mindspore_side, calls)


def _in_turn(
    side: Callable[..., dict[str, Any]], calls: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any] | None]:
    """Each runs in a folder of its own: MindSpore's compiler keeps the text of a file's name."""
    results: list[dict[str, Any] | None] = []
    start = Path.cwd()
    for number, arguments in enumerate(calls):
        folder = start / str(number)
        folder.mkdir()
        os.chdir(folder)
        try:
            results.append(side(**arguments))
        except (KeyboardInterrupt, MemoryError):
            raise
        except BaseException:
            results.append(None)
    return results


def _ranks(folder: str, processes: int) -> list[Path]:
    return [Path(folder, f"rank{rank}") for rank in range(processes)]


def _mindspore_rank(source: str, folder: str, mode: str, device: str | None) -> dict[str, Any]:
    """Run the migrated snippet as one of several processes; write actual.npz."""
    plain.save(Path(folder, "actual.npz"), _mindspore_value(source, folder, mode, device).value)
    return {}


def _mindspore_value(
    source: str, folder: str, mode: str, device: str | None, graph: bool = False
) -> Ran:
    import mindspore

    draw_in_part_in_mindspore(mode != "distribution")
    mindspore.set_context(runtime_num_threads=1)  # more of them wait by asking again and again
    if device is not None:
        mindspore.set_device(device)
    if graph:
        mindspore.set_context(mode=mindspore.GRAPH_MODE)
    weights = cast(Weights, plain.load(Path(folder, "weights.npz")))
    inputs = make_inputs(_names(source), mindspore.Tensor)
    return run_mindspore(source, inputs, weights, mode)


def run_torch(source: str, inputs: Mapping[str, Any], mode: str, seed: int = 0) -> Ran:
    """The value of the last statement, and the modules' first weights by key."""
    import torch

    weights: dict[str, Any] = {}
    value, namespace = evaluate_torch(source, inputs, weights, seed)
    if mode == "optimizer":
        value = _step_torch(value, bound_modules(namespace, torch.nn.Module))
    held = held_tensors(namespace, inputs, torch.Tensor, plain.torch_leaf)
    return Ran(plain.from_torch(value), held, weights=weights)


def evaluate_torch(
    source: str, inputs: Mapping[str, Any], weights: dict[str, Any], seed: int = 0
) -> tuple[Any, dict[str, Any]]:
    """What the last statement gives, as torch has it, and the names that are bound then;
    ``weights`` gets the modules' first weights by key."""
    import torch

    torch.manual_seed(seed)
    np.random.seed(seed)

    def snapshot(key: str, module: Any, _: ast.stmt) -> None:
        state = module.state_dict()
        weights[key] = {name: plain.torch_leaf(tensor) for name, tensor in state.items()}

    namespace = dict(inputs)
    exec(TORCH_PRELUDE, namespace)
    return _run(source, namespace, "torch_example", torch.nn.Module, snapshot), namespace


def run_mindspore(source: str, inputs: Mapping[str, Any], weights: Weights, mode: str) -> Ran:
    """The value of the last statement of a migrated snippet, whose modules take torch's weights;
    and which weights had no counterpart."""
    import mindspore

    notes: list[str] = []
    value, namespace = evaluate_mindspore(source, inputs, weights, mode, notes)
    if mode == "optimizer":
        value = _step_mindspore(value, bound_modules(namespace, mindspore.nn.Cell), weights)
    held = held_tensors(namespace, inputs, mindspore.Tensor, plain.mindspore_leaf)
    return Ran(plain.from_mindspore(value), held, notes=notes)


def evaluate_mindspore(
    source: str, inputs: Mapping[str, Any], weights: Weights, mode: str, notes: list[str]
) -> tuple[Any, dict[str, Any]]:
    """What the last statement gives, as MindSpore has it, and the names that are bound then;
    ``notes`` gets the weights without a counterpart."""
    import mindspore

    sys.modules["torch"] = cast(Any, None)  # a migrated snippet that imports torch is not migrated
    mindspore.set_seed(0)
    np.random.seed(0)

    starts_itself = "start_training(" in source  # what its constructors have set stays

    def carry(key: str, cell: Any, statement: ast.stmt) -> None:
        if mode != "distribution" and key in weights:
            arrays = {name: leaf.array for name, leaf in weights[key].items()}
            made = load_into(cell, arrays)
            if not made.complete:
                notes.append(f"weights of {key}: {_incomplete(made)}")
        if not starts_itself and not _sets_mode(statement):
            cell.set_train(True)

    namespace = dict(inputs)
    namespace.update(np=np, math=math)
    return _run(source, namespace, "mindspore_example", mindspore.nn.Cell, carry), namespace


def _run(
    source: str, namespace: dict[str, Any], name: str, module_type: type, on_bound: OnBound
) -> Any:
    """Execute the statements one by one; the value of the last expression.

    ``on_bound`` hears of each module once, after the statement that bound it to a top-level name,
    under the key "name" or, for the second module of that name, "name#1", and so on.
    """
    path = Path(f"{name}.py").absolute()  # a real file: MindSpore's compiler reads the source
    path.write_text(source, encoding="utf-8")
    module = types.ModuleType(name)
    module.__dict__.update(namespace, __file__=str(path))
    sys.modules[name] = module
    statements = ast.parse(source).body
    last = statements[-1] if statements else None
    seen: dict[int, Any] = {}
    counts: dict[str, int] = {}
    for statement in statements:
        if statement is last and isinstance(statement, ast.Expr):
            code = compile(ast.Expression(statement.value), str(path), "eval")
            value = eval(code, module.__dict__)
            namespace.update(module.__dict__)
            return value
        exec(compile(ast.Module([statement], []), str(path), "exec"), module.__dict__)
        for bound, item in bound_modules(module.__dict__, module_type):
            if id(item) not in seen:
                seen[id(item)] = item
                count = counts.get(bound, 0)
                counts[bound] = count + 1
                on_bound(f"{bound}#{count}" if count else bound, item, statement)
    namespace.update(module.__dict__)
    if isinstance(last, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
        target = last.targets[-1] if isinstance(last, ast.Assign) else last.target
        expression = ast.parse(ast.unparse(target), mode="eval")
        return eval(compile(expression, str(path), "eval"), module.__dict__)
    raise ExampleError("The last statement of an example must be an expression or an assignment.")


def _names(source: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}


def bound_modules(namespace: Mapping[str, Any], kind: type) -> list[tuple[str, Any]]:
    """The modules bound to top-level names, also those in lists, tuples and dicts."""
    found: list[tuple[str, Any]] = []
    for name, value in namespace.items():
        if name.startswith("__"):
            continue
        for key, item in _items(name, value):
            if isinstance(item, kind):
                found.append((key, item))
    return found


def _items(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if type(value) in (list, tuple):
        yield from ((f"{name}[{index}]", item) for index, item in enumerate(value))
    elif type(value) is dict:
        yield from ((f"{name}[{key!r}]", item) for key, item in value.items())
    else:
        yield name, value


def _sets_mode(statement: ast.stmt) -> bool:
    return any(
        isinstance(node, ast.Attribute) and node.attr == "set_train" for node in ast.walk(statement)
    )


def _incomplete(made: WeightPlan) -> str:
    parts = (
        ("no torch weight for", made.missing),
        ("no parameter for", made.unexpected),
        ("other shape", tuple(f"{m[0]} {m[1]} -> {m[2]} {m[3]}" for m in made.mismatched)),
    )
    return "; ".join(f"{text} {', '.join(names)}" for text, names in parts if names)


def _step_torch(optimizer: Any, modules: list[tuple[str, Any]]) -> dict[str, Any]:
    import torch

    names = {
        id(parameter): f"{bound}:{name}"
        for bound, module in modules
        for name, parameter in module.named_parameters()
    }
    parameters = [p for group in optimizer.param_groups for p in group["params"]]
    unknown = sum(id(parameter) not in names for parameter in parameters)
    if unknown or not parameters:
        raise ExampleError("The optimizer must hold parameters of modules bound to a name.")
    for step in range(STEPS):
        for parameter in parameters:
            gradient = fixed_gradient(names[id(parameter)], step, tuple(parameter.shape))
            parameter.grad = torch.from_numpy(gradient)
        optimizer.step()
    return {names[id(parameter)]: parameter for parameter in parameters}


def _step_mindspore(
    optimizer: Any, cells: list[tuple[str, Any]], weights: Weights
) -> dict[str, Any]:
    import mindspore

    names: dict[int, tuple[str, tuple[int, ...]]] = {}
    for bound, cell in cells:
        parameters = cell_parameters(cell)
        shapes = {name: tuple(leaf.array.shape) for name, leaf in weights.get(bound, {}).items()}
        made = plan(shapes, {name: tuple(item.shape) for name, item in parameters.items()})
        for pair in made.pairs:
            key = f"{bound}:{pair.torch}"
            names[id(parameters[pair.parameter])] = (key, shapes[pair.torch])
    held = list(optimizer.parameters)
    unknown = [parameter.name for parameter in held if id(parameter) not in names]
    if unknown:
        raise ExampleError(f"The optimizer holds parameters unknown to torch: {unknown}")
    for step in range(STEPS):
        gradients = [
            mindspore.Tensor(
                fixed_gradient(names[id(p)][0], step, names[id(p)][1]).reshape(p.shape)
            )
            for p in held
        ]
        optimizer(tuple(gradients))
    return {
        names[id(p)][0]: plain.Leaf(
            "tensor",
            plain.dtype_name(str(p.dtype)),
            plain.mindspore_leaf(p).array.reshape(names[id(p)][1]),
        )
        for p in held
    }
