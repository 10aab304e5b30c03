"""jedi set up so that torch, torchvision, torchaudio and einops are Mindport's stubs, installed or not."""

from __future__ import annotations

import sys
import sysconfig
import weakref
from collections.abc import Sequence
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

import jedi
from jedi.api.classes import Name
from jedi.file_io import FileIO
from jedi.inference.compiled.access import create_access_path
from jedi.inference.compiled.subprocess import InferenceStateSameProcess
from jedi.inference.compiled.subprocess.functions import ImplicitNSInfo

from mindport.symbols.torch_api import ROOTS, STUBS, load


class _Lookup:
    """How jedi finds modules: on the project's paths alone, and without importing any.

    jedi's own way sets ``sys.path`` while it looks, which other threads would notice, and finds
    whatever this process has imported, a real torch included. All the rest stays jedi's.
    """

    def __init__(self, inference_state: Any) -> None:
        self._inference_state = weakref.proxy(inference_state)
        self._rest = InferenceStateSameProcess(inference_state)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rest, name)

    def get_module_info(
        self,
        string: str,
        full_name: str = "",
        sys_path: Sequence[str] | None = None,
        path: Sequence[str] | None = None,
        is_global_search: bool = True,
    ) -> tuple[Any, bool | None]:
        """The file of a module and whether it is a package; ``None, None`` where there is none."""
        if (full_name or string).partition(".")[0] in ROOTS:
            return None, None  # their stubs are all there is to know
        if is_global_search and string in sys.builtin_module_names:
            return None, False
        searched = sys_path if is_global_search else path
        spec = PathFinder.find_spec(string, searched or ())
        if spec is None:
            return None, None
        if spec.origin is None:
            folders = list(spec.submodule_search_locations or ())
            return ImplicitNSInfo(full_name or string, folders), True
        if not spec.origin.endswith(".py"):
            return None, None
        return FileIO(spec.origin), spec.submodule_search_locations is not None

    def load_module(self, dotted_name: str, sys_path: Sequence[str]) -> Any:
        """A module that is compiled into the interpreter; nothing is imported for it."""
        module = sys.modules.get(dotted_name)
        if module is None or dotted_name not in sys.builtin_module_names:
            return None
        return create_access_path(self._inference_state, module)


@cache
def environment() -> jedi.InterpreterEnvironment:
    """This very process: a separate one would cost seconds to start."""
    found = jedi.InterpreterEnvironment()
    found.get_inference_state_subprocess = _Lookup
    return found


def project(root: Path, extra_paths: tuple[Path, ...] = ()) -> jedi.Project:
    """A project that sees the workspace below ``root``, the stubs and the standard library.

    Installed packages are left out on purpose: reading the real torch or NumPy takes seconds, and
    answers would differ from one environment to the next. ``extra_paths`` adds source folders.
    """
    library = dict.fromkeys(sysconfig.get_path(name) for name in ("stdlib", "platstdlib"))
    path = [str(STUBS), *map(str, extra_paths), *library]
    return jedi.Project(root, sys_path=path, load_unsafe_extensions=False)


def script(text: str, path: Path | None, of: jedi.Project) -> jedi.Script:
    """``text`` as jedi sees it at ``path``; ask one script all that is asked of one text."""
    return jedi.Script(text, path=path, project=of, environment=environment())


def infer_type(
    text: str, path: Path | None, line: int, column: int, of: jedi.Project
) -> str | None:
    """The dotted name of the class of what stands at a place: ``torch.Tensor``, ``list``.

    ``line`` counts from 1, ``column`` from 0 in characters, as jedi has it. None where jedi finds
    nothing, or several classes of which none holds the others.
    """
    return type_at(script(text, path, of), line, column)


def type_at(at: jedi.Script, line: int, column: int) -> str | None:
    """``infer_type`` for a script that is already there."""
    try:
        names = at.infer(line, column, prefer_stubs=True)
    except Exception:  # jedi fails with many kinds of error on code that is being typed
        return None
    found = {name for n in names if (name := _class_of(n)) is not None}
    if len(found) > 1:
        found -= {"None", "types.NoneType", "builtins.None"}
    return found.pop() if len(found) == 1 else None


def _class_of(name: Name) -> str | None:
    full: str | None = name.full_name
    if full is None:
        return None
    if full.startswith("builtins."):
        return full.removeprefix("builtins.")
    return load().canonical(full) or full
