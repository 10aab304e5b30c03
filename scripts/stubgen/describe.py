"""Functions and classes written in Python (or in a stub), described from their tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace

from stubgen.annotations import Annotations
from stubgen.model import Param, Sig, Symbol
from stubgen.source import Source

MAX_DEFAULT = 40
DISTRIBUTIONS = "torch.distributions."
KEPT = (
    "__call__",
    "__getitem__",
    "__iter__",
    "_conv_forward",
    "_register_load_state_dict_pre_hook",
    "_register_state_dict_hook",
)
"""What else than public methods is described: those with one underscore are what modules of one's own
call."""
INNER = {"torch.nn.RNNBase": ("_all_weights", "List[List[str]]")}
"""Attributes with one underscore that programs read: the name and the type, by class."""
BY_PLACE = "handle_legacy_interface"
"""torchvision's decorator, behind which keyword-only parameters may be given by place as well."""


def signature(
    node: ast.FunctionDef, source: Source, annotations: Annotations, scope: str = ""
) -> Sig:
    """The signature of a definition, ``self`` included."""
    args = node.args
    positional = [*args.posonlyargs, *args.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(args.defaults))
    defaults += args.defaults
    params = []
    named = "positional" if _decorated(node, BY_PLACE) else "keyword"
    for index, (arg, default) in enumerate(zip(positional, defaults, strict=True)):
        kind = "positional_only" if index < len(args.posonlyargs) else "positional"
        params.append(_param(arg, kind, default, source, annotations, scope))
    if args.vararg:
        params.append(_param(args.vararg, "varargs", None, source, annotations, scope))
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        params.append(_param(arg, named, default, source, annotations, scope))
    if args.kwarg:
        params.append(_param(args.kwarg, "kwargs", None, source, annotations, scope))
    return Sig(tuple(params), returned(annotations.text(node.returns, source, scope)))


def returned(text: str | None) -> str | None:
    """What a function returns: torch hands out tuples where its stubs say sequence."""
    return "Tuple[Tensor, ...]" if text == "Sequence[Tensor]" else text


def _param(
    arg: ast.arg,
    kind: str,
    default: ast.expr | None,
    source: Source,
    annotations: Annotations,
    scope: str,
) -> Param:
    text = annotations.text(arg.annotation, source, scope)
    if text is None and arg.annotation is None:
        text = arg.arg if arg.arg in ("device", "dtype") else None
    value = None
    if default is not None:
        value = ast.unparse(default).replace("\n", " ")
        if len(value) > MAX_DEFAULT:
            value = "..."
        if value == "None" and text and text.endswith(" | None"):
            text = text.removesuffix(" | None")
    return Param(arg.arg, kind, text, value)


def overloads(
    nodes: list[ast.FunctionDef], source: Source, annotations: Annotations, scope: str = ""
) -> list[Sig]:
    """The overloads of one name: those marked so where the last definition takes anything."""
    marked = [node for node in nodes if _decorated(node, "overload")]
    plain = [node for node in nodes if not _decorated(node, "overload")]
    if not plain:
        return _specific([signature(node, source, annotations, scope) for node in marked])
    last = signature(plain[-1], source, annotations, scope)
    kinds = {param.kind for param in last.params[1:] if param.name != "self"}
    if marked and kinds and kinds <= {"varargs", "kwargs"}:
        return _specific([signature(node, source, annotations, scope) for node in marked])
    if last.returns is None and marked:
        last = replace(last, returns=signature(marked[0], source, annotations, scope).returns)
    return [last]


def _decorated(node: ast.FunctionDef | ast.ClassDef, name: str) -> bool:
    return any(
        ast.unparse(decorator).partition("(")[0].rpartition(".")[2] == name
        for decorator in node.decorator_list
    )


def _specific(sigs: list[Sig]) -> list[Sig]:
    """Overloads that say something, with the defaults that their ellipses stand for."""
    found = []
    for sig in unique(sigs):
        kinds = {p.kind for p in sig.params if p.name != "self"}
        if (
            len(sigs) > 1
            and kinds == {"varargs", "kwargs"}
            and all(p.annotation is None for p in sig.params)
        ):
            continue
        found.append(replace(sig, params=tuple(_spelled(p) for p in sig.params)))
    return found


def _spelled(param: Param) -> Param:
    text = param.annotation or ""
    if param.default != "...":
        return param
    if text.endswith(" | None"):
        return replace(param, default="None", annotation=text.removesuffix(" | None"))
    return replace(param, default="False") if text == "bool" else param


def unique(sigs: list[Sig]) -> list[Sig]:
    return list(dict.fromkeys(sigs))


def class_symbols(
    name: str, node: ast.ClassDef, source: Source, annotations: Annotations
) -> Iterator[Symbol]:
    """The members of a class; its own signature is the symbol called ``name``."""
    functions: dict[str, list[ast.FunctionDef]] = {}
    values: dict[str, tuple[ast.expr | None, ast.expr | None]] = {}
    for statement in _body(node.body):
        match statement:
            case ast.FunctionDef():
                functions.setdefault(statement.name, []).append(statement)
            case ast.AnnAssign(target=ast.Name(id=attribute)):
                values[attribute] = (statement.annotation, statement.value)
            case ast.Assign(targets=[ast.Name(id=attribute)]):
                values.setdefault(attribute, (None, statement.value))
    own = Symbol(
        name, "class", sigs=constructor(node, functions, values, source, annotations, name)
    )
    yield own
    if name.startswith((DISTRIBUTIONS, "torch.optim.Optimizer")):
        yield from _kept_parameters(own, functions.get("__init__", []), {*functions, *values})
    if name == "torch.optim.Optimizer":
        yield from _declared_inside(name, functions.get("__init__", []), {*functions, *values})
    if name in INNER:
        attribute, type_ = INNER[name]
        yield Symbol(f"{name}.{attribute}", "attribute", type=type_)
    for attribute, nodes in functions.items():
        if attribute.startswith("_") and attribute not in KEPT:
            continue
        found = member(f"{name}.{attribute}", nodes, source, annotations, name)
        if name.startswith(DISTRIBUTIONS) and attribute == "expand":  # its result is not annotated
            found = replace(found, sigs=[replace(one, returns=name) for one in found.sigs])
        yield found
    enum = any("Enum" in ast.unparse(base) for base in node.bases)
    for attribute, (annotation, value) in values.items():
        if attribute.startswith("_"):
            continue
        if isinstance(value, ast.Name) and value.id in functions:
            nodes = functions[value.id]
            yield member(f"{name}.{attribute}", nodes, source, annotations, name)
            continue
        type_ = annotations.text(annotation, source, name)
        if type_ is None and isinstance(value, ast.Constant) and value.value is not None:
            type_ = type(value.value).__name__
        yield Symbol(f"{name}.{attribute}", "attribute", type=name if enum else type_)


def _kept_parameters(
    own: Symbol, constructors: list[ast.FunctionDef], declared: set[str]
) -> Iterator[Symbol]:
    """The constructor's parameters that an object of the class has as attributes.

    torch's distributions declare none of them: ``self.loc, self.scale = broadcast_all(loc, scale)``;
    nor does the base of optimizers: ``self.defaults = defaults``.
    """
    kept = {
        node.attr
        for constructor in constructors
        for node in ast.walk(constructor)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    for param in own.sigs[0].params if own.sigs else ():
        if param.name in kept - declared:
            tensor = "Tensor" in (param.annotation or "")
            yield Symbol(
                f"{own.name}.{param.name}",
                "attribute",
                type="Tensor" if tensor else param.annotation,
            )


def _declared_inside(
    name: str, constructors: list[ast.FunctionDef], declared: set[str]
) -> Iterator[Symbol]:
    """What the constructor annotates: ``self.param_groups: list[dict[str, Any]] = []``."""
    for constructor in constructors:
        for node in ast.walk(constructor):
            match node:
                case ast.AnnAssign(target=ast.Attribute(attr=attribute), annotation=annotation):
                    if not attribute.startswith("_") and attribute not in declared:
                        text = ast.unparse(annotation)
                        yield Symbol(f"{name}.{attribute}", "attribute", type=text)


def layers_held(node: ast.ClassDef, source: Source, annotations: Annotations) -> dict[str, str]:
    """The attributes that the constructor makes of torch's layers, by name, with their classes.

    ``self.fc = nn.Linear(...)``, what a method of the class is annotated to give
    (``self.layer1 = self._make_layer(...)``), and what a parameter is annotated to be.
    """
    methods = {one.name: one for one in node.body if isinstance(one, ast.FunctionDef)}
    constructor = methods.get("__init__")
    found: dict[str, set[str | None]] = {}
    for one in ast.walk(constructor) if constructor is not None else ():
        match one:
            case ast.Assign(targets=[ast.Attribute(ast.Name("self"), attribute)], value=value):
                layer = _layer(value, methods, source, annotations)
                found.setdefault(attribute, set()).add(layer)
    return {
        attribute: layer
        for attribute, layers in found.items()
        if len(layers) == 1
        and (layer := next(iter(layers))) is not None
        and layer.startswith("torch.nn.")
        and layer != "torch.nn.Parameter"
    }


def _layer(
    value: ast.expr,
    methods: Mapping[str, ast.FunctionDef],
    source: Source,
    annotations: Annotations,
) -> str | None:
    match value:
        case ast.Call(ast.Attribute(ast.Name("self"), name)) if name in methods:
            return annotations.text(methods[name].returns, source)
        case ast.Call(ast.Name() | ast.Attribute() as func):
            return annotations.base(func, source)
        case ast.Name(name) if "__init__" in methods:
            annotated = {one.arg: one.annotation for one in methods["__init__"].args.args}
            return annotations.text(annotated.get(name), source)
    return None


def _body(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        if isinstance(statement, ast.If):
            yield from _body(statement.orelse)
            yield from _body(statement.body)
        else:
            yield statement


def member(
    name: str,
    nodes: list[ast.FunctionDef],
    source: Source,
    annotations: Annotations,
    scope: str,
) -> Symbol:
    sigs = overloads(nodes, source, annotations, scope)
    last = nodes[-1]
    if any(_decorated(n, "property") or _decorated(n, "cached_property") for n in nodes) or any(
        _decorated(n, "setter") or _decorated(n, "lazy_property") for n in nodes
    ):
        types = [s.returns for s in sigs if s.returns and s.returns != "None"]
        if not types:
            every = [signature(n, source, annotations, scope).returns for n in nodes]
            types = [t for t in every if t and t != "None"]
        return Symbol(name, "attribute", type=types[0] if types else None, decorator="property")
    if _decorated(last, "staticmethod"):
        return Symbol(name, "method", sigs, decorator="staticmethod")
    kind = "classmethod" if _decorated(last, "classmethod") else ""
    return Symbol(name, "method", [s.without_first() for s in sigs], decorator=kind)


def constructor(
    node: ast.ClassDef,
    functions: dict[str, list[ast.FunctionDef]],
    values: dict[str, tuple[ast.expr | None, ast.expr | None]],
    source: Source,
    annotations: Annotations,
    scope: str,
) -> list[Sig]:
    """The class called: ``__init__``, ``__new__`` or the fields of a dataclass; may be empty."""
    for name in ("__init__", "__new__"):
        if name in functions:
            sigs = overloads(functions[name], source, annotations, scope)
            return [replace(s.without_first(), returns=None) for s in sigs]
    bases = [ast.unparse(base).rpartition(".")[2] for base in node.bases]
    if _decorated(node, "dataclass") or "NamedTuple" in bases:
        params = []
        for attribute, (annotation, value) in values.items():
            if annotation is None or "ClassVar" in ast.unparse(annotation):
                continue
            arg = ast.arg(attribute, annotation)
            params.append(_param(arg, "positional", value, source, annotations, scope))
        return [Sig(tuple(params))]
    return []
