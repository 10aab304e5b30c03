import math
from collections import OrderedDict

import mindspore as ms
from helper import Encoder, initialize
from mindspore import mint, nn, ops
from mindspore.common.initializer import Normal


class VisionTransformer(nn.Cell):
    """Attention over the patches of images (N, 3, image_size, image_size), to (N, num_classes).

    Equals torchvision.models.VisionTransformer: the same layers under the same names, the same
    first values.
    """

    def __init__(
        self,
        image_size,
        patch_size,
        num_layers,
        num_heads,
        hidden_dim,
        mlp_dim,
        dropout=0.0,
        attention_dropout=0.0,
        num_classes=1000,
        representation_size=None,
        norm_layer=None,
    ):
        super().__init__()
        if image_size % patch_size:
            raise ValueError(f"image_size {image_size} is no multiple of patch_size {patch_size}")
        if norm_layer is None:

            def norm_layer(size):
                return nn.LayerNorm((size,), epsilon=1e-6)

        self.image_size, self.patch_size, self.hidden_dim = image_size, patch_size, hidden_dim
        self.num_classes, self.representation_size = num_classes, representation_size
        self.conv_proj = nn.Conv2d(
            3, hidden_dim, patch_size, patch_size, pad_mode="valid", has_bias=True
        )
        self.class_token = ms.Parameter(ops.zeros((1, 1, hidden_dim)))
        self.seq_length = (image_size // patch_size) ** 2 + 1
        self.encoder = Encoder(
            self.seq_length,
            num_layers,
            num_heads,
            hidden_dim,
            mlp_dim,
            dropout,
            attention_dropout,
            norm_layer,
        )
        heads = OrderedDict()
        if representation_size is not None:
            heads["pre_logits"] = mint.nn.Linear(hidden_dim, representation_size)
            heads["act"] = nn.Tanh()
            initialize(heads["pre_logits"].weight, Normal(1 / math.sqrt(hidden_dim)))
            initialize(heads["pre_logits"].bias, "zeros")
        heads["head"] = mint.nn.Linear(representation_size or hidden_dim, num_classes)
        self.heads = nn.SequentialCell(heads)
        initialize(self.conv_proj.weight, Normal(1 / math.sqrt(3 * patch_size**2)))
        for tensor in (self.conv_proj.bias, heads["head"].weight, heads["head"].bias):
            initialize(tensor, "zeros")

    def construct(self, x):
        if x.shape[2:] != (self.image_size, self.image_size):
            raise ValueError(f"images of {self.image_size} pixels expected, got {x.shape}")
        x = mint.flatten(self.conv_proj(x), 2).swapaxes(1, 2)
        token = self.class_token.broadcast_to((x.shape[0], 1, self.hidden_dim))
        return self.heads(self.encoder(mint.cat((token, x), 1))[:, 0])
