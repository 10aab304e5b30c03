import mindspore as ms
from mindspore import ops


def deform_conv2d(
    input, offset, weight, bias=None, stride=(1, 1), padding=(0, 0), dilation=(1, 1), mask=None
) -> ms.Tensor:
    """A convolution that reads each pixel offset away from its place, times mask.

    input is (N, C, H, W), offset (N, 2 * G * K, H', W') with down before across for each of the K
    places of a kernel, mask (N, G * K, H', W'); gives (N, O, H', W'). Equals
    torchvision.ops.deform_conv2d.
    """
    stride, padding, dilation = (
        (size, size) if isinstance(size, int) else tuple(size)
        for size in (stride, padding, dilation)
    )
    high, wide = weight.shape[2:]
    number, twice, *out = offset.shape
    places = offset.reshape(number, twice // 2, 2, *out)
    if mask is None:
        mask = ops.ones_like(places[:, :, 0])
    return ops.deformable_conv2d(
        input,
        weight,
        ops.cat((places[:, :, 1], places[:, :, 0], mask), 1),
        (high, wide),
        (1, 1, *stride),
        (padding[0], padding[0], padding[1], padding[1]),
        bias,
        (1, 1, *dilation),
        input.shape[1] // weight.shape[1],
        twice // (2 * high * wide),
    )
