"""Trains the scenario programs in graph mode and writes what did as in torch to
tests/scenarios/graph.json."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT)]

import click  # noqa: E402
from tests.scenarios import test_scenarios as scenarios  # noqa: E402

from mindport.runtime.pool import Pool  # noqa: E402


@click.command()
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Run the programs NAMES, or all whose text for graph mode is another than was run."""
    seen = json.loads(scenarios.SEEN_IN_GRAPH.read_text(encoding="utf-8"))
    environment = {"PYTHONPATH": str(ROOT)}
    wrong = 0
    with (
        Pool("torch", 1, env=scenarios.torch_environment()) as first,
        Pool("mindspore", 1, env=environment) as second,
    ):
        for path in scenarios.PROGRAMS:
            text = scenarios.for_graph_mode(path)
            if text is None:
                seen.pop(path.stem, None)
                print(f"{path.stem}: marked")
                continue
            wanted = (
                path.stem in names if names else seen.get(path.stem) != scenarios.fingerprint(text)
            )
            if not wanted:
                continue
            with tempfile.TemporaryDirectory() as folder:
                try:
                    scenarios.trains(path, text, Path(folder), (first, second), graph=True)
                except AssertionError as error:
                    wrong += 1
                    seen.pop(path.stem, None)
                    print(f"{path.stem}: {str(error)[:500]}")
                    continue
            seen[path.stem] = scenarios.fingerprint(text)
            print(f"{path.stem}: equal")
            write(seen)
    write(seen)
    sys.exit(1 if wrong else 0)


def write(seen: dict[str, str]) -> None:
    text = json.dumps(dict(sorted(seen.items())), indent=1)
    scenarios.SEEN_IN_GRAPH.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
