"""Compiles torch's own samples in graph mode, each as a network with one call, and compares values
and gradients of two calls with torch's and with those of PyNative mode; prints what was refused or
came out otherwise with no finding."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "scripts")]

import click  # noqa: E402

from mindport.config import Config  # noqa: E402
from mindport.document import Document  # noqa: E402
from mindport.fixes.apply import fix_document  # noqa: E402
from mindport.knowledge.store import load  # noqa: E402
from mindport.runtime.graph_job import EAGER  # noqa: E402
from mindport.runtime.network_source import as_network, in_evaluation  # noqa: E402
from mindport.runtime.pool import Pool  # noqa: E402
from mindport.runtime.samples import Progress, Sample, collect, find_groups, run  # noqa: E402
from mindport.symbols.torch_api import load as load_torch  # noqa: E402
from mindport.symbols.workspace import Workspace  # noqa: E402
from mindport.target import Target  # noqa: E402
from verify_samples import OPERATOR, counted, show  # noqa: E402

WORKER = "mindport.runtime.graph_job:mindspore_networks"


@click.command()
@click.argument("symbols", nargs=-1)
@click.option("--jobs", default=1, show_default=True, help="Processes a framework.")
@click.option("--most", default=3, show_default=True, help="Samples of a symbol.")
def main(symbols: tuple[str, ...], jobs: int, most: int) -> None:
    """Compile the samples of SYMBOLS, or of everything that the knowledge base holds.

    Empty tensors are left out: graph mode sums them up to what lies in memory.
    """
    known = set(load().plain)
    api = load_torch()

    def canonical(name: str) -> str:
        return name if name.startswith(OPERATOR) else api.canonical(name) or name

    def wanted(symbol: str) -> bool:
        return symbol in symbols if symbols else symbol in known

    folder = Path(tempfile.mkdtemp(prefix="mindport-graph-"))
    try:
        with Pool("torch", jobs) as torch_pool:
            groups = find_groups(torch_pool, canonical, wanted)
            choice = {"dtypes": ("float32",), "most": (most, 0)}
            collected = collect(groups, torch_pool, folder, Progress(), choice)
            samples = [sample for sample in collected if "empty" not in sample.traits]
        print(f"{len(samples)} samples", file=sys.stderr)
        with ProcessPoolExecutor(jobs) as workers:
            texts = list(workers.map(migrated, samples, chunksize=32))
        print("migrated", file=sys.stderr)
        with Pool("mindspore", jobs) as pool:
            found = run(samples, texts, pool, Progress(), WORKER)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    found = [item for item in found if EAGER not in item.seen]
    show(found)
    print(counted(found))


def migrated(sample: Sample) -> str | None:
    """The sample's network in MindSpore for graph mode; None where a finding is left."""
    layers = ("m",) if sample.source.startswith("m = ") else ()
    source = as_network(sample.source, sample.names, layers)
    if source is None:
        return None
    result = fix_document(
        Document("network.py", source), _config(), Workspace(), unsafe=False, store=load()
    )
    left = [f for f in result.report.findings if f.severity in ("error", "warning")]
    if left:
        return None
    text = result.document.text
    return text + "# set_train(False)\n" if in_evaluation(sample.source, layers) else text


@cache
def _config() -> Config:
    return Config(target=Target(devices=("CPU",), mode="GRAPH"))


if __name__ == "__main__":
    main()
