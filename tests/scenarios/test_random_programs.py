"""Programs that are put together at random, migrated without a touch by hand, train as they did.

``scripts/judge_programs.py --random COUNT --seed SEED [--graph]`` runs more of them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from mindport.runtime.pool import Pool

from .judge import judge
from .random_programs import program
from .test_scenarios import ROOT, torch_environment


@pytest.fixture(scope="module")
def pools() -> Iterator[tuple[Pool, Pool]]:
    env = {"PYTHONPATH": str(ROOT)}
    with (
        Pool("torch", 1, env=torch_environment()) as torch_pool,
        Pool("mindspore", 1, env=env) as mindspore_pool,
    ):
        yield torch_pool, mindspore_pool


def test_they_differ() -> None:
    texts = {program(seed) for seed in range(50)}
    assert len(texts) == 50
    assert all(ast.parse(text) for text in texts)


@pytest.mark.parametrize(("seed", "graph"), [(7, False), (19, False), (31, False), (1003, True)])
def test_trains_as_it_did(seed: int, graph: bool, tmp_path: Path, pools: tuple[Pool, Pool]) -> None:
    verdict = judge(program(seed), tmp_path, pools, graph=graph, runs_marked=True)
    assert (verdict.outcome, verdict.left) == ("equal", ()), verdict.about
