"""The state of one walk over a file, and looking names up in it."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from mindport.nodes import find, kept, names_bound, statement_parents
from mindport.report import Confidence
from mindport.symbols.frameworks import TORCH
from mindport.symbols.results import FOREIGN
from mindport.symbols.torch_api import TorchApi, load
from mindport.symbols.uses import (
    Augmented,
    Borrowed,
    Construction,
    Context,
    Formatted,
    Import,
    MethodCall,
    Use,
)
from mindport.symbols.values import (
    LIKELY_TENSOR,
    MINDSPORE_TENSOR,
    TENSOR,
    UNKNOWN,
    ClassInfo,
    FunctionInfo,
    LazyName,
    Scope,
    Value,
    is_tensor,
)

MAX_DEPTH = 24
EINOPS = "einops"  # works with several frameworks, so that its import does not tell which
ROOTS = (*TORCH, EINOPS)


Given: TypeAlias = "dict[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, dict[str, Value]]"


class Resolver(Protocol):
    """Looks up names of other files."""

    def lookup(self, name: LazyName) -> Value: ...

    def star_names(self, module: str, level: int, path: str) -> dict[str, Value]: ...

    def handed_on(self, name: LazyName) -> Value | None: ...

    def frameworks_beside(self, path: str) -> frozenset[str]: ...


@dataclass(slots=True, eq=False)
class Walk:
    """Everything that a walk over one file gathers and needs."""

    path: str
    resolver: Resolver
    tree: ast.Module
    api: TorchApi = field(default_factory=load)
    module: Scope = field(default_factory=lambda: Scope("module", None))
    uses: list[Use] = field(default_factory=list)
    imports: list[Import] = field(default_factory=list)
    borrowed: list[Borrowed] = field(default_factory=list)
    imported: dict[str, Value] = field(default_factory=dict)
    classes: list[ClassInfo] = field(default_factory=list)
    functions: list[FunctionInfo] = field(default_factory=list)
    values: dict[ast.expr, Value] = field(default_factory=dict)
    reads: set[str] = field(default_factory=set)
    constructed: list[Construction] = field(default_factory=list)
    augmented: list[Augmented] = field(default_factory=list)
    gradients: list[MethodCall] = field(default_factory=list)
    callees: dict[ast.Call, Value] = field(default_factory=dict)
    formatted: list[Formatted] = field(default_factory=list)
    chained: set[ast.Call] = field(default_factory=set)  # what only a tensor can be called with
    dtypes: set[ast.Name] = field(default_factory=set)  # Python's types that stand for dtypes
    scope: Scope = field(init=False)
    function: FunctionInfo | None = None
    cls: ClassInfo | None = None
    statement: ast.stmt | None = None
    context: Context = "reference"
    results: list[Value] = field(default_factory=list)
    # What a walk before told of parameters and attributes.
    known: Given = field(default_factory=dict)
    disagreed: Given = field(default_factory=dict)  # parameters that calls give other types
    early: list[tuple[ClassInfo, str]] = field(
        default_factory=list
    )  # read, and not seen set so far
    depth: int = 0
    has_mindspore: bool = False  # it imports a name of MindSpore, or files around it do
    has_torch: bool = False  # it imports torch, or files do that it is imported by or imports
    run_function: Callable[[Walk, FunctionInfo], None] = field(init=False)
    if_expression: Callable[[Walk, ast.IfExp], Value] = field(init=False)
    bool_op: Callable[[Walk, ast.BoolOp], Value] = field(init=False)

    def __post_init__(self) -> None:
        self.scope = self.module


def lookup(walk: Walk, name: str) -> Value | None:
    """What a name stands for here; None for names that nothing binds (builtins)."""
    walk.reads.add(name)
    scope: Scope | None = walk.scope
    while scope is not None:
        if scope.kind != "class" or scope is walk.scope:
            value = scope.names.get(name)
            if value is not None:
                if scope is not walk.scope and walk.scope.kind == "function":
                    walk.scope.outer_reads.add(name)
                return settle(walk, value)
        scope = scope.parent
    return None


def settle(walk: Walk, value: Value) -> Value:
    """A lazy value's real one."""
    if value.kind == "lazy" and isinstance(value.info, LazyName):
        found = walk.resolver.lookup(value.info)
        walk.has_torch = walk.has_torch or is_of_torch(found)
        return found
    return value


def is_of_torch(value: Value) -> bool:
    """Whether a value is torch's own, made by torch, or of a class that derives from torch's."""
    if isinstance(value.info, ClassInfo):
        return value.info.torch_base is not None
    return value.kind == "torch" or (value.kind == "instance" and value.name.startswith("torch."))


def is_torchs(walk: Walk, name: str, value: Value) -> bool:
    """Whether ``name`` can stand for nothing but the torch symbol that ``value`` is.

    So it is with an import, which may fail and leave None, and with a name that is assigned once.
    """
    if name in walk.imported:
        return not value.likely or not kept(walk.tree, _assigned)[name]
    if value.likely:
        return False
    if walk.function is None or name in walk.module.names:
        return kept(walk.tree, _bound)[name] == 1
    scope: ast.AST | None = walk.function.node
    while scope is not None:  # a function that stands in another one has the other's names
        if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
            bound = kept(scope, _bound)[name]
            if bound:
                return bound == max(kept(scope, _imports)[name], 1)
        scope = statement_parents(walk.tree).get(scope)
    return False


def _bound(scope: ast.AST) -> Counter[str]:
    return Counter(names_bound(scope))


def _assigned(tree: ast.Module) -> Counter[str]:
    """How often a name is bound, imports and ``name = None`` left out."""
    found = Counter(_bound(tree))
    found.subtract(kept(tree, _imports))
    for node in find(tree, ast.Assign):
        if isinstance(node.value, ast.Constant) and node.value.value is None:
            found.subtract(t.id for t in node.targets if isinstance(t, ast.Name))
    return found


def _imports(scope: ast.AST) -> Counter[str]:
    """How often an import in ``scope`` binds a name."""
    return Counter((a.asname or a.name).partition(".")[0] for a in find(scope, ast.alias))


def bind_name(walk: Walk, name: str, value: Value) -> None:
    """A name gets a value in the scope where Python would put it."""
    scope = walk.scope
    if name in scope.outer_writes:
        parent = scope.parent
        while parent is not None and parent.parent is not None and name not in parent.names:
            parent = parent.parent
        scope = parent or scope
    scope.names[name] = value


def imported(walk: Walk, module: str, name: str = "", level: int = 0) -> Value:
    """The value of an imported module, or of a name imported from it."""
    root = module.partition(".")[0]
    if not level and root in ROOTS:
        dotted = f"{module}.{name}" if name else module
        return Value("torch", walk.api.canonical(dotted) or dotted)
    if not level and root == "mindspore":
        return Value("mindspore", f"{module}.{name}" if name else module)
    if not level and root in FOREIGN:
        return Value("foreign", f"{module}.{name}" if name else module)
    return Value("lazy", info=LazyName(module, name, level, walk.path))


def record(
    walk: Walk,
    symbol: str,
    node: ast.Name | ast.Attribute | ast.Call,
    confidence: Confidence,
    call: ast.Call | None = None,
    receiver: ast.expr | None = None,
    owner: str | None = None,
) -> None:
    """Note one use of a torch symbol."""
    context: Context = walk.context
    if call is not None and receiver is not None and walk.api.kind(symbol) == "attribute":
        call = None  # what the attribute holds is called: transform.inv(y)
    if call is not None and receiver is None and is_constructor_by_class(symbol, call):
        # Without the object, as super().__init__(..) is called.
        call = ast.copy_location(ast.Call(call.func, call.args[1:], call.keywords), call)
    if isinstance(getattr(node, "ctx", None), ast.Store):
        context = "store"
    elif call is not None:
        context = "call" if context == "reference" else context
    walk.uses.append(
        Use(
            symbol,
            node,
            context,
            confidence,
            call,
            receiver,
            owner,
            walk.function,
            walk.cls,
            walk.statement,
        )
    )


def is_constructor_by_class(symbol: str, call: ast.Call) -> bool:
    """``nn.Linear.__init__(self, 3, 4)``, the old way to write ``super().__init__(3, 4)``."""
    match call:
        case ast.Call(ast.Attribute(attr="__init__"), [ast.Name(), *_]):
            return symbol.endswith(".__init__")
    return False


def tensor_like(*values: Value) -> Value | None:
    """The tensor among operands, the certain one first; None when there is none."""
    tensors = [value for value in values if is_tensor(value)]
    if not tensors:
        return None
    if all(value.name.startswith("mindspore.") for value in tensors):
        return MINDSPORE_TENSOR
    return LIKELY_TENSOR if all(value.likely for value in tensors) else TENSOR


def find_member(info: ClassInfo, name: str, seen: int = 0) -> Value | None:
    """A class's own or inherited attribute or method, as far as the user's code defines it."""
    value = info.attributes.get(name)
    if value is not None:
        return value
    method = info.methods.get(name)
    if method is not None:
        return Value("function", name, info=method)
    if seen > MAX_DEPTH:
        return None
    for base in info.bases:
        if isinstance(base.info, ClassInfo):
            found = find_member(base.info, name, seen + 1)
            if found is not None:
                return found
    return None


def calls_forward(info: ClassInfo) -> bool:
    """Whether ``forward`` of a class is what a Cell calls construct, or will call so."""
    return info.is_module or (info.calls_construct and _has_no_forward(info))


def _has_no_forward(info: ClassInfo, seen: int = 0) -> bool:
    """Whether no class among the ancestors has a forward that is to stay."""
    if "forward" in info.methods or "forward" in info.attributes:
        return info.keeps_forward
    parents = (base.info for base in info.bases if isinstance(base.info, ClassInfo))
    return seen > MAX_DEPTH or all(_has_no_forward(parent, seen + 1) for parent in parents)


def prepare(walk: Walk, info: ClassInfo) -> None:
    """Walk a class's constructor before its attributes are asked for."""
    if info.prepared:
        return
    info.prepared = True
    constructor = info.methods.get("__init__")
    if constructor is not None:
        returned(walk, constructor)
    for base in info.bases:
        if isinstance(base.info, ClassInfo):
            prepare(walk, base.info)


def returned(walk: Walk, info: FunctionInfo) -> Value:
    """What calling a user's function gives; walks its body when that was not done yet."""
    if info.state == "new" and info.node is not None and walk.depth < MAX_DEPTH:
        walk.run_function(walk, info)
    return info.result or UNKNOWN


def note_construction(walk: Walk, call: ast.Call, cls: ClassInfo | None = None) -> None:
    """A module is made, of the user's class if it is one; inside another module's methods that is its parent's business.

    Class methods and static methods have no parent.
    """
    method = walk.function
    owner = None if method is None else method.owner
    parentless = method is not None and method.is_decorated("classmethod", "staticmethod")
    if owner is None or not owner.is_module or parentless:
        walk.constructed.append(Construction(call, walk.statement, walk.function, cls))
