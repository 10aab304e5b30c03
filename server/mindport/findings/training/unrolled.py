"""``for optimizer in optimizers: optimizer.step()`` of a list that is written out: one after the other.

Each of them has a share of the gradients then, which a loop's variable does not tell.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.site import Site
from mindport.findings.training import obstacles as told
from mindport.findings.training.code import Code
from mindport.findings.training.names import COMPREHENSIONS, bound_names, own_nodes, path_of
from mindport.findings.training.obstacles import Obstacle
from mindport.nodes import find, name_of, targets, walk
from mindport.report import Edit, Fix, Piece
from mindport.texts import Text

TITLE = Text("Write the optimizers' steps one after the other", "将各优化器的更新逐个写出")
READS = frozenset({"enumerate", "len", "list", "tuple", "zip"})


def unrolled(site: Site, code: Code, obstacles: Sequence[Obstacle]) -> Fix | None:
    """The fix that writes such loops out; None where one of them has to stay."""
    steps = {o.node for o in obstacles if o.text == told.ONE_AFTER_ANOTHER}
    edits = []
    for loop in own_nodes(code.root):
        if isinstance(loop, ast.For) and steps & {getattr(s, "value", None) for s in loop.body}:
            edit = _written_out(site, code, loop)
            if edit is None:
                return None
            edits.append(edit)
    return Fix(TITLE, "safe", tuple(edits), rearranges=True) if edits else None


def _written_out(site: Site, code: Code, loop: ast.For) -> Edit | None:
    document, whole = site.document, site.document.span(loop)
    rounds = _rounds(site, code, loop)
    plain = not loop.orelse and all(isinstance(statement, ast.Expr) for statement in loop.body)
    if not rounds or not plain or "#" in document.text[whole.start : whole.end]:
        return None
    indentation = document.newline + " " * loop.col_offset
    pieces: list[Piece] = []
    for values in rounds:
        for statement in loop.body:
            pieces += [indentation] if pieces else []
            pieces.append(_with_values(site, statement, values))
    return Edit(whole, tuple(pieces))


def _with_values(site: Site, statement: ast.stmt, values: dict[str, str]) -> str:
    """The text of a statement with other texts for names."""
    whole = site.document.span(statement)
    text, end = "", whole.start
    names = [n for n in ast.walk(statement) if isinstance(n, ast.Name) and n.id in values]
    for name in sorted(names, key=lambda n: (n.lineno, n.col_offset)):
        span = site.document.span(name)
        text += site.document.text[end : span.start] + values[name.id]
        end = span.end
    return text + site.document.text[end : whole.end]


def _rounds(site: Site, code: Code, loop: ast.For) -> list[dict[str, str]]:
    """What the loop's variables stand for in each round; nothing where that is not seen."""
    variables, lists = [loop.target], [loop.iter]
    match loop.target, loop.iter:
        case ast.Tuple(parts), ast.Call(ast.Name("zip"), given, []) if len(parts) == len(given):
            variables, lists = parts, given
    names = [variable.id for variable in variables if isinstance(variable, ast.Name)]
    if len(names) < len(variables) or _are_read_elsewhere(code, {*names}):
        return []
    items = [list(_items(site, code, path_of(listed) or "")) for listed in lists]
    if len({len(some) for some in items}) != 1:
        return []
    return [dict(zip(names, values, strict=True)) for values in zip(*items, strict=True)]


def _are_read_elsewhere(code: Code, names: set[str]) -> bool:
    """Whether the variables are read outside of loops that give them their values."""
    nodes = list(own_nodes(code.root))
    inside: set[ast.AST] = set()
    for node in nodes:
        bound = [node.target] if isinstance(node, ast.For) else []
        if isinstance(node, COMPREHENSIONS):
            bound = [generator.target for generator in node.generators]
        if names & {n.id for target in bound for n in ast.walk(target) if isinstance(n, ast.Name)}:
            inside.update(ast.walk(node))
    reads = (n for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
    return any(node.id in names and node not in inside for node in reads)


def _is_stored(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store)


def _items(site: Site, code: Code, path: str) -> Iterator[str]:
    """The texts for what a list holds, ``optimizer_d`` or ``optimizers[0]``, if it is given a value
    once and nothing changes it; else nothing."""
    tree = site.document.tree
    assert tree is not None
    bound = path in {name for node in own_nodes(code.root) if isinstance(node, ast.stmt)
                     for name in bound_names(node)}  # fmt: skip
    within: ast.AST = code.root if bound else tree
    made = [s for s in find(within, ast.Assign) if path in map(path_of, s.targets)]
    stored = [t for node in walk(within) for t in targets(node) if path_of(t) == path]
    if not path or len(made) != 1 or len(stored) != 1 or _may_change(site, within, path):
        return
    match made[0].value:
        case ast.List(elements) | ast.Tuple(elements):
            seen = [] if any(isinstance(one, ast.Starred) for one in elements) else elements
            for index, element in enumerate(seen):
                named = isinstance(element, ast.Name) and _is_given_once(within, element.id)
                yield ast.unparse(element) if named else f"{path}[{index}]"
        case ast.ListComp(generators=[ast.comprehension(iter=listed, ifs=[])]):
            if path_of(listed) not in (None, path):
                for index, _ in enumerate(_items(site, code, path_of(listed) or "")):
                    yield f"{path}[{index}]"


def _is_given_once(within: ast.AST, name: str) -> bool:
    stores = [n for n in walk(within) if isinstance(n, ast.Name) and n.id == name and _is_stored(n)]
    return len(stores) == 1


def _may_change(site: Site, within: ast.AST, path: str) -> bool:
    """Whether a list may be changed: by a method, through an index, or by what gets it."""
    parents = site.parents(within)
    for node in walk(within):
        if not isinstance(node, ast.Name | ast.Attribute) or path_of(node) != path:
            continue
        match parents.get(node):
            case ast.Subscript(ctx=context):
                changes = not isinstance(context, ast.Load)
            case ast.Call(func=function):
                changes = name_of(function) not in READS
            case ast.For() | ast.comprehension() | ast.Assign():
                changes = not (_is_stored(node) or node is getattr(parents[node], "iter", None))
            case _:
                changes = True
        if changes:
            return True
    return False
