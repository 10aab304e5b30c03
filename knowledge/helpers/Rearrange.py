import math
import re

from mindspore import nn, ops


class Rearrange(nn.Cell):
    """Split, reorder and merge axes as a pattern says: "b c (h p) w -> b (h w) (p c)", p=2.

    Equals einops.layers.torch.Rearrange. With a reduction ("mean", "max", ...) the axes that the
    right side lacks are reduced, with "repeat" it has new ones: einops.layers.torch.Reduce.
    """

    def __init__(self, pattern, reduction=None, **axes_lengths):
        super().__init__()
        sides = [re.findall(r"\([^)]*\)|[^\s()]+", side) for side in pattern.split("->")]
        # The axes of each dimension; 1 and () have none.
        left, right = (
            [[axis for axis in dimension.strip("()").split() if axis != "1"] for dimension in side]
            for side in sides
        )
        before, after = ([axis for axes in side for axis in axes] for side in (left, right))
        digits = {axis: int(axis) for axis in before + after if axis.isdigit()}
        lengths, new = digits | axes_lengths, [axis for axis in after if axis not in before]
        kept = [axis for axis in before if axis in after] + new
        self.lengths = [[lengths.get(axis, -1) for axis in axes] for axes in left]
        self.reduced = tuple(i for i, axis in enumerate(before) if axis not in after)
        self.repeats = tuple(lengths[axis] for axis in new)
        self.order = tuple(kept.index(axis) for axis in after)
        self.merged = [len(axes) for axes in right]
        self.dots = [side.index("...") if "..." in side else -1 for side in sides]
        self.splits = self.dots[0] >= 0 or any(axes != [-1] for axes in self.lengths)
        self.merges = self.dots[1] >= 0 or self.merged != [1] * len(right)
        names = {"max": "amax", "min": "amin"}
        reduces = reduction not in (None, "repeat")
        self.reduce = getattr(ops, names.get(reduction, reduction)) if reduces else None

    def construct(self, input):
        shape, rest = input.shape, ()
        if self.dots[0] >= 0:  # the axes of the ellipsis become one
            end = self.dots[0] + 1 + len(shape) - len(self.lengths)
            rest = shape[self.dots[0] : end]
            shape = (*shape[: self.dots[0]], math.prod(rest), *shape[end:])
        if len(shape) != len(self.lengths):
            raise ValueError("Rearrange: the input has another number of axes than the pattern")
        x = input
        if self.splits:
            parts = []
            for index, lengths in enumerate(self.lengths):
                size = shape[index]
                known = math.prod([length for length in lengths if length > 0])
                split = [size // known if length < 0 else length for length in lengths]
                if math.prod(split) != size:
                    raise ValueError("Rearrange: an axis is not what the lengths make")
                parts += split
            x = x.reshape(parts)
        if self.reduced:
            x = self.reduce(x, self.reduced)
        if self.repeats:
            ones = (1,) * len(self.repeats)
            x = x.reshape(x.shape + ones).broadcast_to(x.shape + self.repeats)
        x = x.permute(self.order)
        if not self.merges:
            return x
        shape, start = (), 0
        for index, count in enumerate(self.merged):
            sizes = x.shape[start : start + count]
            shape += rest if index == self.dots[1] else (math.prod(sizes),)
            start += count
        return x.reshape(shape)
