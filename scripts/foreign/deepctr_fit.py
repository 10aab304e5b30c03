# packages: deepctr-torch
# needs: scikit-learn joblib threadpoolctl tqdm cloudpickle narwhals requests urllib3 idna certifi charset-normalizer
import numpy as np
import torch
from deepctr_torch.inputs import DenseFeat, SparseFeat, VarLenSparseFeat, get_feature_names
from deepctr_torch.models import DeepFM

torch.manual_seed(0)
rng = np.random.default_rng(0)
columns = [
    SparseFeat("user", 10, embedding_dim=4),
    SparseFeat("item", 8, embedding_dim=4),
    DenseFeat("age", 1),
    VarLenSparseFeat(SparseFeat("seen", 8, embedding_dim=4), maxlen=3, combiner="mean"),
]
model = DeepFM(columns, columns, dnn_hidden_units=(16, 8), l2_reg_embedding=1e-3, init_std=0.1)
model.compile("adagrad", "binary_crossentropy", metrics=["binary_crossentropy"])
given = {
    "user": rng.integers(0, 10, 32),
    "item": rng.integers(0, 8, 32),
    "age": rng.random(32).astype(np.float32),
    "seen": rng.integers(0, 8, (32, 3)),
}
taken = {name: given[name] for name in get_feature_names(columns)}
clicked = rng.integers(0, 2, 32).astype(np.float32)
history = model.fit(taken, clicked, batch_size=8, epochs=3, verbose=2, shuffle=False)
losses = [*history.history["loss"], *model.predict(taken, 16).ravel().tolist()]
