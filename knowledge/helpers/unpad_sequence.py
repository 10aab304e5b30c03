def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """Take a padded batch of shape (L, B, *), or (B, L, *) if batch_first, apart into a list.

    Equals torch.nn.utils.rnn.unpad_sequence: tensor i has the shape (lengths[i], *).
    """
    rows = padded_sequences if batch_first else padded_sequences.swapaxes(0, 1)
    return [row[: int(length)] for row, length in zip(rows, lengths, strict=True)]
