# packages: tft-torch
# needs: omegaconf antlr4-python3-runtime==4.9.3 pandas==2.2.3 python-dateutil pytz tzdata six scikit-learn joblib threadpoolctl narwhals matplotlib contourpy cycler fonttools kiwisolver pyparsing
import numpy as np
import torch
from omegaconf import OmegaConf
from tft_torch.loss import get_quantiles_loss_and_q_risk
from tft_torch.tft import TemporalFusionTransformer

torch.manual_seed(0)
rng = np.random.default_rng(0)
config = OmegaConf.create({
    "model": {"dropout": 0.0, "state_size": 8, "output_quantiles": [0.1, 0.5, 0.9], "lstm_layers": 1, "attention_heads": 2},
    "task_type": "regression",
    "target_window_start": None,
    "data_props": {"num_historical_numeric": 2, "num_historical_categorical": 1, "num_static_numeric": 1, "num_static_categorical": 1,
                   "num_future_numeric": 1, "num_future_categorical": 1, "historical_categorical_cardinalities": [4],
                   "static_categorical_cardinalities": [3], "future_categorical_cardinalities": [4]},
})
model = TemporalFusionTransformer(config)
optimizer = torch.optim.Adam(filter(lambda p: p.requires_grad, model.parameters()), lr=1e-3)
quantiles = torch.tensor([0.1, 0.5, 0.9])


def numeric(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


losses = []
for step in range(3):
    batch = {
        "static_feats_numeric": numeric(4, 1), "static_feats_categorical": torch.from_numpy(rng.integers(0, 3, (4, 1))),
        "historical_ts_numeric": numeric(4, 8, 2), "historical_ts_categorical": torch.from_numpy(rng.integers(0, 4, (4, 8, 1))),
        "future_ts_numeric": numeric(4, 3, 1), "future_ts_categorical": torch.from_numpy(rng.integers(0, 4, (4, 3, 1))),
    }
    target = numeric(4, 3)
    optimizer.zero_grad()
    outputs = model(batch)
    q_loss, q_risk, _ = get_quantiles_loss_and_q_risk(outputs["predicted_quantiles"], target, quantiles)
    q_loss.backward()
    optimizer.step()
    losses.append(q_loss.item())
