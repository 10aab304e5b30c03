"""Templates that are computed from the literal arguments of a call: the patterns of einops, the
equations of einsum, the names of torchvision's networks and weights."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping

from mindport.nodes import name_of, walk
from mindport.rewrites import contractions, einops
from mindport.rewrites.arguments import Refusal
from mindport.rewrites.facts import UseFacts, literal_value
from mindport.symbols.values import NUMPY, UNKNOWN
from mindport.texts import Text

Template = str | Refusal | None
"""A template, why there is none, or None where the call can stay as it is."""

NO_PATTERN = Text("Its pattern is not written as a string.", "其模式不是字符串字面量。")
NO_PRODUCT = Text(
    "Its equation is not written out for one or two tensors, with '->' and each label once in each.",
    "其方程不是针对一个或两个张量写出的、带有“->”且每个标签在每个张量中只出现一次的字面量。",
)
HARMLESS = frozenset({"len", "int", "min", "max", "size", "dim", "round", "sqrt", "item"})


def template_of(by: str, facts: UseFacts) -> Template:
    """The template that ``by`` computes for a call."""
    return COMPUTED[by](facts)


def _rearrange(facts: UseFacts) -> Template:
    return _pattern(facts, "rearrange")


def _repeat(facts: UseFacts) -> Template:
    return _pattern(facts, "repeat")


def _reduce(facts: UseFacts) -> Template:
    reduction = _spread(facts) or _reduction(facts)
    return reduction if isinstance(reduction, Refusal) else _pattern(facts, reduction)


def _rearrange_layer(facts: UseFacts) -> Template:
    return _layer(facts, "rearrange")


def _reduce_layer(facts: UseFacts) -> Template:
    reduction = _reduction(facts, (*einops.REDUCTIONS, "repeat"))
    return reduction if isinstance(reduction, Refusal) else _layer(facts, reduction)


def _reduction(facts: UseFacts, known: Collection[str] = tuple(einops.REDUCTIONS)) -> str | Refusal:
    reduction = facts.constant("reduction")
    if isinstance(reduction, str) and reduction in known:
        return reduction
    return Refusal(
        Text(
            f"Its reduction is none of {', '.join(map(repr, known))}.",
            f"其归约方式不是 {'、'.join(map(repr, known))} 之一。",
        )
    )


def _spread(facts: UseFacts) -> str | None:
    """``torch.var`` and ``partial(torch.var, unbiased=False)``, with the correction behind its name."""
    node, options = facts.node("reduction"), {"unbiased": True}
    match node:
        case ast.Call(func, [node], keywords) if name_of(func) == "partial":
            options |= {str(k.arg): literal_value(k.value) for k in keywords}
    value = UNKNOWN if node is None else facts.values.get(node, UNKNOWN)
    name = value.name.removeprefix("torch.")
    if value.kind != "torch" or name not in einops.SPREADS or options.keys() != {"unbiased"}:
        return None
    unbiased = options["unbiased"]
    return f"{name} {int(unbiased)}" if isinstance(unbiased, bool) else None


def _pattern(facts: UseFacts, operation: str) -> Template:
    """The chain of calls for a pattern of einops."""
    node, lengths = facts.node("tensor"), _lengths(facts)
    assert node is not None
    value = facts.values.get(node, UNKNOWN)
    if value is NUMPY:
        return None  # einops itself takes them
    if value.kind == "other":
        return Refusal(
            Text(
                "The source does not tell whether it is a tensor; einops takes NumPy's arrays too.",
                "源码中无法确定它是否为张量；einops 也接受 NumPy 数组。",
            )
        )
    is_list = facts.kind("tensor") == "list"
    tensor = "mindspore.ops.stack({tensor})" if is_list else "{tensor}"
    twice = not is_list and not _has_calls(node) and not any(map(_has_calls, lengths.values()))
    text = _chain(facts, operation, tensor, twice)
    if isinstance(text, Refusal):
        return text
    effects = [name for name, length in lengths.items() if _has_effects(length)]
    places = [text.find("{" + name + "}") for name in effects]
    if -1 in places or places != sorted(places):
        return Refusal(
            Text(
                "The lengths would be evaluated in another order; give them names first.",
                "各长度的求值顺序会改变；请先将其赋给变量。",
            )
        )
    if text == "{tensor}" and facts.kind("tensor") != "tensor":
        return Refusal(
            Text(
                "It may be a list of tensors, which einops stacks.",
                "它可能是张量列表，einops 会将其堆叠。",
            )
        )
    return text


def _layer(facts: UseFacts, operation: str) -> Template:
    """A Cell that takes the pattern as it is, where einops takes it."""
    pattern, lengths = facts.constant("pattern"), _lengths(facts)
    refusal = _refused(pattern, lengths)
    if refusal is not None:
        return refusal
    try:
        _, right = einops.sides(operation, str(pattern), lengths)
    except einops.PatternError as error:
        return Refusal(error.reason)
    if len(set(right.numbers.values())) < len(right.numbers):
        return Refusal(Text("Two new axes have one number.", "两个新轴使用了同一个数字。"))
    given = ["{pattern}", *([] if operation == "rearrange" else ["{reduction}"])]
    return f"helper.Rearrange({', '.join([*given, *(f'{n}={{{n}}}' for n in lengths)])})"


def _lengths(facts: UseFacts) -> Mapping[str, ast.expr]:
    return {} if facts.binding is None else facts.binding.extra_keywords or {}


def _chain(facts: UseFacts, operation: str, tensor: str, repeatable: bool) -> str | Refusal:
    pattern, lengths = facts.constant("pattern"), _lengths(facts)
    refusal = _refused(pattern, lengths)
    if refusal is not None:
        return refusal
    try:
        return einops.chain(operation, str(pattern), lengths, tensor, repeatable)
    except einops.PatternError as error:
        return Refusal(error.reason)


def _refused(pattern: object, lengths: Mapping[str, ast.expr]) -> Refusal | None:
    if not isinstance(pattern, str):
        return Refusal(NO_PATTERN)
    if any(isinstance(size := literal_value(n), int) and size < 1 for n in lengths.values()):
        return Refusal(Text("A length of an axis is below 1.", "某个轴的长度小于 1。"))
    return None


def _einsum(facts: UseFacts) -> Template:
    """The equation in letters, before the tensors."""
    name = "tensors_and_pattern"
    nodes = facts.varargs(name)
    pattern = literal_value(nodes[-1]) if nodes else None
    if not isinstance(pattern, str) or any(isinstance(node, ast.Starred) for node in nodes):
        return Refusal(NO_PATTERN)
    try:
        equation = einops.equation(pattern)
    except einops.PatternError as error:
        return Refusal(error.reason)
    tensors = ", ".join(f"{{{name}}}[{index}]" for index in range(len(nodes) - 1))
    return f"helper.einsum({equation!r}, {tensors})"


def _contraction(facts: UseFacts) -> Template:
    """A product of matrices for an equation that is written out."""
    operands = len(facts.varargs("args")) - 1
    try:
        return contractions.contraction(
            facts.equation("args"), [f"{{args}}[{index}]" for index in range(1, operands + 1)]
        )
    except contractions.EquationError:
        return Refusal(NO_PRODUCT)


def _network(facts: UseFacts) -> Template:
    """The function that makes the network of this name, with the options behind the name."""
    given = ", ".join(f"{name}={{{name}}}" for name in _lengths(facts))
    return f"helper.{facts.constant('name')}({given})"


def _weights(facts: UseFacts) -> Template:
    """The weights of this name, ResNet50_Weights.DEFAULT."""
    return f"helper.{facts.constant('name')}"


def _has_calls(node: ast.expr) -> bool:
    """Whether it does more than read names."""
    return any(
        isinstance(inner, ast.Call | ast.Await | ast.NamedExpr | ast.Yield | ast.YieldFrom)
        for inner in walk(node)
    )


def _has_effects(node: ast.expr) -> bool:
    """Whether it is to be evaluated once, and before what follows."""
    return any(
        isinstance(inner, ast.Await | ast.NamedExpr | ast.Yield | ast.YieldFrom)
        or (isinstance(inner, ast.Call) and name_of(inner.func) not in HARMLESS)
        for inner in walk(node)
    )


COMPUTED: Mapping[str, Callable[[UseFacts], Template]] = {
    "rearrange": _rearrange,
    "repeat": _repeat,
    "reduce": _reduce,
    "rearrange_layer": _rearrange_layer,
    "reduce_layer": _reduce_layer,
    "einsum": _einsum,
    "contraction": _contraction,
    "network": _network,
    "weights": _weights,
}
