"""``optimizer.step(server_controls, controls)`` of an optimizer of the user's: no closure is among them."""

from __future__ import annotations

import ast

from mindport.findings.site import Site
from mindport.nodes import find, name_of, walk
from mindport.symbols.values import ClassInfo, FunctionInfo


def takes_more(site: Site, info: ClassInfo, call: ast.Call) -> bool:
    """Whether a call gives the step of an optimizer something, and nothing that it would call."""
    function = _function(site, info)
    given = {keyword.arg for keyword in call.keywords}
    if function is None or function.args.vararg or function.args.kwarg or None in given:
        return False
    if (not call.args and not call.keywords) or any(isinstance(a, ast.Starred) for a in call.args):
        return False
    names = [argument.arg for argument in function.args.args[1:]]
    given |= set(names[: len(call.args)])
    called = {name_of(one.func) for one in find(function, ast.Call)}
    return len(call.args) <= len(names) and given.isdisjoint(called | {"closure"})


def _function(site: Site, info: ClassInfo) -> ast.FunctionDef | None:
    """The step of a class or of a base of its, in this file or in another one."""
    step = info.methods.get("step")
    if step is not None:
        return _written(site, step)
    above = (base.info for base in info.bases if isinstance(base.info, ClassInfo))
    return next((found for base in above if (found := _function(site, base))), None)


def _written(site: Site, step: FunctionInfo) -> ast.FunctionDef | None:
    if isinstance(step.node, ast.FunctionDef):
        return step.node
    tree = site.reading(step.home) if step.home is not None else None
    owner = step.owner.name if step.owner is not None else ""
    for cls in walk(tree) if tree is not None else ():
        if isinstance(cls, ast.ClassDef) and cls.name == owner:
            for part in cls.body:
                if isinstance(part, ast.FunctionDef) and part.name == "step":
                    return part
    return None
