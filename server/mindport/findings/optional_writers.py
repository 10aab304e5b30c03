"""TensorBoard's writer that a ``try`` imports for where it is absent (MP108).

tensorboardX, which writes its files without torch, may be absent as well: the class that takes the
writer's place is made in the ``try``, and the ``except`` serves as before.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Document
from mindport.findings.blocks import indentation
from mindport.findings.site import Site
from mindport.knowledge.templates import ApiName
from mindport.nodes import find, name_of
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.symbols.kernels import handles_absence
from mindport.texts import Text

MODULES = ("torch.utils.tensorboard", "torch.utils.tensorboard.writer")
WRITER = "SummaryWriter"
LIBRARY = "tensorboardX"
# What the class does not take over from torch's writer.
OTHERS = frozenset({"add_embedding", "add_graph", "add_mesh", "add_pr_curve"})
TITLE = Text("Make the writer in the try", "在 try 中定义该写入器")
MESSAGE = Text(
    "tensorboardX (pip install tensorboardX) writes TensorBoard's files without torch; where it is "
    "absent, the except branch serves as before.",
    "tensorboardX（pip install tensorboardX）不依赖 torch 即可写入 TensorBoard 文件；未安装时，"
    "except 分支照旧生效。",
)


def optional_writer_findings(site: Site) -> Iterator[Finding]:
    """One finding for each import of the writer alone in such a ``try``."""
    tree = site.document.tree
    if tree is None or WRITER not in site.document.text:
        return
    for node in tree.body:
        statement = optional_writer(tree, node)
        if statement is None:
            continue
        pieces = _class_in_place(site, statement)
        fix = Fix(TITLE, "safe", (Edit(site.document.span(statement), pieces),), rearranges=True)
        symbol = f"{MODULES[0]}.{WRITER}"
        span = site.document.span(statement)
        yield Finding("MP108", "warning", symbol, None, "certain", MESSAGE, span, fix)


def optional_writer(tree: ast.Module, node: ast.stmt) -> ast.ImportFrom | None:
    """The import of the writer alone that ``node`` tries, where its ``except`` does without it."""
    if not isinstance(node, ast.Try) or not any(map(handles_absence, node.handlers)):
        return None
    if any(name_of(call.func) in OTHERS for call in find(tree, ast.Call)):
        return None
    if any(_may_import(inner) for handler in node.handlers for inner in ast.walk(handler)):
        return None
    for statement in node.body:
        match statement:
            case ast.ImportFrom(module, [ast.alias(name)], 0) if module in MODULES:
                return statement if name == WRITER else None
    return None


def _may_import(node: ast.AST) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom | ast.Raise)


def _class_in_place(site: Site, statement: ast.ImportFrom) -> tuple[Piece, ...]:
    """The helper's class by the name of the import, behind an import of what it derives from."""
    document, alias = site.document, statement.names[0]
    margin = _margin(document, statement)
    pieces: list[Piece] = [f"import {LIBRARY}{document.newline}{document.newline}{margin}"]
    for piece in site.store.helper(WRITER).pieces:
        if isinstance(piece, str):
            lines = [f"{margin}{line}" if line else "" for line in piece.split("\n")]
            pieces.append(document.newline.join(lines).removeprefix(margin))
        else:
            pieces.append(_name(piece, alias.asname or alias.name))
    return tuple(pieces)


def _margin(document: Document, statement: ast.stmt) -> str:
    line = statement.lineno - 1
    return document.line_text(line)[: indentation(document, line)]


def _name(piece: ApiName, own: str) -> Piece:
    """What a name of the helper's is written as: the library is imported beside the class."""
    root, _, rest = piece.name.partition(".")
    if root == "helper":
        return own if rest == WRITER else Name(piece.name)
    return rest if root == "builtins" else piece.name if root == LIBRARY else Name(piece.name)
