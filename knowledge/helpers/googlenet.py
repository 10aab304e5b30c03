from helper import GoogLeNet, load_pretrained


def googlenet(weights=None, progress=True, **kwargs) -> GoogLeNet:
    """The network of torchvision.models.googlenet; kwargs are those of GoogLeNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "googlenet-1378be20"}
    weights = kwargs.pop("pretrained", weights)
    has_aux = kwargs.pop("aux_logits", not weights)
    if weights:
        kwargs = {"transform_input": True, "init_weights": False, **kwargs}
    net = GoogLeNet(aux_logits=bool(has_aux or weights), **kwargs)
    load_pretrained(net, weights, files)
    if not has_aux:
        net.aux_logits, net.aux1, net.aux2 = False, None, None
    return net
