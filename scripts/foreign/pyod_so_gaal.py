# packages: pyod
# needs: scikit-learn joblib threadpoolctl scipy tqdm numba llvmlite cloudpickle narwhals
import numpy as np
import torch
from pyod.models.so_gaal import SO_GAAL

torch.manual_seed(0)
np.random.seed(0)
rng = np.random.default_rng(0)
x = rng.standard_normal((32, 6)).astype(np.float32)
detector = SO_GAAL(stop_epochs=2)
detector.fit(x)
losses = list(detector.decision_scores_)
