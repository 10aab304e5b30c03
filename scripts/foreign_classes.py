"""Writes programs that train the module classes of PyPI packages, as they are.

Of each module of a package that defines classes of torch.nn.Module, those are taken that can be
built from guessed arguments and called with guessed tensors, and give the same finite numbers again.
A program trains all of them for three steps; the files of the package that it needs lie beside it.
``scripts/judge_programs.py OUT/*`` then migrates them and says whether both frameworks agree.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT), str(ROOT / "scripts")]

import click  # noqa: E402

from foreign_programs import fetch  # noqa: E402

TIMEOUT = 240  # seconds for a module


@click.command()
@click.argument("package")
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--only", default="", help="Modules whose name contains this.")
@click.option("--limit", type=int, default=0, help="So many modules at most, drawn at random.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the draw.")
def main(package: str, out: Path, only: str, limit: int, seed: int) -> None:
    """Write programs for the modules of PACKAGE, as PyPI calls it, to folders in OUT."""
    sources = fetch(package, "packages")
    names = [name for name in modules_of(sources) if only in name]
    if limit:
        names = sorted(random.Random(seed).sample(names, min(limit, len(names))))
    out.mkdir(parents=True, exist_ok=True)
    programs = classes = 0
    for name in names:
        count = probed(sources, name, out / name.replace(".", "_"))
        programs, classes = programs + (count > 0), classes + count
        print(f"{name}: {count} classes", flush=True)
    print(f"{programs} programs of {len(names)} modules, {classes} classes")


def modules_of(sources: Path) -> list[str]:
    """The modules below a folder that may define classes of torch.nn.Module."""
    found = []
    for file in sorted(sources.rglob("*.py")):
        if file.name != "__init__.py" and "Module" in file.read_text("utf-8", "replace"):
            found.append(".".join(file.relative_to(sources).with_suffix("").parts))
    return [name for name in found if all(part.isidentifier() for part in name.split("."))]


def probed(sources: Path, name: str, target: Path) -> int:
    """How many classes of a module the program in ``target`` trains; 0, and no program, where none
    can be."""
    command = [sys.executable, "-m", "scripts.classes.probe", str(sources), name, str(target)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=TIMEOUT
        )
    except subprocess.TimeoutExpired:
        return 0
    last = done.stdout.strip().rpartition("\n")[2]
    return int(last) if done.returncode == 0 and last.isdigit() else 0


if __name__ == "__main__":
    main()
