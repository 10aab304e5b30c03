"""A tensor that is indexed with an array of NumPy's, or with a range (MP102): MindSpore 2.10.0 raises
IndexError.

It takes its own tensors, as well as Python's numbers, slices and lists. ``mindspore.tensor`` of an
array, or of a number of NumPy's, takes the same places, reading and writing: seen on a CPU for whole
numbers, masks, two axes and empty arrays. So does the list of a range. The bounds of a slice have to
be Python's numbers or tensors.

Of a number of NumPy's torch gives a view, which shows what is written into the tensor later, and of an
array a copy; MindSpore's view is that of Python's number.

What is no array itself may hand the index on to tensors that it holds, as a batch does whose fields
are read of the item: ``part = batch[order]; part.reward``. NumPy's arrays take a tensor as an index, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import cast

from mindport.findings.call_sites import calls_of_function, given, parameters_of
from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.symbols.assignments import assigned, attribute_given_last
from mindport.symbols.numpy_results import PLACES
from mindport.symbols.values import INT, NUMBER_OR_NUMPY, NUMPY, UNKNOWN, is_tensor
from mindport.texts import Text, join

SYMBOL = "torch.index_select"
REFUSED = Text(
    "MindSpore refuses an array or a number of NumPy's as an index of a tensor; it takes a tensor.",
    "MindSpore 的张量不接受 NumPy 数组或 NumPy 数值作为下标，需使用张量。",
)
MAYBE = Text(
    "If this is a tensor, or holds tensors to which it hands the index on:",
    "如果这是张量，或是会把下标转交给所含张量的容器：",
)
# What NumPy's arrays have, and tensors of torch have not.
OF_ARRAYS = frozenset(
    {"argpartition", "astype", "base", "byteswap", "choose", "compress", "conjugate", "copy",
     "ctypes", "dump", "dumps", "fill", "flags", "flat", "getfield", "itemset", "newbyteorder",
     "partition", "ptp", "searchsorted", "setfield", "setflags", "strides", "tobytes", "tofile",
     "tostring"}
)  # fmt: skip
HANDED = Text(
    "This hands the index on to what it holds, and MindSpore's tensors refuse an array of NumPy's as "
    "an index; they take a tensor.",
    "该对象会把下标转交给所含的张量，而 MindSpore 的张量不接受 NumPy 数组作为下标，需使用张量。",
)
HOLDS = Text("It is taken to hold tensors, or arrays.", "假定其中保存的是张量或数组。")
TITLE = Text("Make a tensor of the index", "把下标转换为张量")
VIEW = Text(
    "If the index is a number, torch gives a view here, which shows what is written into the tensor "
    "later; so does MindSpore of Python's number alone.",
    "若下标是单个数值，torch 在此返回视图，之后写入该张量的值会反映出来；MindSpore 仅对 Python 整数下标返回视图。",
)
VIEW_TITLE = Text("Make Python's number of the index", "把下标转换为 Python 整数")
IF_NUMBER = Text("Right where the index is one number.", "仅当下标是单个数值时正确。")
BOUND = Text(
    "MindSpore refuses a number of NumPy's as the bound of a slice; it takes Python's.",
    "MindSpore 不接受 NumPy 数值作为切片边界，需使用 Python 整数。",
)
BOUND_TITLE = Text("Make Python's number of the bound", "把切片边界转换为 Python 整数")
ANY = Text(
    "If this is an array of NumPy's, MindSpore refuses it as an index of a tensor; it takes a tensor.",
    "若这是 NumPy 数组，MindSpore 的张量不接受它作为下标，需使用张量。",
)
PLACES_REFUSED = Text(
    "MindSpore refuses a tuple of NumPy's arrays as an index of a tensor; it takes a tuple of tensors.",
    "MindSpore 的张量不接受由 NumPy 数组组成的元组作为下标，需使用张量元组。",
)
PLACES_TITLE = Text("Make tensors of the indices", "把各下标转换为张量")
RANGE = Text(
    "MindSpore refuses a range as an index of a tensor; it takes a list.",
    "MindSpore 的张量不接受 range 作为下标，需使用列表。",
)
LISTED = Text("Make a list of the range", "把 range 转换为列表")
COUNTED = Text(
    "MindSpore's tensors and lists of cells refuse NumPy's numbers as an index, which np.arange counts "
    "in; range counts in Python's.",
    "MindSpore 的张量和 Cell 列表不接受 NumPy 数值作为下标，而 np.arange 产生的正是 NumPy 数值；range 产生 Python 整数。",
)
COUNT_TITLE = Text("Count with range", "改用 range 计数")


def array_index_findings(site: Site) -> Iterator[Finding]:
    """One finding for each index that NumPy or range made, of what is surely a tensor."""
    tree, values = site.document.tree, site.bindings.values
    if tree is None or not any(word in site.document.text for word in ("numpy", "range")):
        return
    loops = {loop for loop in find(tree, ast.For) if _counts_places(site, loop)}
    for loop in sorted(loops, key=lambda loop: loop.lineno):
        span = site.document.span(cast(ast.Call, loop.iter).func)
        fix = Fix(COUNT_TITLE, "safe", (Edit(span, ("range",)),))
        yield Finding("MP102", "warning", SYMBOL, None, "likely", COUNTED, span, fix)
    counted = {name for loop in loops for name in _read(loop)}
    for node in find(tree, ast.Subscript):
        value = values.get(node.value, UNKNOWN)
        if not is_tensor(value):
            value = values.get(attribute_given_last(tree, node.value) or node.value, UNKNOWN)
        if not is_tensor(value):
            is_counted = any(_is_counted(item, counted) for item in _items(node))
            if value.kind == "unknown" and site.bindings.has_torch and not is_counted:
                yield from _guesses(site, tree, node)
            continue
        if values.get(node.slice) == PLACES:
            yield _of_places(site, node.slice)
        for item in _items(node):
            if _is_counted(item, counted):
                continue
            if _is_range(item):
                yield _finding(site, item, RANGE, LISTED, "list")
            elif not _is_of_numpy(site, tree, item):
                if _may_be_any(site, tree, node, item):
                    yield _finding(site, item, ANY, TITLE, Name("mindspore.tensor"))
                elif isinstance(item, ast.Slice):
                    for bound in _bounds_of_numpy(site, tree, item):
                        yield _finding(site, bound, BOUND, BOUND_TITLE, "int")
            elif _is_shown_later(tree, node):
                span = site.document.span(item)
                edits = (Edit(span, ("int(", span, ")")),)
                fix = Fix(VIEW_TITLE, "unsafe", edits, IF_NUMBER)
                message = join(REFUSED, VIEW)
                yield Finding("MP102", "warning", SYMBOL, None, "likely", message, span, fix)
            else:
                yield _finding(site, item, REFUSED, TITLE, Name("mindspore.tensor"))


def _counts_places(site: Site, loop: ast.For) -> bool:
    """``for i in np.arange(n)`` whose numbers are an index of what may be no array: they are whole."""
    call, values = loop.iter, site.bindings.values
    if not isinstance(call, ast.Call) or call.keywords or not isinstance(loop.target, ast.Name):
        return False
    if values.get(call.func, UNKNOWN).name != "numpy.arange" or not site.bindings.has_torch:
        return False
    if any(isinstance(one, ast.Starred | ast.Constant) and not _is_whole(one) for one in call.args):
        return False
    read, name = _read(loop), loop.target.id
    stored = [n for n in find(loop, ast.Name) if n.id == name and not isinstance(n.ctx, ast.Load)]
    asked = any(one.value in read for one in find(loop, ast.Attribute))
    return (
        len(stored) == 1
        and not asked
        and any(
            values.get(part.value) is not NUMPY and _is_counted(item, read)
            for part in find(loop, ast.Subscript)
            for item in _items(part)
        )
    )


def _is_whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _read(loop: ast.For) -> set[ast.Name]:
    """Where the body of a loop reads the name that the loop counts in."""
    target = loop.target
    assert isinstance(target, ast.Name)
    return {
        name
        for statement in loop.body
        for name in find(statement, ast.Name)
        if name.id == target.id and isinstance(name.ctx, ast.Load)
    }


def _is_counted(item: ast.expr, counted: set[ast.Name]) -> bool:
    """``i``, ``n + i`` and ``i:`` of a number ``i`` that a loop counts."""
    match item:
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult(), right):
            return _is_counted(left, counted) or _is_counted(right, counted)
        case ast.Slice():
            bounds = filter(None, (item.lower, item.upper, item.step))
            return any(_is_counted(one, counted) for one in bounds)
    return item in counted


def _is_shown_later(tree: ast.Module, node: ast.Subscript) -> bool:
    """Whether a name keeps what is taken, and something is written into the tensor behind it."""
    scope = function_around(tree, node) or tree
    kept = any(
        one.value is node and all(isinstance(target, ast.Name) for target in one.targets)
        for one in find(scope, ast.Assign)
    )
    return kept and any(
        not isinstance(one.ctx, ast.Load) and one.lineno > node.lineno and _base(one) == _base(node)
        for one in find(scope, ast.Subscript)
    )


def _base(node: ast.expr) -> str:
    """``target`` of ``target[0][action]``."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return ast.unparse(node)


def _finding(site: Site, node: ast.expr, message: Text, title: Text, maker: Piece) -> Finding:
    span = site.document.span(node)
    fix = Fix(title, "safe", (Edit(span, (maker, "(", span, ")")),))
    return Finding("MP102", "warning", SYMBOL, None, "likely", message, span, fix)


def _of_places(site: Site, node: ast.expr) -> Finding:
    span = site.document.span(node)
    pieces = ("tuple(", Name("mindspore.tensor"), "(i) for i in ", span, ")")
    fix = Fix(PLACES_TITLE, "safe", (Edit(span, pieces),))
    return Finding("MP102", "warning", SYMBOL, None, "likely", PLACES_REFUSED, span, fix)


def _bounds_of_numpy(site: Site, tree: ast.Module, part: ast.Slice) -> list[ast.expr]:
    bounds = filter(None, (part.lower, part.upper, part.step))
    return [one for one in bounds if _is_of_numpy(site, tree, one) or _is_at_times(site, tree, one)]


def _is_at_times(site: Site, tree: ast.Module, node: ast.expr) -> bool:
    """Whether it is NumPy's in one case, ``0 if i == 0 else ends[i - 1]``, or a name that gets it so."""
    values = site.bindings.values
    if isinstance(node, ast.IfExp):
        return any(values.get(one) is NUMPY for one in (node.body, node.orelse))
    if not isinstance(node, ast.Name) or values.get(node, UNKNOWN) not in (
        UNKNOWN,
        INT,
        NUMBER_OR_NUMPY,
    ):
        return False
    given = assigned(node.id, function_around(tree, node) or tree) or []
    return any(values.get(one) is NUMPY or _is_case(site, tree, one) for one in given)


def _is_case(site: Site, tree: ast.Module, node: ast.expr) -> bool:
    return isinstance(node, ast.IfExp) and _is_at_times(site, tree, node)


def _items(node: ast.Subscript) -> list[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def _guesses(site: Site, tree: ast.Module, node: ast.Subscript) -> Iterator[Finding]:
    """What to do if it is a tensor, or a container of tensors that hands the index on to them.

    What is cut along one of several axes is a tensor or an array, which takes Python's numbers, too;
    so is what takes a range, and it takes a list.
    """
    for item in _items(node):
        if _is_range(item):
            yield _finding(site, item, RANGE, LISTED, "list")
        if (
            isinstance(item, ast.Slice)
            and isinstance(node.slice, ast.Tuple)
            and not _has_labels(node)
        ):
            for bound in _bounds_of_numpy(site, tree, item):
                yield _finding(site, bound, BOUND, BOUND_TITLE, "int")
        if _may_be_any(site, tree, node, item):
            yield _finding(site, item, ANY, TITLE, Name("mindspore.tensor"))
        elif _is_of_numpy(site, tree, item):
            span = site.document.span(item)
            edit = Edit(span, (Name("mindspore.tensor"), "(", span, ")"))
            if _has_fields(site, node) or _is_of_many(site, tree, node.value):
                message = HANDED if _has_fields(site, node) else REFUSED
                fix = Fix(TITLE, "unsafe", (edit,), HOLDS)
                yield Finding("MP102", "warning", SYMBOL, None, "likely", message, span, fix)
                continue
            fix = Fix(TITLE, "unsafe", (edit,), MAYBE)
            yield Finding("MP110", "hint", SYMBOL, None, "name", join(MAYBE, REFUSED), span, fix)


def _may_be_any(site: Site, tree: ast.Module, node: ast.Subscript, item: ast.expr) -> bool:
    """Whether an index of one of several axes is counted, ``len(mask)``, and nothing else is known of
    it: a list, a tensor, or NumPy's array, of each of which ``mindspore.tensor`` takes the same."""
    scope = function_around(tree, item) or tree
    return (
        isinstance(item, ast.Name)
        and isinstance(node.slice, ast.Tuple)
        and any(isinstance(one, ast.Slice) for one in node.slice.elts)
        and not _has_labels(node)
        and site.bindings.values.get(item, UNKNOWN) in (UNKNOWN, NUMBER_OR_NUMPY)
        and "numpy" in site.document.text
        and not _may_be_slice(scope, item.id)
        and any(
            name_of(call.func) == "len" and ast.unparse(call.args[0]) == item.id
            for call in find(scope, ast.Call)
            if len(call.args) == 1
        )
    )


def _may_be_slice(scope: ast.AST, name: str) -> bool:
    """``index = slice(None)`` somewhere, or ``isinstance(index, slice)``."""
    for call in find(scope, ast.Call):
        match call:
            case ast.Call(ast.Name("isinstance"), [ast.Name(asked), kinds], []) if asked == name:
                if any(one.id == "slice" for one in find(kinds, ast.Name)):
                    return True
    return any(
        isinstance(one.value, ast.Call) and name_of(one.value.func) == "slice"
        for one in find(scope, ast.Assign)
        if any(isinstance(target, ast.Name) and target.id == name for target in one.targets)
    )


def _is_of_many(site: Site, tree: ast.Module, node: ast.expr) -> bool:
    """Whether it is one of ``*arrays``, which are shuffled alike: ``arrays[0]``, or ``x`` of a loop.

    Tables of pandas and stored data take other indices: where they are named, nothing is known.
    """
    scope = function_around(tree, node)
    if not isinstance(scope, ast.FunctionDef) or scope.args.vararg is None:
        return False
    if any(word in site.document.text for word in ("pandas", "h5py")):
        return False
    many = scope.args.vararg.arg
    if isinstance(node, ast.Subscript):
        return name_of(node.value) == many
    loops: list[ast.comprehension | ast.For] = [
        *find(scope, ast.comprehension),
        *find(scope, ast.For),
    ]
    rounds = [(name_of(one.target), name_of(one.iter)) for one in loops]
    return isinstance(node, ast.Name) and (node.id, many) in rounds


def _has_labels(node: ast.Subscript) -> bool:
    """``table.loc[:, a:b]`` of pandas."""
    return isinstance(node.value, ast.Attribute) and node.value.attr == "loc"


def _has_fields(site: Site, node: ast.Subscript) -> bool:
    """Whether fields are read of what is taken here that neither an array nor a tensor has.

    Tables of pandas have such, too: where it is named, nothing is known.
    """
    tree = site.document.tree
    scope = None if tree is None else function_around(tree, node)
    if scope is None or "pandas" in site.document.text:
        return False
    taken = {
        assign.targets[0].id
        for assign in find(scope, ast.Assign)
        if assign.value is node and isinstance(assign.targets[0], ast.Name)
    }
    read = {
        field.attr
        for field in find(scope, ast.Attribute)
        if isinstance(field.value, ast.Name) and field.value.id in taken
    }
    return any(n not in OF_ARRAYS and site.api.kind(f"torch.Tensor.{n}") is None for n in read)


def _is_range(node: ast.expr) -> bool:
    function = node.func if isinstance(node, ast.Call) else None
    return isinstance(function, ast.Name) and function.id == "range"


def _is_of_numpy(site: Site, tree: ast.Module, item: ast.expr) -> bool:
    made = site.bindings.values.get(item, UNKNOWN) is NUMPY
    return made or _is_given_as_array(site, tree, item)


def _is_given_as_array(site: Site, tree: ast.Module, item: ast.expr) -> bool:
    """Whether it is a parameter, for which a call in the file gives what NumPy made.

    Other calls may give a tensor for it: ``mindspore.tensor`` takes both.
    """
    function = function_around(tree, item) if isinstance(item, ast.Name) else None
    if not isinstance(item, ast.Name) or not isinstance(function, ast.FunctionDef):
        return False
    if item.id not in parameters_of(function):
        return False
    arguments = (given(function, item.id, one) for one in calls_of_function(tree, function.name))
    return any(a is not None and _may_be_array(site, tree, a) for a in arguments)


def _may_be_array(site: Site, tree: ast.Module, node: ast.expr) -> bool:
    """Whether NumPy made it, or made it in one of the places that a name is set, a tensor in the
    others."""
    values = site.bindings.values
    function = function_around(tree, node) if isinstance(node, ast.Name) else None
    if (
        not isinstance(node, ast.Name)
        or function is None
        or values.get(node, UNKNOWN) not in (UNKNOWN, NUMBER_OR_NUMPY)
    ):
        return values.get(node) is NUMPY
    made = [
        values.get(assign.value, UNKNOWN)
        for assign in find(function, ast.Assign)
        if any(isinstance(target, ast.Name) and target.id == node.id for target in assign.targets)
    ]
    return NUMPY in made and all(value is NUMPY or is_tensor(value) for value in made)
