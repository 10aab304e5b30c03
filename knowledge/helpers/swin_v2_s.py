from helper import PatchMergingV2, SwinTransformer, SwinTransformerBlockV2, load_pretrained


def swin_v2_s(weights=None, progress=True, **kwargs) -> SwinTransformer:
    """The network of torchvision.models.swin_v2_s; kwargs are those of SwinTransformer.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "swin_v2_s-637d8ceb"}
    weights = kwargs.pop("pretrained", weights)
    kwargs["block"], kwargs["downsample_layer"] = SwinTransformerBlockV2, PatchMergingV2
    depths, heads = [2, 2, 18, 2], [3, 6, 12, 24]
    net = SwinTransformer([4, 4], 96, depths, heads, [8, 8], stochastic_depth_prob=0.3, **kwargs)
    return load_pretrained(net, weights, files)
