from mindspore import mint, nn, ops


class PatchMerging(nn.Cell):
    """Each 2x2 places as one, of twice the channels: (N, H, W, dim) to (N, H / 2, W / 2, 2 dim).

    Equals torchvision.models.swin_transformer.PatchMerging.
    """

    def __init__(self, dim, norm_layer):
        super().__init__()
        self.reduction = mint.nn.Linear(4 * dim, 2 * dim, bias=False)
        self.norm = norm_layer(4 * dim)

    def construct(self, x):
        return self.reduction(self.norm(self.merged(x)))

    def merged(self, x):
        down, across = x.shape[1] % 2, x.shape[2] % 2
        if down or across:
            x = ops.Pad(((0, 0), (0, down), (0, across), (0, 0)))(x)
        count, height, width, dim = x.shape
        x = x.reshape(count, height // 2, 2, width // 2, 2, dim)
        return x.permute(0, 1, 3, 4, 2, 5).reshape(count, height // 2, width // 2, 4 * dim)
