"""The commands as a person runs them, in a folder of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import mindport
from mindport.cli.check import check
from mindport.cli.main import mindport as command

SERVER = Path(mindport.__file__).parents[1]
ENGLISH = {"LC_ALL": "C.UTF-8", "NO_COLOR": None, "PYTHONPATH": str(SERVER)}

TORCH = "import torch\n\nx = torch.zeros(2, 3)\n"
CLEAN = "import numpy as np\n\nx = np.zeros((2, 3))\n"

Run = Callable[..., Result]
Process = Callable[..., "subprocess.CompletedProcess[bytes]"]


@dataclass(frozen=True)
class Folder:
    """A folder that is also the current one."""

    path: Path

    def write(self, name: str, content: str | bytes = TORCH) -> Path:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def read(self, name: str) -> bytes:
        return (self.path / name).read_bytes()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.chdir(tmp_path)
    return Folder(tmp_path)


@pytest.fixture
def lsp_check(folder: Folder) -> Run:
    def run(*arguments: str, stdin: str | bytes | None = None, **environment: str) -> Result:
        runner = CliRunner(env={**ENGLISH, **environment})
        return runner.invoke(check, arguments, input=stdin, catch_exceptions=False)

    return run


@pytest.fixture
def umbrella(folder: Folder) -> Run:
    def run(*arguments: str, stdin: str | bytes | None = None, **environment: str) -> Result:
        runner = CliRunner(env={**ENGLISH, **environment})
        return runner.invoke(command, arguments, input=stdin, catch_exceptions=False)

    return run


@pytest.fixture
def process(folder: Folder) -> Process:
    """``lsp-check`` as a process of its own."""

    def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
        environment = {**os.environ, **{key: value or "" for key, value in ENGLISH.items()}}
        return subprocess.run(
            [sys.executable, "-m", "mindport.cli.check", *arguments],
            env=environment,
            timeout=120,
            check=False,
            **{"capture_output": True, **options},
        )

    return run


def findings(result: Result, path: str | None = None) -> list[dict[str, Any]]:
    """The findings of a JSON report, of one file or of all."""
    files = json.loads(result.stdout)["files"]
    return [
        one for file in files if path is None or file["path"] == path for one in file["findings"]
    ]


def paths(result: Result) -> list[str]:
    """The files that a JSON report is about."""
    return [file["path"] for file in json.loads(result.stdout)["files"]]
