"""Whether a file looks for torch's names of parameters, as the keys of a state have them.

MindSpore's norms and embeddings say gamma, beta, moving_mean and embedding_table. What is looked for
in the names that ``named_parameters`` gives is found: its helper says them as torch does. Nothing is
called num_batches_tracked there, and what sorts such names out finds nothing to sort out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from mindport.nodes import find, name_of, parents
from mindport.symbols.named_states import takes_by_parameters

ENDS = ("weight", "bias", "running", "running_")
COUNTER = re.compile(r"\.?num_batches(?:_tracked)?")
MEANS = ("running_mean", "running_var", "num_batches_tracked")
ANY = re.compile(r"(?:weight|bias|running_?)['\"]|running_mean|running_var|num_batches_tracked")
LISTS = re.compile(r"named_(?:parameters|buffers)\(")
LAYERS = re.compile(r"\bnn\.(?:[A-Z]\w*)\(")
RENAMED = re.compile(r"Norm|Embedding|PReLU")
# What is no norm and no embedding, as people call layers: its parameters keep their names.
KEEP_NAMES = re.compile(
    r"(?:\w*_)?(?:fc|head|classifier|linear|lin|dense|conv|proj|attn|qkv|mlp|c_fc|decoder|output|out|"
    r"logits|predictor|lm_head)\d*"
)
# Functions that take the name of an attribute, or say it.
TAKE_ATTRIBUTES = frozenset(
    {"getattr", "hasattr", "setattr", "delattr", "register_parameter", "register_buffer",
     "register_parametrization", "remove_parametrizations", "is_parametrized", "weight_norm",
     "spectral_norm", "remove_weight_norm", "remove_spectral_norm", "layer_parameter",
     "set_layer_parameter", "add_argument", "print", "format", "join", "warn", "info", "debug",
     "warning"}
)  # fmt: skip


@lru_cache(maxsize=64)
def looks_for_names(text: str) -> bool:
    """Whether a file's text looks for such a name anywhere but in what ``named_parameters`` gives, or
    for one that this gives in a state."""
    by_parameters = LISTS.search(text) and (RENAMED.search(text) or not LAYERS.search(text))
    if not ANY.search(text) and not by_parameters:
        return False
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return True
    if by_parameters and takes_by_parameters(tree):
        return True
    around = parents(tree)
    return any(
        _is_name(constant) and not _is_spared(constant, around, tree)
        for constant in find(tree, ast.Constant)
    )


def _is_name(constant: ast.Constant) -> bool:
    text = constant.value
    if (
        not isinstance(text, str)
        or " " in text
        or not (text.endswith(ENDS) or any(m in text for m in MEANS))
    ):
        return False
    *path, name = text.split(".")
    return name not in ENDS or not path or not KEEP_NAMES.fullmatch(path[-1])


def _is_spared(node: ast.AST, around: Mapping[ast.AST, ast.AST], tree: ast.Module) -> bool:
    """Whether a text is no key of a state: it names an attribute, or is compared with names that
    ``named_parameters`` gives."""
    outer = around.get(node)
    if isinstance(node, ast.Constant) and _sorts_out(node, around):
        return True
    if isinstance(outer, ast.Expr | ast.keyword | ast.arguments | ast.FormattedValue | ast.Raise):
        return True
    if isinstance(outer, ast.JoinedStr):
        return _is_spared(outer, around, tree)
    if isinstance(outer, ast.Dict):
        return node in outer.keys
    if isinstance(outer, ast.Call):
        if name_of(outer.func) in TAKE_ATTRIBUTES:
            return True
        held = outer.func.value if isinstance(outer.func, ast.Attribute) else None
        return held is not None and node in outer.args and _is_listed(held, around)
    if isinstance(outer, ast.Compare):
        sides = [side for side in (outer.left, *outer.comparators) if side is not node]
        return all(_is_listed(side, around) for side in sides)
    if isinstance(outer, ast.List | ast.Tuple | ast.Set):
        return _is_spared(outer, around, tree)
    if isinstance(outer, ast.Assign):
        names = [target.id for target in outer.targets if isinstance(target, ast.Name)]
        if names == ["__constants__"]:
            return True
        reads = [n for n in find(tree, ast.Name) if n.id in names and isinstance(n.ctx, ast.Load)]
        collected = isinstance(node, ast.List | ast.Tuple | ast.Set)
        return bool(reads) and collected and all(_is_spared(n, around, tree) for n in reads)
    if isinstance(outer, ast.comprehension) and outer.iter is node:
        each = [n for n in find(around[outer], ast.Name) if n.id == name_of(outer.target)]
        return all(_is_spared(n, around, tree) for n in each if isinstance(n.ctx, ast.Load))
    return False


def _sorts_out(node: ast.Constant, around: Mapping[ast.AST, ast.AST]) -> bool:
    """``[k for k in state if "num_batches_tracked" not in k]``, ``if k.endswith(..): continue``."""
    if not isinstance(node.value, str) or not COUNTER.fullmatch(node.value):
        return False
    asks: ast.AST | None = around.get(node)
    wanted = False
    match asks:
        case ast.Compare(left, [ast.In() | ast.NotIn() as operator], [ast.Name()]) if left is node:
            wanted = isinstance(operator, ast.In)
        case ast.Call(ast.Attribute(ast.Name(), "endswith"), [one]) if one is node:
            wanted = True
        case _:
            return False
    outer = around.get(asks)
    while isinstance(outer, ast.BoolOp) or (
        isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.Not)
    ):
        wanted = wanted if isinstance(outer, ast.BoolOp) else not wanted
        asks, outer = outer, around.get(outer)
    if isinstance(outer, ast.If) and outer.test is asks:
        return not wanted or isinstance(outer.body[0], ast.Continue)
    return isinstance(outer, ast.comprehension) and asks in outer.ifs and not wanted


def _is_listed(node: ast.expr, around: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether a name is one after the other of what ``named_parameters`` gives."""
    if not isinstance(node, ast.Name):
        return False
    current: ast.AST | None = node
    while current is not None:
        for loop in _loops(current):
            if any(name.id == node.id for name in find(loop.target, ast.Name)):
                called = {name_of(call.func) for call in find(loop.iter, ast.Call)}
                return "named_parameters" in called
        current = around.get(current)
    return False


def _loops(node: ast.AST) -> Iterator[ast.For | ast.comprehension]:
    if isinstance(node, ast.For):
        yield node
    yield from getattr(node, "generators", ())
