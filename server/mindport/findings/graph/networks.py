"""Two networks in one compiled function: their parameters need names of their own (MP402)."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function, definitions
from mindport.findings.graph.scopes import scopes
from mindport.findings.graph.telling import attribute_of_self, targets, told
from mindport.findings.site import Site
from mindport.nodes import kept, walk
from mindport.report import Finding
from mindport.texts import Text

# What is called and has no parameters.
PLAIN = re.compile(r"loss|crit(?!ic)|metric|scal|noise|func|_fn$|^fn$|act(?!or)", re.IGNORECASE)
NAMES = Text(
    "Graph mode refuses two networks whose parameters have equal names, as those of networks that "
    "were made apart have: call {0}.update_parameters_name('{1}.') before its optimizer is made.",
    "静态图模式不接受参数重名的两个网络，而分别创建的网络其参数往往重名：请在创建优化器之前调用 {0}.update_parameters_name('{1}.')。",
)


def network_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a function, at the second network that it calls."""
    for function in code.functions:
        owner = function.owner
        if owner is None or not (owner.is_module or owner.is_cell):
            called = list(_networks(site, code, function))
            first = called[0][1] if called else ""
            other = next(
                (one for one in called if one[1] != first and _may_share(site, one[1], first)), None
            )
            if other is not None and not _named(site):
                node, name = other
                words = (name, name.rpartition(".")[2])
                yield told(
                    site, "MP402", node, Text(NAMES.en.format(*words), NAMES.zh.format(*words))
                )


def _named(site: Site) -> bool:
    """Whether the file gives names to parameters by itself."""
    return "update_parameters_name(" in site.document.text


def _may_share(site: Site, *names: str) -> bool:
    """Whether two networks may have parameters of one name, as far as their classes are known."""
    layers = [_layers(site, name.rpartition(".")[2].lower().replace("_", "")) for name in names]
    return not (all(layers) and layers[0].isdisjoint(layers[1]))


def _layers(site: Site, name: str) -> set[str]:
    """The attributes of the class that a network's name tells; empty where none is so called."""
    info = next((info for info in site.bindings.classes if info.name.lower() == name), None)
    cls = None if info is None else info.node
    return {
        own
        for node in (walk(cls) if cls is not None else ())
        for target in targets(node)
        if (own := attribute_of_self(target)) is not None
    }


def _networks(site: Site, code: Compiled, function: Function) -> Iterator[tuple[ast.AST, str]]:
    """Calls of what may be a network: a name or attribute that is no function, class or loss."""
    tree = site.document.tree
    known = kept(tree, definitions) if tree is not None else {}
    methods = {name for info in site.bindings.classes for name in info.methods}
    classes = {info.name for info in site.bindings.classes}
    for scope in scopes(function):
        for node in scope.nodes:
            if not isinstance(node, ast.Call):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            own = attribute_of_self(node.func)
            if own is not None and own not in methods and not PLAIN.search(own):
                yield node, f"self.{own}"
            elif (
                name in scope.free - known.keys() - code.imports.keys() - classes
                and not hasattr(builtins, name)
                and not PLAIN.search(name)
            ):
                yield node, name
