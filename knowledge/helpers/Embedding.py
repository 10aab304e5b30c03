import mindspore as ms
from mindspore import nn, ops


class Embedding(nn.Embedding):
    """mindspore.nn.Embedding with the arguments of torch.nn.Embedding.

    The row of padding_idx gets no gradient, which MindSpore's does.
    """

    def __init__(
        self,
        num_embeddings,
        embedding_dim,
        padding_idx=None,
        max_norm=None,
        norm_type=2.0,
        scale_grad_by_freq=False,
        sparse=False,
        _weight=None,
        _freeze=False,
        device=None,
        dtype=None,
    ):
        if max_norm is not None or scale_grad_by_freq:
            raise NotImplementedError("Embedding has no max_norm and no scale_grad_by_freq")
        if padding_idx is not None and padding_idx < 0:
            padding_idx += num_embeddings
        super().__init__(
            int(num_embeddings),
            int(embedding_dim),
            embedding_table=ms.common.initializer.Normal(1.0),
            padding_idx=padding_idx,
        )
        if dtype is not None and dtype != ms.float32:
            self.embedding_table.set_dtype(dtype)
        if _weight is not None:
            self.embedding_table.set_data(_weight)
        self.embedding_table.requires_grad = not _freeze
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq, self.sparse = scale_grad_by_freq, sparse

    def construct(self, ids):
        rows = super().construct(ids)
        if self.padding_idx is None:
            return rows
        padding = (ids == self.padding_idx).expand_dims(-1)
        return ops.where(padding, ops.stop_gradient(rows), rows)
