"""What a file gives for a parameter of a function or class of its own, and what that tells of it."""

from __future__ import annotations

import ast
import re

from mindport.nodes import assigned_pairs, calls_of, find, root_of_chain
from mindport.symbols.values import ClassInfo

# What people call the settings that a program was started with.
SETTINGS = re.compile(
    r"(?:\w*_)?(?:args?|opts?|options|conf|configs?|cfg|flags|hparams|hyper\w*)", re.I
)
PLAIN = frozenset({"int", "float", "bool", "str"})


def values_given(
    tree: ast.Module, function: ast.FunctionDef, parameter: str
) -> list[ast.expr] | None:
    """Its default, and the argument in each call of the file; None where there is no such parameter.

    A constructor is called by the name of its class.
    """
    arguments = function.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    defaults = dict(zip(reversed(names), reversed(arguments.defaults), strict=False))
    defaults |= {
        one.arg: default
        for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is not None
    }
    if parameter not in {*names, *defaults}:
        return None
    called = function.name
    if called == "__init__":
        called = next((c.name for c in find(tree, ast.ClassDef) if function in c.body), called)
    own = names[1:] if names[:1] == ["self"] else names
    given = [
        argument
        for call in calls_of(tree, called)
        for name, argument in (
            *zip(own, call.args, strict=False),
            *((keyword.arg, keyword.value) for keyword in call.keywords),
        )
        if name == parameter
    ]
    return given + ([defaults[parameter]] if parameter in defaults else [])


def is_setting(tree: ast.Module, info: ClassInfo, name: str) -> bool:
    """Whether an attribute is a number, a flag or a text that the constructor is given.

    Its annotation says so, or all that the file gives for it: ``UNet(3, n_classes=args.classes)``.
    """
    method = info.methods.get("__init__")
    function = method.node if method is not None else None
    if not isinstance(function, ast.FunctionDef):
        return False
    parameters = {one.arg: one for one in find(function, ast.arg)}
    values = [
        value
        for statement in find(function, ast.Assign)
        for target, value in assigned_pairs(statement)
        if isinstance(target, ast.Attribute) and target.attr == name
    ]
    for value in values:
        if not isinstance(value, ast.Name) or value.id not in parameters:
            return False
        annotation = parameters[value.id].annotation
        if annotation is not None and ast.unparse(annotation) in PLAIN:
            continue
        given = [one for one in values_given(tree, function, value.id) or () if not _is_none(one)]
        if not given or not all(map(_is_plain, given)):
            return False
    return bool(values)


def _is_plain(node: ast.expr) -> bool:
    """A constant, ``args.classes``, and what is computed of such."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.Attribute):
        root = root_of_chain(node)
        return isinstance(root, ast.Name) and SETTINGS.fullmatch(root.id) is not None
    operands = [inner for inner in ast.iter_child_nodes(node) if isinstance(inner, ast.expr)]
    return isinstance(node, ast.BinOp | ast.UnaryOp) and all(map(_is_plain, operands))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
