"""Lists and dicts of networks whose parameters one optimizer holds (MP307).

The networks of a list have parameters of the same names, as those of ``same_names`` do. Each gets its
prefix where the list is filled, once: ``nets.0.``, as it would be called in an nn.ModuleList.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from mindport.document import Span
from mindport.findings.call_sites import calls_of_function
from mindport.findings.site import Site
from mindport.findings.training.layout import free_name, names_in, start_of, unit_of
from mindport.findings.training.names import own_nodes, path_of, read_paths
from mindport.findings.training.own_networks import (
    attributes_of,
    class_attributes,
    is_of_its_own,
    makes_module,
    may_share,
    plain_class,
)
from mindport.findings.training.parameter_loops import parameters_of
from mindport.findings.training.same_names import (
    METHOD,
    PARAMETERS,
    makes_optimizer,
    same_name_finding,
)
from mindport.nodes import (
    assigned_pairs,
    find,
    function_around,
    name_of,
    statement_parents,
    walk,
)
from mindport.report import Edit, Finding
from mindport.symbols.uses import Use

NAMED = "torch.nn.Module.named_parameters"
UPDATE = METHOD.rpartition(".")[2]
# Calls that look at parameters and keep none.
LOOKS = frozenset(
    {"clip_grad_norm_", "clip_grad_value_", "enumerate", "grad", "len", "parameters_to_vector",
     "print", "sum", "vector_to_parameters", "zip"}
)  # fmt: skip
EMPTY = frozenset({"OrderedDict", "dict", "list"})


@dataclass(frozen=True)
class Collected:
    """``nets`` and ``.actor`` of ``net.actor.parameters() for net in nets``: whose parameters are taken."""

    path: str
    tail: str
    at: ast.stmt | None = None  # the loop whose rounds make it, or before which those listed stand
    listed: tuple[str, ...] = ()  # networks that are written out


def listed_name_findings(site: Site) -> Iterator[Finding]:
    """``[p for net in nets for p in net.parameters()]``, loops that fill such a list, and functions
    that are given networks and give their parameters."""
    told: set[Edit] = set()
    for use in site.bindings.uses:
        owner = None if use.function is None else use.function.owner
        is_inside = owner is not None and (owner.is_module or owner.is_cell)
        for found in () if use.statement is None or is_inside else _all_collected(site, use):
            edits = [] if _is_named(site, found) else _edits_of(site, use, found)
            if edits and not told.issuperset(edits):
                told.update(edits)
                yield same_name_finding(site, use, found.path, edits)


def _all_collected(site: Site, use: Use) -> Iterator[Collected]:
    if use.call is not None and use.symbol in (PARAMETERS, NAMED):
        found = _collected(site, use)
        yield from () if found is None else (found,)
    elif use.call is not None and makes_optimizer(use):
        given = use.call.args[:1] or [k.value for k in use.call.keywords if k.arg == "params"]
        for call in (inner for one in given for inner in find(one, ast.Call)):
            handed = (_whole(one, use.statement) for one in call.args)
            yield from (one for one in handed if one is not None)


def _whole(given: ast.expr, at: ast.stmt | None) -> Collected | None:
    """The collection that an expression is: a path, or networks that are written out."""
    match given:
        case ast.List(elts) | ast.Tuple(elts):
            paths = [path for one in elts if (path := path_of(one))]
            is_plain = len(paths) == len(elts) > 1
            return Collected(", ".join(paths), "", at, tuple(paths)) if is_plain else None
    path = path_of(given)
    return None if path is None else Collected(path, "")


def _edits_of(site: Site, use: Use, found: Collected) -> list[Edit]:
    assert use.statement is not None
    if found.listed:
        return _of_listed(site, use, found)
    if found.at is not None:
        return _of_the_loop(site, use, found)
    return _edits(site, use, found, use.statement)


def _of_listed(site: Site, use: Use, found: Collected) -> list[Edit]:
    """Before ``for net in (encoder, decoder)``: a name for each that may share one with those before."""
    assert found.at is not None
    listed = found.listed
    if not all(is_of_its_own(site, use, path) for path in listed):
        return []
    parts = [attributes_of(site, path) for path in listed]
    lines = [
        f'{path}{found.tail}.{UPDATE}("{path.rpartition(".")[2]}.")'
        for index, path in enumerate(listed)
        if any(
            path != o and may_share(parts[index], parts[listed.index(o)]) for o in listed[:index]
        )
    ]
    return _inserted(
        site, found.at, [one for one in lines if one not in site.document.text], before=True
    )


def _is_named(site: Site, found: Collected) -> bool:
    """Whether the file gives them such names already."""
    name = found.path.rpartition(".")[2]
    return f'.{UPDATE}(f"{name}.{{' in site.document.text


def _collected(site: Site, use: Use) -> Collected | None:
    """Of which collection the networks are, the innermost loop or comprehension first."""
    tree, call = site.document.tree, use.call
    assert tree is not None and call is not None
    if not isinstance(call.func, ast.Attribute):
        return None  # listed = net.parameters; listed()
    parents = statement_parents(tree)
    receiver = call.func.value
    node: ast.AST | None = call
    while node is not None and node is not use.statement:
        outer = parents.get(node)
        for target, iterated in _bindings(node, outer):
            found = _source(receiver, target, iterated, use.statement)
            if found is not None:
                return found if _is_kept(site, use, node) else None
        node = outer
    return _by_place(site, use, receiver) or _of_loops(site, use, receiver)


def _by_place(site: Site, use: Use, receiver: ast.expr) -> Collected | None:
    """Of ``[*nets[0].parameters(), *nets[1].parameters()]``, which one optimizer is given."""
    tree = site.document.tree
    if tree is None or not isinstance(receiver, ast.Subscript):
        return None
    parents = statement_parents(tree)
    around: ast.AST | None = use.call
    while around is not None and around is not use.statement:
        around = parents.get(around)
        if isinstance(around, ast.Call) and name_of(around.func)[:1].isupper():
            break
    listed, calls = path_of(receiver.value), find(around, ast.Call) if around is not None else ()
    whole = {p for c in calls if (p := parameters_of(c)) and p.startswith(f"{listed}[")}
    return Collected(listed, "") if listed is not None and len(whole) > 1 else None


def _bindings(node: ast.AST, outer: ast.AST | None) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What a comprehension, or a lambda that ``map`` calls, binds to the items of what."""
    match node, outer:
        case ((ast.ListComp() | ast.GeneratorExp() | ast.SetComp()), _):
            yield from ((g.target, g.iter) for g in node.generators if not g.ifs)
        case ast.Lambda(ast.arguments(args=[ast.arg(name)])), ast.Call(
            ast.Name("map"), [_, iterated]
        ):
            yield ast.Name(name, ast.Store()), iterated


def _of_loops(site: Site, use: Use, receiver: ast.expr) -> Collected | None:
    """Of ``for net in nets: weights += net.parameters()``, and of a network that the loop makes."""
    tree, statement = site.document.tree, use.statement
    assert tree is not None and statement is not None
    filled, path = _filled(statement), path_of(receiver)
    around = statement_parents(tree).get(statement)
    while filled is not None and around is not None and not isinstance(around, ast.FunctionDef):
        if isinstance(around, ast.For | ast.While):
            made = {path_of(t): v for n in own_nodes(around) for t, v in _assignments(n)}
            if filled in made:
                return None
            if path is not None and path in made:
                value = made[path]
                if isinstance(value, ast.Subscript) and (listed := path_of(value.value)):
                    return Collected(listed, "")
                return Collected(path, "", around) if is_of_its_own(site, use, path) else None
        if isinstance(around, ast.For):
            found = _source(receiver, around.target, around.iter, around)
            if found is not None:
                return found
        around = statement_parents(tree).get(around)
    return None


def _assignments(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, ast.Assign):
        yield from assigned_pairs(node)


def _filled(statement: ast.stmt) -> str | None:
    """The list that a statement makes longer: ``weights += ...``, ``groups.append(...)``."""
    match statement:
        case ast.AugAssign(target, ast.Add()):
            return path_of(target)
        case ast.Expr(ast.Call(ast.Attribute(filled, "append" | "extend"), [_])):
            return path_of(filled)
    return None


def _source(
    receiver: ast.expr, target: ast.expr, iterated: ast.expr, at: ast.stmt | None
) -> Collected | None:
    """The collection of which a network is, by what a loop binds."""
    bound = [n.id for n in ast.walk(target) if isinstance(n, ast.Name)]
    if isinstance(receiver, ast.Subscript):
        is_item = isinstance(receiver.slice, ast.Name) and receiver.slice.id in bound
        path = path_of(receiver.value) if is_item else None
        return None if path is None else Collected(path, "")
    whole = path_of(receiver)
    root, dot, rest = (whole or "").partition(".")
    if root not in bound:
        return None
    found = _whole(_iterated(root, target, iterated), at)
    return None if found is None else replace(found, tail=dot + rest)


def _iterated(name: str, target: ast.expr, iterated: ast.expr) -> ast.expr:
    """``nets`` of ``name, net in zip(names, nets)``, of ``nets.items()``, of ``enumerate(nets)``."""
    match target, iterated:
        case ast.Tuple(elts), ast.Call(ast.Name("zip"), args) if len(elts) == len(args):
            places = [i for i, one in enumerate(elts) if name_of(one) == name]
            return args[places[0]] if places else iterated
        case ast.Tuple([_, inner]), ast.Call(ast.Name("enumerate"), [given, *_]):
            return _iterated(name, inner, given)
        case _, ast.Call(ast.Name("reversed" | "list" | "tuple"), [given]):
            return _iterated(name, target, given)
        case _, ast.Call(ast.Attribute(mapping, "values" | "items"), []):
            return mapping
    return iterated


def _is_kept(site: Site, use: Use, node: ast.AST) -> bool:
    """Whether parameters go to an optimizer, or to what may hand them to one."""
    tree, statement = site.document.tree, use.statement
    assert tree is not None and statement is not None
    parents = statement_parents(tree)
    outer: ast.AST | None = node
    while outer is not None and outer is not statement:
        if isinstance(outer, ast.Call) and name_of(outer.func) in LOOKS - {"sum"}:
            return False
        outer = parents.get(outer)
    if not isinstance(statement, ast.Assign) or _is_given(statement.value, use):
        return not isinstance(statement, ast.For)
    paths = {path_of(target) for target in statement.targets}
    return any(
        paths & read_paths(given)
        for call in find(tree, ast.Call)
        if name_of(call.func) not in LOOKS
        for given in (*call.args, *(k.value for k in call.keywords))
    )


def _is_given(value: ast.expr, use: Use) -> bool:
    """``optimizer = Adam([p for ...])``: a call of a name that starts as classes do."""
    return isinstance(value, ast.Call) and name_of(value.func)[:1].isupper()


def _of_the_loop(site: Site, use: Use, found: Collected) -> list[Edit]:
    """Before ``weights += net.parameters()``: the length of the list tells the networks apart."""
    assert use.statement is not None
    name = found.path.rpartition(".")[2]
    line = f'{found.path}.{UPDATE}(f"{name}.{{len({_filled(use.statement)})}}.")'
    return _inserted(site, use.statement, (line,), before=True)


def _edits(
    site: Site, use: Use, found: Collected, at: ast.stmt, seen: frozenset[ast.AST] = frozenset()
) -> list[Edit]:
    """What gives the networks of a collection their names wherever the file fills it; empty where
    they need none, or are not known."""
    tree = site.document.tree
    assert tree is not None
    nodes: Sequence[ast.AST] = walk(tree)
    if not found.path.startswith("self."):
        function = function_around(tree, at)
        nodes = [] if function is None else list(own_nodes(function))
        if function is not None and not any(t == found.path for t, _, _ in _stores(nodes)):
            if found.path in [argument.arg for argument in function.args.args]:
                known = function in seen
                return [] if known else _of_callers(site, use, found, function, seen | {function})
            nodes = []
        nodes = nodes or list(own_nodes(tree))
    edits: list[Edit] = []
    for path, value, statement in _stores(nodes):
        lines = _lines(site, use, found, value) if path == found.path else ()
        if lines is None:
            return []
        edits += _inserted(site, statement, lines)
    for item, value, statement in _fillings(nodes, found.path):
        if not _is_network(site, use, found, value):
            return []
        edits += _inserted(site, statement, (_update(found, *item),))
    return edits


def _stores(nodes: Iterable[ast.AST]) -> Iterator[tuple[str | None, ast.expr, ast.stmt]]:
    """What assignments give which paths."""
    for node in nodes:
        for target, value in _assignments(node):
            assert isinstance(node, ast.stmt)
            yield path_of(target), value, node


def _of_callers(
    site: Site, use: Use, found: Collected, function: ast.FunctionDef, seen: frozenset[ast.AST]
) -> list[Edit]:
    """Where the calls of a function give it a list of the module's or of the caller's."""
    tree = site.document.tree
    assert tree is not None
    names = [argument.arg for argument in function.args.args]
    place = names.index(found.path) - (names[0] == "self")
    edits: list[Edit] = []
    for call in calls_of_function(tree, function.name):
        given = [k.value for k in call.keywords if k.arg == found.path] or call.args[place:]
        path = path_of(given[0]) if given else None
        statement = _statement_of(tree, call)
        if path is None or statement is None:
            return []
        edits += _edits(site, use, replace(found, path=path), statement, seen)
    return list(dict.fromkeys(edits))


def _statement_of(tree: ast.Module, node: ast.AST | None) -> ast.stmt | None:
    parents = statement_parents(tree)
    while node is not None and not isinstance(node, ast.stmt):
        node = parents.get(node)
    return node


def _lines(site: Site, use: Use, found: Collected, value: ast.expr) -> tuple[str, ...] | None:
    """What names the networks behind an assignment that fills the collection at once; None where it
    is given something else."""
    match value:
        case ast.List(elts) | ast.Tuple(elts) | ast.Dict(values=elts):
            made = list(elts)
        case ast.ListComp(elt=made_each) | ast.DictComp(value=made_each):
            made = [made_each, made_each]
        case ast.Call(args=[], keywords=[]) if name_of(value.func) in EMPTY:
            made = []
        case _:
            return None
    if not all(_is_network(site, use, found, one) for one in made):
        return None
    parts = [_attributes(site, one) for one in made]
    if not any(may_share(a, b) for a, b in combinations(parts, 2)):
        return ()
    taken = names_in(site)
    network = free_name("network", taken)
    if isinstance(value, ast.Dict | ast.DictComp):
        key = free_name("key", taken)
        loop = f"for {key}, {network} in {found.path}.items():"
    else:
        key = free_name("index", taken)
        loop = f"for {key}, {network} in enumerate({found.path}):"
    return loop, unit_of(site.document) + _update(found, network, key)


def _update(found: Collected, network: str, key: str) -> str:
    name = found.path.rpartition(".")[2]
    return f'{network}{found.tail}.{UPDATE}(f"{name}.{{{key}}}.")'


def _fillings(
    nodes: Iterable[ast.AST], path: str
) -> Iterator[tuple[tuple[str, str], ast.expr, ast.stmt]]:
    """How each network that is put into a collection is read from there, and its place: of
    ``nets.append(net)`` and ``nets[name] = net``."""
    for node in nodes:
        match node:
            case ast.Expr(ast.Call(ast.Attribute(filled, "append"), [value])) if (
                path_of(filled) == path
            ):
                yield (f"{path}[-1]", f"len({path})"), value, node
            case ast.Assign([ast.Subscript(filled, ast.Name(key)) as target], value) if (
                path_of(filled) == path
            ):
                yield (ast.unparse(target), key), value, node
            case ast.Assign([ast.Subscript(filled, ast.Constant(str())) as target], value) if (
                path_of(filled) == path
            ):
                yield (ast.unparse(target), ast.unparse(target.slice)), value, node


def _is_network(site: Site, use: Use, found: Collected, value: ast.expr) -> bool:
    """Whether it is a network that the file makes, or a plain object that holds one."""
    if found.tail and plain_class(site, value) is not None:
        return True
    path = path_of(value)
    return makes_module(site, value) if path is None else is_of_its_own(site, use, path)


def _attributes(site: Site, value: ast.expr) -> frozenset[str]:
    path = path_of(value)
    return class_attributes(site, value) if path is None else attributes_of(site, path)


def _inserted(
    site: Site, statement: ast.stmt, lines: Sequence[str], *, before: bool = False
) -> list[Edit]:
    """The lines before a statement or behind it, where it stands on lines of its own."""
    document = site.document
    start = start_of(document, statement)
    line = document.line_starts[document.line_of(start)]
    blanks = document.text[line:start]
    if blanks.strip() or not lines:
        return []
    text = "".join(f"{blanks}{one}{document.newline}" for one in lines)
    if before:
        return [Edit(Span(line, line), (text,))]
    end = statement.end_lineno or statement.lineno
    if end < len(document.line_starts):
        behind = document.line_starts[end]
        return [Edit(Span(behind, behind), (text,))]
    last = len(document.text)
    return [Edit(Span(last, last), (f"{document.newline}{text.rstrip()}",))]
