"""Stands in for torch where migrated code runs: imports succeed, and every use says what it is.

What a file still imports, but the run does not need, must not keep the rest from running.
Standard library only: it runs in the user's interpreter.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
import types
import typing
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

ROOTS = ("torch", "torchvision", "torchaudio")
INSTALLED = frozenset({"site-packages", "dist-packages"})
PYTHON = Path(typing.__file__).parent


class NotMigratedError(Exception):
    """Code that runs still needs torch."""


class Missing(types.ModuleType):
    """A name of torch. Attributes are such names again; anything else raises NotMigratedError."""

    def __getattr__(self, name: str) -> Missing:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Missing(f"{self.__name__}.{name}")

    def _used(self, *_: object, **__: object) -> NoReturn:
        if _is_installed(sys._getframe(1)):
            # A library that can do without torch asks for it in vain, and goes on.
            raise ModuleNotFoundError(f"No module named {ROOTS[0]!r}", name=ROOTS[0])
        raise NotMigratedError(f"{self.__name__} is used here, and was not migrated")

    __call__ = __iter__ = __len__ = __bool__ = __hash__ = __contains__ = _used
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _used
    __enter__ = __getitem__ = __mro_entries__ = __instancecheck__ = _used

    def __subclasscheck__(self, cls: type) -> bool:
        """Where there is no torch no class is torch's; libraries that find its name ask for that."""
        return False

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __or__ = __ror__ = _used


def _is_installed(frame: types.FrameType | None) -> bool:
    """Whether the code that asks is an installed library's, by itself or through Python's own."""
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if INSTALLED.intersection(path.parts):
            return True
        if PYTHON not in path.parents and not str(path).startswith("<frozen"):
            return False
        frame = frame.f_back
    return False


class MissingFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds torch's packages and all their modules, none of which has any content."""

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,
        target: types.ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in ROOTS:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> Missing:
        return Missing(spec.name)

    def exec_module(self, module: Any) -> None:
        """There is nothing to execute."""


def hide_torch() -> None:
    """From now on torch is not there, as on the machine that the code is to run on."""
    for name in list(sys.modules):
        if name.partition(".")[0] in ROOTS:
            del sys.modules[name]
    sys.meta_path.insert(0, MissingFinder())
