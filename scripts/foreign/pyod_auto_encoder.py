# packages: pyod
# needs: scikit-learn joblib threadpoolctl scipy tqdm numba llvmlite cloudpickle narwhals
import numpy as np
import torch
from pyod.models.auto_encoder import AutoEncoder

torch.manual_seed(0)
np.random.seed(0)
rng = np.random.default_rng(0)
x = rng.standard_normal((32, 6)).astype(np.float32)
detector = AutoEncoder(
    epoch_num=4, batch_size=32, hidden_neuron_list=[8, 4], dropout_rate=0.0, verbose=0
)
detector.fit(x)
losses = list(detector.decision_scores_)
