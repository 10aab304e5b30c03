"""Says of training programs that nobody prepared whether MindSpore trains them as torch did.

Each file is a program with a global list ``losses`` that makes its data from a NumPy RandomState. It
is migrated without a touch by hand, and both frameworks run it from the same weights: what the
networks hold when the first optimizer is made.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT)]

import click  # noqa: E402
from tests.scenarios import test_scenarios as scenarios  # noqa: E402
from tests.scenarios.judge import Verdict, judge  # noqa: E402
from tests.scenarios.random_programs import program  # noqa: E402

from mindport.runtime.pool import Pool  # noqa: E402


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--graph", is_flag=True, help="Migrate for graph mode, and run in it.")
@click.option(
    "--random", "count", type=int, default=0, help="So many programs made at random, too."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the first of these.")
@click.option("--keep", type=click.Path(path_type=Path), help="Where migrated texts are kept.")
def main(files: tuple[Path, ...], graph: bool, count: int, seed: int, keep: Path | None) -> None:
    """Migrate FILES, or programs made at random, and run them on both sides.

    Exits with 1 where a program computes something else, or stops, with nothing marked.
    """
    programs = [(path.stem, path.read_text(encoding="utf-8")) for path in files]
    programs += [(f"random_{one}", program(one)) for one in range(seed, seed + count)]
    untold = 0
    with (
        Pool("torch", 1, env=scenarios.torch_environment()) as first,
        Pool("mindspore", 1, env={"PYTHONPATH": str(ROOT)}) as second,
    ):
        for name, text in programs:
            with tempfile.TemporaryDirectory() as folder:
                verdict = judge(text, Path(folder), (first, second), graph=graph, runs_marked=True)
            _tell(name, verdict)
            untold += verdict.outcome in ("wrong", "raises") and not verdict.left
            if keep is not None and verdict.migrated is not None:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{name}.py").write_text(verdict.migrated.text, encoding="utf-8")
    sys.exit(1 if untold else 0)


def _tell(name: str, verdict: Verdict) -> None:
    print(f"{name}: {verdict.outcome} {verdict.about[:1500]}", flush=True)
    for finding in verdict.left if verdict.migrated else ():
        line = verdict.migrated.line_of(finding.span.start) + 1
        print(f"  line {line}: {finding.code} {finding.message.en}", flush=True)


if __name__ == "__main__":
    main()
