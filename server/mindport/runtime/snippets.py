"""A torch snippet that uses prepared inputs becomes a file, and by the real engine MindSpore's."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import apply_fixes, fix_document
from mindport.knowledge.helpers import Definition
from mindport.knowledge.store import Store
from mindport.knowledge.store import load as load_knowledge
from mindport.report import Report
from mindport.symbols.workspace import Workspace

HEADER = (
    "import math\nimport numpy as np\nimport torch\nfrom torch import nn\n"
    "import torch.nn.functional as F\n"
)
IMPORT = re.compile(r"(?:import|from)\b")
MADE = "  # an input"  # fixes leave comments where they are
NOTHING: Mapping[str, str] = MappingProxyType({})


def as_file(code: str, inputs: Collection[str], made: Mapping[str, str] = NOTHING) -> str:
    """The snippet with its imports, and its inputs declared to be tensors.

    ``made`` has torch expressions that make inputs: ``torch.zeros(3, dtype=torch.bool)``.
    """
    declared = "".join(
        f"{name} = {made[name]}{MADE}\n" if name in made else f"{name}: torch.Tensor\n"
        for name in sorted(inputs)
    )
    return f"{HEADER}{declared}{code}\n"


def migrated(
    code: str,
    inputs: Collection[str],
    config: Config,
    store: Store,
    *,
    unsafe: bool,
    made: Mapping[str, str] = NOTHING,
) -> str | None:
    """The snippet in MindSpore, its imports included; None when a finding is left on it.

    What declares and makes its inputs is not part of it.
    """
    declared = _any_of(name for name in inputs if name not in made)
    declaration = re.compile(rf"(?m)^(?:{declared}: [\w.]+|{_any_of(made)} = .*{MADE})\r?\n")
    document = Document("example.py", as_file(code, inputs, made))
    result = fix_document(document, config, Workspace(), unsafe=unsafe, store=store)
    if _is_left(result.report, declaration):
        return None
    bare = replace(document, text=declaration.sub("", result.document.text))
    return apply_fixes(bare, (), tidy=True, store=store).text


def _any_of(names: Iterable[str]) -> str:
    return f"(?:{'|'.join(sorted(names)) or '(?!)'})"


def body_of(text: str) -> str:
    """A migrated snippet without its imports and the helpers that were put into it."""
    document = Document("example.py", text)
    tree = document.tree
    definitions = [n for n in tree.body if isinstance(n, Definition)] if tree is not None else []
    known = _helper_docstrings() if definitions else ()
    gone = {
        number
        for node in definitions
        if ast.get_docstring(node) in known
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    lines = enumerate(text.splitlines(), start=1)
    kept = (line for number, line in lines if number not in gone and not IMPORT.match(line))
    return "\n".join(kept).lstrip("\n") if gone else "\n".join(kept)


@cache
def _helper_docstrings() -> frozenset[str]:
    return frozenset(helper.docstring for helper in load_knowledge().every_helper())


def _is_left(report: Report, declaration: re.Pattern[str]) -> bool:
    """Whether a finding is left on the snippet itself, its declared inputs aside."""
    document = report.document
    return any(
        finding.severity in ("error", "warning")
        and not declaration.match(document.line_text(document.line_of(finding.span.start)) + "\n")
        for finding in report.findings
    )
