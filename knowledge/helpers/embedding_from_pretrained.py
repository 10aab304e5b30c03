from helper import Embedding
from mindspore import nn


def embedding_from_pretrained(embeddings, freeze=True, padding_idx=None) -> nn.Embedding:
    """An embedding whose table holds embeddings (num_embeddings, embedding_dim).

    Equals torch.nn.Embedding.from_pretrained.
    """
    layer = Embedding(*embeddings.shape, padding_idx=padding_idx, dtype=embeddings.dtype)
    layer.embedding_table.set_data(embeddings)
    layer.embedding_table.requires_grad = not freeze
    return layer
