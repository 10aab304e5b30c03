"""Networks that a file makes, and not as parts of others: their parameters are named by themselves."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.findings.training.names import path_of
from mindport.nodes import assigned_pairs, find, imported_names, kept, name_of, root_of_chain, walk
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, ClassInfo, argument_kind


def may_share(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two networks may have parameters of the same names; empty is what is not seen."""
    return not (one and other) or bool(one & other)


def attributes_of(site: Site, path: str) -> frozenset[str]:
    """What the network's class calls its parts; empty where the file does not show all of it."""
    return next((class_attributes(site, v) for v in values_of(site, path)), frozenset())


def class_attributes(site: Site, value: ast.expr) -> frozenset[str]:
    """What the class of which ``value`` makes a network calls its parts."""
    called = ast.unparse(value).partition("(")[0]
    made = [c.node for c in site.bindings.classes if c.name == called and c.is_module]
    if len(made) != 1 or made[0] is None:
        return frozenset()
    if any(isinstance(base, ast.Name) for base in made[0].bases):
        return frozenset()
    return frozenset(
        n.attr
        for n in walk(made[0])
        if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)
    )


def values_of(site: Site, path: str) -> Iterator[ast.expr]:
    """What the file's assignments give a path, ``actor, critic = Actor(), Critic()`` included; the
    whole call of ``actor, critic = make()``. Of ``self.model.encoder``, where the model is an object
    of a plain class, what that class sets ``self.encoder`` to, or the name that it hands on."""
    tree = site.document.tree
    assert tree is not None
    yield from assigned(tree, path)
    owner, _, name = path.rpartition(".")
    for held in values_of(site, owner) if owner not in ("", "self") else ():
        plain = plain_class(site, held)
        for value in assigned(plain, f"self.{name}") if plain is not None else ():
            yield from assigned(plain, value.id) if isinstance(value, ast.Name) else (value,)


def assigned(within: ast.AST | None, path: str) -> Iterator[ast.expr]:
    """What assignments give a path; the None that stands there for a network to come is left out."""
    for node in find(within, ast.Assign) if within is not None else ():
        for part, value in assigned_pairs(node):
            parts = part.elts if isinstance(part, ast.Tuple | ast.List) else [part]
            if not (isinstance(value, ast.Constant) and value.value is None):
                yield from (value for one in parts if path_of(one) == path)


def plain_class(site: Site, made: ast.expr) -> ast.ClassDef | None:
    """The class of the file of which a call makes an object, if that is no module."""
    value = site.bindings.values.get(made, UNKNOWN)
    info = value.info if isinstance(made, ast.Call) and value.kind == "object" else None
    is_plain = isinstance(info, ClassInfo) and not (info.is_module or info.is_cell)
    return info.node if is_plain and isinstance(info, ClassInfo) else None


def is_of_its_own(site: Site, use: Use, path: str) -> bool:
    """Whether the file makes this network, and not as a part of another one."""
    owner = None if use.function is None else use.function.owner
    if path.startswith("self.") and (owner is None or owner.is_module or owner.is_cell):
        return False
    made = list(values_of(site, path))
    return bool(made) and all(makes_module(site, value) for value in made)


def makes_module(site: Site, value: ast.expr) -> bool:
    """A call that makes a module, or of a function that does, ``.to(device)`` behind it included.

    Functions of other files are taken for such: what they give is asked for parameters.
    """
    kind = argument_kind(site.bindings.values.get(value, UNKNOWN))
    if kind == "module":
        return True
    if plain_class(site, value) is not None:
        return False
    made = {construction.call for construction in site.bindings.constructed}
    if isinstance(value, ast.ListComp | ast.GeneratorExp):
        value = value.elt
    tree = site.document.tree
    imported = kept(tree, imported_names) if tree is not None else frozenset()
    while isinstance(value, ast.Call):
        if value in made or isinstance(value.func, ast.Name):
            return value in made or not hasattr(builtins, name_of(value.func))  # float(loss)
        if getattr(root_of_chain(value.func), "id", "") in imported:
            return True  # networks.define_G(3)
        if not isinstance(value.func, ast.Attribute):
            return False
        value = value.func.value
    return False
