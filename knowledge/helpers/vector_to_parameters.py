from mindspore import ops


def vector_to_parameters(vec, parameters):
    """Set the parameters from the slices of one vector, in their order.

    Equals torch.nn.utils.vector_to_parameters.
    """
    start = 0
    for parameter in parameters:
        part = vec[start : start + parameter.size]
        ops.assign(parameter, part.reshape(parameter.shape).astype(parameter.dtype))
        start += parameter.size
