from mindspore import nn, ops
from mindspore.common.initializer import XavierNormal, XavierUniform, initializer


def reset_attention(layer) -> None:
    """Set the parameters of a MultiheadAttention to start values; of a Transformer, its matrices.

    Equals torch's _reset_parameters of both: a MultiheadAttention keeps the weight of out_proj.
    """
    if isinstance(layer, nn.MultiheadAttention):
        names = ("in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight")
        starts = dict.fromkeys(names, XavierUniform())
        starts |= dict.fromkeys(("bias_k", "bias_v"), XavierNormal())
        starts |= dict.fromkeys(("in_proj_bias", "out_proj.bias"), "zeros")
    else:
        starts = {
            path: XavierUniform() for path, one in layer.parameters_and_names() if one.ndim > 1
        }
    for path, parameter in layer.parameters_and_names():
        if path in starts:
            values = initializer(starts[path], parameter.shape, parameter.dtype)
            ops.assign(parameter, values.init_data())
