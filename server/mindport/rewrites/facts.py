"""What the source tells about one use: its arguments, bound with torch's signature."""

from __future__ import annotations

import ast
import re
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mindport.document import Document
from mindport.knowledge.conditions import UNKNOWN
from mindport.knowledge.templates import is_atomic
from mindport.nodes import (
    assigned_pairs,
    find,
    function_around,
    name_of,
    statement_parents,
    walk,
)
from mindport.report import Operand, Piece
from mindport.symbols.assignments import only_value
from mindport.symbols.beginnings import is_beginning
from mindport.symbols.beside import Beside
from mindport.symbols.binder import Binding, Unbound, bind, literal_kind
from mindport.symbols.builtin_calls import ZIPPED
from mindport.symbols.compared_types import is_compared_type
from mindport.symbols.counted import is_counted
from mindport.symbols.cuts_of_tensors import is_cut
from mindport.symbols.dtypes import TENSOR_TYPES, WHOLE, dtype_of, may_be_bool, mixes
from mindport.symbols.empty_beginnings import begins_empty
from mindport.symbols.fed import fed, fed_axes
from mindport.symbols.given import is_arithmetic, may_be_none, may_hold_groups, may_hold_refused
from mindport.symbols.given_values import values_given
from mindport.symbols.imaginary import is_imaginary
from mindport.symbols.infinities import computes_with_infinity
from mindport.symbols.integers import may_be_int
from mindport.symbols.iterated import is_iterated
from mindport.symbols.legacy_reductions import with_reduction
from mindport.symbols.named_states import is_taken_by_names
from mindport.symbols.nans import shows_nan
from mindport.symbols.own_steps import runs_own_step
from mindport.symbols.parts import is_part
from mindport.symbols.placed import is_taken_by_key, is_taken_by_place
from mindport.symbols.recasts import is_recast
from mindport.symbols.releases import answers_as_text
from mindport.symbols.selections import is_selection
from mindport.symbols.shapes import Shape, shape_of
from mindport.symbols.sizes import (
    is_written_out,
    items_of,
    may_be_negative,
    may_be_no_axes,
    may_be_several,
)
from mindport.symbols.spreads import SpreadOut, spread_out
from mindport.symbols.state_names import looks_for_names
from mindport.symbols.thawed import thaws
from mindport.symbols.torch_api import TorchApi, load
from mindport.symbols.transformed import transformed
from mindport.symbols.twice import is_twice_differentiated
from mindport.symbols.uses import Bindings, Use
from mindport.symbols.values import (
    LAYER_PARAMETERS,
    NUMPY,
    SHAPE,
    ClassInfo,
    Value,
    argument_kind,
    expression_kind,
    is_device_of_tensor,
    is_tensor,
)
from mindport.symbols.values import UNKNOWN as UNKNOWN_VALUE
from mindport.symbols.whole import is_whole

DIFFERENTIATED = re.compile(r"forward|backward|construct|value_and_grad|\bgrad\(")
COMPLEX = re.compile(
    r"complex(?:\d|\()|_complex|c(?:float|double)\b|fft|stft|\.polar\(|eig(?:vals)?\(|[\d.][jJ]\b"
)
# Classes of torch that make a tensor of a size or of values, and the helper that does as they do.
LEGACY = re.compile(r"(?:[A-Z][a-z]+)?Tensor|legacy_tensor")
FORWARD_NAMES = ("forward", "construct")
ASSIGNED = "value"  # the placeholder for what an attribute is assigned
# Functions whose result is a tensor of its own.
MAKERS = frozenset(
    {"arange", "empty", "eye", "full", "linspace", "ones", "rand", "randn", "zeros", "empty_like",
     "full_like", "ones_like", "rand_like", "randn_like", "zeros_like", "new", "new_empty",
     "new_full", "new_ones", "new_zeros"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class UseFacts:
    """Answers the conditions of the knowledge base for one use."""

    document: Document
    use: Use
    binding: Binding | None
    values: Mapping[ast.expr, Value]
    has_signature: bool = True
    spread: SpreadOut | None = None
    fresh: bool = False  # nothing else holds the object of the method
    written: Callable[[], str] | None = None  # the document's text without the helpers in it
    beside: Beside = field(default_factory=Beside)  # what the other files around it do

    @property
    def call(self) -> ast.Call | None:
        """The use's call, the keywords of known dicts written out."""
        return self.use.call if self.spread is None else self.spread.call

    @property
    def argc(self) -> int:
        call = self.call
        return 0 if call is None else len(call.args) + len(call.keywords)

    @property
    def context(self) -> str:
        return self.use.context

    @property
    def freezes(self) -> bool:
        """Whether the file changes which parameters need a gradient: ``p.detach_()`` does, too."""
        return any(word in self.document.text for word in ("requires_grad", ".detach_("))

    @property
    def looks_for_names(self) -> bool:
        """Whether the file looks for names that a state's keys have in torch; not of one that is
        loaded where it is made."""
        around = None if self.use.statement is None else find(self.use.statement, ast.Call)
        if any(self.use.call in c.args and _called(c) == "load_state_dict" for c in around or ()):
            return False
        return looks_for_names(self.document.text if self.written is None else self.written())

    @property
    def thaws(self) -> bool:
        """Whether optimizers of the file may hold frozen parameters, or what is frozen or trained
        again behind them, and all of these are such that a helper stands for."""
        tree = self.document.tree
        return tree is not None and thaws(tree, self.beside.freezing)

    @property
    def in_optimizer(self) -> bool:
        """Whether the use stands in an optimizer with a step of its own, whose parameters have
        their gradients as grad, and whose state is what its step puts there."""
        return self.use.cls is not None and runs_own_step(self.use.cls)

    @property
    def begins(self) -> bool:
        """Whether no optimizer can have taken a step yet."""
        tree = self.document.tree
        return tree is not None and is_beginning(tree, self.use.node)

    @property
    def hidden(self) -> bool:
        """Whether ``**options`` or ``*args`` hide what the call gives."""
        return self.use.call is not None and self.binding is None

    @property
    def infinite(self) -> bool:
        """Whether the file writes an infinity, ``float("-inf")`` or ``math.inf``, for more than to
        compare numbers with it."""
        tree = self.document.tree
        return tree is not None and computes_with_infinity(tree, self.document.text)

    @property
    def complex_numbers(self) -> bool:
        """Whether the file makes complex numbers: ``torch.fft.fft(x)``, ``1j``, ``torch.cfloat``."""
        return COMPLEX.search(self.document.text) is not None

    @property
    def differentiated(self) -> bool:
        """Whether the file has a forward or a backward pass, as torch or as MindSpore writes it:
        gradients may go through what it calls."""
        return DIFFERENTIATED.search(self.document.text) is not None

    @property
    def twice_differentiated(self) -> bool:
        """Whether a derivative of what is computed here may be differentiated again."""
        tree = self.document.tree
        node = self.use.call or self.use.node
        return tree is not None and is_twice_differentiated(
            tree, node, self.beside.differentiates_twice
        )

    @property
    def receiver(self) -> str:
        """``attribute`` for what an object holds (``self.weight``, ``p.data``), ``parameter``
        for what is known to be one, ``self`` for the object itself in its methods, ``new`` for a
        tensor that is made there (``torch.zeros(3)``), ``legacy`` for one that is unless a tensor is
        given (``torch.Tensor(n)``; an array of NumPy's shares its memory), else ``other``."""
        return "new" if self.fresh else self._holder(self.use.receiver)

    @property
    def iterated(self) -> bool:
        """Whether a ``for`` goes through what the call gives and keeps none of it."""
        tree, call = self.document.tree, self.use.call
        return tree is not None and call is not None and is_iterated(call, statement_parents(tree))

    @property
    def compared(self) -> bool:
        """Whether the type that the call gives is compared with that of another tensor."""
        tree, call = self.document.tree, self.use.call
        if tree is None or call is None:
            return False
        parents = statement_parents(tree)
        return is_compared_type(call, parents, lambda n: self.values.get(n, UNKNOWN_VALUE))

    @property
    def counted(self) -> bool:
        """Whether ``len`` is asked of what the call gives."""
        tree, call = self.document.tree, self.use.call
        if tree is None or call is None:
            return False
        return is_counted(call, statement_parents(tree), self._within or tree)

    @property
    def named(self) -> bool:
        """Whether what the call gives is taken by the names that parameters and buffers have."""
        tree, call = self.document.tree, self.use.call
        return tree is not None and call is not None and is_taken_by_names(tree, call)

    @property
    def placed(self) -> bool:
        """Whether items of what the call gives are taken by their places."""
        tree, call = self.document.tree, self.use.call
        if tree is None or call is None:
            return False
        return is_taken_by_place(call, statement_parents(tree), self._within or tree)

    @property
    def gets(self) -> str:
        """What the transform that is made here gets: ``tensors`` where the source shows it, ``layer``
        for tensors that come to it as one of a network's layers, else ``images``."""
        tree, call = self.document.tree, self.use.call
        if tree is None or call is None:
            return "images"
        return transformed(
            call,
            tree,
            statement_parents(tree),
            lambda node: is_tensor(self.values.get(node, UNKNOWN_VALUE)),
        )

    @property
    def used(self) -> bool:
        """Whether something is done with what the call gives."""
        statement = self.use.statement
        return not (isinstance(statement, ast.Expr) and statement.value is self.call)

    def holder(self, name: str) -> str:
        """What holds the argument, as ``receiver`` tells it of a method's object; ``made`` for a
        name that stands for nothing but a tensor that was made for it (``w = torch.empty(3)``),
        ``call`` for what another call gives, or is computed of one, ``space`` for what a space of
        Gym's holds, whose shape is a tuple like any other (``env.action_space.shape``),
        ``display`` for a tuple or list that is written out, there or where its name is given, ``size``
        for the shape of what is seen to be a tensor, ``zipped`` for a tuple that ``zip`` gave."""
        node, within = self.node(name), self._within
        value: ast.AST | None = node
        given = UNKNOWN_VALUE if node is None else self.values.get(node, UNKNOWN_VALUE)
        if given is SHAPE:
            return "size"
        if given.kind == "tuple" and given.name == ZIPPED:
            return "zipped"
        if isinstance(node, ast.Name) and within is not None:
            value = only_value(node.id, within)
            if isinstance(value, ast.Call) and _called(value) in MAKERS:
                return "made"
        if isinstance(value, ast.Tuple | ast.List) or self._is_given_displays(node):
            return "display"
        if isinstance(node, ast.Call) and not self._makes(node):
            return "call"
        if isinstance(node, ast.BinOp | ast.UnaryOp | ast.Compare):
            called = any(isinstance(inner, ast.Call) for inner in walk(node))
            return "call" if called else "other"
        if isinstance(node, ast.Attribute) and self._is_of_some_layer(node):
            return "call"
        if isinstance(node, ast.Attribute) and self._is_plain(node):
            return "other"
        return self._holder(node)

    def _is_given_displays(self, node: ast.expr | None) -> bool:
        """Whether it is an argument of the function around, and all that the file's calls give for it
        are tuples and lists that are written out: ``MeanShift(rgb_mean=(0.4, 0.4, 0.4))``."""
        within, tree = self._within, self.document.tree
        if not (isinstance(node, ast.Name) and isinstance(within, ast.FunctionDef) and tree):
            return False
        if any(n.id == node.id and isinstance(n.ctx, ast.Store) for n in find(within, ast.Name)):
            return False
        given = values_given(tree, within, node.id) or []
        named = [
            only_value(one.id, function_around(tree, one) or tree)
            if isinstance(one, ast.Name)
            else one
            for one in given
        ]
        return bool(named) and all(isinstance(one, ast.Tuple | ast.List) for one in named)

    def _is_plain(self, node: ast.Attribute) -> bool:
        """Whether an object holds a tensor there that is no parameter: ``self.x = torch.ones(3)``,
        or a buffer."""
        held: ast.expr = node
        while isinstance(held, ast.Attribute) and held.attr == "data":
            held = held.value
        if isinstance(held, ast.Attribute):
            if held.attr in LAYER_PARAMETERS or not isinstance(held.value, ast.Name):
                return False
        elif not isinstance(held, ast.Name):
            return False
        value = self.values.get(held, UNKNOWN_VALUE)
        return value.name in ("torch.Tensor", "torch.nn.Buffer") and not value.likely

    def _is_of_some_layer(self, node: ast.Attribute) -> bool:
        """Whether it is a parameter that a call will stand for: ``layer_parameter(m, "weight")``."""
        node = node.value if node.attr == "data" and isinstance(node.value, ast.Attribute) else node
        value = self.values.get(node.value, UNKNOWN_VALUE)
        return node.attr in LAYER_PARAMETERS and value.name == "torch.nn.Module"

    def _holder(self, node: ast.expr | None) -> str:
        if isinstance(node, ast.Call) and self._makes(node):
            return "new"
        if isinstance(node, ast.Call) and LEGACY.fullmatch(_called(node)):
            of_array = NUMPY in [self.values.get(given) for given in node.args]
            return "other" if of_array else "legacy"
        if isinstance(node, ast.Attribute):
            return "space" if _is_of_a_space(node) else "attribute"
        if isinstance(node, ast.Name) and node.id == "self":
            return "self"
        value = UNKNOWN_VALUE if node is None else self.values.get(node, UNKNOWN_VALUE)
        if is_device_of_tensor(value):
            return "attribute"
        is_parameter = value.name.endswith(".Parameter")
        return "parameter" if is_parameter else "other"

    def _makes(self, call: ast.Call) -> bool:
        """Whether a call makes a tensor that nothing else holds."""
        function = call.func
        if isinstance(function, ast.Attribute) and function.attr == "resize_as_":
            return isinstance(function.value, ast.Call) and self._makes(function.value)
        return _called(call) in MAKERS and is_tensor(self.values.get(call, UNKNOWN_VALUE))

    @property
    def assignment(self) -> ast.Assign | None:
        """The statement that gives the symbol, and nothing else, a value."""
        statement = self.use.statement
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            return None
        return statement if statement.targets[0] is self.use.node else None

    def given(self, name: str) -> bool:
        if self.binding is None:
            return False
        if self.binding.given(name) or name in (self.binding.extra_keywords or {}):
            return True
        return bool(self.binding.varargs) and _varargs_name(self.binding) == name

    def is_none_as_by_default(self, name: str) -> bool:
        """``dtype=None``, which says no more than nothing does."""
        node = self.node(name)
        return node is not None and self.default(name) == "None" and literal_value(node) is None

    def node(self, name: str) -> ast.expr | None:
        if name == "self" and self.use.receiver is not None:
            return self.use.receiver
        if name == ASSIGNED and self.assignment is not None:
            return self.assignment.value
        if self.binding is None:
            return None
        return self.binding.node(name) or (self.binding.extra_keywords or {}).get(name)

    def piece(self, node: ast.expr, operand: bool) -> Piece:
        """The node's text as a piece of an edit; ``operand``: it takes part in an operation."""
        written = None if self.spread is None else self.spread.written.get(node)
        if written is not None:
            return written if is_atomic(node) or not operand else f"({written})"
        span = self.document.span(node)
        return Operand(span) if operand else span

    def owner_piece(self, operand: bool) -> Piece:
        """The text of what the method is asked of, as something that can be assigned to:
        ``super()`` has methods alone."""
        assert self.use.receiver is not None
        if ast.unparse(self.use.receiver) == "super()":
            return "self"
        return self.piece(self.use.receiver, operand)

    def default(self, name: str) -> str | None:
        return None if self.binding is None else self.binding.default(name)

    def kind_of(self, node: ast.expr) -> str:
        """What an expression is, as conditions name it; empty when unknown."""
        return expression_kind(node, self.values.get(node, UNKNOWN_VALUE)) or literal_kind(node)

    def kind(self, name: str) -> str:
        node = self.node(name)
        if node is not None:
            return self.kind_of(node)
        if self.given(name):
            match self.varargs(name):
                case (alone,) if expression_kind(alone, self._value(alone)) == "int":
                    return "int"
            return "tuple"
        default = self.default(name)
        return "" if default is None else literal_kind(ast.parse(default, mode="eval").body)

    def is_certain_dtype(self, node: ast.expr) -> bool:
        """Whether it is a dtype's own name or that of a tensor, so that it cannot be None."""
        node = node if self.spread is None else self.spread.values.get(node, node)
        if not isinstance(node, ast.Attribute):
            return False
        value = self.values.get(node, UNKNOWN_VALUE)
        if argument_kind(value) != "dtype":
            return value.kind == "mindspore"
        base = self.values.get(node.value, UNKNOWN_VALUE)
        return is_tensor(base) or load().kind(f"torch.{node.attr}") == "dtype"

    def literal(self, name: str) -> Any:
        node = self.node(name)
        if node is None:
            default = self.default(name)
            if default is None:
                return UNKNOWN
            node = ast.parse(default, mode="eval").body
        return literal_value(node)

    def opposite(self, one: str, other: str) -> bool:
        match self.node(one), self.node(other):
            case ast.UnaryOp(ast.USub(), negated), ast.expr() as plain:
                calls = any(isinstance(n, ast.Call | ast.NamedExpr) for n in ast.walk(plain))
                return not calls and ast.dump(negated) == ast.dump(plain)
        return False

    def constant(self, name: str) -> Any:
        """``literal``, also of a name that the function assigns this value alone."""
        node, within = self.node(name), self._within
        if isinstance(node, ast.Name) and within is not None:
            value = only_value(node.id, within)
            return UNKNOWN if value is None else literal_value(value)
        return self.literal(name)

    def count(self, name: str) -> int:
        binding = self.binding
        if binding is None:
            return 0
        if varargs := self.varargs(name):
            return len(varargs)
        node = binding.node(name)
        return len(node.elts) if isinstance(node, ast.Tuple | ast.List) else int(node is not None)

    @property
    def _within(self) -> ast.AST | None:
        """The function, or the module, that the use stands in."""
        function = self.use.function
        return self.document.tree if function is None else function.node

    def dtype(self, name: str) -> str:
        node, within = self.node(name), self._within
        return "" if node is None or within is None else dtype_of(node, within)

    def shape(self, name: str) -> Shape | None:
        node, within = self.node(name), self._within
        return None if node is None or within is None else shape_of(node, within)

    def rank(self, name: str) -> int:
        shape = self.shape(name)
        return -1 if shape is None else len(shape)

    def fed(self, name: str) -> int:
        call, within = self.use.call, self._within
        cls = None if self.use.cls is None else self.use.cls.node
        return -1 if call is None or within is None else fed_axes(call, within, cls)

    def empty(self, name: str) -> bool:
        return 0 in (self.shape(name) or ())

    def selected(self, name: str) -> bool:
        within = self._within
        return within is not None and any(
            is_selection(node, within) for node in self._tensors(name, within)
        )

    def mixed(self, name: str) -> bool:
        node, within = self.node(name), self._within
        return node is not None and within is not None and mixes(node, within)

    def part(self, name: str) -> bool:
        node, within = self.node(name), self._within
        return node is not None and (within is None or is_part(node, within, self.values.get))

    def cut(self, name: str) -> bool:
        node, within = self.node(name), self._within
        return node is not None and (within is None or is_cut(node, within, self.values.get))

    def parameter(self, name: str) -> bool:
        """Whether it is known to be a Parameter, is what an object holds (``p.data`` and ``p.grad``
        are none), or is given to a function that is no forward."""
        node = self.node(name)
        if isinstance(node, ast.Attribute):
            return node.attr not in ("data", "grad") and not self._is_plain(node)
        if isinstance(node, ast.Name) and self._is_given(node.id):
            return self.differentiated
        return self._holder(node) == "parameter"

    def _is_given(self, name: str) -> bool:
        """Whether it is an argument of the function around, or of a lambda, and no input of a
        network's."""
        within = self._within
        if within is None or getattr(within, "name", "") in FORWARD_NAMES:
            return False
        return any(argument.arg == name for argument in find(within, ast.arg))

    def groups(self, name: str) -> bool:
        node, function = self.node(name), self.use.function
        within = self.document.tree if function is None else function.node
        return node is None or within is None or may_hold_groups(node, within)

    def arithmetic(self, name: str) -> bool:
        node = self.node(name)
        return node is not None and is_arithmetic(node)

    def recast(self, name: str) -> bool:
        call, within, tree = self.use.call, self._within, self.document.tree
        if call is None or within is None or tree is None:
            return False
        if dtype_of(call, within) not in WHOLE or self.dtype(name) in WHOLE:
            return False
        if self._holder(self.node(name)) == "new":
            return False  # nothing has a gradient that was made there
        return is_recast(call, within, statement_parents(tree))

    def gaps(self, name: str) -> bool:
        call, tree, node = self.use.call, self.document.tree, self.node(name)
        if call is None or tree is None:
            return False
        items = [node.elt] if isinstance(node, ast.ListComp | ast.GeneratorExp) else _listed(node)
        values = [self.values.get(item, UNKNOWN_VALUE) for item in items]
        return any(map(_is_module_dict, values)) or may_hold_refused(node, call, tree)

    def generic(self, name: str) -> bool:
        node = self.node(name)
        return node is None or not isinstance(node, ast.Name | ast.Attribute)

    def optional(self, name: str) -> bool:
        node, tree = self.node(name), self.document.tree
        if node is not None and self.spread is not None:
            node = self.spread.values.get(node, node)
        return node is not None and tree is not None and may_be_none(node, tree)

    def arrays(self, name: str) -> bool:
        node = self.node(name)
        held = UNKNOWN_VALUE if node is None else self.values.get(node, UNKNOWN_VALUE)
        while held.kind == "sequence" and len(held.items) == 1:
            if held.items[0] is NUMPY:
                return True
            held = held.items[0]
        return False

    def tensors(self, name: str) -> bool:
        node = self.node(name)
        items = node.elts if isinstance(node, ast.Tuple | ast.List) else []
        return any(is_tensor(self.values.get(item, UNKNOWN_VALUE)) for item in items)

    def layers(self, name: str) -> bool:
        node, tree = self.node(name), self.document.tree
        items = list(_listed(node))
        if isinstance(node, ast.Name) and tree is not None:
            for statement in find(self._within or tree, ast.Assign):
                if function_around(tree, statement) is function_around(tree, node):
                    for target, value in assigned_pairs(statement):
                        items += _given_to(node.id, target, value)
        values = [self.values.get(item, UNKNOWN_VALUE) for item in items]
        return any(argument_kind(value) == "module" for value in values)

    def imaginary(self, name: str) -> bool | None:
        node, within = self.node(name), self._within
        return False if node is None or within is None else is_imaginary(node, within)

    def nan(self, name: str) -> bool:
        within = self._within
        return within is not None and any(
            shows_nan(node, within) for node in self._tensors(name, within)
        )

    def _tensors(self, name: str, within: ast.AST) -> list[ast.expr]:
        """The argument; for ``self`` of a layer that is made here, what it is called with."""
        node, call = self.node(name), self.use.call
        if name == "self" and node is None and call is not None:
            return fed(call, within)
        return [] if node is None else [node]

    def items(self, name: str) -> int:
        node, within = self.node(name), self._within
        return -1 if node is None or within is None else items_of(node, within)

    def negative(self, name: str) -> bool:
        node, within = self.node(name), self._within
        if node is None or within is None:
            return False
        hidden = self.kind(name) in ("tuple", "list") and not is_written_out(node, within)
        return hidden or may_be_negative(node, within)

    def integral(self, name: str) -> bool:
        node, tree = self.node(name), self.document.tree
        return node is not None and tree is not None and may_be_int(node, self._within, tree)

    def no_axes(self, name: str) -> bool:
        node, within = self.node(name), self._within
        if self.count(name) != 1 or self.kind(name) == "int" or self.varargs(name):
            return False  # what stands alone among *size is a number
        return node is not None and within is not None and may_be_no_axes(node, within)

    def layer_weight(self, name: str) -> bool:
        """Whether it is the weight or bias of a layer of torch's, or the ``data`` of one."""
        node = self.node(name)
        if isinstance(node, ast.Attribute) and node.attr == "data":
            node = node.value
        if not (isinstance(node, ast.Attribute) and node.attr in ("weight", "bias")):
            return False
        owner = self.values.get(node.value, UNKNOWN_VALUE)
        return owner.name.startswith("torch.nn.") and owner.name != "torch.nn.Module"

    def masks(self, name: str) -> bool:
        node, within = self.node(name), self._within
        return node is not None and within is not None and may_be_bool(node, within)

    def starred(self, name: str) -> bool:
        match self.varargs(name):
            case (ast.Starred(),):
                return True
        return False

    def several(self, name: str) -> bool:
        node, tree = self.node(name), self.document.tree
        return node is not None and tree is not None and may_be_several(node, tree)

    def made(self, name: str) -> str:
        """``int64`` of ``torch.LongTensor(n)``, ``float32`` of ``torch.zeros(3)``."""
        node = self.node(name)
        if not isinstance(node, ast.Call):
            return ""
        if self._makes(node):
            return self.dtype(name)
        of_tensor = any(is_tensor(self.values.get(one, UNKNOWN_VALUE)) for one in node.args)
        if self._holder(node) != "legacy" or of_tensor:
            return ""
        return TENSOR_TYPES.get(_called(node), "") or self.dtype(name)

    def begins_empty(self, name: str) -> bool:
        node, within, tree = self.node(name), self._within, self.document.tree
        if node is None or within is None or tree is None:
            return False
        return begins_empty(node, within, tree)

    def answers(self, version: str) -> bool:
        tree = self.document.tree
        return tree is not None and answers_as_text(version, self.use.node, statement_parents(tree))

    def mentions(self, word: str) -> bool:
        text = self.document.text
        return word in text and (self.written is None or word in self.written())

    def taken(self, key: str) -> bool:
        """Whether what the call gives is asked for a key."""
        tree, call = self.document.tree, self.use.call
        if tree is None or call is None:
            return False
        return is_taken_by_key(call, key, statement_parents(tree), self._within or tree)

    def whole(self, name: str) -> bool:
        """Whether the network is made of torch's layers and this file's own classes alone."""
        node, tree = self.node(name), self.document.tree
        value = UNKNOWN_VALUE if node is None else self.values.get(node, UNKNOWN_VALUE)
        return tree is not None and is_whole(value, self.values, tree)

    def equation(self, name: str) -> str:
        """The equation of a call of einsum, its labels called a, b, c in the order they appear.

        Empty where it is not written out, with one operand after the other behind it.
        """
        nodes = self.varargs(name)
        text = literal_value(nodes[0]) if nodes else None
        if not isinstance(text, str) or any(isinstance(node, ast.Starred) for node in nodes):
            return ""
        text = text.replace(" ", "")
        if text.partition("->")[0].count(",") + 2 != len(nodes) or "->" not in text:
            return ""
        letters = dict.fromkeys(character for character in text if character.isalpha())
        return text.translate({ord(old): chr(ord("a") + new) for new, old in enumerate(letters)})

    def _value(self, node: ast.expr) -> Value:
        return self.values.get(node, UNKNOWN_VALUE)

    def varargs(self, name: str) -> tuple[ast.expr, ...]:
        """What the call gives for a parameter ``*name``."""
        binding = self.binding
        return binding.varargs if binding is not None and _varargs_name(binding) == name else ()


def _is_module_dict(value: Value) -> bool:
    """Whether it is a ModuleDict, of a class of the user's, too."""
    info = value.info
    base = info.torch_base if isinstance(info, ClassInfo) else value.name
    return value.kind in ("instance", "object") and base == "torch.nn.ModuleDict"


def _listed(node: ast.expr | None) -> Sequence[ast.expr]:
    """What is written out in a dict, tuple or list."""
    return node.values if isinstance(node, ast.Dict) else getattr(node, "elts", ())


def _given_to(name: str, target: ast.expr, value: ast.expr) -> Sequence[ast.expr]:
    """What an assignment puts into the dict or list of that name: ``d = {"net": net}``,
    ``d["net"] = net``."""
    if name_of(target) == name and isinstance(target, ast.Name):
        return _listed(value)
    is_part = isinstance(target, ast.Subscript) and name_of(target.value) == name
    return [value] if is_part else ()


def literal_value(node: ast.expr) -> Any:
    """The value of a literal; lists become tuples. UNKNOWN for anything else."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return UNKNOWN
    return tuple(value) if isinstance(value, list) else value


def facts_of(
    document: Document,
    use: Use,
    bindings: Bindings,
    api: TorchApi,
    *,
    written: Callable[[], str] | None = None,
    first_alone: bool = False,
    beside: Beside | None = None,
) -> tuple[UseFacts, Unbound | None]:
    """The facts of a use, and why its call could not be bound if it could not.

    A name without a call has torch's defaults for its arguments. ``written`` gives the document's text
    without the helpers in it. ``first_alone``: only the first
    argument matters, so that an unknown ``**options`` is left out.
    """
    values, beside = bindings.values, beside or Beside()
    if use.call is None:
        signatures = api.signatures(use.symbol) if use.receiver is None else ()
        bare = Binding(signatures[0], {}) if signatures else None
        return UseFacts(document, use, bare, values, written=written, beside=beside), None

    spread = spread_out(use.call, lambda: bindings.known_dicts(use, document.tree))
    spread = with_reduction(spread, use.symbol)
    of_dicts = {node: values.get(item, UNKNOWN_VALUE) for node, item in spread.values.items()}
    known = ChainMap(of_dicts, values) if of_dicts else values

    def kind_of(node: ast.expr) -> str:
        return expression_kind(node, known.get(node, UNKNOWN_VALUE))

    signatures = api.signatures(use.symbol)
    call = spread.call
    if first_alone and call.args and any(keyword.arg is None for keyword in call.keywords):
        call = ast.Call(call.func, call.args, [one for one in call.keywords if one.arg])
    bound = bind(signatures, call, kind_of)
    if isinstance(bound, Unbound):
        return UseFacts(
            document, use, None, known, bool(signatures), spread, written=written, beside=beside
        ), bound
    facts = UseFacts(document, use, bound, known, spread=spread, written=written, beside=beside)
    return facts, None


def _is_of_a_space(node: ast.Attribute) -> bool:
    """Whether it is an attribute of what Gym's environments call their spaces."""
    owner = node.value
    name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
    return name.endswith(("action_space", "observation_space"))


def _called(call: ast.Call) -> str:
    """The last part of the name that is called."""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else ""
    return function.id if isinstance(function, ast.Name) else name


def _varargs_name(binding: Binding) -> str:
    return next((p.name for p in binding.signature.parameters if p.kind == "varargs"), "")
