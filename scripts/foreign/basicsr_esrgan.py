# sources: basicsr
# needs: opencv-python-headless scipy requests tqdm pyyaml lmdb future addict pillow certifi idna charset-normalizer urllib3 scikit-image networkx imageio tifffile lazy-loader packaging
import sys
import types

import numpy as np
import torch

# What recent versions of torchvision lack, as everybody who uses BasicSR puts it in.
sys.modules["torchvision.transforms.functional_tensor"] = types.SimpleNamespace(rgb_to_grayscale=None)
from basicsr.models import build_model

torch.manual_seed(0)
rng = np.random.default_rng(0)
options = {
    "name": "small", "num_gpu": 0, "dist": False, "rank": 0, "world_size": 1, "is_train": True, "scale": 4,
    "network_g": {"type": "RRDBNet", "num_in_ch": 3, "num_out_ch": 3, "num_feat": 8, "num_block": 1, "num_grow_ch": 4},
    "network_d": {"type": "UNetDiscriminatorSN", "num_in_ch": 3, "num_feat": 4},
    "path": {"pretrain_network_g": None, "strict_load_g": True},
    "train": {
        "ema_decay": 0.9, "optim_g": {"type": "Adam", "lr": 1e-3, "weight_decay": 0, "betas": [0.9, 0.99]},
        "optim_d": {"type": "Adam", "lr": 1e-3, "weight_decay": 0, "betas": [0.9, 0.99]},
        "scheduler": {"type": "MultiStepLR", "milestones": [2, 3], "gamma": 0.5},
        "pixel_opt": {"type": "L1Loss", "loss_weight": 1.0, "reduction": "mean"},
        "gan_opt": {"type": "GANLoss", "gan_type": "vanilla", "loss_weight": 0.1},
        "net_d_iters": 1, "net_d_init_iters": 0,
    },
}
losses, models = [], []
for kind in ("SRModel", "ESRGANModel"):
    torch.manual_seed(0)
    trained = {**options["train"], "optim_g": dict(options["train"]["optim_g"])}
    trained |= {"optim_d": dict(options["train"]["optim_d"]), "scheduler": dict(options["train"]["scheduler"])}
    learner = build_model({**options, "model_type": kind, "train": trained})
    for step in range(1, 5):
        learner.update_learning_rate(step, warmup_iter=-1)
        small = torch.from_numpy(rng.random((2, 3, 8, 8)).astype(np.float32))
        large = torch.from_numpy(rng.random((2, 3, 32, 32)).astype(np.float32))
        learner.feed_data({"lq": small, "gt": large})
        learner.optimize_parameters(step)
        losses += [float(value) for value in learner.get_current_log().values()]
        losses += learner.get_current_learning_rate()
    learner.test()
    losses.append(float(learner.output.mean()))
    models.append(learner.net_g)
model = torch.nn.ModuleList(models)
