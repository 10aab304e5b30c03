# packages: pyod
# needs: scikit-learn joblib threadpoolctl scipy tqdm numba llvmlite cloudpickle narwhals
import numpy as np
import torch
from pyod.models.devnet import DevNet

torch.manual_seed(0)
np.random.seed(0)
rng = np.random.default_rng(0)
x = rng.standard_normal((32, 6)).astype(np.float32)
detector = DevNet(epochs=2, nb_batch=1)
detector.fit(x, np.arange(32) % 8 == 0)
losses = list(detector.decision_scores_)
