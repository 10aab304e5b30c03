"""Stands in for torch where migrated code runs: imports succeed, and every use says what it is.

What a file still imports, but the run does not need, must not keep the rest from running. So it is
with installed packages that cannot be imported without torch: the file gets a stand-in for those.
Standard library only: it runs in the user's interpreter.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import linecache
import re
import sys
import types
import typing
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

ROOT = "torch"
ROOTS = frozenset({ROOT, "torchvision", "torchaudio"})
# What a library is told that asks which version is there before it uses anything of it.
VERSIONS = {"torchvision": "0.29.1", "torchaudio": "2.11.0"}
INSTALLED = frozenset({"site-packages", "dist-packages"})
WITHOUT_TORCH = frozenset({"builtins", "collections", "numpy", "mindspore", "pybind11_builtins"})
# What classes are called of which MindSpore's objects are, under another name.
RENAMED = re.compile(
    r"(Tensor|Parameter|Buffer|Storage)$|^(Module|Sequential|ModuleList|ModuleDict|ParameterList"
    r"|ParameterDict|Linear|Conv.*|Hard.*|Soft.*|.*Pool.*|.*Norm.*)$"
)
REGISTRATIONS = "torch.library."
PYTHON = Path(typing.__file__).parent


class NotMigratedError(Exception):
    """Code that runs still needs torch."""


class Missing(types.ModuleType):
    """A name of torch. Attributes are such names again, and so are objects that a module makes on
    its import; a class may derive from one, and cannot be made then. Anything else raises
    NotMigratedError."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name == "__version__" and self.__name__ in VERSIONS:
            return VERSIONS[self.__name__]
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Missing(f"{self.__name__}.{name}")

    def __setattr__(self, name: str, value: object) -> None:
        """Nothing can be put into torch, but what Python itself keeps there, and modules of it."""
        if not (name.startswith("__") or isinstance(value, Missing)):
            self._used()
        super().__setattr__(name, value)

    def _used(self, *_: object, **__: object) -> NoReturn:
        if _is_installed(sys._getframe(1)):
            # A library that can do without torch asks for it in vain, and goes on.
            raise ModuleNotFoundError(f"No module named {ROOT!r}", name=ROOT)
        _refuse(self.__name__)

    def __call__(self, *args: object, **keywords: object) -> Missing:
        """What a class would give is such a name again, where a module makes it on its import; so is
        what comes of a registration, which only torch.ops, which is refused, would ask for."""
        frame = sys._getframe(1)
        imported = _is_imported(frame)
        is_class = self.__name__.rpartition(".")[2][:1].isupper()
        is_registration = self.__name__.startswith(REGISTRATIONS)
        if not (imported and (is_class or is_registration)) or _is_installed(frame):
            self._used()
        return Missing(f"{self.__name__}()")

    def __bool__(self) -> bool:
        """An object that a module makes on its import counts as one: "layout or Replicate()"."""
        return self.__name__.endswith("()") or self._used()

    def __or__(self, other: object) -> Missing:
        """What is annotated "torch.cuda.CUDAGraph | None" is not asked what it is."""
        if not self.__name__.rpartition(".")[2][:1].isupper():
            self._used()
        return self

    __ror__ = __or__
    __iter__ = __len__ = __hash__ = __contains__ = _used
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _used
    __enter__ = __getitem__ = _used

    def __instancecheck__(self, instance: object) -> bool:
        """No object of Python's, NumPy's or MindSpore's is of a class of torch's that has another
        name there, and no Cell of the user's; another of the user's may have had it for a base."""
        kinds = type(instance).__mro__[:-1]
        roots = {kind.__module__.partition(".")[0] for kind in kinds}
        names = {kind.__name__.rpartition(".")[2] for kind in kinds}
        name = self.__name__.rpartition(".")[2]
        is_layer = self.__name__.startswith("torch.nn.") and "Cell" in names
        if not (is_layer or roots <= WITHOUT_TORCH) or name in names or RENAMED.search(name):
            self._used()
        return False

    def __mro_entries__(self, bases: tuple[object, ...]) -> tuple[type, ...]:
        """What a class gets that derives from it."""
        if _is_installed(sys._getframe(1)):
            self._used()
        return (_base(self.__name__),)

    def __deepcopy__(self, memo: object) -> Missing:
        return self

    def __subclasscheck__(self, cls: type) -> bool:
        """Where there is no torch no class is torch's; libraries that find its name ask for that."""
        return False

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _used


def _is_imported(frame: types.FrameType | None) -> bool:
    """Whether a module is being imported that makes it, itself or by what it calls."""
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return frame is not None and frame.f_globals["__name__"] != "__main__"


def _refuse(name: str) -> NoReturn:
    raise NotMigratedError(f"{name} is used here, and was not migrated")


def _base(name: str) -> type:
    """A class whose subclasses cannot be made, whatever else they derive from."""

    def make(*_: object, **__: object) -> NoReturn:
        _refuse(name)

    def derive(cls: Any, /, **_: object) -> None:
        cls.__new__ = staticmethod(make)

    return type(name, (), {"__init_subclass__": classmethod(derive)})


def _is_installed(frame: types.FrameType | None) -> bool:
    """Whether the code that asks is an installed library's, by itself or through Python's own."""
    asking = _asking(frame)
    return asking is not None and bool(INSTALLED.intersection(_parts(asking)))


def _asking(frame: types.FrameType | None) -> types.FrameType | None:
    """The innermost frame that is neither Python's own nor this file's."""
    while frame is not None:
        path = frame.f_code.co_filename
        own = PYTHON in Path(path).parents and not INSTALLED.intersection(_parts(frame))
        if not (own or path.startswith("<frozen") or path == __file__):
            return frame
        frame = frame.f_back
    return None


def _parts(frame: types.FrameType) -> tuple[str, ...]:
    return Path(frame.f_code.co_filename).parts


def _is_tried(frame: types.FrameType) -> bool:
    """Whether the statement that runs in a frame stands in a ``try`` with a handler."""
    try:
        tree = ast.parse("".join(linecache.getlines(frame.f_code.co_filename, frame.f_globals)))
    except SyntaxError:
        return False
    return any(
        statement.lineno <= frame.f_lineno <= (statement.end_lineno or 0)
        for node in ast.walk(tree)
        if isinstance(node, ast.Try) and node.handlers
        for statement in node.body
    )


class MissingFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds torch's packages and all their modules, none of which has any content.

    An installed package that fails for want of torch is found so, too, where a file needs it
    that is no library's and has nothing in its place.
    """

    def __init__(self) -> None:
        self.without_torch: set[str] = set()

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,
        target: types.ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        parts = name.split(".")
        outer = {".".join(parts[:end]) for end in range(1, len(parts) + 1)}
        if not outer.isdisjoint(ROOTS | self.without_torch):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        asking = _asking(sys._getframe(1))
        if asking is None or INSTALLED.intersection(_parts(asking)) or _is_tried(asking):
            return None
        return self._watched(name, path)

    def _watched(
        self, name: str, path: Sequence[str] | None
    ) -> importlib.machinery.ModuleSpec | None:
        """The spec of an installed module, which becomes a stand-in where it needs torch."""
        for finder in self._others():
            spec: importlib.machinery.ModuleSpec | None = finder.find_spec(name, path)
            if spec is None:
                continue
            if spec.loader is None or not INSTALLED.intersection(Path(spec.origin or "").parts):
                return None
            spec.loader = Watcher(spec.loader, self)
            return spec
        return None

    def _others(self) -> Iterator[Any]:
        return (finder for finder in sys.meta_path if finder is not self)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> Missing:
        return Missing(spec.name)

    def exec_module(self, module: Any) -> None:
        """There is nothing to execute."""


class Watcher(importlib.abc.Loader):
    """Loads a module as its own loader does; one that cannot do without torch becomes a Missing."""

    def __init__(self, loader: Any, finder: MissingFinder) -> None:
        self.loader, self.finder = loader, finder

    def __getattr__(self, name: str) -> Any:
        return getattr(self.loader, name)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType | None:
        return typing.cast("types.ModuleType | None", self.loader.create_module(spec))

    def exec_module(self, module: types.ModuleType) -> None:
        name = module.__name__
        module.__loader__ = self.loader
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader
        before = set(sys.modules)
        try:
            self.loader.exec_module(module)
        except ModuleNotFoundError as error:
            if error.name not in ROOTS:
                raise
            for other in set(sys.modules) - before:
                if other.startswith(f"{name}."):
                    del sys.modules[other]
            self.finder.without_torch.add(name)
            sys.modules[name] = Missing(name)


def hide_torch() -> None:
    """From now on torch is not there, as on the machine that the code is to run on."""
    for name in list(sys.modules):
        if name.partition(".")[0] in ROOTS:
            del sys.modules[name]
    sys.meta_path.insert(0, MissingFinder())
