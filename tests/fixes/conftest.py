"""Fixing a source with the real knowledge base, as if all of it had been proved."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from textwrap import dedent

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import FixResult, fix_document
from mindport.knowledge.store import Store, load
from mindport.runtime.evidence import assume_proved
from mindport.symbols.workspace import Workspace
from mindport.target import NEWEST

Fixer = Callable[..., FixResult]


@cache
def proved_store(mindspore: str = NEWEST) -> Store:
    return assume_proved(load().at(mindspore))


@pytest.fixture
def fix() -> Fixer:
    """``fix(source)``: all safe fixes; ``unsafe=True`` for the others as well."""

    def run(source: str, *, unsafe: bool = False, config: Config | None = None) -> FixResult:
        document = Document("example.py", dedent(source))
        config = config or Config()
        store = proved_store(config.target.mindspore)
        return fix_document(document, config, Workspace(), unsafe=unsafe, store=store)

    return run
