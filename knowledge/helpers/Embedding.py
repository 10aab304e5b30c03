import mindspore as ms
from helper import embedding
from mindspore import nn


class Embedding(nn.Embedding):
    """mindspore.nn.Embedding with the arguments of torch.nn.Embedding.

    The row of padding_idx gets no gradient, which MindSpore's does; max_norm shortens rows in place.
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
        return embedding(
            ids,
            self.embedding_table,
            self.padding_idx,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
        )
