# packages: pypots
# needs: scikit-learn scipy joblib threadpoolctl narwhals cloudpickle
import sys
import types
from pathlib import Path

import numpy as np
import torch

# the backbones alone: the package itself loads every model that there is
package = types.ModuleType("pypots")
package.__path__ = [str(Path(__file__).parent / "pypots")]
sys.modules["pypots"] = package
from pypots.nn.modules.autoformer import AutoformerEncoder
from pypots.nn.modules.brits import BackboneBRITS
from pypots.nn.modules.loss import MAE, MRE, MSE, RMSE
from pypots.nn.modules.saits import BackboneSAITS, SaitsLoss
from pypots.nn.modules.timesnet import BackboneTimesNet

torch.manual_seed(0)
rng = np.random.default_rng(0)
steps, features = 8, 4
saits = BackboneSAITS(steps, features, n_layers=1, d_model=16, n_heads=2, d_k=8, d_v=8, d_ffn=32, dropout=0.0, attn_dropout=0.0)
brits = BackboneBRITS(steps, features, 8)
timesnet = BackboneTimesNet(n_layers=1, n_steps=steps, n_pred_steps=0, top_k=1, d_model=8, d_ffn=8, n_kernels=2)
autoformer = AutoformerEncoder(n_layers=1, d_model=8, n_heads=2, d_ffn=16, factor=1, moving_avg_window_size=3, dropout=0.0)
embed = torch.nn.Linear(features, 8)
model = torch.nn.ModuleList([saits, brits, timesnet, autoformer, embed])
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
criterion = SaitsLoss(ORT_weight=1, MIT_weight=1, loss_calc_func=MAE())
losses = []
for step in range(4):
    whole = torch.from_numpy(rng.standard_normal((3, steps, features)).astype(np.float32))
    mask = torch.from_numpy((rng.random((3, steps, features)) > 0.3).astype(np.float32))
    kept = mask * torch.from_numpy((rng.random((3, steps, features)) > 0.2).astype(np.float32))
    deltas = torch.from_numpy(rng.random((3, steps, features)).astype(np.float32))
    X = whole * kept
    attention = (1 - torch.eye(steps)).unsqueeze(0)
    *_, third, _, _, weights = saits(X, kept, attention)
    loss, observed, masked = criterion(third, whole, kept, mask - kept)
    one = {"X": X, "missing_mask": kept, "deltas": deltas}
    other = {name: value.flip(1) for name, value in one.items()}
    found = brits({"forward": one, "backward": other})
    loss = loss + found[-1] + found[-2]
    y = autoformer(embed(X))[0] + timesnet(embed(X))
    loss = loss + MSE()(y[..., :features], whole, mask)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses += [loss.item(), observed.item(), masked.item(), MRE()(third, whole, mask).item(), RMSE()(third, whole, mask).item()]
