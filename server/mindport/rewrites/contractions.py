"""Equations of einsum as chains of calls: axes in order, then a product of matrices."""

from __future__ import annotations

from collections.abc import Sequence


class EquationError(Exception):
    """An equation for which there is no chain."""


def contraction(equation: str, tensors: Sequence[str]) -> str:
    """The expression for an equation without spaces, such as ``bhid,bhjd->bhij``.

    ``tensors`` are the expressions of its operands, one or two. Sizes of 1 broadcast where the
    product of the matrices does so. Raises EquationError for an ellipsis, for more operands, and
    where a label stands twice in one of them.
    """
    inputs, arrow, output = equation.partition("->")
    terms = inputs.split(",")
    if not arrow or len(terms) != len(tensors) or len(terms) > 2 or not inputs.replace(",", ""):
        raise EquationError
    if not all(term.isalpha() and len(set(term)) == len(term) for term in (*terms, output or "a")):
        raise EquationError
    if not set(output) <= set(inputs):
        raise EquationError
    if len(terms) == 1:
        labels, text = _summed(terms[0], tensors[0], output)
        return _ordered(labels, text, output)
    first, second = terms
    first, a = _summed(first, tensors[0], second + output)
    second, b = _summed(second, tensors[1], first + output)
    both = [c for c in first if c in second]
    batch = "".join(c for c in both if c in output)
    summed = "".join(c for c in both if c not in output)
    left = "".join(c for c in first if c not in both)
    right = "".join(c for c in second if c not in both)
    if not summed:
        return f"{_aligned(first, a, output)} * {_aligned(second, b, output)}"
    a = _joined(_ordered(first, a, batch + left + summed), len(batch + left), len(summed))
    b = _joined(_ordered(second, b, batch + summed + right), len(batch), len(summed))
    rows, columns = left[:-1], right[:-1]
    # The last axis of each side is the matrix's; the others are batches of the other side's.
    places = [*":" * len(batch + rows), *["None"] * len(columns)]
    places += [":" if left else "None", ":"]
    a = _indexed(a, places)
    places = [*":" * len(batch), *["None"] * len(rows), *_columns(columns, right)]
    b = _in_front(b, len(batch), len(columns))
    b = _indexed(b, places)
    result = f"mindspore.ops.matmul({a}, {b})"
    if not left or not right:
        picks = ["...", ":" if left else "0", ":" if right else "0"]
        result = f"{result}[{', '.join(picks if left or right else ['...', '0', '0'])}]"
    labels = batch + rows + columns + left[-1:] + right[-1:]
    return _ordered(labels, result, output)


def _columns(columns: str, right: str) -> list[str]:
    """How the second operand is indexed behind its batches: columns, the summed axis, the last."""
    return [*":" * len(columns), ":", ":" if right else "None"]


def _in_front(text: str, batch: int, columns: int) -> str:
    """The summed axis, which stands behind the batches, moved behind the columns."""
    if not columns:
        return text
    order = [*range(batch), *range(batch + 1, batch + 1 + columns), batch, batch + 1 + columns]
    return f"{text}.permute({', '.join(map(str, order))})"


def _summed(labels: str, text: str, kept: str) -> tuple[str, str]:
    """Axes that nothing else has summed over."""
    gone = [str(place) for place, label in enumerate(labels) if label not in kept]
    if not gone:
        return labels, text
    axes = gone[0] if len(gone) == 1 else f"({', '.join(gone)})"
    return "".join(label for label in labels if label in kept), f"{text}.sum({axes})"


def _ordered(labels: str, text: str, wanted: str) -> str:
    if labels == wanted:
        return text
    order = [labels.index(label) for label in wanted]
    moved = [place for place, old in enumerate(order) if place != old]
    if len(moved) == 2:
        return f"{text}.swapaxes({moved[0]}, {moved[1]})"
    return f"{text}.permute({', '.join(map(str, order))})"


def _joined(text: str, start: int, count: int) -> str:
    """``count`` axes from ``start`` on as one."""
    return text if count < 2 else f"{text}.flatten({start}, {start + count - 1})"


def _aligned(labels: str, text: str, output: str) -> str:
    """The operand with an axis of size 1 for each label of the output that it lacks."""
    ordered = _ordered(labels, text, "".join(label for label in output if label in labels))
    places = [":" if label in labels else "None" for label in output]
    return _indexed(ordered, places, keep=len(labels))


def _indexed(text: str, places: Sequence[str], keep: int = 2) -> str:
    """The axes at their places, those of size 1 written out but in front, where none need be."""
    front = next((place for place, axis in enumerate(places) if axis != "None"), len(places))
    places = places[min(front, max(len(places) - keep, 0)) :]
    return text if "None" not in places else f"{text}[{', '.join(places)}]"
