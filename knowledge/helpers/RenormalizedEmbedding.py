from helper import Embedding, renormalized_embedding


class RenormalizedEmbedding(Embedding):
    """torch.nn.Embedding with max_norm and scale_grad_by_freq: it shortens rows in place."""

    def __init__(
        self,
        num_embeddings,
        embedding_dim,
        padding_idx=None,
        max_norm=None,
        norm_type=2.0,
        scale_grad_by_freq=False,
        **options,
    ):
        super().__init__(num_embeddings, embedding_dim, padding_idx, **options)
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq = scale_grad_by_freq

    def construct(self, ids):
        return renormalized_embedding(
            ids,
            self.embedding_table,
            self.padding_idx,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
        )
