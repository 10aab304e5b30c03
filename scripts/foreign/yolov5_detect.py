# packages: yolov5 ultralytics
# needs: opencv-python-headless polars polars-runtime-32 pandas==2.2.3 pillow pyyaml requests tqdm psutil matplotlib seaborn scipy certifi idna charset-normalizer urllib3 python-dateutil six pytz tzdata packaging contourpy cycler fonttools kiwisolver pyparsing setuptools<80 ultralytics-thop
import numpy as np
import torch
from yolov5.models.yolo import Model
from yolov5.utils.loss import ComputeLoss

torch.manual_seed(0)
rng = np.random.default_rng(0)
settings = {
    "nc": 3, "depth_multiple": 0.33, "width_multiple": 0.25,
    "anchors": [[10, 13, 16, 30, 33, 23], [30, 61, 62, 45, 59, 119]],
    "backbone": [[-1, 1, "Conv", [16, 6, 2, 2]], [-1, 1, "Conv", [32, 3, 2]], [-1, 3, "C3", [32]],
                 [-1, 1, "Conv", [64, 3, 2]], [-1, 1, "SPPF", [64, 5]]],
    "head": [[-1, 1, "Conv", [32, 1, 1]], [-1, 1, "nn.Upsample", [None, 2, "nearest"]],
             [[-1, 2], 1, "Concat", [1]], [-1, 1, "C3", [32, False]], [-1, 1, "Conv", [32, 3, 2]],
             [[-1, 5], 1, "Concat", [1]], [-1, 1, "C3", [64, False]], [[8, 11], 1, "Detect", ["nc", "anchors"]]],
}
model = Model(settings, ch=3)
model.hyp = {"box": 0.05, "obj": 1.0, "cls": 0.5, "anchor_t": 4.0, "cls_pw": 1.0, "obj_pw": 1.0,
             "fl_gamma": 0.0, "label_smoothing": 0.0}
compute_loss = ComputeLoss(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9, nesterov=True)
losses = []
for step in range(4):
    images = torch.from_numpy(rng.random((2, 3, 64, 64)).astype(np.float32))
    boxes = rng.random((5, 4)) * 0.4 + 0.3
    targets = np.concatenate([np.array([[0], [0], [1], [1], [1]]), rng.integers(0, 3, (5, 1)), boxes], 1)
    loss, items = compute_loss(model(images), torch.from_numpy(targets.astype(np.float32)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses += [loss.item(), *items.tolist()]
model.eval()
with torch.no_grad():
    found = model(images)[0]
losses.append(found.mean().item())
