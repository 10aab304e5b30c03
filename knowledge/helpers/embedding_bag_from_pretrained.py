from helper import EmbeddingBag


def embedding_bag_from_pretrained(
    embeddings,
    freeze=True,
    max_norm=None,
    norm_type=2.0,
    scale_grad_by_freq=False,
    mode="mean",
    sparse=False,
    include_last_offset=False,
    padding_idx=None,
) -> EmbeddingBag:
    """Bags of rows of embeddings (num_embeddings, embedding_dim), whose weight is frozen or not.

    Equals torch.nn.EmbeddingBag.from_pretrained without max_norm and scale_grad_by_freq.
    """
    layer = EmbeddingBag(
        *embeddings.shape,
        max_norm=max_norm,
        norm_type=norm_type,
        scale_grad_by_freq=scale_grad_by_freq,
        mode=mode,
        sparse=sparse,
        _weight=embeddings,
        include_last_offset=include_last_offset,
        padding_idx=padding_idx,
    )
    layer.weight.requires_grad = not freeze
    return layer
