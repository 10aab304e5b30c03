"""What a network's forward reads of the object, and which methods set that."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.nodes import attribute_of_self, kept, targets, walk
from mindport.symbols.reached import ENTRIES, closure, used_of_object
from mindport.symbols.values import ClassInfo

CONSTRUCTORS = ("__init__", "__post_init__")
Method = ast.FunctionDef | ast.AsyncFunctionDef


def read_attributes(cls: ClassInfo) -> frozenset[str]:
    """The attributes that ``forward`` reads, in itself or through other methods."""
    if cls.read is None:
        methods = _methods(cls)
        inherited = (read_attributes(base) for base in _of_other_files(cls))
        cls.read = frozenset(_read(methods)).union(*inherited) - methods.keys()
    return cls.read


def setters(cls: ClassInfo) -> frozenset[str]:
    """The methods that set such an attribute, in themselves or through other methods, and belong
    neither to ``forward`` nor to the constructor."""
    if cls.setters is None:
        methods, read = _methods(cls), read_attributes(cls)
        used = _used(methods)
        early = closure(used, CONSTRUCTORS)
        others = methods.keys() - closure(used, ENTRIES) - early
        found = {name for name in others if not read.isdisjoint(_set(methods[name]))}
        found |= {name for name in others if not found.isdisjoint(closure(used, [name]))}
        inherited = (setters(base) for base in _of_other_files(cls))
        cls.setters = frozenset(found).union(*inherited) - early
    return cls.setters


def of_the_constructor(cls: ClassInfo) -> set[Method]:
    """The constructor, and the methods that it uses."""
    methods = _methods(cls)
    return {methods[name] for name in closure(_used(methods), CONSTRUCTORS) & methods.keys()}


def _bases(cls: ClassInfo) -> Iterator[ClassInfo]:
    """The class, and those of the user's that it derives from, nearest first."""
    waiting = [cls]
    for one in waiting:  # grows while it is read
        yield one
        found = [base.info for base in one.bases if isinstance(base.info, ClassInfo)]
        waiting += [base for base in found if base not in waiting]


def _of_other_files(cls: ClassInfo) -> list[ClassInfo]:
    return [base for base in _bases(cls) if base.node is None and base is not cls]


def _methods(cls: ClassInfo) -> dict[str, Method]:
    found: dict[str, Method] = {}
    for base in _bases(cls):
        for statement in base.node.body if base.node is not None else ():
            if isinstance(statement, Method):
                found.setdefault(statement.name, statement)
    return found


def _used(methods: Mapping[str, Method]) -> dict[str, frozenset[str]]:
    return {name: kept(method, used_of_object) for name, method in methods.items()}


def _read(methods: Mapping[str, Method]) -> Iterator[str]:
    for name in closure(_used(methods), ENTRIES) & methods.keys():
        for node in walk(methods[name]):
            own = attribute_of_self(node)
            if own is not None and isinstance(getattr(node, "ctx", None), ast.Load):
                yield own


def _set(method: Method) -> Iterator[str]:
    for target in (target for node in walk(method) for target in targets(node)):
        own = attribute_of_self(target)
        if own is not None:
            yield own
