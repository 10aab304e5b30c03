"""Networks that a function of another file makes: ``model = create_model("resnet18")``, or what is
looked up: ``MODELS[name](10)``, ``eval(name)(10)``.

What shows that it is one is that its parameters are asked for, as an optimizer is given them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.modeflow import GIVE_BACK
from mindport.findings.site import Site
from mindport.nodes import find, name_of, walk
from mindport.symbols.own_modes import MODE_SETTERS, own_mode
from mindport.symbols.uses import Construction, Use
from mindport.symbols.values import ClassInfo, FunctionInfo

PARAMETERS = frozenset({"torch.nn.Module.parameters", "torch.nn.Module.named_parameters"})
# What gives a network in evaluation mode, or in the mode of the one that it gets.
KEEPING_A_MODE = frozenset(
    {"from_pretrained", "deepcopy", "copy", "clone", "load", "loads", "import_module"}
)


def received_networks(site: Site) -> Iterator[Construction]:
    """The calls that give networks, where neither this file nor torch has what is called."""
    assert site.document.tree is not None
    asked = [use for use in site.bindings.uses if use.symbol in PARAMETERS]
    known = {use.call for use in site.bindings.uses} if asked else set()
    known |= {made.call for made in site.bindings.constructed}
    seen: set[ast.Call] = set()
    for use in asked:
        for statement in _assignments(site.document.tree, use):
            call = _innermost(statement.value)
            if call is None or call in known or call in seen or not _is_unseen(site, call):
                continue
            path = ast.unparse(statement.targets[0])
            if path not in map(ast.unparse, walk(call)):
                seen.add(call)
                yield Construction(call, statement, use.function)


def _assignments(tree: ast.Module, use: Use) -> Iterator[ast.Assign]:
    """What the object whose parameters are asked for is assigned, in the same function or, for
    what an object holds and for names of the file, anywhere."""
    receiver, within = use.receiver, tree if use.function is None else use.function.node
    if not isinstance(receiver, ast.Name | ast.Attribute) or within is None:
        return
    owner = None if use.function is None else use.function.owner
    if owner is not None and owner.is_module:
        return
    path = ast.unparse(receiver)
    here = list(_of(path, within)) if isinstance(receiver, ast.Name) else []
    yield from here or _of(path, tree)


def _of(path: str, within: ast.AST) -> Iterator[ast.Assign]:
    for statement in find(within, ast.Assign):
        if len(statement.targets) == 1 and ast.unparse(statement.targets[0]) == path:
            yield statement


def _root(called: ast.expr) -> ast.AST:
    """``MODELS`` of ``MODELS[name]`` and ``nets.MODELS.get(name)``, ``eval`` of ``eval(name)``."""
    node: ast.AST = called
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node


def _innermost(value: ast.expr) -> ast.Call | None:
    """``make()`` of ``make().to(device)``."""
    while isinstance(value, ast.Call):
        function = value.func
        if not isinstance(function, ast.Attribute) or function.attr not in GIVE_BACK:
            return value
        if not isinstance(function.value, ast.Call):
            return value
        value = function.value
    return None


def _sets_mode(site: Site, name: str) -> bool:
    """Whether a name is that of a lambda that puts what it makes into a mode."""
    assert site.document.tree is not None
    return any(
        isinstance(statement.value, ast.Lambda)
        and any(name_of(call.func) in MODE_SETTERS for call in find(statement.value, ast.Call))
        for statement in _of(name, site.document.tree)
    )


def _is_unseen(site: Site, call: ast.Call) -> bool:
    if name_of(call.func) in KEEPING_A_MODE:
        return False
    root = _root(call.func)
    if isinstance(root, ast.Dict):
        return True
    if not isinstance(root, ast.Name) or root.id in ("self", "cls"):
        return False
    made = site.bindings.values.get(call.func)
    if made is not None and isinstance(made.info, ClassInfo) and own_mode(made.info) != "never":
        return False
    if made is not None and isinstance(made.info, FunctionInfo) and made.info.node is not None:
        return False  # of this file, which is followed
    if _sets_mode(site, root.id):
        return False
    value = site.bindings.exports.get(root.id)
    defined = value is not None and value.info is not None and value.kind not in ("lazy", "unknown")
    return not defined
