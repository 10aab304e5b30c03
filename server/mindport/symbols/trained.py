"""Which networks of an object an optimizer of its class trains, for classes of other files."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.nodes import find, name_of
from mindport.symbols.values import ClassInfo

LISTED = frozenset({"parameters", "trainable_params"})


def trained(cls: ClassInfo) -> Mapping[str, str]:
    """By the attributes that a class sets once, of a call that is given the parameters of another
    attribute, the latter: ``{"optimizer_g": "net_g"}``."""
    if cls.trained is None:
        cls.trained = dict(_trained(cls.node)) if cls.node is not None else {}
    return cls.trained


def _trained(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    found: dict[str, list[str | None]] = {}
    for statement in find(node, ast.Assign):
        for target in statement.targets:
            if (name := _of_self(target)) is not None:
                found.setdefault(name, []).append(_given(statement.value))
    for name, networks in found.items():
        if len(networks) == 1 and networks[0] is not None:
            yield name, networks[0]


def _given(value: ast.expr) -> str | None:
    """The one network whose parameters a call is given."""
    if not isinstance(value, ast.Call):
        return None
    given = [*value.args, *(keyword.value for keyword in value.keywords)]
    networks = [network for one in given if (network := _listed(one)) is not None]
    return networks[0] if len(networks) == 1 else None


def _listed(node: ast.expr) -> str | None:
    """``net`` of ``self.net.parameters()``, and of what a fix makes of that."""
    match node:
        case ast.Call(ast.Attribute(network, attr), []) if attr in LISTED:
            return _of_self(network)
        case ast.Call(ast.Name("all_parameters"), [network]):
            return _of_self(network)
    return None


def _of_self(node: ast.expr) -> str | None:
    is_own = isinstance(node, ast.Attribute) and name_of(node.value) == "self"
    return name_of(node) if is_own else None
