"""U-Net with attention gates, as a script with arguments, a dice loss and a saved best model."""

import argparse
import os
import tempfile

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


def get_args():
    parser = argparse.ArgumentParser(description="Train the UNet on images and target masks")
    parser.add_argument("--epochs", "-e", metavar="E", type=int, default=4, help="Number of epochs")
    parser.add_argument("--batch-size", "-b", dest="batch_size", type=int, default=3)
    parser.add_argument("--learning-rate", "-l", type=float, default=0.05, dest="lr")
    parser.add_argument("--channels", nargs="+", type=int, default=[4, 8])
    parser.add_argument("--output", default=tempfile.mkdtemp())
    parser.add_argument("--device", default="cuda:0" if torch.cuda.is_available() else "cpu")
    return parser.parse_args([])


class Circles(Dataset):
    """Bright discs on noise; the mask is the disc."""

    def __init__(self, count, size=12, seed=0):
        rng = np.random.RandomState(seed)
        rows, columns = np.mgrid[:size, :size]
        self.items = []
        for _ in range(count):
            y, x = rng.randint(3, size - 3, 2)
            mask = ((rows - y) ** 2 + (columns - x) ** 2 <= rng.randint(4, 12)).astype(np.float32)
            image = 0.3 * rng.rand(1, size, size) + mask[None]
            self.items.append((image.astype(np.float32), mask[None]))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        image, mask = self.items[index]
        return torch.from_numpy(image), torch.from_numpy(mask)


def conv_block(in_ch, out_ch):
    return nn.Sequential(
        nn.Conv2d(in_ch, out_ch, kernel_size=3, stride=1, padding=1, bias=False),
        nn.GroupNorm(2, out_ch),
        nn.LeakyReLU(0.1, inplace=True),
        nn.Conv2d(out_ch, out_ch, kernel_size=3, stride=1, padding=1, bias=False),
        nn.GroupNorm(2, out_ch),
        nn.LeakyReLU(0.1, inplace=True),
    )


class AttentionGate(nn.Module):
    def __init__(self, gate_ch, skip_ch, inter_ch):
        super().__init__()
        self.w_g = nn.Conv2d(gate_ch, inter_ch, 1)
        self.w_x = nn.Conv2d(skip_ch, inter_ch, 1, bias=False)
        self.psi = nn.Sequential(nn.ReLU(inplace=True), nn.Conv2d(inter_ch, 1, 1), nn.Sigmoid())

    def forward(self, gate, skip):
        return skip * self.psi(self.w_g(gate) + self.w_x(skip))


class AttentionUNet(nn.Module):
    def __init__(self, in_channels=1, out_channels=1, channels=(4, 8)):
        super().__init__()
        self.downs = nn.ModuleList()
        self.ups = nn.ModuleList()
        self.gates = nn.ModuleList()
        self.pool = nn.MaxPool2d(kernel_size=2, stride=2)
        for width in channels:
            self.downs.append(conv_block(in_channels, width))
            in_channels = width
        self.bottleneck = conv_block(channels[-1], channels[-1] * 2)
        for width in reversed(channels):
            self.ups.append(nn.ConvTranspose2d(width * 2, width, kernel_size=2, stride=2))
            self.gates.append(AttentionGate(width, width, width // 2))
            self.ups.append(conv_block(width * 2, width))
        self.final = nn.Conv2d(channels[0], out_channels, kernel_size=1)

    def forward(self, x):
        skips = []
        for down in self.downs:
            x = down(x)
            skips.append(x)
            x = self.pool(x)
        x = self.bottleneck(x)
        skips = skips[::-1]
        for idx in range(0, len(self.ups), 2):
            x = self.ups[idx](x)
            skip = skips[idx // 2]
            if x.shape[2:] != skip.shape[2:]:
                x = nn.functional.interpolate(x, size=skip.shape[2:])
            skip = self.gates[idx // 2](x, skip)
            x = self.ups[idx + 1](torch.cat((skip, x), dim=1))
        return self.final(x)


class DiceBCELoss(nn.Module):
    def __init__(self, smooth=1.0):
        super().__init__()
        self.smooth = smooth
        self.bce = nn.BCEWithLogitsLoss(pos_weight=torch.tensor([2.0]))

    def forward(self, logits, targets):
        probs = torch.sigmoid(logits).view(-1)
        flat = targets.view(-1)
        intersection = (probs * flat).sum()
        dice = 1 - (2.0 * intersection + self.smooth) / (probs.sum() + flat.sum() + self.smooth)
        return self.bce(logits, targets) + dice


@torch.no_grad()
def check_accuracy(loader, model, device="cpu"):
    num_correct = 0
    num_pixels = 0
    dice_score = 0
    model.eval()
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        preds = (torch.sigmoid(model(x)) > 0.5).float()
        num_correct += (preds == y).sum()
        num_pixels += torch.numel(preds)
        dice_score += (2 * (preds * y).sum()) / ((preds + y).sum() + 1e-8)
    print(f"Got {num_correct}/{num_pixels} with acc {num_correct / num_pixels * 100:.2f}")
    print(f"Dice score: {dice_score / len(loader)}")
    model.train()
    return float(dice_score / len(loader))


def train_one_epoch(model, optimizer, loss_fn, loader, epoch, args):
    running_loss = 0.0
    for i, (images, masks) in enumerate(loader):
        images = images.to(args.device, non_blocking=True)
        masks = masks.to(args.device, non_blocking=True)
        outputs = model(images)
        loss = loss_fn(outputs, masks)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        running_loss += loss.item() * images.size(0)
        losses.append(loss.item())
    return running_loss / len(loader.dataset)


def main(args):
    torch.manual_seed(0)
    train_loader = DataLoader(Circles(15, seed=1), batch_size=args.batch_size, shuffle=False)
    val_loader = DataLoader(Circles(4, seed=2), batch_size=2, shuffle=False)
    model = AttentionUNet(channels=args.channels).to(args.device)
    loss_fn = DiceBCELoss()
    optimizer = torch.optim.SGD(
        model.parameters(), lr=args.lr, momentum=0.9, weight_decay=1e-4, nesterov=True
    )
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
    best = -1.0
    path = os.path.join(args.output, "best_model.pth")
    for epoch in range(args.epochs):
        train_loss = train_one_epoch(model, optimizer, loss_fn, train_loader, epoch, args)
        scheduler.step()
        dice = check_accuracy(val_loader, model, args.device)
        print("epoch {:>3d}: loss {:.4f}, lr {:g}".format(epoch, train_loss, scheduler.get_last_lr()[0]))
        if dice > best:
            best = dice
            torch.save({"epoch": epoch, "model": model.state_dict()}, path)
    checkpoint = torch.load(path, map_location=args.device)
    model.load_state_dict(checkpoint["model"])
    losses.append(check_accuracy(val_loader, model, args.device))


losses = []

if __name__ == "__main__":
    main(get_args())
