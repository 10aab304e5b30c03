from mindspore import mint, nn


class DenseLayer(nn.Cell):
    """growth_rate new channels of all that came before: a list of (N, C, H, W), or one of them.

    Equals torchvision.models.densenet._DenseLayer; memory_efficient changes no result, and nothing here.
    """

    def __init__(self, num_input_features, growth_rate, bn_size, drop_rate, memory_efficient=False):
        super().__init__()
        width = bn_size * growth_rate
        self.norm1 = nn.BatchNorm2d(num_input_features)
        self.relu1 = nn.ReLU()
        self.conv1 = nn.Conv2d(num_input_features, width, 1)
        self.norm2 = nn.BatchNorm2d(width)
        self.relu2 = nn.ReLU()
        self.conv2 = nn.Conv2d(width, growth_rate, 3, pad_mode="pad", padding=1)
        self.drop_rate = float(drop_rate)
        self.memory_efficient = memory_efficient
        self.dropout = nn.Dropout(p=self.drop_rate) if self.drop_rate > 0 else None

    def construct(self, input):
        x = mint.cat(list(input), 1) if isinstance(input, (list, tuple)) else input
        x = self.conv1(self.relu1(self.norm1(x)))
        x = self.conv2(self.relu2(self.norm2(x)))
        return x if self.dropout is None else self.dropout(x)
