from mindspore import nn


def make_layers(cfg, batch_norm=False) -> nn.SequentialCell:
    """The convolutions of a VGG: a number is a 3x3 convolution of so many channels, "M" a pooling.

    Equals torchvision.models.vgg.make_layers.
    """
    cells, channels = [], 3
    for size in cfg:
        if size == "M":
            cells.append(nn.MaxPool2d(2, 2))
            continue
        cells.append(nn.Conv2d(channels, size, 3, pad_mode="pad", padding=1, has_bias=True))
        if batch_norm:
            cells.append(nn.BatchNorm2d(size))
        cells.append(nn.ReLU())
        channels = size
    return nn.SequentialCell(*cells)
