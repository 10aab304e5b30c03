from helper import make_divisible


def scaled_blocks(blocks, width):
    """Rows for MobileNetV3, (channels, kernel, wide, out, ...), with width times the channels."""
    return [
        (
            make_divisible(channels * width, 8),
            kernel,
            make_divisible(wide * width, 8),
            make_divisible(out * width, 8),
            *rest,
        )
        for channels, kernel, wide, out, *rest in blocks
    ]
