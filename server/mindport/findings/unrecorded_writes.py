"""``logits[rows, labels] = value`` and ``logits *= 2`` inside ``with torch.no_grad():`` of a forward, on
what is read behind it.

torch writes into the tensor and keeps its graph. MindSpore 2.10.0 does so for items of whole numbers,
slices and ``...`` alone; with a tensor or a list as an index, and by ``*=``, the gradients of all that is
computed of the tensor are zeros, in silence: seen on a CPU in PyNative mode. ``copy_`` keeps them.

Compiled code has no ``no_grad``. There the block changes a copy without a gradient under the tensor's
name, which then gets the copy's numbers with the gradient of the tensor as it was.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from mindport.document import Document
from mindport.findings.stopping import STOP
from mindport.nodes import find, name_of
from mindport.report import Edit, Name, Operand, Piece
from mindport.symbols.values import INT, UNKNOWN, Value, is_tensor

HELPER = Name("helper.write_items")
KEEP = Name("helper.keep_gradient")
CONTAINERS = (ast.Dict, ast.DictComp, ast.List, ast.ListComp)
MAKING_CONTAINERS = frozenset({"dict", "list", "defaultdict", "OrderedDict", "Counter", "deque"})
OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}


def unrecorded_writes(
    document: Document, values: dict[ast.expr, Value], function: ast.AST, block: ast.With
) -> Iterator[Edit]:
    """The statements of a block that write so, as calls of the helper."""
    nodes = [node for statement in block.body for node in ast.walk(statement)]
    read = kept_behind(function, block)
    tensors = {name.id for name in find(function, ast.Name) if is_tensor(values.get(name, UNKNOWN))}
    for node in nodes:
        match node:
            case ast.Assign([ast.Subscript(tensor, index)], value):
                computed: list[Piece] = [document.span(value)]
            case ast.AugAssign(ast.Subscript(tensor, index), operator, value):
                if type(operator) not in OPERATORS:
                    continue
                sign = f" {OPERATORS[type(operator)]} "
                computed = [document.span(node.target), sign, Operand(document.span(value))]
            case ast.AugAssign(ast.Name(name) as tensor, operator, value):
                if name in read & tensors and type(operator) in OPERATORS:
                    sign = f" {OPERATORS[type(operator)]} "
                    at, operand = document.span(tensor), Operand(document.span(value))
                    yield Edit(document.span(node), (at, ".copy_(", at, sign, operand, ")"))
                continue
            case _:
                continue
        goes_on = not read.isdisjoint(_held(function, tensor))
        held = values.get(tensor, UNKNOWN)
        if not is_tensor(held) and (held is not UNKNOWN or _is_container(function, tensor)):
            continue
        if goes_on and not _is_plain(values, index):
            pieces = (HELPER, "(", document.span(tensor), ", ", *_index(document, index), ", ")
            yield Edit(document.span(node), (*pieces, *computed, ")"))


def changed_tensors(
    values: dict[ast.expr, Value], function: ast.AST, block: ast.With
) -> list[ast.Name]:
    """The first mention of each name under which a block changes a tensor."""
    nodes = [node for statement in block.body for node in ast.walk(statement)]
    tensors = {name.id for name in find(function, ast.Name) if is_tensor(values.get(name, UNKNOWN))}
    found: dict[str, ast.Name] = {}
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Subscript(ast.Name() as tensor)]):
                pass
            case ast.AugAssign(target=ast.Subscript(ast.Name() as tensor)):
                pass
            case ast.AugAssign(target=ast.Name(name) as tensor) if name in tensors:
                pass
            case ast.Expr(ast.Call(ast.Attribute(ast.Name() as tensor, attr))) if attr.endswith(
                "_"
            ) and not attr.endswith("__"):
                pass
            case _:
                continue
        found.setdefault(tensor.id, tensor)
    return list(found.values())


def around_the_block(
    document: Document, block: ast.With, names: Iterable[str]
) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """The lines before and behind a block of compiled code that changes these tensors."""
    start, end = document.span(block).start, document.newline
    indent = document.text[document.line_starts[document.line_of(start)] : start]
    before: list[Piece] = []
    behind: list[Piece] = []
    for name in names:
        recorded = f"recorded_{name}"
        before += [f"{indent}{recorded} = {name}{end}{indent}{name} = ", STOP]
        before.append(f"({name}).copy(){end}")
        behind += [f"{indent}{name} = ", KEEP, f"({name}, {recorded}){end}"]
    return tuple(before), tuple(behind)


def _is_container(function: ast.AST, node: ast.expr) -> bool:
    """Whether a name was given a dict or a list: ``found = {}``, ``found: dict[str, Tensor] = dict()``."""
    assigns: list[ast.Assign | ast.AnnAssign] = [*find(function, ast.Assign)]
    assigns += find(function, ast.AnnAssign)
    given = [
        one.value
        for one in assigns
        for target in (one.targets if isinstance(one, ast.Assign) else [one.target])
        if isinstance(node, ast.Name) and isinstance(target, ast.Name) and target.id == node.id
    ]
    return any(
        isinstance(value, CONTAINERS)
        or (isinstance(value, ast.Call) and name_of(value.func) in MAKING_CONTAINERS)
        for value in given
    )


def _held(function: ast.AST, tensor: ast.expr) -> set[str]:
    """What has to be read behind the block for what is written to count: the tensor's own name, or
    ``self.h`` that the function makes; for an item of a loop, or of a list, that list."""
    match tensor:
        case ast.Name(name):
            loops = [loop for loop in find(function, ast.For) if _is_item_of(loop, name)]
            return {name, *(one.id for loop in loops for one in find(loop.iter, ast.Name))}
        case ast.Attribute(ast.Name("self")):
            path = ast.unparse(tensor)
            made = (target for one in find(function, ast.Assign) for target in one.targets)
            return {path} if any(ast.unparse(target) == path for target in made) else set()
        case ast.Subscript(ast.Name(name), ast.Constant()):
            return {name}
    return set()


def _is_item_of(loop: ast.For, name: str) -> bool:
    return any(target.id == name for target in find(loop.target, ast.Name))


def kept_behind(function: ast.AST, block: ast.With) -> set[str]:
    """The names that a block gives no other value and that are read behind it; also ``self.h``."""
    nodes = [node for statement in block.body for node in ast.walk(statement)]
    changed = {node.target for node in nodes if isinstance(node, ast.AugAssign)}
    bound = {
        node.id
        for node in nodes
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in changed
    }
    last = block.end_lineno or block.lineno
    names = {
        name.id
        for name in find(function, ast.Name)
        if isinstance(name.ctx, ast.Load) and name.lineno > last
    }
    own = {
        ast.unparse(node)
        for node in find(function, ast.Attribute)
        if isinstance(node.value, ast.Name)
        and node.value.id == "self"
        and isinstance(node.ctx, ast.Load)
        and node.lineno > last
    }
    return (names - bound) | own


def _is_plain(values: dict[ast.expr, Value], index: ast.expr) -> bool:
    """Whole numbers, slices and ``...``."""
    match index:
        case ast.Tuple(items):
            return all(_is_plain(values, item) for item in items)
        case ast.Slice():
            return True
        case ast.Constant(value):
            return value is ... or type(value) is int
        case ast.UnaryOp(ast.USub(), ast.Constant()):
            return True
    return values.get(index, UNKNOWN) is INT


def _index(document: Document, index: ast.expr) -> list[Piece]:
    """An index as an argument: its slices are written as calls."""
    if isinstance(index, ast.Slice):
        bounds = [index.lower, index.upper, *([index.step] if index.step else [])]
        texts: list[Piece] = []
        for bound in bounds:
            texts += [", " if texts else "", "None" if bound is None else document.span(bound)]
        return ["slice(", *texts, ")"]
    if isinstance(index, ast.Tuple) and any(isinstance(item, ast.Slice) for item in index.elts):
        pieces: list[Piece] = []
        for item in index.elts:
            pieces += [", " if pieces else "", *_index(document, item)]
        return ["(", *pieces, ")"]
    span = document.span(index)
    if isinstance(index, ast.Tuple) and document.text[span.start] != "(":
        return ["(", span, ")"]
    return [span]
