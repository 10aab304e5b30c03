"""Names that are a number on one way and a tensor on another one, where a tensor's values choose (MP408).

The graph compiler of 2.10.0 compiles both ways and joins what each name stands for behind them: two
numbers, or two tensors of one dtype. ``len`` of what a mask picks is chosen by values, too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mindport.findings.graph.branches import depends_on_values
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.computed_numbers import has_computed_turns
from mindport.findings.graph.joined_dtypes import dtype_of
from mindport.findings.graph.scopes import Scope, scopes
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import name_of, root_of_chain, walk
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text, filled

JOINED = Text(
    "{0} is a number here and a tensor by line {1}, which runs or not by what a tensor holds: graph mode "
    "does not join the two. Begin with a tensor of the same dtype.",
    "{0} 在此为数字，而第 {1} 行（是否执行取决于张量的值）将其变为张量：静态图模式无法合并二者。请从相同 dtype 的张量开始。",
)
NOTHING = Text(
    "{0} is None here and a tensor by line {1}, which runs or not by what a tensor holds: graph mode "
    "does not join the two. Begin with a tensor of the same shape and dtype, and weigh it.",
    "{0} 在此为 None，而第 {1} 行（是否执行取决于张量的值）将其变为张量：静态图模式无法合并二者。"
    "请从相同形状和 dtype 的张量开始，并用权重加以区分。",
)
TEXTS = Text(
    "Which text {0} stands for depends on a tensor's values: graph mode compares and looks up none that is "
    "not known when it compiles. Decide by a number or by the tensor itself.",
    "{0} 是哪个字符串取决于张量的值：静态图模式无法比较或查找编译时未知的字符串。请改用数字或直接由张量判断。",
)
CHOSEN = Text(
    "Which of the two is taken depends on a tensor's values: graph mode does not join a number and a "
    "tensor. Write a tensor of the same dtype for the number.",
    "取哪一个取决于张量的值：静态图模式无法合并数字与张量。请把数字写成相同 dtype 的张量。",
)
NUMBERS = Text(
    "Which of the two is taken depends on a tensor's values: graph mode does not join a whole number and "
    "a floating one here. Write both alike.",
    "取哪一个取决于张量的值：静态图模式在此无法合并整数与浮点数。请写成同一种。",
)
DTYPES = Text(
    "This is of dtype {0} and, by line {2}, of {1}; which one it is depends on a tensor's values: graph "
    "mode joins tensors of one dtype alone. Cast one of them.",
    "此处的 dtype 为 {0}，第 {2} 行为 {1}，取哪一个取决于张量的值：静态图模式只能合并 dtype 相同的张量，请转换其中一个。",
)
TITLE = Text("Begin with a tensor", "从张量开始")
WRITE = Text("Write {0}", "改写为 {0}")
WIDER = Text("What was a whole number is a floating one then.", "原来的整数此后是浮点数。")
CAUTION = Text(
    "Where the branch is not taken, the value is a tensor then, and no number.",
    "未进入该分支时，得到的是张量而不是数字。",
)
# What gives a tensor whose length depends on values.
PICKS = frozenset(
    {"nonzero", "argwhere", "unique", "unique_consecutive", "masked_select", "flatnonzero"}
)
# Methods that tensors have, and give a tensor.
COMPUTES = frozenset(
    {"sum", "mean", "std", "var", "norm", "amax", "amin", "max", "min", "prod", "abs", "exp", "log",
     "sqrt", "pow", "square"}
)  # fmt: skip
DEEP = 4  # names that stand for others
LENGTHS = frozenset({"numel", "size", "len", "nelement"})
# What gives floating-point numbers, as far as names tell.
FLOATS = re.compile(
    r"mean|norm|std|var|loss|crit|entropy|softmax|sigmoid|exp|log|sqrt", re.IGNORECASE
)
TESTS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
Choice = ast.If | ast.While | ast.For
Binding = ast.Assign | ast.AugAssign


def join_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a number that a branch or a loop makes a tensor of, at the number."""
    for function in code.functions:
        given = {one.arg for one in function.parameters}
        for scope in scopes(function):
            flow = Flow(site, code, scope, given)
            for node in scope.nodes:
                if isinstance(node, ast.IfExp) and flow.depends(node.test):
                    yield from _of_two(flow, node.body, node.orelse)
                    yield from _of_constants(site, node)
                elif isinstance(node, ast.If | ast.While | ast.For) and flow.is_chosen(node):
                    yield from _of_names(flow, node)
                    yield from _of_returns(flow, node)


def _of_names(flow: Flow, node: Choice) -> Iterator[Finding]:
    sides: list[Sequence[ast.stmt]] = [node.body]
    sides += [node.orelse] if isinstance(node, ast.If) else []
    bound = [{} if _leaves(side) else _bindings(side) for side in sides]
    for name in dict.fromkeys(name for one in bound for name in one):
        before = flow.before(name, node)
        ways = [one.get(name, before) for one in bound]
        ways += [before] if len(ways) == 1 else []
        if len(sides) == 2 and any(_leaves(side) for side in sides):
            continue
        numbers = [one for one in ways if one is not None and flow.number(one) is not None]
        tensors = [one for one in ways if one is not None and flow.gives_tensor(one)]
        if numbers and tensors:
            number = flow.number(numbers[0])
            assert number is not None
            message = filled(JOINED, name, str(tensors[0].lineno))
            fix = _fix(flow, number, tensors[0].value)
            yield told(flow.site, "MP408", number, message, fix)
            continue
        unlike = _unlike(flow, name, node, ways)
        if unlike is not None:
            yield unlike
            continue
        yield from _of_dtypes(flow, [one.value for one in ways if isinstance(one, ast.Assign)])


def _unlike(flow: Flow, name: str, node: Choice, ways: Sequence[Binding | None]) -> Finding | None:
    """None on one way and a tensor on the other; two texts, of which graph mode knows none then."""
    made = [one for one in ways if isinstance(one, ast.Assign)]
    texts = [one.value for one in made if _is_constant(one.value, str)]
    if len(texts) == 2 and ast.unparse(texts[0]) != ast.unparse(texts[1]):
        return told(flow.site, "MP408", texts[1], filled(TEXTS, name))
    nothing = [one.value for one in made if _is_constant(one.value, type(None))]
    tensors = [one for one in made if flow.gives_tensor(one)]
    if nothing and tensors and isinstance(node, ast.If) and not _asks_for_none(node.test, name):
        message = filled(NOTHING, name, str(tensors[0].lineno))
        return told(flow.site, "MP408", nothing[0], message)
    return None


def _is_constant(node: ast.expr, kind: type) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, kind)


def _asks_for_none(test: ast.expr, name: str) -> bool:
    """``best is None or s > best``: what is known before the other is compiled."""
    return any(
        isinstance(one, ast.Compare)
        and isinstance(one.ops[0], ast.Is | ast.IsNot)
        and getattr(one.left, "id", "") == name
        for one in walk(test)
    )


def _of_dtypes(flow: Flow, values: Sequence[ast.expr]) -> Iterator[Finding]:
    """Tensors of two dtypes."""
    dtypes = [dtype_of(flow.site, flow.values_of, one) for one in values]
    if len(values) == 2 and None not in dtypes and dtypes[0] != dtypes[1]:
        message = filled(DTYPES, str(dtypes[0]), str(dtypes[1]), str(values[1].lineno))
        yield told(flow.site, "MP408", values[0], message)


def _of_returns(flow: Flow, node: Choice) -> Iterator[Finding]:
    """``return 0.0`` on one way and a tensor on the other."""
    last = node.body[-1]
    other = node.orelse[-1] if node.orelse else flow.behind(node)
    if not isinstance(node, ast.If):
        return
    values = [one.value for one in (last, other) if isinstance(one, ast.Return)]
    first, second = (*values, None, None)[:2]
    if first is not None and second is not None:
        yield from _of_two(flow, first, second)


def _of_two(flow: Flow, first: ast.expr, second: ast.expr) -> Iterator[Finding]:
    for one, other in ((first, second), (second, first)):
        if _is_number(one) and flow.is_tensor(other):
            yield told(flow.site, "MP408", one, CHOSEN, _fix(flow, one, other))
    yield from _of_dtypes(flow, [first, second])


def _of_constants(site: Site, node: ast.IfExp) -> Iterator[Finding]:
    """``2 if x.mean() > 1 else 0.5``; two assignments of such numbers are joined. Two texts are not."""
    match node.body, node.orelse:
        case (ast.Constant(int(whole)) as one, ast.Constant(float())) | (
            ast.Constant(float()),
            ast.Constant(int(whole)) as one,
        ) if not isinstance(whole, bool):
            text = str(float(whole))
            edits = (Edit(site.document.span(one), (text,)),)
            fix = Fix(filled(WRITE, text), "unsafe", edits, WIDER)
            yield told(site, "MP408", one, NUMBERS, fix)
        case ast.Constant(str(first)), ast.Constant(str(second)) if first != second:
            yield told(site, "MP408", node, filled(TEXTS, ast.unparse(node)))


@dataclass(frozen=True, slots=True)
class Flow:
    """What the names of one scope stand for."""

    site: Site
    code: Compiled
    scope: Scope
    given: set[str]

    def before(self, name: str, node: Choice) -> Binding | None:
        """The last statement above ``node`` that binds ``name``."""
        above = [
            (one.lineno, one)
            for one in _each(self.scope.nodes)
            if one.lineno < node.lineno and _target(one) == name
        ]
        return max(above, key=lambda pair: pair[0])[1] if above else None

    def values_of(self, name: str) -> list[ast.expr]:
        """All that assignments of the scope give a name."""
        made = (one for one in _each(self.scope.nodes) if isinstance(one, ast.Assign))
        return [one.value for one in made if _target(one) == name]

    def unpacked(self, name: str) -> list[ast.expr]:
        """What a name is given a part of: ``rows, nth = torch.where(chosen)``."""
        return [
            one.value
            for one in self.scope.nodes
            if isinstance(one, ast.Assign)
            for target in one.targets
            if isinstance(target, ast.Tuple)
            and any(getattr(item, "id", "") == name for item in target.elts)
        ]

    def behind(self, node: Choice) -> ast.stmt | None:
        """The return that ends the block in which ``node`` stands."""
        for owner in self.scope.nodes:
            for field in ("body", "orelse"):
                block = getattr(owner, field, None)
                if isinstance(block, list) and node in block:
                    return _last_of(block)
        statements = [one for one in self.scope.nodes if isinstance(one, ast.Return)]
        last = max(statements, key=lambda one: one.lineno, default=None)
        return last if last is not None and last.col_offset == node.col_offset else None

    def number(self, node: Binding) -> ast.expr | None:
        """The number that a statement gives a name; none of ``+=``."""
        plain = isinstance(node, ast.Assign) and _is_number(node.value)
        return node.value if plain else None

    def gives_tensor(self, node: Binding) -> bool:
        return self.is_tensor(node.value)

    def is_tensor(self, node: ast.expr, depth: int = 0) -> bool:
        if isinstance(node, ast.BinOp):
            return self.is_tensor(node.left, depth) or self.is_tensor(node.right, depth)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
            return True
        value = self.site.bindings.values.get(node, UNKNOWN)
        if is_tensor(value) and not value.likely:
            return True
        if isinstance(node, ast.Name) and node.id not in self.given and depth < DEEP:
            values = self.values_of(node.id)
            return bool(values) and all(self.is_tensor(one, depth + 1) for one in values)
        name = name_of(node.func) if isinstance(node, ast.Call) else ""
        full = self.code.dotted(node.func) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and not full:
            root = root_of_chain(node.func)
            own = isinstance(node.func, ast.Attribute) and not isinstance(root, ast.Constant)
            return own and name in COMPUTES and getattr(root, "id", "") not in self.code.imports
        return full.startswith("mindspore.") and name in COMPUTES

    def is_chosen(self, node: Choice) -> bool:
        if not isinstance(node, ast.For):
            return self.depends(node.test)
        return self.picks(node.iter) or has_computed_turns(self.site, node.iter, self.scope.node)

    def depends(self, test: ast.expr, depth: int = 0) -> bool:
        """Whether a truth value depends on what a tensor holds."""
        if isinstance(test, ast.BoolOp):
            return any(self.depends(one, depth) for one in test.values)
        if isinstance(test, ast.UnaryOp):
            return self.depends(test.operand, depth)
        if depends_on_values(test):
            return True
        made = self.values_of(test.id) if isinstance(test, ast.Name) and depth < DEEP else []
        tests = [one for one in made if isinstance(one, ast.Compare | ast.BoolOp)]
        if any(self.depends(one, depth + 1) for one in tests):
            return True
        if isinstance(test, ast.Compare):
            values = [test.left, *test.comparators]
            compared = all(isinstance(operator, TESTS) for operator in test.ops)
            return compared and any(self.is_computed(one) or self.counts(one) for one in values)
        return self.is_computed(test) or self.counts(test)

    def is_computed(self, node: ast.expr) -> bool:
        """A tensor that is no argument of the function: a number may be handed in for one."""
        is_argument = isinstance(node, ast.Name) and node.id in self.given
        return not is_argument and self.is_tensor(node)

    def counts(self, node: ast.expr) -> bool:
        """``len(x)``, ``x.numel()``, ``x.shape[0]`` of what a mask picks."""
        if isinstance(node, ast.Subscript) and name_of(node.value) == "shape":
            return isinstance(node.value, ast.Attribute) and self.picks(node.value.value)
        if isinstance(node, ast.Attribute) and node.attr == "size":
            return self.picks(node.value)
        if not isinstance(node, ast.Call) or name_of(node.func) not in LENGTHS:
            return False
        method = isinstance(node.func, ast.Attribute)
        taken = node.func.value if isinstance(node.func, ast.Attribute) else None
        taken = node.args[0] if not method and node.args else taken
        return taken is not None and self.picks(taken)

    def picks(self, node: ast.expr, depth: int = 0) -> bool:
        """Whether how much a value holds depends on what tensors hold."""
        if isinstance(node, ast.Name):
            values = [*self.values_of(node.id), *self.unpacked(node.id)]
            return depth < DEEP and any(self.picks(value, depth + 1) for value in values)
        if isinstance(node, ast.Subscript):
            return self.is_mask(node.slice) or self.picks(node.value, depth)
        if isinstance(node, ast.Call):
            name = name_of(node.func)
            if name == "unbind" and node.args:
                return self.picks(node.args[0], depth)
            return name in PICKS or (name == "where" and len(node.args) == 1)
        return False

    def is_mask(self, index: ast.expr) -> bool:
        if isinstance(index, ast.Name):
            return any(isinstance(value, ast.Compare) for value in self.values_of(index.id))
        return isinstance(index, ast.Compare)


def _bindings(body: Sequence[ast.stmt]) -> dict[str, Binding]:
    """The last statement of a block that binds each name."""
    found: dict[str, Binding] = {}
    for node in _each(inner for statement in body for inner in walk(statement)):
        name = _target(node)
        if name is not None:
            kept = found.get(name)
            if kept is None or kept.lineno <= node.lineno:
                found[name] = node
    return found


def _each(nodes: Iterable[ast.AST]) -> Iterator[Binding]:
    """What binds names among nodes; ``a, b = 0, x`` as if it were two statements."""
    for node in nodes:
        match node:
            case ast.Assign([ast.Tuple(names)], ast.Tuple(values)) if len(names) == len(values):
                for name, value in zip(names, values, strict=True):
                    yield ast.copy_location(ast.Assign([name], value), node)
            case ast.Assign() | ast.AugAssign():
                yield node


def _target(node: Binding) -> str | None:
    targets = [node.target] if isinstance(node, ast.AugAssign) else node.targets
    first = targets[0] if len(targets) == 1 else None
    return first.id if isinstance(first, ast.Name) else None


def _leaves(body: Sequence[ast.stmt]) -> bool:
    return isinstance(_last_of(body), ast.Return | ast.Raise)


def _last_of(body: Sequence[ast.stmt]) -> ast.stmt | None:
    return body[-1] if body else None


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.UnaryOp(_, operand):
            return _is_number(operand)
        case ast.Call(ast.Name("float"), [ast.Constant()]):
            return True
        case ast.Attribute(ast.Name(), "inf" | "nan"):
            return True
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _fix(flow: Flow, number: ast.expr, tensor: ast.expr) -> Fix | None:
    """A tensor for the number, where what it is joined with is of floating point."""
    site = flow.site
    made = flow.values_of(tensor.id) if isinstance(tensor, ast.Name) else [tensor]
    calls = [
        name_of(one.func) for value in made for one in walk(value) if isinstance(one, ast.Call)
    ]
    value = number.operand if isinstance(number, ast.UnaryOp) else number
    if not any(map(FLOATS.search, calls)):
        return None
    sign = "-" if isinstance(number, ast.UnaryOp) and isinstance(number.op, ast.USub) else ""
    text: Piece = site.document.span(number)
    if isinstance(value, ast.Constant) and isinstance(value.value, int | float):
        text = f"{sign}{float(value.value)}"
    pieces = (Name("mindspore.tensor"), "(", text, ")")
    return Fix(TITLE, "unsafe", (Edit(site.document.span(number), pieces),), CAUTION)
