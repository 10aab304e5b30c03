"""Runs a whole program in a worker and writes down its losses and its networks' weights.

A program is a plain file that appends to a global list ``losses``. Both frameworks start from the
same weights: what the networks hold when the first optimizer is made is carried over. Noise comes
from numpy in both, so that it is the same, but for what a torch.Generator draws; graph mode, which
asks numpy once, when it compiles, takes it from a Cell that holds the same numbers and counts how
many are taken.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from mindport.runtime.ranks import run_ranks
from mindport.runtime.weights import (
    MINDSPORE_RENAMES,
    cell_buffers,
    cell_parameters,
    load_into,
    plan,
    shared_entries,
)

Arrays = dict[str, Any]
SEED, NOISE = 1, 20
IN_ADVANCE = 2**20  # how many numbers graph mode's noise has


def run_torch(program: str, folder: str, script: Sequence[str] = ()) -> dict[str, Any]:
    """Run the torch program; ``folder`` gets the weights at the start and at the end.

    ``script`` is what is run after the program as Python runs it: a file and its arguments. A
    package's ``__main__.py`` runs as ``python -m`` runs it.
    """
    import torch

    torch.manual_seed(SEED)
    made: list[Any] = []
    _remember(torch.nn.Module, made)

    def drawn(draw: Callable[..., Any], own: Callable[..., Any], like: bool) -> Callable[..., Any]:
        def give(*size: Any, **options: Any) -> Any:
            if options.get("generator") is not None:
                return own(*size, **options)  # its numbers are the same in both
            return torch.from_numpy(draw(_shape(size, like)).astype(np.float32))

        return give

    for name, draw in _draws().items():
        _make_noise(torch, name, partial(drawn, draw, getattr(torch, name)))

    def roots() -> list[Any]:
        modules = [m for m in made if next(iter(m.parameters()), None) is not None]
        inner = {id(child) for m in modules for child in m.modules() if child is not m}
        return [m for m in modules if id(m) not in inner]

    started: list[Any] = []

    def start(*_: Any) -> None:
        for module in roots():
            if module not in started:
                _save(Path(folder), f"start{len(started)}", _torch_state(module))
                started.append(module)

    _before(torch.optim.Optimizer, start)
    names = run(program, script)
    for index, module in enumerate(started):
        _save(Path(folder), f"end{index}", _torch_state(module))
    return {"losses": [float(loss) for loss in names["losses"]], "networks": len(started)}


def run_mindspore(
    program: str, folder: str, graph: bool = False, script: Sequence[str] = ()
) -> dict[str, Any]:
    """Run the migrated program from the weights in ``folder``, with ``graph`` in graph mode; give
    its weights torch's names."""
    import mindspore
    from mindspore import mint, nn, ops
    from mindspore.experimental import optim

    if graph:
        mindspore.set_context(mode=mindspore.GRAPH_MODE)

    def drawn(draw: Callable[..., Any], like: bool) -> Callable[..., Any]:
        def give(*size: Any, **_: Any) -> Any:
            return mindspore.Tensor(draw(_shape(size, like)).astype(np.float32))

        return give

    for name, draw in _draws().items():
        take = compilable(name, draw) if graph else partial(drawn, draw)
        for module in (ops, mint):
            _make_noise(module, name, take)
    made: list[Any] = []
    _remember(nn.Cell, made)

    def roots() -> list[Any]:
        cells = [c for c in made if cell_parameters(c) and not isinstance(c, optim.Optimizer)]
        inner = {id(child) for c in cells for _, child in c.cells_and_names() if child is not c}
        return [c for c in cells if id(c) not in inner]

    started: list[Any] = []

    def start(*_: Any) -> None:
        for cell in roots():
            if not any(cell is known for known in started):
                arrays = _load(Path(folder), f"start{len(started)}")
                carried = load_into(cell, arrays)
                lacking = (_learned(cell, carried.missing), carried.unexpected, carried.mismatched)
                assert not any(lacking), lacking
                started.append(cell)

    _before(optim.Optimizer, start)
    names = run(program, script)
    for index, cell in enumerate(started):
        expected = _load(Path(folder), f"end{index}")
        held = {**cell_buffers(cell), **cell_parameters(cell)}
        shapes = {name: tuple(item.shape) for name, item in held.items()}
        wanted = {n: tuple(a.shape) for n, a in expected.items()}
        pairs = plan(wanted, shapes, MINDSPORE_RENAMES, shared_entries(cell))
        arrays = {
            pair.torch: held[pair.parameter].asnumpy().reshape(expected[pair.torch].shape)
            for pair in pairs.pairs
        }
        _save(Path(folder), f"mindspore{index}", arrays)
    return {"losses": [float(loss) for loss in names["losses"]], "networks": len(started)}


def run_in_processes(framework: str, program: str, folders: list[str]) -> list[dict[str, Any]]:
    """Run the program in as many processes as there are folders, each with one of its own."""
    run = run_torch if framework == "torch" else run_mindspore
    places = [Path(folder) for folder in folders]
    return run_ranks(framework, places, [partial(run, program, folder) for folder in folders])


def run(program: str, script: Sequence[str] = ()) -> dict[str, Any]:
    """Run the program, and the script after it; the names that the program leaves."""
    sys.path.insert(0, str(Path(program).parent))
    names = runpy.run_path(program, run_name="__main__")
    if script:
        sys.argv = list(script)
        place = Path(script[0])
        is_package = place.name == "__main__.py"
        sys.path.insert(0, str(place.parent.parent if is_package else place.parent))
        try:
            if is_package:
                runpy.run_module(place.parent.name, run_name="__main__", alter_sys=True)
            else:
                runpy.run_path(str(place), run_name="__main__")
        except SystemExit as end:
            if end.code:
                raise
    return names


def _remember(cls: Any, made: list[Any]) -> None:
    """Note every instance of ``cls``."""
    initialise = cls.__init__

    def noting(self: Any, *args: Any, **keywords: Any) -> None:
        initialise(self, *args, **keywords)
        made.append(self)

    cls.__init__ = noting


def _before(cls: Any, action: Callable[..., None]) -> None:
    """Do something before an instance of ``cls`` is made."""
    initialise = cls.__init__

    def first(self: Any, *args: Any, **keywords: Any) -> None:
        action()
        initialise(self, *args, **keywords)

    cls.__init__ = first


def _draws() -> dict[str, Callable[..., Any]]:
    """What each function draws from."""
    return {
        "randn": np.random.default_rng(NOISE).standard_normal,
        "rand": np.random.default_rng(NOISE + 1).random,
    }


def _make_noise(module: Any, name: str, drawn: Callable[[bool], Callable[..., Any]]) -> None:
    setattr(module, name, drawn(False))
    setattr(module, f"{name}_like", drawn(True))


def compilable(name: str, draw: Callable[..., Any]) -> Callable[[bool], Callable[..., Any]]:
    """Functions that graph mode compiles and that give at each call the next of the numbers."""
    import mindspore
    from mindspore import nn, ops

    class Noise(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.numbers = mindspore.Tensor(draw(IN_ADVANCE).astype(np.float32))
            start = mindspore.Tensor(0, mindspore.int32)
            self.taken = mindspore.Parameter(start, name=f"noise.{name}", requires_grad=False)

        def construct(self, shape: tuple[int, ...]) -> Any:
            count = 1
            for size in shape:
                count = count * size
            places = self.taken + ops.arange(count)
            numbers = self.numbers[places]
            ops.assign_add(self.taken, count)
            return numbers.reshape(shape)

    noise = Noise()

    def like(tensor: Any, **_: Any) -> Any:
        return noise(tensor.shape)

    def sized(*size: Any, **_: Any) -> Any:
        return noise(size[0] if isinstance(size[0], (tuple, list)) else size)

    return lambda is_like: like if is_like else sized


def _shape(size: tuple[Any, ...], like: bool) -> tuple[int, ...]:
    if like:
        return tuple(size[0].shape)
    first = size[0]
    return tuple(first) if isinstance(first, (tuple, list)) else tuple(size)


def _learned(cell: Any, names: Iterable[str]) -> list[str]:
    """Those of the names that are no state which a graph keeps in a Parameter and torch in no
    checkpoint."""
    held = cell_parameters(cell)
    return [n for n in names if n not in held or held[n].requires_grad or "moving_" in n]


def _torch_state(module: Any) -> Arrays:
    state = module.state_dict().items()
    return {name: v.detach().numpy().copy() for name, v in state if hasattr(v, "detach")}


def _save(folder: Path, name: str, arrays: Arrays) -> None:
    np.savez(folder / f"{name}.npz", **arrays)


def _load(folder: Path, name: str) -> Arrays:
    with np.load(folder / f"{name}.npz") as archive:
        return {key: archive[key] for key in archive.files}


def saved(folder: Path, kind: str) -> Iterator[Arrays]:
    """The weights of each network as ``kind`` ("start", "end", "mindspore") has them."""
    for index in range(len(list(folder.glob(f"{kind}*.npz")))):
        yield _load(folder, f"{kind}{index}")
