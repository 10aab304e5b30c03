import mindspore as ms
from mindspore import ops


def box_convert(boxes, in_fmt, out_fmt) -> ms.Tensor:
    """Boxes (..., 4) from one format to another: "xyxy" (two corners), "xywh" or "cxcywh".

    Equals torchvision.ops.box_convert for boxes that are not rotated.
    """
    formats = ("xyxy", "xywh", "cxcywh")
    if in_fmt not in formats or out_fmt not in formats:
        raise ValueError("box_convert knows xyxy, xywh and cxcywh.")
    if in_fmt == out_fmt:
        return boxes.copy()
    first, second = boxes[..., :2], boxes[..., 2:]
    size = second - first if in_fmt == "xyxy" else second
    low = first - 0.5 * size if in_fmt == "cxcywh" else first
    if out_fmt == "xyxy":
        parts = (low, first + 0.5 * size if in_fmt == "cxcywh" else first + size)
    elif out_fmt == "xywh":
        parts = (low, size)
    else:
        parts = ((first + second) / 2 if in_fmt == "xyxy" else first + size / 2, size)
    return ops.cat([part.astype(parts[0].dtype) for part in parts], -1)
