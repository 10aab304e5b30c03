"""Numbers of NumPy's where torch takes them and MindSpore Python's alone: ``torch.arange(labels.max())``.

Seen on a CPU with 2.7.2 to 2.10.0: layers, kernels' settings, axes and limits raise TypeError for
``numpy.int64``. What makes tensors of a size takes it, and so do the methods that reshape.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.document import Span
from mindport.nodes import attribute_of_self, find, function_around, name_of, walk
from mindport.report import Edit, Operand, Piece
from mindport.rewrites.facts import UseFacts
from mindport.symbols.assignments import assigned, given_last
from mindport.symbols.given_values import SETTINGS, values_given
from mindport.symbols.torch_api import load
from mindport.symbols.values import NUMPY, UNKNOWN, is_tensor
from mindport.texts import Text

INTEGER = re.compile(r"\bint\b")
SEQUENCE = re.compile(r"\b(?:Sequence|List|Tuple)\[[^\]]*\]")
# Functions, methods and classes whose counterparts take NumPy's integers.
TAKEN = frozenset(
    {"FloatTensor", "LongTensor", "Tensor", "empty", "expand", "eye", "full", "mean", "new_empty",
     "new_full", "new_ones", "new_zeros", "ones", "permute", "repeat", "reshape", "sum", "unsqueeze",
     "view", "zeros"}
)  # fmt: skip
# Parameters that torch takes whole numbers for without saying so.
UNSAID = frozenset({"d_model", "dim_feedforward", "embed_dim", "hidden_size", "input_size", "kdim",
                    "nhead", "num_heads", "num_layers", "vdim"})  # fmt: skip
# Functions and methods that take any number; full makes a tensor of NumPy's dtype of it.
OF_ANY_NUMBER = frozenset(
    {"arange", "full", "masked_fill", "masked_fill_", "range", "scatter", "scatter_"}
)
ROWS = re.compile(
    r"(?:n|num|nb)_?(?:users?|items?|entit(?:y|ies)|relations?|nodes?|movies?)"
    r"|(?:user|item|entity|relation|node|movie)s?_?(?:n|num|count|size)", re.I)  # fmt: skip
REDUCED = frozenset({"max", "min", "sum"})
COUNTED = Text("The limits are taken to be whole numbers.", "假定上下限为整数。")


def plain_numbers(facts: UseFacts) -> tuple[tuple[Edit, ...], tuple[Text, ...]]:
    """The edits that make Python's numbers of a call's arguments, and why the result may differ."""
    edits, doubts = [], []
    for node, is_integer in _numbers(facts):
        array = _array_of(node, facts)
        if array is not None:
            edits.append(Edit(array, (Operand(array), ".tolist()")))
            continue
        span = facts.document.span(node)
        if _holds_of_numpy(node, facts):
            edits.append(Edit(span, ("tuple(map(int, ", span, "))")))
            continue
        if not _is_of_numpy(node, facts) and not (is_integer and _counts_rows(node, facts)):
            continue
        computed = isinstance(node, ast.Call) or not _is_given(node, facts)
        certain = computed and facts.values.get(node) is NUMPY
        pieces: tuple[Piece, ...] = ("int(", span, ")")
        if not is_integer and certain:
            pieces = (Operand(span), ".item()")
        elif not is_integer:
            doubts.append(COUNTED)
        edits.append(Edit(span, pieces))
    return tuple(edits), tuple(doubts[:1])


def _numbers(facts: UseFacts) -> Iterator[tuple[ast.expr, bool]]:
    """The numbers that the call gives, and whether each is to be whole."""
    binding, call = facts.binding, facts.use.call
    name = facts.use.symbol.rpartition(".")[2]
    if binding is None or call is None:
        return
    given = [(one, argument.node) for one, argument in binding.arguments.items()]
    given += [(p.name, node) for p in binding.signature.parameters if p.kind == "varargs"
              for node in binding.varargs]  # fmt: skip
    written = set(walk(call))
    for parameter, node in given:
        types = _types(facts.use.symbol, parameter)
        if node not in written:
            continue
        if (INTEGER.search(types) or parameter in UNSAID) and name not in TAKEN:
            if isinstance(node, ast.Call) and name_of(node.func) in ("list", "tuple"):
                yield node, True
            elif isinstance(node, ast.Tuple | ast.List):
                yield from ((item, True) for item in node.elts)
            elif (
                parameter in UNSAID
                or INTEGER.search(SEQUENCE.sub("", types))
                or _holds_of_numpy(node, facts)
            ):
                yield node, True
        elif "Number" in types and name in OF_ANY_NUMBER:
            yield node, False


def _array_of(node: ast.expr, facts: UseFacts) -> Span | None:
    """The array in ``tuple(array)``."""
    match node:
        case ast.Call(func=ast.Name(id="list" | "tuple"), args=[array]):
            return facts.document.span(array) if facts.values.get(array) is NUMPY else None
    return None


def _types(symbol: str, parameter: str) -> str:
    """What all overloads of a function take for a parameter."""
    found = (signature.parameter(parameter) for signature in load().signatures(symbol))
    return " | ".join(one.annotation or "" for one in found if one is not None)


def _is_of_numpy(node: ast.expr, facts: UseFacts, depth: int = 4) -> bool:
    """``np.prod(shape)``, ``np.array(shape).prod() * 2``, gymnasium's ``action_space.n``, the greatest
    of a table's column, and names, attributes and parameters that are given such."""
    if facts.values.get(node) is NUMPY:
        return True
    if depth == 0 or is_tensor(facts.values.get(node, UNKNOWN)):
        return False
    if isinstance(node, ast.BinOp):
        return any(_is_of_numpy(side, facts, depth - 1) for side in (node.left, node.right))
    if isinstance(node, ast.Name | ast.Attribute):
        if isinstance(node, ast.Attribute) and node.attr == "n":
            return name_of(node.value).endswith("action_space")
        return any(_is_of_numpy(one, facts, depth - 1) for one in _given(node, facts))
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    if node.func.attr == "prod":
        return name_of(node.func.value) != "math"
    return node.func.attr in REDUCED and not node.args and "pandas" in facts.document.text


def _holds_of_numpy(node: ast.expr, facts: UseFacts, depth: int = 4) -> bool:
    """``tuple(map(np.prod, zip(a, b)))``, ``[np.floor_divide(k, 2) for k in kernel]``, and a name for it."""
    match node:
        case ast.Call(func=ast.Name(id="list" | "tuple"), args=[inner]):
            return _holds_of_numpy(inner, facts, depth)
        case ast.Call(func=ast.Name(id="map"), args=[function, _, *_]):
            value = facts.values.get(function, UNKNOWN)
            return value.kind == "foreign" and value.name.startswith("numpy.")
        case ast.ListComp(elt=item) | ast.GeneratorExp(elt=item):
            return _is_of_numpy(item, facts)
        case ast.Name() if depth:
            return any(_holds_of_numpy(one, facts, depth - 1) for one in _given(node, facts))
    return False


def _counts_rows(node: ast.expr, facts: UseFacts) -> bool:
    """``n_users``, ``self.item_num``: what people take from a table, ``table['user'].max() + 1``.

    Not where the file gives it what is a number of Python's.
    """
    if isinstance(node, ast.BinOp):
        return any(_counts_rows(side, facts) for side in (node.left, node.right))
    if not isinstance(node, ast.Name | ast.Attribute) or not ROWS.fullmatch(name_of(node)):
        return False
    return _is_unseen(node, facts)


def _is_unseen(node: ast.expr, facts: UseFacts, depth: int = 4) -> bool:
    """Whether nothing shows that it is a number of Python's."""
    if facts.values.get(node, UNKNOWN).kind != "unknown" or _is_plain(node):
        return False
    given = _given(node, facts) if isinstance(node, ast.Name | ast.Attribute) else []
    return not given or depth == 0 or any(_is_unseen(one, facts, depth - 1) for one in given)


def _is_plain(node: ast.expr) -> bool:
    """Whether a number of Python's is seen: a constant, ``len(x)``, ``int(x)``, what settings say."""
    if isinstance(node, ast.Call):
        return name_of(node.func) in ("int", "len")
    if isinstance(node, ast.Attribute):
        return SETTINGS.fullmatch(name_of(node.value)) is not None
    return isinstance(node, ast.Constant)


def _is_given(node: ast.expr, facts: UseFacts) -> bool:
    """Whether it is counted from what others may give as a number of Python's."""
    tree = facts.document.tree
    function = None if tree is None else function_around(tree, node)
    given = set() if function is None else {one.arg for one in find(function.args, ast.arg)}
    return any(
        attribute_of_self(inner) is not None or (isinstance(inner, ast.Name) and inner.id in given)
        for inner in walk(node)
        if isinstance(inner, ast.expr)
    )


def _given(node: ast.Name | ast.Attribute, facts: UseFacts) -> list[ast.expr]:
    """What the file gives a name or an attribute of ``self``; for a parameter what its calls do, if
    the function gives it nothing else first."""
    tree = facts.document.tree
    function = None if tree is None else function_around(tree, node)
    if tree is None:
        return []
    if isinstance(node, ast.Name):
        if isinstance(function, ast.FunctionDef):
            last = given_last(function, node)
            if last is not None and any(
                getattr(one, "value", None) is last for one in function.body
            ):
                return [last]
            given = values_given(tree, function, node.id)
            if given is not None:
                return given
        found = assigned(node.id, function) if function is not None else None
        return found or assigned(node.id, tree) or []
    name = attribute_of_self(node)
    cls = None if facts.use.cls is None else facts.use.cls.node
    if cls is None or name is None:
        return []
    return [
        one.value for one in find(cls, ast.Assign) if name in map(attribute_of_self, one.targets)
    ]
