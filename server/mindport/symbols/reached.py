"""What a class's forward calls or uses of the object, in itself or through other methods."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping

from mindport.nodes import attribute_of_self, called_from, find, functions_named, parents, walk
from mindport.symbols.values import ClassInfo

ENTRIES = ("forward", "construct")


def reached_names(cls: ClassInfo) -> frozenset[str]:
    """The names of members that ``forward`` calls, those of a class of another file as kept."""
    if cls.node is None:
        return cls.reached
    found: set[str] = set()
    waiting = list(ENTRIES)
    for name in waiting:  # grows while it is read
        function = cls.methods.get(name)
        for node in walk(function.node) if function is not None and function.node else ():
            func = node.func if isinstance(node, ast.Call) else None
            if isinstance(func, ast.Attribute) and getattr(func.value, "id", "") == "self":
                waiting += {func.attr} - found
                found.add(func.attr)
    return frozenset(found)


def in_forwards(tree: ast.Module) -> frozenset[ast.FunctionDef]:
    """The forwards and what they call."""
    forwards = {one for name in ENTRIES for one in functions_named(tree).get(name, ())}
    return frozenset(forwards | called_from(tree, forwards))


def running(cls: ClassInfo) -> frozenset[str]:
    """The methods that run the object itself, ``self.forward(x)``; of a class of another file, as kept."""
    if cls.running is None:
        methods = {name: info.node for name, info in cls.methods.items() if info.node is not None}
        cls.running = frozenset(
            name for name, node in methods.items() if any(map(runs_itself, walk(node)))
        )
    return cls.running


def runs_itself(node: ast.AST) -> bool:
    """``self.forward(x)``, ``self(x)``."""
    match node:
        case ast.Call(ast.Name("self")):
            return True
        case ast.Call(ast.Attribute(ast.Name("self"), name)):
            return name in ENTRIES
    return False


def tables(tree: ast.Module) -> dict[str, ast.expr]:
    """The dicts, lists and tuples that names of a module stand for: a call may look up a function."""
    return {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict | ast.List | ast.Tuple)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def used_of_object(method: ast.AST) -> frozenset[str]:
    """The members of ``self`` that a method names."""
    found = (attribute_of_self(node) for node in walk(method))
    return frozenset(name for name in found if name is not None)


def closure(used: Mapping[str, Collection[str]], names: Iterable[str]) -> set[str]:
    """Methods, and all other methods that they use of the object; ``used`` by each method's name."""
    waiting = list(names)
    for name in waiting:  # grows while it is read
        waiting += [one for one in used.get(name, ()) if one in used and one not in waiting]
    return set(waiting)


# What is asked of a layer without running it.
ASKED = frozenset({
    "add_module", "all_parameters", "append", "apply", "buffers", "cells", "cells_and_names", "children", "cpu", "cuda", "eval", "extend", "half",
    "float", "get_parameters", "init_weights", "insert", "items", "keys", "load_state_dict", "modules",
    "name_cells", "named_buffers", "named_children", "named_modules", "named_parameters", "parameters",
    "register_buffer", "register_forward_hook", "register_parameter", "requires_grad_",
    "reset_parameters", "set_train", "state_dict", "to", "train", "trainable_params", "values",
    "zero_grad",
})  # fmt: skip
QUESTIONS = frozenset({"hasattr", "id", "isinstance", "len", "print", "setattr", "type"})


def run_of_object(method: ast.AST) -> frozenset[str]:
    """The members of ``self`` that a method may call, or hand on to what does."""
    around = parents(method)
    return frozenset(
        name
        for node in walk(method)
        if (name := attribute_of_self(node)) is not None
        and isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and _may_run(node, around, method, frozenset())
    )


def _may_run(
    node: ast.AST, around: Mapping[ast.AST, ast.AST], method: ast.AST, seen: frozenset[str]
) -> bool:
    """Whether a layer, an item of it, or what a name stands for may be run there; ``seen`` are names
    that are being followed."""

    def again(name: str) -> bool:
        return name not in seen and any(
            one.id == name
            and isinstance(one.ctx, ast.Load)
            and _may_run(one, around, method, seen | {name})
            for one in find(method, ast.Name)
        )

    outer = around.get(node)
    while isinstance(outer, ast.Subscript) and outer.value is node:
        node, outer = outer, around.get(outer)
    listed = around.get(outer) if isinstance(outer, ast.List | ast.Tuple) else None
    if isinstance(listed, ast.For) and listed.iter is outer:
        node, outer = listed.iter, listed
    match outer:
        case ast.Attribute():
            call = around.get(outer)
            return isinstance(call, ast.Call) and call.func is outer and outer.attr not in ASKED
        case ast.Call(ast.Name(name)) if outer.func is not node:
            return name not in QUESTIONS | ASKED
        case ast.Compare() | ast.If():
            return False
        case ast.Assign([ast.Name(name)], value) if value is node:
            return again(name)
        case ast.For(ast.Name(name), iterated) if iterated is node:
            return again(name)
    return True
