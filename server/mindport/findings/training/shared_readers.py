"""Functions that read gradients and that other files call: ``clip_gradient(optimizer, 0.5)`` of
``utils.py``, ``fgm.attack()`` of a class of another file.

Such a function takes the gradients as an argument wherever it is called, and so each of its callers
gives them. The one is rewritten in the file that has it, the others in theirs.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import replace

from mindport.findings.site import Site
from mindport.findings.training import obstacles as told
from mindport.findings.training.called_hands import calls_of as own_calls
from mindport.findings.training.called_readers import Reader, all_readers
from mindport.findings.training.given_readers import given_readers
from mindport.findings.training.objects import given_to_object, is_made_here, mentions_of
from mindport.findings.training.obstacles import TO_CHECK, Obstacle
from mindport.findings.training.reader_edits import reader_edits
from mindport.nodes import argument_of, find, function_around, kept, lies_in, name_of
from mindport.report import Finding, Fix, Severity
from mindport.symbols.values import UNKNOWN, ClassInfo, FunctionInfo
from mindport.texts import Text, join

TAKES = Text("Take the gradients as an argument", "以参数接收梯度")
SYMBOL = "torch.Tensor.grad"
READS = Text(
    "Parameters do not hold their gradients in MindSpore: what reads them takes them as an argument.",
    "MindSpore 的参数不保存梯度：读取梯度的函数需以参数接收。",
)


def is_shared(site: Site, reader: Reader) -> bool:
    """Whether other files take a function of this one, or the class that has it, or may do so: it
    calls it nowhere; or several functions of this file call it, each of which is moved by itself. Not
    a method that only its own object calls, unless that hands the gradients on.
    """
    tree = site.document.tree
    assert tree is not None
    calls = own_calls(tree, reader.function.name, is_method=reader.owner is not None)
    if len({function_around(tree, call) for call in calls}) > 1:
        return True
    if reader.owner is not None and (own := own_calls(tree, reader.function.name, is_method=True)):
        return bool(reader.handing) or not _handed(tree).isdisjoint(own)
    if reader.handing:
        return True
    if (reader.owner or reader.function).name in site.shared():
        return True
    name = reader.function.name
    return name not in kept(tree, _mentioned) or (
        reader.owner is not None and not mentions_of(tree, reader.owner, name)
    )


def _handed(tree: ast.Module) -> set[ast.AST]:
    """The calls to which methods hand the gradients that they take themselves."""
    return {call for reader in all_readers(tree).values() for call in reader.handing}


def _mentioned(tree: ast.Module) -> frozenset[str]:
    """The names that a module reads, with those of attributes."""
    nodes = (*find(tree, ast.Name), *find(tree, ast.Attribute))
    texts = (node.value for node in find(tree, ast.Constant) if isinstance(node.value, str))
    return frozenset({name_of(node) for node in nodes} | set(texts))


def shared_in(site: Site, calls: Collection[ast.AST]) -> Iterator[Reader]:
    """The functions that read gradients among those that are called, each with its calls.

    Nothing of a call whose object is not seen through.
    """
    tree = site.document.tree
    assert tree is not None
    found: dict[tuple[int, str], Reader] = {}
    for call in calls:
        if not isinstance(call, ast.Call):
            continue
        reader = reader_called(site, call)
        given = None if reader is None else _given(tree, reader, call)
        if reader is not None and given is not None:
            key = id(reader.owner), reader.function.name
            before = found.get(key, reader)
            found[key] = replace(before, calls=(*before.calls, (call, given)), is_shared=True)
    yield from found.values()


def reader_called(site: Site, call: ast.Call) -> Reader | None:
    """The function that a call gives gradients to, or has to; None where it has them, too."""
    value = site.bindings.values.get(call.func, UNKNOWN)
    tree, owner, name = site.document.tree, "", ""
    match value.info, call.func:
        case FunctionInfo() as info, _ if info.home is not None:
            tree, name = site.reading(info.home), info.name
            owner = info.owner.name if info.owner is not None else ""
        case _, ast.Name(name):
            pass
        case _, ast.Attribute(receiver, name):
            held = site.bindings.values.get(receiver, UNKNOWN)
            if ast.unparse(receiver) == "self":
                owner = _class_around(tree, call)
            elif held.kind != "object" or not isinstance(held.info, ClassInfo):
                return None
            else:
                owner = held.info.name
    if tree is None:
        return None
    reader = all_readers(tree).get((owner, name)) or given_readers(tree).get((owner, name))
    if (
        reader is None
        or _clears(reader)
        or (tree is site.document.tree and not is_shared(site, reader))
    ):
        return None
    return None if _has_them(reader, call) else reader


def _class_around(tree: ast.Module | None, call: ast.Call) -> str:
    classes = find(tree, ast.ClassDef) if tree is not None else ()
    around = [cls.name for cls in classes if lies_in(call, cls)]
    return around[-1] if around else ""


def _has_them(reader: Reader, call: ast.Call) -> bool:
    """Whether a call gives gradients already: it was rewritten."""
    place = 0 if reader.parameter is None else reader.arguments.index(reader.parameter) + 1
    given = [*call.args[place : place + 1], *(k for k in call.keywords if k.arg == "grads")]
    return any("grads" in ast.unparse(one) or "clipped_" in ast.unparse(one) for one in given)


def _given(tree: ast.Module, reader: Reader, call: ast.Call) -> ast.expr | None:
    """The network or the parameters that a call gives, or its object was given."""
    if reader.parameter is None:
        plain = reader.owner is not None and not any(
            ast.unparse(base) != "object" for base in reader.owner.bases
        )
        if not plain or reader.owner is None or not isinstance(call.func, ast.Attribute):
            return None
        if ast.unparse(call.func.value) == "self":
            return call.func
        if not is_made_here(tree, call):
            held = ast.Attribute(call.func.value, reader.network.removeprefix("self."), ast.Load())
            return ast.copy_location(held, call.func.value)
        return given_to_object(tree, reader.owner, call, reader.network)
    names = [argument.arg for argument in reader.arguments]
    return argument_of(call, names, names.index(reader.parameter.arg))


def shared_findings(site: Site) -> tuple[list[Finding], set[ast.AST]]:
    """One finding for each function that other files call, with the nodes of which it speaks."""
    tree = site.document.tree
    assert tree is not None
    found: list[Finding] = []
    spoken: set[ast.AST] = set()
    for reader in all_readers(tree).values():
        if not is_shared(site, reader) or _clears(reader):
            continue
        edits = tuple(reader_edits(site.document, reader))
        caution = told.moved_together(_name(reader))
        fix = Fix(TAKES, "unsafe", edits, caution) if site.bindings.has_torch else None
        reads = sorted(_reads(reader), key=lambda node: (node.lineno, node.col_offset))
        told_of = told.told_together([Obstacle(reader.function, caution)])
        message = join(READS, TO_CHECK if fix is not None else None, told_of)
        severity: Severity = "warning" if fix is not None else "error"
        span = site.document.span((*reads, *reader.handing)[0])
        found.append(Finding("MP306", severity, SYMBOL, None, "certain", message, span, fix))
        spoken |= set(reads)
        spoken |= {h.listed for _, h, _ in reader.loops if h.form != "modules"}
        spoken |= {node for listed, _ in reader.lists for node in ast.walk(listed)}
    return found, spoken


def ungiven_findings(site: Site, given: Collection[ast.AST]) -> Iterator[Finding]:
    """The calls that give no gradients to what has to have them, but for those that will."""
    tree = site.document.tree
    assert tree is not None
    for call in find(tree, ast.Call):
        reader = None if call in given else reader_called(site, call)
        if call in _handed(tree):
            continue  # by the fix of the method around it
        if reader is not None:
            message = told.needs_gradients(_name(reader))
            span = site.document.span(call.func)
            yield Finding("MP306", "error", SYMBOL, None, "certain", message, span)


def _reads(reader: Reader) -> Iterator[ast.Attribute]:
    for _, _, reads in reader.loops:
        yield from reads
    for listed, _ in reader.lists:
        yield from (n for n in find(listed, ast.Attribute) if n.attr == "grad")


def _clears(reader: Reader) -> bool:
    """Whether it clears gradients, which is nothing that others have to be given, or steps."""
    called = [ast.unparse(call.func) for call in find(reader.function, ast.Call)]
    return any(name.endswith((".step", ".grad.zero_", ".grad.data.zero_")) for name in called)


def _name(reader: Reader) -> str:
    name = reader.function.name
    return f"{reader.owner.name}.{name}" if reader.owner is not None else name
