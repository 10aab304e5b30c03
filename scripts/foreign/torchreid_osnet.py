# sources: torchreid
# needs: six h5py opencv-python-headless Pillow scipy matplotlib gdown tensorboard future yacs
import numpy as np
import torch
from torchreid.reid.losses import CrossEntropyLoss, TripletLoss
from torchreid.reid.models.osnet import OSBlock, OSNet

torch.manual_seed(0)
model = OSNet(7, blocks=[OSBlock, OSBlock, OSBlock], layers=[1, 1, 1], channels=[8, 16, 24, 32],
              feature_dim=32, loss="triplet")
classify = CrossEntropyLoss(num_classes=7, use_gpu=False, label_smooth=True)
triplet = TripletLoss(margin=0.3)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, weight_decay=5e-4)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    x = torch.from_numpy(rng.standard_normal((8, 3, 64, 32)).astype(np.float32))
    y = torch.tensor([0, 0, 1, 1, 2, 2, 3, 3])
    scores, features = model(x)
    loss = classify(scores, y) + triplet(features, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
