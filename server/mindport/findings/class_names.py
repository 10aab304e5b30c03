"""Classes that are told apart by their names (MP301): ``type(m).__name__ == "Sequential"``.

What takes a class's place may be called otherwise: a Sequential is a SequentialCell.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.knowledge.schema import Equivalent
from mindport.nodes import find, function_around
from mindport.report import Edit, Finding, Fix, Severity
from mindport.symbols.assignments import only_value
from mindport.texts import Text

LAYERS = "torch.nn."
SEARCHES = frozenset({"find", "index", "startswith", "endswith", "count"})
EQUAL = ast.Eq | ast.NotEq
IN = ast.In | ast.NotIn
TITLE = Text("Ask for MindSpore's name as well", "同时比较 MindSpore 的类名")


def class_name_findings(site: Site) -> Iterator[Finding]:
    """One finding for each name of a layer of torch's that a class's name is compared with."""
    tree = site.document.tree
    named = ".__name__" in site.document.text or "_get_name" in site.document.text
    if tree is None or not named or not site.bindings.has_torch:
        return
    for compare in find(tree, ast.Compare):
        if len(compare.ops) == 1:
            yield from _compared(site, compare, function_around(tree, compare) or tree)
    for call in find(tree, ast.Call):
        match call:
            case ast.Call(ast.Attribute(asked, method), [ast.Constant(str()) as name]):
                within = function_around(tree, call) or tree
                if method in SEARCHES and _is_class_name(asked, within):
                    yield from _searched(site, name, method)


def _compared(site: Site, compare: ast.Compare, within: ast.AST) -> Iterator[Finding]:
    """``name == "Sequential"``, ``name in ("Sequential", "ModuleList")``, ``"Linear" in name``."""
    left, operator, right = compare.left, compare.ops[0], compare.comparators[0]
    if isinstance(operator, IN) and isinstance(left, ast.Constant):
        if _is_class_name(right, within):
            yield from _searched(site, left, "in")
        return
    if isinstance(left, ast.Constant):
        left, right = right, left
    if not _is_class_name(left, within):
        return
    if isinstance(operator, EQUAL) and isinstance(right, ast.Constant):
        for told, others in _renamed(site, right):
            fix = None
            if others and right is compare.comparators[0]:
                word = "in" if isinstance(operator, ast.Eq) else "not in"
                document = site.document
                span = Span(document.span(left).end, document.span(right).end)
                names = ", ".join(f'"{name}"' for name in (told, *others))
                fix = Fix(TITLE, "safe", (Edit(span, (f" {word} ({names})",)),))
            yield _finding(site, right, told, fix)
    if isinstance(operator, IN) and isinstance(right, ast.Tuple | ast.List | ast.Set):
        present = {item.value for item in right.elts if isinstance(item, ast.Constant)}
        for item in right.elts:
            for told, others in _renamed(site, item):
                missing = [name for name in others if name not in present]
                if others and not missing:
                    continue
                end = site.document.span(item).end
                added = "".join(f', "{name}"' for name in missing)
                fix = Fix(TITLE, "safe", (Edit(Span(end, end), (added,)),)) if missing else None
                yield _finding(site, item, told, fix)


def _searched(site: Site, node: ast.expr, method: str) -> Iterator[Finding]:
    """A part of a name that is looked for: told where what takes the place has no such part."""
    text = getattr(node, "value", None)
    for told, others in _renamed(site, node):
        assert isinstance(text, str)
        begins = all(name.startswith(text) for name in others)
        held = all(name.endswith(text) for name in others) if method == "endswith" else begins
        if method not in ("startswith", "endswith", "index"):
            held = all(text in name for name in others)
        if not others or not held:
            yield _finding(site, node, told, None)


def _renamed(site: Site, node: ast.expr) -> Iterator[tuple[str, list[str]]]:
    """The name of a layer of torch's, and those of what takes its place, if they differ; none of
    them where another layer of torch's has the name, so that it does not tell them apart."""
    name = getattr(node, "value", None)
    if not isinstance(name, str) or not name.isidentifier() or name in _own(site):
        return
    entry = site.store.entry(f"{LAYERS}{name}")
    if entry is None or site.api.kind(f"{LAYERS}{name}") != "class":
        return
    others: list[str] = []
    for equivalent in site.candidates(entry):
        when = equivalent.when or ""
        if "context in" not in when and "context ==" not in when:
            others.append(_made_by(equivalent))
        if not when:
            break
    others = [other for other in dict.fromkeys(others) if other not in ("", name)]
    if not others:
        return
    known = any(site.api.canonical(f"{LAYERS}{other}") is not None for other in others)
    yield name, [] if known else others


def _made_by(equivalent: Equivalent) -> str:
    """The name of the class that takes the place; empty where a computation does."""
    return (equivalent.api or (equivalent.to or "").partition("(")[0]).rpartition(".")[2]


def _own(site: Site) -> set[str]:
    return {info.name for info in site.bindings.classes}


def _is_class_name(node: ast.expr, within: ast.AST, seen: int = 0) -> bool:
    """``m.__class__.__name__``, ``type(m).__name__``, ``m._get_name()``, or a name for one."""
    match node:
        case ast.Attribute(ast.Attribute(_, "__class__"), "__name__"):
            return True
        case ast.Attribute(ast.Call(ast.Name("type"), [_]), "__name__"):
            return True
        case ast.Call(ast.Attribute(_, "_get_name"), [], []):
            return True
        case ast.Name(name) if not seen:
            value = only_value(name, within)
            return value is not None and _is_class_name(value, within, seen + 1)
    return False


def _finding(site: Site, node: ast.expr, name: str, fix: Fix | None) -> Finding:
    symbol = f"{LAYERS}{name}"
    entry = site.store.entry(symbol)
    assert entry is not None
    names = ", ".join(dict.fromkeys(filter(None, map(_made_by, site.candidates(entry)))))
    message = Text(
        f"The class is asked for its name: what takes the place of {name} is called {names}.",
        f"此处按类名区分：{name} 的替代类名为 {names}。",
    )
    severity: Severity = "warning" if fix else "error"
    span = site.document.span(node)
    return Finding("MP301", severity, symbol, None, "certain", message, span, fix)
