"""Questions whether something has a class that derives from tuple, list or dict (MP410).

With MindSpore 2.10.0 what compiled code has from an attribute, an argument or a list is a plain tuple,
list or dict there: ``isinstance(feature, SparseFeat)`` and ``type(feature) == SparseFeat`` are False,
without a word. ``type(self.feature) == SparseFeat`` alone is right.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, kept, name_of
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text, filled

PLAIN = Text(
    "Graph mode takes what is handed in, held by an attribute or in a list for a plain tuple, list or "
    "dict: it is no {0} there. Ask in __init__, or before the call, and keep the answer.",
    "静态图模式把传入的、属性持有的或列表中的对象当作普通的元组、列表或字典，因此判断其类型为 {0} 得到 False。"
    "请在 __init__ 中或调用之前判断，并保存结果。",
)
TITLE = Text("Compare the type", "比较类型")
BUILTIN = frozenset(
    {"tuple", "list", "dict", "set", "frozenset", "OrderedDict", "defaultdict", "NamedTuple",
     "namedtuple"}
)  # fmt: skip
# What binds more tightly than a comparison, or chains with it.
BINDS = (ast.Compare, ast.BinOp, ast.Attribute, ast.Subscript, ast.Starred)


def asked_type_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a question."""
    tree = site.document.tree
    known = kept(tree, _derived) if tree is not None else {}
    for function in code.functions if known else ():
        for node in function.nodes:
            match node:
                case ast.Call(ast.Name("isinstance"), [value, kinds], []):
                    asked = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
                case ast.Compare(ast.Call(ast.Name("type"), [value], []), [_], [kinds]):
                    asked = [] if _is_kept(value) else [kinds]
                case _:
                    continue
            names = [one.id for one in asked if isinstance(one, ast.Name)]
            found = next((name for name in names if name in known), None)
            if found is not None:
                alone = kinds in asked and not known[found] and isinstance(node, ast.Call)
                fix = _fix(site, function, node, value, found) if alone else None
                yield told(site, "MP410", node, filled(PLAIN, found), fix)


def _is_kept(value: ast.expr) -> bool:
    """``self.feature``, ``self.features[0]``."""
    inner = value.value if isinstance(value, ast.Subscript) else value
    return attribute_of_self(inner) is not None


def _derived(tree: ast.Module) -> dict[str, bool]:
    """The classes of the file that derive from a tuple and the like, and whether others derive
    from them."""
    found: dict[str, bool] = {}
    for assignment in find(tree, ast.Assign):
        made = assignment.value
        if isinstance(made, ast.Call) and name_of(made.func) == "namedtuple":
            found |= {one.id: False for one in assignment.targets if isinstance(one, ast.Name)}
    while True:
        before = len(found)
        for cls in find(tree, ast.ClassDef):
            bases = [base.func if isinstance(base, ast.Call) else base for base in cls.bases]
            names = {name_of(base) for base in bases}
            if names & (BUILTIN | found.keys()):
                found.setdefault(cls.name, False)
                found |= dict.fromkeys(names & found.keys(), True)
        if len(found) == before:
            return found


def _fix(site: Site, function: Function, call: ast.expr, value: ast.expr, name: str) -> Fix | None:
    """``type(x) == Kind`` for ``isinstance(x, Kind)``."""
    span = site.document.span
    parent = site.parents(function.node).get(call)
    compared = ("type(", span(value), f") == {name}")
    around = ("(", ")") if isinstance(parent, BINDS) else ("", "")
    return Fix(TITLE, "safe", (Edit(span(call), (around[0], *compared, around[1])),))
