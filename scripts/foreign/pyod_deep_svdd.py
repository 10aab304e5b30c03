# packages: pyod
# needs: scikit-learn joblib threadpoolctl scipy tqdm numba llvmlite cloudpickle narwhals
import numpy as np
import torch
import pyod.models.deep_svdd as base
from pyod.models.deep_svdd import DeepSVDD

torch.manual_seed(0)
np.random.shuffle = lambda rows: None
whole = base.DataLoader
base.DataLoader = lambda *given, **kept: whole(*given, **{**kept, "shuffle": False})
np.random.seed(0)
rng = np.random.default_rng(0)
x = rng.standard_normal((32, 6)).astype(np.float32)
detector = DeepSVDD(
    6, c=np.full(4, 0.5), use_ae=False, hidden_neurons=[8, 4], epochs=4, dropout_rate=0.0, verbose=0
)
detector.fit(x)
losses = list(detector.decision_scores_)
