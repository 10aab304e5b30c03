# packages: torch-rechub
# needs: scikit-learn joblib threadpoolctl tqdm cloudpickle narwhals pandas==2.2.3 python-dateutil pytz tzdata six
import os
import tempfile

import numpy as np
import torch
from torch_rechub.basic.features import DenseFeature, SparseFeature
from torch_rechub.models.ranking import DeepFM
from torch_rechub.trainers import CTRTrainer
from torch_rechub.utils.data import DataGenerator

torch.manual_seed(0)
rng = np.random.default_rng(0)
sparse = [SparseFeature(name, vocab_size=8, embed_dim=4) for name in ("user", "item")]
dense = [DenseFeature("age")]
given = {
    "user": rng.integers(0, 8, 64),
    "item": rng.integers(0, 8, 64),
    "age": rng.random(64).astype(np.float32),
}
clicked = rng.integers(0, 2, 64)
model = DeepFM(
    deep_features=dense + sparse,
    fm_features=sparse,
    mlp_params={"dims": [16, 8], "dropout": 0.0, "activation": "relu"},
)
loaders = DataGenerator(given, clicked).generate_dataloader(
    x_val=given, y_val=clicked, x_test=given, y_test=clicked, batch_size=16
)
trainer = CTRTrainer(
    model,
    optimizer_fn=torch.optim.SGD,  # a bias before a norm has no gradient: Adam would follow noise
    optimizer_params={"lr": 1e-1, "weight_decay": 1e-3},
    scheduler_fn=torch.optim.lr_scheduler.StepLR,
    scheduler_params={"step_size": 2, "gamma": 0.5},
    n_epoch=3,
    device="cpu",
    model_path=tempfile.mkdtemp(),
)
whole = [
    ({name: torch.from_numpy(values) for name, values in given.items()}, torch.from_numpy(clicked))
]
losses = []
for epoch in range(3):
    losses.append(trainer.train_one_epoch(whole))
    trainer.scheduler.step()
losses += np.ravel(trainer.predict(model, loaders[1])).tolist()
