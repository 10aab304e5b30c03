# packages: pyod
# needs: scikit-learn joblib threadpoolctl scipy tqdm numba llvmlite cloudpickle narwhals
import numpy as np
import torch
from pyod.models.vae import VAE

torch.manual_seed(0)
np.random.seed(0)
rng = np.random.default_rng(0)
x = np.tile(rng.standard_normal(6).astype(np.float32), (32, 1))
detector = VAE(
    epoch_num=4,
    batch_size=32,
    encoder_neuron_list=[8, 4],
    decoder_neuron_list=[4, 8],
    dropout_rate=0.0,
    verbose=0,
    preprocessing=False,
)
detector.fit(x)
losses = list(detector.decision_scores_)
