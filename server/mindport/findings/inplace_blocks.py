"""In-place activations whose input is read again (MP209): ``x + self.block(x)`` with
``self.block = nn.Sequential(nn.ReLU(True), conv)``, where torch adds relu(x)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mindport.document import Span
from mindport.findings.inplace import MEASURES
from mindport.findings.site import Site
from mindport.findings.training.layout import start_of
from mindport.nodes import attribute_of_self, find, name_of, walk
from mindport.report import Edit, Finding, Fix, Name, Severity
from mindport.texts import Text, filled

SYMBOL = "torch.Tensor"
MESSAGE = Text(
    "torch changes {0} in place here, by the activation that comes first, and {0} is read again: torch "
    "goes on with the activated values, MindSpore with those before.",
    "torch 在此由最先执行的激活层原地修改 {0}，而 {0} 之后还会被读取：torch 使用激活后的值，MindSpore 使用激活前的值。",
)
TITLE = Text("Activate it before", "先对其激活")
CAUTION = Text(
    "What the caller holds stays as it is; torch changes it, too.",
    "调用者持有的张量保持不变，而 torch 也会修改它。",
)
# Twice is as once.
REPEATABLE = {"ReLU": "mindspore.ops.relu", "ReLU6": "mindspore.ops.relu6"}
LAYERS = (*REPEATABLE, "LeakyReLU", "ELU", "SiLU", "Hardswish", "Hardtanh", "Mish", "SELU", "CELU")
HOLDERS = ("torch.nn.Sequential", "torch.nn.ModuleList")
SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Expr)


@dataclass(frozen=True, slots=True)
class Block:
    """A method's names: what they are assigned, and where they are read."""

    method: ast.FunctionDef

    def stores(self, name: str) -> list[int]:
        names = (one for one in find(self.method, ast.Name) if one.id == name)
        return sorted(one.lineno for one in names if isinstance(one.ctx, ast.Store))

    def is_read_behind(self, name: str, statement: ast.stmt, call: ast.Call) -> bool:
        """Whether the same value is read once more, in the statement or behind it."""
        measured = (one for one in find(self.method, ast.Attribute) if one.attr in MEASURES)
        fine = {*walk(call), *(one.value for one in measured)}
        last = statement.end_lineno or statement.lineno
        bound = [line for line in self.stores(name) if line >= statement.lineno]
        until = max(last, bound[0]) if bound else self.method.end_lineno or last
        return any(
            one.id == name and isinstance(one.ctx, ast.Load) and one not in fine
            and statement.lineno <= one.lineno <= until
            for one in find(self.method, ast.Name)
        )  # fmt: skip

    def others(self, name: str, statement: ast.stmt) -> Iterator[str]:
        """Names for the same tensor: ``residual = x``."""
        for one in find(self.method, ast.Assign):
            match one:
                case ast.Assign([ast.Name(target)], ast.Name(value)) if name in (target, value):
                    other = value if target == name else target
                    lines = [*self.stores(name), *self.stores(other)]
                    later = [n for n in lines if one.lineno < n < statement.lineno]
                    if one.lineno < statement.lineno and not later:
                        yield other


def inplace_block_findings(site: Site) -> Iterator[Finding]:
    """One finding a statement."""
    tree, text = site.document.tree, site.document.text
    if tree is None or not any(word in text for word in ("inplace", "True)")):
        return
    symbols = {use.call: use.symbol for use in site.bindings.uses if use.call is not None}
    for cls in find(tree, ast.ClassDef):
        kept = {
            name: layer
            for node in find(cls, ast.Assign)
            for name in map(attribute_of_self, node.targets)
            if name is not None and (layer := _first(node.value, symbols)) is not None
        }
        for method in find(cls, ast.FunctionDef) if kept else ():
            yield from _of_method(site, method, kept)


def _of_method(site: Site, method: ast.FunctionDef, kept: Mapping[str, str]) -> Iterator[Finding]:
    layers = dict(_loops(method, kept))
    block = Block(method)
    for statement in (one for one in walk(method) if isinstance(one, SIMPLE)):
        for call in find(statement, ast.Call):
            layer = kept.get(attribute_of_self(call.func) or "") or layers.get(name_of(call.func))
            if layer is None or len(call.args) != 1:
                continue
            given = call.args[0]
            dropped = isinstance(statement, ast.Expr) and statement.value is call
            if dropped and isinstance(given, ast.Subscript | ast.Attribute):
                span, said = site.document.span(call), filled(MESSAGE, ast.unparse(given))
                yield Finding("MP209", "error", SYMBOL, None, "certain", said, span)
            if not isinstance(given, ast.Name):
                continue
            name = given.id
            same = [name, *block.others(name, statement)]
            again = [one for one in same if block.is_read_behind(one, statement, call)]
            if again:
                fix = _fix(site, statement, name, again, layer)
                span, said = site.document.span(call), filled(MESSAGE, again[0])
                severity: Severity = "error" if fix is None else "warning"
                yield Finding("MP209", severity, SYMBOL, None, "certain", said, span, fix)
                break


def _loops(method: ast.FunctionDef, kept: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """``layer`` of ``for layer in self.layers``."""
    for loop in find(method, ast.For):
        layer = kept.get(attribute_of_self(loop.iter) or "")
        if layer is not None and isinstance(loop.target, ast.Name):
            yield loop.target.id, layer


def _first(value: ast.expr, symbols: Mapping[ast.Call, str]) -> str | None:
    """The in-place activation that something kept begins with, or of which each item does."""
    if not isinstance(value, ast.Call):
        return None
    symbol = symbols.get(value, "")
    layer = symbol.removeprefix("torch.nn.")
    if layer in LAYERS:
        given = [*value.args, *(one.value for one in value.keywords)]
        in_place = any(isinstance(one, ast.Constant) and one.value is True for one in given)
        return layer if in_place else None
    first = value.args[0] if symbol in HOLDERS and value.args else None
    if symbol == HOLDERS[1]:
        while isinstance(first, ast.BinOp):
            first = first.left
        if isinstance(first, ast.ListComp | ast.GeneratorExp):
            first = first.elt
        elif isinstance(first, ast.List) and first.elts:
            first = first.elts[0]
    return None if first is None else _first(first, symbols)


def _fix(site: Site, statement: ast.stmt, name: str, again: list[str], layer: str) -> Fix | None:
    """``x = ops.relu(x)`` in a line before the statement."""
    document, api = site.document, REPEATABLE.get(layer)
    start = start_of(document, statement)
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    if api is None or blanks.strip():
        return None
    names = " = ".join(dict.fromkeys([name, *again]))
    line = (f"{names} = ", Name(api), f"({name}){document.newline}{blanks}")
    return Fix(TITLE, "unsafe", (Edit(Span(start, start), line),), CAUTION)
