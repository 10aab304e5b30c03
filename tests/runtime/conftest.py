"""Workers that the tests of one process share; each holds a real framework."""

from __future__ import annotations

import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from mindport.runtime.pool import Pool, Worker

PROGRAMS = {"PYTHONPATH": str(Path(__file__).with_name("programs"))}


@pytest.fixture(scope="session")
def plain_worker() -> Iterator[Worker]:
    with Worker.start("none", env=PROGRAMS) as worker:
        yield worker


@pytest.fixture(scope="session")
def torch_pool() -> Iterator[Pool]:
    with Pool("torch", 1, env=PROGRAMS) as pool:
        yield pool


@pytest.fixture(scope="session")
def mindspore_pool() -> Iterator[Pool]:
    with Pool("mindspore", 1, env=PROGRAMS) as pool:
        yield pool


@pytest.fixture(scope="session")
def bare_python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An interpreter without any package."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, with_pip=False, symlinks=True)
    return str(folder / "bin" / "python")
