"""Imports of torch that nothing uses any more (MP108), or only other files (MP112)."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Set
from pathlib import Path

from mindport.document import Document, Span
from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.nodes import find, function_around, kept, statement_parents
from mindport.report import Edit, Finding, Fix
from mindport.symbols.uses import Import
from mindport.texts import Text, join

PACKAGE = Text(
    "Code outside of this project may take the name from the package.",
    "本项目之外的代码可能从该包取得此名称。",
)
NAMED = Text(
    "Nothing but strings names this import any more, which the program may look up: remove it where "
    "none of them does.",
    "除字符串外已没有代码提到此导入，而程序可能按名称查找它：若并非如此，请删除。",
)
# What finds a module by its name in a string.
LOOKS_UP = re.compile(r"(?<![\w.])(?:globals|locals|vars|eval|exec)\(|sys\.modules|__dict__")
TEXT = re.compile(r"\w \w")  # words for people; code has none, but for "import torch" and the like


def _lent(name: str) -> Text:
    return Text(
        f"Other files take {name} from this import; it can go when they import it themselves.",
        f"其他文件经由此处取得 {name}；待它们自行导入之后，才能删除此导入。",
    )


def import_findings(site: Site) -> Iterator[Finding]:
    """One finding for each import of torch whose name the file does not use."""
    for item in site.bindings.imports:
        if _is_guarded(site, item.statement) or is_read(site, item):
            continue
        span = site.document.span(item.alias)
        lent = lent_names(site) & _given_names(site, item) if item.scope == "module" else ()
        if lent:
            message = _lent(", ".join(sorted(lent)))
            yield Finding("MP112", "warning", item.symbol, None, "certain", message, span)
            continue
        if _is_looked_up(site, item):
            yield Finding("MP113", "warning", item.symbol, None, "likely", NAMED, span)
            continue
        name = f"{item.symbol}.*" if item.bound == "*" else item.bound
        in_package = Path(site.document.path).name == "__init__.py"
        may_be_lent = in_package and isinstance(item.statement, ast.ImportFrom)
        fix = Fix(
            Text(f"Remove the import of {name}", f"删除 {name} 的导入"),
            "unsafe" if may_be_lent else "safe",
            tuple(_removal(site, item.statement, item.alias)),
            PACKAGE if may_be_lent else None,
        )
        message = Text(
            f"Nothing uses the import of {item.symbol}.", f"{item.symbol} 的导入没有被使用。"
        )
        message = join(message, fix.caution)
        yield Finding("MP108", "warning", item.symbol, None, "certain", message, span, fix)


def _given_names(site: Site, item: Import) -> Set[str]:
    """The names that an import binds; a star all that torch has there, but what begins with _."""
    if item.bound != "*":
        return {item.bound}
    return {name for name in site.api.members(item.symbol) if not name.startswith("_")}


def lent_names(site: Site) -> Set[str]:
    """The names that other files take from here, or may, as ``__all__`` has them."""
    assert site.document.tree is not None
    return site.taken() | kept(site.document.tree, _exported)


def _exported(tree: ast.AST) -> frozenset[str]:
    """The names that ``__all__`` lists, beside what it computes."""
    statements: list[ast.Assign | ast.AugAssign] = [
        *find(tree, ast.Assign),
        *find(tree, ast.AugAssign),
    ]
    return frozenset(
        constant.value
        for statement in statements
        for target in (
            statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        )
        if isinstance(target, ast.Name) and target.id == "__all__"
        for constant in find(statement.value, ast.Constant)
        if isinstance(constant.value, str)
    )


def _is_guarded(site: Site, statement: ast.stmt) -> bool:
    """Whether the import stands in a ``try``: others may rely on what it tries."""
    assert site.document.tree is not None
    return any(
        statement in block
        for node in find(site.document.tree, ast.Try)
        for block in (node.body, node.orelse, *(handler.body for handler in node.handlers))
    )


def _is_looked_up(site: Site, item: Import) -> bool:
    """Whether a string mentions the name, in a file that looks names up.

    What a docstring or a message speaks of is no mention.
    """
    tree, name = site.document.tree, item.bound
    assert tree is not None
    if not LOOKS_UP.search(site.document.text):
        return False
    if name == "*":
        return True  # which of its names, no text needs to show
    above = statement_parents(tree)
    word = re.compile(
        rf"(?<![\w./-]){re.escape(name)}(?![\w/-])"
    )  # not in model.th, nor in torch/x
    member = re.compile(rf"(?<![\w./-]){re.escape(name)}\.\w")
    return any(
        (member if TEXT.search(node.value) else word).search(node.value)
        for node in find(tree, ast.Constant)
        if isinstance(node.value, str) and not isinstance(above.get(node), ast.Expr)
    )


def is_read(site: Site, item: Import) -> bool:
    """Whether the file reads the name as what is imported, or may; a variable of that name is
    another."""
    tree = site.document.tree
    assert tree is not None
    above = statement_parents(tree)
    given = _given_names(site, item)
    if not given:
        return True  # torch has no such module: what the star brings is not known
    named = [one for one in find(tree, ast.Name) if one.id in given]
    if item.scope == "module":
        named = [one for one in named if not isinstance(one.ctx, ast.Store)]
    return any(item.scope != "module" or _is_import(tree, one, above) for one in named)


def _is_import(tree: ast.Module, node: ast.Name, above: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether a name may stand for what the file imports: nothing around it binds it otherwise."""
    outer = above.get(node)
    while outer is not None:
        binds = isinstance(outer, ast.FunctionDef | ast.Lambda) and node.id in kept(outer, _bound)
        if binds:
            return False
        outer = above.get(outer)
    given = kept(tree, _assigned).get(node.id, ())
    if function_around(tree, node) is not None:
        return not given
    return not any((one.end_lineno or one.lineno) < node.lineno for one in given)


def _bound(function: ast.AST) -> frozenset[str]:
    """The names that are a function's own: its parameters, and what it assigns."""
    outside = (name for node in find(function, ast.Global) for name in node.names)
    own = {node.arg for node in find(function, ast.arg)}
    own |= {node.id for node in find(function, ast.Name) if isinstance(node.ctx, ast.Store)}
    return frozenset(own.difference(outside))


def _assigned(tree: ast.AST) -> dict[str, list[ast.stmt]]:
    """The names that statements of a module itself assign, always."""
    found: dict[str, list[ast.stmt]] = {}
    for statement in getattr(tree, "body", ()):
        for target in statement.targets if isinstance(statement, ast.Assign) else ():
            for name in find(target, ast.Name):
                found.setdefault(name.id, []).append(statement)
    return found


def alias_removals(
    document: Document, statement: ast.Import | ast.ImportFrom, gone: Collection[ast.alias]
) -> list[Edit]:
    """Takes some of a statement's names out of it, with their commas; not all of them."""
    spans = [document.span(alias) for alias in statement.names]
    edits = []
    kept_before = False
    for index, alias in enumerate(statement.names):
        if alias not in gone:
            kept_before = True
        elif kept_before:
            edits.append(Edit(Span(spans[index - 1].end, spans[index].end), ()))
        else:
            edits.append(Edit(Span(spans[index].start, spans[index + 1].start), ()))
    return edits


def _removal(site: Site, statement: ast.Import | ast.ImportFrom, alias: ast.alias) -> list[Edit]:
    if len(statement.names) == 1:
        return [remove_statement(site.document, statement)]
    return alias_removals(site.document, statement, [alias])
