"""A Cell starts in evaluation mode, a torch module in training mode (MP218)."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence
from functools import partial

from mindport.document import Span
from mindport.findings.modeflow import GIVE_BACK, Names, follow
from mindport.findings.modeflow.containers import DEPENDS
from mindport.findings.received import received_networks
from mindport.findings.site import Site
from mindport.findings.training.facts import lineage
from mindport.nodes import attribute_of_self, find, kept, name_of, root_of_chain, walk
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.assignments import only_value
from mindport.symbols.expressions import PARTIAL
from mindport.symbols.own_modes import (
    constructor,
    is_mode_set,
    own_mode,
    sets_modes,
    sets_own_mode,
    sets_parts,
)
from mindport.symbols.reached import run_of_object, running, runs_itself
from mindport.symbols.uses import Construction
from mindport.symbols.values import UNKNOWN, ClassInfo, FunctionInfo, Value, is_layer
from mindport.texts import Text, join

# torchvision's networks, most of which have BatchNorm or Dropout, are called by these names.
NETWORKS = re.compile(r"torchvision(\.models.*)?")
# What changes its buffers by running in training mode.
STATISTICS = re.compile(r"BatchNorm|InstanceNorm|spectral_norm")
MODULE_LIKE = frozenset({"forward", "construct", "training_step"})
MESSAGE = Text(
    "This network is used in training mode, in which torch makes it; a new Cell is in evaluation "
    "mode, so Dropout and BatchNorm would do something else.",
    "torch 创建的网络处于训练模式，此处直接使用；而 Cell 创建后处于推理模式，Dropout 与 BatchNorm 的行为会不同。",
)
START = "helper.start_training"
PARTS = Text(
    "set_train() reaches every part of the network; some parts are put into a mode of their own, which "
    "start_training leaves as it is.",
    "set_train() 会作用于网络的所有子模块，而部分子模块已单独设置了模式；start_training 会保留这些模式。",
)

SOMETIMES = Text(
    "This network is put into a mode here under a condition, and otherwise stays in training mode, "
    "in which torch makes it; a new Cell is in evaluation mode.",
    "此处仅在某条件下设置网络的模式；否则 torch 创建的网络处于训练模式，而 Cell 创建后处于推理模式。",
)
RUN = Text(
    "The constructor runs the network, which is in training mode in torch; a new Cell is in evaluation mode.",
    "构造函数中运行了该网络：torch 此时处于训练模式，而新建的 Cell 处于推理模式。",
)
DERIVED = Text(
    "Networks of this class start in training mode in torch; a new Cell is in evaluation mode. Call "
    "set_train() of each, or write the class out.",
    "torch 中该类的网络创建后处于训练模式，而 Cell 处于推理模式。请对每个实例调用 set_train()，或改写为 class 语句。",
)
ELSEWHERE = Text(
    "Another file makes it, and may have set a mode, which start_training leaves as it is.",
    "该网络由其他文件创建，可能已设置了模式；start_training 会保留该模式。",
)


def train_mode_findings(site: Site) -> Iterator[Finding]:
    """One finding for each network that may be used before anything puts it into a mode."""
    yield from _sometimes_set(site)
    yield from _run_while_made(site)
    yield from _made_by_builtins(site)
    received = {item.call: item for item in received_networks(site)}
    made = {item.call: item for item in site.bindings.constructed if _matters(site, item)}
    made |= received
    if not made or site.document.tree is None:
        return
    symbols = {use.call: use.symbol for use in site.bindings.uses if use.call is not None}
    names = Names(
        frozenset(item.call for item in site.bindings.constructed) | received.keys(),
        symbols,
        lambda name: _function(site, name),
        lambda name: _class(site, name),
        lambda cls: _is_network(site, cls),
        lambda name: site.api.canonical(f"torch.nn.Module.{name}") is not None,
        lambda call, method, plain: _runs(site, call, method, plain),
        lambda call: _fields(site, call),
        lambda call: _keeper(site, call),
        lambda call: _adds_nothing(site, call),
    )
    modes = follow(site.document.tree, names, lambda name: name in site.taken())
    for call, item in made.items():
        if call in modes.early:
            told = ELSEWHERE if call in received else None
            if call in modes.mixed or _has_modes_inside(site, item, item.call, set()):
                told = PARTS
            yield _finding(site, item, told)


def _function(site: Site, name: str) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    value = site.bindings.exports.get(name)
    info = None if value is None else value.info
    return info.node if isinstance(info, FunctionInfo) else None


def _class(site: Site, name: str) -> ast.ClassDef | None:
    value = site.bindings.exports.get(name)
    if value is None:
        inner = (info.node for info in site.bindings.classes if info.name == name)
        return next(inner, None)
    return value.info.node if isinstance(value.info, ClassInfo) else None


def _runs(site: Site, call: ast.Call, method: str, plain: bool) -> bool:
    """Whether ``net.method()`` may run layers; ``plain``: it is called without arguments.

    In a class of another file it is taken to need an input for that.
    """
    cls = _class(site, call.func.id) if isinstance(call.func, ast.Name) else None
    found = None if cls is None else next(
        (s for s in cls.body if isinstance(s, ast.FunctionDef) and s.name == method), None
    )  # fmt: skip
    if found is None:
        return not plain
    return any(
        isinstance(node, ast.Call) and ast.unparse(node.func).partition(".")[0] == "self"
        for node in walk(found)
    )


def _fields(site: Site, call: ast.Call) -> Sequence[str]:
    """The fields of ``Models = namedtuple("Models", ["actor", "critic"])`` where a call makes one."""
    tree = site.document.tree
    if tree is None or not isinstance(call.func, ast.Name):
        return ()
    cls = _class(site, call.func.id)
    if cls is not None and any(name_of(base) == "NamedTuple" for base in cls.bases):
        fields = [s.target for s in cls.body if isinstance(s, ast.AnnAssign)]
        return [field.id for field in fields if isinstance(field, ast.Name)]
    match only_value(call.func.id, tree):
        case ast.Call(func, [_, ast.List(items) | ast.Tuple(items), *_]) if (
            name_of(func) == "namedtuple"
        ):
            return [str(item.value) for item in items if isinstance(item, ast.Constant)]
        case ast.Call(func, [_, ast.Constant(str(text)), *_]) if name_of(func) == "namedtuple":
            return text.replace(",", " ").split()
    return ()


def _keeper(site: Site, call: ast.Call) -> bool | None:
    """Whether a class of another file that is no network puts what it is given into training
    mode; None where that is not seen."""
    made = site.bindings.values.get(call.func)
    info = None if made is None else made.info
    if not isinstance(info, ClassInfo) or info.node is not None or info.is_module or info.is_cell:
        return None
    return None if lineage(info) is None else sets_modes(info)


def _adds_nothing(site: Site, call: ast.Call) -> bool:
    """Whether the class of this file whose network is made holds no layers but those that it gets."""
    cls = _class(site, call.func.id) if isinstance(call.func, ast.Name) else None
    init = None if cls is None else constructor(cls)
    info = next((info for info in site.bindings.classes if info.node is cls), None)
    if cls is None or init is None or info is None or len(info.bases) != 1:
        return False
    asks = any(getattr(node, "attr", "") == "training" for node in walk(cls))
    is_plain = info.bases[0].name == "torch.nn.Module" or info.is_plain_cell
    return is_plain and not asks and not _depends(site, init, set())


def _is_network(site: Site, cls: ast.ClassDef) -> bool:
    """Whether a class is a module or a Cell, or looks like one and has a base of another file."""
    info = next((info for info in site.bindings.classes if info.node is cls), None)
    if info is None or info.is_module or info.is_cell:
        return True
    unseen = any(base.kind in ("unknown", "lazy") for base in info.bases)
    return unseen and not MODULE_LIKE.isdisjoint(info.methods)


def _matters(site: Site, made: Construction) -> bool:
    """Whether the network may compute something else in the other mode."""
    cls = _class_of(site, made)
    own = cls is not None and cls is not _class(site, ast.unparse(made.call.func))
    if isinstance(made.call.func, ast.Subscript | ast.Call) and made.cls is not None:
        own, cls = True, made.cls.node  # looked up: MODELS[name](3)
        if cls is None:  # of another file
            return own_mode(made.cls) == "never"
    if not _depends(site, cls if own and cls is not None else made.call, set()):
        return False
    return made.cls is None or own_mode(made.cls) == "never"


def _class_of(site: Site, made: Construction) -> ast.ClassDef | None:
    """The class of this file that is made, in its own class methods too."""
    if not isinstance(made.call.func, ast.Name):
        return None
    method, name = made.function, made.call.func.id
    if method is not None and method.owner is not None and method.is_decorated("classmethod"):
        assert method.node is not None
        if [name] == [argument.arg for argument in method.node.args.args[:1]]:
            return method.owner.node
    return _class(site, name)


def _sometimes_set(site: Site) -> Iterator[Finding]:
    """One finding for each constructor that sets the mode of its network under a condition."""
    for info in site.bindings.classes:
        cls = info.node
        if cls is None or not info.is_module or own_mode(info) != "sometimes":
            continue
        init = constructor(cls)
        setting = [] if init is None else [c for c in find(init, ast.Call) if sets_own_mode(c)]
        if init is None or not setting or not _depends(site, cls, set()):
            continue
        first = next(s for s in init.body if setting[0] in walk(s))
        others = (n for n in walk(init) if isinstance(n, ast.Call) and n not in setting)
        caution = PARTS if any(map(is_mode_set, others)) else None
        fix = _set_before(site, first, caution)
        yield Finding(
            "MP218", "warning", "torch.nn.Module", "mindspore.nn.Cell.set_train", "certain",
            join(SOMETIMES, caution), site.document.span(setting[0].func), fix,
        )  # fmt: skip


def _run_while_made(site: Site) -> Iterator[Finding]:
    """One finding for each constructor that runs the network that it makes."""
    for info in site.bindings.classes:
        cls = info.node
        init = None if cls is None else constructor(cls)
        if cls is None or init is None or not info.is_module or own_mode(info) != "never":
            continue
        runs = partial(_runs_while_made, site, info, _later(init))
        first = next((s for s in init.body if any(map(runs, walk(s)))), None)
        if first is None or any(map(is_mode_set, walk(init))) or not _depends(site, cls, set()):
            continue
        stores = find(init, ast.Attribute)
        if any(node.attr == "training" and isinstance(node.ctx, ast.Store) for node in stores):
            continue
        run = next(filter(runs, walk(first)))
        assert isinstance(run, ast.Call)
        # A train() of its own may read what the constructor sets behind this place.
        fix = None if "train" in info.methods else _set_before(site, first, None)
        yield Finding(
            "MP218", "warning", "torch.nn.Module", "mindspore.nn.Cell.set_train", "certain",
            RUN, site.document.span(run.func), fix,
        )  # fmt: skip


def _made_by_builtins(site: Site) -> Iterator[Finding]:
    """``map(Net, sizes)``, whose networks no call of the file makes, and ``type("N", (Net,), {})``."""
    tree = site.document.tree
    if tree is None:
        return
    for call in find(tree, ast.Call):
        span = site.document.span(call)
        fix: Fix | None = None
        match call:
            case ast.Call(ast.Name("map"), [ast.Name(name), _, *_]) if _starts_set(site, name):
                pieces = ("(made.set_train() for made in ", span, ")")
                title = Text("Put them into training mode", "设为训练模式")
                fix = Fix(title, "safe", (Edit(span, pieces),))
                message = MESSAGE
                if f"for made in {ast.unparse(call)}" in ast.unparse(tree):
                    continue
            case ast.Call(ast.Name("type"), [_, ast.Tuple(bases), _]) if any(
                isinstance(base, ast.Name) and _starts_set(site, base.id) for base in bases
            ):
                message = DERIVED
            case _:
                continue
        yield Finding(
            "MP218", "warning", "torch.nn.Module", "mindspore.nn.Cell.set_train", "certain",
            message, span, fix,
        )  # fmt: skip


def _starts_set(site: Site, name: str) -> bool:
    """Whether it is a class of the file whose networks depend on the mode and set none."""
    cls = _class(site, name)
    info = next((info for info in site.bindings.classes if info.node is cls), None)
    if cls is None or info is None or not (info.is_module or info.is_cell):
        return False
    return own_mode(info) == "never" and _depends(site, cls, set())


def _later(init: ast.FunctionDef) -> set[ast.AST]:
    """What stands in lambdas that a constructor hands on, and does not call itself: hooks."""
    called = {call.func.id for call in find(init, ast.Call) if isinstance(call.func, ast.Name)}
    own = {
        statement.value
        for statement in find(init, ast.Assign)
        if any(isinstance(t, ast.Name) and t.id in called for t in statement.targets)
    }
    return {node for one in find(init, ast.Lambda) if one not in own for node in walk(one)}


def _runs_while_made(site: Site, info: ClassInfo, later: set[ast.AST], node: ast.AST) -> bool:
    """``self.forward(x)``, ``self(x)``; ``self.features(x)`` where that may keep statistics.

    ``later``: what is not run while the object is made.
    """
    if node in later:
        return False
    if runs_itself(node):
        return True
    match node:
        case ast.Call(ast.Attribute(ast.Name("self"), name)):
            runs = any(_keeps_statistics(site, info, part) for part in _parts(info, name))
            return runs or _is_running(info, name)
    return False


def _is_running(info: ClassInfo, method: str) -> bool:
    """Whether a method of the class, or of one above it, runs the object itself."""
    bases = [base.info for base in info.bases if isinstance(base.info, ClassInfo)]
    return method in running(info) or any(_is_running(base, method) for base in bases)


def _parts(info: ClassInfo, name: str) -> list[str]:
    """The layers of a class that calling ``self.name`` may run: itself, or what its method reads."""
    waiting, layers = [name], []
    for one in waiting:  # grows while it is read
        method = info.methods.get(one)
        if method is None:
            layers += [one] if is_layer(info.attributes.get(one, UNKNOWN)) else []
        elif method.node is not None:
            waiting += kept(method.node, run_of_object).difference(waiting)
    return layers


def _keeps_statistics(site: Site, info: ClassInfo, layer: str) -> bool:
    """Whether a layer may be or hold a norm with running statistics, as the class makes it."""
    made = [
        node.value
        for node in ([] if info.node is None else find(info.node, ast.Assign))
        if any(attribute_of_self(target) == layer for target in node.targets)
    ]
    return any(_depends(site, value, set(), STATISTICS) for value in made)


def _set_before(site: Site, statement: ast.stmt, caution: Text | None) -> Fix:
    """``self.set_train()`` before a statement of a constructor, in a line of its own if it can be."""
    document = site.document
    start = document.span(statement).start
    line = document.line_starts[document.line_of(start)]
    before = document.text[line:start]
    edit = Edit(Span(line, line), (f"{before}self.set_train(){document.newline}",))
    if before.strip():  # another statement, which must not be written twice
        edit = Edit(Span(start, start), ("self.set_train(); ",))
    title = Text("Add self.set_train()", "添加 self.set_train()")
    return Fix(title, "unsafe" if caution else "safe", (edit,), caution)


def _depends(
    site: Site, node: ast.AST, seen: set[ast.AST], layers: re.Pattern[str] = DEPENDS
) -> bool:
    """Whether what ``node`` makes may hold one of ``layers``: one that depends on the mode.

    So does everything that is not torch's and not of this file, and what a parameter stands for.
    """
    if node in seen:
        return False
    seen.add(node)
    for inner in walk(node):
        if isinstance(inner, ast.Attribute) and layers.search(inner.attr):
            return True
        if not isinstance(inner, ast.Name):
            continue
        if layers.search(inner.id):
            return True
        partial = site.bindings.exports.get(inner.id) or site.bindings.values.get(inner)
        if partial is not None and partial.name == PARTIAL and partial.items:
            if _made_by(site, partial.items[0], seen, layers):
                return True
            continue
        value = site.bindings.exports.get(inner.id)
        if value is not None and value.kind == "torch" and NETWORKS.fullmatch(value.name):
            return True
        definition = _function(site, inner.id) or _class(site, inner.id)
        if definition is not None and _depends(site, definition, seen, layers):
            return True
        known = value is not None and value.kind not in ("lazy", "unknown")
        if definition is None and not known and _is_made_of(node, inner, value is not None):
            return True
    return False


def _made_by(site: Site, made: Value, seen: set[ast.AST], layers: re.Pattern[str]) -> bool:
    """Whether what a partial call makes may hold one of ``layers``."""
    if layers.search(made.name):
        return True
    if not isinstance(made.info, ClassInfo | FunctionInfo):
        return False
    node = made.info.node
    if node is None:  # of another file
        return isinstance(made.info, ClassInfo)
    return _depends(site, node, seen, layers)


def _is_made_of(node: ast.AST, name: ast.Name, is_imported: bool) -> bool:
    """Whether ``name`` is called in ``node`` or a base in it, other than a builtin or a class's
    own methods' word for it; of what is imported, whether something of it is: ``nets.Net()``."""
    of_class = isinstance(node, ast.ClassDef) and name.id == "cls"
    if hasattr(builtins, name.id) or of_class:
        return False
    for inner in walk(node):
        if isinstance(inner, ast.Call):
            called = root_of_chain(inner.func) if is_imported else inner.func
            if called is name:
                return True
        # Beside other bases, what is not seen is a mixin.
        if isinstance(inner, ast.ClassDef) and inner.bases == [name]:
            return True
    return False


def _finding(site: Site, made: Construction, told: Text | None) -> Finding:
    """``set_train()`` behind the construction: in a line of its own where it has a name; a helper
    where ``told`` says that modes may be set that stay."""
    document, statement = site.document, made.statement
    outermost = _outermost(site, made)
    name = _name(statement, outermost)
    if name is not None and statement is not None:
        span = document.span(statement)
        before = document.text[document.line_starts[document.line_of(span.start)] : span.start]
        separator = "; " if before.strip() else f"{document.newline}{before}"
        call = (Name(START), f"({name})") if told else (f"{name}.set_train()",)
        edit = Edit(Span(span.end, span.end), (separator, *call))
    elif told:
        whole = document.span(outermost)
        edit = Edit(whole, (Name(START), "(", whole, ")"))
    else:
        end = document.span(outermost).end
        edit = Edit(Span(end, end), (".set_train()",))
    added = f"start_training({name or ''})" if told else f"{name or ''}.set_train()"
    title = Text(f"Add {added}", f"添加 {added}")
    place = document.span(made.call.func)
    return Finding(
        "MP218", "warning", "torch.nn.Module", "mindspore.nn.Cell.set_train", "certain",
        join(MESSAGE, told), place, Fix(title, "safe", (edit,)),
    )  # fmt: skip


def _has_modes_inside(site: Site, made: Construction, node: ast.AST, seen: set[ast.AST]) -> bool:
    """Whether the network's class, or a class or a function that makes a part of it, puts parts into
    a mode."""
    own = {info.name: info for info in site.bindings.classes}
    if made.cls is not None and sets_parts(made.cls, own):
        return True
    for name in find(node, ast.Name):
        value = site.bindings.exports.get(name.id)
        info = own.get(name.id) or (None if value is None else value.info)
        if isinstance(info, ClassInfo) and sets_parts(info, own):
            return True
        function = _function(site, name.id)
        if function is not None and function not in seen:
            seen.add(function)
            if any(map(is_mode_set, walk(function))):
                return True
            if _has_modes_inside(site, made, function, seen):
                return True
    return False


def _outermost(site: Site, made: Construction) -> ast.Call:
    """``Net().to(device)`` of ``Net()``: moving a network gives the network."""
    node = made.call
    while True:
        attribute = site.parent(node, made.statement)
        call = None if attribute is None else site.parent(attribute, made.statement)
        if not (
            isinstance(attribute, ast.Attribute)
            and attribute.attr in GIVE_BACK
            and isinstance(call, ast.Call)
            and call.func is attribute
        ):
            return node
        node = call


def _name(statement: ast.stmt | None, value: ast.expr) -> str | None:
    """The plain name or attribute that gets ``value``."""
    if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is not value:
        return None
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    plain = [t for t in targets if isinstance(t, ast.Name)]
    plain = plain or [t for t in targets if _is_dotted(t)]  # type: ignore[misc]
    return ast.unparse(plain[0]) if plain else None


def _is_dotted(target: ast.expr) -> bool:
    return isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name)
