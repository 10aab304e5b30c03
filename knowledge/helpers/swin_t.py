from helper import SwinTransformer, load_pretrained


def swin_t(weights=None, progress=True, **kwargs) -> SwinTransformer:
    """The network of torchvision.models.swin_t; kwargs are those of SwinTransformer.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "swin_t-704ceda3"}
    weights = kwargs.pop("pretrained", weights)
    depths, heads = [2, 2, 6, 2], [3, 6, 12, 24]
    net = SwinTransformer([4, 4], 96, depths, heads, [7, 7], stochastic_depth_prob=0.2, **kwargs)
    return load_pretrained(net, weights, files)
