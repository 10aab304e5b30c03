from mindspore import mint


class LazyLinear(mint.nn.Linear):
    """A linear layer whose in_features are those of its first input.

    Equals torch.nn.LazyLinear; until the first call the weight has one column. Call it once before
    the optimizer is made, as in torch. Works in PyNative mode.
    """

    def __init__(self, out_features, bias=True, device=None, dtype=None):
        super().__init__(1, out_features, bias, dtype=dtype)
        self.in_features = 0

    def construct(self, input):
        if self.in_features == 0:
            self.in_features = input.shape[-1]
            first = mint.nn.Linear(
                self.in_features, self.out_features, self.bias is not None, dtype=self.weight.dtype
            )
            self.weight.set_data(first.weight, slice_shape=True)
            if self.bias is not None:
                self.bias.set_data(first.bias, slice_shape=True)
        return super().construct(input)
