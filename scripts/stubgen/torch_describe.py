"""Signatures, bases and members of what torch holds, from its source, stubs and schemas."""

from __future__ import annotations

import ast
import enum
import inspect
import re
import types
from collections.abc import Collection
from dataclasses import is_dataclass, replace
from typing import Any

import torch

from stubgen import native
from stubgen.annotations import Annotations, simplify
from stubgen.describe import class_symbols, overloads
from stubgen.model import Api, Param, Sig, Symbol
from stubgen.source import Source, origin
from stubgen.torch_modules import load, stub


def origin_of(value: Any) -> str:
    return f"{value.__module__}.{getattr(value, '__qualname__', '')}"


def describe_class(name: str, cls: type, api: Api, annotations: Annotations) -> None:
    source, node = _class_node(cls)
    members: dict[str, Symbol] = {}
    if node is not None and source is not None:
        for symbol in class_symbols(name, node, source, annotations):
            members[symbol.name] = symbol
    if cls is torch.Tensor:
        _tensor_members(members, annotations)
    if cls.__module__ == "torch.return_types":
        members.update(_fields(name, cls, api))
    legacy = isinstance(cls, type(torch.FloatTensor))
    listed = cls.__module__ == "torch.return_types" or legacy
    for attribute, value in [] if listed else sorted(vars(cls).items()):
        dotted = f"{name}.{attribute}"
        if attribute.startswith("_") or dotted in members:
            continue
        members[dotted] = _runtime_member(dotted, value, cls)
    own = members.pop(name, Symbol(name, "class"))
    bases = [api.canonical(origin_of(base)) or _foreign(base) for base in cls.__bases__]
    own.bases = [base for base in bases if base is not None and base != name]
    if legacy:
        own.bases = ["torch.Tensor"]
    written = native.OVERRIDES.get("torch.Tensor" if legacy else name, [])
    own.sigs = [native.parse_sig(text) for text in written] or own.sigs
    if is_dataclass(cls) and any(is_dataclass(base) for base in cls.__bases__):
        own.sigs = inspected(cls)  # the fields of its bases come first
    if not own.sigs:
        own.sigs = _inherited_constructor(cls, api, annotations)
    api.symbols[name] = own
    for symbol in members.values():
        api.symbols[symbol.name] = symbol


def _fields(name: str, cls: Any, api: Api) -> dict[str, Symbol]:
    """The fields of a named tuple that a torch function gives."""
    api.fields[name] = list(cls.__match_args__)
    return {
        f"{name}.{field}": Symbol(f"{name}.{field}", "attribute", type="Tensor")
        for field in cls.__match_args__
    }


def _foreign(base: type) -> str | None:
    if base is object or base.__module__ in ("typing", "abc"):
        return None
    if base is torch._C.TensorBase:
        return None
    return base.__qualname__ if base.__module__ == "builtins" else origin_of(base)


def _class_node(cls: type) -> tuple[Source | None, ast.ClassDef | None]:
    if cls is torch.Tensor:
        source = load("torch._tensor")
        assert source is not None
        return source, source.classes["Tensor"]
    home = origin(origin_of(cls), load).removesuffix(f".{cls.__qualname__}")
    for module in (home, cls.__module__, "torch._C"):
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
        if module == cls.__module__ and module not in ("torch", "torch._C", "builtins"):
            return None, None
    return None, None


def _inherited_constructor(cls: type, api: Api, annotations: Annotations) -> list[Sig]:
    for base in cls.__mro__[1:]:
        source, node = _class_node(base) if base.__module__.startswith("torch") else (None, None)
        if node is None or source is None:
            continue
        canonical = api.canonical(origin_of(base)) or origin_of(base)
        own = next(iter(class_symbols(canonical, node, source, annotations)))
        if own.sigs:
            return own.sigs
    return inspected(cls)


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
        for parameter in (p for s in symbol.sigs for p in s.params):
            said = (types_.get(parameter.name), parameter.annotation)
            union = [member for text in said if text for member in text.split(" | ")]
            types_[parameter.name] = " | ".join(simplify(union)) or None
        own.sigs = [_filled(sig, types_, first) for sig in own.sigs]
    for attribute in dir(torch.Tensor):
        name = f"torch.Tensor.{attribute}"
        if not attribute.startswith("_") and name not in members:
            value = inspect.getattr_static(torch.Tensor, attribute)
            members[name] = _runtime_member(name, value, torch.Tensor)
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


def _runtime_member(name: str, value: Any, cls: type) -> Symbol:
    if isinstance(value, property | types.GetSetDescriptorType | types.MemberDescriptorType):
        return Symbol(name, "attribute", decorator="property")
    if isinstance(value, enum.Enum):
        return Symbol(name, "attribute", type=name.rpartition(".")[0])
    if isinstance(value, classmethod | staticmethod):
        kind = type(value).__name__
        return Symbol(
            name, "method", inspected(getattr(cls, name.rpartition(".")[2])), decorator=kind
        )
    if isinstance(value, cls) or not (inspect.isroutine(value) or hasattr(value, "__wrapped__")):
        known = isinstance(value, bool | int | float | str)
        type_ = name.rpartition(".")[0] if isinstance(value, cls) else None
        return Symbol(name, "attribute", type=type(value).__name__ if known else type_)
    if name in native.OVERRIDES:
        return Symbol(name, "method", [native.parse_sig(text) for text in native.OVERRIDES[name]])
    if callable(value):
        sigs = inspected(value)
        documented = _documented_return(value)
        return Symbol(
            name, "method", [Sig(s.without_first().params, s.returns or documented) for s in sigs]
        )
    return Symbol(name, "attribute")


def describe_function(name: str, value: Any, api: Api, annotations: Annotations) -> None:
    symbol = Symbol(name, "function")
    if name in native.OVERRIDES and not isinstance(value, types.BuiltinFunctionType):
        symbol.sigs = [native.parse_sig(text) for text in native.OVERRIDES[name]]
    elif isinstance(value, types.BuiltinFunctionType):
        symbol.native = True
        symbol.sigs = _native_sigs(name, value, annotations)
    else:
        symbol.sigs = _python_sigs(name, value, annotations)
    question = name.rpartition(".")[2].startswith("is_")
    documented = _documented_return(value) or ("bool" if question else None)
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
        sigs = native.tidy(name, native.from_schemas(sorted(schemas, key=len)))
        named = f"torch.return_types.{value.__name__}"
        several = [s for s in sigs if (s.returns or "").startswith("Tuple[Tensor, ")]
        if len(several) == len(sigs) and hasattr(torch.return_types, value.__name__):
            return [replace(s, returns=named) for s in sigs]
        return sigs
    return _documented_sig(value)


def _python_sigs(name: str, value: Any, annotations: Annotations) -> list[Sig]:
    if name.startswith("torch.nn.functional."):
        found = _functional_sigs(name.rpartition(".")[2], value.__name__, annotations)
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
    return inspected(value)


def _functional_sigs(name: str, defined: str, annotations: Annotations) -> list[Sig]:
    """Types from torch's stub of nn.functional, names and defaults from the module itself."""
    source, typed = load("torch.nn.functional"), stub("torch.nn.functional")
    assert source is not None
    stubbed = typed.functions.get(name)
    wanted = overloads(stubbed, typed, annotations)[0] if stubbed else None
    definition = source.functions.get(name) or source.functions.get(defined)
    if definition is None:  # chosen by a flag: both branches take the same arguments
        return [wanted] if wanted else []
    own = overloads(definition, source, annotations)
    if wanted is None:
        return own
    types_ = {p.name: p.annotation for p in wanted.params}
    return [_filled(sig, types_, wanted.returns, prefer=True) for sig in own]


def _functions(value: types.FunctionType) -> Collection[str]:
    source = load(value.__module__ or "")
    return source.functions if source is not None else ()


def inspected(value: Any) -> list[Sig]:
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
