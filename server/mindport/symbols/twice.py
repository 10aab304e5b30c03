"""Functions whose derivatives a file differentiates again: gradient penalties, energies, flows.

In PyNative mode MindSpore 2.7.2 to 2.10.0 lose what passes through the derivative of a view there (view,
permute, unsqueeze, cat, tile); compiled, as the helpers for them are, it is kept.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from mindport.nodes import called_from, find, function_around, functions_named, kept, name_of
from mindport.symbols.given_values import values_given
from mindport.symbols.statements import FORWARD_NAMES

CREATE = "create_graph"
# As torch writes it, and MindSpore: a derivative by inputs that is not cut.
SECOND = re.compile(
    r"create_graph\s*=\s*True|(?<!stop_gradient\()\bms\.(?:value_and_)?grad\(output_fn\w*[,)]"
)
# What people call networks whose slope is penalized or that give energies.
CRITIC = re.compile(r"disc|critic|energy|score|potential|^(?:net)?D$|^D_|_D$", re.I)
# What is differentiated itself needs a second derivative where it is one of these.
LOSSES = frozenset({"binary_cross_entropy_with_logits", "cross_entropy"})
MODULES = frozenset({"torch", "mint", "ops"})
TAKERS = frozenset({"grad", "value_and_grad"})


@dataclass(frozen=True)
class Twice:
    """The functions, and those of them that a derivative begins with."""

    functions: frozenset[ast.FunctionDef] = frozenset()
    first: frozenset[ast.FunctionDef] = frozenset()
    outputs: frozenset[ast.expr] = frozenset()
    """The calls that give what is differentiated, where the derivative is taken."""
    given: frozenset[ast.FunctionDef] = frozenset()
    """The functions that ``grad`` is given."""


def takes_second_derivatives(text: str) -> bool:
    """Whether a file differentiates a derivative again, as far as its text tells."""
    return SECOND.search(text) is not None


def differentiated_twice(
    tree: ast.Module, beside: Callable[[], bool]
) -> frozenset[ast.FunctionDef]:
    """The functions whose derivatives are differentiated again, as torch or MindSpore writes it."""
    return _in_file(tree, beside).functions


def differentiated_inside(
    tree: ast.Module, beside: Callable[[], bool]
) -> frozenset[ast.FunctionDef]:
    """The functions that a derivative goes through which is taken while another one is: those that
    are differentiated twice, and those whose derivative is cut, as the inner steps of first-order
    MAML are."""
    inside = kept(tree, _inside)
    return differentiated_twice(tree, beside) | inside.functions | inside.given


def is_twice_differentiated(tree: ast.Module, node: ast.expr, beside: Callable[[], bool]) -> bool:
    """Whether a call stands in what a derivative with ``create_graph=True`` goes through.

    Not what the outermost function does with its own arguments first: nothing is computed before it.

    Args:
        beside: whether another file of the project takes such a derivative; its networks are then taken
            for those that are named as critics and energies are.
    """
    function, twice = function_around(tree, node), _in_file(tree, beside)
    if node in twice.outputs and isinstance(node, ast.Call):
        return name_of(node.func) in LOSSES
    if function is None or function not in twice.functions:
        return False
    if function not in twice.first:
        return True
    taken: list[ast.expr] = []
    match node:
        case ast.Call(ast.Attribute(ast.Name(module)), [first, *_]) if module in MODULES:
            taken = first.elts if isinstance(first, ast.List | ast.Tuple) else [first]
        case ast.Call(ast.Attribute(value=receiver)) | ast.Attribute(value=receiver):
            taken = [receiver]
    given = {argument.arg for argument in find(function, ast.arg)}
    changed = {
        name.id
        for name in find(function, ast.Name)
        if not isinstance(name.ctx, ast.Load) and name.lineno < node.lineno
    }
    return not taken or not all(
        isinstance(one, ast.Name) and one.id in given - changed for one in taken
    )


def _in_file(tree: ast.Module, beside: Callable[[], bool]) -> Twice:
    found = kept(tree, _twice)
    if found.functions or found.outputs:
        return found
    named = any(CRITIC.search(cls.name) for cls in find(tree, ast.ClassDef))
    return kept(tree, _of_critics) if named and beside() else Twice()


def _of_critics(tree: ast.Module) -> Twice:
    """The forwards of the networks that are named as critics are, and of their parts."""
    critics = [cls for cls in find(tree, ast.ClassDef) if CRITIC.search(cls.name)]
    forwards = [one for name in FORWARD_NAMES for one in functions_named(tree).get(name, ())]
    meant = _with_parts(tree, critics)
    found = frozenset(one for one in forwards if any(one in cls.body for cls in meant))
    return Twice(found, frozenset(one for one in found if any(one in c.body for c in critics)))


def _twice(tree: ast.Module) -> Twice:
    """The forwards of the classes that a derivative may go through, and all that they call."""
    created = (call for call in find(tree, ast.Call) if _creates(call))
    return _through(tree, [*created, *_nested(tree)])


def _inside(tree: ast.Module) -> Twice:
    return _through(tree, [call for call, is_inner in _takers_inside(tree) if is_inner])


def _through(tree: ast.Module, creating: Sequence[ast.Call]) -> Twice:
    """What the derivatives go through that some calls take."""
    if not creating:
        return Twice()
    functions = functions_named(tree)
    around = {one for call in creating if (one := function_around(tree, call)) is not None}
    at_top = any(function_around(tree, call) is None for call in creating)
    called = None if at_top else _classes(tree, around)
    meant = None if called is None else _with_parts(tree, called)
    forwards = [one for name in FORWARD_NAMES for one in functions.get(name, ())]
    found = {one for one in forwards if meant is None or any(one in cls.body for cls in meant)}
    first = {one for one in forwards if any(one in cls.body for cls in called or ())}
    for outer in around:
        for call in find(outer, ast.Call):
            first.update(functions.get(name_of(call.func), []))
    inner = {
        call.args[0].id for call in creating if call.args and isinstance(call.args[0], ast.Name)
    }
    differentiated = {one for name in inner for one in functions.get(name, ())}
    found |= called_from(tree, [*found, *around, *differentiated])
    outputs = {node for call in creating for node in _giving(tree, call)}
    outputs |= {call for function in differentiated for call in find(function, ast.Call)}
    passed = frozenset(found - around - differentiated)
    return Twice(passed, frozenset(first), frozenset(outputs), frozenset(differentiated))


def _giving(tree: ast.Module, taking: ast.Call) -> Iterator[ast.expr]:
    """The calls in what a derivative is taken of, or in the statements that give it its name."""
    given = [*taking.args[:1], *(k.value for k in taking.keywords if k.arg == "outputs")]
    names = {name.id for one in given for name in find(one, ast.Name)}
    for one in given:
        yield from find(one, ast.Call)
    for statement in find(function_around(tree, taking) or tree, ast.Assign):
        targets = {name.id for target in statement.targets for name in find(target, ast.Name)}
        if targets & names and statement.lineno <= taking.lineno:
            yield from find(statement.value, ast.Call)


def _creates(call: ast.Call) -> bool:
    given = (k.value for k in call.keywords if k.arg == CREATE)
    return any(isinstance(value, ast.Constant) and value.value is True for value in given)


def _nested(tree: ast.Module) -> list[ast.Call]:
    """The calls of MindSpore's ``grad`` in functions that are differentiated themselves, and those that a
    fix wrote and did not cut; not those for a step of an optimizer."""
    return [
        call
        for call, is_inner in _takers_inside(tree)
        if (outer := function_around(tree, call)) is not None
        and (is_inner or ast.unparse(call.args[0]).startswith("output_fn"))
        and not _is_stopped(outer, call)
    ]


def _takers_inside(tree: ast.Module) -> Iterator[tuple[ast.Call, bool]]:
    """The calls of MindSpore's ``grad`` in functions, not those for a step of an optimizer; each with
    whether its function is differentiated itself."""
    takers = [call for call in find(tree, ast.Call) if name_of(call.func) in TAKERS and call.args]
    named = {function.name: function for function in find(tree, ast.FunctionDef)}
    taken = [call.args[0].id for call in takers if isinstance(call.args[0], ast.Name)]
    for name in taken:  # grows while it is read
        calls = find(named[name], ast.Call) if name in named else ()
        taken += dict.fromkeys(one for c in calls if (one := name_of(c.func)) not in taken)
    for call in takers:
        outer = function_around(tree, call)
        if outer is not None and not any(
            ast.unparse(weights).endswith(".parameters") for weights in call.args[2:]
        ):
            yield call, outer.name in taken


def _is_stopped(function: ast.FunctionDef, call: ast.Call) -> bool:
    """Whether what a ``grad`` gives is cut: ``stop_gradient(grad(f)(x))``, ``map(stop_gradient, grads)``."""
    calls = find(function, ast.Call)
    if any(name_of(one.func) == "stop_gradient" and call in find(one, ast.Call) for one in calls):
        return True
    cut = {ast.unparse(one) for one in calls if name_of(one.func) == "map"}
    return any(
        f"map(ops.stop_gradient, {ast.unparse(target)})" in cut
        for statement in find(function, ast.Assign)
        if call in find(statement.value, ast.Call)
        for target in statement.targets
    )


def _classes(tree: ast.Module, around: Iterable[ast.FunctionDef]) -> list[ast.ClassDef] | None:
    """The classes of the networks that the functions around derivatives call; None where one of them is
    not seen."""
    classes = {cls.name: cls for cls in find(tree, ast.ClassDef)}
    names: set[str] = set()
    for function in around:
        for path in {ast.unparse(call.func) for call in find(function, ast.Call)}:
            given = values_given(tree, function, path)
            if given is not None:
                if not given:
                    return None
                names |= {ast.unparse(one) for one in given}
            elif path.startswith("self.") or "." not in path:
                names.add(path)
    found = [
        classes[made]
        for name in names - functions_named(tree).keys()
        for statement in find(tree, ast.Assign)
        if name in map(ast.unparse, statement.targets)
        for call in find(statement.value, ast.Call)
        if (made := name_of(call.func)) in classes
    ]
    return found or None


def _with_parts(tree: ast.Module, classes: Iterable[ast.ClassDef]) -> list[ast.ClassDef]:
    """The classes, and those that they mention."""
    named = {cls.name: cls for cls in find(tree, ast.ClassDef)}
    found = [*classes]
    for cls in found:  # grows while it is read
        mentioned = {name.id for name in find(cls, ast.Name)} & named.keys()
        found += (named[one] for one in sorted(mentioned) if named[one] not in found)
    return found
