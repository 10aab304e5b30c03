# sources: torchreid
# needs: tqdm scipy opencv-python-headless matplotlib pillow six yacs gdown packaging pyparsing cycler contourpy kiwisolver fonttools python-dateutil beautifulsoup4 soupsieve filelock requests urllib3 idna certifi charset-normalizer
import numpy as np
import torch
from torchreid.reid.losses import CrossEntropyLoss
from torchreid.reid.models.osnet import OSBlock, OSNet

torch.manual_seed(0)
model = OSNet(4, [OSBlock] * 3, [1, 1, 1], [64, 64, 96, 128], feature_dim=32, loss="softmax")
criterion = CrossEntropyLoss(4, use_gpu=False)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9, weight_decay=5e-4)
rng = np.random.default_rng(0)
losses = []
for step in range(3):
    x = torch.from_numpy(rng.standard_normal((4, 3, 64, 32)).astype(np.float32))
    y = torch.tensor([0, 0, 1, 1])
    loss = criterion(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
