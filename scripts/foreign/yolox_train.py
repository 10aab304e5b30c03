# sources: yolox
# needs: loguru tabulate opencv-python-headless psutil tqdm pycocotools
import numpy as np
import torch
from yolox.models.yolo_head import YOLOXHead
from yolox.models.yolo_pafpn import YOLOPAFPN
from yolox.models.yolox import YOLOX

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = YOLOX(YOLOPAFPN(0.33, 0.125), YOLOXHead(3, 0.125))
model.head.initialize_biases(1e-2)
model.train()
optimizer = torch.optim.SGD(model.parameters(), lr=5e-5, momentum=0.9, nesterov=True)
losses = []
for step in range(3):
    images = torch.from_numpy(rng.random((2, 3, 64, 64)).astype(np.float32) * 255)
    boxes = np.zeros((2, 5, 5), np.float32)
    boxes[:, :3, 0] = rng.integers(0, 3, (2, 3))
    boxes[:, :3, 1:3] = rng.random((2, 3, 2)) * 30 + 16
    boxes[:, :3, 3:] = rng.random((2, 3, 2)) * 20 + 10
    model.head.use_l1 = step > 1
    outputs = model(images, torch.from_numpy(boxes))
    loss = outputs["total_loss"]
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses += [loss.item(), float(outputs["iou_loss"]), float(outputs["cls_loss"])]
model.eval()
with torch.no_grad():
    losses.append(model(images).mean().item())
