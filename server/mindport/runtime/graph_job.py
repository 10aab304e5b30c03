"""The worker's half of torch's own samples in graph mode: each is a network, compiled and called.

It must give what torch gave. Called twice, with other numbers the second time, its values and the
gradients of its inputs, of its parameters and of what its result is multiplied by must be those of
PyNative mode: a compiled graph keeps kernels and values from call to call.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np

from . import plain
from .compare import Mode, compare
from .errors import describe
from .network_source import NAME
from .sample_job import RESULTS, TOLERANCE, TOLERANCES, built
from .shown import shown
from .weights import load_into

OF_GRADIENTS = (2e-4, 3e-5)
EAGER = "not in PyNative mode either"


def mindspore_networks(folder: str, tasks: Sequence[Mapping[str, Any]], device: str) -> None:
    """Compile the networks of migrated samples one after the other; a line of results.jsonl each."""
    import mindspore

    mindspore.set_device(device)
    mindspore.set_context(pynative_synchronize=True)
    with Path(folder, RESULTS).open("a", encoding="utf-8") as results:
        for task in tasks:
            try:
                found = _of_network(folder, task)
            except (KeyboardInterrupt, MemoryError):
                raise
            except BaseException as error:
                found = {"error": describe(error)}
            finally:
                mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
            json.dump({"index": task["index"], **found}, results)
            results.write("\n")
            results.flush()


def _of_network(folder: str, task: Mapping[str, Any]) -> dict[str, Any]:
    import mindspore

    stored = cast("dict[str, Any]", plain.load(Path(folder, f"{task['index']}.npz")))
    given = [built(item, mindspore.Tensor) for item in stored["inputs"].values()]
    module = _imported(Path(folder, f"network_{task['index']}.py"), task["source"])
    network = getattr(module, NAME)()
    for name, arrays in stored["weights"].items():
        load_into(getattr(network, name), {key: leaf.array for key, leaf in arrays.items()})
    network.set_train("set_train(False)" not in task["source"])
    tolerance = TOLERANCES.get(task["dtype"], TOLERANCE)
    how: Mode = "shape" if task["mode"] == "shape" else "value"
    expected = stored["expected"]
    held = [parameter.asnumpy().copy() for parameter in network.get_parameters()]
    try:
        eager = compare(expected, plain.from_mindspore(network(*given)), *tolerance, how)
    except Exception as error:
        return {"error": {"type": EAGER, "message": str(error)}}
    if eager.outcome != "equal":
        return {"error": {"type": EAGER, "message": eager.where}}
    _restore(network, held)
    mindspore.set_context(mode=mindspore.GRAPH_MODE)
    value = network(*given)
    actual = plain.from_mindspore(value)
    found = compare(expected, actual, *tolerance, how)
    _restore(network, held)
    if found.outcome != "equal":
        both = [shown(expected), shown(actual)]
        return {"outcome": found.outcome, "where": f"value: {found.where}", "shown": both}
    if task["mode"] != "value":
        return {"outcome": "equal"}
    return _again(Path(folder, f"total_{task['index']}.py"), network, given, value)


def _again(path: Path, network: Any, given: Sequence[Any], value: Any) -> dict[str, Any]:
    """The values and gradients of two calls in both modes, compared."""
    import mindspore

    values = list(value) if isinstance(value, tuple | list) else [value]
    places = [i for i, v in enumerate(values) if _is_floating(v)]
    if not places or not any(map(_is_floating, given)):
        return {"outcome": "equal"}
    names = [f"x{index}" for index in range(len(given))]
    weights = [f"w{index}" for index in places]
    out = "out[{}]" if isinstance(value, tuple | list) else "out"
    terms = " + ".join(f"({out.format(i)} * w{i}).sum()" for i in places)
    text = f"def total({', '.join([*names, *weights])}):\n    out = network({', '.join(names)})\n"
    module = _imported(path, f"{text}    return {terms}\n")
    module.network = network
    wanted = [i for i, x in enumerate(given) if _is_floating(x)]
    wanted += range(len(given), len(given) + len(places))
    trained = list(network.trainable_params())
    held = [parameter.asnumpy().copy() for parameter in network.get_parameters()]

    def calls(mode: int) -> list[plain.Plain]:
        mindspore.set_context(mode=mode)
        take = mindspore.value_and_grad(module.total, tuple(wanted), trained or None)
        found = []
        for factor in (1.0, 0.75):
            _restore(network, held)
            inputs = [_scaled(x, factor) for x in given]
            found.append(
                plain.from_mindspore(take(*inputs, *(_weight(values[i], i) for i in places)))
            )
        return found

    try:
        expected = calls(mindspore.PYNATIVE_MODE)
    except Exception:
        return {"outcome": "equal"}  # not to be differentiated in PyNative mode either
    actual = calls(mindspore.GRAPH_MODE)
    for number, (eager, compiled) in enumerate(zip(expected, actual, strict=True), 1):
        found = compare(eager, compiled, *OF_GRADIENTS)
        if found.outcome != "equal":
            where = f"gradients of call {number}: {found.where}"
            return {
                "outcome": found.outcome,
                "where": where,
                "shown": [shown(eager), shown(compiled)],
            }
    return {"outcome": "equal"}


def _restore(network: Any, held: Sequence[Any]) -> None:
    """Put back what the network's parameters held."""
    import mindspore

    for parameter, array in zip(network.get_parameters(), held, strict=True):
        parameter.set_data(mindspore.Tensor(array))


def _imported(path: Path, text: str) -> Any:
    """The graph compiler reads the text of what it compiles from a file."""
    path.write_text(text, encoding="utf-8")
    name = f"{path.stem}_{abs(hash(str(path)))}"
    specification = importlib.util.spec_from_file_location(name, path)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module  # where the compiler looks for its globals
    specification.loader.exec_module(module)
    return module


def _is_floating(value: Any) -> bool:
    import mindspore

    return isinstance(value, mindspore.Tensor) and value.is_floating_point()


def _scaled(tensor: Any, factor: float) -> Any:
    import mindspore

    if not _is_floating(tensor) or factor == 1.0:
        return tensor
    return mindspore.Tensor((tensor.asnumpy() * factor).astype(tensor.asnumpy().dtype))


def _weight(tensor: Any, index: int) -> Any:
    import mindspore

    numbers = np.cos(np.arange(1, 1 + tensor.size) * (0.7 + 0.1 * index)).reshape(tensor.shape)
    return mindspore.Tensor(numbers.astype(tensor.asnumpy().dtype))
