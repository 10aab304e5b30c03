"""What the installed torch offers: found by importing it, described from its source and stubs."""

from __future__ import annotations

import ast
import enum
import importlib
import importlib.util
import inspect
import re
import sys
import types
import warnings
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import torch

from stubgen import native
from stubgen.annotations import Annotations, simplify
from stubgen.describe import class_symbols, overloads, unique
from stubgen.model import Api, Param, Sig, Symbol
from stubgen.source import Source, read

ROOT = Path(torch.__file__).parent
LEFT_OUT = (
    "torch.ao.",
    "torch.contrib",
    "torch.distributed.benchmarks",
    "torch.distributed.debug",
    "torch.distributed.elastic",
    "torch.distributed.examples",
    "torch.distributed.flight_recorder",
    "torch.distributed.launcher",
    "torch.distributed.rpc.server",
    "torch.distributed.checkpoint.examples",
    "torch.distributed.tensor.examples",
    "torch.distributed.tensor.debug",
    "torch.distributed.tensor.experimental",
    "torch.fx.experimental",
    "torch.fx.passes",
    "torch.fx.tensor_type",
    "torch.nativert",
    "torch.nn.qat",
    "torch.nn.quantizable",
    "torch.nn.quantized",
    "torch.nn.intrinsic",
    "torch.numa",
    "torch.package",
    "torch.quantization",
    "torch.utils.benchmark",
    "torch.utils.bottleneck",
    "torch.utils.collect_env",
    "torch.utils.data.datapipes",
    "torch.utils.hipify",
    "torch.utils.jit",
    "torch.utils.model_dump",
    "torch.utils.serialization",
    "torch.utils.show_pickle",
    "torch.utils.viz",
)
ADDED = (
    "torch.ao.quantization",
    "torch.fx.experimental.proxy_tensor",
    "torch.fx.experimental.symbolic_shapes",
    "torch.nn.modules._functions",
    "torch.nn.quantized",
    "torch.nn.quantized.dynamic",
    "torch.fx._pytree",
    "torch._prims_common",
    "torch.distributed._functional_collectives",
    "torch.backends.opt_einsum",
    "torch.utils._pytree",
    "torch._dynamo",
    "torch._utils",
    "torch._higher_order_ops",
)
SETTINGS = (  # answered by __getattr__, so that nothing lists them
    "torch.backends.cuda.matmul.allow_tf32",
    "torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction",
    "torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction",
    "torch.backends.fp32_precision",
)
CACHED = type(cache(lambda: None))
PLAIN = (bool, int, float, str, tuple, dict, list, type(None))
INSTANCES = {
    torch.dtype: "dtype",
    torch.layout: "layout",
    torch.memory_format: "memory_format",
    torch.qscheme: "qscheme",
}


@cache
def load(module: str) -> Source | None:
    """The source of a torch module, without importing it."""
    if not module.startswith("torch"):
        return None
    base = ROOT.joinpath(*module.split(".")[1:])
    for path, package in ((base / "__init__.py", True), (base.with_suffix(".py"), False)):
        if path.is_file():
            return read(module, package, path.read_text("utf-8"))
    for path, package in ((base / "__init__.pyi", True), (base.with_suffix(".pyi"), False)):
        if path.is_file():
            return read(module, package, path.read_text("utf-8"))
    return None


@cache
def stub(module: str) -> Source:
    """One of torch's own stub files."""
    base = ROOT.joinpath(*module.split(".")[1:])
    path = base / "__init__.pyi" if base.is_dir() else base.with_suffix(".pyi")
    return read(module, path.name == "__init__.pyi", path.read_text("utf-8"))


def modules() -> list[types.ModuleType]:
    """The public modules of torch, imported; those that need something else are left out."""
    names = ["torch", *ADDED]
    left_out = tuple(f"{left.rstrip('.')}." for left in LEFT_OUT)
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        private = any(part.startswith("_") for part in name.split("."))
        if not private and not f"{name}.".startswith(left_out):
            names.append(name)
    found = {}
    for name in sorted(set(names)):
        try:
            found[name] = importlib.import_module(name)
        except Exception:
            continue
    return [found[name] for name in sorted(found)]


def unimportable() -> dict[str, Source]:
    """Modules that need a package which torch does not bring."""
    names = ("torch.utils.tensorboard", "torch.utils.tensorboard.writer")
    return {name: source for name in names if (source := load(name)) is not None}


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
        name = _choose(objects[key], places)
        if name is None:
            continue
        described.append((name, objects[key]))
        for module_name, alias in places:
            if f"{module_name}.{alias}" != name:
                api.aliases.setdefault(module_name, {})[alias] = name
    _missing_bases(described, api)
    for name, value in described:
        api.symbols[name] = Symbol(name, "class" if isinstance(value, type) else "function")
        home, _, local = _origin(value).rpartition(".")
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
            _describe_class(name, value, api, annotations)
        else:
            _describe_function(name, value, api, annotations)
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
            if owner.partition(".")[0] == "torch" and "<locals>" not in value.__qualname__:
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
    return ".".join(min(places, key=rank))


def _private_home(home: str, module: str) -> bool:
    """``torch._tensor`` is a home of what ``torch`` shows, ``torch._C._fft`` of ``torch.fft``."""
    last = home.rpartition(".")[2]
    return last.startswith("_") and home.rpartition(".")[0] in (module, "torch._C", "torch")


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
            api.add(Symbol(dotted, "constant", type=api.canonical(_origin(type(value)))))
        elif isinstance(value, PLAIN):
            here = exported is None or name in exported or owner == "torch"
            source = load(owner)
            bound = source is not None and (name in source.assigned or owner == "torch")
            if here and bound:
                known = value is not None and not isinstance(value, types.GenericAlias)
                type_ = next((t.__name__ for t in PLAIN if isinstance(value, t)), None)
                api.add(Symbol(dotted, "constant", type=type_ if known else None))
        elif exported is not None and name in exported and callable(value):
            api.add(Symbol(dotted, "function"))
        else:
            source = load(owner)
            if source is not None and (name in source.assigned or name in (exported or ())):
                type_ = api.canonical(_origin(type(value)))
                api.add(Symbol(dotted, "constant", type=type_))
    for name, value in vars(type(module)).items():  # flags of torch.backends live on a class
        if type(module) is not types.ModuleType and type(value).__name__ == "ContextProp":
            type_ = type(getattr(module, name)).__name__
            api.add(Symbol(f"{owner}.{name}", "constant", type=type_))


def _origin(value: Any) -> str:
    return f"{value.__module__}.{getattr(value, '__qualname__', '')}"


def _exports(module: types.ModuleType, api: Api) -> list[str]:
    """The names that ``from module import *`` gives."""
    names = getattr(module, "__all__", None)
    if names is None:
        names = [name for name in vars(module) if not name.startswith("_")]
    owner = module.__name__
    return sorted(
        {name for name in names if isinstance(name, str) and api.canonical(f"{owner}.{name}")}
    )


def _describe_class(name: str, cls: type, api: Api, annotations: Annotations) -> None:
    source, node = _class_node(cls)
    members: dict[str, Symbol] = {}
    if node is not None and source is not None:
        for symbol in class_symbols(name, node, source, annotations):
            members[symbol.name] = symbol
    if cls is torch.Tensor:
        _tensor_members(members, annotations)
    legacy = isinstance(cls, type(torch.FloatTensor))
    for attribute, value in [] if legacy else sorted(vars(cls).items()):
        dotted = f"{name}.{attribute}"
        if attribute.startswith("_") or dotted in members:
            continue
        members[dotted] = _runtime_member(dotted, value, cls, annotations)
    own = members.pop(name, Symbol(name, "class"))
    bases = [api.canonical(_origin(base)) or _foreign(base) for base in cls.__bases__]
    own.bases = [base for base in bases if base is not None and base != name]
    if legacy:
        own.bases = ["torch.Tensor"]
    written = native.OVERRIDES.get("torch.Tensor" if legacy else name, [])
    own.sigs = [native.parse_sig(text) for text in written] or own.sigs
    if not own.sigs:
        own.sigs = _inherited_constructor(cls, api, annotations)
    api.symbols[name] = own
    for symbol in members.values():
        api.symbols[symbol.name] = symbol


def _foreign(base: type) -> str | None:
    if base is object or base.__module__ in ("typing", "abc"):
        return None
    if base is torch._C.TensorBase:
        return None
    return base.__qualname__ if base.__module__ == "builtins" else _origin(base)


def _class_node(cls: type) -> tuple[Source | None, ast.ClassDef | None]:
    if cls is torch.Tensor:
        source = load("torch._tensor")
        assert source is not None
        return source, source.classes["Tensor"]
    for module in (cls.__module__, "torch._C"):
        sources = [load(module)]
        if module in ("torch._C", "torch"):
            sources = [stub("torch._C"), load("torch")]
        for source in sources:
            if source is None:
                continue
            body: list[ast.stmt] = source.tree.body
            node: ast.ClassDef | None = source.classes.get(cls.__qualname__)
            if node is None and "." in cls.__qualname__:
                for part in cls.__qualname__.split("."):
                    node = next(
                        (n for n in body if isinstance(n, ast.ClassDef) and n.name == part), None
                    )
                    if node is None:
                        break
                    body = node.body
            if node is not None:
                return source, node
        if cls.__module__ not in ("torch", "torch._C", "builtins"):
            return None, None
    return None, None


def _inherited_constructor(cls: type, api: Api, annotations: Annotations) -> list[Sig]:
    for base in cls.__mro__[1:]:
        source, node = _class_node(base) if base.__module__.startswith("torch") else (None, None)
        if node is None or source is None:
            continue
        canonical = api.canonical(_origin(base)) or _origin(base)
        own = next(iter(class_symbols(canonical, node, source, annotations)))
        if own.sigs:
            return own.sigs
    return _inspected(cls)


def _tensor_members(members: dict[str, Symbol], annotations: Annotations) -> None:
    """``torch.Tensor``: the C++ base's stub, over which the Python class lays its own."""
    source = stub("torch._C")
    base = source.classes["TensorBase"]
    from_stub = {
        s.name: s
        for s in class_symbols("torch.Tensor", base, source, annotations)
        if s.name != "torch.Tensor"
    }
    for name, symbol in from_stub.items():
        attribute = name.rpartition(".")[2]
        own = members.get(name)
        if attribute not in vars(torch.Tensor) or own is None:
            symbol.native = symbol.kind == "method"
            symbol.sigs = native.tidy(name, symbol.sigs)
            members[name] = symbol
            continue
        if own.kind == "attribute":
            own.type = own.type or symbol.type
            continue
        first = symbol.sigs[0].returns if symbol.sigs else None
        types_: dict[str, str | None] = {}
        for parameter in (p for s in symbol.sigs for p in s.params if p.annotation):
            before = types_.get(parameter.name)
            both = [*(before or parameter.annotation).split(" | "), *parameter.annotation.split(" | ")]
            types_[parameter.name] = " | ".join(simplify(both))
        own.sigs = [_filled(sig, types_, first) for sig in own.sigs]
    for name, symbol in list(members.items()):
        attribute = name.rpartition(".")[2]
        if symbol.kind == "attribute" and inspect.isroutine(getattr(torch.Tensor, attribute, None)):
            schemas = map(str, torch._C._jit_get_schemas_for_operator(f"aten::{attribute}"))
            sigs = native.from_schemas(sorted(schemas))
            symbol = Symbol(name, "method", [s.without_first() for s in sigs], native=True)
            members[name] = symbol
        if symbol.kind == "method":
            for index, sig in enumerate(symbol.sigs):
                if sig.returns is None:
                    doc = _documented_return(getattr(torch.Tensor, name.rpartition(".")[2], None))
                    symbol.sigs[index] = Sig(sig.params, doc)


def _filled(
    sig: Sig, types_: dict[str, str | None], returns: str | None, prefer: bool = False
) -> Sig:
    """The signature with the missing types taken from elsewhere, or all that are there."""
    params = []
    for param in sig.params:
        other = types_.get(param.name)
        if other and param.default == "None":
            other = other.removesuffix(" | None")
        use_other = other and (prefer or not param.annotation)
        params.append(replace(param, annotation=other) if use_other else param)
    return Sig(tuple(params), (returns or sig.returns) if prefer else (sig.returns or returns))


def _runtime_member(name: str, value: Any, cls: type, annotations: Annotations) -> Symbol:
    if isinstance(value, property | types.GetSetDescriptorType | types.MemberDescriptorType):
        return Symbol(name, "attribute", decorator="property")
    if isinstance(value, enum.Enum):
        return Symbol(name, "attribute", type=name.rpartition(".")[0])
    if isinstance(value, classmethod | staticmethod):
        kind = type(value).__name__
        return Symbol(name, "method", _inspected(getattr(cls, name.rpartition(".")[2])), decorator=kind)
    if isinstance(value, cls) or not (inspect.isroutine(value) or hasattr(value, "__wrapped__")):
        known = isinstance(value, bool | int | float | str)
        type_ = name.rpartition(".")[0] if isinstance(value, cls) else None
        return Symbol(name, "attribute", type=type(value).__name__ if known else type_)
    if callable(value):
        sigs = _inspected(value)
        documented = _documented_return(value)
        return Symbol(name, "method", [Sig(s.without_first().params, s.returns or documented) for s in sigs])
    return Symbol(name, "attribute")


def _describe_function(name: str, value: Any, api: Api, annotations: Annotations) -> None:
    symbol = Symbol(name, "function")
    if isinstance(value, types.BuiltinFunctionType):
        symbol.native = True
        symbol.sigs = _native_sigs(name, value, annotations)
    else:
        symbol.sigs = _python_sigs(name, value, annotations)
    documented = _documented_return(value)
    symbol.sigs = [Sig(s.params, s.returns or documented) for s in symbol.sigs]
    api.symbols[name] = symbol


def _native_sigs(name: str, value: Any, annotations: Annotations) -> list[Sig]:
    stubs = [stub("torch._C._VariableFunctions"), stub("torch._C._nn"), stub("torch._C")]
    module = str(getattr(value.__self__, "__name__", "")).rpartition(".")[2]
    if module not in ("_linalg", "_fft", "_special", "_sparse", "_nested"):
        for source in stubs:
            if value.__name__ in source.functions:
                found = overloads(source.functions[value.__name__], source, annotations)
                if not any(p.default == "..." for sig in found for p in sig.params):
                    return native.tidy(name, found)
    schemas = [str(s) for s in torch._C._jit_get_schemas_for_operator(f"aten::{value.__name__}")]
    if schemas:
        return native.tidy(name, native.from_schemas(sorted(schemas, key=len)))
    return _documented_sig(value)


def _python_sigs(name: str, value: Any, annotations: Annotations) -> list[Sig]:
    if name.startswith("torch.nn.functional."):
        found = _functional_sigs(name.rpartition(".")[2], annotations)
        if found:
            return found
    value = inspect.unwrap(value)
    source_ = load(getattr(value, "__module__", "") or "")
    qualname = getattr(value, "__qualname__", "")
    if source_ is not None and qualname in source_.functions:
        return overloads(source_.functions[qualname], source_, annotations)
    for cell in getattr(value, "__closure__", None) or ():
        inner = cell.cell_contents
        if isinstance(inner, types.FunctionType) and inner.__qualname__ in _functions(inner):
            return _python_sigs(name, inner, annotations)
    return _inspected(value)


def _functional_sigs(name: str, annotations: Annotations) -> list[Sig]:
    """Types from torch's stub of nn.functional, names and defaults from the module itself."""
    source, typed = load("torch.nn.functional"), stub("torch.nn.functional")
    assert source is not None
    stubbed = typed.functions.get(name)
    wanted = overloads(stubbed, typed, annotations)[0] if stubbed else None
    if name not in source.functions:  # chosen by a flag: both branches take the same arguments
        return [wanted] if wanted else []
    own = overloads(source.functions[name], source, annotations)
    if wanted is None:
        return own
    types_ = {p.name: p.annotation for p in wanted.params}
    return [_filled(sig, types_, wanted.returns, prefer=True) for sig in own]


def _functions(value: types.FunctionType) -> Collection[str]:
    source = load(value.__module__ or "")
    return source.functions if source is not None else ()


def _inspected(value: Any) -> list[Sig]:
    """The signature as Python itself sees it, without types."""
    try:
        parameters = inspect.signature(value).parameters.values()
    except (ValueError, TypeError):
        return _documented_sig(value)
    kinds = ("positional_only", "positional", "varargs", "keyword", "kwargs")
    params = []
    for p in parameters:
        default = None
        if p.default is not p.empty:
            plain = isinstance(p.default, bool | int | float | str | type(None))
            default = repr(p.default) if plain else "..."
        params.append(Param(p.name, kinds[p.kind], None, default))
    return [Sig(tuple(params))]


def _documented_sig(value: Any) -> list[Sig]:
    """The signature that the first line of a docstring gives."""
    doc = _doc(value).partition("\n")[0]
    match = re.fullmatch(r"[\w.]+(\(.*?\))(?:\s*->\s*(.+))?", doc)
    if not match:
        return []
    try:
        sig = native.parse_sig(match[1])
    except SyntaxError:
        return []
    return [Sig(sig.params, None)]


def _doc(value: Any) -> str:
    doc = getattr(value, "__doc__", None)
    return doc.strip() if isinstance(doc, str) else ""


def _documented_return(value: Any) -> str | None:
    doc = _doc(value)[:400]
    match = re.search(r"\)\s*->\s*(Tensor|bool|int|float|list of Tensors?|Tensors?)\b", doc)
    if not match:
        if re.search(r"\)\s*->\s*\(?(Tensor, )+Tensor", doc):
            return None
        return None
    return {"list of Tensors": "Tuple[Tensor, ...]", "Tensors": "Tuple[Tensor, ...]"}.get(
        match[1], match[1]
    )
