from mindspore import nn


class AdaptiveMaxPool1d(nn.AdaptiveMaxPool1d):
    """mindspore.nn.AdaptiveMaxPool1d with the arguments of torch.nn.AdaptiveMaxPool1d."""

    def __init__(self, output_size, return_indices=False):
        if return_indices:
            raise NotImplementedError("AdaptiveMaxPool1d gives no indices")
        super().__init__(output_size if isinstance(output_size, int) else output_size[0])
