from mindspore import nn


class BasicBlock(nn.Cell):
    """Two 3x3 convolutions beside a shortcut: (N, C, H, W) to (N, planes, H / stride, W / stride).

    Equals torchvision.models.resnet.BasicBlock.
    """

    expansion = 1

    def __init__(
        self,
        inplanes,
        planes,
        stride=1,
        downsample=None,
        groups=1,
        base_width=64,
        dilation=1,
        norm_layer=None,
    ):
        super().__init__()
        if groups != 1 or base_width != 64:
            raise ValueError("BasicBlock only supports groups=1 and base_width=64")
        if dilation > 1:
            raise NotImplementedError("Dilation > 1 not supported in BasicBlock")
        norm_layer = nn.BatchNorm2d if norm_layer is None else norm_layer
        self.conv1 = nn.Conv2d(inplanes, planes, 3, stride, pad_mode="pad", padding=1)
        self.bn1 = norm_layer(planes)
        self.relu = nn.ReLU()
        self.conv2 = nn.Conv2d(planes, planes, 3, pad_mode="pad", padding=1)
        self.bn2 = norm_layer(planes)
        self.downsample = downsample
        self.stride = stride

    def construct(self, x):
        identity = x if self.downsample is None else self.downsample(x)
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return self.relu(out + identity)
