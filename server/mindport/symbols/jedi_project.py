"""jedi set up so that torch and torchvision are Mindport's stubs, installed or not."""

from __future__ import annotations

import sys
import sysconfig
from functools import cache
from pathlib import Path

import jedi
from jedi.api.classes import Name

from mindport.symbols.torch_api import STUBS, load


@cache
def environment() -> jedi.InterpreterEnvironment:
    """This very process: a separate one would cost seconds to start."""
    return jedi.InterpreterEnvironment()


def project(root: Path, extra_paths: tuple[Path, ...] = ()) -> jedi.Project:
    """A project that sees the workspace below ``root``, the stubs and the standard library.

    Installed packages are left out on purpose: reading the real torch or NumPy takes seconds, and
    answers would differ from one environment to the next. ``extra_paths`` adds source folders.
    """
    library = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib")}
    builtin = [path for path in sys.path if path in library or path.endswith("lib-dynload")]
    path = [str(STUBS), *map(str, extra_paths), *builtin]
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
