from helper import PatchMerging


class PatchMergingV2(PatchMerging):
    """PatchMerging that normalises what it has merged.

    Equals torchvision.models.swin_transformer.PatchMergingV2.
    """

    def __init__(self, dim, norm_layer):
        super().__init__(dim, norm_layer)
        self.norm = norm_layer(2 * dim)

    def construct(self, x):
        return self.norm(self.reduction(self.merged(x)))
