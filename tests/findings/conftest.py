"""Findings of a source, with the real knowledge base as if all of it had been proved."""

from __future__ import annotations

from textwrap import dedent

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.report import Finding
from mindport.symbols.workspace import Workspace
from tests.fixes.conftest import proved_store


def findings(source: str, config: Config | None = None, path: str = "example.py") -> list[Finding]:
    """What is found in ``source``, in the order of the text."""
    document = Document(path, dedent(source))
    assert document.tree is not None, document.problem
    config = config or Config()
    store = proved_store(config.target.mindspore)
    return list(analyze(document, config, Workspace(), store).findings)


def fixed(source: str, *, unsafe: bool = False, path: str = "example.py") -> str:
    """``source`` after all safe fixes; a second run must change nothing."""
    store = proved_store()
    document = Document(path, dedent(source))
    result = fix_document(document, Config(), Workspace(), unsafe=unsafe, store=store)
    again = fix_document(result.document, Config(), Workspace(), unsafe=unsafe, store=store)
    assert again.document.text == result.document.text
    return result.document.text


def moved(source: str) -> tuple[str, list[str]]:
    """``source`` after all fixes, and what its training loops still say is in the way."""
    document = Document("program.py", source)
    result = fix_document(document, Config(), Workspace(), unsafe=True)
    again = fix_document(result.document, Config(), Workspace(), unsafe=True)
    assert again.document.text == result.document.text
    found = [f for f in result.report.findings if f.code == "MP306" and f.severity == "error"]
    return result.document.text, [finding.message.en for finding in found]
