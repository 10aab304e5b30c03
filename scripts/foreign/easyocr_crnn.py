# packages: easyocr
# needs: opencv-python-headless scipy pyyaml shapely pyclipper python-bidi ninja scikit-image imageio lazy-loader tifffile networkx
import numpy as np
import torch
from easyocr.craft import CRAFT
from easyocr.model.model import Model as ResNetCRNN
from easyocr.model.vgg_model import Model as VGGCRNN

torch.manual_seed(0)
rng = np.random.default_rng(0)
models = [ResNetCRNN(1, 32, 16, 12), VGGCRNN(1, 32, 16, 12)]
detector = CRAFT(pretrained=False, freeze=False)
model = torch.nn.ModuleList([*models, detector])
criterion = torch.nn.CTCLoss(zero_infinity=True)
losses = []
for each in models:
    optimizer = torch.optim.Adadelta(each.parameters(), lr=0.1)
    for step in range(3):
        images = torch.from_numpy(rng.standard_normal((2, 1, 32, 64)).astype(np.float32))
        text = torch.from_numpy(rng.integers(1, 12, (2, 4)))
        lengths = torch.IntTensor([4, 3])
        preds = each(images, text)
        sizes = torch.IntTensor([preds.size(1)] * 2)
        cost = criterion(preds.log_softmax(2).permute(1, 0, 2), text, sizes, lengths)
        each.zero_grad()
        cost.backward()
        torch.nn.utils.clip_grad_norm_(each.parameters(), 5)
        optimizer.step()
        losses.append(cost.item())
detector_optimizer = torch.optim.SGD(detector.parameters(), lr=1e-4, momentum=0.9)
for step in range(2):
    images = torch.from_numpy(rng.standard_normal((1, 3, 64, 64)).astype(np.float32))
    target = torch.from_numpy(rng.random((1, 32, 32, 2)).astype(np.float32))
    score, _ = detector(images)
    loss = torch.nn.functional.mse_loss(score, target)
    detector_optimizer.zero_grad()
    loss.backward()
    detector_optimizer.step()
    losses.append(loss.item())
