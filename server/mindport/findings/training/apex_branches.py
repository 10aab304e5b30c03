"""``if fp16: with amp.scale_loss(...): ... else: loss.backward()``: apex's branch goes.

apex runs with torch alone. Its branch computes the gradients of the other one, scaled and back, so
what the other one says is left.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.site import Site
from mindport.findings.training.code import Code
from mindport.findings.training.events import CLIP_NAMES
from mindport.findings.training.layout import shares_line
from mindport.findings.training.names import path_of
from mindport.nodes import find, name_of
from mindport.report import Edit, Fix, Moved, Piece
from mindport.texts import Text

TITLE = Text("Leave out the branch of apex", "去掉 apex 的分支")
CAUTION = Text(
    "apex works with torch alone: gradients are computed without its half precision, whatever the "
    "condition says.",
    "apex 只能与 torch 一起使用：无论条件如何，都按不使用 apex 半精度的方式计算梯度。",
)


def apex_branches(site: Site, code: Code) -> Fix | None:
    """The fix that leaves the other branch of each ``if`` that differentiates or clips with apex."""
    tree = site.document.tree
    assert tree is not None
    modules = set(_modules(tree))
    branches = [
        node
        for node in (find(code.root, ast.If) if modules else ())
        if code.knows(node) and _is_apexs(site, node, modules)
    ]
    if not any(find(branch, ast.With) for branch in branches):
        return None
    edits = tuple(Edit(site.document.span(b), tuple(_other(site, b))) for b in branches)
    return Fix(TITLE, "unsafe", edits, CAUTION, rearranges=True)


def _modules(tree: ast.Module) -> Iterator[str]:
    """What a file calls ``apex.amp``."""
    for node in find(tree, ast.ImportFrom):
        if node.module == "apex" and not node.level:
            yield from (a.asname or a.name for a in node.names if a.name == "amp")
    for plain in find(tree, ast.Import):
        for alias in plain.names:
            if alias.name in ("apex", "apex.amp"):
                whole = alias.asname or "apex"
                yield whole if alias.asname and alias.name == "apex.amp" else f"{whole}.amp"


def _is_apexs(site: Site, branch: ast.If, modules: set[str]) -> bool:
    """Whether both branches say the same, the first one with apex, and a line each can be kept."""
    document, whole = site.document, site.document.span(branch)
    text = document.text[whole.start : whole.end]
    if text.startswith("elif") or "#" in text or len(branch.body) != len(branch.orelse):
        return False
    if any(isinstance(node, ast.Call | ast.NamedExpr) for node in ast.walk(branch.test)):
        return False
    pairs = list(zip(branch.body, branch.orelse, strict=True))
    if not all(_is_backward(a, b, modules) or _is_clip(a, b, modules) for a, b in pairs):
        return False
    return not any(shares_line(document, statement) for statement in (branch, *branch.orelse))


def _is_backward(apexs: ast.stmt, plain: ast.stmt, modules: set[str]) -> bool:
    """``with amp.scale_loss(loss, optimizer) as scaled: scaled.backward()`` and ``loss.backward()``."""
    match apexs, plain:
        case (
            ast.With(
                [ast.withitem(ast.Call(scale, [scaled, *_]) as made, ast.Name(name))],
                [ast.Expr(ast.Call(ast.Attribute(ast.Name(called), attr="backward")) as one)],
            ),
            ast.Expr(ast.Call(ast.Attribute(lost, attr="backward")) as other),
        ):
            same = ast.unparse(scaled) == ast.unparse(lost) and called == name
            kept = [k.arg for k in made.keywords if k.arg in ("loss_id", "model")]
            plainly = len(made.args) == 2 and len(kept) == len(made.keywords)
            return (
                same
                and plainly
                and path_of(scale) in _members(modules, "scale_loss")
                and (_given(one) == _given(other))
            )
    return False


def _is_clip(apexs: ast.stmt, plain: ast.stmt, modules: set[str]) -> bool:
    """The same clip of ``amp.master_params(optimizer)`` and of ``model.parameters()``."""
    match apexs, plain:
        case (
            ast.Expr(ast.Call(clip, [ast.Call(masters, [_], []), *_]) as one)
            | ast.Assign(value=ast.Call(clip, [ast.Call(masters, [_], []), *_]) as one),
            ast.Expr(ast.Call(same, [ast.Call(listed, [], []), *_]) as other)
            | ast.Assign(value=ast.Call(same, [ast.Call(listed, [], []), *_]) as other),
        ):
            targets = [list(map(ast.unparse, getattr(s, "targets", ()))) for s in (apexs, plain)]
            return (
                path_of(masters) in _members(modules, "master_params")
                and name_of(listed) == "parameters"
                and name_of(clip) in CLIP_NAMES
                and ast.unparse(clip) == ast.unparse(same)
                and _given(one)[1:] == _given(other)[1:]
                and targets[0] == targets[1]
            )
    return False


def _members(modules: set[str], name: str) -> set[str]:
    return {f"{module}.{name}" for module in modules}


def _given(call: ast.Call) -> Sequence[str]:
    return [ast.unparse(one) for one in (*call.args, *call.keywords)]


def _other(site: Site, branch: ast.If) -> Iterator[Piece]:
    """The statements of the other branch, where the ``if`` stands."""
    document, start = site.document, site.document.span(branch).start
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    for number, statement in enumerate(branch.orelse):
        if number:
            yield f"{document.newline}{blanks}"
        yield Moved(document.span(statement))
