"""``policy.log_probs.append(m.log_prob(action))`` in one function, the loss of them in another.

What it was computed from is kept instead, and a function of its own computes it anew where it is read.
Also of an attribute, ``self.log_prob = m.log_prob(action)``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindport.document import Span
from mindport.findings.site import Site
from mindport.findings.training import obstacles as told
from mindport.findings.training.code import LOOPS
from mindport.findings.training.facts import lineage
from mindport.findings.training.forward import stops_gradients
from mindport.findings.training.layout import (
    comments_above,
    free_name,
    indentation_of,
    names_in,
    shares_line,
    unit_of,
)
from mindport.findings.training.model import Draft
from mindport.findings.training.names import (
    CUTS,
    bound_names,
    path_of,
    read_names,
    read_paths,
    root_of,
)
from mindport.findings.training.obstacles import Obstacle
from mindport.nodes import assigned_pairs, find, function_around, name_of, statement_parents, walk
from mindport.report import Edit, Fix, Name, Piece
from mindport.symbols.values import UNKNOWN, ClassInfo
from mindport.texts import Text

TITLE = Text("Keep the inputs, and compute it anew", "保存输入，并重新计算")
CAUTION = Text(
    "The network computes it once more: no step may come between the two, other files must not read what "
    "is kept, nor call what keeps it without gradients.",
    "网络会再次计算该结果：两次计算之间不得更新参数，其他文件不得读取所保存的内容，也不得在停止梯度的情况下调用保存它的函数。",
)
# What keeps a graph for another time, or says where there is none; not seen any more on MindSpore.
UNKNOWN_GRAPHS = ("retain_graph", "set_grad_enabled", "mindspore")
# Networks that give something else the next time.
CHANGING = re.compile(
    r"[Dd]ropout|BatchNorm|SyncBatch|spectral_norm|rand|normal_?\(|bernoulli|sample\("
)
SEQUENCE = re.compile(r"\bnn\.Sequential(?:Cell)?$")
LAYER = re.compile(r"\bnn\.[A-Z]\w*$")
CHOOSING = frozenset({"sample", "multinomial", "argmax", "choice"})
DRAWN = frozenset({"sample", "rsample", "multinomial", "rand", "randn", "choice", "bernoulli"})
# Tensors that share their memory with an array, and what is made of arrays.
SHARING = frozenset({"from_numpy", "as_tensor"})
CONVERTING = frozenset({"array", "asarray", "tensor", "FloatTensor", "Tensor", *SHARING})
KNOWN = ("torch", "other", "mindspore")
EMPTY = frozenset({"list", "deque"})


@dataclass(frozen=True)
class _Kept:
    """What a function keeps, and what is needed to compute it."""

    function: ast.FunctionDef
    given: ast.expr
    statements: tuple[ast.Assign, ...]
    inputs: tuple[str, ...]
    drawn: frozenset[str]
    """Those that are drawn of what the network gave, without a gradient."""


def computed_anew(site: Site, draft: Draft, obstacles: Sequence[Obstacle]) -> Fix | None:
    """The fix where nothing else stands in the way; the loss is rewritten by the next round."""
    found = dict(_lists(draft, obstacles))
    if not found or len(found) != len({obstacle.text for obstacle in obstacles}):
        return None
    if any(word in site.document.text for word in UNKNOWN_GRAPHS):
        return None
    if any(_may_be_ungraded(site, draft, function) for function in found.values()):
        return None
    if draft.facts.left_by_forward or any(map(_gives_another, _modules(site))):
        return None
    taken, edits = names_in(site), list[Edit]()
    for path, function in found.items():
        kept, reads = _kept(site, draft, path, function), _reads(site, draft, path, function)
        if kept is None or not reads:
            return None
        name = free_name(f"compute_{_singular(path.rpartition('.')[2])}", taken)
        edits += _edits(site, draft, kept, reads, name)
    return Fix(TITLE, "unsafe", tuple(edits), CAUTION, rearranges=True)


def _may_be_ungraded(site: Site, draft: Draft, function: ast.FunctionDef) -> bool:
    """Whether something calls it where gradients are stopped, so that what it keeps has none."""
    tree = site.document.tree
    assert tree is not None
    parents, waiting = statement_parents(tree), [function.name]
    for name in waiting:  # grows while it is read
        if name in draft.facts.ungraded:
            return True
        for call in find(tree, ast.Call):
            outer: ast.AST | None = call if name_of(call.func) == name else None
            while outer is not None:
                if isinstance(outer, ast.With) and stops_gradients(draft.facts, outer):
                    return True
                outer = parents.get(outer)
            around = function_around(tree, call) if name_of(call.func) == name else None
            if around is not None and around.name not in waiting:
                waiting.append(around.name)
    return False


def _singular(name: str) -> str:
    return f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")


def _lists(draft: Draft, obstacles: Sequence[Obstacle]) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The lists that are read, by their paths where they are filled, with what fills them."""
    for obstacle in obstacles:
        for function, filled in (*draft.facts.fills, *draft.facts.sets):
            for path in filled:
                last = path.rpartition(".")[2]
                read = [p for p in read_paths(obstacle.node) if p.rpartition(".")[2] == last]
                if any(told.kept_by(one, function.name) == obstacle.text for one in read):
                    yield path, function


def _modules(site: Site) -> Iterator[ast.ClassDef]:
    for info in site.bindings.classes:
        if info.node is not None and (info.is_module or info.is_cell):
            yield info.node


def _gives_another(cls: ast.ClassDef) -> bool:
    return CHANGING.search(ast.unparse(cls)) is not None


def _kept(site: Site, draft: Draft, path: str, function: ast.FunctionDef) -> _Kept | None:
    """What is put into the list, once and whatever happens, and the statements that compute it."""
    puts = {s: v for s in walk(function) if isinstance(s, ast.stmt) and (v := _put(s, path))}
    places = [i for i, statement in enumerate(function.body) if statement in puts]
    if len(puts) != 1 or len(places) != 1 or function.decorator_list:
        return None
    [given], before = puts.values(), function.body[: places[0]]
    own = {a.arg for a in find(function.args, ast.arg)} | bound_names(ast.Module(function.body, []))
    needed, chosen = read_names(given) & own, list[ast.Assign]()
    inputs, drawn = set[str](), set[str]()
    for place, statement in reversed([*enumerate(before)]):
        bound = bound_names(statement) & needed
        if not bound:
            continue
        held = draft.graphs.after(function.body[: place + 1], {})
        needed -= bound
        graph = any(root_of(one) in bound for one in held)
        if not graph or _has_no_gradient(statement):
            inputs |= bound
            drawn |= bound if graph else set()
        elif isinstance(statement, ast.Assign) and not shares_line(site.document, statement):
            chosen.insert(0, statement)
            needed |= read_names(statement.value) & own
        else:
            return None
    inputs |= needed - {"self"}
    parts = [*(statement.value for statement in chosen), given]
    if not inputs or not all(_is_again(site, draft, part, own) for part in parts):
        return None
    if any(_is_bound_again(function.body[: places[0] + 1], chosen, one) for one in inputs):
        return None
    ordered = dict.fromkeys(n.id for p in parts for n in find(p, ast.Name) if n.id in inputs)
    return _Kept(function, given, tuple(chosen), tuple(ordered), frozenset(drawn))


def _has_no_gradient(statement: ast.stmt) -> bool:
    """``action = m.sample()``, ``a = probs.multinomial(1).item()``."""
    node = statement.value if isinstance(statement, ast.Assign) else None
    while isinstance(node, ast.Call | ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Call) and name_of(node.func) in CHOOSING | CUTS:
            return True
        node = node.func if isinstance(node, ast.Call) else node.value
    return False


def _is_bound_again(statements: Sequence[ast.stmt], chosen: Sequence[ast.stmt], name: str) -> bool:
    """Whether a name stands for something else when it is kept than where it was computed with."""
    reading = [
        s for s in statements if (s in chosen or s is statements[-1]) and name in read_names(s)
    ]
    behind = statements[statements.index(reading[0]) :]
    return any(name in bound_names(statement) for statement in behind)


def _put(statement: ast.stmt, path: str) -> ast.expr | None:
    """What a statement puts into a list, or gives an attribute as its value."""
    match statement:
        case ast.Expr(ast.Call(ast.Attribute(held, "append"), [one], [])):
            is_one = path_of(held) == path and not isinstance(one, ast.Starred)
            return one if is_one else None
        case ast.Assign([ast.Attribute() as target], value) if path_of(target) == path:
            return value
    return None


def _is_again(site: Site, draft: Draft, node: ast.expr, own: set[str]) -> bool:
    """Whether an expression gives the same again: it draws nothing, and reads what stays."""
    calls = find(node, ast.Call)
    if any(name_of(call.func) in DRAWN for call in calls):
        return False
    outside = [p for p in read_paths(node) if root_of(p) not in own or root_of(p) == "self"]
    plain = {path: path.removesuffix(".forward").removesuffix(".construct") for path in outside}
    networks = {path for path in plain.values() if path in draft.facts.networks}
    others = {
        root_of(path)
        for path in outside
        if plain[path] not in networks and not path.endswith(".device")
    }
    stays = others.isdisjoint({"self", *draft.facts.shared})
    return stays and all(_is_seen(site, network) for network in networks)


def _is_of_layers(value: ast.expr) -> bool:
    """``nn.Sequential(nn.Linear(4, 8), nn.ReLU())``, of layers that give the same again."""
    if not isinstance(value, ast.Call) or not SEQUENCE.search(ast.unparse(value.func)):
        return False
    layers = [argument for argument in value.args if isinstance(argument, ast.Call)]
    plain = all(LAYER.search(ast.unparse(layer.func)) for layer in layers)
    return plain and len(layers) == len(value.args) and not CHANGING.search(ast.unparse(value))


def _is_seen(site: Site, network: str) -> bool:
    """Whether the class of a network, and those above it, stand in this file."""
    assert site.document.tree is not None
    modules = [*_modules(site)]
    made = [
        node.value
        for node in find(site.document.tree, ast.Assign)
        if network in map(path_of, node.targets)
    ]
    if made and all(map(_is_of_layers, made)):
        return True
    infos = [site.bindings.values.get(value, UNKNOWN).info for value in made]
    lines = [lineage(info, KNOWN) if isinstance(info, ClassInfo) else None for info in infos]
    return bool(lines) and all(
        line is not None and all(info.node in modules for info in line) for line in lines
    )


def _reads(site: Site, draft: Draft, path: str, function: ast.FunctionDef) -> list[ast.expr]:
    """Where the list is read for the loss; none where it is used for something else as well."""
    tree, last = site.document.tree, path.rpartition(".")[2]
    assert tree is not None
    parents, found, cleared = statement_parents(tree), list[ast.expr](), False
    kind = ast.Attribute if "." in path else ast.Name
    single = any(isinstance(s, ast.Assign) and _put(s, path) for s in function.body)
    classes = [parents.get(one) for one in (function, draft.code.root)]
    if any(isinstance(one, ast.ClassDef) for one in classes) and classes[0] is not classes[1]:
        return []
    for node in walk(tree):
        if not isinstance(node, kind) or name_of(node) != last:
            continue
        same = path_of(node) == path
        if not same and getattr(parents.get(node), "func", None) is node:
            continue  # a method of that name
        around = function_around(tree, node)
        use = _use(node, parents)
        if use == "clear":
            cleared |= around is None or around.name != "__init__"
        elif use == "append" and around is function and same and not single:
            continue
        elif single and same and around is (function if use == "set" else draft.code.root):
            found += [] if use == "set" else [node]
        elif use == "read" and around is draft.code.root and same and _once(draft, node, parents):
            found.append(node)
        elif use != "len":
            return []
    return found if cleared or single else []


def _use(node: ast.Name | ast.Attribute, parents: Mapping[ast.AST, ast.AST]) -> str:
    outer = parents.get(node)
    if isinstance(node.ctx, ast.Store):
        assigned = parents.get(outer) if isinstance(outer, ast.Tuple) else outer
        pairs = assigned_pairs(assigned) if isinstance(assigned, ast.Assign) else ()
        return "clear" if any(one is node and _is_empty(value) for one, value in pairs) else "set"
    match outer:
        case ast.Subscript(ctx=ast.Del(), slice=ast.Slice(None, None)):
            return "clear"
        case ast.Attribute(attr="append" | "clear"):
            return outer.attr
        case ast.Call(ast.Name("len")):
            return "len"
        case ast.Attribute() | ast.Subscript(ctx=ast.Store() | ast.Del()):
            return ""
    return "read"


def _is_empty(value: ast.expr) -> bool:
    if isinstance(value, ast.Constant):
        return value.value is None
    if isinstance(value, ast.Call):
        return name_of(value.func) in EMPTY and not value.args
    return isinstance(value, ast.List) and not value.elts


def _once(draft: Draft, node: ast.expr, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether it is read once, or for one item; not under another name that is then changed."""
    inner: ast.AST = node
    statement = draft.code.statement(node)
    if statement is None:
        return False
    match parents.get(node), statement:
        case (ast.Subscript(slice=index), _) if not isinstance(index, ast.Slice):
            return True
        case _, ast.Assign([ast.Name(other)], value) if value is node:
            names = (n for n in find(draft.code.root, ast.Name) if n.id == other)
            reads = [n for n in names if isinstance(n.ctx, ast.Load)]
            if any(_use(name, parents) in ("append", "clear", "") for name in reads):
                return False
    while inner is not statement:
        outer = parents[inner]
        if isinstance(outer, ast.comprehension) and inner is not outer.iter:
            return False
        inner = outer
    if isinstance(statement, ast.For) and node in walk(statement.iter):
        return not any(isinstance(o, LOOPS) for o in draft.code.owners(statement))
    return draft.code.loop_of(statement) is None and not isinstance(statement, ast.While)


def _copied(kept: _Kept) -> Iterator[Piece]:
    """The inputs, of arrays copies: an environment may write the next state into its array."""
    parts = [*(statement.value for statement in kept.statements), kept.given]
    converted = {
        name_of(argument)
        for part in parts
        for call in find(part, ast.Call)
        if name_of(call.func) in CONVERTING
        for argument in call.args
    }
    shared = {
        name
        for statement in find(kept.function, ast.Assign)
        if any(name_of(call.func) in SHARING for call in find(statement.value, ast.Call))
        for name in bound_names(statement)
    }
    for place, name in enumerate(kept.inputs):
        yield ", " if place else ""
        if name in converted:
            yield from (Name("copy.copy"), f"({name})")
        elif name in kept.drawn:
            yield f"{name}.detach()"
        else:
            yield f"{name}.clone()" if name in shared else name


def _edits(
    site: Site, draft: Draft, kept: _Kept, reads: Sequence[ast.expr], name: str
) -> Iterator[Edit]:
    document, function = site.document, kept.function
    tree = document.tree
    assert tree is not None
    parents = statement_parents(tree)
    newline, blanks, unit = document.newline, indentation_of(document, function), unit_of(document)
    in_class = isinstance(parents.get(function), ast.ClassDef)
    at = document.line_starts[comments_above(document, function)]
    arguments = [*(["self"] if in_class else []), *kept.inputs]
    lines = [f"{blanks}def {name}({', '.join(arguments)}):"]
    for part in kept.statements:
        span = document.span(part)
        lines.append(f"{indentation_of(document, part)}{document.text[span.start : span.end]}")
    span = document.span(kept.given)
    lines.append(f"{blanks}{unit}return {document.text[span.start : span.end]}")
    gap = newline if in_class else newline * 2
    yield Edit(Span(at, at), (newline.join(lines) + newline + gap,))
    several = len(kept.inputs) > 1
    yield Edit(span, (*(["("] if several else []), *_copied(kept), *([")"] if several else [])))
    item = free_name("kept", names_in(site))
    called = f"self.{name}" if in_class else name
    star = "*" if several else ""
    single = any(
        _put(s, path_of(reads[0]) or "") for s in function.body if isinstance(s, ast.Assign)
    )
    for read in reads:
        outer = parents.get(read)
        item_of = isinstance(outer, ast.Subscript) and not isinstance(outer.slice, ast.Slice)
        if single or item_of:
            span = document.span(read if single or outer is None else outer)
            yield Edit(Span(span.start, span.start), (f"{called}({star}",))
            yield Edit(Span(span.end, span.end), (")",))
        else:
            span = document.span(read)
            yield Edit(Span(span.start, span.start), (f"[{called}({star}{item}) for {item} in ",))
            yield Edit(Span(span.end, span.end), ("]",))
