# packages: pytorch-metric-learning
# needs: scikit-learn joblib threadpoolctl tqdm
import numpy as np
import torch
import torch.nn as nn
from pytorch_metric_learning import distances, losses as L, miners, reducers, regularizers

torch.manual_seed(0)
rng = np.random.default_rng(0)
criteria = [
    L.ContrastiveLoss(pos_margin=0.1, neg_margin=0.8), L.NTXentLoss(temperature=0.2), L.SupConLoss(), L.CircleLoss(m=0.3, gamma=8),
    L.MultiSimilarityLoss(), L.AngularLoss(), L.NPairsLoss(), L.LiftedStructureLoss(), L.GeneralizedLiftedStructureLoss(),
    L.IntraPairVarianceLoss(), L.TupletMarginLoss(), L.FastAPLoss(), L.SignalToNoiseRatioContrastiveLoss(),
    L.TripletMarginLoss(distance=distances.CosineSimilarity(), reducer=reducers.ThresholdReducer(low=0)),
    L.ArcFaceLoss(4, 8, margin=20, scale=16), L.CosFaceLoss(4, 8, margin=0.2, scale=16), L.SubCenterArcFaceLoss(num_classes=4, embedding_size=8, margin=20, scale=16),
    L.LargeMarginSoftmaxLoss(4, 8), L.SphereFaceLoss(4, 8), L.NormalizedSoftmaxLoss(4, 8), L.ProxyNCALoss(4, 8), L.ProxyAnchorLoss(4, 8),
    L.SoftTripleLoss(4, 8, centers_per_class=2), L.MarginLoss(num_classes=4), L.InstanceLoss(),
    L.ContrastiveLoss(embedding_regularizer=regularizers.LpRegularizer(), embedding_reg_weight=0.1),
]
miner = miners.BatchHardMiner()
losses = []
for criterion in criteria:
    model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8))
    optimizer = torch.optim.SGD([*model.parameters(), *criterion.parameters()], lr=0.01)
    for step in range(2):
        x = torch.from_numpy(rng.standard_normal((12, 6)).astype(np.float32))
        y = torch.from_numpy(np.arange(12) % 4)
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
for mine in (miner, miners.TripletMarginMiner(margin=0.2, type_of_triplets="semihard"), miners.PairMarginMiner(), miners.BatchEasyHardMiner()):
    x = torch.from_numpy(rng.standard_normal((12, 8)).astype(np.float32))
    y = torch.from_numpy(np.arange(12) % 4)
    pairs = mine(x, y)
    losses.append(L.TripletMarginLoss(margin=0.3)(x, y, pairs).item())
