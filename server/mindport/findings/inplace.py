"""``inplace=True`` (MP209): MindSpore gives a new tensor, so nobody may look at the old one."""

from __future__ import annotations

import ast

from mindport.findings.site import Site
from mindport.rewrites.facts import UseFacts, literal_value
from mindport.symbols.uses import Use
from mindport.texts import Text

DOUBT = Text(
    "The input is changed in place in torch and stays as it is in MindSpore; it may be read "
    "again later.",
    "torch 会原地修改输入，而 MindSpore 不修改；之后可能再次读取该输入。",
)


def inplace_doubt(site: Site, use: Use, facts: UseFacts) -> Text | None:
    """Why dropping ``inplace=True`` may change what the program computes; None when it cannot."""
    if use.call is None or not facts.given("inplace"):
        return None
    node = facts.node("inplace")
    if node is not None and literal_value(node) is False:
        return None
    if site.api.kind(use.symbol) == "class":
        return None if _module_is_harmless(site, use) else DOUBT
    first = use.call.args[0] if use.call.args else facts.node("input")
    return None if _call_is_harmless(site, use.call, first, use) else DOUBT


def _call_is_harmless(site: Site, call: ast.Call, argument: ast.expr | None, use: Use) -> bool:
    """The input is a temporary, or the name that gets the result and has no other name."""
    if argument is None:
        return False
    if not isinstance(argument, ast.Name | ast.Attribute | ast.Subscript):
        return True
    if not isinstance(argument, ast.Name):
        return False
    function = use.function.node if use.function is not None else site.document.tree
    assert function is not None
    if not _result_replaces(function, call, argument.id):
        return False
    return not _has_other_name(function, argument.id)


def _result_replaces(function: ast.AST, call: ast.Call, name: str) -> bool:
    """``name = call(name)``, or ``return call(name)``."""
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value is call:
            return True
        if isinstance(node, ast.Assign) and node.value is call:
            return [t.id for t in node.targets if isinstance(t, ast.Name)] == [name]
    return False


def _has_other_name(function: ast.AST, name: str) -> bool:
    """Whether the function gives the tensor a second name, or takes it from outside."""
    arguments = getattr(function, "args", None)
    parameters = [a.arg for a in arguments.args] if arguments is not None else []
    assigned_first = False
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign):
            continue
        values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        targets = {t.id for t in ast.walk(node) if isinstance(t, ast.Name) and _stored(t)}
        named = {v.id for v in values if isinstance(v, ast.Name)}
        if name in named or (name in targets and named):
            return True
        assigned_first = assigned_first or name in targets
    return name in parameters and not assigned_first


def _stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _module_is_harmless(site: Site, use: Use) -> bool:
    """A layer between others of a Sequential, or an attribute that is only called harmlessly."""
    assert use.call is not None
    parent = site.parent(use.call, use.statement)
    if isinstance(parent, ast.Call) and use.call in parent.args:
        return parent.args.index(use.call) > 0
    statement = use.statement
    if not (isinstance(statement, ast.Assign) and statement.value is use.call and use.cls):
        return False
    target = statement.targets[0]
    if not (isinstance(target, ast.Attribute) and use.cls.node is not None):
        return False
    for method in ast.walk(use.cls.node):
        if not isinstance(method, ast.FunctionDef):
            continue
        for call in ast.walk(method):
            if _calls_attribute(call, target.attr):
                assert isinstance(call, ast.Call)
                argument = call.args[0] if call.args else None
                if not _attribute_call_is_harmless(method, call, argument):
                    return False
    return True


def _attribute_call_is_harmless(
    method: ast.FunctionDef, call: ast.Call, argument: ast.expr | None
) -> bool:
    if argument is None or isinstance(argument, ast.Attribute | ast.Subscript):
        return False
    if not isinstance(argument, ast.Name):
        return True
    return _result_replaces(method, call, argument.id) and not _has_other_name(method, argument.id)


def _calls_attribute(node: ast.AST, name: str) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == name
        and isinstance(node.func.value, ast.Name)
    )
