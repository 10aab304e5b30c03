from helper import DenseLayer
from mindspore import mint, nn


class DenseBlock(nn.Cell):
    """Dense layers, each fed with all before it: (N, C, H, W) to C + num_layers * growth_rate channels.

    Equals torchvision.models.densenet._DenseBlock.
    """

    def __init__(
        self,
        num_layers,
        num_input_features,
        bn_size,
        growth_rate,
        drop_rate,
        memory_efficient=False,
    ):
        super().__init__()
        for index in range(num_layers):
            channels = num_input_features + index * growth_rate
            layer = DenseLayer(channels, growth_rate, bn_size, drop_rate, memory_efficient)
            self.insert_child_to_cell(f"denselayer{index + 1}", layer)

    def construct(self, init_features):
        features = [init_features]
        for layer in self.cells():
            features.append(layer(features))
        return mint.cat(features, 1)
