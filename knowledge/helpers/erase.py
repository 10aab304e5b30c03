import mindspore as ms


def erase(img, i, j, h, w, v) -> ms.Tensor:
    """A copy of img (..., height, width) with v in the h rows from i and the w columns from j.

    Equals torchvision.transforms.functional.erase of tensors.
    """
    result = img.copy()
    result[..., i : i + h, j : j + w] = v
    return result
