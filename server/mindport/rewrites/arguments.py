"""Maps the bound arguments of a torch call to the parameters of a MindSpore API."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from mindport.knowledge import templates
from mindport.knowledge.conditions import UNKNOWN
from mindport.knowledge.schema import Equivalent
from mindport.nodes import function_around
from mindport.report import Name, Piece
from mindport.rewrites.facts import UseFacts, literal_value
from mindport.symbols.assignments import assigned
from mindport.symbols.given_values import values_given
from mindport.symbols.signatures import Parameter, Signature
from mindport.texts import Text

# Parameters that place or lay out a tensor: MindSpore has one device in its context.
PLACEMENT = frozenset(
    {"device", "layout", "pin_memory", "memory_format", "non_blocking", "generator", "inplace"}
)
# Sizes along the axes, which MindSpore's layers take as a number or a tuple, and torch as a list too.
SIZES = frozenset({"dilation", "kernel_size", "output_padding", "output_size", "padding", "stride"})
# Parameters whose default says "as torch does it" in both frameworks.
SAME = frozenset({"dtype", "data_format", "name"})
NEGATIVE = re.compile(r"[(,=]\s*-$")
INDEX = re.compile(r"\[(\d+)\]")
SETS = "setattr({self}, {name}, "
ARITHMETIC: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


@dataclass(frozen=True, slots=True)
class Given:
    """One argument of the call: what becomes of it. ``name`` None keeps it positional."""

    source: ast.expr | ast.keyword
    keep: bool
    name: str | None = None
    value: tuple[Piece, ...] | None = None

    @property
    def stays(self) -> bool:
        """Whether the argument can stand as it is."""
        written = self.source.arg if isinstance(self.source, ast.keyword) else None
        return self.keep and self.value is None and self.name in (None, written)


@dataclass(frozen=True, slots=True)
class Mapping:
    """What the arguments of a call become.

    Attributes:
        added: keywords to write that the call did not have.
        doubts: why the result may differ.
    """

    given: tuple[Given, ...]
    added: tuple[tuple[str, tuple[Piece, ...]], ...]
    doubts: tuple[Text, ...]

    @property
    def changes_nothing(self) -> bool:
        """Whether all arguments can stay as they are."""
        return not self.added and all(one.stays for one in self.given)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a call cannot be rewritten to an equivalent."""

    reason: Text


def map_arguments(
    facts: UseFacts,
    equivalent: Equivalent,
    signature: Signature | None,
    order: Sequence[ast.expr | ast.keyword],
    first: int,
) -> Mapping | Refusal:
    """What becomes of each argument of ``facts``' call under ``equivalent``.

    Args:
        signature: MindSpore's, None when it is not known: arguments then stay as they are.
        order: the call's arguments in the order of the source.
        first: how many positional places are taken before them (the receiver of a method).
    """
    binding = facts.binding
    assert binding is not None
    known = None
    if signature is not None:
        known = {p.name for p in signature.parameters if p.kind not in ("varargs", "kwargs")}
    open_ended = signature is None or any(p.kind == "kwargs" for p in signature.parameters)
    places = [] if signature is None else _positional_names(signature)
    varargs = signature is None or any(p.kind == "varargs" for p in signature.parameters)
    names = {id(argument.keyword or argument.node): name
             for name, argument in binding.arguments.items()}  # fmt: skip
    given: list[Given] = []
    in_place: set[str] = set()
    place, positional = first, True
    for node in order:
        torch_name = names.get(id(node))
        if torch_name is None:
            is_option = isinstance(node, ast.keyword) and takes_options(equivalent, signature)
            if not varargs and not is_option:
                return Refusal(no_counterpart(ast.unparse(node), equivalent))
            given.append(Given(node, True))
            continue
        value_node = node.value if isinstance(node, ast.keyword) else node
        name = equivalent.args.get(torch_name, torch_name)
        there = known is None or name in known or open_ended
        if varargs and not there and not isinstance(node, ast.keyword) and place >= len(places):
            given.append(Given(node, True))
            place += 1
            continue
        if torch_name in equivalent.drop or (torch_name in PLACEMENT and not (known and there)):
            if torch_name == "generator" and literal_value(value_node) is not None:
                return Refusal(no_counterpart(torch_name, equivalent))
            given.append(Given(node, False))
            positional = False
            continue
        if not there:
            value = literal_value(value_node)
            if value is UNKNOWN or value != literal_default(binding.default(torch_name)):
                return Refusal(no_counterpart(torch_name, equivalent))
            given.append(Given(node, False))
            positional = False
            continue
        changed = None
        theirs = None if signature is None else signature.parameter(name)
        if torch_name in equivalent.same and _is_none_for_another_default(value_node, theirs):
            given.append(Given(node, False))
            positional = False
            continue
        if torch_name == "dtype" and _wants_a_dtype(binding.default(torch_name), theirs):
            if literal_value(value_node) is None:
                given.append(Given(node, False))
                positional = False
                continue
            changed = _dtype_or_default(facts, value_node, theirs)
        switch = _switch(facts, torch_name)
        if torch_name in equivalent.values:
            changed = value_pieces(equivalent.values[torch_name], facts, torch_name)
        elif switch is not None:
            changed = (switch,)
        elif _must_be_a_tuple(torch_name, facts, equivalent):
            changed = tuple(_items(templates.Hole(torch_name, False, "strict"), facts))
        if isinstance(node, ast.keyword):
            given.append(Given(node, True, name, changed))
            continue
        fits = signature is None or (place < len(places) and places[place] == name)
        if positional and fits:
            given.append(Given(node, True, None, changed))
            in_place.add(name)
        else:
            positional = False
            given.append(Given(node, True, name, changed))
        place += 1
    written = in_place | {one.name for one in given if one.keep and one.name is not None}
    added, doubts = _added(facts, equivalent, signature, written)
    return Mapping(tuple(given), added, doubts)


def takes_options(equivalent: Equivalent, signature: Signature | None) -> bool:
    """Whether a helper hands ``**kwargs`` on as torch's function of the same signature does."""
    return (
        equivalent.helper is not None
        and signature is not None
        and any(p.kind == "kwargs" for p in signature.parameters)
    )


def _switch(facts: UseFacts, name: str) -> str | None:
    """``False`` for a bias=None or a keepdim=0, which torch takes for what is on or off."""
    if facts.default(name) not in ("True", "False"):
        return None
    value = facts.literal(name)
    return str(bool(value)) if value is None or type(value) is int else None


def _is_none_for_another_default(node: ast.expr, theirs: Parameter | None) -> bool:
    """Whether None is given, torch's default, for what MindSpore's default says otherwise."""
    return theirs is not None and theirs.default != "None" and literal_value(node) is None


def _must_be_a_tuple(name: str, facts: UseFacts, equivalent: Equivalent) -> bool:
    """Whether a list is given for a size of one of MindSpore's layers or operators."""
    takes_tuples = (equivalent.api or "").startswith(("mindspore.nn.", "mindspore.ops."))
    return takes_tuples and name in SIZES and _is_a_list(name, facts)


def _is_a_list(name: str, facts: UseFacts) -> bool:
    return facts.kind(name) == "list" or _is_given_lists(facts.node(name), facts)


def _is_given_lists(node: ast.expr | None, facts: UseFacts) -> bool:
    """Whether it is a parameter that the file gives sequences alone, a list among them:
    ``def __init__(self, kernel_size=[3, 3])``."""
    tree = facts.document.tree
    function = None if tree is None or node is None else function_around(tree, node)
    if not isinstance(node, ast.Name) or not isinstance(function, ast.FunctionDef):
        return False
    if tree is None or assigned(node.id, function):
        return False
    given = values_given(tree, function, node.id) or []
    kinds = {facts.kind_of(one) for one in given}
    return "list" in kinds and kinds <= {"list", "tuple"}


def _wants_a_dtype(default: str | None, theirs: Parameter | None) -> bool:
    """Whether None stands for torch's default dtype, and MindSpore takes no None there."""
    return default == "None" and theirs is not None and theirs.default not in (None, "None")


def _dtype_or_default(
    facts: UseFacts, node: ast.expr, theirs: Parameter | None
) -> tuple[Piece, ...] | None:
    """``dtype or mindspore.float32`` for a value that may be None; None where it cannot be."""
    if facts.is_certain_dtype(node) or theirs is None or theirs.default is None:
        return None
    return (facts.piece(node, True), " or ", Name(theirs.default))


def _added(
    facts: UseFacts, equivalent: Equivalent, signature: Signature | None, written: set[str]
) -> tuple[tuple[tuple[str, tuple[Piece, ...]], ...], tuple[Text, ...]]:
    """Keywords that spell out torch's defaults, and those that are always set."""
    binding = facts.binding
    added: list[tuple[str, tuple[Piece, ...]]] = []
    doubts: list[Text] = []
    parameters = () if binding is None else binding.signature.parameters
    for parameter in parameters:
        torch_name, default = parameter.name, parameter.default
        if default is None or facts.given(torch_name) or torch_name in equivalent.drop:
            continue
        name = equivalent.args.get(torch_name, torch_name)
        theirs = None if signature is None else signature.parameter(name)
        if name in equivalent.set or name in written:
            continue
        if torch_name in equivalent.values:
            template = equivalent.values[torch_name]
            pieces = value_pieces(template, facts, torch_name)
            text = _plain(pieces)
            if theirs is None or text is None or not same_default(text, theirs.default):
                added.append((name, pieces))
            continue
        if theirs is None or torch_name in equivalent.same or torch_name in SAME:
            continue
        if theirs.default is not None and same_default(default, theirs.default):
            continue
        if default == "None" or literal_default(default) is UNKNOWN:
            if theirs.default is not None:
                doubts.append(_default_differs(name, theirs.default, equivalent))
            continue
        added.append((name, (default,)))
    for name, value in equivalent.set.items():
        if name not in written:
            added.append((name, _api_pieces(value)))
    return tuple(added), tuple(doubts)


def spelled_out(facts: UseFacts, equivalent: Equivalent, signature: Signature | None) -> list[str]:
    """Keywords that a bare call needs to mean what torch's does."""
    added, _ = _added(facts, equivalent, signature, set())
    return [f"{name}={_plain(pieces) or '...'}" for name, pieces in added]


def value_pieces(template: str, facts: UseFacts, torch_name: str) -> tuple[Piece, ...]:
    """The value of one argument, through the template that changes its meaning."""
    literal = facts.literal(torch_name)
    if literal is not UNKNOWN and "mindspore" not in template:
        folded = _folded(template, torch_name, literal)
        if folded is not None:
            return (folded,)
    return template_pieces(template, facts, beside=True)


def template_pieces(text: str, facts: UseFacts, *, beside: bool = False) -> tuple[Piece, ...]:
    """A template with the use's arguments in its places; ``beside``: they stand in the call, too,
    and what is changed there comes along."""
    left_out = frozenset(name for name in templates.optional_names(text) if not facts.given(name))
    pieces: list[Piece] = []
    skip = 0
    parsed = templates.parse(text, left_out).pieces
    for index, piece in enumerate(parsed):
        if isinstance(piece, str):
            pieces.append(piece[skip:])
            skip = 0
            continue
        following = parsed[index + 1] if index + 1 < len(parsed) else ""
        whole = _parameter_of_data(piece, text, facts)
        if whole is not None:
            pieces.append(whole)
            continue
        item = _item(piece, following, facts)
        before = pieces[-1] if pieces else ""
        negated = _negated(piece, following, facts)
        if negated is not None and isinstance(before, str) and NEGATIVE.search(before):
            pieces[-1:] = [before[:-1], negated]
        elif item is not None:
            pieces.append(item[0])
            skip = item[1]
        elif isinstance(piece, templates.ApiName):
            pieces.append(Name(piece.name))
        elif piece.name == "self" and text.startswith(SETS):
            pieces.append(facts.owner_piece(False))
        else:
            pieces += hole_pieces(piece, facts, beside=beside)
    return tuple(pieces)


def _parameter_of_data(
    piece: templates.Hole | templates.ApiName, text: str, facts: UseFacts
) -> Piece | None:
    """``p`` of a ``p.data`` whose ``set_data`` is called: only a Parameter has that."""
    if not isinstance(piece, templates.Hole) or not text.startswith(f"{{{piece.name}}}.set_data("):
        return None
    node = facts.node(piece.name)
    if not isinstance(node, ast.Attribute) or node.attr != "data":
        return None
    return facts.piece(node.value, piece.operand)


def _item(
    piece: templates.Hole | templates.ApiName, following: object, facts: UseFacts
) -> tuple[Piece, int] | None:
    """The item that ``{padding}[0]`` means where the items are written out, and what it consumes."""
    if not isinstance(piece, templates.Hole) or not isinstance(following, str):
        return None
    index = INDEX.match(following)
    node = facts.node(piece.name)
    items = node.elts if isinstance(node, ast.Tuple | ast.List) else facts.varargs(piece.name)
    if index is None or int(index[1]) >= len(items):
        return None
    if any(isinstance(item, ast.Starred) for item in items):
        return None
    return facts.piece(items[int(index[1])], True), index.end()


def _negated(
    piece: templates.Hole | templates.ApiName, following: object, facts: UseFacts
) -> Piece | None:
    """``x`` of ``-x`` that stands in an argument of its own, where the template negates it again."""
    if not isinstance(piece, templates.Hole) or not isinstance(following, str):
        return None
    match facts.node(piece.name):
        case ast.UnaryOp(ast.USub(), operand) if following.startswith((")", ",")):
            return facts.piece(operand, False)
    return None


def hole_pieces(hole: templates.Hole, facts: UseFacts, *, beside: bool = False) -> list[Piece]:
    """The pieces of one placeholder."""
    if hole.form != "value":
        return _items(hole, facts)
    node = facts.node(hole.name)
    if node is None:
        return [facts.default(hole.name) or "None"]
    switch = _switch(facts, hole.name)
    if switch is not None:
        return [switch]
    if not beside and hole.name in SIZES and _is_a_list(hole.name, facts):
        return _items(replace(hole, form="strict"), facts)
    return [facts.piece(node, hole.operand)]


def _items(hole: templates.Hole, facts: UseFacts) -> list[Piece]:
    """The items of a varargs parameter, or of the tuple that was given for it."""
    binding = facts.binding
    assert binding is not None
    node = binding.node(hole.name)
    if isinstance(node, ast.Tuple | ast.List):
        nodes: Sequence[ast.expr] = node.elts
    elif node is not None:
        if hole.form == "strict" and _is_a_list(hole.name, facts):
            match node:
                case ast.Call(ast.Name("list"), [items], []):
                    node = items
            return ["tuple(", facts.piece(node, False), ")"]
        if hole.form in ("tuple", "strict"):
            return [facts.piece(node, hole.operand)]
        return ["*", facts.piece(node, True)]
    else:
        nodes = binding.varargs
    match nodes:
        case [ast.Starred(whole)] if hole.form == "tuple" and _is_a_shape(whole):
            return [facts.piece(whole, hole.operand)]
    pieces: list[Piece] = []
    for index, item in enumerate(nodes):
        pieces += [", "] if index else []
        pieces.append(facts.piece(item, False))
    if hole.form in ("tuple", "strict"):
        return ["(", *pieces, ",)" if len(nodes) == 1 else ")"]
    return pieces


def _is_a_shape(node: ast.expr) -> bool:
    """Whether it is a shape, ``x.shape`` or ``x.size()``, or a part of one: ``x.shape[1:]``."""
    match node:
        case ast.Attribute(_, "shape") | ast.Call(ast.Attribute(_, "size"), [], []):
            return True
        case ast.Subscript(whole, ast.Slice()):
            return _is_a_shape(whole)
    return False


@cache
def literal_default(text: str | None) -> object:
    """A default's value; UNKNOWN when it is not a literal."""
    if text is None:
        return UNKNOWN
    return literal_value(ast.parse(text, mode="eval").body)


def _positional_names(signature: Signature) -> list[str]:
    return [p.name for p in signature.parameters if p.kind in ("positional", "positional_only")]


def same_default(ours: str, theirs: str | None) -> bool:
    """Whether two defaults, as they are written, say the same."""
    if theirs is None:
        return False
    left, right = literal_default(ours), literal_default(theirs)
    if left is UNKNOWN or right is UNKNOWN:
        return ours == theirs
    return left == right and isinstance(left, bool) == isinstance(right, bool)


def _folded(template: str, name: str, literal: object) -> str | None:
    """The template's value when it is arithmetic on a literal: ``1 - 0.1`` is ``0.9``."""
    text = template.replace("{" + name + "}", f"({literal!r})")
    if "{" in text:
        return None
    try:
        value = _arithmetic(ast.parse(text, mode="eval").body)
    except (ValueError, SyntaxError, TypeError, KeyError, ZeroDivisionError):
        return None
    return repr(float(f"{value:.12g}")) if isinstance(value, float) else repr(value)


def _arithmetic(node: ast.expr) -> object:
    if isinstance(node, ast.BinOp):
        left, right = _arithmetic(node.left), _arithmetic(node.right)
        if isinstance(left, int | float) and isinstance(right, int | float):
            return ARITHMETIC[type(node.op)](left, right)
        raise ValueError(ast.unparse(node))
    return ast.literal_eval(node)


def _plain(pieces: tuple[Piece, ...]) -> str | None:
    if all(isinstance(piece, str) for piece in pieces):
        return "".join(str(piece) for piece in pieces)
    return None


def _api_pieces(text: str) -> tuple[Piece, ...]:
    pieces = templates.parse(text).pieces
    return tuple(Name(p.name) if isinstance(p, templates.ApiName) else str(p) for p in pieces)


def no_counterpart(name: str, equivalent: Equivalent) -> Text:
    return Text(
        f"{equivalent.api} has nothing for the argument '{name}'.",
        f"{equivalent.api} 没有与参数 '{name}' 对应的参数。",
    )


def _default_differs(name: str, default: str, equivalent: Equivalent) -> Text:
    return Text(
        f"{equivalent.api} takes {name}={default} where torch decides by itself.",
        f"{equivalent.api} 默认取 {name}={default}，而 torch 会自行决定。",
    )
