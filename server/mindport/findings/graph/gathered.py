"""``params = net.trainable_params()`` above the compiled function that asks for them (MP402).

With MindSpore 2.10.0, a list of parameters that a function finds outside is trained as the network is,
and the parameters of layers in a list of ``cells_and_names()``, too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.scopes import scopes
from mindport.findings.site import Site
from mindport.findings.training.layout import free_name, start_of
from mindport.findings.training.names import path_of
from mindport.nodes import find, name_of, targets, walk
from mindport.report import Edit, Fix
from mindport.symbols.copied import copied_networks
from mindport.symbols.freezing import frozen_networks
from mindport.texts import Text

TITLE = Text("Ask for the parameters outside of the compiled code", "在被编译的代码之外取得参数")
LAYERS = Text("Ask for the layers outside of the compiled code", "在被编译的代码之外取得各层")
# Whether what a method gives is to be put into a list.
METHODS = {"trainable_params": False, "get_parameters": True, "parameters_and_names": True,
           "cells_and_names": True}  # fmt: skip
FREEZES = re.compile(r"\.requires_grad(_?\(|\s*=(?!=))|freeze|[\"']requires_grad[\"']")
HELPERS = {"all_parameters": False, "named_parameters": True}


def is_gathered(node: ast.Call) -> bool:
    """``all_parameters(net)``, by the helpers that MindSpore's text has for them."""
    return getattr(node.func, "id", "") in HELPERS and len(node.args) == 1 and not node.keywords


def gathered(site: Site, code: Compiled, function: Function, node: ast.Call) -> Fix | None:
    """The fix, where the network is a name from outside that nothing changes in between: None in a
    method that is compiled itself, and of what is trained where parameters are frozen in this file."""
    document, tree = site.document, site.document.tree
    layers = name_of(node.func) == "cells_and_names"
    trained = name_of(node.func) == "trainable_params"
    if tree is None or (trained and _freezes(site, tree)):
        return None
    start = start_of(document, function.node)
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    if blanks.strip() or not _is_outside(tree, function, node):
        return None
    taken = {n.id for n in find(tree, ast.Name)} | {n.arg for n in find(tree, ast.arg)}
    names: dict[tuple[ast.AST, str], str] = {}
    for one in code.functions:  # each gets a name of its own
        for call in one.nodes:
            if isinstance(call, ast.Call) and _is_outside(tree, one, call):
                kind = "cells" if name_of(call.func) == "cells_and_names" else "params"
                known = sum(name.startswith(kind) for name in names.values())
                names.setdefault((one.node, ast.unparse(call)), _name(kind, known, taken))
    text = ast.unparse(node)
    name = names[function.node, text]
    same = [n for n in function.nodes if isinstance(n, ast.Call) and ast.unparse(n) == text]
    listed, whole = _asked(node)[1], document.span(node)
    value: Sequence[Span | str] = ("list(", whole, ")") if listed else (whole,)
    gap = document.newline * (3 if function.node in tree.body else 2)
    edits = [Edit(Span(start, start), (f"{name} = ", *value, gap, blanks))]
    edits += [Edit(document.span(one), (name,)) for one in same]
    return Fix(LAYERS if layers else TITLE, "safe", tuple(edits))


def _freezes(site: Site, tree: ast.Module) -> bool:
    """Whether parameters are frozen that an optimizer may have been given."""
    if FREEZES.search(site.written()) is None:
        return False
    return not frozen_networks(tree) <= copied_networks(tree)


def _name(kind: str, place: int, taken: set[str]) -> str:
    return free_name(kind if not place else f"{kind}_{place + 1}", taken)


def _is_outside(tree: ast.Module, function: Function, node: ast.Call) -> bool:
    """Whether a function asks a network that it finds outside for its parameters."""
    root = _asked(node)[0].partition(".")[0]
    owner = function.owner
    is_method = owner is not None and owner.node is not None and function.node in owner.node.body
    if not root or is_method or _is_bound_late(tree, function, root):
        return False
    return any(root in scope.free for scope in scopes(function))


def _asked(node: ast.Call) -> tuple[str, bool]:
    """The network that is asked for its parameters, and whether they come one by one."""
    if is_gathered(node):
        return path_of(node.args[0]) or "", HELPERS[getattr(node.func, "id", "")]
    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if method not in METHODS or not isinstance(node.func, ast.Attribute):
        return "", False
    return path_of(node.func.value) or "", METHODS[method]


def _is_bound_late(tree: ast.Module, function: Function, root: str) -> bool:
    """Whether the name, of the module, may be bound when the function is defined already."""
    if function.node not in tree.body:
        return False
    bound = [n for n in walk(tree) if any(getattr(t, "id", "") == root for t in targets(n))]
    return not bound or any(getattr(n, "lineno", 0) > function.node.lineno for n in bound)
