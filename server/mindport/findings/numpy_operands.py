"""A number of NumPy's before a tensor (MP212): ``np.sqrt(2) * x`` is an array, without a gradient.

torch's tensor takes over and stays one; MindSpore 2.10.0's lets NumPy read it, so that whatever lies
behind gets zeros for gradients, in silence. With the number as Python has it, or behind the tensor,
both give a tensor: seen on a CPU. An array in its place is refused by torch 2.13.0, but for ``/`` and
``==``, so that the fix of those is safe for numbers that are written there.

Behind ``==`` and ``!=`` it is worse: MindSpore's tensor is then False, or True, whatever it holds
(2.7.2 to 2.10.0, for all numbers of NumPy's but float64); torch compares element by element. So does
``eq``, whatever kind of number it is given: what a loop takes from somewhere may be one of NumPy's.

A list of such numbers, ``[np.exp(e) for e in np.arange(3)]``, is handed to where tensors are: its
numbers are made Python's where they are computed.

What another file hands over may be an array: ``sum(w * loss(x, y) for w, x, y in zip(self.weights, xs,
ys))``. Its items stand behind what they are multiplied with, where both give a tensor of the same
numbers, whatever they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial

from mindport.findings.graph.compiled import Compiled, imported
from mindport.findings.graph.numpy_numbers import Asked
from mindport.findings.inplace import loop_items
from mindport.findings.site import Site
from mindport.nodes import (
    find,
    function_around,
    kept,
    name_of,
)
from mindport.report import Edit, Finding, Fix, Operand
from mindport.symbols.assignments import (
    assigned,
    assignments,
    attribute_given_last,
    own_values,
)
from mindport.symbols.values import NUMBER_OR_NUMPY, NUMBER_OR_TENSOR, NUMPY, UNKNOWN, is_tensor
from mindport.texts import Text

MESSAGE = Text(
    "NumPy's number before a MindSpore tensor makes an array of it, which has no gradient; torch "
    "gives a tensor. item() gives Python's number.",
    "NumPy 数值位于 MindSpore 张量之前时，结果为 NumPy 数组，梯度会丢失；torch 给出张量。"
    "item() 得到 Python 数值。",
)
COMPARED = Text(
    "Compared with a number of NumPy's by == or !=, a MindSpore tensor gives False or True alone; torch "
    "compares each element. item() gives Python's number.",
    "MindSpore 张量用 == 或 != 与 NumPy 数值比较时，只得到一个 False 或 True；torch 逐元素比较。item() 得到 Python "
    "数值。",
)
TITLE = Text("Take the number with item()", "用 item() 取出数值")
FLOAT_TITLE = Text("Take the number with float()", "用 float() 取出数值")
LISTED = Text(
    "These are numbers of NumPy's: before a MindSpore tensor they make an array of it, which has no "
    "gradient; torch gives a tensor. float() gives Python's number.",
    "这里得到的是 NumPy 数值：位于 MindSpore 张量之前时，结果为 NumPy 数组，梯度会丢失；torch 给出张量。"
    "float() 得到 Python 数值。",
)
FLOATING = Text("The tensor is taken to be of floating point numbers.", "假定该张量为浮点数。")
SEVERAL = Text(
    "An array of several numbers raises here; compare with a tensor of it.",
    "若为多个数值的数组，此处会报错；请与由其构造的张量比较。",
)
ITEM = Text(
    "What this loop takes may be a number of NumPy's, compared with which by == or != a MindSpore tensor "
    "gives False or True alone; torch compares each element, as eq and ne do.",
    "该循环取到的可能是 NumPy 数值：MindSpore 张量用 == 或 != 与其比较时，只得到一个 False 或 True；torch 逐元素比较，"
    "eq 与 ne 也是如此。",
)
ITEM_TITLE = Text("Compare with eq or ne", "改用 eq 或 ne 比较")
IS_NUMBER = Text("It is taken to be a number or a tensor.", "假定其为数值或张量。")
HANDED = Text(
    "What is handed over here may be an array: one of its numbers before a MindSpore tensor makes an array "
    "of it, which has no gradient; torch gives a tensor. Behind the tensor, both give the same.",
    "这里传入的可能是 NumPy 数组：其元素位于 MindSpore 张量之前时，结果为 NumPy 数组，梯度会丢失；torch 给出张量。"
    "写在张量之后，两者结果相同。",
)
AT_TIMES = Text(
    "This may be a number of NumPy's: before a MindSpore tensor it makes an array of it, which has no "
    "gradient; torch gives a tensor. Behind the tensor, both give the same.",
    "它可能是 NumPy 数值：位于 MindSpore 张量之前时，结果为 NumPy 数组，梯度会丢失；torch 给出张量。"
    "写在张量之后，两者结果相同。",
)
IN_FRONT = Text(
    "This may be a number of NumPy's: before a MindSpore tensor it makes an array of it, which has no "
    "gradient; torch gives a tensor. float() gives Python's number.",
    "它可能是 NumPy 数值：位于 MindSpore 张量之前时，结果为 NumPy 数组，梯度会丢失；torch 给出张量。"
    "float() 得到 Python 数值。",
)
NO_TENSOR = Text("It is taken to be a number, and no tensor.", "假定其为数值，而非张量。")
ADDED_TITLE = Text("Add it to the tensor", "改写为张量加上该数值")
HANDED_TITLE = Text("Multiply the tensor with it", "改写为张量乘以该数值")
COMPILED = Text(
    "NumPy's number before a MindSpore tensor makes an array of it, which has no gradient; torch gives a "
    "tensor. Compiled code knows no item() of it; behind the tensor, both give the same.",
    "NumPy 数值位于 MindSpore 张量之前时，结果为 NumPy 数组，梯度会丢失；torch 给出张量。"
    "编译的代码中不能对其使用 item()；写在张量之后，两者结果相同。",
)
COUNTS = frozenset({"range", "enumerate"})
WHOLE = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
HOLDING = (ast.Name, ast.Attribute)
ITEMS = (ast.Name, ast.Attribute, ast.Subscript)
DEEPEST = 4
# Functions of NumPy's of one number, and what gives numbers one after the other.
OF_NUMBERS = frozenset({"exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "square",
                        "power", "sin", "cos", "tan", "tanh", "cosh", "sinh"})  # fmt: skip
# What gives its argument's items as they are.
KEEPING = frozenset({"list", "reversed", "sorted", "tuple"})
COUNTED = frozenset({"arange", "linspace", "logspace", "geomspace", "range"})
# Operators that torch's tensors have with arrays before them, too.
TAKE_ARRAYS = (ast.Div, ast.Eq, ast.NotEq)
# Methods that tensors have and arrays have not.
OF_TENSORS = frozenset({"cpu", "cuda", "data", "detach", "eq", "float", "long", "numel", "numpy",
                        "to", "unsqueeze"})  # fmt: skip
# Methods of tensors that give an array.
ARRAYS = frozenset({"asnumpy", "numpy"})
ASKING = frozenset({"is_tensor", "isinstance"})


def numpy_operand_findings(site: Site) -> Iterator[Finding]:
    """One finding for each operator that has a number of NumPy's on the left of a tensor, and for
    each list of such numbers."""
    document, values = site.document, site.bindings.values
    if document.tree is None:
        return
    yield from _handed(site, document.tree)
    made = "numpy" in document.text or any(
        one in (NUMPY, NUMBER_OR_NUMPY) for one in values.values()
    )
    if not made and not site.bindings.perhaps_numpys:
        return
    yield from _lists(site, document.tree)
    yield from _items(site, document.tree)
    sides: list[tuple[ast.expr, ast.operator | ast.cmpop, ast.expr, Text]]
    sides = [(one.left, one.op, one.right, MESSAGE) for one in find(document.tree, ast.BinOp)]
    for node in find(document.tree, ast.Compare):
        sides.append((node.left, node.ops[0], node.comparators[0], MESSAGE))
        if isinstance(node.ops[0], ast.Eq | ast.NotEq):
            sides.append((node.comparators[0], node.ops[0], node.left, COMPARED))
    sides = [side for side in sides if _is_numpys(site, document.tree, side[0])]
    given = _given_to_torch(site) if sides else {}
    for number, operator, tensor, message in sides:
        if _is_of_its_kind(document.tree, tensor, number):
            continue
        value = values.get(attribute_given_last(document.tree, tensor) or tensor, UNKNOWN)
        if value is UNKNOWN:
            names = given.get(function_around(document.tree, tensor), set())
            if not any(name.id in names for name in _tensors_of(document.tree, tensor)):
                continue
        elif not is_tensor(value) and value is not NUMBER_OR_TENSOR:
            continue
        span = document.span(number)
        asked = _asked(site, number)
        kind = None if asked is None else asked.kind(number)
        is_item = kind is None and isinstance(operator, ast.Mult) and isinstance(number, ITEMS)
        if asked is not None and is_item:
            fix = _behind(site, number, tensor)
            yield Finding("MP212", "warning", "torch.Tensor", None, "likely", COMPILED, span, fix)
            continue
        in_doubt = values.get(number) is NUMBER_OR_NUMPY
        is_open = number in site.bindings.perhaps_numpys
        may_turn = isinstance(operator, ast.Mult | ast.Add)
        may_turn |= is_open and isinstance(operator, ast.Sub)
        if is_open and not may_turn:
            if isinstance(operator, ast.Div | ast.Pow):
                yield _in_front(site, number)
            continue
        if may_turn and (is_open or (asked is None and in_doubt)):
            fix = _behind(site, number, tensor)
            yield Finding("MP212", "warning", "torch.Tensor", None, "likely", AT_TIMES, span, fix)
            continue
        if asked is not None or in_doubt or _may_be_plain(document.tree, number):
            is_safe = kind is not None or (asked is not None and message is COMPARED)
            assumed = None if is_safe else FLOATING if message is MESSAGE else SEVERAL
            reader = "int" if kind == "int" else "float"
            edit = Edit(span, (f"{reader}(", span, ")"))
            fix = Fix(FLOAT_TITLE, "safe" if is_safe else "unsafe", (edit,), assumed)
            yield Finding("MP212", "warning", "torch.Tensor", None, "likely", message, span, fix)
            continue
        pieces = (span, ".item()") if isinstance(number, WHOLE) else ("(", span, ").item()")
        is_safe = not isinstance(operator, TAKE_ARRAYS) or _is_number(number)
        caution = SEVERAL if message is COMPARED and not is_safe else None
        fix = Fix(TITLE, "safe" if is_safe else "unsafe", (Edit(span, pieces),), caution)
        yield Finding("MP212", "warning", "torch.Tensor", None, "likely", message, span, fix)


def _tensors_of(tree: ast.Module, node: ast.expr) -> Iterator[ast.Name]:
    """The names of an expression that are not read as arrays, ``x.numpy().argmax(axis=1)``, neither
    here nor where they are given a value, ``y = y.numpy()``."""
    arrays = {name for read in _read_as_arrays(node) for name in find(read, ast.Name)}
    for name in find(node, ast.Name):
        if name not in arrays and not any(
            next(_read_as_arrays(given), None) is not None for given in _assigned(tree, name)
        ):
            yield name


def _read_as_arrays(node: ast.expr) -> Iterator[ast.expr]:
    """What is asked for ``numpy()``."""
    return (call.func for call in find(node, ast.Call) if name_of(call.func) in ARRAYS)


def _behind(site: Site, number: ast.expr, tensor: ast.expr) -> Fix:
    """``x * weights[0]``: both give a tensor of the same numbers, whatever it holds."""
    tree, span = site.document.tree, site.document.span
    assert tree is not None
    product = site.parents(tree)[number]
    operator = getattr(product, "op", None)
    sign = " * " if isinstance(operator, ast.Mult) else " + "
    first = ("-",) if isinstance(operator, ast.Sub) else ()
    pieces = (*first, Operand(span(tensor)), sign, Operand(span(number)))
    title = HANDED_TITLE if sign == " * " else ADDED_TITLE
    return Fix(title, "safe", (Edit(span(product), pieces),))


def _in_front(site: Site, number: ast.expr) -> Finding:
    """``ramp(t) / loss``, where ``ramp`` may give a number of NumPy's or a tensor."""
    span = site.document.span(number)
    fix = Fix(FLOAT_TITLE, "unsafe", (Edit(span, ("float(", span, ")")),), NO_TENSOR)
    return Finding("MP212", "warning", "torch.Tensor", None, "likely", IN_FRONT, span, fix)


def _asked(site: Site, number: ast.expr) -> Asked | None:
    """Where a number stands for graph mode, in which NumPy's numbers are Python's and have no item()."""
    tree = site.document.tree
    if site.target.mode != "GRAPH" or tree is None:
        return None
    function = function_around(tree, number)
    owner = site.owner_of(function) if function is not None else None
    return Asked(site, Compiled((), kept(tree, imported)), owner, function or tree)


def _is_of_its_kind(tree: ast.Module, tensor: ast.expr, number: ast.expr) -> bool:
    """Whether one is a tensor only where the other is: ``m = from_numpy(m) if is_tensor(x) else m``."""
    given = _assigned(tree, tensor) if isinstance(tensor, ast.Name) else ()
    return isinstance(number, ast.Name) and any(
        isinstance(one, ast.IfExp)
        and any(
            name_of(asked.func) in ASKING
            and any(name.id == number.id for name in find(asked, ast.Name))
            for asked in find(one.test, ast.Call)
        )
        for one in given
    )


def _lists(site: Site, tree: ast.Module) -> Iterator[Finding]:
    """One finding for each list of numbers that a function of NumPy's computes one by one."""
    for made in find(tree, ast.ListComp) if site.bindings.has_torch else ():
        if _is_list_of_numbers(site, made):
            span = site.document.span(made.elt)
            fix = Fix(FLOAT_TITLE, "safe", (Edit(span, ("float(", span, ")")),))
            yield Finding("MP212", "warning", "torch.Tensor", None, "likely", LISTED, span, fix)


def _items(site: Site, tree: ast.Module) -> Iterator[Finding]:
    """One finding for each ``y == c`` in ``for c in classes``, of whose items nothing is known."""
    values, span = site.bindings.values, site.document.span
    for node in find(tree, ast.Compare) if site.bindings.has_torch else ():
        match node:
            case ast.Compare(left, [ast.Eq() | ast.NotEq() as operator], [ast.Name() as item]):
                known = values.get(item, UNKNOWN)
                if known is not UNKNOWN or not _is_taken_by_loop(tree, item):
                    continue
                if not is_tensor(values.get(attribute_given_last(tree, left) or left, UNKNOWN)):
                    continue
                method = ".eq(" if isinstance(operator, ast.Eq) else ".ne("
                pieces = (Operand(span(left)), method, span(item), ")")
                fix = Fix(ITEM_TITLE, "unsafe", (Edit(span(node), pieces),), IS_NUMBER)
                at = span(node)
                yield Finding("MP212", "warning", "torch.Tensor", None, "likely", ITEM, at, fix)


def _handed(site: Site, tree: ast.Module) -> Iterator[Finding]:
    """One finding for each ``w * tensor`` where ``w`` is an item of what callers hand over, and nothing
    is known of it."""
    values, span = site.bindings.values, site.document.span
    for node in find(tree, ast.BinOp) if site.bindings.has_torch else ():
        held = _taken_of(tree, node.left) if isinstance(node.op, ast.Mult) else None
        if held is None or _is_numpys(site, tree, node.left):
            continue
        is_known = values.get(node.left, UNKNOWN) is not UNKNOWN
        if is_known and len(_assigned(tree, held)) < 2:
            continue
        if not _is_given_by_callers(site, tree, held):
            continue
        other = values.get(node.right, UNKNOWN)
        is_tensors = is_tensor(other) or other is NUMBER_OR_TENSOR
        if is_tensors or (other is UNKNOWN and _is_of_given_loss(site, tree, node.right)):
            pieces = (Operand(span(node.right)), " * ", span(node.left))
            fix = Fix(HANDED_TITLE, "safe", (Edit(span(node), pieces),))
            at = span(node.left)
            yield Finding("MP212", "warning", "torch.Tensor", None, "likely", HANDED, at, fix)


def _is_of_given_loss(site: Site, tree: ast.Module, node: ast.expr) -> bool:
    """``self.loss(x, y)`` of what callers hand over, or a name that is given such calls alone."""
    if isinstance(node, ast.Name):
        given = assigned(node.id, function_around(tree, node) or tree) or []
        calls = [one for one in given if isinstance(one, ast.Call)]
        return given == calls != [] and all(_is_of_given_loss(site, tree, one) for one in calls)
    return isinstance(node, ast.Call) and _is_given_by_callers(site, tree, node.func)


def _is_given_by_callers(site: Site, tree: ast.Module, node: ast.expr, depth: int = 0) -> bool:
    """Whether it is a parameter of a function, or a field or a name that is given one, at times."""
    if depth > DEEPEST:
        return False
    follow = partial(_is_given_by_callers, site, tree, depth=depth + 1)
    function = function_around(tree, node)
    match node:
        case ast.Name(name) if function is not None:
            if any(one.arg == name for one in find(function.args, ast.arg)):
                given = site.bindings.values.get(node, UNKNOWN)
                return name != "self" and given in (UNKNOWN, NUMPY, NUMBER_OR_NUMPY)
            return any(map(follow, assigned(name, function) or ()))
        case ast.Attribute(ast.Name("self"), name) if function is not None:
            owner = site.owner_of(function)
            return any(map(follow, own_values(owner.node if owner else None, name)))
        case ast.Call(ast.Name(name), [first]) if name in KEEPING:
            return follow(first)
        case ast.Subscript(held, ast.Slice()):
            return follow(held)
        case ast.IfExp(_, one, other):
            return follow(one) or follow(other)
    return False


def _is_taken_by_loop(tree: ast.Module, item: ast.Name) -> bool:
    """Whether loops alone give a name its value, and not ``range`` or the number of ``enumerate``."""
    scope = function_around(tree, item) or tree
    stored = {n for n in find(scope, ast.Name) if n.id == item.id and isinstance(n.ctx, ast.Store)}
    taken: set[ast.Name] = set()
    loops: list[ast.For | ast.comprehension] = list(find(scope, ast.For))
    for loop in (*loops, *find(scope, ast.comprehension)):
        targets = set(find(loop.target, ast.Name)) & stored
        if isinstance(loop.iter, ast.Call) and name_of(loop.iter.func) in COUNTS:
            first = loop.target.elts[0] if isinstance(loop.target, ast.Tuple) else loop.target
            targets -= set(find(first, ast.Name))
        taken |= targets
    return bool(stored) and taken == stored


def _is_list_of_numbers(site: Site, made: ast.ListComp) -> bool:
    first = made.generators[0]
    if len(made.generators) > 1 or not isinstance(first.target, ast.Name):
        return False
    if not isinstance(first.iter, ast.Call) or name_of(first.iter.func) not in COUNTED:
        return False
    call = made.elt
    if not isinstance(call, ast.Call) or name_of(call.func) not in OF_NUMBERS:
        return False
    given = {name.id for argument in call.args for name in find(argument, ast.Name)}
    return site.bindings.values.get(call) is NUMPY and given == {first.target.id}


def _is_numpys(site: Site, tree: ast.Module, node: ast.expr) -> bool:
    """Whether it is a number of NumPy's, or at times: ``weights[0]`` behind ``if weights is None:
    weights = [1] * n`` and ``else: weights = self.weights``, an array."""
    values = site.bindings.values
    if values.get(node) in (NUMPY, NUMBER_OR_NUMPY) or node in site.bindings.perhaps_numpys:
        return True
    held = _taken_of(tree, node)
    return held is not None and any(values.get(given) is NUMPY for given in _assigned(tree, held))


def _taken_of(tree: ast.Module, node: ast.expr) -> ast.Name | ast.Attribute | None:
    """``weights`` of ``weights[0]``, and of ``w`` in ``for w, x in zip(self.weights[1:], xs)``."""
    if isinstance(node, ast.Subscript):
        return node.value if isinstance(node.value, HOLDING) else None
    if isinstance(node, ast.Name):
        scope = function_around(tree, node) or tree
        loops: list[ast.For | ast.comprehension] = list(_comprehended(scope, node))
        for loop in (*loops, *find(scope, ast.For)):
            for target, iterated in loop_items(loop.target, loop.iter):
                if isinstance(target, ast.Name) and target.id == node.id:
                    held = iterated.value if isinstance(iterated, ast.Subscript) else iterated
                    return held if isinstance(held, HOLDING) else None
    return None


def _comprehended(scope: ast.AST, node: ast.Name) -> Iterator[ast.comprehension]:
    """The loops of the comprehensions around a name."""
    comprehensions: list[ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp]
    comprehensions = [*find(scope, ast.ListComp), *find(scope, ast.GeneratorExp)]
    comprehensions += [*find(scope, ast.SetComp), *find(scope, ast.DictComp)]
    for made in comprehensions:
        if node in find(made, ast.Name):
            yield from made.generators


def _assigned(tree: ast.Module, held: ast.Name | ast.Attribute) -> Sequence[ast.expr]:
    """What the function around gives a name."""
    if not isinstance(held, ast.Name):
        return ()
    values, *_ = kept(function_around(tree, held) or tree, assignments)
    return values.get(held.id, ())


def _may_be_plain(tree: ast.Module, node: ast.expr) -> bool:
    """Whether it may be a number of Python's at times, which has no ``item()``.

    It is, or is counted from, a name that gets values in several places, or from callers; or an
    item of what such a name holds.
    """
    held = _taken_of(tree, node)
    if held is not None and len(list(_assigned(tree, held))) > 1:
        return True
    if isinstance(node, ast.BinOp):
        return _may_be_plain(tree, node.left) and _may_be_plain(tree, node.right)
    if isinstance(node, ast.UnaryOp):
        return _may_be_plain(tree, node.operand)
    if not isinstance(node, ast.Name):
        return isinstance(node, ast.Constant)
    scope = function_around(tree, node) or tree
    stored = [n for n in find(scope, ast.Name) if n.id == node.id and isinstance(n.ctx, ast.Store)]
    loops = [
        loop
        for loop in find(scope, ast.For)
        if any(n in stored for n in find(loop.target, ast.Name))
    ]
    if loops and len(loops) == len(stored):
        return False  # one after the other of what is known to be of NumPy's
    return len(stored) > 1 or any(argument.arg == node.id for argument in find(scope, ast.arg))


def _is_number(node: ast.expr) -> bool:
    """Whether it is computed of numbers that are written there: ``np.sqrt(2 * np.pi)``."""
    if isinstance(node, ast.Call):
        return bool(node.args) and all(map(_is_number, node.args))
    if isinstance(node, ast.BinOp):
        return _is_number(node.left) and _is_number(node.right)
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand)
    return isinstance(node, ast.Constant) or name_of(node) in ("pi", "e")


def _given_to_torch(site: Site) -> dict[ast.AST | None, set[str]]:
    """The names that each function gives to functions of torch's, which take tensors, and those that
    it calls methods of that tensors alone have."""
    found: dict[ast.AST | None, set[str]] = {}
    tree = site.document.tree
    if tree is not None and site.bindings.has_torch:
        for asked in find(tree, ast.Attribute):
            if isinstance(asked.value, ast.Name) and asked.attr in OF_TENSORS:
                found.setdefault(function_around(tree, asked), set()).add(asked.value.id)
    for use in site.bindings.uses:
        if use.call is None or use.receiver is not None or not use.call.args:
            continue
        first = use.call.args[0]
        if isinstance(first, ast.Name) and _takes_tensor(site, use.symbol):
            scope = None if use.function is None else use.function.node
            found.setdefault(scope, set()).add(first.id)
    return found


def _takes_tensor(site: Site, symbol: str) -> bool:
    """Whether the first argument of a function is a tensor, whichever of its overloads is meant."""
    signatures = site.api.signatures(symbol) if site.api.kind(symbol) == "function" else ()
    return bool(signatures) and all(
        s.parameters and s.parameters[0].annotation == "Tensor" for s in signatures
    )
