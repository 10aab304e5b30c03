"""What the form of an argument tells of it: optimizers' parameters, schedulers' functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import zip_longest

from mindport.nodes import find, function_around, kept, lies_in, name_of
from mindport.symbols.assignments import only_value

OF_MODULES = frozenset({"parameters", "named_parameters", "trainable_params"})
KEEP = frozenset({"chain", "filter", "iter", "list", "tuple"})
OF_NUMBERS = frozenset({"abs", "float", "int", "max", "min", "pow"})


def may_hold_groups(node: ast.expr, within: ast.AST, seen: frozenset[str] = frozenset()) -> bool:
    """Whether parameters for an optimizer may be groups of them, with options of their own.

    Args:
        within: the function or module around it.
        seen: the names on the way to it: one that is made of itself may be anything.
    """

    def again(inner: ast.expr) -> bool:
        return may_hold_groups(inner, within, seen)

    if isinstance(node, ast.Name):
        value = None if node.id in seen else only_value(node.id, within)
        if value is None or isinstance(value, ast.Name):
            return True
        return may_hold_groups(value, within, seen | {node.id})
    if isinstance(node, ast.Starred):
        return again(node.value)
    if isinstance(node, ast.List | ast.Tuple):
        return any(not isinstance(item, ast.Attribute) and again(item) for item in node.elts)
    if isinstance(node, ast.BinOp):
        return again(node.left) or again(node.right)
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        one = node.elt
        return isinstance(one, ast.Dict) or again(node.generators[0].iter)
    if not isinstance(node, ast.Call):
        return True
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr in OF_MODULES:
        return False
    name = name_of(function)
    if name == "Parameter":
        return False
    given = node.args[1:] if name == "filter" else node.args
    return name not in KEEP or not given or any(again(one) for one in given)


def is_arithmetic(node: ast.expr) -> bool:
    """Whether it is a lambda, or a list of such, that only counts with its argument.

    What is then given for the argument, an int or a tensor, makes no difference. ``in`` and
    subscripts ask for more: a tensor is equal to a number, and yet no key of a dict or a set.
    """
    if isinstance(node, ast.List | ast.Tuple):
        return all(map(is_arithmetic, node.elts))
    if not isinstance(node, ast.Lambda):
        return False
    arguments = {one.arg for one in node.args.args}
    return not any(
        _asks_more(inner)
        and any(isinstance(n, ast.Name) and n.id in arguments for n in ast.walk(inner))
        for inner in ast.walk(node.body)
    )


def _asks_more(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return not _counts(node.func)
    if isinstance(node, ast.Compare):
        return any(isinstance(op, ast.In | ast.NotIn | ast.Is | ast.IsNot) for op in node.ops)
    return isinstance(node, ast.Subscript | ast.Attribute | ast.JoinedStr | ast.Lambda)


def _counts(function: ast.expr) -> bool:
    """``min`` or ``math.cos``."""
    if isinstance(function, ast.Attribute):
        return isinstance(function.value, ast.Name) and function.value.id == "math"
    return isinstance(function, ast.Name) and function.id in OF_NUMBERS


def may_hold_refused(node: ast.expr | None, call: ast.Call, tree: ast.Module) -> bool:
    """Whether a list of layers that ``call`` makes of ``node`` may get an item that a CellList
    refuses: None, or a ModuleDict that is not appended.

    What is appended counts where the list is made empty and kept under the name it is called by,
    and where it is filled before, under a name.
    """
    if isinstance(node, ast.Name):
        within = function_around(tree, call) or tree
        made = _assigned_around(node, tree)
        added = _is_added_none(node.id, within, tree)
        return added or any(_starts_with_refused(one, tree) for one in made)
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        return _is_dict(node.elt) or _is_none_once(node.elt, tree)
    if isinstance(node, ast.List | ast.Tuple) and node.elts:
        return any(_is_dict(item) or _is_none_once(item, tree) for item in node.elts)
    if node is not None and not isinstance(node, ast.List | ast.Tuple):
        return False
    assignment = next((s for s in find(tree, ast.Assign) if s.value is call), None)
    if assignment is None:
        return False
    return _is_added_none(ast.unparse(assignment.targets[0]), tree, tree)


def _is_added_none(name: str, within: ast.AST, tree: ast.Module) -> bool:
    """Whether None, or a name that is, is appended to a list."""
    return any(
        isinstance(added.func, ast.Attribute)
        and added.func.attr in ("append", "insert")
        and ast.unparse(added.func.value) == name
        and any(_is_none_once(item, tree) for item in added.args)
        for added in find(within, ast.Call)
    )


def _starts_with_refused(node: ast.expr, tree: ast.Module) -> bool:
    """``[None, layer]``, ``[None] * count``."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return any(_starts_with_refused(side, tree) for side in (node.left, node.right))
    items = [node.elt] if isinstance(node, ast.ListComp) else getattr(node, "elts", [])
    return any(_is_dict(item) or _is_none_once(item, tree) for item in items)


def _is_dict(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and name_of(node.func) == "ModuleDict"


def may_be_none(node: ast.expr, tree: ast.Module) -> bool:
    """Whether the source shows that an argument may be None: a parameter that is by default, or that
    its annotation says so of, what an object keeps of such a one, what ``get`` does not find."""
    if isinstance(node, ast.Name):
        return _is_none_once(node, tree) or _is_optional(node, tree)
    if isinstance(node, ast.Attribute):
        return node.attr in kept(tree, _kept_none)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr == "get" and len(node.args) == 1
    return _shows_none(node)


def _is_optional(name: ast.Name, tree: ast.Module) -> bool:
    """Whether it is a parameter with the default None, or annotated as one that may be None, to
    which its function assigns nothing."""
    around = [function for function in find(tree, ast.FunctionDef) if lies_in(name, function)]
    for function in sorted(around, key=lambda one: one.lineno, reverse=True):
        arguments = function.args
        plain = [*arguments.posonlyargs, *arguments.args]
        for argument, default in (
            *zip_longest(reversed(plain), reversed(arguments.defaults)),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
        ):
            if argument.arg == name.id:
                may_be = _is_none(default) or _names_none(argument.annotation)
                return may_be and not _is_assigned(name.id, function)
    return False


def _is_none(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _names_none(annotation: ast.expr | None) -> bool:
    """``Optional[torch.dtype]`` and ``torch.dtype | None``."""
    match annotation:
        case ast.Subscript(value):
            return name_of(value) == "Optional"
        case ast.BinOp(left, ast.BitOr(), right):
            return _is_none(right) or _is_none(left) or _names_none(left)
    return False


def _is_assigned(name: str, function: ast.FunctionDef) -> bool:
    names = find(function, ast.Name)
    return any(node.id == name and isinstance(node.ctx, ast.Store) for node in names)


def _kept_none(tree: ast.Module) -> frozenset[str]:
    """The attributes that some object of the file is given None as, or what may be None, and the
    fields of its classes that may be."""
    return _none_fields(tree) | frozenset(
        target.attr
        for statement in find(tree, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and (
            _shows_none(statement.value)
            or (isinstance(statement.value, ast.Name) and _is_optional(statement.value, tree))
        )
    )


def _none_fields(tree: ast.Module) -> frozenset[str]:
    """``dtype: Optional[torch.dtype] = None`` in a class."""
    return frozenset(
        target.id
        for one in find(tree, ast.ClassDef)
        for field in one.body
        if isinstance(field, ast.Assign | ast.AnnAssign)
        if _is_none(field.value) or _names_none(getattr(field, "annotation", None))
        for target in (field.targets if isinstance(field, ast.Assign) else [field.target])
        if isinstance(target, ast.Name)
    )


def _is_none_once(node: ast.expr, tree: ast.Module) -> bool:
    """Whether it is None in one case: written here, in what the name around is assigned, or in the
    lambda of this name that is called."""
    if isinstance(node, ast.Name):
        return any(_shows_none(value) for value in _assigned_around(node, tree))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        values = _assigned_around(node.func, tree)
        return any(isinstance(f, ast.Lambda) and _shows_none(f.body) for f in values)
    return _shows_none(node)


def _shows_none(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return _shows_none(node.body) or _shows_none(node.orelse)
    return _is_none(node)


def _assigned_around(name: ast.Name, tree: ast.Module) -> Iterator[ast.expr]:
    """What the name is assigned in the innermost function around it, or in the module."""
    for statement in find(function_around(tree, name) or tree, ast.Assign):
        if any(isinstance(to, ast.Name) and to.id == name.id for to in statement.targets):
            yield statement.value
