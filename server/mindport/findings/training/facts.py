"""What the rules of this package ask of a file that trains something."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from mindport.findings.gradmode import NO_GRAD, cuts_itself
from mindport.findings.site import Site
from mindport.findings.training.leaves import Leaf, optimized_leaves, updated_leaves
from mindport.findings.training.names import bound_names, path_of, stored_paths
from mindport.nodes import find, functions_named, name_of, root_of_chain, walk
from mindport.symbols.given_values import is_setting
from mindport.symbols.results import FOREIGN
from mindport.symbols.setters import read_attributes
from mindport.symbols.statements import FORWARD_NAMES
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, ClassInfo, FunctionInfo, Value
from mindport.symbols.walk import ROOTS

OF_NETWORKS = frozenset({"parameters", "named_parameters", "trainable_params", "train", "eval",
                         "set_train"})  # fmt: skip
# What puts something into a container for later.
PUTS = frozenset({"append", "appendleft", "add", "extend", "insert", "push", "put"})
SETTING = frozenset({"__init__", "__call__", *FORWARD_NAMES})
LIBRARIES = frozenset({*ROOTS, *FOREIGN, "mindspore", "numpy"})


@dataclass(frozen=True)
class Facts:
    """``symbols``: the torch symbol of each name that is one. ``imported``: names of imports."""

    site: Site
    symbols: dict[ast.AST, str]
    imported: frozenset[str]
    networks: frozenset[str]
    """Paths of what the file takes parameters from, puts into a mode, or makes as a module."""
    attributes: frozenset[str]
    """``self.name`` for the attributes that the file's classes have, their methods left out."""
    stopping: dict[str, list[Use]]
    """Functions of the file that stop gradients inside, with the uses that do so."""
    ungraded: frozenset[str]
    """Those of which nothing has a gradient: ``no_grad`` is their decorator."""
    uncut: frozenset[str]
    """Those whose gradients would flow on MindSpore, whatever is fixed in them."""
    cut_tensors: frozenset[str]
    """Those that are cut by their fixes if what they give are tensors."""
    functions: Mapping[str, list[ast.FunctionDef]]
    """The file's functions and methods by their names."""
    updated: Mapping[Leaf, ast.Assign]
    """Single tensors that are changed by hand, each with the statement that makes it."""
    parameters: frozenset[str]
    """Paths of single tensors that are trained: Parameters, and what an optimizer is given."""

    @classmethod
    def of(cls, site: Site) -> Facts:
        assert site.document.tree is not None
        symbols: dict[ast.AST, str] = {use.node: use.symbol for use in site.bindings.uses}
        imported = {
            alias.asname or alias.name.partition(".")[0]
            for node in walk(site.document.tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
            if _library(node, alias)
        }
        stopping = _stopping(site)
        functions = functions_named(site.document.tree)
        optimized = optimized_leaves(site)
        updated = {k: v for k, v in updated_leaves(site).items() if k not in optimized}
        leaves = (*optimized, *updated)
        return cls(
            site,
            symbols,
            frozenset(imported),
            frozenset(_networks(site)),
            frozenset(_attributes(site.document.tree) | _inherited(site)),
            stopping,
            frozenset(_ungraded(stopping, functions)),
            frozenset(_cut(site, stopping, False)),
            frozenset(_cut(site, stopping, None)),
            functions,
            updated,
            frozenset({*_parameters(site.document.tree), *(leaf.path for leaf in leaves)}),
        )

    def uses_all(self, path: str) -> bool | None:
        """Whether a network calls all of its layers: torch's own do, and classes of the file that
        name them outside of their constructor. None where the class is not seen."""
        assert self.site.document.tree is not None
        found = [
            self._calls_all(self.site.bindings.values.get(node.value, UNKNOWN))
            for node in walk(self.site.document.tree)
            if isinstance(node, ast.Assign) and path in map(path_of, node.targets)
        ]
        return False if False in found else None if None in found or not found else True

    def layers_of(self, path: str) -> frozenset[str] | None:
        """The attributes of a network that may have parameters; None where its class is not seen."""
        found: set[str] = set()
        for made in self.classes_of(path) or ():
            classes = lineage(made, ("torch", "other", "mindspore"))
            if classes is None:
                return None
            for info in classes:
                held = info.attributes.items()
                found |= {name for name, one in held if one.kind not in ("other", "none")}
        return frozenset(found) if self.classes_of(path) else None

    def classes_of(self, path: str) -> list[ClassInfo] | None:
        """The classes of what a path is given; None where it is anything but a network of a class."""
        assert self.site.document.tree is not None
        values = [
            self.site.bindings.values.get(node.value, UNKNOWN)
            for node in walk(self.site.document.tree)
            if isinstance(node, ast.Assign) and path in map(path_of, node.targets)
        ]
        classes = [v.info for v in values if v.kind == "object" and isinstance(v.info, ClassInfo)]
        networks = [info for info in classes if info.is_module or info.is_cell]
        return networks if values and len(networks) == len(values) else None

    def _calls_all(self, value: Value) -> bool | None:
        if value.kind == "instance" and value.name.startswith("torch.nn."):
            return True
        if value.kind != "object" or not isinstance(value.info, ClassInfo):
            return None
        classes = lineage(value.info, ("torch", "other", "mindspore"))
        if classes is None or not (value.info.is_module or value.info.is_cell):
            return None
        methods = [
            method.node
            for info in classes
            for name, method in info.methods.items()
            if name != "__init__" and method.node is not None
        ]
        read = {n.attr for m in methods for n in walk(m) if isinstance(n, ast.Attribute)}
        read.update(*(read_attributes(info) for info in classes if info.node is None))
        tree = self.site.document.tree
        left = [
            (info, value)
            for info in classes
            for name, value in info.attributes.items()
            if name not in read and (tree is None or not is_setting(tree, info, name))
            if info.node is not None or value.kind not in ("other", "none")
        ]
        unseen = [info.node is None and value.kind == "unknown" for info, value in left]
        return None if left and all(unseen) else not left

    @cached_property
    def left_by_forward(self) -> frozenset[str]:
        """The attributes that forwards of the file give other values: ``self.last_loss = ...``."""
        forwards = (f for name in FORWARD_NAMES for f in self.functions.get(name, ()))
        stores = (node for f in forwards for node in walk(f) if isinstance(node, ast.Attribute))
        return frozenset(
            node.attr
            for node in stores
            if isinstance(node.ctx, ast.Store) and path_of(node.value) == "self"
        )

    def runs(self, function: ast.expr) -> bool:
        """Whether a call of ``function`` runs a network: ``net``, ``self.net.forward``."""
        if path_of(function) in self.networks:
            return True
        if not isinstance(function, ast.Attribute) or function.attr not in FORWARD_NAMES:
            return False
        value = self.site.bindings.values.get(function.value, UNKNOWN)
        if value.kind == "object" and isinstance(value.info, ClassInfo):
            return value.info.is_module or value.info.is_cell
        return path_of(function.value) in self.networks

    @cached_property
    def shared(self) -> frozenset[str]:
        """The names that functions of the file set outside of themselves."""
        assert self.site.document.tree is not None
        nodes = walk(self.site.document.tree)
        found = (node.names for node in nodes if isinstance(node, ast.Global | ast.Nonlocal))
        return frozenset(name for names in found for name in names)

    @cached_property
    def fills(self) -> list[tuple[ast.FunctionDef, frozenset[str]]]:
        """Functions that put something into what lasts, ``self.log_probs`` or a global list, with
        the paths of that."""
        found = []
        for function in (f for functions in self.functions.values() for f in functions):
            inside = bound_names(ast.Module(function.body, [])) | {
                argument.arg for argument in walk(function.args) if isinstance(argument, ast.arg)
            } - {"self"}
            calls = (n.func for n in walk(function) if isinstance(n, ast.Call))
            paths = {
                path_of(called.value) or ""
                for called in calls
                if isinstance(called, ast.Attribute) and called.attr in PUTS
            }
            lasting = {path for path in paths if path and ("." in path or path not in inside)}
            if lasting:
                found.append((function, frozenset(lasting)))
        return found

    @cached_property
    def sets(self) -> list[tuple[ast.FunctionDef, frozenset[str]]]:
        """Methods that give attributes of their objects another value, with the paths of those; not
        those that make the object, or run as the network that it is."""
        return [
            (function, frozenset(path for path in stored_paths(function) if "self." in path))
            for name, functions in self.functions.items()
            for function in functions
            if name not in SETTING
        ]

    @cached_property
    def reading(self) -> frozenset[str]:
        """The names of the file's functions that read or change gradients of what they get."""
        return frozenset(
            name
            for name, functions in self.functions.items()
            if any(
                isinstance(node, ast.Attribute) and node.attr == "grad"
                for function in functions
                for node in walk(function)
            )
        )

    def reads_beside(self, call: ast.Call) -> bool:
        """Whether a function of another file is called that reads or changes gradients."""
        info = self.site.bindings.values.get(call.func, UNKNOWN).info
        if not isinstance(info, FunctionInfo) or info.home is None:
            return False
        tree = self.site.reading(info.home)
        functions = () if tree is None else find(tree, ast.FunctionDef)
        return any(
            function.name == info.name
            and any(node.attr == "grad" for node in find(function, ast.Attribute))
            for function in functions
        )

    @cached_property
    def assigned(self) -> frozenset[str]:
        """The names of all attributes that the file sets: ``get`` of ``self.get = self.get_all``."""
        assert self.site.document.tree is not None
        attributes = (n for n in walk(self.site.document.tree) if isinstance(n, ast.Attribute))
        return frozenset(n.attr for n in attributes if isinstance(n.ctx, ast.Store))

    def may_be_called(self, call: ast.Call, method: ast.FunctionDef) -> bool:
        """Whether ``self.step()`` may be a method, of the file's methods with this name.

        One of a class is not called where ``self`` is of another that does not descend from it.
        """
        match call.func:
            case ast.Attribute(value=ast.Name("self")):
                one, other = self.ancestors(call), self.ancestors(method)
                return not (one and other) or one[0] in other or other[0] in one
        return True

    def ancestors(self, node: ast.AST) -> list[ClassInfo]:
        """The class around ``node`` and those above it; empty where they are not seen."""
        assert self.site.document.tree is not None
        parents = self.site.parents(self.site.document.tree)
        while node in parents and not isinstance(node, ast.ClassDef):
            node = parents[node]
        info = next((i for i in self.site.bindings.classes if i.node is node), None)
        return (lineage(info) or []) if info is not None else []

    def is_tensor_method(self, name: str) -> bool:
        """Whether tensors have a method of this name that changes nothing."""
        return not name.endswith("_") and (
            self.site.api.canonical(f"torch.Tensor.{name}") is not None
        )

    def is_inplace_method(self, name: str) -> bool:
        """Whether tensors have a method of this name that changes their numbers, and gives them back."""
        inplace = name.endswith("_") and name not in ("requires_grad_", "detach_")
        return inplace and self.site.api.canonical(f"torch.Tensor.{name}") is not None

    def is_library(self, function: ast.Attribute) -> bool:
        """``torch.cat``, ``F.relu``, ``np.mean``: a function of an imported module."""
        base = root_of_chain(function)
        return (
            isinstance(base, ast.Name)
            and base.id in self.imported
            and not function.attr.endswith("_")
        )


def _library(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> bool:
    """Whether an import is of a library that changes nothing of the user's."""
    if isinstance(node, ast.ImportFrom):
        return not node.level and (node.module or "").partition(".")[0] in LIBRARIES
    return alias.name.partition(".")[0] in LIBRARIES


def _networks(site: Site) -> Iterator[str]:
    assert site.document.tree is not None
    for node in walk(site.document.tree):
        if isinstance(node, ast.Attribute) and node.attr in OF_NETWORKS:
            path = path_of(node.value)
            if path is not None:
                yield path
    for made in site.bindings.constructed:
        if isinstance(made.statement, ast.Assign):
            yield from filter(None, map(path_of, made.statement.targets))


def _parameters(tree: ast.Module) -> Iterator[str]:
    """``alpha`` of ``alpha = nn.Parameter(...)``."""
    for node in walk(tree):
        match node:
            case ast.Assign(value=ast.Call(func=called)) if name_of(called) == "Parameter":
                yield from filter(None, map(path_of, node.targets))


def _attributes(tree: ast.Module) -> set[str]:
    stored, methods = set(), set()
    for node in walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            stored.add(f"self.{node.attr}")
        elif isinstance(node, ast.FunctionDef):
            methods.add(f"self.{node.name}")
        elif isinstance(node, ast.ClassDef):
            fields = (inner for inner in node.body if isinstance(inner, ast.AnnAssign | ast.Assign))
            stored |= {f"self.{name}" for inner in fields for name in bound_names(inner)}
    return stored - methods


def _inherited(site: Site) -> set[str]:
    """``self.name`` for what the file's classes call of themselves and no base has as a method.

    Only of classes all of whose bases are seen, in this file or in others of the workspace.
    """
    found: set[str] = set()
    for info in site.bindings.classes:
        classes = lineage(info)
        if classes is None or len(classes) == 1 or info.node is None:
            continue
        methods = {name for one in classes for name in one.methods}
        for node in ast.walk(info.node):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                name = node.func.attr
                known = name in methods or site.api.canonical(f"torch.nn.Module.{name}")
                if path_of(node.func.value) == "self" and not known:
                    found.add(f"self.{name}")
    return found


# What gives a class none of the names that anything here asks for.
PLAIN_BASES = frozenset({"abc.ABC", "typing.Protocol"})


def lineage(info: ClassInfo, known: Sequence[str] = ("torch", "other")) -> list[ClassInfo] | None:
    """A class and all its ancestors; None where one is not seen. Those of ``known`` kinds, which
    are torch's, are left out."""
    found, waiting = [info], list(info.bases)
    while waiting:
        base = waiting.pop()
        if isinstance(base.info, ClassInfo):
            if base.info not in found:
                found.append(base.info)
                waiting += base.info.bases
        elif base.kind not in known and base.name not in PLAIN_BASES:
            return None
    return found


def _stopping(site: Site) -> dict[str, list[Use]]:
    found: dict[str, list[Use]] = {}
    for use in site.bindings.uses:
        if use.symbol in NO_GRAD:
            if _decorates(use):
                assert isinstance(use.statement, ast.FunctionDef)
                found.setdefault(use.statement.name, []).append(use)
            elif use.function is not None:
                found.setdefault(use.function.name, []).append(use)
    return found


def _decorates(use: Use) -> bool:
    return use.context == "decorator" and isinstance(use.statement, ast.FunctionDef)


def _ungraded(
    stopping: dict[str, list[Use]], functions: Mapping[str, list[ast.FunctionDef]]
) -> Iterator[str]:
    for name, uses in stopping.items():
        decorated = {use.statement for use in uses if _decorates(use)}
        if decorated.issuperset(functions.get(name, ())) and decorated:
            yield name


def _cut(site: Site, stopping: dict[str, list[Use]], wanted: bool | None) -> Iterator[str]:
    for name, uses in stopping.items():
        known = [cuts_itself(site, use) for use in uses]
        if (False if False in known else None if None in known else True) is wanted:
            yield name
