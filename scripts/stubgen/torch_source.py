"""What the installed torch offers: found by importing it, under its shortest public name."""

from __future__ import annotations

import enum
import sys
import types
import warnings
from collections.abc import Iterator
from functools import cache
from typing import Any

import torch

from stubgen.annotations import Annotations
from stubgen.model import Api, Symbol
from stubgen.torch_describe import describe_class, describe_function, inspected, origin_of
from stubgen.torch_modules import LOADED, load, modules, stub

SETTINGS = (  # answered by __getattr__, so that nothing lists them
    "torch.backends.cuda.matmul.allow_tf32",
    "torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction",
    "torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction",
    "torch.backends.fp32_precision",
)
PREFERRED = ("torch.amp.GradScaler",)  # documented there, though a shorter name exists
CACHED = type(cache(lambda: None))
PLAIN = (bool, int, float, str, tuple, dict, list, type(None))
INSTANCES = {
    torch.dtype: "dtype",
    torch.layout: "layout",
    torch.memory_format: "memory_format",
    torch.qscheme: "qscheme",
}


def collect(api: Api) -> Annotations:
    """Fills ``api`` with torch and gives what renders its annotations."""
    warnings.simplefilter("ignore")
    annotations = Annotations(load, api.canonical)
    found = modules()
    named: dict[int, list[tuple[str, str]]] = {}
    objects: dict[int, Any] = {}
    for module in found:
        api.symbols[module.__name__] = Symbol(module.__name__, "module")
        for name, value in _members(module):
            objects[id(value)] = value
            named.setdefault(id(value), []).append((module.__name__, name))
    described: list[tuple[str, Any]] = []
    for key, places in named.items():
        chosen = _choose(objects[key], places)
        if chosen is None:
            continue
        described.append((chosen, objects[key]))
        for module_name, alias in places:
            if f"{module_name}.{alias}" != chosen:
                api.aliases.setdefault(module_name, {})[alias] = chosen
    _missing_bases(described, api)
    for name, value in described:
        api.symbols[name] = Symbol(name, "class" if isinstance(value, type) else "function")
        home, _, local = origin_of(value).rpartition(".")
        if f"{home}.{local}" != name and home.startswith("torch") and "<" not in home:
            api.aliases.setdefault(home, {}).setdefault(local, name)
    core = api.aliases.setdefault("torch._C", {})
    core.update({n: f"torch.{n}" for n in stub("torch._C").classes if f"torch.{n}" in api.symbols})
    core["TensorBase"] = "torch.Tensor"
    api.aliases.setdefault("torch._tensor", {})["Tensor"] = "torch.Tensor"
    for module in found:
        _plain_values(module, api)
    for name, value in described:
        if isinstance(value, type):
            describe_class(name, value, api, annotations)
        else:
            describe_function(name, value, api, annotations)
    _core(api)
    for dotted in SETTINGS:
        api.add(Symbol(dotted, "constant", type="bool"))
    for module in found:
        api.exports[module.__name__] = _exports(module, api)
    return annotations


def _core(api: Api) -> None:
    """The functions of ``torch._C``, by name only."""
    api.symbols["torch._C"] = Symbol("torch._C", "module")
    for name in stub("torch._C").functions:
        if api.canonical(f"torch._C.{name}") is None:
            api.add(Symbol(f"torch._C.{name}", "function"))


def _members(module: types.ModuleType) -> Iterator[tuple[str, Any]]:
    for name, value in sorted(vars(module).items()):
        if name.startswith("__") or isinstance(value, types.ModuleType):
            continue
        if isinstance(value, type):
            owner = value.__module__ or ""
            if owner.partition(".")[0] != "torch" or "<locals>" in value.__qualname__:
                continue
            if value.__name__.startswith("pybind11"):
                continue
            if owner == "torch.return_types" and (name[0] == "_" or name.endswith("_out")):
                continue
            if not name.startswith("_") or owner == module.__name__:
                yield name, value
        elif isinstance(value, types.FunctionType):
            owner = value.__module__ or ""
            if owner.partition(".")[0] != "torch" or value.__name__ == "<lambda>":
                continue
            if not name.startswith("_") or owner == module.__name__:
                yield name, value
        elif isinstance(value, types.BuiltinFunctionType | types.BuiltinMethodType):
            if not name.startswith("_") or module is torch:
                yield name, value
        elif not name.startswith("_") and (
            isinstance(value, torch.jit.ScriptFunction)
            or (isinstance(value, CACHED) and value.__module__ == module.__name__)
        ):
            yield name, value


def _choose(value: Any, places: list[tuple[str, str]]) -> str | None:
    """The shortest public name of an object among the places that bind it."""
    for preferred in PREFERRED:
        if tuple(preferred.rsplit(".", 1)) in places:
            return preferred
    home = getattr(value, "__module__", None) or ""
    if isinstance(value, types.BuiltinFunctionType):
        if ("torch.nn.functional", value.__name__) in places:
            return f"torch.nn.functional.{value.__name__}"
        if home and not home.startswith("torch"):
            return None
    native_ = isinstance(value, types.BuiltinFunctionType)

    def rank(place: tuple[str, str]) -> tuple[bool, bool, bool, bool, int, int, str]:
        module, name = place
        dotted = f"{module}.{name}"
        exported = getattr(sys.modules[module], "__all__", None)
        listed = exported is not None and name in exported
        kin = home == module or home.startswith(f"{module}.") or _private_home(home, module)
        renamed = name != getattr(value, "__name__", name)
        return (
            not (listed or kin or native_),
            any(part.startswith("_") for part in dotted.split(".")),
            renamed and not native_ and not listed,
            exported is not None and not listed and module != "torch",
            dotted.count("."),
            len(dotted),
            dotted,
        )

    local = getattr(value, "__qualname__", "")
    if home.startswith("torch.") and home in sys.modules and hasattr(sys.modules[home], local):
        places = [*places, (home, local)]
    module, name = min(places, key=rank)
    return f"{module}.{name}"


def _private_home(home: str, module: str) -> bool:
    """Whether a package shows what lives in a private module: ``torch`` and ``torch._tensor``."""
    if not any(part.startswith("_") for part in home.split(".")):
        return False
    return hasattr(sys.modules[module], "__path__") or home.startswith("torch._C")


def _missing_bases(described: list[tuple[str, Any]], api: Api) -> None:
    known = {id(value) for _, value in described}
    queue = [value for _, value in described if isinstance(value, type)]
    while queue:
        for base in queue.pop().__bases__:
            if id(base) in known or not (base.__module__ or "").startswith("torch"):
                continue
            if base is torch._C.TensorBase or "<locals>" in base.__qualname__:
                continue
            known.add(id(base))
            described.append((f"{base.__module__}.{base.__qualname__}", base))
            queue.append(base)


def _plain_values(module: types.ModuleType, api: Api) -> None:
    """Constants, dtypes, and modules under another name."""
    owner = module.__name__
    if owner == "torch.return_types":
        return
    exported = getattr(module, "__all__", None)
    for name, value in sorted(vars(module).items()):
        dotted = f"{owner}.{name}"
        if name.startswith("_") and name != "__version__" and owner != "torch.types":
            continue
        if name.startswith("__") and owner == "torch.types":
            continue
        if dotted in api.symbols or name in api.aliases.get(owner, {}):
            continue
        if isinstance(value, types.ModuleType):
            target = value.__name__
            if target.startswith("torch."):
                api.add(Symbol(target, "module"))
            if target.startswith("torch") and target != dotted:
                api.aliases.setdefault(owner, {})[name] = target
        elif type(value) in INSTANCES:
            if owner == "torch":
                kind = INSTANCES[type(value)]
                api.add(Symbol(dotted, kind, type=kind))
            elif hasattr(torch, name):
                api.aliases.setdefault(owner, {})[name] = f"torch.{name}"
        elif isinstance(value, torch.Generator):
            api.add(Symbol(dotted, "constant", type="Generator"))
        elif isinstance(value, enum.Enum):
            api.add(Symbol(dotted, "constant", type=api.canonical(origin_of(type(value)))))
        elif isinstance(value, PLAIN):
            here = exported is None or name in exported or owner == "torch"
            source = load(owner)
            bound = source is not None and (name in source.assigned or owner == "torch")
            if here and bound:
                known = value is not None and not isinstance(value, types.GenericAlias)
                type_ = next((t.__name__ for t in PLAIN if isinstance(value, t)), None)
                api.add(Symbol(dotted, "constant", type=type_ if known else None))
        elif exported is not None and name in exported and callable(value):
            api.add(Symbol(dotted, "function", inspected(value)))
        else:
            source = load(owner)
            if source is not None and (name in source.assigned or name in (exported or ())):
                type_ = api.canonical(origin_of(type(value)))
                api.add(Symbol(dotted, "constant", type=type_))
    for name, value in vars(type(module)).items():  # flags of torch.backends live on a class
        if type(module) is not types.ModuleType and type(value).__name__ == "ContextProp":
            type_ = type(getattr(module, name)).__name__
            api.add(Symbol(f"{owner}.{name}", "constant", type=type_))


def _exports(module: types.ModuleType, api: Api) -> list[str]:
    """The names that ``from module import *`` gives."""
    names = getattr(module, "__all__", None)
    if names is None:
        names = [
            name
            for name, value in vars(module).items()
            if not name.startswith("_")
            and (not isinstance(value, types.ModuleType) or value.__name__ in LOADED)
        ]
    owner = module.__name__
    return sorted(
        {name for name in names if isinstance(name, str) and api.canonical(f"{owner}.{name}")}
    )
