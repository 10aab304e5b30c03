import math

import mindspore as ms
from mindspore import ops


def einsum(equation, *operands) -> ms.Tensor:
    """Sum the products of the operands over the labels that the equation leaves out.

    Equals torch.einsum, with "..." and without "->" as well, and with lists of numbers behind the
    operands in place of an equation. Each label is an axis, digits stand for the axes of an ellipsis, counted from the last. Two operands at a
    time become batches of matrices and are multiplied; axes of size 1 broadcast.
    """
    if not isinstance(equation, str):  # an operand, its axes, the next operand, its axes, ...
        given = [equation, *operands]
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        terms = [
            "".join([letters[n] if isinstance(n, int) else "..." for n in one])
            for one in given[1::2]
        ]
        equation = ",".join(terms)
        if len(given) % 2 == 1:
            last = "".join([letters[n] if isinstance(n, int) else "..." for n in given[-1]])
            equation = equation + "->" + last
        operands = given[: 2 * len(terms) : 2]
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    parts = equation.replace(" ", "").split("->")
    terms = parts[0].split(",")
    if len(terms) != len(operands):
        raise ValueError("einsum: the equation has another number of operands")
    dots = "9876543210"
    places = range(len(terms))
    shown = [len(term.replace("...", "")) for term in terms]
    widths = [max(len(operands[i].shape) - shown[i], 0) for i in places]
    labels = [terms[i].replace("...", dots[10 - widths[i] :]) for i in places]
    if len(parts) == 2:
        output = parts[1].replace("...", dots[10 - max(widths) :])
    else:
        single = [c for c in sorted(parts[0]) if c.isalpha() and parts[0].count(c) == 1]
        output = (dots[10 - max(widths) :] if "..." in parts[0] else "") + "".join(single)
    label, result = "", operands[0]
    for index in places:
        x, other = operands[index], labels[index]
        for c in other:
            if other.count(c) > 1:
                first, second = other.index(c), other.rindex(c)
                x = ops.diagonal(x, 0, first, second)
                other = other[:first] + other[first + 1 : second] + other[second + 1 :] + c
        later = output + "".join(labels[index + 1 :])
        gone = [i for i, c in enumerate(other) if c not in label + later]
        if len(gone) > 0:
            x = ops.sum(x, tuple(gone))
        other = "".join([c for c in other if c in label + later])
        if index == 0:
            label, result = other, x
            continue
        gone = [i for i, c in enumerate(label) if c not in other + later]
        if len(gone) > 0:
            result = ops.sum(result, tuple(gone))
        label = "".join([c for c in label if c in other + later])
        batch = [c for c in label if c in other and c in later]
        summed = [c for c in label if c in other and c not in later]
        left = [c for c in label if c not in other]
        right = [c for c in other if c not in label]
        names = label + "".join(right)
        ours = [result.shape[label.index(c)] if c in label else 1 for c in names]
        theirs = [x.shape[other.index(c)] if c in other else 1 for c in names]
        size = [ours[i] if theirs[i] == 1 else theirs[i] for i in range(len(names))]
        if len(label) > 0:
            result = ops.broadcast_to(result, tuple([size[names.index(c)] for c in label]))
        if len(other) > 0:
            x = ops.broadcast_to(x, tuple([size[names.index(c)] for c in other]))
        result = ops.permute(result, tuple([label.index(c) for c in batch + left + summed]))
        x = ops.permute(x, tuple([other.index(c) for c in batch + summed + right]))
        groups = [batch, left, summed, right]
        shape = [math.prod([size[names.index(c)] for c in group]) for group in groups]
        result = ops.reshape(result, (shape[0], shape[1], shape[2]))
        x = ops.reshape(x, (shape[0], shape[2], shape[3]))
        if result.is_floating_point() or result.is_complex():
            result = ops.bmm(result, x)
        else:
            result = ops.sum(ops.mul(result.unsqueeze(3), x.unsqueeze(1)), 2)
        label = "".join(batch + left + right)
        result = ops.reshape(result, tuple([size[names.index(c)] for c in label]))
    gone = [i for i, c in enumerate(label) if c not in output]
    if len(gone) > 0:
        result = ops.sum(result, tuple(gone))
    label = "".join([c for c in label if c in output])
    if len(output) == 0:
        return result
    return ops.permute(result, tuple([label.index(c) for c in output]))
