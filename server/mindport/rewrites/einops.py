"""Patterns of einops as chains of MindSpore calls: ``'b (h d) -> h b d'`` is reshape and permute.

What einops takes was read off version 0.8 as it runs. Sizes are written as quotients, not as -1:
in a tensor without elements MindSpore takes -1 for 0.
"""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby

from mindport.texts import Text

REDUCTIONS: Mapping[str, str] = {
    "min": "amin", "max": "amax", "sum": "sum", "mean": "mean", "prod": "prod", "any": "any",
    "all": "all",
}  # fmt: skip
# torch's functions that are handed on as reductions; a number behind one is its correction.
SPREADS = ("var", "std")
TOKEN = re.compile(r"\s*(\.\.\.|\w+|[()])")
LETTERS = string.ascii_letters
DOTS = "..."
FOLDED = "...1"  # the axes of an ellipsis as one
UNIT = "1_"  # begins the names of dimensions of size 1; einops takes no such name
NUMBER = "_"  # begins those of anonymous axes

Groups = Sequence[Sequence[str]]


class PatternError(Exception):
    """Why a pattern is not rewritten."""

    def __init__(self, en: str, zh: str) -> None:
        super().__init__(en)
        self.reason = Text(en, zh)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a pattern.

    Attributes:
        groups: the names of the axes in each dimension.
        numbers: the sizes of anonymous axes by the names that they got.
        stretched: the axes to which dimensions of size 1 are repeated, by the names of those.
    """

    groups: Groups
    numbers: Mapping[str, int]
    stretched: Mapping[str, str] = field(default_factory=dict)

    @property
    def axes(self) -> list[str]:
        return [axis for group in self.groups for axis in group]


@dataclass(frozen=True, slots=True)
class Sizes:
    """How the sizes of axes are written.

    Attributes:
        given: the names of those that the call gives.
        repeatable: the tensor and the sizes are names and the like, which may stand twice.
    """

    given: Collection[str]
    numbers: Mapping[str, int]
    repeatable: bool

    def known(self, axis: str) -> bool:
        return axis in self.given or axis in self.numbers or axis.startswith(UNIT)

    def of(self, axis: str) -> str:
        if axis.startswith(UNIT):
            return "1"
        return "{" + axis + "}" if axis in self.given else str(self.numbers[axis])


def chain(
    operation: str,
    pattern: str,
    given: Collection[str] = (),
    tensor: str = "{tensor}",
    repeatable: bool = True,
) -> str:
    """The template of a call.

    Args:
        operation: ``rearrange``, ``repeat``, or the reduction; ``var 0`` divides by all, ``var 1`` by
            one less.
        given: the names of the axes whose sizes the call gives.
        tensor: the template of the tensor.
        repeatable: it and the sizes may be written more than once.

    Raises:
        PatternError: einops refuses the pattern, or no chain of calls does what it says.
    """
    left, right = sides(operation, pattern, given)
    if set(left.axes) - set(right.axes) == {DOTS} and not _bears_none(operation, left, right):
        raise PatternError(
            "'...' may stand for no axis, of which this reduction depends.",
            "'...' 可能不代表任何轴，而该归约的结果取决于此。",
        )
    right = _paired(left, right, operation == "repeat")
    whole, left, right = _folded(tensor, left, right)
    sizes = Sizes(given, {**left.numbers, **right.numbers}, repeatable and whole == tensor)
    text, axes = _split(whole, left.groups, right.axes, sizes)
    text, axes = _squeezed(text, axes, right.axes)
    text, axes = _reduced(text, axes, right.axes, operation)
    text = _reordered(text, axes, [axis for axis in right.axes if axis in axes])
    text = _extended(text, axes, right, sizes, tensor if text == tensor else "")
    return _merged(text, right.groups)


def _bears_none(operation: str, left: Side, right: Side) -> bool:
    """Whether nothing is lost where an ellipsis that is reduced stands for no axis.

    torch.var of no axes is that of all, which does not have the shape of the right side.
    """
    spreads = operation.partition(" ")[0] in SPREADS
    kept = [axis for axis in left.axes if axis in right.axes and not axis.startswith(UNIT)]
    return operation in ("mean", "min", "max") or (spreads and bool(kept))


def sides(operation: str, pattern: str, given: Collection[str]) -> tuple[Side, Side]:
    """Both sides of a pattern that einops takes.

    Raises:
        PatternError: einops refuses it.
    """
    left, right = (_side(half, pattern) for half in _halves(pattern))
    _check(operation, left, right, given)
    return left, right


def equation(pattern: str) -> str:
    """The equation of an einsum whose axes have names, in letters: ``'b i, b j -> i j'``.

    Raises:
        PatternError: einops refuses the pattern.
    """
    left, right = _halves(pattern)
    letters: dict[str, str] = {}
    terms = []
    for term in [*left.split(","), right]:
        text = ""
        for axis in term.split():
            if axis != DOTS and (not axis.isidentifier() or axis.strip("_") != axis):
                raise _malformed(pattern)
            if axis not in letters:
                letters[axis] = DOTS if axis == DOTS else LETTERS[len(letters) % len(LETTERS)]
            text += letters[axis]
        terms.append(text)
    if len(letters) > len(LETTERS):
        raise _malformed(pattern)
    return f"{','.join(terms[:-1])}->{terms[-1]}"


def _halves(pattern: str) -> tuple[str, str]:
    left, *right = pattern.replace("\u2026", DOTS).split("->")
    if len(right) != 1:
        raise _malformed(pattern)
    return left, right[0]


def _side(text: str, pattern: str) -> Side:
    groups: list[list[str]] = []
    numbers: dict[str, int] = {}
    units = 0
    group: list[str] | None = None
    text = text.rstrip()
    position = 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            raise _malformed(pattern)
        position, token = match.end(), match[1]
        if token == "(":
            if group is not None:
                raise _malformed(pattern)
            group = []
        elif token == ")" and group is None:
            raise _malformed(pattern)
        elif group is not None and token != ")":
            group += [] if token == "1" else [_axis(token, numbers, pattern)]
        elif (token == ")" and group in ([], [DOTS])) or token == "1":
            # The one of (...) makes a dimension of it where the ellipsis stands for none.
            groups.append([*(group or []), f"{UNIT}{units}"])
            units, group = units + 1, None
        else:
            groups.append(group or [_axis(token, numbers, pattern)])
            group = None
    axes = [axis for found in groups for axis in found]
    if group is not None or len(axes) != len(set(axes)):
        raise _malformed(pattern)
    return Side(groups, numbers)


def _axis(token: str, numbers: dict[str, int], pattern: str) -> str:
    if token.isdecimal() and int(token) > 1:
        name = f"{NUMBER}{len(numbers)}"
        numbers[name] = int(token)
        return name
    if token != DOTS and (not token.isidentifier() or token.strip("_") != token):
        raise _malformed(pattern)
    return token


def _paired(left: Side, right: Side, repeat: bool) -> Side:
    """The right side, its dimensions of size 1 called as those of the left that they were.

    In ``1 n -> b n`` the one is stretched to ``b``.
    """
    units = [axis for axis in left.axes if axis.startswith(UNIT)]
    names = {axis: f"{axis}_new" for axis in right.axes if axis.startswith(UNIT)}
    names |= dict(zip(names, units, strict=False))
    stretched = {}
    for unit in [unit for unit in units if unit not in names.values()] if repeat else ():
        before = set(left.axes[: left.axes.index(unit)])
        for at, axis in enumerate(right.axes):
            shown = {names.get(other, other) for other in right.axes[:at]} & set(left.axes)
            if axis not in left.axes and axis not in names and shown == before:
                names[axis], stretched[unit] = unit, axis
                break
    groups = [[names.get(axis, axis) for axis in group] for group in right.groups]
    return replace(right, groups=groups, stretched=stretched)


def _malformed(pattern: str) -> PatternError:
    return PatternError(
        f"einops does not take the pattern '{pattern}'.", f"einops 不接受模式 '{pattern}'。"
    )


def _check(operation: str, left: Side, right: Side, given: Collection[str]) -> None:
    """What einops refuses, and axes that cannot be counted."""
    before = {axis for axis in left.axes if not axis.startswith(UNIT)}
    after = {axis for axis in right.axes if not axis.startswith(UNIT)}
    grouped = any(DOTS in group and len(group) > 1 for group in left.groups)
    if grouped or (DOTS in after and DOTS not in before):
        raise PatternError(
            "einops takes '...' on the left and alone there, or not at all.",
            "einops 中的 '...' 必须在左侧单独出现。",
        )
    if operation == "rearrange":
        wrong = before ^ after
    elif operation == "repeat":
        wrong = (before - after) | (after - before - set(given) - set(right.numbers))
    else:
        wrong = after - before
    wrong |= set(given) - before - after
    wrong -= {DOTS}
    # Numbers have no names: a left one is reduced, a right one is new.
    numbers = dict(left.numbers) if operation in ("rearrange", "repeat") else {}
    numbers |= {} if operation == "repeat" else right.numbers
    wrong = (wrong - left.numbers.keys() - right.numbers.keys()) | numbers.keys()
    if wrong:
        names = ", ".join(sorted(str(numbers.get(axis, axis)) for axis in wrong))
        raise PatternError(
            f"einops does not take it: {names} on one side alone, or without a size.",
            f"einops 不接受该模式：{names} 仅出现在一侧，或缺少长度。",
        )
    for group in left.groups:
        if sum(axis not in given and axis not in left.numbers for axis in group) > 1:
            raise PatternError(
                f"einops cannot tell the sizes in ({' '.join(group)}).",
                f"einops 无法推断 ({' '.join(group)}) 中各轴的长度。",
            )


def _folded(text: str, left: Side, right: Side) -> tuple[str, Side, Side]:
    """An ellipsis that the right side puts into one dimension, or reduces, as one axis."""
    alone = next((group for group in right.groups if group[0] == DOTS and _is_unit(group)), None)
    if DOTS not in left.axes or (alone is None and DOTS in right.axes):
        return text, left, right
    at = list(left.groups).index([DOTS])
    behind = len(left.groups) - at - 1
    # The axis of size 1 stands for it where it is none.
    text += f".unsqueeze({-1 - behind})" if at or behind else ""
    places = [str(at)] if at or behind else []
    places += [str(-1 - behind)] if behind else []
    text += f".flatten({', '.join(places)})"
    groups = [[FOLDED] if group == [DOTS] else group for group in left.groups]
    written = [[FOLDED] if group == alone else group for group in right.groups]
    return text, replace(left, groups=groups), replace(right, groups=written)


def _is_unit(group: Sequence[str]) -> bool:
    return len(group) == 2 and group[1].startswith(UNIT)


def _split(
    text: str, groups: Groups, wanted: Collection[str], sizes: Sizes
) -> tuple[str, list[str]]:
    """Each group's dimension as its axes."""
    axes = [axis for group in groups for axis in group]
    if all(len(group) == 1 for group in groups):
        return text, axes
    if sizes.repeatable and DOTS not in axes:
        kept = [axis for axis in axes if axis in wanted or not axis.startswith(UNIT)]
        shape = [
            size
            for at, group in enumerate(groups)
            if len(group) > 1 or group[0] in kept
            for size in _shape(text, at, group, sizes)
        ]
        return f"{text}.reshape({', '.join(shape)})", kept
    dimensions = [group[0] for group in groups]
    for at in reversed(range(len(groups))):
        group = groups[at]
        if len(group) > 1:
            parts = ", ".join(sizes.of(axis) if sizes.known(axis) else "-1" for axis in group)
            text = f"helper.unflatten({text}, {_index(dimensions, at)}, ({parts}))"
            dimensions[at : at + 1] = group
    return text, axes


def _shape(text: str, at: int, group: Sequence[str], sizes: Sizes) -> list[str]:
    """The sizes of a group's axes, the unknown one divided out of the dimension's."""
    known = [sizes.of(axis) for axis in group if sizes.known(axis)]
    whole = f"{text}.shape[{at}]"
    by = known[0] if len(known) == 1 else f"({' * '.join(known)})"
    rest = f"{whole} // {by}" if known else whole
    return [sizes.of(axis) if sizes.known(axis) else rest for axis in group]


def _index(axes: Sequence[str], at: int) -> int:
    """The dimension at a place, counted from the end behind an ellipsis."""
    return at - len(axes) if DOTS in axes[:at] else at


def _squeezed(text: str, axes: list[str], wanted: Collection[str]) -> tuple[str, list[str]]:
    """Without the dimensions of size 1 that the right side lacks."""
    gone = [axis for axis in axes if axis.startswith(UNIT) and axis not in wanted]
    if not gone:
        return text, axes
    places = [_index(axes, axes.index(axis)) for axis in gone]
    return f"{text}.squeeze({_numbers(places)})", [axis for axis in axes if axis not in gone]


def _reduced(
    text: str, axes: list[str], wanted: Collection[str], operation: str
) -> tuple[str, list[str]]:
    """Without the other axes that the right side lacks."""
    gone = [axis for axis in axes if axis not in wanted]
    places = [_index(axes, axes.index(axis)) for axis in gone]
    if operation == "prod":
        # The last first, so that places stay: those behind an ellipsis count from the end.
        front, back = [p for p in places if p >= 0], [p for p in places if p < 0]
        for place in [*reversed(front), *back]:
            text = f"{text}.prod({place})"
    elif gone and operation in REDUCTIONS:
        text = f"{text}.{REDUCTIONS[operation]}({_numbers(places)})"
    elif gone:
        name, _, correction = operation.partition(" ")
        options = f"ddof={correction}, keepdims=True"  # in graph mode it needs keepdims
        text = f"{text}.{name}({_numbers(places)}, {options}).squeeze({_numbers(places)})"
    return text, [axis for axis in axes if axis in wanted]


def _numbers(numbers: Sequence[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"({', '.join(map(str, numbers))})"


def _reordered(text: str, axes: list[str], order: list[str]) -> str:
    """The axes in the order of the right side."""
    if order == axes:
        return text
    if DOTS not in axes:
        return f"{text}.permute({', '.join(str(axes.index(axis)) for axis in order)})"
    changed = [at for at, (old, new) in enumerate(zip(axes, order, strict=True)) if old != new]
    first, last = changed[0], changed[-1]
    if len(changed) == 2 and DOTS not in axes[first : last + 1]:
        return f"{text}.swapaxes({_index(axes, first)}, {_index(axes, last)})"
    named = [axis for axis in axes if axis != DOTS]
    moved = next(
        chosen
        for count in range(1, len(named) + 1)
        for chosen in combinations(named, count)
        if [one for one in axes if one not in chosen] == [one for one in order if one not in chosen]
    )
    starts, ends = ([_index(of, of.index(one)) for one in moved] for of in (axes, order))
    return f"{text}.movedim({_numbers(starts)}, {_numbers(ends)})"


def _extended(text: str, axes: list[str], right: Side, sizes: Sizes, whole: str) -> str:
    """With the axes that only the right side has.

    Args:
        whole: the tensor whose shape the axes are; empty where there is none to write again.
    """
    current = [axis for axis in right.axes if axis in axes]
    for at, axis in enumerate(right.axes):
        if axis not in current:
            place = at - len(current) - 1 if DOTS in current[:at] else at
            current.insert(at, axis)
            text = f"{text}.unsqueeze({place})"
    new = {axis: axis for axis in current if axis not in axes and not axis.startswith(UNIT)}
    new |= right.stretched
    if not new:
        return text
    if DOTS in current:
        return f"{text}.broadcast_to({_long_shape(current, axes, new, sizes, whole)})"
    shape = ", ".join(sizes.of(new[axis]) if axis in new else "-1" for axis in current)
    return f"{text}.broadcast_to(({shape}{',' if len(current) == 1 else ''}))"


def _long_shape(
    current: Sequence[str],
    axes: Sequence[str],
    new: Mapping[str, str],
    sizes: Sizes,
    whole: str,
) -> str:
    """A shape with an ellipsis in it: parts of the tensor's, and the new sizes between them."""
    if not whole or not sizes.repeatable:
        raise PatternError(
            "How many axes '...' stands for is not told; give the tensor a name first.",
            "无法确定 '...' 代表多少个轴；请先将张量赋给一个变量。",
        )
    parts = []
    for old, run in groupby(current, lambda axis: axis in axes and axis not in new):
        names = list(run)
        if old:
            start, stop = axes.index(names[0]), axes.index(names[-1]) + 1
            first = str(_index(axes, start)) if start else ""
            last = str(_index(axes, stop)) if stop < len(axes) else ""
            parts.append(f"{whole}.shape" + (f"[{first}:{last}]" if first or last else ""))
        else:
            written = [sizes.of(new.get(name, name)) for name in names]
            parts.append(f"({', '.join(written)}{',' if len(written) == 1 else ''})")
    return " + ".join(parts)


def _merged(text: str, groups: Groups) -> str:
    """Each group of axes as one dimension."""
    axes = [axis for group in groups for axis in group]
    for at in reversed(range(len(groups))):
        group = groups[at]
        if len(group) == 1:
            continue
        start = sum(len(before) for before in groups[:at])
        end = start + len(group) - 1
        first = _index(axes, start)
        last = end - len(axes) if DOTS in axes[: end + 1] else end
        places = [] if not start and end == len(axes) - 1 else [first]
        places += [] if end == len(axes) - 1 else [last]
        text = f"{text}.flatten({', '.join(map(str, places))})"
        axes[start : end + 1] = ["".join(group)]
    return text
