import numpy as np


def packed_data(packed):
    """The items of a packed batch one after the other: those of each time, the longest sequence first.

    Stands for the data of torch's PackedSequence, of the padded batch that pack_padded_sequence gives
    here. Works in PyNative mode.
    """
    lengths = packed.lengths.asnumpy()
    order = np.argsort(-lengths, kind="stable").tolist()
    count = len(lengths)
    places = [t * count + b for t in range(int(lengths.max())) for b in order if lengths[b] > t]
    return packed.padded.reshape((-1, *packed.padded.shape[2:]))[places]
