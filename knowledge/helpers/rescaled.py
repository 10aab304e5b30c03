import mindspore as ms


def rescaled(x) -> ms.Tensor:
    """Images (N, 3, H, W) that were normalised for ImageNet, from -1 to 1 as the first Inceptions had them."""
    std = ms.Tensor([0.229, 0.224, 0.225]).reshape(1, 3, 1, 1)
    mean = ms.Tensor([0.485, 0.456, 0.406]).reshape(1, 3, 1, 1)
    return x * (std / 0.5) + (mean - 0.5) / 0.5
