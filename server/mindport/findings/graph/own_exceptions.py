"""Exceptions of the user's own, raised in compiled code (MP402): graph mode raises Python's alone."""

from __future__ import annotations

import ast
import builtins

from mindport.findings.site import Site
from mindport.nodes import find, name_of, walk
from mindport.report import Edit, Fix
from mindport.symbols.values import ClassInfo
from mindport.texts import Text, filled

TITLE = Text("Raise one of Python's", "抛出 Python 内置异常")
ANOTHER = Text("{0} is raised then, and no longer {1}.", "此后抛出的是 {0}，不再是 {1}。")
# What graph mode raises, of what people derive their own from.
RAISED = frozenset({"AssertionError", "AttributeError", "Exception", "IndexError", "KeyError",
                    "NotImplementedError", "RuntimeError", "TypeError", "ValueError"})  # fmt: skip


def is_own(node: ast.expr) -> bool:
    """Whether an exception's class is none of Python's own."""
    func = node.func if isinstance(node, ast.Call) else node
    if isinstance(func, ast.Attribute):
        return True
    found = getattr(builtins, func.id, None) if isinstance(func, ast.Name) else None
    named = isinstance(func, ast.Name) and func.id[:1].isupper()
    return named and not (isinstance(found, type) and issubclass(found, BaseException))


def raised_fix(site: Site, node: ast.expr) -> Fix | None:
    """``ValueError(x)`` for ``WrongSize(x)``, which derives from it; where the class makes its text
    itself, its name is the text. None where the file catches it, or other files know it."""
    func = node.func if isinstance(node, ast.Call) else node
    name = func.id if isinstance(func, ast.Name) else ""
    infos = [info for info in site.bindings.classes if info.name == name and info.node is not None]
    if len(infos) != 1 or name in site.taken() or _is_caught(site, name):
        return None
    base = _base(infos[0])
    if base is None:
        return None
    span = site.document.span
    edit = Edit(span(func), (base,))
    if _says_something(infos[0]) or not isinstance(node, ast.Call):
        edit = Edit(span(node), (f'{base}("{name}")',))
    return Fix(TITLE, "unsafe", (edit,), filled(ANOTHER, base, name))


def _base(info: ClassInfo, depth: int = 0) -> str | None:
    """The class of Python's from which one derives, by classes of this file alone."""
    bases = info.node.bases if info.node is not None else []
    if len(bases) != 1 or depth > 8:
        return None
    inner = info.bases[0].info if info.bases else None
    if isinstance(inner, ClassInfo):
        return _base(inner, depth + 1)
    name = bases[0].id if isinstance(bases[0], ast.Name) else ""
    return name if name in RAISED else None


def _says_something(info: ClassInfo) -> bool:
    """Whether it, or one of its bases, makes its text itself."""
    own = {"__init__", "__new__", "__str__"} & info.methods.keys()
    return bool(own) or any(
        isinstance(base.info, ClassInfo) and _says_something(base.info) for base in info.bases
    )


def _is_caught(site: Site, name: str) -> bool:
    """Whether the file names the class but where it is raised or derived from."""
    tree = site.document.tree
    assert tree is not None
    raised = {
        one
        for statement in find(tree, ast.Raise)
        for one in (walk(statement.exc) if statement.exc is not None else ())
    }
    bases = {base for one in find(tree, ast.ClassDef) for base in one.bases}
    named = [one for one in find(tree, ast.Name) if name_of(one) == name]
    return any(one not in raised and one not in bases for one in named)
