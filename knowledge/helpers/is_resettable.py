from mindspore import mint, nn


def is_resettable(layer) -> bool:
    """Whether the layer, or torch's layer that it stands for, has a method reset_parameters."""
    layers = (nn.Dense, mint.nn.Linear, nn.BiDense, nn.Embedding, mint.nn.Embedding)
    layers += (nn.Conv1d, nn.Conv2d, nn.Conv3d, mint.nn.Conv1d, mint.nn.Conv2d, mint.nn.Conv3d)
    layers += (nn.Conv1dTranspose, nn.Conv2dTranspose, nn.Conv3dTranspose, mint.nn.ConvTranspose2d)
    layers += (nn.RNN, nn.GRU, nn.LSTM, nn.PReLU, mint.nn.PReLU)
    layers += (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d, nn.SyncBatchNorm)
    layers += (nn.LayerNorm, nn.GroupNorm, mint.nn.LayerNorm, mint.nn.GroupNorm)
    layers += (nn.InstanceNorm1d, nn.InstanceNorm2d, nn.InstanceNorm3d)
    own = getattr(type(layer), "reset_parameters", None)
    return own is not None or isinstance(layer, layers)
