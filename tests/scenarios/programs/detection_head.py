"""A detection head over two feature levels: focal loss and box regression on matched anchors."""

import math
from typing import Dict, List, Tuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn


def sigmoid_focal_loss(
    inputs: Tensor, targets: Tensor, alpha: float = 0.25, gamma: float = 2, reduction: str = "none"
) -> Tensor:
    p = torch.sigmoid(inputs)
    ce_loss = F.binary_cross_entropy_with_logits(inputs, targets, reduction="none")
    p_t = p * targets + (1 - p) * (1 - targets)
    loss = ce_loss * ((1 - p_t) ** gamma)

    if alpha >= 0:
        alpha_t = alpha * targets + (1 - alpha) * (1 - targets)
        loss = alpha_t * loss

    if reduction == "mean":
        loss = loss.mean()
    elif reduction == "sum":
        loss = loss.sum()
    return loss


class Backbone(nn.Module):
    def __init__(self, out_channels: int = 8) -> None:
        super().__init__()
        self.stem = nn.Conv2d(3, 4, 3, stride=2, padding=1)
        self.down = nn.Conv2d(4, 8, 3, stride=2, padding=1)
        self.inner_blocks = nn.ModuleList()
        self.layer_blocks = nn.ModuleList()
        for in_channels in (4, 8):
            self.inner_blocks.append(nn.Conv2d(in_channels, out_channels, 1))
            self.layer_blocks.append(nn.Conv2d(out_channels, out_channels, 3, padding=1))

        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_uniform_(m.weight, a=1)
                nn.init.constant_(m.bias, 0)

    def forward(self, x: Tensor) -> List[Tensor]:
        c1 = F.relu(self.stem(x))
        c2 = F.relu(self.down(c1))
        last = self.inner_blocks[-1](c2)
        results = [self.layer_blocks[-1](last)]
        lateral = self.inner_blocks[0](c1)
        last = lateral + F.interpolate(last, size=lateral.shape[-2:], mode="nearest")
        results.insert(0, self.layer_blocks[0](last))
        return results


class RetinaHead(nn.Module):
    def __init__(self, in_channels: int, num_anchors: int, num_classes: int, prior_probability: float = 0.01):
        super().__init__()
        self.num_classes = num_classes
        cls_tower = []
        for _ in range(2):
            cls_tower.append(nn.Conv2d(in_channels, in_channels, kernel_size=3, stride=1, padding=1))
            cls_tower.append(nn.GroupNorm(2, in_channels))
            cls_tower.append(nn.ReLU())
        self.cls_tower = nn.Sequential(*cls_tower)
        self.cls_logits = nn.Conv2d(in_channels, num_anchors * num_classes, kernel_size=3, stride=1, padding=1)
        self.bbox_reg = nn.Conv2d(in_channels, num_anchors * 4, kernel_size=3, stride=1, padding=1)
        torch.nn.init.normal_(self.cls_logits.weight, std=0.01)
        torch.nn.init.constant_(self.cls_logits.bias, -math.log((1 - prior_probability) / prior_probability))

    def forward(self, features: List[Tensor]) -> Dict[str, Tensor]:
        all_cls_logits, all_bbox = [], []
        for x in features:
            tower = self.cls_tower(x)
            cls_logits = self.cls_logits(tower)
            N, _, H, W = cls_logits.shape
            cls_logits = cls_logits.view(N, -1, self.num_classes, H, W)
            cls_logits = cls_logits.permute(0, 3, 4, 1, 2)
            all_cls_logits.append(cls_logits.reshape(N, -1, self.num_classes))
            bbox = self.bbox_reg(tower)
            bbox = bbox.view(N, -1, 4, H, W).permute(0, 3, 4, 1, 2).reshape(N, -1, 4)
            all_bbox.append(bbox)
        return {"cls_logits": torch.cat(all_cls_logits, dim=1), "bbox_regression": torch.cat(all_bbox, dim=1)}


class Detector(nn.Module):
    def __init__(self, num_classes: int) -> None:
        super().__init__()
        self.backbone = Backbone()
        self.head = RetinaHead(8, 2, num_classes)

    def forward(self, images: Tensor) -> Dict[str, Tensor]:
        return self.head(self.backbone(images))


def box_iou(boxes1: Tensor, boxes2: Tensor) -> Tensor:
    area1 = (boxes1[:, 2] - boxes1[:, 0]) * (boxes1[:, 3] - boxes1[:, 1])
    area2 = (boxes2[:, 2] - boxes2[:, 0]) * (boxes2[:, 3] - boxes2[:, 1])
    lt = torch.max(boxes1[:, None, :2], boxes2[:, :2])
    rb = torch.min(boxes1[:, None, 2:], boxes2[:, 2:])
    wh = (rb - lt).clamp(min=0)
    inter = wh[:, :, 0] * wh[:, :, 1]
    return inter / (area1[:, None] + area2 - inter)


def make_anchors(sizes: List[Tuple[int, int]]) -> Tensor:
    anchors = []
    for stride, scale in sizes:
        n = 16 // stride
        shift = (torch.arange(n, dtype=torch.float32) + 0.5) * stride
        shift_y, shift_x = torch.meshgrid(shift, shift, indexing="ij")
        centers = torch.stack((shift_x.reshape(-1), shift_y.reshape(-1)), dim=1)
        for_each = []
        for ratio in (0.5, 1.0):
            half = torch.tensor([scale * ratio, scale / 2.0]) / 2
            for_each.append(torch.cat([centers - half, centers + half], dim=1))
        anchors.append(torch.stack(for_each, dim=1).view(-1, 4))
    return torch.cat(anchors)


def encode(reference: Tensor, proposals: Tensor) -> Tensor:
    pw = proposals[:, 2] - proposals[:, 0]
    ph = proposals[:, 3] - proposals[:, 1]
    gw = reference[:, 2] - reference[:, 0]
    gh = reference[:, 3] - reference[:, 1]
    dx = ((reference[:, 0] + reference[:, 2]) - (proposals[:, 0] + proposals[:, 2])) / (2 * pw)
    dy = ((reference[:, 1] + reference[:, 3]) - (proposals[:, 1] + proposals[:, 3])) / (2 * ph)
    return torch.stack([dx, dy, torch.log(gw / pw), torch.log(gh / ph)], dim=1)


def compute_loss(
    outputs: Dict[str, Tensor], targets: List[Dict[str, Tensor]], anchors: Tensor
) -> Dict[str, Tensor]:
    cls_losses, reg_losses = [], []
    for i, target in enumerate(targets):
        iou = box_iou(target["boxes"], anchors)
        matched_vals, matches = iou.max(dim=0)
        foreground = matched_vals >= 0.3
        num_foreground = foreground.sum()
        gt_classes = torch.zeros_like(outputs["cls_logits"][i])
        gt_classes[foreground, target["labels"][matches[foreground]]] = 1.0
        cls_losses.append(
            sigmoid_focal_loss(outputs["cls_logits"][i], gt_classes, reduction="sum") / max(1, num_foreground)
        )
        boxes = encode(target["boxes"][matches[foreground]], anchors[foreground])
        reg_losses.append(
            F.smooth_l1_loss(outputs["bbox_regression"][i][foreground], boxes, reduction="sum", beta=0.5)
            / max(1, num_foreground)
        )
    return {
        "classification": sum(cls_losses) / len(targets),
        "bbox_regression": sum(reg_losses) / len(targets),
    }


def collate(rng: np.random.Generator) -> Tuple[Tensor, List[Dict[str, Tensor]]]:
    images = torch.as_tensor(rng.random((2, 3, 16, 16)), dtype=torch.float32)
    targets = []
    for _ in range(2):
        xy = rng.uniform(0, 8, (2, 2))
        wh = rng.uniform(4, 8, (2, 2))
        boxes = torch.as_tensor(np.concatenate([xy, xy + wh], axis=1), dtype=torch.float32)
        targets.append({"boxes": boxes, "labels": torch.as_tensor(rng.integers(0, 3, 2), dtype=torch.int64)})
    return images, targets


losses: List[float] = []


def train_one_epoch(model: nn.Module, optimizer: torch.optim.Optimizer, data_loader, anchors: Tensor, epoch: int):
    model.train()
    for images, targets in data_loader:
        loss_dict = compute_loss(model(images), targets, anchors)
        total = sum(loss for loss in loss_dict.values())
        loss_value = total.item()
        if not math.isfinite(loss_value):
            print(f"Loss is {loss_value}, stopping training")
            raise SystemExit(1)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        losses.append(loss_value)


def main() -> None:
    rng = np.random.default_rng(35)
    data_loader = [collate(rng) for _ in range(10)]
    anchors = make_anchors([(2, 6), (4, 12)])
    # strides as the backbone has them
    model = Detector(num_classes=3)
    params = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.SGD(params, lr=0.01, momentum=0.9, weight_decay=1e-4)
    lr_scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, milestones=[1], gamma=0.1)
    for epoch in range(2):
        train_one_epoch(model, optimizer, data_loader, anchors, epoch)
        lr_scheduler.step()


if __name__ == "__main__":
    main()
