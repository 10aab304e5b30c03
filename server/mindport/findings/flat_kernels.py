"""``conv.weight`` of a Conv1d (MP220): torch's is (out, in, width), that of MindSpore's (out, in, 1, width).

Seen with MindSpore 2.7.2 to 2.10.0. What looks at its shape or computes with it is given the three axes
of torch's, and what is written into it gets the fourth.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of, statement_parents
from mindport.report import Edit, Finding, Fix, Name, Operand, Piece, Severity
from mindport.symbols.uses import Use
from mindport.symbols.values import FLAT, UNKNOWN
from mindport.texts import Text

CLASSES = {
    "torch.nn.Conv1d": "mindspore.nn.Conv1d",
    "torch.nn.ConvTranspose1d": "mindspore.nn.Conv1dTranspose",
}
# Layers with a parameter of the name weight.
ALIKE = re.compile(r"torch\.nn\.(?:Conv|Linear)\w*")
# Members of any shape, and methods that are the same for both unless they are told an axis.
ANY = frozenset(
    {"dtype", "device", "grad", "is_cuda", "is_leaf", "nelement", "numel", "register_hook", "requires_grad",
     "requires_grad_", "squeeze"}
)  # fmt: skip
WHOLE = frozenset({"abs", "max", "mean", "min", "norm", "std", "sum", "var"})
# Functions that ask for how many numbers each output has.
COUNTING = frozenset({"_calculate_fan_in_and_fan_out", "_calculate_correct_fan"})
MESSAGE = Text(
    "The weight of MindSpore's Conv1d has an axis more: (out, in, 1, width).",
    "MindSpore 的 Conv1d 权重多一个维度：(out, in, 1, width)。",
)
SHARED = Text(
    f"{MESSAGE.en} What reads it under its other name has to take it with three axes: x.squeeze(2).",
    f"{MESSAGE.zh}以另一名称读取它之处须改用三个维度：x.squeeze(2)。",
)
WIDER = ".expand_dims(2)"
READ_AS_THREE = ".squeeze(2)"
READ = Text("Take it with three axes", "以三个维度读取")
WRITTEN = Text("Write it with four axes", "以四个维度写入")


def flat_kernel_findings(site: Site) -> tuple[list[Finding], set[ast.AST]]:
    """A finding for each use that three axes matter for; and the statements that are spoken for."""
    found, spoken = list[Finding](), set[ast.AST]()
    tree = site.document.tree
    if tree is None:
        return found, spoken
    above = statement_parents(tree)
    for use in site.bindings.uses:
        node = use.node
        if not isinstance(node, ast.Attribute) or node.attr != "weight":
            continue
        if not _is_kernel(site, use, node):
            continue
        outer, span = _data(node, above), site.document.span(node)
        classes, value = _some_of(site, node), _written(outer, above)
        if value is not None:
            wider = (".reshape(", span, ".shape)") if classes else (WIDER,)
            if not (classes and _is_reshaped(value, node)):
                found.append(_whole(site, use, outer, value, wider))
                if isinstance(use.statement, ast.Assign):
                    spoken.add(use.statement)
        elif classes:
            same = _is_any(tree, outer) or _is_shape_for_copy(node, above)
            if not same and not _is_told_apart(node, above):
                found.append(_of_some(site, use, node, outer, classes))
        elif isinstance(part := above.get(outer), ast.Subscript) and _is_set(part, above):
            if not isinstance(_value_of(part, above), ast.Constant):
                found.append(_part(site, use, part))
        elif _is_kept(outer, above) and not _is_any(tree, outer):
            found.append(_kept(site, use, node, outer))
        elif isinstance(node.ctx, ast.Load) and not _is_any(tree, outer):
            end = site.document.span(node).end
            fix = Fix(READ, "safe", (Edit(Span(end, end), (READ_AS_THREE,)),))
            found.append(
                Finding("MP220", "warning", use.symbol, None, use.confidence, MESSAGE, span, fix)
            )
    return found, spoken


def _is_kernel(site: Site, use: Use, node: ast.Attribute) -> bool:
    """``conv.weight``, and ``self.weight`` in a class that derives from such a layer."""
    if isinstance(node.value, ast.Name) and node.value.id == "self" and use.cls is not None:
        declared = use.cls.attributes.get("weight", UNKNOWN)
        return use.cls.torch_base in FLAT and declared is UNKNOWN
    value = site.bindings.values.get(node.value, UNKNOWN)
    return value.name in FLAT or bool(_some_of(site, node))


def _some_of(site: Site, node: ast.Attribute) -> list[str]:
    """MindSpore's classes that have the axis, where the layer may be another one, too."""
    items = site.bindings.values.get(node.value, UNKNOWN).items
    if not all(ALIKE.match(one.name) for one in items):
        return []  # others have another name for their weight
    return [CLASSES[one.name] for one in items if one.name in FLAT]


def _whole(
    site: Site, use: Use, outer: ast.expr, value: ast.expr, wider: tuple[Piece, ...]
) -> Finding:
    """``conv.weight.data.copy_(w.expand_dims(2))`` for ``conv.weight.data = w``."""
    given, edits = site.document.span(value), tuple[Edit, ...]()
    if isinstance(use.statement, ast.Assign):
        place, weight = site.document.span(use.statement), site.document.span(use.node)
        edits = (Edit(place, (weight, ".data.copy_(", Operand(given), *wider, ")")),)
    else:
        edits = (Edit(given, (Operand(given), *wider)),)
    fix, whole = Fix(WRITTEN, "safe", edits), site.document.span(outer)
    return Finding("MP220", "warning", use.symbol, None, use.confidence, MESSAGE, whole, fix)


def _is_reshaped(value: ast.expr, node: ast.Attribute) -> bool:
    """Whether a tensor is given the weight's own shape: ``w.reshape(m.weight.shape)``."""
    match value:
        case ast.Call(ast.Attribute(attr="reshape"), [ast.Attribute(weight, "shape")], []):
            return ast.dump(weight) == ast.dump(node)
    return False


def _is_shape_for_copy(node: ast.Attribute, above: Mapping[ast.AST, ast.AST]) -> bool:
    """``m.weight.shape`` in ``m.weight.data.copy_(w.reshape(m.weight.shape))``."""
    shape = above.get(node)
    call = None if shape is None else above.get(shape)
    copied = None if call is None else above.get(call)
    if not isinstance(call, ast.Call) or not _is_reshaped(call, node):
        return False
    return isinstance(copied, ast.Call) and name_of(copied.func) == "copy_"


def _is_told_apart(node: ast.Attribute, above: Mapping[ast.AST, ast.AST]) -> bool:
    """``m.weight.squeeze(2) if isinstance(m, nn.Conv1d) else m.weight``."""
    match above.get(node):
        case ast.IfExp(
            ast.Call(ast.Name("isinstance")), ast.Call(ast.Attribute(one, "squeeze")), other
        ):
            return other is node and ast.dump(one) == ast.dump(node)
    return False


def _of_some(
    site: Site, use: Use, node: ast.Attribute, outer: ast.expr, classes: list[str]
) -> Finding:
    """``(m.weight.squeeze(2) if isinstance(m, nn.Conv1d) else m.weight).shape``."""
    span, layer, fix = site.document.span(node), site.document.span(node.value), None
    above = {} if site.document.tree is None else statement_parents(site.document.tree)
    part = above.get(outer)
    is_set = isinstance(part, ast.Subscript) and _is_set(part, above)
    if isinstance(node.ctx, ast.Load) and not (is_set or _is_kept(outer, above)):
        names: list[Piece] = [Name(classes[0])]
        for one in classes[1:]:
            names += [", ", Name(one)]
        asked: list[Piece] = names if len(classes) == 1 else ["(", *names, ")"]
        pieces: list[Piece] = [span, f"{READ_AS_THREE} if isinstance(", layer, ", ", *asked]
        pieces += [") else ", span]
        if not isinstance(above.get(node), ast.Assign | ast.Return | ast.Call | ast.keyword):
            pieces = ["(", *pieces, ")"]
        fix = Fix(READ, "safe", (Edit(span, tuple(pieces)),))
    severity: Severity = "warning" if fix else "error"
    return Finding("MP220", severity, use.symbol, None, use.confidence, MESSAGE, span, fix)


def _is_kept(node: ast.expr, above: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether an object keeps the parameter under a name of its own: ``self.kernel = conv.weight``."""
    match above.get(node):
        case ast.Assign([ast.Attribute(ast.Name("self"))], value):
            return value is node
    return False


def _kept(site: Site, use: Use, node: ast.Attribute, outer: ast.expr) -> Finding:
    """A parameter of three axes for one that the object alone keeps; one that is shared is told."""
    span, fix, tree = site.document.span(node), None, site.document.tree
    assert tree is not None
    if outer is node and isinstance(node.value, ast.Name):
        above, function = statement_parents(tree), function_around(tree, node)
        reads = [one for one in find(function or tree, ast.Name) if one.id == node.value.id]
        others = [above.get(one) for one in reads if isinstance(one.ctx, ast.Load)]
        if function is not None and all(
            isinstance(one, ast.Attribute) and (one is node or one.attr == "bias") for one in others
        ):
            pieces = (Name("mindspore.Parameter"), "(", span, f"{READ_AS_THREE})")
            fix = Fix(READ, "safe", (Edit(span, pieces),))
    severity: Severity = "warning" if fix else "error"
    message = MESSAGE if fix else SHARED
    return Finding("MP220", severity, use.symbol, None, use.confidence, message, span, fix)


def _part(site: Site, use: Use, part: ast.Subscript) -> Finding:
    """``conv.weight[:, :, 0, 0] = x`` for ``conv.weight[:, :, 0] = x``; others are told."""
    span, fix = site.document.span(part), None
    match part.slice:
        case ast.Tuple([_, _, third, *_] as items):
            odd = any(isinstance(i, ast.Constant) and i.value in (None, ...) for i in items)
            at = site.document.span(third).start
            fix = None if odd else Fix(WRITTEN, "safe", (Edit(Span(at, at), ("0, ",)),))
    severity: Severity = "warning" if fix else "error"
    return Finding("MP220", severity, use.symbol, None, use.confidence, MESSAGE, span, fix)


def _is_set(part: ast.Subscript, above: Mapping[ast.AST, ast.AST]) -> bool:
    return isinstance(part.ctx, ast.Store) and _value_of(part, above) is not None


def _value_of(part: ast.Subscript, above: Mapping[ast.AST, ast.AST]) -> ast.expr | None:
    statement = above.get(part)
    return statement.value if isinstance(statement, ast.Assign | ast.AugAssign) else None


def _data(node: ast.expr, above: Mapping[ast.AST, ast.AST]) -> ast.expr:
    """``conv.weight.data`` around ``conv.weight``."""
    outer = above.get(node)
    return outer if isinstance(outer, ast.Attribute) and outer.attr == "data" else node


def _written(node: ast.expr, above: Mapping[ast.AST, ast.AST]) -> ast.expr | None:
    """The tensor that is copied into it, or that its data become."""
    outer = above.get(node)
    match outer:
        case ast.Assign([target], value) if target is node and isinstance(node, ast.Attribute):
            return value if node.attr == "data" else None
        case ast.Attribute(attr="copy_"):
            call = above.get(outer)
            if isinstance(call, ast.Call) and call.func is outer and len(call.args) == 1:
                return call.args[0]
    return None


def _is_of_first_two(node: ast.AST | None) -> bool:
    """``[0]`` of a shape, or ``[1]``."""
    match node:
        case ast.Subscript(slice=ast.Constant(0 | 1)):
            return True
    return False


def _is_of_outputs(call: ast.Call) -> bool:
    """``w.size(0)``, ``w.flatten(1)`` and ``w.view(w.size(0), -1)``."""
    match call:
        case ast.Call(ast.Attribute(attr="size"), [ast.Constant(0 | 1)], []):
            return True
        case ast.Call(ast.Attribute(attr="flatten"), [ast.Constant(1)], []):
            return True
        case ast.Call(ast.Attribute(attr="view" | "reshape"), [_, ast.UnaryOp(ast.USub())], []):
            return True
    return False


def _reads(tree: ast.Module, given: ast.Assign, name: str) -> Iterator[ast.expr]:
    """Where a name is read behind the line that gives it, in the same function."""
    for one in find(function_around(tree, given) or tree, ast.Name):
        if one.id == name and one.lineno > given.lineno and isinstance(one.ctx, ast.Load):
            yield one


def _own_reads(tree: ast.Module, given: ast.Assign, name: str) -> Iterator[ast.expr]:
    """Where the class around a line, or one of this file that derives from it, reads ``self.name``."""
    family = set[str]()
    for cls in find(tree, ast.ClassDef):
        is_around = cls.lineno <= given.lineno <= (cls.end_lineno or cls.lineno)
        if not is_around and family.isdisjoint(map(name_of, cls.bases)):
            continue
        family.add(cls.name)
        for one in find(cls, ast.Attribute):
            is_own = isinstance(one.value, ast.Name) and one.value.id == "self"
            if is_own and one.attr == name and isinstance(one.ctx, ast.Load):
                yield one


def _is_any(tree: ast.Module, node: ast.expr) -> bool:
    """Whether what is done with it is the same for three axes and for four."""
    above = statement_parents(tree)
    outer = above.get(node)
    match outer:
        case ast.Attribute(attr=name):
            if name in ANY or (name.endswith("_") and not name.endswith("__")):
                return True
            call = above.get(outer)
            if isinstance(call, ast.Call):
                return _is_of_outputs(call) or (name in WHOLE and not (call.args or call.keywords))
            return name == "shape" and _is_of_first_two(call)
        case ast.Call(func):
            called = name_of(func)
            return func is not node and (called.endswith("_") or called in COUNTING)
        case ast.keyword():
            call = above.get(outer)
            return isinstance(call, ast.Call) and name_of(call.func).endswith("_")
        case ast.Assign([ast.Name(name)], value) if value is node:
            return all(_is_any(tree, _data(one, above)) for one in _reads(tree, outer, name))
        case ast.Assign([ast.Attribute(ast.Name("self"), name)], value) if value is node:
            return all(_is_any(tree, _data(one, above)) for one in _own_reads(tree, outer, name))
        case ast.Assign() | ast.AnnAssign() | ast.List() | ast.Tuple() | ast.Set() | ast.Dict():
            return True  # what gives it another name, or holds it
        case ast.Compare():
            return True
        case ast.Expr() | ast.Delete():
            return True
    return False
