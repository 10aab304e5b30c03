import mindspore as ms
from mindspore import ops


def vmap(func, in_dims=0, out_dims=0):
    """A function that calls func for each item along the axes in_dims of its arguments.

    The results are stacked along out_dims; keywords are handed on. Equals torch.vmap,
    one item after the other. mindspore.vmap is faster, and compiles func.
    """

    def size(value, dim):
        if dim is None:
            return None
        if isinstance(value, ms.Tensor):
            return value.shape[dim]
        items = list(value.values()) if isinstance(value, dict) else list(value)
        each = dim if isinstance(dim, (list, tuple)) else [dim] * len(items)
        return next((n for n in map(size, items, each) if n is not None), None)

    def pick(value, dim, index):
        if dim is None:
            return value
        if isinstance(value, ms.Tensor):
            return ops.gather(value, ms.Tensor(index), dim % value.ndim)
        if isinstance(value, dict):
            return {key: pick(item, dim, index) for key, item in value.items()}
        each = dim if isinstance(dim, (list, tuple)) else [dim] * len(value)
        return type(value)([pick(item, d, index) for item, d in zip(value, each, strict=True)])

    def join(items, dim):
        first = items[0]
        if isinstance(first, ms.Tensor):
            return ops.stack(items, dim)
        if isinstance(first, dict):
            return {key: join([item[key] for item in items], dim) for key in first}
        each = dim if isinstance(dim, (list, tuple)) else [dim] * len(first)
        return type(first)([join([item[n] for item in items], d) for n, d in enumerate(each)])

    def mapped(*args, **kwargs):
        each = in_dims if isinstance(in_dims, (list, tuple)) else [in_dims] * len(args)
        found = [func(*pick(args, each, i), **kwargs) for i in range(size(args, each))]
        return join(found, out_dims)

    return mapped
