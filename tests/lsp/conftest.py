"""Servers in processes of their own, driven over their standard streams."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import mindport
from tests.lsp.client import Client

ENVIRONMENT = {"PYTHONPATH": str(Path(mindport.__file__).parents[1]), "LC_ALL": "C.UTF-8"}

MODEL = """\
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3)

    def forward(self, x):
        return self.conv(x)


if __name__ == "__main__":
    print(Net()(torch.ones(2, 3, 8, 8)).shape)
"""


@dataclass(frozen=True)
class Server:
    """A running server with one workspace folder; documents are named relative to it."""

    client: Client
    folder: Path

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()


Start = Callable[..., Server]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a server for the temporary folder; arguments go to ``initialize``."""
    with ExitStack() as stack:

        def begin(*folders: Path, environment: dict[str, str] | None = None, **how: Any) -> Server:
            client = stack.enter_context(Client({**ENVIRONMENT, **(environment or {})}))
            client.initialize(*(folders or (tmp_path,)), **how)
            return Server(client, (folders or (tmp_path,))[0])

        yield begin


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that change nothing but documents of their own."""
    folder = tmp_path_factory.mktemp("workspace")
    with Client(ENVIRONMENT) as client:
        client.initialize(folder)
        yield Server(client, folder)


def codes(diagnostics: list[dict[str, Any]]) -> list[tuple[int, str]]:
    """Line (from 1) and code of each diagnostic, in the order of the file."""
    found = [(item["range"]["start"]["line"] + 1, item.get("code", "")) for item in diagnostics]
    return sorted(found)
