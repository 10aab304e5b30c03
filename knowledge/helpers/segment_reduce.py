import mindspore as ms
import numpy as np
from mindspore import ops


def segment_reduce(data, reduce, *, lengths=None, offsets=None, axis=0, initial=None) -> ms.Tensor:
    """Reduce runs of the first axis, of the lengths or between the offsets that are given.

    reduce is "sum", "mean", "max", "min" or "prod". Equals torch.segment_reduce for axis 0; an
    empty run gives initial, or else 0 of "sum", 1 of "prod", and what is least or nothing of others.
    """
    if axis != 0:
        raise NotImplementedError("segment_reduce takes axis 0", axis)
    if offsets is None:
        bounds = np.concatenate(([0], np.cumsum(lengths.asnumpy())))
    else:
        bounds = offsets.asnumpy()
    first = {"sum": 0.0, "mean": 0.0, "prod": 1.0, "max": -np.inf, "min": np.inf}[reduce]
    first = first if initial is None else float(initial)
    found = []
    for start, stop in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        part = data[start:stop]
        if start == stop:
            empty = np.nan if reduce == "mean" and initial is None else first
            found.append(ops.full(data.shape[1:], empty, dtype=data.dtype))
        elif reduce in ("sum", "mean"):
            total = part.sum(0) + first
            found.append(total / (stop - start) if reduce == "mean" else total)
        elif reduce == "prod":
            found.append(part.prod(0) * first)
        else:
            extreme = ops.amax(part, 0) if reduce == "max" else ops.amin(part, 0)
            pick = ops.maximum if reduce == "max" else ops.minimum
            found.append(pick(extreme, ops.full_like(extreme, first)))
    return ops.stack(found)
