# packages: recbole
# needs: pandas==2.2.3 tqdm colorlog==4.7.2 colorama==0.4.4 scikit-learn joblib threadpoolctl narwhals pyyaml cloudpickle scipy==1.11.4 tabulate texttable psutil python-dateutil pytz tzdata six
import os
import tempfile

import numpy as np
import torch
from recbole.config import Config
from recbole.data import create_dataset, data_preparation
from recbole.utils import get_model, get_trainer, init_seed

rng = np.random.default_rng(0)
folder = tempfile.mkdtemp()
os.makedirs(f"{folder}/tiny")
with open(f"{folder}/tiny/tiny.inter", "w") as file:
    file.write("user_id:token\titem_id:token\trating:float\ttimestamp:float\n")
    for user in range(20):
        for place, item in enumerate(rng.permutation(30)[:12]):
            file.write(f"{user}\t{item}\t{rng.integers(1, 6)}\t{place}\n")

losses, models = [], []
for name in ("BPR", "LightGCN", "FM", "GRU4Rec"):
    settings = {
        "data_path": folder, "epochs": 2, "train_batch_size": 64, "embedding_size": 8, "learning_rate": 0.01,
        "use_gpu": False, "show_progress": False, "checkpoint_dir": f"{folder}/saved", "seed": 1,
        "reproducibility": True, "state": "ERROR", "worker": 0, "load_col": {"inter": ["user_id", "item_id", "rating", "timestamp"]}, "topk": [5], "valid_metric": "MRR@5", "shuffle": False, "hidden_size": 8,
    }
    if name == "GRU4Rec":
        settings |= {"train_neg_sample_args": None, "dropout_prob": 0.0}
    if name == "FM":
        settings |= {"threshold": {"rating": 3}, "metrics": ["LogLoss"], "valid_metric": "LogLoss",
                     "eval_args": {"mode": "labeled"}, "train_neg_sample_args": None}
    config = Config(model=name, dataset="tiny", config_dict=settings)
    init_seed(1, True)
    data = data_preparation(config, create_dataset(config))
    init_seed(1, True)
    model = get_model(name)(config, data[0].dataset)
    trainer = get_trainer(config["MODEL_TYPE"], name)(config, model)
    score, found = trainer.fit(data[0], data[1], saved=True, show_progress=False)
    losses += [*trainer.train_loss_dict.values(), score, *found.values()]
    tested = trainer.evaluate(data[2], load_best_model=False, show_progress=False)
    losses += [*tested.values()]
    models.append(model)
model = torch.nn.ModuleList(models)
losses = [float(value) for value in losses]
