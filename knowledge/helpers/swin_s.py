from helper import SwinTransformer, load_pretrained


def swin_s(weights=None, progress=True, **kwargs) -> SwinTransformer:
    """The network of torchvision.models.swin_s; kwargs are those of SwinTransformer.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "swin_s-5e29d889"}
    weights = kwargs.pop("pretrained", weights)
    depths, heads = [2, 2, 18, 2], [3, 6, 12, 24]
    net = SwinTransformer([4, 4], 96, depths, heads, [7, 7], stochastic_depth_prob=0.3, **kwargs)
    return load_pretrained(net, weights, files)
