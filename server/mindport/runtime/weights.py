"""Which torch weight belongs to which MindSpore parameter, and carrying them over.

Names differ by the cell's class (gamma for weight, moving_mean for running_mean, ...), but within
one module they never clash, so a table of candidates a suffix decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from mindport.cell_names import TAKEN, TAKEN_FOR_BUFFERS, TAKEN_FOR_LAYERS, renamed

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Renames:
    """How names change on the way from torch to MindSpore.

    ``suffixes``: the last part of a torch name and what a cell may call it, best first.
    ``parts``: other parts of a dotted name that a cell may call differently.
    ``inner``: cells that a layer may keep its parameters in.
    ``dropped``: last parts that a cell need not have.
    """

    suffixes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)
    inner: tuple[str, ...] = ()
    dropped: frozenset[str] = frozenset()


SCALES = frozenset({"weight", "bias", "gamma", "beta"})
# Read off the cells of MindSpore 2.10.0 (parameters_and_names).
MINDSPORE_RENAMES = Renames(
    suffixes={
        "weight": ("weight", "gamma", "embedding_table", "w"),
        "bias": ("bias", "beta"),
        "running_mean": ("running_mean", "moving_mean"),
        "running_var": ("running_var", "moving_variance"),
        **{name: (name, renamed(name)) for name in TAKEN | TAKEN_FOR_LAYERS | TAKEN_FOR_BUFFERS},
    },
    parts={
        "linear1": "dense1",
        "linear2": "dense2",
        **{name: renamed(name) for name in TAKEN | TAKEN_FOR_LAYERS},
    },
    inner=("bn2d",),  # BatchNorm3d's
    dropped=frozenset({"num_batches_tracked"}),
)


@dataclass(frozen=True, slots=True)
class Pair:
    """One torch entry and the parameter that takes it; the shapes differ by unit axes at most."""

    torch: str
    parameter: str
    shape: Shape


@dataclass(frozen=True, slots=True)
class WeightPlan:
    """What goes where. ``missing``: parameters that get nothing. ``unexpected``: torch entries that
    no parameter takes. ``mismatched``: (torch name, its shape, parameter, its shape)."""

    pairs: tuple[Pair, ...]
    missing: tuple[str, ...]
    unexpected: tuple[str, ...]
    mismatched: tuple[tuple[str, Shape, str, Shape], ...]

    @property
    def complete(self) -> bool:
        """Whether every parameter and every torch entry found its match."""
        return not (self.missing or self.unexpected or self.mismatched)


def plan(
    torch_state: Mapping[str, Shape],
    parameters: Mapping[str, Shape],
    renames: Renames = MINDSPORE_RENAMES,
    shared: Mapping[str, str] = MappingProxyType({}),
) -> WeightPlan:
    """Match the entries of a state dict with a cell's parameters, by name and shape.

    ``shared`` are further names of parameters (tied weights, a layer in two places): torch's state
    dict has an entry for each.
    """
    pairs: list[Pair] = []
    unexpected: list[str] = []
    mismatched: list[tuple[str, Shape, str, Shape]] = []
    taken: set[str] = set()
    served: set[str] = set()
    for name, shape in torch_state.items():
        found = next(
            (c for c in candidates(name, renames) if c in parameters and c not in taken), None
        )
        again = [shared[c] for c in candidates(name, renames) if c in shared]
        if found is None and again and _fits(shape, parameters[again[0]]):
            pairs.append(Pair(name, again[0], parameters[again[0]]))
            served.add(again[0])
            continue
        if found is None:
            if name.rpartition(".")[2] not in renames.dropped:
                unexpected.append(name)
            continue
        taken.add(found)
        wanted = parameters[found]
        if _fits(shape, wanted):
            pairs.append(Pair(name, found, wanted))
        else:
            mismatched.append((name, shape, found, wanted))
    missing = tuple(
        name
        for name in parameters
        if name not in taken | served and name.rpartition(".")[2] not in renames.dropped
    )
    return WeightPlan(tuple(pairs), missing, tuple(unexpected), tuple(mismatched))


def candidates(name: str, renames: Renames) -> list[str]:
    """What a cell may call the torch entry ``name``, likeliest first."""
    *path, last = name.split(".")
    renamed = [renames.parts.get(part, part) for part in path]
    paths = [path] if renamed == path else [path, renamed]
    paths += [[*each, inner] for each in paths for inner in renames.inner]
    return [".".join([*each, s]) for each in paths for s in renames.suffixes.get(last, (last,))]


def _fits(ours: Shape, theirs: Shape) -> bool:
    return _without_units(ours) == _without_units(theirs)


def _without_units(shape: Shape) -> Shape:
    return tuple(size for size in shape if size != 1)


def cell_parameters(cell: Any) -> dict[str, Any]:
    """A cell's parameters by the path of attributes that leads to them.

    A parameter's own ``name`` will not do: it depends on how the cell was put together.
    """
    return dict(cell.parameters_and_names())


def _norm_constants(cell: Any) -> set[str]:
    """The ones and zeros that MindSpore's norms hold without ``affine``, where torch's hold nothing."""
    found: set[str] = set()
    for path, inner in _places(cell, ""):
        own = dict(inner.parameters_and_names(expand=False))
        if getattr(inner, "affine", None) is False or "moving_mean" in own:
            fixed = (name for name in own if name in SCALES and not own[name].requires_grad)
            found |= {path + name for name in fixed}
    return found


def shared_entries(cell: Any) -> dict[str, str]:
    """The further names of a cell's parameters and buffers, each with the one that
    ``cell_parameters`` and ``cell_buffers`` give."""
    held = {**cell_buffers(cell), **cell_parameters(cell)}
    first = {id(item): name for name, item in held.items()}
    found = {}
    for path, inner in _places(cell, ""):
        own = [*inner.parameters_and_names(expand=False), *getattr(inner, "_buffers", {}).items()]
        for name, item in own:
            known = first.get(id(item), path + name)
            if known != path + name:
                found[path + name] = known
    return found


def _places(cell: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Every cell in a cell by its path with a dot behind it, one in two places twice."""
    yield path, cell
    for name, inner in cell._cells.items():  # name_cells() leaves out the second place
        if inner is not None:
            yield from _places(inner, f"{path}{name}.")


def cell_buffers(cell: Any) -> dict[str, Any]:
    """A cell's persistent buffers, where this version of MindSpore knows such."""
    if not hasattr(cell, "named_buffers"):
        return {}
    persistent = cell.state_dict()
    return {name: buffer for name, buffer in cell.named_buffers() if name in persistent}


def load_into(
    cell: Any, arrays: Mapping[str, Any], renames: Renames = MINDSPORE_RENAMES
) -> WeightPlan:
    """Set a cell's parameters and buffers from numpy arrays under their torch names.

    Dtypes stay the cell's.
    """
    import mindspore

    parameters, buffers = cell_parameters(cell), cell_buffers(cell)
    held = {**buffers, **parameters}
    made = plan(
        {name: tuple(array.shape) for name, array in arrays.items()},
        {name: tuple(item.shape) for name, item in held.items()},
        renames,
        shared_entries(cell),
    )
    fixed = _norm_constants(cell)
    made = replace(made, missing=tuple(name for name in made.missing if name not in fixed))
    for pair in made.pairs:
        item = held[pair.parameter]
        tensor = mindspore.Tensor(arrays[pair.torch].reshape(pair.shape)).astype(item.dtype)
        if pair.parameter in parameters:
            item.set_data(tensor)
        else:
            item.assign_value(tensor)
    return made


def carry(torch_module: Any, cell: Any, renames: Renames = MINDSPORE_RENAMES) -> WeightPlan:
    """Carry a torch module's weights to a cell, in a process that has both frameworks."""
    from .plain import torch_leaf

    state = {name: torch_leaf(tensor).array for name, tensor in torch_module.state_dict().items()}
    return load_into(cell, state, renames)
