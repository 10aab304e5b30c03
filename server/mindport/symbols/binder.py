"""Binds the arguments of a call to the parameters of the overload that the call means."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from mindport.symbols.signatures import Parameter, Signature
from mindport.symbols.torch_api import load
from mindport.texts import Text

KindOf = Callable[[ast.expr], str]

# Keywords that torch's own argument parser takes beside its names; tried in this order. Seen by
# running torch 2.13: functions written in Python (torch.split, nn.functional.*) take none of them.
NUMPY_KEYWORDS = {
    "axis": "dim",
    "keepdims": "keepdim",
    "x": "input",
    "a": "input",
    "x1": "input",
    "x2": "other",
}


@dataclass(frozen=True, slots=True)
class Argument:
    """What a call gives for one parameter, and how: by keyword or at a position."""

    node: ast.expr
    keyword: ast.keyword | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Binding:
    """A call bound to ``signature``.

    ``arguments`` holds what the call spells out, by parameter name; ``varargs`` what goes into
    ``*args``; ``extra_keywords`` what goes into ``**kwargs``. ``others`` are the overloads that
    would take the call with other meanings, where nothing known of the values decides.
    """

    signature: Signature
    arguments: Mapping[str, Argument]
    varargs: tuple[ast.expr, ...] = ()
    extra_keywords: Mapping[str, ast.expr] | None = None
    others: tuple[Binding, ...] = ()

    @property
    def certain(self) -> bool:
        """Whether it is known which overload the call means."""
        return not self.others

    def given(self, name: str) -> bool:
        """Whether the call spells the parameter out."""
        return name in self.arguments

    def node(self, name: str) -> ast.expr | None:
        """The expression given for a parameter, None where its default holds."""
        argument = self.arguments.get(name)
        return None if argument is None else argument.node

    def default(self, name: str) -> str | None:
        """The source text of a parameter's default, None where it has none."""
        parameter = self.signature.parameter(name)
        return None if parameter is None else parameter.default


@dataclass(frozen=True, slots=True)
class Unbound:
    """Why a call cannot be bound. ``spread``: ``*x`` or ``**x`` hides what it gives."""

    reason: Text
    spread: bool = False


def bind(
    signatures: Sequence[Signature], call: ast.Call, kind_of: KindOf | None = None
) -> Binding | Unbound:
    """The overload that ``call`` means with its arguments, or why none fits.

    ``kind_of`` tells what an argument is: ``tensor``, ``int``, ``float``, ``bool``, ``str``,
    ``none``, ``tuple``, ``list``, ``dtype``, ``device``, ``module``, ``function``, ``object`` for what
    is none of torch's, as ``x.item()``, or ``""``.
    Literals and ``torch.float32`` and the like are recognised without it. Kinds choose between
    overloads; they never refuse a call that only one overload can take.
    """
    outcomes = [_bind_one(signature, call) for signature in signatures]
    accepted = [outcome for outcome in outcomes if isinstance(outcome, Binding)]
    if len(accepted) > 1:
        return _chosen(accepted, kind_of)
    if accepted:
        return accepted[0]
    refusals = [
        (outcome.spread, len(signature.parameters), outcome)
        for signature, outcome in zip(signatures, outcomes, strict=True)
        if isinstance(outcome, Unbound)
    ]
    if not refusals:
        return Unbound(Text("its signature is not known", "其签名未知"))
    return max(refusals, key=lambda refusal: refusal[:2])[2]  # the widest overload tells most


def _chosen(accepted: list[Binding], kind_of: KindOf | None) -> Binding:
    kinds: dict[ast.expr, str] = {}

    def kind(node: ast.expr) -> str:
        if node not in kinds:
            kinds[node] = (kind_of(node) if kind_of is not None else "") or literal_kind(node)
        return kinds[node]

    fitting = [binding for binding in accepted if _fits(binding, kind)]
    first = (fitting or accepted)[0]
    others = (fitting or accepted)[1:]
    return replace(first, others=tuple(b for b in others if _meanings(b) != _meanings(first)))


def _meanings(binding: Binding) -> dict[ast.expr, str]:
    """Which parameter each expression goes to; scalars called ``self`` stand for ``input``."""
    found = {
        argument.node: "input" if name == "self" else name
        for name, argument in binding.arguments.items()
    }
    rest = next((p.name for p in binding.signature.parameters if p.kind == "varargs"), "")
    return found | dict.fromkeys(binding.varargs, rest)


def _bind_one(signature: Signature, call: ast.Call) -> Binding | Unbound:
    plain = [p for p in signature.parameters if p.kind in ("positional_only", "positional")]
    rest = next((p for p in signature.parameters if p.kind == "varargs"), None)
    arguments: dict[str, Argument] = {}
    varargs: list[ast.expr] = []
    for position, node in enumerate(call.args):
        if isinstance(node, ast.Starred) and (rest is None or position < len(plain)):
            return _spread(f"*{ast.unparse(node.value)}")
        if position < len(plain):
            arguments[plain[position].name] = Argument(node, position=position)
        elif rest is not None:
            varargs.append(node)
        else:
            return _too_many(len(plain), len(call.args))
    extra: dict[str, ast.expr] = {}
    for keyword in call.keywords:
        if keyword.arg is None:
            return _spread(f"**{ast.unparse(keyword.value)}")
        parameter = _named(signature, keyword.arg, arguments)
        if parameter is not None:
            if parameter.name in arguments:
                return _twice(parameter.name)
            arguments[parameter.name] = Argument(keyword.value, keyword=keyword)
        elif any(p.kind == "kwargs" for p in signature.parameters):
            extra[keyword.arg] = keyword.value
        else:
            return _unknown(keyword.arg)
    for parameter in signature.parameters:
        if parameter.required and parameter.name not in arguments:
            return _missing(parameter.name)
    return Binding(signature, arguments, tuple(varargs), extra)


def _named(
    signature: Signature, keyword: str, arguments: Mapping[str, Argument]
) -> Parameter | None:
    """The parameter that a keyword names, torch's own second names included."""
    for name in (keyword, NUMPY_KEYWORDS.get(keyword) if signature.native else None):
        parameter = signature.parameter(name) if name is not None else None
        if parameter is not None and parameter.kind in ("positional", "keyword"):
            return parameter
    return None


def _too_many(allowed: int, given: int) -> Unbound:
    return Unbound(
        Text(
            f"{given} positional arguments where at most {allowed} are taken",
            f"最多接受 {allowed} 个位置参数，却给了 {given} 个",
        )
    )


def _unknown(name: str) -> Unbound:
    return Unbound(Text(f"there is no keyword '{name}'", f"没有名为 '{name}' 的关键字参数"))


def _missing(name: str) -> Unbound:
    return Unbound(Text(f"argument '{name}' is missing", f"缺少参数 '{name}'"))


def _twice(name: str) -> Unbound:
    return Unbound(Text(f"argument '{name}' is given twice", f"参数 '{name}' 被给了两次"))


def _spread(text: str) -> Unbound:
    return Unbound(
        Text(
            f"'{text}' hides which arguments are given",
            f"'{text}' 使得无法确定实际传入的参数",
        ),
        spread=True,
    )


def _fits(binding: Binding, kind: KindOf) -> bool:
    """Whether the kinds of the given values are those that the parameters take."""
    for parameter in binding.signature.parameters:
        if parameter.annotation is None:
            continue
        if parameter.kind == "varargs":
            nodes: tuple[ast.expr, ...] = binding.varargs
        else:
            node = binding.node(parameter.name)
            nodes = () if node is None else (node,)
        accepted = _accepted(parameter.annotation, parameter.default == "None")
        for node in nodes:
            found = kind(node)
            taken = accepted - {"tensor"} if found == "object" else accepted & {found}
            if accepted and found and not taken:
                return False
    return True


MEMBER_KINDS = {
    "Tensor": {"tensor"},
    "Number": {"int", "float", "bool"},
    "complex": {"int", "float", "bool"},
    "float": {"int", "float"},
    "int": {"int"},
    "bool": {"bool"},
    "str": {"str"},
    "dtype": {"dtype"},
    "device": {"device", "str", "int"},
    "None": {"none"},
    "Size": {"tuple", "list"},
    "Sequence": {"tuple", "list"},
    "List": {"tuple", "list"},
    "Tuple": {"tuple", "list"},
    "Iterable": {"tuple", "list", "tensor"},
    "Callable": {"function", "module"},
    "Dict": {"dict"},
    "Mapping": {"dict"},
    "torch.nn.Module": {"module", "object", "function"},
    "torch.UntypedStorage": {"storage"},
}


@cache
def _accepted(annotation: str, none: bool) -> frozenset[str]:
    """The kinds that an annotation takes; empty where it takes what we cannot tell."""
    kinds: set[str] = {"none"} if none else set()
    depth = 0
    member = ""
    for char in f"{annotation}|":
        depth += (char == "[") - (char == "]")
        if char != "|" or depth:
            member += char
            continue
        found = MEMBER_KINDS.get(member.partition("[")[0].strip())
        if found is None:
            return frozenset()
        kinds |= found
        member = ""
    return frozenset(kinds)


LITERALS = {bool: "bool", int: "int", float: "float", str: "str", type(None): "none"}


def literal_kind(node: ast.expr) -> str:
    """The kind of an expression that says by itself what it is, else ``""``."""
    match node:
        case ast.Constant(value=value):
            return LITERALS.get(type(value), "")
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert(), operand=operand):
            return literal_kind(operand)
        case ast.UnaryOp(op=ast.Not()):
            return "bool"
        case ast.JoinedStr():
            return "str"
        case ast.Tuple():
            return "tuple"
        case ast.List() | ast.ListComp():
            return "list"
        case ast.Lambda():
            return "function"
        case ast.Attribute(value=ast.Name(id="torch"), attr=name):
            return "dtype" if load().kind(f"torch.{name}") == "dtype" else ""
        case ast.Call(func=ast.Attribute(value=ast.Name(id="torch"), attr=name)):
            returned = load().returns(f"torch.{name}")
            return {"Tensor": "tensor", "device": "device"}.get(returned or "", "")
        case ast.Call(func=ast.Name(id=("int" | "len"))):
            return "int"
        case ast.Call(func=ast.Name(id=("float" | "bool" | "str" | "tuple" | "list") as name)):
            return name
        case ast.Dict() | ast.DictComp() | ast.Call(func=ast.Name(id=("dict" | "OrderedDict"))):
            return "dict"
        case ast.Call(func=ast.Attribute(attr="OrderedDict")):
            return "dict"
    return ""
