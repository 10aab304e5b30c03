from helper import MobileNetV3, load_pretrained, make_divisible, scaled_blocks


def mobilenet_v3_large(weights=None, progress=True, **kwargs) -> MobileNetV3:
    """The network of torchvision.models.mobilenet_v3_large; kwargs are those of MobileNetV3.

    weights: None, or "IMAGENET1K_V1" or "IMAGENET1K_V2" for torch's, of the file in files with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "mobilenet_v3_large-8738ca79",
        "IMAGENET1K_V2": "mobilenet_v3_large-5c1a4163",
    }
    weights = kwargs.pop("pretrained", weights)
    width = kwargs.pop("width_mult", 1.0)
    tail = 2 if kwargs.pop("reduced_tail", False) else 1
    dilation = 2 if kwargs.pop("dilated", False) else 1
    blocks = [
        (16, 3, 16, 16, False, "RE", 1, 1),
        (16, 3, 64, 24, False, "RE", 2, 1),
        (24, 3, 72, 24, False, "RE", 1, 1),
        (24, 5, 72, 40, True, "RE", 2, 1),
        (40, 5, 120, 40, True, "RE", 1, 1),
        (40, 5, 120, 40, True, "RE", 1, 1),
        (40, 3, 240, 80, False, "HS", 2, 1),
        (80, 3, 200, 80, False, "HS", 1, 1),
        (80, 3, 184, 80, False, "HS", 1, 1),
        (80, 3, 184, 80, False, "HS", 1, 1),
        (80, 3, 480, 112, True, "HS", 1, 1),
        (112, 3, 672, 112, True, "HS", 1, 1),
        (112, 5, 672, 160 // tail, True, "HS", 2, dilation),
        (160 // tail, 5, 960 // tail, 160 // tail, True, "HS", 1, dilation),
        (160 // tail, 5, 960 // tail, 160 // tail, True, "HS", 1, dilation),
    ]
    last = make_divisible(1280 // tail * width, 8)
    net = MobileNetV3(scaled_blocks(blocks, width), last, **kwargs)
    return load_pretrained(net, weights, files)
