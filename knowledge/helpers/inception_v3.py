from helper import Inception3, load_pretrained


def inception_v3(weights=None, progress=True, **kwargs) -> Inception3:
    """The network of torchvision.models.inception_v3; kwargs are those of Inception3.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "inception_v3_google-0cc3c7bd"}
    weights = kwargs.pop("pretrained", weights)
    has_aux = kwargs.pop("aux_logits", True)
    if weights:
        kwargs = {"transform_input": True, "init_weights": False, **kwargs}
    net = Inception3(aux_logits=bool(has_aux or weights), **kwargs)
    load_pretrained(net, weights, files)
    if not has_aux:
        net.aux_logits, net.AuxLogits = False, None
    return net
