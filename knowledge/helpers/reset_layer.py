import math

from mindspore import mint, nn, ops
from mindspore.common import initializer


def reset_layer(layer, own=True) -> None:
    """Set a layer's parameters to start values, as layer.reset_parameters() of torch does.

    A method of this name that the layer has is called, unless own is False: so the method asks its
    base. Otherwise the weights of linear layers, convolutions and recurrent layers are drawn from
    uniform distributions, the table of an Embedding from a normal one, and norms start with 1 and 0.
    Raises NotImplementedError for others.
    """
    method = getattr(type(layer), "reset_parameters", None)
    if own and method is not None:
        method(layer)
        return
    layer = layer.bn2d if isinstance(layer, nn.BatchNorm3d) else layer
    linear = (nn.Dense, mint.nn.Linear, nn.BiDense, nn.Conv1d, nn.Conv2d, nn.Conv3d)
    linear += (nn.Conv1dTranspose, nn.Conv2dTranspose, nn.Conv3dTranspose, mint.nn.ConvTranspose2d)
    linear += (mint.nn.Conv1d, mint.nn.Conv2d, mint.nn.Conv3d)
    norms = (nn.BatchNorm1d, nn.BatchNorm2d, nn.SyncBatchNorm, nn.LayerNorm, nn.GroupNorm)
    norms += (nn.InstanceNorm1d, nn.InstanceNorm2d, nn.InstanceNorm3d)
    norms += (mint.nn.LayerNorm, mint.nn.GroupNorm)
    is_rms = any(one.__name__ == "RMSNorm" for one in type(layer).__mro__)
    if isinstance(layer, linear):
        shape = layer.weight.shape
        inputs = shape[1] if isinstance(layer, nn.BiDense) else math.prod(shape[1:])
        start = initializer.Uniform(1 / math.sqrt(inputs))
        starts = {"weight": start, "bias": start}
    elif isinstance(layer, (nn.RNN, nn.GRU, nn.LSTM)):
        start = initializer.Uniform(1 / math.sqrt(layer.hidden_size))
        starts = {name: start for name, _ in layer.parameters_and_names()}
    elif is_rms or isinstance(layer, norms):
        ones, zeros = ("weight", "gamma", "moving_variance"), ("bias", "beta", "moving_mean")
        starts = dict.fromkeys(ones, "ones") | dict.fromkeys(zeros, "zeros")
    elif isinstance(layer, (nn.Embedding, mint.nn.Embedding)):
        starts = dict.fromkeys(("weight", "embedding_table"), initializer.Normal(1.0))
    else:
        raise NotImplementedError("it is not known how this layer starts", type(layer))
    for name, parameter in layer.parameters_and_names():
        if name in starts:
            values = initializer.initializer(starts[name], parameter.shape, parameter.dtype)
            ops.assign(parameter, values.init_data())
            if getattr(layer, "padding_idx", None) is not None:
                parameter[layer.padding_idx] = 0
