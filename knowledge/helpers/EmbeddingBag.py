import mindspore as ms
from mindspore import Parameter, nn, ops


class EmbeddingBag(nn.Cell):
    """Rows of a table (V, D), summed, averaged or the greatest of each bag: (B, N) to (B, D).

    Equals torch.nn.EmbeddingBag without max_norm and scale_grad_by_freq.
    """

    def __init__(
        self,
        num_embeddings,
        embedding_dim,
        max_norm=None,
        norm_type=2.0,
        scale_grad_by_freq=False,
        mode="mean",
        sparse=False,
        _weight=None,
        include_last_offset=False,
        padding_idx=None,
        device=None,
        dtype=None,
    ):
        super().__init__()
        if max_norm is not None or scale_grad_by_freq or mode not in ("sum", "mean", "max"):
            raise NotImplementedError(
                "no max_norm, no scale_grad_by_freq; mode is sum, mean or max"
            )
        table = ops.randn(num_embeddings, embedding_dim) if _weight is None else _weight
        if padding_idx is not None:
            padding_idx %= num_embeddings
            if _weight is None:
                table[padding_idx] = 0
        self.weight = Parameter(table, name="weight")
        self.mode = mode
        self.norm_type, self.sparse = norm_type, sparse
        self.include_last_offset = include_last_offset
        self.padding_idx = padding_idx

    def construct(self, input, offsets=None, per_sample_weights=None):
        if input.ndim == 2:
            count = input.shape[0]
            bag = ops.arange(count).reshape(-1, 1).broadcast_to(input.shape).reshape(-1)
        else:
            count = offsets.shape[0] - int(self.include_last_offset)
            begun = ops.arange(input.shape[0]).reshape(-1, 1) >= offsets[:count].reshape(1, -1)
            bag = begun.astype(ms.int32).sum(1) - 1
        bag, input = bag.astype(ms.int32), input.reshape(-1).astype(ms.int32)
        counts = ops.ones_like(input)
        if self.padding_idx is not None:
            counts = (input != self.padding_idx).astype(ms.int32)
        rows, taken = ops.gather(self.weight, input, 0), counts.reshape(-1, 1).astype(ms.bool_)
        if per_sample_weights is not None:
            rows = rows * per_sample_weights.reshape(-1, 1)
        size = ops.unsorted_segment_sum(counts, bag, count).reshape(-1, 1)
        if self.mode == "max":
            low = ops.full_like(rows, float("-inf"))
            most = ops.unsorted_segment_max(ops.where(taken, rows, low), bag, count)
            return ops.where(size > 0, most, ops.zeros_like(most))
        total = ops.unsorted_segment_sum(rows * taken.astype(rows.dtype), bag, count)
        return total if self.mode == "sum" else total / ops.clamp(size, min=1).astype(total.dtype)

    def reset_parameters(self):
        table = ops.randn(*self.weight.shape).astype(self.weight.dtype)
        if self.padding_idx is not None:
            table[self.padding_idx] = 0
        ops.assign(self.weight, table)
