# packages: pyod
# needs: scikit-learn joblib threadpoolctl scipy tqdm numba llvmlite cloudpickle narwhals
import numpy as np
import torch
from pyod.models.ae1svm import AE1SVM

torch.manual_seed(0)
np.random.seed(0)
rng = np.random.default_rng(0)
x = rng.standard_normal((32, 6)).astype(np.float32)
detector = AE1SVM(
    hidden_neurons=[8, 4], epochs=4, batch_size=64, dropout_rate=0.0, batch_norm=False
)
detector.fit(x)
losses = list(detector.decision_scores_)
