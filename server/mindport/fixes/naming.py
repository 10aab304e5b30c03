"""How MindSpore's names are written in a file: idiomatic where free, collision-free always."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import takewhile

from mindport.document import Document, Span
from mindport.knowledge.helpers import INSTEAD, Definition
from mindport.knowledge.store import Store
from mindport.knowledge.templates import HELPER
from mindport.nodes import names_bound, walk
from mindport.report import Edit

# Module to (statement's module, imported name, usual local name). The longest match is taken.
USUAL = {
    "mindspore": ("", "mindspore", "ms"),
    "mindspore.nn": ("mindspore", "nn", "nn"),
    "mindspore.ops": ("mindspore", "ops", "ops"),
    "mindspore.mint": ("mindspore", "mint", "mint"),
    "mindspore.amp": ("mindspore", "amp", "amp"),
    "mindspore.numpy": ("mindspore", "numpy", "mnp"),
    "mindspore.dataset": ("mindspore", "dataset", "ds"),
    "mindspore.dataset.vision": ("mindspore.dataset", "vision", "vision"),
    "mindspore.dataset.transforms": ("mindspore.dataset", "transforms", "transforms"),
    "mindspore.common.initializer": ("mindspore.common", "initializer", "initializer"),
    "mindspore.experimental.optim": ("mindspore.experimental", "optim", "optim"),
    "mindspore.scipy": ("mindspore", "scipy", "scipy"),
    "torch": ("", "torch", "torch"),
    "numpy": ("", "numpy", "np"),
    "abc": ("", "abc", "abc"),
    "math": ("", "math", "math"),
    "functools": ("", "functools", "functools"),
    "itertools": ("", "itertools", "itertools"),
    "builtins": ("", "builtins", "builtins"),
    "typing": ("", "typing", "typing"),
    "contextlib": ("", "contextlib", "contextlib"),
    "copy": ("", "copy", "copy"),
    "urllib.request": ("urllib", "request", "request"),
    "urllib.parse": ("urllib", "parse", "parse"),
    "multiprocessing": ("", "multiprocessing", "multiprocessing"),
    "os": ("", "os", "os"),
    "io": ("", "io", "io"),
    "bz2": ("", "bz2", "bz2"),
    "csv": ("", "csv", "csv"),
    "enum": ("", "enum", "enum"),
    "gzip": ("", "gzip", "gzip"),
    "json": ("", "json", "json"),
    "lzma": ("", "lzma", "lzma"),
    "pathlib": ("", "pathlib", "pathlib"),
    "shutil": ("", "shutil", "shutil"),
    "hashlib": ("", "hashlib", "hashlib"),
    "pickle": ("", "pickle", "pickle"),
    "re": ("", "re", "re"),
    "string": ("", "string", "string"),
    "tarfile": ("", "tarfile", "tarfile"),
    "sys": ("", "sys", "sys"),
    "xml.etree.ElementTree": ("xml.etree", "ElementTree", "ElementTree"),
    "zipfile": ("", "zipfile", "zipfile"),
    "collections": ("", "collections", "collections"),
    "types": ("", "types", "types"),
    "soundfile": ("", "soundfile", "soundfile"),
    "tensorboardX": ("", "tensorboardX", "tensorboardX"),
    "scipy.io": ("scipy", "io", "scipy_io"),
    "PIL.Image": ("PIL", "Image", "Image"),
    "PIL.ImageOps": ("PIL", "ImageOps", "ImageOps"),
    "PIL.ImageSequence": ("PIL", "ImageSequence", "ImageSequence"),
    "PIL.ImageColor": ("PIL", "ImageColor", "ImageColor"),
    "PIL.ImageDraw": ("PIL", "ImageDraw", "ImageDraw"),
    "PIL.ImageEnhance": ("PIL", "ImageEnhance", "ImageEnhance"),
    "PIL.ImageFont": ("PIL", "ImageFont", "ImageFont"),
}
# Not attributes of the package until imported: always imported by their own statement.
EXPLICIT = {"mindspore.numpy", "mindspore.dataset", "mindspore.dataset.vision",
            "mindspore.dataset.transforms", "mindspore.common.initializer",
            "mindspore.experimental.optim", "mindspore.scipy"}  # fmt: skip
# Whose functions and classes MindSpore's documentation imports by their own names.
BY_MEMBER = {"mindspore.common.initializer"}


@dataclass
class Names:
    """Chooses local names for modules and helpers, and remembers what is to be put in."""

    document: Document
    freed: frozenset[str]
    store: Store
    reserved: frozenset[str] = frozenset()
    """Names that other files take from this one: no new name may come in their place."""
    existing: dict[str, str] = field(init=False)
    taken: set[str] = field(init=False)
    wanted: dict[str, str] = field(default_factory=dict)
    wanted_members: dict[str, str] = field(default_factory=dict)
    helpers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        assert self.document.tree is not None
        self.existing = dict(_module_imports(_opening(self.document.tree)))
        self.taken = set(bound_names(self.document.tree) - self.freed) | self.reserved
        self.taken |= star_names(self.document.tree)

    def __call__(self, api: str) -> str:
        """``api`` as this file writes it."""
        return self._written(api, frozenset())

    def _written(self, api: str, hidden: frozenset[str]) -> str:
        """``api`` where the names in ``hidden`` mean something else."""
        module = _module_of(api)
        if module == HELPER:
            return self._helper(api.partition(".")[2])
        if self._members.get(api, "") not in {"", *hidden}:
            return self._members[api]
        if module not in USUAL:
            return api
        member = self._member(api, module, hidden) if module in BY_MEMBER else ""
        if member not in {"", *hidden}:
            return member
        return f"{self._local(module, hidden)}{api[len(module) :]}"

    def _member(self, api: str, module: str, hidden: frozenset[str]) -> str:
        """The name by which a function or class of a module is imported; empty where the file has
        the module."""
        if self.existing.get(module, "") not in {"", *hidden}:
            return ""
        if api not in self.wanted_members:
            name, taken = api[len(module) + 1 :], self.taken | self._written_names
            choices = [name, *(f"{prefix}{name}" for prefix in INSTEAD)]
            self.wanted_members[api] = next(one for one in choices if one not in taken)
            self.taken.add(self.wanted_members[api])
        return self.wanted_members[api]

    @cached_property
    def _written_names(self) -> frozenset[str]:
        """Names and attributes that the file has: a helper may come in the place of what they name."""
        assert self.document.tree is not None
        nodes = list(walk(self.document.tree))
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        return frozenset(names | {node.attr for node in nodes if isinstance(node, ast.Attribute)})

    @cached_property
    def _members(self) -> dict[str, str]:
        """What the file imports by its own name, ``from functools import partial``."""
        assert self.document.tree is not None
        bound = Counter(names_bound(self.document.tree))
        return {
            f"{statement.module}.{alias.name}": alias.asname or alias.name
            for statement in _opening(self.document.tree)
            if isinstance(statement, ast.ImportFrom) and not statement.level
            for alias in statement.names
            if bound[alias.asname or alias.name] == 1
        }

    @cached_property
    def _late(self) -> dict[str, str]:
        """The modules that the file imports behind definitions, which their classes' bodies and
        their defaults cannot name yet: they are imported at the top as well, by the same name."""
        assert self.document.tree is not None
        bound = Counter(names_bound(self.document.tree))
        imports = _module_imports(self.document.tree.body)
        return {module: name for module, name in imports if bound[name] == 1}

    def _local(self, module: str, hidden: frozenset[str]) -> str:
        for known in (self.existing, self.wanted):
            if known.get(module, "") not in {"", *hidden}:
                return known[module]
        late = self._late.get(module, "")
        if late not in {"", *hidden}:
            self.wanted[module] = late
            return late
        _, name, usual = USUAL[module]
        choices = [usual, name]
        if module.startswith("mindspore.") and module not in EXPLICIT:
            if usual in self.taken | hidden:
                return f"{self._local('mindspore', hidden)}{module[len('mindspore') :]}"
        elif module.startswith("mindspore"):
            choices += [f"ms_{name}", f"mindspore_{name}"]
        choices += [f"_{usual}"]
        chosen = next(choice for choice in choices if choice not in self.taken | hidden)
        self.taken.add(chosen)
        self.wanted[module] = chosen
        return chosen

    def _helper(self, name: str) -> str:
        """The name of a helper: the one under which the file has it, or a free one."""
        if name not in self.helpers:
            there = self._definition(name)
            if there is not None:
                return there
            taken = self.taken | self._unbound
            choices = [name, *(f"{prefix}{name}" for prefix in INSTEAD)]
            chosen = next(choice for choice in choices if choice not in taken)
            self.taken.add(chosen)
            self.helpers[name] = chosen
        return self.helpers[name]

    def _definition(self, name: str) -> str | None:
        """The name of the file's function or class that is the helper ``name``."""
        assert self.document.tree is not None
        for node in self.document.tree.body:
            if isinstance(node, Definition) and self.store.is_helper(name, self.document, node):
                return node.name
        return None

    @cached_property
    def _unbound(self) -> frozenset[str]:
        """Names that the file reads and does not bind, such as those of star imports."""
        assert self.document.tree is not None
        read = {node.id for node in walk(self.document.tree) if isinstance(node, ast.Name)}
        return frozenset(read - self.freed)

    def helper_edits(self, at: int) -> list[Edit]:
        """The sources of the helpers that are used and not there, put before ``at``.

        The names that they need are chosen here: ask for ``import_edits`` afterwards.
        """
        if not self.helpers:
            return []
        newline = self.document.newline
        for name in self.store.with_needed(self.helpers):
            self._helper(name)
        ordered = self.store.with_needed(self.helpers)
        sources = [self._source(name) for name in ordered if name in self.helpers]
        text = "".join(f"\n\n{source}\n" for source in sources).replace("\n", newline)
        after = self.document.text[at:]
        blank = len(after) - len(after.lstrip("\r\n"))
        lines = min(2, after[:blank].count(newline))
        return [Edit(Span(at, at), (text + newline * (2 - lines),))]

    def _source(self, name: str) -> str:
        helper = self.store.helper(name)
        hidden = helper.bound
        return "".join(
            piece if isinstance(piece, str) else self._inside(piece.name, hidden)
            for piece in helper.pieces
        )

    def _inside(self, api: str, hidden: frozenset[str]) -> str:
        """``api`` as a helper writes it; a builtin goes by its module where the file hides it."""
        name = api.removeprefix("builtins.")
        return name if name != api and name not in self._globals else self._written(api, hidden)

    @cached_property
    def _globals(self) -> frozenset[str]:
        """The names that the file binds at its top level."""
        assert self.document.tree is not None
        return bound_names(self.document.tree, whole=False)

    def import_edits(self, at: int) -> Iterator[Edit]:
        """The import statements that the chosen names need, put before ``at``."""
        lines: list[str] = []
        grouped: dict[str, list[str]] = {}
        for module, local in self.wanted.items():
            source, name, _ = USUAL[module]
            if source:
                grouped.setdefault(source, []).append(_alias(name, local))
            else:
                lines.append(f"import {_alias(name, local)}")
        for member, local in self.wanted_members.items():
            source, _, name = member.rpartition(".")
            grouped.setdefault(source, []).append(_alias(name, local))
        lines.sort()
        lines += [f"from {source} import {', '.join(sorted(names))}"
                  for source, names in sorted(grouped.items())]  # fmt: skip
        newline = self.document.newline
        if lines:
            yield Edit(Span(at, at), tuple(f"{line}{newline}" for line in lines))


def _alias(name: str, local: str) -> str:
    return name if local == name else f"{name} as {local}"


def _module_of(api: str) -> str:
    parts = api.split(".")
    for length in range(len(parts) - 1, 0, -1):
        module = ".".join(parts[:length])
        if module in USUAL:
            return module
    return parts[0]


def _opening(tree: ast.Module) -> Sequence[ast.stmt]:
    """The statements of a file before its first function or class."""
    return list(takewhile(lambda one: not isinstance(one, Definition), tree.body))


def _module_imports(statements: Iterable[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Modules of USUAL that these statements import, with their local names."""
    for statement in statements:
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                if alias.name in USUAL and (alias.asname or "." not in alias.name):
                    yield alias.name, alias.asname or alias.name
        elif isinstance(statement, ast.ImportFrom) and not statement.level:
            for alias in statement.names:
                module = f"{statement.module}.{alias.name}"
                if module in USUAL:
                    yield module, alias.asname or alias.name


@lru_cache(maxsize=4)
def star_names(tree: ast.Module) -> frozenset[str]:
    """Names that the file reads and that only a star import can have bound."""
    imports = [node for node in walk(tree) if isinstance(node, ast.ImportFrom)]
    if not any(statement.names[0].name == "*" for statement in imports):
        return frozenset()
    read = {
        node.id
        for node in walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    return frozenset(read - bound_names(tree))


@lru_cache(maxsize=4)
def bound_names(tree: ast.AST, whole: bool = True) -> frozenset[str]:
    """Every name that anything in the file binds, or its top level alone."""
    names: set[str] = set()
    for node in walk(tree) if whole else _outermost(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.alias):
            names.add(node.asname or node.name.partition(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
    return frozenset(names)


def _outermost(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that are not inside a function, a class or a comprehension."""
    inner = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
    inner |= ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, inner):
            waiting += ast.iter_child_nodes(node)
