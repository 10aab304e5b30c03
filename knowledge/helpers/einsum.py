import mindspore as ms
from mindspore import ops


def einsum(equation, *operands) -> ms.Tensor:
    """Sum the products of the operands over the labels that the equation leaves out.

    Equals torch.einsum, with "..." and without "->" as well, and with lists of numbers behind the
    operands in place of an equation. Each label is an axis, digits stand for the axes of an ellipsis, counted from the last. Two operands at a
    time become batches of matrices and are multiplied; axes of size 1 broadcast.
    """
    if not isinstance(equation, str):  # an operand, its axes, the next operand, its axes, ...
        given = (equation, *operands)
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        terms = ["".join("..." if n is ... else letters[n] for n in axes) for axes in given[1::2]]
        if len(given) % 2:
            last = "".join("..." if n is ... else letters[n] for n in given[-1])
            equation = f"{','.join(terms)}->{last}"
        else:
            equation = ",".join(terms)
        operands = given[: 2 * len(terms) : 2]
    if len(operands) == 1 and isinstance(operands[0], list | tuple):
        operands = tuple(operands[0])
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if len(terms) != len(operands):
        raise ValueError("einsum: the equation has another number of operands")
    widths = [
        max(x.ndim - len(t.replace("...", "")), 0) for t, x in zip(terms, operands, strict=True)
    ]
    dots = ["".join(str(n) for n in reversed(range(width))) for width in widths]
    labels = [t.replace("...", d) for t, d in zip(terms, dots, strict=True)]
    longest = max(dots, key=len)
    if arrow:
        output = output.replace("...", longest)
    else:
        letters = sorted({c for c in inputs if c.isalpha() and inputs.count(c) == 1})
        output = (longest if "..." in inputs else "") + "".join(letters)

    def single(label, x, kept):
        """Each label once, and only those in kept."""
        for c in sorted(set(label)):
            while label.count(c) > 1:
                first, second = label.index(c), label.rindex(c)
                x = ops.diagonal(x, 0, first, second)
                label = label[:first] + label[first + 1 : second] + label[second + 1 :] + c
        gone = tuple(i for i, c in enumerate(label) if c not in kept)
        return "".join(c for c in label if c in kept), ops.sum(x, gone) if gone else x

    def product(sizes):
        total = 1
        for size in sizes:
            total *= size
        return total

    label, result = single(labels[0], operands[0], "".join([output, *labels[1:]]))
    for index in range(1, len(operands)):
        kept = "".join([output, *labels[index + 1 :]])
        other, x = single(labels[index], operands[index], label + kept)
        label, result = single(label, result, other + kept)
        size = dict(zip(label, result.shape, strict=True))
        for c, n in zip(other, x.shape, strict=True):
            size[c] = max(n, size.get(c, 1)) if n else n
        both = [c for c in label if c in other]
        batch = [c for c in both if c in kept]
        summed = [c for c in both if c not in kept]
        left = [c for c in label if c not in both]
        right = [c for c in other if c not in both]
        result = ops.broadcast_to(result, tuple(size[c] for c in label)) if label else result
        x = ops.broadcast_to(x, tuple(size[c] for c in other)) if other else x
        result = ops.permute(result, tuple(label.index(c) for c in batch + left + summed))
        x = ops.permute(x, tuple(other.index(c) for c in batch + summed + right))
        shape = [product(size[c] for c in group) for group in (batch, left, summed, right)]
        result = ops.reshape(result, (shape[0], shape[1], shape[2]))
        x = ops.reshape(x, (shape[0], shape[2], shape[3]))
        if result.is_floating_point() or result.is_complex():
            result = ops.bmm(result, x)
        else:
            result = ops.sum(ops.mul(result.unsqueeze(3), x.unsqueeze(1)), 2)
        label = "".join(batch + left + right)
        result = ops.reshape(result, tuple(size[c] for c in label))
    label, result = single(label, result, output)
    return ops.permute(result, tuple(label.index(c) for c in output)) if output else result
