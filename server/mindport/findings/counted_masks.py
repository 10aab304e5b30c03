"""Masks that arithmetic reads more than once (MP305): ``m = out > 0``, ``(out * m).sum() / m.sum()``.

A mask is followed by its name, as an attribute of an object, in a list and to the functions that are
given it, those of other files, too.

torch's comparisons have no gradient. In PyNative mode MindSpore 2.10.0 adds up the gradients of a tensor
of bools that was computed of what is differentiated, for which Add has no kernel, and it has none for
the gradient of ``m[:, 0]``: TypeError, seen on a CPU. ``stop_gradient`` gives the same mask without any.
Compiled code needs no such thing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mindport.findings.left_out_layers import without_gradients
from mindport.findings.site import Site
from mindport.findings.stopping import STOP
from mindport.nodes import (
    attribute_of_self,
    find,
    function_around,
    kept,
    name_of,
    names_bound,
)
from mindport.report import Edit, Finding, Fix
from mindport.symbols.dtypes import dtype_of
from mindport.symbols.recasts import CALCULATING
from mindport.symbols.values import UNKNOWN, ClassInfo, FunctionInfo, Value, is_tensor
from mindport.symbols.walk import find_member
from mindport.texts import Text

CODE, SYMBOL = "MP305", "torch.Tensor"
MESSAGE = Text(
    "MindSpore adds up the gradients of a mask that arithmetic reads more than once, or by an item, and "
    "has no Add for bools; torch's comparisons have no gradient. stop_gradient gives the same mask.",
    "当掩码在运算中被多次使用或按下标取用时，MindSpore 会累加其梯度，而 Add 不支持 bool；torch 的比较运算没有梯度。"
    "stop_gradient 给出同样的掩码。",
)
TITLE = Text("Stop the gradient of the mask", "截断掩码的梯度")
CASTS = frozenset({"bfloat16", "double", "float", "half", "int", "long", "to", "type", "type_as"})
COUNTING = frozenset({"add", "cumsum", "div", "mean", "mul", "multiply", "prod", "sub", "sum"})
JOINING = frozenset({"cat", "concat", "concatenate", "hstack", "stack", "vstack"})
SHAPING = frozenset(
    {"T", "chunk", "contiguous", "expand", "expand_as", "flatten", "mT", "permute", "repeat",
     "reshape", "split", "squeeze", "t", "transpose", "unbind", "unsqueeze", "view", "view_as"}
)  # fmt: skip
MAKERS = frozenset({"arange", "empty", "eye", "full", "ones", "tensor", "zeros"})
CUTS = frozenset({"data", "detach"})
# How people call data of whole numbers.
LABELS = re.compile(
    r"(^|_)(ids?|idx|inds?|index|indices|labels?|targets?|tokens?|tgt|src|seqs?|y)$"
)
# What asks for a number, through which no gradient goes.
ASKING = frozenset({"bool", "float", "int", "item", "print", "tolist"})
# What tensors have, and arrays have not.
OF_TENSORS = CASTS - {"type"} | {"expand", "expand_as", "unsqueeze", "view_as"}
LOOPS = (ast.For, ast.While, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)
WALKED = frozenset({"enumerate", "list", "reversed", "tqdm", "zip"})
TWICE, DEEPEST = 2, 3


def counted_mask_findings(site: Site) -> Iterator[Finding]:
    """One finding for each mask of tensors that arithmetic reads more than once."""
    tree = site.document.tree
    if tree is None or not site.bindings.has_torch or site.target.mode == "GRAPH":
        return
    stopped = kept(tree, without_gradients)
    seen: set[ast.expr] = set()
    for mask, names, scope in _masks(site, tree):
        if mask in stopped or mask in seen or not _is_mask(site, mask, scope):
            continue
        if _is_cut(site, mask) or _is_of_labels(mask):
            continue
        reader = _Reader(site, tree)
        count = sum(reader.of_name(name, scope, mask) for name in names)
        count += reader.of_argument(mask) if not names else 0
        count += reader.of_holder(mask, scope) if not count else 0
        if count >= TWICE and (reader.asks_a_tensor or _is_of_tensors(site, mask)):
            seen.add(mask)
            span = site.document.span(mask)
            fix = Fix(TITLE, "safe", (Edit(span, (STOP, "(", span, ")")),))
            yield Finding(CODE, "warning", SYMBOL, None, "likely", MESSAGE, span, fix)


def _masks(site: Site, tree: ast.Module) -> Iterator[tuple[ast.expr, Sequence[str], ast.AST]]:
    """What may be a mask: what a name is given, and what a function of the user's is."""
    for assign in find(tree, ast.Assign):
        names = [target.id for target in assign.targets if isinstance(target, ast.Name)]
        scope = function_around(tree, assign) or tree
        if len(names) == len(assign.targets):
            yield assign.value, names, scope
        elif attribute_of_self(assign.targets[0]) is not None:
            yield assign.value, (), scope
        match assign.value:
            case ast.List(elements):
                yield from ((one, (), scope) for one in elements)
            case ast.ListComp(element):
                yield element, (), scope
    for part in find(tree, ast.Subscript):
        if not isinstance(part.value, ast.Name | ast.Attribute | ast.Subscript):
            yield part.value, (), function_around(tree, part) or tree
    for call in find(tree, ast.Call):
        match call:
            case ast.Call(ast.Attribute(ast.Name(), "append"), [one]):
                yield one, (), function_around(tree, call) or tree
        if call in site.bindings.callees:
            scope = function_around(tree, call) or tree
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            yield from ((one, (), scope) for one in given if not isinstance(one, ast.Name))


def _is_mask(site: Site, node: ast.expr, scope: ast.AST) -> bool:
    """Whether it is of bools, by its text or that of the function that gives it."""
    if isinstance(node, ast.Call) and (callee := site.bindings.callees.get(node)) is not None:
        body = _body(site, callee)
        given = [one.value for one in find(body, ast.Return)] if body is not None else []
        return bool(given) and all(
            one is not None and dtype_of(one, body or scope) == "bool" for one in given
        )
    return not isinstance(node, ast.Name) and dtype_of(node, scope) == "bool"


def _is_cut(site: Site, mask: ast.expr) -> bool:
    """Whether all that it is computed of is detached, ``out.detach() > 0``, or new: ``ones(3).bool()``."""
    made = mask
    while isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute):
        if name_of(made.func) in MAKERS:
            return True
        made = made.func.value
    cut = [node for node in ast.walk(mask) if isinstance(node, ast.Attribute) and node.attr in CUTS]
    inside = {name for node in cut for name in find(node, ast.Name)}
    rest = [name for name in find(mask, ast.Name) if name not in inside]
    known = (site.bindings.values.get(name, UNKNOWN) for name in rest)
    return bool(inside) and not any(is_tensor(value) or value is UNKNOWN for value in known)


def _is_of_labels(mask: ast.expr) -> bool:
    """Whether data is compared, as its name says: ``labels != -100``, ``ids.ne(self.padding)``."""
    match mask:
        case ast.Compare(left, [ast.Eq() | ast.NotEq()]):
            return bool(LABELS.search(name_of(left)))
        case ast.Call(ast.Attribute(left, "eq" | "ne")):
            return bool(LABELS.search(name_of(left)))
    return False


def _is_of_tensors(site: Site, node: ast.expr) -> bool:
    """Whether one of what it is computed of is known for a tensor."""
    values = site.bindings.values
    inner = (one for one in ast.walk(node) if isinstance(one, ast.expr))
    return any(is_tensor(values.get(one, UNKNOWN)) for one in inner)


def _body(site: Site, callee: Value) -> ast.FunctionDef | None:
    """The function that a call of the user's runs, from another file, too."""
    info = callee.info
    if isinstance(info, ClassInfo) and callee.kind == "object":
        found = find_member(info, "forward" if info.is_module else "__call__")
        info = found.info if found is not None else None
    if not isinstance(info, FunctionInfo):
        return None
    if info.node is None and info.home is not None:
        return _body_beside(site, info)
    return info.node if isinstance(info.node, ast.FunctionDef) else None


def _body_beside(site: Site, info: FunctionInfo) -> ast.FunctionDef | None:
    """A function of another file, where that has one of its name."""
    tree = site.reading(info.home) if info.home is not None else None
    scope: ast.AST | None = tree
    if tree is not None and info.owner is not None:
        scope = next((one for one in find(tree, ast.ClassDef) if one.name == info.owner.name), None)
    found = [one for one in find(scope, ast.FunctionDef) if one.name == info.name] if scope else []
    return found[0] if len(found) == 1 else None


@dataclass
class _Reader:
    """Counts how often arithmetic reads a mask."""

    site: Site
    tree: ast.Module
    depth: int = 0
    asks_a_tensor: bool = field(default=False)

    def of_name(self, name: str, scope: ast.AST, mask: ast.AST) -> int:
        """The reads of a name; in a loop that does not give it its value, each counts twice."""
        around = self.site.parents(scope)
        total = 0
        for node in find(scope, ast.Name):
            if node.id != name or not isinstance(node.ctx, ast.Load):
                continue
            inner = function_around(self.tree, node) if scope in (self.tree,) else scope
            if inner not in (None, scope) and name in names_bound(inner or scope):
                continue
            count = self.of(node, around)
            total += count * TWICE if count and self._repeats(node, mask, around) else count
        return total

    def of_argument(self, node: ast.expr) -> int:
        """The reads in the function that it is given to."""
        return self.of(node, self.site.parents(self.tree))

    def of_holder(self, mask: ast.expr, scope: ast.AST) -> int:
        """The reads of the attribute or the list that it is put into."""
        around = self.site.parents(self.tree)
        outer = around.get(mask)
        match outer:
            case ast.Assign([target]) if (own := attribute_of_self(target)) is not None:
                owner = _class_around(scope, around)
                reads = [one for one in find(owner, ast.Attribute) if attribute_of_self(one) == own]
                return sum(self.of(one, around) for one in reads if isinstance(one.ctx, ast.Load))
            case ast.Call(ast.Attribute(ast.Name(name), "append")):
                return self._of_items(name, scope, around)
            case ast.List() | ast.ListComp():
                match around.get(outer):
                    case ast.Assign([ast.Name(name)]):
                        return self._of_items(name, scope, around)
        return 0

    def _of_items(self, listed: str, scope: ast.AST, around: dict[ast.AST, ast.AST]) -> int:
        """The reads of one of a list's items: ``for m in masks``, ``masks[0]``."""
        total = 0
        for node in find(scope, ast.Name):
            if node.id != listed or not isinstance(node.ctx, ast.Load):
                continue
            outer = around.get(node)
            if isinstance(outer, ast.Subscript) and outer.value is node:
                total += self.of(outer, around)
            for name, loop in _items_of(node, around):
                reads = [one for one in find(loop, ast.Name) if one.id == name]
                total += sum(self.of(one, around) for one in reads if isinstance(one.ctx, ast.Load))
        return total

    def of(self, node: ast.AST, around: dict[ast.AST, ast.AST]) -> int:
        outer = around.get(node)
        match outer:
            case ast.BinOp(op=operator) if isinstance(operator, CALCULATING):
                return 1
            case ast.AugAssign(op=operator, value=value) if value is node:
                return int(isinstance(operator, CALCULATING))
            case ast.Attribute(attr=name):
                return self._of_member(outer, name, around)
            case ast.Subscript(value=value, slice=index) if value is node:
                parts = index.elts if isinstance(index, ast.Tuple) else [index]
                takes = any(_is_item(part) for part in parts)
                return (TWICE if takes else 1) * self.of(outer, around)
            case ast.IfExp(test=test) if test is not node:
                return self.of(outer, around)
            case ast.List() | ast.Tuple():
                call = around.get(outer)
                return int(isinstance(call, ast.Call) and name_of(call.func) in JOINING)
            case ast.keyword(arg=name):
                call = around.get(outer)
                return self._of_call(call, node, name) if isinstance(call, ast.Call) else 0
            case ast.Call():
                return self._of_call(outer, node, None)
        return 0

    def _of_member(self, member: ast.Attribute, name: str, around: dict[ast.AST, ast.AST]) -> int:
        call = around.get(member)
        whole = call if isinstance(call, ast.Call) and call.func is member else member
        self.asks_a_tensor |= name in OF_TENSORS and whole is call
        if name in SHAPING:
            return self.of(whole, around)
        if name not in CASTS | COUNTING or whole is not call:
            return 0
        return 0 if _is_asked(call, around) else 1

    def _of_call(self, call: ast.Call, node: ast.AST, keyword: str | None) -> int:
        callee = self.site.bindings.callees.get(call)
        if callee is None:
            takes = name_of(call.func) in COUNTING and isinstance(call.func, ast.Attribute)
            return int(takes and not _is_asked(call, self.site.parents(self.tree)))
        body = _body(self.site, callee)
        if body is None or self.depth >= DEEPEST:
            return 0
        names = [one.arg for one in (*body.args.posonlyargs, *body.args.args)]
        names = names[1:] if names[:1] == ["self"] else names
        if keyword is None:
            position = next((i for i, one in enumerate(call.args) if one is node), len(names))
            keyword = names[position] if position < len(names) else None
        if keyword is None or keyword not in names:
            return 0
        self.depth += 1
        found = self._in_body(keyword, body)
        self.depth -= 1
        return found

    def _in_body(self, name: str, body: ast.FunctionDef) -> int:
        given = {one.id for one in find(body, ast.Name) if isinstance(one.ctx, ast.Store)}
        return 0 if name in given else self.of_name(name, body, body)

    def _repeats(self, node: ast.AST, mask: ast.AST, around: dict[ast.AST, ast.AST]) -> bool:
        """Whether a loop reads a mask that is made before it."""
        outer = around.get(node)
        while outer is not None:
            if isinstance(outer, LOOPS) and mask not in set(ast.walk(outer)):
                return True
            outer = around.get(outer)
        return False


def _class_around(scope: ast.AST, around: dict[ast.AST, ast.AST]) -> ast.AST:
    """The class of a method; of another function, that itself."""
    outer = around.get(scope)
    return outer if isinstance(outer, ast.ClassDef) else scope


def _items_of(node: ast.Name, around: dict[ast.AST, ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """The names that loops over a list give its items, ``for x, m in zip(xs, masks)``, with the loop."""
    taken: ast.AST = node
    places: list[int] = []
    outer = around.get(taken)
    while isinstance(outer, ast.Call) and name_of(outer.func) in WALKED and taken in outer.args:
        places.append(1 if name_of(outer.func) == "enumerate" else outer.args.index(taken))
        if name_of(outer.func) in ("list", "reversed", "tqdm"):
            places.pop()
        taken, outer = outer, around.get(outer)
    if not isinstance(outer, ast.For | ast.comprehension) or outer.iter is not taken:
        return
    target: ast.AST | None = outer.target
    for place in reversed(places):
        parts = target.elts if isinstance(target, ast.Tuple) else []
        target = parts[place] if place < len(parts) else None
    loop = outer if isinstance(outer, ast.For) else around.get(outer)
    if isinstance(target, ast.Name) and loop is not None:
        yield target.id, loop


def _is_item(part: ast.expr) -> bool:
    """Whether an index takes one item of an axis, as numbers and names may."""
    if isinstance(part, ast.Constant):
        return type(part.value) is int
    return isinstance(part, ast.Name | ast.UnaryOp | ast.BinOp)


def _is_asked(call: ast.AST | None, around: dict[ast.AST, ast.AST]) -> bool:
    """Whether a number is made of a result, or it is compared with one."""
    outer = around.get(call) if call is not None else None
    if isinstance(outer, ast.Call):
        return name_of(outer.func) in ASKING and not isinstance(outer.func, ast.Attribute)
    return isinstance(outer, ast.Compare) or name_of(outer or ast.Pass()) in ASKING
