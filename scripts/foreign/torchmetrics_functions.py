# packages: torchmetrics
# needs: lightning-utilities packaging typing-extensions
import numpy as np
import torch
from torchmetrics.functional import classification as C
from torchmetrics.functional import regression as R
from torchmetrics.functional import image as I
from torchmetrics.functional import audio as A
from torchmetrics.functional import pairwise as P
from torchmetrics import MeanMetric, MetricCollection
from torchmetrics.classification import MulticlassAccuracy, MulticlassConfusionMatrix, BinaryAUROC

rng = np.random.default_rng(0)
logits = torch.from_numpy(rng.standard_normal((40, 4)).astype(np.float32))
labels = torch.from_numpy(rng.integers(0, 4, 40))
scores, truth = torch.from_numpy(rng.random(50).astype(np.float32)), torch.from_numpy(rng.integers(0, 2, 50))
x, y = (torch.from_numpy(rng.standard_normal(30).astype(np.float32)) for _ in range(2))
a, b = (torch.from_numpy(rng.random((2, 3, 32, 32)).astype(np.float32)) for _ in range(2))
losses = []
for value in (
    C.multiclass_accuracy(logits, labels, 4), C.multiclass_f1_score(logits, labels, 4, average="macro"),
    C.multiclass_precision(logits, labels, 4, average="weighted"), C.multiclass_auroc(logits.softmax(-1), labels, 4),
    C.multiclass_cohen_kappa(logits, labels, 4), C.multiclass_calibration_error(logits.softmax(-1), labels, 4),
    C.binary_auroc(scores, truth), C.binary_average_precision(scores, truth), C.binary_matthews_corrcoef(scores, truth),
    C.binary_jaccard_index(scores, truth), C.multiclass_confusion_matrix(logits, labels, 4).float().std(),
    R.pearson_corrcoef(x, y), R.spearman_corrcoef(x, y),
    R.mean_absolute_percentage_error(x, y), R.kendall_rank_corrcoef(x, y), R.concordance_corrcoef(x, y),
    R.cosine_similarity(x[None], y[None]), R.mean_squared_log_error(x.abs(), y.abs()),
    I.peak_signal_noise_ratio(a, b, data_range=1.0), I.structural_similarity_index_measure(a, b), I.total_variation(a),
    I.universal_image_quality_index(a, b), I.spectral_angle_mapper(a, b),
    A.signal_noise_ratio(x, y), A.scale_invariant_signal_distortion_ratio(x, y),
    P.pairwise_cosine_similarity(logits).mean(), P.pairwise_euclidean_distance(logits).mean(),
):
    losses.append(float(value))
metrics = MetricCollection({"accuracy": MulticlassAccuracy(4), "matrix": MulticlassConfusionMatrix(4)})
area, mean = BinaryAUROC(), MeanMetric()
for part in range(4):
    metrics.update(logits[part * 10:(part + 1) * 10], labels[part * 10:(part + 1) * 10])
    area.update(scores[part * 10:(part + 1) * 10], truth[part * 10:(part + 1) * 10])
    mean.update(x[part], weight=part + 1)
found = metrics.compute()
losses += [found["accuracy"].item(), found["matrix"].float().std().item(), area.compute().item(), mean.compute().item()]
