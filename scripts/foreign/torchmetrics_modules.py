# packages: torchmetrics
# needs: lightning-utilities packaging typing-extensions
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torchmetrics import MeanMetric, MetricCollection, MinMaxMetric, SumMetric
from torchmetrics.aggregation import CatMetric, MaxMetric
from torchmetrics.classification import (
    BinaryF1Score, BinaryPrecisionRecallCurve, MulticlassAccuracy, MulticlassAUROC, MulticlassF1Score, MulticlassJaccardIndex,
    MulticlassStatScores, MultilabelAccuracy,
)
from torchmetrics.image import PeakSignalNoiseRatio, StructuralSimilarityIndexMeasure
from torchmetrics.regression import ExplainedVariance, MeanAbsoluteError, MeanSquaredError, R2Score
from torchmetrics.retrieval import RetrievalMAP, RetrievalMRR
from torchmetrics.text import Perplexity

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 4))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
metrics = MetricCollection({"acc": MulticlassAccuracy(4), "f1": MulticlassF1Score(4), "iou": MulticlassJaccardIndex(4), "auroc": MulticlassAUROC(4)})
train, valid = metrics.clone(prefix="train_"), metrics.clone(prefix="val_")
mean, best = MeanMetric(), MinMaxMetric(MulticlassAccuracy(4, average="micro"))
rng = np.random.default_rng(0)
losses = []
for epoch in range(2):
    model.train()
    for step in range(3):
        x = torch.from_numpy(rng.standard_normal((16, 6)).astype(np.float32))
        y = torch.from_numpy(rng.integers(0, 4, 16))
        logits = model(x)
        loss = F.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        mean.update(loss.detach(), weight=len(y))
        batch = train(logits.detach(), y)
        losses += [loss.item(), batch["train_acc"].item()]
    losses += [value.item() for value in train.compute().values()]
    losses.append(mean.compute().item())
    train.reset()
    mean.reset()
    model.eval()
    with torch.no_grad():
        for step in range(2):
            x = torch.from_numpy(rng.standard_normal((16, 6)).astype(np.float32))
            y = torch.from_numpy(rng.integers(0, 4, 16))
            found = model(x).softmax(-1)
            valid.update(found, y)
            best.update(found, y)
    losses += [value.item() for value in valid.compute().values()]
    losses += [value.item() for value in best.compute().values()]
    valid.reset()
scores, truth = torch.from_numpy(rng.random((3, 20)).astype(np.float32)), torch.from_numpy(rng.integers(0, 2, (3, 20)))
index = torch.arange(3).repeat_interleave(20)
images = [torch.from_numpy(rng.random((2, 3, 24, 24)).astype(np.float32)) for _ in range(2)]
for metric, given in (
    (BinaryF1Score(), (scores, truth)), (MultilabelAccuracy(20), (scores, truth)), (MeanSquaredError(), (scores, truth.float())),
    (MeanAbsoluteError(), (scores, truth.float())), (R2Score(), (scores.flatten(), truth.flatten().float())),
    (ExplainedVariance(), (scores.flatten(), truth.flatten().float())), (SumMetric(), (scores,)), (MaxMetric(), (scores,)),
    (PeakSignalNoiseRatio(data_range=1.0), images), (StructuralSimilarityIndexMeasure(data_range=1.0), images),
    (Perplexity(), (scores.reshape(1, 12, 5), truth.reshape(1, 60)[:, :12])),
):
    for _ in range(2):
        metric.update(*given)
    losses.append(metric.compute().item())
for metric in (RetrievalMAP(), RetrievalMRR()):
    metric.update(scores.flatten(), truth.flatten(), indexes=index)
    losses.append(metric.compute().item())
curve = BinaryPrecisionRecallCurve(thresholds=5)
curve.update(scores.flatten(), truth.flatten())
losses += [part.sum().item() for part in curve.compute()]
held, counts = CatMetric(), MulticlassStatScores(4, average=None)
held.update(scores[0])
held.update(scores[1])
counts.update(torch.from_numpy(rng.integers(0, 4, 30)), torch.from_numpy(rng.integers(0, 4, 30)))
losses += [held.compute().std().item(), counts.compute().float().std().item()]
