"""References to torch symbols, as the walk over a file finds them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from mindport.report import Confidence
from mindport.symbols.spreads import Keywords, known_dicts, returned_dicts
from mindport.symbols.values import ClassInfo, FunctionInfo, Value

Context = Literal[
    "reference",
    "call",
    "annotation",
    "isinstance",
    "type",
    "decorator",
    "with",
    "base",
    "string",
    "store",
    "next",
    "optimizer",
    "dtype",
    "spread",
    "except",
]


@dataclass(slots=True, eq=False)
class Use:
    """One reference.

    Attributes:
        symbol: canonical name, or the name as written where torch has no such thing.
        node: the name or attribute that makes the reference, or the question for a type,
            ``type(optimizer)``, that is called.
        call: the call whose function it is.
        receiver: for members of instances, the expression before the dot.
        owner: for members of instances, the torch class of that expression.
        function, cls: the user's function and class around it.
    """

    symbol: str
    node: ast.Name | ast.Attribute | ast.Call
    context: Context
    confidence: Confidence
    call: ast.Call | None = None
    receiver: ast.expr | None = None
    owner: str | None = None
    function: FunctionInfo | None = None
    cls: ClassInfo | None = None
    statement: ast.stmt | None = None

    @property
    def own_name(self) -> str | None:
        """``self`` where the receiver is ``super()``, which stands for no object by itself."""
        node = None if self.function is None else self.function.node
        match self.receiver, node:
            case ast.Call(func=ast.Name("super")), ast.FunctionDef() if node.args.args:
                return node.args.args[0].arg
        return None


@dataclass(slots=True, eq=False)
class Import:
    """One name that an import statement binds; ``symbol`` is None for star imports' module."""

    statement: ast.Import | ast.ImportFrom
    alias: ast.alias
    bound: str
    symbol: str
    scope: Literal["module", "class", "function"]


@dataclass(slots=True, eq=False)
class Borrowed:
    """A symbol of torch or MindSpore that a file takes from another of the user's files.

    ``alias`` names it, or is the star that brings it; the other file only imports it itself.
    """

    statement: ast.ImportFrom
    alias: ast.alias
    bound: str
    value: Value


@dataclass(slots=True, eq=False)
class Construction:
    """A call that makes a module, outside of modules."""

    call: ast.Call
    statement: ast.stmt | None
    function: FunctionInfo | None
    cls: ClassInfo | None = None


@dataclass(slots=True, eq=False)
class Augmented:
    """``x += y`` on a name that stands for a tensor."""

    node: ast.AugAssign
    name: str
    function: FunctionInfo | None


@dataclass(slots=True, eq=False)
class Formatted:
    """A tensor that is written with a format specification; ``spec`` is None where code makes it."""

    node: ast.expr
    spec: str | None
    value: Value


@dataclass(slots=True, eq=False)
class MethodCall:
    """A call of ``backward``, ``step``, ``zero_grad`` or what goes by such a name on anything."""

    name: str
    call: ast.Call
    receiver: ast.expr
    value: Value
    function: FunctionInfo | None


@dataclass(slots=True, eq=False)
class Bindings:
    """What the walk over one file found.

    Attributes:
        values: the value of each expression that is an argument or a receiver.
        reads: every name that something in the file reads.
        borrowed: names that other files hand on.
        has_torch: whether the file imports torch, or uses what other files have of it: classes that
            derive from torch's, networks and optimizers that they hold; or, without MindSpore,
            stands beside a file that imports torch.
        callees: the function, class or object of the user's that each call calls.
        perhaps_numpys: what NumPy's number and something unknown give, which has no value.
    """

    uses: list[Use]
    imports: list[Import]
    classes: list[ClassInfo]
    values: dict[ast.expr, Value]
    constructed: list[Construction]
    augmented: list[Augmented]
    gradients: list[MethodCall]
    formatted: list[Formatted]
    reads: set[str]
    exports: dict[str, Value]
    borrowed: list[Borrowed]
    has_torch: bool = False
    callees: dict[ast.Call, Value] = field(default_factory=dict)
    perhaps_numpys: frozenset[ast.expr] = frozenset()
    dicts: dict[ast.AST, Mapping[str, Keywords]] = field(default_factory=dict)

    def known_dicts(self, use: Use, tree: ast.Module | None) -> Mapping[str, Keywords]:
        """The dicts that are known where ``use`` stands; each function is looked at once."""
        scope = tree if use.function is None else use.function.node
        if scope is None:
            return {}
        if scope not in self.dicts:
            returned = {} if tree is None else returned_dicts(scope, tree)
            self.dicts[scope] = {**known_dicts(scope), **returned}
        return self.dicts[scope]
