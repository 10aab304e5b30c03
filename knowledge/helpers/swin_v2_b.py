from helper import PatchMergingV2, SwinTransformer, SwinTransformerBlockV2, load_pretrained


def swin_v2_b(weights=None, progress=True, **kwargs) -> SwinTransformer:
    """The network of torchvision.models.swin_v2_b; kwargs are those of SwinTransformer.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "swin_v2_b-781e5279"}
    weights = kwargs.pop("pretrained", weights)
    kwargs["block"], kwargs["downsample_layer"] = SwinTransformerBlockV2, PatchMergingV2
    depths, heads = [2, 2, 18, 2], [4, 8, 16, 32]
    net = SwinTransformer([4, 4], 128, depths, heads, [8, 8], stochastic_depth_prob=0.5, **kwargs)
    return load_pretrained(net, weights, files)
