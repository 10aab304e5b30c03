"""Classes of the user's around an optimizer: which of their methods step it or clear its gradients."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindport.nodes import find, name_of
from mindport.symbols.values import ClassInfo

HOLDER = re.compile(r"_*(?:\w+_)?opt(?:im(?:i[sz]er)?)?$", re.I)
CLEARS = "zero_grad"
CLIPS = frozenset({"clip_grad_norm_", "clip_grad_norm", "clip_grad_value_"})
MOVED_CLIPS = frozenset({"clip_by_norm", "clip_by_value"})
# What takes or changes gradients by other means than the optimizer's step.
OF_GRADIENTS = re.compile(r"backward|grad|clip_grad\w*|unscale_|closure|super|locals")
# In front of what changes gradients in place. For a list an optimizer would compile anew at each step.
COPIED = "{0} = tuple(grad.copy() for grad in {0})"
GRADS_COPIED = ast.unparse(ast.parse(COPIED.format("grads")))
# What a class calls that keeps averages of parameters: none of it takes or changes gradients.
OF_VALUES = frozenset({
    "add", "add_", "append", "buffers", "clone", "copy_", "detach", "eval", "float", "get", "is_floating_point",
    "items", "keys", "lerp_", "load_state_dict", "mul", "mul_", "named_buffers", "named_parameters",
    "no_grad", "parameters", "startswith", "state_dict", "sub", "sub_", "values",
})  # fmt: skip
# What clears a gradient in place, or lets go of its graph first.
OF_GRADIENT = frozenset({"detach_", "fill_", "requires_grad_", "zero_"})
PLAIN = frozenset(
    {"dict", "enumerate", "float", "int", "len", "list", "max", "min", "range", "zip"}
)
LEAVES = (ast.Return, ast.Raise, ast.Yield, ast.YieldFrom, ast.Await)


def stepping(cls: ClassInfo) -> Mapping[str, str]:
    """The methods that step an optimizer, or clear its gradients, with the attribute that holds it.

    Nothing for a class that does more with gradients than that, or has a base. Afterwards, when the
    step is given the gradients, ``zero_grad`` has nothing to do and may be gone.
    """
    if cls.steps is None:
        cls.steps = dict(_stepping(cls.node)) if cls.node is not None else {}
        cls.clips = cls.node is not None and (
            any(name_of(call.func) in (*CLIPS, *MOVED_CLIPS) for call in find(cls.node, ast.Call))
            or any(True for method in cls.node.body if isinstance(method, ast.FunctionDef)
                   for _ in loops_of(cls.node, method))
        )  # fmt: skip
    return cls.steps


def _stepping(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    if node.keywords or node.decorator_list or any(name_of(b) != "object" for b in node.bases):
        return
    methods = [m for m in node.body if isinstance(m, ast.FunctionDef)]
    known: set[ast.AST] = {p for m in methods for clip in clips_of(m) for p in (clip, clip.func)}
    known |= {read for m in methods for loop in loops_of(node, m) for read in loop.reads}
    known |= {
        n
        for m in methods
        for one in m.body
        if ast.unparse(one) == GRADS_COPIED
        for n in ast.walk(one)
    }
    if any(OF_GRADIENTS.fullmatch(name_of(n)) for n in ast.walk(node) if n not in known):
        return
    mentioned = {n.attr for n in find(node, ast.Attribute) if getattr(n.value, "id", "") == "self"}
    stored = [n.attr for n in find(node, ast.Attribute) if isinstance(n.ctx, ast.Store)]
    held = {name for name in stored if stored.count(name) == 1} | set(made_of(node))
    steps = {m.name: name for m in methods if (name := _stepped(m)) in held and name is not None}
    if not steps or steps.keys() & mentioned or len(set(steps.values())) > 1:
        return
    yield from steps.items()
    (holder,) = set(steps.values())
    clearing = next((m for m in methods if m.name == CLEARS), None)
    moved = any(is_given(m) for m in methods if m.name in steps)
    if CLEARS not in mentioned and (moved if clearing is None else clears(clearing, holder)):
        yield CLEARS, holder


def takes_no_gradients(cls: ClassInfo) -> bool:
    """Whether a class that has a ``step`` is no optimizer, as of one that keeps averages: all that it
    calls is seen, and nothing in it holds a gradient."""
    node = cls.node
    if node is None or node.keywords or node.decorator_list:
        return False
    own = {method.name for method in node.body if isinstance(method, ast.FunctionDef)}
    if "step" not in own or any(name_of(base) != "object" for base in node.bases):
        return False
    read = {n.attr for n in find(node, ast.Attribute)}
    return not read & {"grad", "step", "param_groups"} and all(
        _is_of_values(call, own) for call in find(node, ast.Call)
    )


def _is_of_values(call: ast.Call, own: Collection[str]) -> bool:
    match call.func:
        case ast.Name(name):
            return name in PLAIN
        case ast.Attribute(ast.Name("self"), attr=name):
            return name in own
        case ast.Attribute(attr=name):
            return name in OF_VALUES
    return False


def step_of(method: ast.FunctionDef) -> ast.Expr | None:
    """The statement of a method that steps an optimizer of the object, once each time it is called."""
    found = [s for s in method.body if _stepped_by(s, method)]
    calls = [n for n in find(method, ast.Call) if _is_step(n, method)]
    if len(found) != 1 or len(calls) != 1 or method.decorator_list:
        return None
    before = method.body[: method.body.index(found[0])]
    if any(isinstance(n, LEAVES) for s in before for n in ast.walk(s)):
        return None
    statement = found[0]
    return statement if isinstance(statement, ast.Expr) else None


def made_of(cls: ast.ClassDef) -> Mapping[str, str]:
    """The optimizers that an object makes of one list of its own wherever it makes them, with that
    list: ``self.optimizer = optim.SGD(self.params, lr=self.lr)``."""
    stored = [n.attr for n in find(cls, ast.Attribute) if isinstance(n.ctx, ast.Store)]
    made: dict[str, list[str]] = {}
    for statement in find(cls, ast.Assign):
        match statement:
            case ast.Assign(
                [ast.Attribute(ast.Name("self"), attr=holder)],
                ast.Call(args=[ast.Attribute(ast.Name("self"), attr=listed), *_]),
            ) if HOLDER.match(holder) and stored.count(listed) == 1:
                made.setdefault(holder, []).append(listed)
    return {
        holder: listed[0]
        for holder, listed in made.items()
        if len(set(listed)) == 1 and len(listed) == stored.count(holder)
    }


@dataclass(frozen=True, eq=False)
class HeldLoop:
    """A loop over the parameters that an optimizer is made of, and the gradients that it reads."""

    target: ast.Name
    iterated: ast.Attribute
    reads: tuple[ast.AST, ...]


def loops_of(cls: ast.ClassDef, method: ast.FunctionDef) -> Iterator[HeldLoop]:
    """The loops of a method over its object's parameters, in front of its step.

    Of those that a fix has changed, ``for p, grad in zip(self.params, grads)``, too.
    """
    step = step_of(method)
    holder = None if step is None else _stepped_by(step, method)
    listed = made_of(cls).get(holder or "")
    if step is None or listed is None:
        return
    for statement in method.body[: method.body.index(step)]:
        for node in ast.walk(statement):
            if isinstance(node, ast.For) and not node.orelse:
                yield from _held_loop(node, node.target, node.iter, listed)
            elif isinstance(node, ast.GeneratorExp | ast.ListComp) and len(node.generators) == 1:
                (made,) = node.generators
                yield from _held_loop(node, made.target, made.iter, listed)


def _held_loop(
    loop: ast.AST, target: ast.expr, iterated: ast.expr, listed: str
) -> Iterator[HeldLoop]:
    match target, iterated:
        case ast.Name(name), ast.Attribute(ast.Name("self"), attr=over):
            reads = [n for n in find(loop, ast.Attribute) if n.attr == "grad"]
            plain = all(isinstance(n.ctx, ast.Load) and name_of(n.value) == name for n in reads)
            changed = [n for n in find(loop, ast.Name) if not isinstance(n.ctx, ast.Load)]
            once = [n for n in changed if n.id == name] == [target]
            if over == listed and plain and once:
                yield HeldLoop(target, iterated, tuple(reads))
        case (
            ast.Tuple([ast.Name() as variable, ast.Name(grad)]),
            ast.Call(ast.Name("zip"), [ast.Attribute(ast.Name("self"), attr=over) as held, given]),
        ) if over == listed and name_of(given) == "grads":
            yield HeldLoop(variable, held, tuple(n for n in find(loop, ast.Name) if n.id == grad))


def clips_of(method: ast.FunctionDef) -> Sequence[ast.Call]:
    """What a method clips before it steps, in statements of their own: ``clip_grad_norm_(self.params, 1.0)``."""
    step = step_of(method)
    before = [] if step is None else method.body[: method.body.index(step)]
    inner = [s for one in before if isinstance(one, ast.If) and not one.orelse for s in one.body]
    calls = [s.value for s in (*before, *inner) if isinstance(s, ast.Expr)]
    return [call for call in calls if isinstance(call, ast.Call) and _is_clip(call)]


def _is_clip(call: ast.Call) -> bool:
    """A clip to the 2-norm, or of the values."""
    orders = [*call.args[2:], *(k.value for k in call.keywords if k.arg == "norm_type")]
    plain = all(isinstance(one, ast.Constant) and one.value == 2 for one in orders)
    return name_of(call.func) in CLIPS and plain


def is_given(method: ast.FunctionDef) -> bool:
    """Whether a method takes the gradients already."""
    return [a.arg for a in method.args.args[1:2]] == ["grads"]


def clears(method: ast.FunctionDef, holder: str) -> bool:
    """Whether all that a method does is to clear the gradients of an optimizer."""
    body = method.body[1:] if ast.get_docstring(method) is not None else method.body
    match body:
        case [
            ast.Expr(
                ast.Call(
                    ast.Attribute(ast.Attribute(ast.Name("self"), attr=found), attr="zero_grad")
                )
            )
        ]:
            return found == holder and not method.decorator_list
    return False


def clears_more(cls: ClassInfo) -> bool:
    """Whether a class has a zero_grad of its own that does more than clear gradients.

    Where the gradients are computed by a function nothing calls it any more.
    """
    if cls.clears_more is None:
        cls.clears_more = False  # for a class that is its own ancestor
        method = cls.methods.get(CLEARS)
        if method is None:
            above = [base.info for base in cls.bases if isinstance(base.info, ClassInfo)]
            cls.clears_more = any(map(clears_more, above))
        elif method.node is not None:
            cls.clears_more = not all(map(_is_clearing, method.node.body))
    return cls.clears_more


def _is_clearing(statement: ast.stmt) -> bool:
    """A statement that clears gradients, or has no effect."""
    match statement:
        case ast.Pass() | ast.Return(None) | ast.Expr(ast.Constant()):
            return True
        case ast.Expr(ast.Call(func)) | ast.Return(ast.Call(func)):
            on_gradient = isinstance(func, ast.Attribute) and "grad" in ast.unparse(func.value)
            return name_of(func) == CLEARS or (on_gradient and name_of(func) in OF_GRADIENT)
        case ast.Assign(targets, ast.Constant(None)):
            return all(isinstance(one, ast.Attribute) and one.attr == "grad" for one in targets)
        case ast.Assign([ast.Name()]):
            return True
        case ast.For() | ast.If() | ast.With():
            return all(map(_is_clearing, [*statement.body, *getattr(statement, "orelse", [])]))
    return False


def _stepped(method: ast.FunctionDef) -> str | None:
    arguments = method.args
    others = (*arguments.posonlyargs, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
    if any(others) or [a.arg for a in arguments.args[:1]] != ["self"]:
        return None
    statement = step_of(method)
    return None if statement is None else _stepped_by(statement, method)


def _stepped_by(statement: ast.stmt, method: ast.FunctionDef) -> str | None:
    call = statement.value if isinstance(statement, ast.Expr) else None
    return _is_step(call, method) if isinstance(call, ast.Call) else None


def _is_step(call: ast.Call, method: ast.FunctionDef) -> str | None:
    """``optimizer`` of ``self.optimizer.step()``, and of ``self.optimizer(grads)`` afterwards."""
    match call:
        case ast.Call(
            ast.Attribute(ast.Attribute(ast.Name("self"), attr=name), attr="step"), [], []
        ) if not is_given(method) and HOLDER.match(name):
            return name
        case ast.Call(ast.Attribute(ast.Name("self"), attr=name), [ast.Name("grads")], []) if (
            is_given(method) and HOLDER.match(name)
        ):
            return name
    return None
