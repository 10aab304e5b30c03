"""Style transfer: losses on the features of a network that does not learn."""

import numpy as np
import torch
from torch import nn
from torch.optim import SGD


class PaddedConv(nn.Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, upsample=None):
        super(PaddedConv, self).__init__()
        self.upsample = upsample
        self.pad = torch.nn.ReflectionPad2d(kernel_size // 2)
        self.conv2d = torch.nn.Conv2d(in_channels, out_channels, kernel_size, stride)

    def forward(self, x):
        if self.upsample:
            x = nn.functional.interpolate(x, mode="nearest", scale_factor=self.upsample)
        return self.conv2d(self.pad(x))


class Residual(nn.Module):
    def __init__(self, channels):
        super(Residual, self).__init__()
        self.conv1 = PaddedConv(channels, channels, kernel_size=3)
        self.in1 = nn.InstanceNorm2d(channels, affine=True)
        self.conv2 = PaddedConv(channels, channels, kernel_size=3)
        self.relu = nn.ReLU()

    def forward(self, x):
        return self.conv2(self.relu(self.in1(self.conv1(x)))) + x


class Stylizer(nn.Module):
    def __init__(self):
        super(Stylizer, self).__init__()
        self.down = PaddedConv(3, 4, kernel_size=3, stride=2)
        self.in1 = nn.InstanceNorm2d(4, affine=True)
        self.res = Residual(4)
        self.up = PaddedConv(4, 3, kernel_size=3, upsample=2)
        self.relu = nn.ReLU()

    def forward(self, x):
        y = self.relu(self.in1(self.down(x)))
        return self.up(self.res(y))


class Features(nn.Module):
    """The first layers of a classifier, in two slices whose outputs are both given."""

    def __init__(self, requires_grad=False):
        super(Features, self).__init__()
        layers = [
            nn.Conv2d(3, 4, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(4, 8, 3, padding=1),
            nn.ReLU(),
        ]
        self.slice1 = nn.Sequential()
        self.slice2 = nn.Sequential()
        for i in range(2):
            self.slice1.add_module(str(i), layers[i])
        for i in range(2, 5):
            self.slice2.add_module(str(i), layers[i])
        if not requires_grad:
            for param in self.parameters():
                param.requires_grad = False

    def forward(self, x):
        low = self.slice1(x)
        high = self.slice2(low)
        return low, high


def gram_matrix(y):
    (b, channels, h, w) = y.size()
    features = y.view(b, channels, w * h)
    return features.bmm(features.transpose(1, 2)) / (channels * h * w)


def normalize(batch):
    mean = batch.new_tensor([0.485, 0.456, 0.406]).view(-1, 1, 1)
    std = batch.new_tensor([0.229, 0.224, 0.225]).view(-1, 1, 1)
    batch = batch.div_(255.0)
    return (batch - mean) / std


rng = np.random.default_rng(34)
images = [
    torch.from_numpy(rng.integers(0, 255, (3, 3, 8, 8)).astype(np.float32)) for _ in range(10)
]
style = torch.from_numpy(rng.integers(0, 255, (3, 8, 8)).astype(np.float32))
losses = []


def train(content_weight=1e1, style_weight=1e2, epochs=2, lr=1e-3):
    device = torch.device("cpu")
    stylizer = Stylizer().to(device)
    features = Features(requires_grad=False).to(device)
    optimizer = SGD(stylizer.parameters(), lr)
    mse_loss = nn.MSELoss()

    style_grams = [gram_matrix(y) for y in features(normalize(style.repeat(3, 1, 1, 1).to(device)))]

    for epoch in range(epochs):
        stylizer.train()
        total, count = 0.0, 0
        for batch_id, original in enumerate(images):
            n_batch = len(original)
            count += n_batch
            optimizer.zero_grad()

            x = original.clone().to(device)
            y = normalize(stylizer(x / 64) * 64)
            x = normalize(x)
            features_y = features(y)
            features_x = features(x)
            content_loss = content_weight * mse_loss(features_y[1], features_x[1])
            style_loss = 0.0
            for feature, gram in zip(features_y, style_grams):
                style_loss += mse_loss(gram_matrix(feature), gram[:n_batch, :, :])
            style_loss *= style_weight

            loss = content_loss + style_loss
            loss.backward()
            optimizer.step()
            total += content_loss.item() + style_loss.item()
            losses.append(loss.item())
        print(epoch, total / count)


if __name__ == "__main__":
    train()
