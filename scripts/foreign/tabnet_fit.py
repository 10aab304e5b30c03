# packages: pytorch-tabnet
# needs: scikit-learn scipy tqdm
import numpy as np
import torch
from pytorch_tabnet.callbacks import Callback
from pytorch_tabnet.tab_model import TabNetClassifier

losses = []


class Keep(Callback):
    def on_epoch_end(self, epoch, logs=None):
        losses.append(logs["loss"])


torch.manual_seed(0)
rng = np.random.default_rng(0)
x = rng.standard_normal((64, 6)).astype(np.float32)
y = (x[:, 0] + x[:, 1] > 0).astype(np.int64)
model = TabNetClassifier(n_d=4, n_a=4, n_steps=2, seed=0, verbose=0, device_name="cpu")
model.fit(
    x, y, eval_set=[(x, y)], max_epochs=3, batch_size=32, virtual_batch_size=16, num_workers=0,
    callbacks=[Keep()], drop_last=False,
)
losses.append(float(model.predict_proba(x).mean()))
