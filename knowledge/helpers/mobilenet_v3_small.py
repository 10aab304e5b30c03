from helper import MobileNetV3, load_pretrained, make_divisible, scaled_blocks


def mobilenet_v3_small(weights=None, progress=True, **kwargs) -> MobileNetV3:
    """The network of torchvision.models.mobilenet_v3_small; kwargs are those of MobileNetV3.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "mobilenet_v3_small-047dcff4"}
    weights = kwargs.pop("pretrained", weights)
    width = kwargs.pop("width_mult", 1.0)
    tail = 2 if kwargs.pop("reduced_tail", False) else 1
    dilation = 2 if kwargs.pop("dilated", False) else 1
    blocks = [
        (16, 3, 16, 16, True, "RE", 2, 1),
        (16, 3, 72, 24, False, "RE", 2, 1),
        (24, 3, 88, 24, False, "RE", 1, 1),
        (24, 5, 96, 40, True, "HS", 2, 1),
        (40, 5, 240, 40, True, "HS", 1, 1),
        (40, 5, 240, 40, True, "HS", 1, 1),
        (40, 5, 120, 48, True, "HS", 1, 1),
        (48, 5, 144, 48, True, "HS", 1, 1),
        (48, 5, 288, 96 // tail, True, "HS", 2, dilation),
        (96 // tail, 5, 576 // tail, 96 // tail, True, "HS", 1, dilation),
        (96 // tail, 5, 576 // tail, 96 // tail, True, "HS", 1, dilation),
    ]
    last = make_divisible(1024 // tail * width, 8)
    net = MobileNetV3(scaled_blocks(blocks, width), last, **kwargs)
    return load_pretrained(net, weights, files)
