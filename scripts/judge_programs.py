"""Says of training programs that nobody prepared whether MindSpore trains them as torch did.

Each is a file, or a folder with a ``train.py``, with a global list ``losses``, that makes its data from
a NumPy RandomState. It is migrated without a touch by hand, and both frameworks run it from the same
weights: what the networks hold when the first optimizer is made.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT)]

import click  # noqa: E402
from tests.scenarios import test_scenarios as scenarios  # noqa: E402
from tests.scenarios.judge import Verdict, judge_project  # noqa: E402
from tests.scenarios.random_programs import program  # noqa: E402

from mindport.runtime.pool import Pool  # noqa: E402


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--graph", is_flag=True, help="Migrate for graph mode, and run in it.")
@click.option(
    "--random", "count", type=int, default=0, help="So many programs made at random, too."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the first of these.")
@click.option("--keep", type=click.Path(path_type=Path), help="Where migrated texts are kept.")
@click.option("--timeout", type=float, default=300, show_default=True, help="Of a run, in seconds.")
def main(
    paths: tuple[Path, ...], graph: bool, count: int, seed: int, keep: Path | None, timeout: float
) -> None:
    """Migrate PATHS, files or folders, or programs made at random, and run them on both sides.

    Exits with 1 where a program computes something else, or stops, with nothing marked.
    """
    drawn = [(f"random_{one}", program(one)) for one in range(seed, seed + count)]
    untold = 0
    with (
        Pool("torch", 1, env=scenarios.torch_environment()) as first,
        Pool("mindspore", 1, env={"PYTHONPATH": str(ROOT)}) as second,
        tempfile.TemporaryDirectory() as place,
    ):
        asked: list[tuple[str, Path | str]] = [(path.stem, path) for path in paths]
        for number, (name, given) in enumerate([*asked, *drawn]):
            folder = Path(place, str(number))
            folder.mkdir()
            train = _taken_over(given, folder / "theirs")
            verdict = judge_project(
                train, folder, (first, second), graph=graph, runs_marked=True, timeout=timeout
            )
            _tell(name, verdict)
            untold += verdict.outcome in ("wrong", "raises") and not verdict.left
            if keep is not None and verdict.files:
                shutil.copytree(folder / "ours", keep / name, dirs_exist_ok=True)
    sys.exit(1 if untold else 0)


def _taken_over(given: Path | str, target: Path) -> Path:
    """The program that is run, of a copy of what was given: a text, a file or a folder."""
    if isinstance(given, Path) and given.is_dir():
        shutil.copytree(given, target)
        return target / "train.py"
    text = given.read_text(encoding="utf-8") if isinstance(given, Path) else given
    target.mkdir()
    (target / "program.py").write_text(text, encoding="utf-8")
    return target / "program.py"


def _tell(name: str, verdict: Verdict) -> None:
    print(f"{name}: {verdict.outcome} {verdict.about[:1500]}", flush=True)
    for file in verdict.files:
        place = f"{Path(file.document.path).name} " if len(verdict.files) > 1 else ""
        for finding in file.left:
            line = file.document.line_of(finding.span.start) + 1
            print(f"  {place}line {line}: {finding.code} {finding.message.en}", flush=True)


if __name__ == "__main__":
    main()
