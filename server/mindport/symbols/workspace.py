"""Other files of the workspace: what the names that a file imports from them mean."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from pathlib import Path

from mindport.document import DecodeError, Document
from mindport.nodes import attribute_of_self, calls_alone, find, name_of, root_of_chain
from mindport.symbols.asked_members import asked_of
from mindport.symbols.computed import Computing, computing
from mindport.symbols.flow import start
from mindport.symbols.frameworks import TORCH
from mindport.symbols.given_losses import GivenLoss, callable_classes, given_losses, given_to
from mindport.symbols.inner_losses import loss_reads
from mindport.symbols.leaving import Leaving, leaving
from mindport.symbols.own_modes import own_mode, sets_modes, sets_parts
from mindport.symbols.own_steps import partial_steps
from mindport.symbols.reached import reached_names, running
from mindport.symbols.rewrapped import rewrapped
from mindport.symbols.setters import setters
from mindport.symbols.statements import FORWARD_NAMES, run_function
from mindport.symbols.stepping import clears_more, stepping
from mindport.symbols.takers import (
    FreeNames,
    Taking,
    files_below,
    free_names,
    python_files,
    takings,
    text_of,
)
from mindport.symbols.thawed import freezing_in
from mindport.symbols.trained import trained
from mindport.symbols.turns import NOTHING, Freezing
from mindport.symbols.twice import takes_second_derivatives
from mindport.symbols.uncopied import is_uncopied
from mindport.symbols.values import (
    NUMPY,
    UNKNOWN,
    ClassInfo,
    FunctionInfo,
    LazyName,
    Value,
    held_item,
)
from mindport.symbols.walk import Walk, settle

MAX_BYTES = 4_000_000
MAX_STEPS = 20
MODULE = "torch.nn.Module"
CONFIGURATIONS = (".yaml", ".yml", ".json", ".toml", ".cfg", ".ini")
WRITTEN_BY_HAND = 100_000  # bytes; larger ones hold data
DOTTED = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
NAMED = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
QUOTED = re.compile(r"[\"']((?:torch\.)?nn(?:\.[A-Za-z_]\w*)+)[\"']")
GRADIENTS = re.compile(r"\.grad\b|\bgrads_?\b")
# What people call what is multiplied to leave items out.
MASKS = re.compile(r"mask|valid")
FREEZING = re.compile(r"\brequires_grad_?\b|freeze")
SILENCED = re.compile(r"#\s*mindport:\s*ignore")


@dataclass(eq=False)
class Workspace:
    """Resolves imports below ``roots``, their ``src`` and beside the importing file; reads each once.

    ``moving`` are files that are being fixed together: each will import itself what it takes of
    torch from the others.
    """

    roots: Sequence[Path] = ()
    moving: frozenset[Path] = frozenset()
    _exports: dict[Path, dict[str, Value]] = field(default_factory=dict)
    _public: dict[Path, frozenset[str] | None] = field(default_factory=dict)
    _imported: dict[Path, dict[str, Value]] = field(default_factory=dict)
    _running: list[Path] = field(default_factory=list)
    _cut: set[Path] = field(default_factory=set)  # files that lack names, for a cycle of imports
    _users: dict[Path, set[Path]] = field(default_factory=dict)
    _located: dict[tuple[str, str], Path | None] = field(default_factory=dict)
    _folders: set[Path] = field(default_factory=set)
    _takings: dict[Path, tuple[Taking, ...]] = field(default_factory=dict)
    _by_name: dict[str, dict[tuple[Path, Taking], None]] = field(default_factory=dict)
    _free: dict[Path, FreeNames] = field(default_factory=dict)
    _taken: dict[tuple[Path, bool], frozenset[str]] = field(default_factory=dict, init=False)
    _leaving: dict[Path, tuple[Leaving, ...]] = field(default_factory=dict)
    _callable: dict[Path, tuple[GivenLoss, ...]] = field(default_factory=dict)
    _twice: dict[Path, bool] = field(default_factory=dict)
    _freezing: dict[Path, Freezing] = field(default_factory=dict)
    _computed: dict[Path, frozenset[str]] = field(default_factory=dict)
    _computing: dict[Path, Computing] = field(default_factory=dict)
    _configured: dict[Path, frozenset[str]] = field(default_factory=dict)
    _reading: dict[Path, ast.Module | None] = field(default_factory=dict)
    _calling: dict[Path, ast.Module | None] = field(default_factory=dict)

    def together(self, paths: frozenset[Path]) -> Workspace:
        """This workspace for fixing ``paths`` in one go; what was read is shared."""
        return replace(self, moving=paths)

    def lookup(self, name: LazyName, steps: int = 0) -> Value:
        """The value of an imported name; unknown where the file is not in the workspace."""
        path = self.locate(name.module, name.level, name.path)
        if path is not None and name.name:
            found = self.exports(path).get(name.name)
            if found is not None and not self._is_itself(found, name.name, path):
                if not isinstance(found.info, LazyName):
                    return found
                if path in self._running or steps > MAX_STEPS:
                    return UNKNOWN
                return self.lookup(found.info, steps + 1)
        module = name.module
        if name.name:
            module = f"{name.module}.{name.name}" if name.module else name.name
            path = self.locate(module, name.level, name.path)
        if path is None:
            return UNKNOWN
        return Value("lazy", info=LazyName(module, "", name.level, name.path))

    def _is_itself(self, found: Value, name: str, path: Path) -> bool:
        """Whether a package's name is a module of its own, which it imports from itself."""
        info = found.info
        if not isinstance(info, LazyName) or info.name != name:
            return False
        return self.locate(info.module, info.level, info.path) == path

    def star_names(self, module: str, level: int, path: str) -> dict[str, Value]:
        """What ``from module import *`` binds."""
        located = self.locate(module, level, path)
        if located is None:
            return {}
        if located in self._running:
            self._cut |= set(self._running[self._running.index(located) + 1 :])
            return {}
        names = self.exports(located)
        public = self._public.get(located)
        here = Path(path)
        return {
            name: value
            for name, value in names.items()
            if (name in public if public is not None else not name.startswith("_"))
            and not self._is_itself(value, name, here)  # it has the name from the one that asks
        }

    def handed_on(self, name: LazyName, steps: int = 0) -> Value | None:
        """The symbol of torch or MindSpore that a module imports, and that others take from it."""
        path = self.locate(name.module, name.level, name.path)
        if path is None or path in self._running or steps > MAX_STEPS:
            return None
        self.exports(path)
        found = self._imported.get(path, {}).get(name.name)
        if found is None or not isinstance(found.info, LazyName):
            return found
        return self.handed_on(found.info, steps + 1)

    def taken_from(self, path: Path, *, everyone: bool = False) -> frozenset[str]:
        """The names that other files take from the one at ``path`` by importing it.

        With a star import, that is what they read and do not bind themselves. Files that move
        together with it import MindSpore's names themselves; they count for names that are not
        imports of torch alone, or where ``everyone`` is asked for.
        """
        path = Path(os.path.normpath(path))
        if (path, everyone) not in self._taken:
            found = frozenset[str]()
            if path.is_file():
                taken = self._taken_from(path, (path,), everyone=True)
                found = taken
                if not everyone and self.moving:
                    found = self._taken_from(path, (path,)) | (taken & _bound_twice(text_of(path)))
            self._taken[path, everyone] = found
        return self._taken[path, everyone]

    def _taken_from(
        self, path: Path, on_the_way: tuple[Path, ...], *, everyone: bool = False
    ) -> frozenset[str]:
        self._index(path)
        found: set[str] = set()
        for user, taking in self._takers(path):
            if not everyone and user in self.moving and not SILENCED.search(text_of(user)):
                continue
            if taking.name == "*":
                free = self._free_names(user)
                names = set(free.through(taking.level, taking.module))
                if user not in on_the_way:
                    above = self._taken_from(user, (*on_the_way, user), everyone=everyone)
                    names |= above - free.bound.keys()
                self.exports(path)
                public = self._public.get(path)
                found |= names if public is None else names & public
            elif taking.name:
                found.add(taking.name)
            else:
                found |= self._free_names(user).attributes
        return frozenset(found)

    def computed_by_others(self, path: Path) -> frozenset[str]:
        """The names of the file at ``path`` that the forwards of networks in other files read, also
        through functions of further files; with a dot before it what they call of any object."""
        path = Path(os.path.normpath(path))
        if path not in self._computed:
            self._computed[path] = frozenset()  # for cycles of imports
            if path.is_file():
                self._index(path)
                self._computed[path] = frozenset(self._read_by_forwards(path))
        return self._computed[path]

    def _read_by_forwards(self, path: Path) -> Iterator[str]:
        for user, taking in self._takers(path):
            called = self.computed_by_others(user)
            if user not in self._computing:
                self._computing[user] = computing(text_of(user), called)
            read = self._computing[user]
            yield from read.methods
            if user.name == "__init__.py" or taking.name in read.bases:
                yield from (name for name in called if name.startswith("."))
            if taking.name == "*":
                yield from read.names | called
            elif not taking.name:
                yield from read.attributes
            elif taking.name in read.names | called:  # ``called``: it only hands the name on
                yield taking.name

    def _takers(self, path: Path) -> Iterator[tuple[Path, Taking]]:
        """Each file that imports the one at ``path``; the module itself has an empty name."""
        is_package = path.name == "__init__.py"
        stem = path.parent.name if is_package else path.stem
        likely = dict(self._by_name.get(stem, {}))
        if is_package:
            likely |= self._by_name.get("", {})  # from . import …
        for user, taking in likely:
            if user == path:
                continue
            if taking.name == stem:
                dotted = f"{taking.module}.{stem}" if taking.module else stem
                if self.locate(dotted, taking.level, str(user)) == path:
                    yield user, Taking(dotted, taking.level, "")
                    continue
            if self.locate(taking.module, taking.level, str(user)) == path:
                yield user, taking

    def left_beside(
        self, path: Path, name: str, held: frozenset[str], *, is_given: bool
    ) -> list[tuple[Path, Leaving]]:
        """The functions of other files that may leave gradients for one of the file at ``path``.

        ``name`` is that of its function or class at the top level, empty for the module's own
        statements, and ``held`` are the paths of what it trains. Those count that it may call,
        those that share with it what a module holds, and, where it ``is_given`` what it trains,
        those that stand or are called where it is called.
        """
        path = Path(os.path.normpath(path))
        if not path.is_file():
            return []
        self._index(path)
        found = dict.fromkeys(self._leaving_taken(path))
        callers = self._users_of(path) if is_given and name else ()
        for caller, taken in callers:
            if taken in (name, "*", ""):
                found |= dict.fromkeys((caller, one) for one in self._leaving_in(caller))
                found |= dict.fromkeys(self._leaving_taken(caller))
        for owner, shared in self._shared_by(path, held):
            users = [user for user, taken in self._users_of(owner) if taken in (shared, "*", "")]
            for user in (owner, *users):
                found |= dict.fromkeys((user, one) for one in self._leaving_in(user))
        return [(other, one) for other, one in found if other != path]

    def given_losses_beside(self, path: Path) -> list[GivenLoss]:
        """What the objects of the classes around a file do that are called with a loss."""
        files = self._files_around(Path(os.path.normpath(path)))
        for file in files:
            if file not in self._callable:
                self._callable[file] = callable_classes(text_of(file))
        return [one for file in files for one in self._callable[file]]

    def differentiates_twice_beside(self, path: Path) -> bool:
        """Whether a file around this one differentiates a derivative again."""
        files = self._files_around(Path(os.path.normpath(path)))
        for file in files:
            if file not in self._twice:
                self._twice[file] = takes_second_derivatives(text_of(file))
        return any(self._twice[file] for file in files)

    def calls_beside(self, path: Path, name: str) -> list[tuple[ast.Module, ast.Call]] | None:
        """The calls in other files of a function of the one at ``path``, each with its file's tree.

        None where a file takes the function for something else than to call it by its name.
        """
        here, found = Path(os.path.normpath(path)), list[tuple[ast.Module, ast.Call]]()
        if not here.is_file():
            return []
        self._index(here)
        for user, taken in self._users_of(here):
            if taken not in (name, "*", "") or (taken != name and name not in text_of(user)):
                continue
            if user not in self._calling:
                document = _read(user)
                self._calling[user] = None if document is None else document.tree
            tree = self._calling[user]
            calls = None if tree is None else calls_alone(tree, name)
            if tree is None or not calls:
                return None
            found += [(tree, call) for call in calls]
        return found

    def freezing_beside(self, path: Path) -> Freezing:
        """What the networks freeze of the files that this one imports, and of those that files import
        which import this one."""
        here = Path(os.path.normpath(path))
        if not here.is_file():
            return NOTHING
        self._index(here)
        files = self._imported_with([here, *self._importing(here)])
        for file in files:
            if file not in self._freezing:
                text = text_of(file)
                document = _read(file) if FREEZING.search(text) else None
                tree = None if document is None else document.tree
                self._freezing[file] = NOTHING if tree is None else freezing_in(tree)
        return reduce(or_, (self._freezing[file] for file in files), NOTHING)

    def frameworks_beside(self, path: str) -> frozenset[str]:
        """Of torch and MindSpore those that files import which the one at ``path`` imports from, or
        which import it, themselves or from a package that does."""
        here = Path(os.path.normpath(path))
        if not here.is_file():
            return frozenset()
        self._index(here)
        near = dict.fromkeys(file for file, _ in self._takes(here))
        near |= dict.fromkeys(self._importing(here))
        return frozenset(
            "torch" if package in TORCH else "mindspore"
            for file in near
            for taking in self._takings.get(file, ())
            if not taking.level
            and (
                (package := (taking.module or taking.name).partition(".")[0]) in TORCH
                or package == "mindspore"
            )
        )

    def _imported_with(self, paths: Iterable[Path]) -> Collection[Path]:
        """Files and those that they import, themselves or by others."""
        waiting = list(paths)
        found = dict.fromkeys(waiting)
        while waiting:
            for file, _ in self._takes(waiting.pop()):
                if file not in found:
                    found[file] = None
                    waiting.append(file)
        return found

    def _importing(self, path: Path) -> Iterator[Path]:
        """The files that import one, and those that import a package that does."""
        seen = {path}
        waiting = [path]
        while waiting:
            for user in dict.fromkeys(user for user, _ in self._takers(waiting.pop())):
                if user not in seen:
                    seen.add(user)
                    yield user
                    if user.stem == "__init__":
                        waiting.append(user)

    def _shared_by(self, path: Path, held: frozenset[str]) -> Iterator[tuple[Path, str]]:
        """The modules that hold some of the paths for others to take, each with its name for it."""
        bound = self._free_names(path).bound
        for root, _, rest in (one.partition(".") for one in held):
            for file, taken in self._takes(path):
                if taken == root or taken == "*":
                    yield file, root
                elif not taken and root == (file.parent if file.stem == "__init__" else file).stem:
                    yield file, rest.partition(".")[0]
            if root in bound:
                yield path, root

    def _leaving_taken(self, path: Path) -> Iterator[tuple[Path, Leaving]]:
        for file, taken in self._takes(path):
            yield from ((file, one) for one in self._leaving_in(file) if one.is_taken_by(taken))

    def _leaving_in(self, path: Path) -> tuple[Leaving, ...]:
        if path not in self._leaving:
            self._leaving[path] = leaving(text_of(path))
        return self._leaving[path]

    def _takes(self, path: Path) -> Iterator[tuple[Path, str]]:
        """The files that the one at ``path`` imports from, with each name that it takes; an empty
        one for a module itself."""
        for taking in self._takings.get(path, ()):
            module = f"{taking.module}.{taking.name}" if taking.module else taking.name
            inner = self.locate(module, taking.level, str(path)) if taking.name != "*" else None
            file = inner or self.locate(taking.module, taking.level, str(path))
            if file is not None:
                yield Path(os.path.normpath(file)), "" if inner is not None else taking.name

    def _users_of(self, path: Path) -> Iterator[tuple[Path, str]]:
        return ((user, taking.name) for user, taking in self._takers(path))

    def _free_names(self, path: Path) -> FreeNames:
        if path not in self._free:
            self._free[path] = free_names(text_of(path))
        return self._free[path]

    def configured_beside(self, path: Path) -> frozenset[str]:
        """The names, ``nn.Upsample`` and ``Adam``, in the configuration files around a file, and those
        with dots that are texts of Python files."""
        found: set[str] = set()
        for folder in self._around(path) if path.is_file() else ():
            if folder not in self._configured:
                files = files_below(folder, CONFIGURATIONS)
                texts = (text_of(file, WRITTEN_BY_HAND) for file in files)
                names = {name for text in texts for name in NAMED.findall(text)}
                programs = map(text_of, files_below(folder, ".py"))
                names.update(name for text in programs for name in QUOTED.findall(text))
                self._configured[folder] = frozenset(names)
            found |= self._configured[folder]
        return frozenset(found)

    def _around(self, path: Path) -> tuple[Path, ...]:
        folders = [*self.roots, _package_root(path), path.parent]
        return tuple(dict.fromkeys(Path(os.path.normpath(folder)) for folder in folders))

    def _files_around(self, path: Path) -> list[Path]:
        """The Python files of the folders around one; none for a path that is no file."""
        if not path.is_file():
            return []
        self._index(path)
        around = self._around(path)
        return [file for file in self._takings if any(folder in file.parents for folder in around)]

    def _index(self, path: Path) -> None:
        """Read the import statements of all files around ``path``."""
        for folder in self._around(path):
            if any(known == folder or known in folder.parents for known in self._folders):
                continue
            self._folders.add(folder)
            for file in python_files(folder):
                if file not in self._takings:
                    self._read_takings(file)

    def _read_takings(self, file: Path) -> None:
        for taking in self._takings.pop(file, ()):
            for name in taking.names:
                self._by_name[name].pop((file, taking), None)
        self._takings[file] = takings(text_of(file))
        for taking in self._takings[file]:
            for name in taking.names:
                self._by_name.setdefault(name, {})[file, taking] = None

    def forget(self, path: Path) -> None:
        """A file changed: read it and those that import from it again when they are asked for."""
        waiting = [path]
        while waiting:
            current = waiting.pop()
            self._exports.pop(current, None)
            waiting += self._users.pop(current, ())
        self._located.clear()
        self._free.pop(path, None)
        self._leaving.pop(path, None)
        self._callable.pop(path, None)
        self._twice.pop(path, None)
        self._freezing.pop(path, None)
        self._taken.clear()
        self._computed.clear()
        self._computing.clear()
        self._configured.clear()
        self._reading.pop(path, None)
        self._calling.pop(path, None)
        if self._folders:
            self._read_takings(path)

    def reading(self, path: Path) -> ast.Module | None:
        """The tree of a file in which gradients are read, or given to what reads them, or masks."""
        if path not in self._reading:
            document = _read(path)
            texts = "" if document is None else document.text
            asks = GRADIENTS.search(texts) or MASKS.search(texts)
            self._reading[path] = document.tree if document is not None and asks else None
        return self._reading[path]

    def exports(self, path: Path) -> dict[str, Value]:
        """The names of a module; constructors were walked, and functions that make layers, devices or
        arrays, and forwards that give objects; others are only described."""
        if self._running:
            self._users.setdefault(path, set()).add(self._running[-1])
        known = self._exports.get(path)
        if known is not None:
            return known
        self._exports[path] = {}
        document = _read(path)
        if document is None or document.tree is None:
            return {}
        self._running.append(path)
        try:
            walk = start(document.tree, str(path), self)
            for info in list(walk.functions):
                is_wanted = (
                    info.name == "__init__"
                    or _gives_device(info)
                    or _makes_layers(walk, info)
                    or _gives_object(walk, info)
                    or _may_give_arrays(walk, info)
                )
                if info.state == "new" and is_wanted:
                    run_function(walk, info)
        except RecursionError:
            return {}
        finally:
            self._running.pop()
        self._public[path] = _public_names(document.tree)
        self._imported[path] = _imported_names(walk)
        for value in walk.module.names.values():
            if value.kind == "lazy":
                continue
            settle(walk, value)
        _forget_bodies(walk.functions, walk.classes, path)
        self._exports[path] = walk.module.names
        if not self._running:
            for cut in self._cut:
                self._exports.pop(cut, None)
            self._cut.clear()
        return walk.module.names

    def locate(self, module: str, level: int, path: str) -> Path | None:
        """The file of a module, as ``path`` imports it."""
        key = (f"{'.' * level}{module}", os.path.dirname(path))  # noqa: PTH120 pathlib is slow here
        if key not in self._located:
            self._located[key] = self._find(module, level, Path(path))
        found = self._located[key]
        # A file with the name of what it imports, as those that wrap a library have, means that.
        itself = found is not None and not level and path.endswith(found.name)
        itself = itself and not path.endswith("__init__.py")
        return None if itself and found == Path(path) else found

    def _find(self, module: str, level: int, path: Path) -> Path | None:
        parts = module.split(".") if module else []
        if level:
            folder = path.parent
            for _ in range(level - 1):
                folder = folder.parent
            return _module_file(folder, parts)
        # A package without __init__.py, whose files import each other by its name.
        around = [outer.parent for outer in path.parents if parts and outer.name == parts[0]]
        roots = [folder for root in self.roots for folder in (root, root / "src")]
        for folder in dict.fromkeys([path.parent, _package_root(path), *roots, *around]):
            found = _module_file(folder, parts)
            if found is not None:
                return found
        return None


def _module_file(folder: Path, parts: list[str]) -> Path | None:
    base = folder.joinpath(*parts)
    plain = [base.with_suffix(".py")] if parts else []
    candidates = (base / "__init__.py", *plain)  # Python takes the package where there are both
    return next((candidate for candidate in candidates if candidate.is_file()), None)


def _package_root(path: Path) -> Path:
    """The folder from which the package that holds ``path`` is imported."""
    folder = path.parent
    while (folder / "__init__.py").is_file() and folder.parent != folder:
        folder = folder.parent
    return folder


def _read(path: Path) -> Document | None:
    try:
        if path.stat().st_size > MAX_BYTES:
            return None
        return Document.decode(str(path), path.read_bytes())
    except (OSError, DecodeError):
        return None


def _public_names(tree: ast.Module) -> frozenset[str] | None:
    """The names in ``__all__``; None where there is none, or where it is computed."""
    found: set[str] | None = None
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            targets, value = statement.targets, statement.value
        elif isinstance(statement, ast.AugAssign | ast.AnnAssign) and statement.value is not None:
            targets, value = [statement.target], statement.value
        else:
            continue
        if not any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            continue
        if not isinstance(value, ast.List | ast.Tuple):
            return None
        names = [item.value for item in value.elts if isinstance(item, ast.Constant)]
        if len(names) < len(value.elts):
            return None
        found = (found or set()) | {name for name in names if isinstance(name, str)}
    return None if found is None else frozenset(found)


def _makes_layers(walk: Walk, info: FunctionInfo) -> bool:
    """Whether a module's function calls a class of layers by its name, and gives something."""
    if info.node is None or info.owner is not None or not find(info.node, ast.Return):
        return False
    return any(_is_layer(walk, call.func) for call in find(info.node, ast.Call))


def _gives_device(info: FunctionInfo) -> bool:
    """``def try_gpu(): return torch.device("cuda")``."""
    calls = find(info.node, ast.Call) if info.node is not None else ()
    return any(name_of(call.func) == "device" for call in calls)


def _gives_object(walk: Walk, info: FunctionInfo) -> bool:
    """``return FixedCategorical(logits=x)`` of a forward: what a network gives that is no tensor."""
    if info.node is None or info.owner is None or info.name not in FORWARD_NAMES:
        return False
    given = (node.value for node in find(info.node, ast.Return))
    return any(isinstance(one, ast.Call) and _is_class(walk, one.func) for one in given)


def _may_give_arrays(walk: Walk, info: FunctionInfo) -> bool:
    """Whether a function calls NumPy, or reads an array of its object's, and gives something: a
    schedule's numbers are NumPy's."""
    if info.node is None:
        return False
    given = [one.value for one in find(info.node, ast.Return)]
    given += [one.value for one in find(info.node, ast.Yield)]
    given += [one.value for one in find(info.node, ast.YieldFrom)]
    if not any(one is not None for one in given):
        return False
    arrays = _arrays_of(info.owner) if info.owner is not None else frozenset()
    reads = any(attribute_of_self(node) in arrays for node in find(info.node, ast.Attribute))
    return reads or any(_is_of_numpy(walk, call.func) for call in find(info.node, ast.Call))


def _arrays_of(cls: ClassInfo) -> frozenset[str]:
    """The attributes of a class and its bases that hold arrays, or numbers of NumPy's."""
    own = {name for name, value in cls.attributes.items() if NUMPY in (value, held_item(value))}
    bases = (base.info for base in cls.bases if isinstance(base.info, ClassInfo))
    return frozenset(own).union(*map(_arrays_of, bases))


def _is_of_numpy(walk: Walk, function: ast.expr) -> bool:
    found = walk.module.names.get(name_of(root_of_chain(function)), UNKNOWN)
    return found.kind == "foreign" and f"{found.name}.".startswith("numpy.")


def _is_class(walk: Walk, function: ast.expr) -> bool:
    """``Normal`` and ``distributions.Normal``, a class of the user's, also from elsewhere."""
    root, dot, rest = ast.unparse(function).partition(".")
    found = walk.module.names.get(root, UNKNOWN)
    if found.kind == "torch":
        return walk.api.kind(f"{found.name}{dot}{rest}") == "class"
    return found.kind == "class" or (found.kind == "lazy" and name_of(function)[:1].isupper())


def _is_layer(walk: Walk, function: ast.expr) -> bool:
    """``nn.Linear`` and ``Linear``, as the module imports them."""
    if not name_of(function)[:1].isupper():
        return False
    root, dot, rest = ast.unparse(function).partition(".")
    found = walk.module.names.get(root, UNKNOWN)
    return found.kind == "torch" and walk.api.is_subclass(f"{found.name}{dot}{rest}", MODULE)


def _imported_names(walk: Walk) -> dict[str, Value]:
    """The module's names that still are what its import statements made them."""
    names = walk.module.names
    return {
        bound: value
        for bound, value in walk.imported.items()
        if (found := names.get(bound)) is not None
        and (value.kind == "lazy" or (found.kind, found.name) == (value.kind, value.name))
        and found.kind in ("torch", "mindspore", "lazy")
    }


def _forget_bodies(functions: list[FunctionInfo], classes: list[ClassInfo], path: Path) -> None:
    """Drop the syntax trees: what was learnt stays, the memory goes."""
    named = {cls.name: cls for cls in classes}
    for cls in classes:
        cls.reached = reached_names(cls)
        running(cls)  # keeps what it finds
        setters(cls)  # keeps what it finds
        cls.rewrapped = rewrapped(cls)
        cls.steps = stepping(cls)
        clears_more(cls)  # keeps what it finds
        partial_steps(cls)  # keeps what it finds
        given_losses(cls)  # keeps what it finds
        trained(cls)  # keeps what it finds
        cls.mode = own_mode(cls)
        sets_modes(cls)  # keeps what it finds
        sets_parts(cls, named)  # keeps what it finds
        is_uncopied(cls)  # keeps what it finds
    for function in functions:
        given_to(function)  # keeps what it finds
        asked_of(function)  # keeps what it finds
        loss_reads(function)  # keeps what it finds
        function.state = "done"
        function.node = None
        function.scope = None
        function.home = path
    for cls in classes:
        cls.node = None


def _bound_twice(text: str) -> frozenset[str]:
    """The names that a file both imports and defines: ``if old: def load(): ... else: from ...``."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return frozenset()
    nodes = list(ast.walk(tree))
    imported = {a.asname or a.name for n in nodes if isinstance(n, ast.ImportFrom) for a in n.names}
    defined = {n.name for n in nodes if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    return frozenset(imported & defined)
