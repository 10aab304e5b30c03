"""The mode that a network's constructor puts it into: ``self.eval()`` in ``__init__``."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Literal, TypeAlias

from mindport.nodes import attribute_of_self, find
from mindport.symbols.values import ClassInfo

OwnMode: TypeAlias = Literal["never", "sometimes", "always"]
MODE_SETTERS = frozenset({"eval", "train", "set_train"})


def own_mode(cls: ClassInfo) -> OwnMode:
    """Whether the constructor sets the mode of the network itself, or that of a base does; of a
    class of another file, as kept."""
    if cls.mode is None:
        cls.mode = _own_mode(cls)
    return cls.mode


def _own_mode(cls: ClassInfo) -> OwnMode:
    init = None if cls.node is None else constructor(cls.node)
    setting = (
        [] if init is None else [s for s in init.body if any(map(sets_own_mode, find(s, ast.Call)))]
    )
    always = [statement for statement in setting if isinstance(statement, ast.Expr)]
    if always and init is not None:
        return "never" if _makes_more(init, always[-1]) else "always"
    if setting:
        return "sometimes"
    bases = (base.info for base in cls.bases)
    return next((own_mode(info) for info in bases if isinstance(info, ClassInfo)), "never")


def _makes_more(init: ast.FunctionDef, setting: ast.stmt) -> bool:
    """Whether the constructor puts itself into training mode and makes attributes behind that, which
    a Cell leaves in the mode that they are made in."""
    if any(getattr(call.func, "attr", "") == "eval" for call in find(setting, ast.Call)):
        return False
    behind = init.body[init.body.index(setting) + 1 :]
    return any(
        attribute_of_self(target) is not None and isinstance(statement.value, ast.Call)
        for statement in behind
        if isinstance(statement, ast.Assign)
        for target in statement.targets
    )


def sets_modes(cls: ClassInfo) -> bool:
    """Whether a class, or one above it, puts what it holds into training mode: ``self.model.train()``.

    One that knows ``self.model.eval()`` alone trains in the mode in which torch makes a network.
    """
    if cls.modes is None:
        calls = () if cls.node is None else find(cls.node, ast.Call)
        cls.modes = any(map(_trains_other, calls))
    bases = (base.info for base in cls.bases)
    return cls.modes or any(isinstance(info, ClassInfo) and sets_modes(info) for info in bases)


def sets_parts(cls: ClassInfo, known: Mapping[str, ClassInfo]) -> bool:
    """Whether the constructor of a network puts parts of it into a mode, or one of what it is made of
    does; or whether it has a ``train`` of its own, which the constructor does not call.

    Args:
        cls: the network's class.
        known: the classes of its file, by their names.
    """
    if cls.parts is None:
        cls.parts = False  # while it is looked for
        cls.parts = cls.node is not None and _sets_parts(cls, cls.node, known)
    return cls.parts


def _sets_parts(cls: ClassInfo, node: ast.ClassDef, known: Mapping[str, ClassInfo]) -> bool:
    methods = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
    if methods.keys() & MODE_SETTERS:
        return True
    waiting = ["__init__"]
    for name in waiting:  # grows while it is read
        calls = find(methods[name], ast.Call) if name in methods else ()
        for call in calls:
            if is_mode_set(call) and not sets_own_mode(call):
                return True
            called = attribute_of_self(call.func)
            if called is not None and called not in waiting:
                waiting.append(called)
    made = [known[name.id] for name in find(node, ast.Name) if name.id in known]
    made += [v.info for v in cls.attributes.values() if isinstance(v.info, ClassInfo)]
    return any(sets_parts(info, known) for info in made)


def is_mode_set(node: ast.AST) -> bool:
    """``net.eval()``, ``self.bn.train(False)``."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in MODE_SETTERS
    )


def _trains_other(call: ast.Call) -> bool:
    trains = isinstance(call.func, ast.Attribute) and call.func.attr in MODE_SETTERS - {"eval"}
    off = any(getattr(given, "value", None) is False for given in call.args)
    return trains and not off and not sets_own_mode(call)


def constructor(cls: ast.ClassDef) -> ast.FunctionDef | None:
    made = (s for s in cls.body if isinstance(s, ast.FunctionDef) and s.name == "__init__")
    return next(made, None)


def sets_own_mode(call: ast.Call) -> bool:
    """``self.eval()``, ``self.train(mode)``."""
    function = call.func
    if not isinstance(function, ast.Attribute) or function.attr not in MODE_SETTERS:
        return False
    return isinstance(function.value, ast.Name) and function.value.id == "self"
