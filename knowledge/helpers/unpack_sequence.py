def unpack_sequence(packed_sequences):
    """The sequences of a batch that pack_sequence, pack_padded_sequence or a layer gave.

    Equals torch.nn.utils.rnn.unpack_sequence.
    """
    padded, lengths = packed_sequences.padded, packed_sequences.lengths.asnumpy()
    return [padded[: int(length), index] for index, length in enumerate(lengths)]
