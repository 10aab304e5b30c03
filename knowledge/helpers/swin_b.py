from helper import SwinTransformer, load_pretrained


def swin_b(weights=None, progress=True, **kwargs) -> SwinTransformer:
    """The network of torchvision.models.swin_b; kwargs are those of SwinTransformer.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "swin_b-68c6b09e"}
    weights = kwargs.pop("pretrained", weights)
    depths, heads = [2, 2, 18, 2], [4, 8, 16, 32]
    net = SwinTransformer([4, 4], 128, depths, heads, [7, 7], stochastic_depth_prob=0.5, **kwargs)
    return load_pretrained(net, weights, files)
