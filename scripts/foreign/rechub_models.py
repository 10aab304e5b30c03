# packages: torch-rechub
# needs: scikit-learn joblib threadpoolctl tqdm cloudpickle narwhals pandas==2.2.3 python-dateutil pytz tzdata six
import numpy as np
import torch
from torch_rechub.basic.features import DenseFeature, SequenceFeature, SparseFeature
from torch_rechub.models.matching import DSSM
from torch_rechub.models.multi_task import AITM, ESMM, MMOE, SharedBottom
from torch_rechub.models.ranking import AutoInt, DCN, DCNv2, DIN, FiBiNet, WideDeep

torch.manual_seed(0)
rng = np.random.default_rng(0)
user, item = SparseFeature("user", vocab_size=8, embed_dim=4), SparseFeature("item", vocab_size=8, embed_dim=4)
age = DenseFeature("age")
history = SequenceFeature("hist", vocab_size=8, embed_dim=4, pooling="concat", shared_with="item")
mlp = {"dims": [8, 4], "dropout": 0.0}
tower = {"dims": [8], "dropout": 0.0}
single = [
    WideDeep([age], [user, item], mlp_params=mlp),
    DCN([user, item], 2, mlp),
    DCNv2([user, item], 2, mlp_params=mlp),
    FiBiNet([user, item], mlp, reduction_ratio=2),
    AutoInt([user, item], [age], num_layers=2, num_heads=2, mlp_params=mlp),
    DIN([user], [history], [item], mlp, {"dims": [8]}),
    DSSM([user], [item], mlp, mlp, temperature=0.5),
]
several = [
    MMOE([user, item], ["classification", "classification"], 2, mlp, [tower, tower]),
    SharedBottom([user, item], ["classification", "regression"], mlp, [tower, tower]),
    ESMM([user], [item], tower, tower),
    AITM([user, item], 2, {"dims": [4], "dropout": 0.0}, [tower, tower]),
]
losses = []
for model in (*single, *several):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.02, weight_decay=1e-4)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.9)
    criterion = torch.nn.BCELoss()
    model.train()
    for step in range(3):
        x = {
            "user": torch.from_numpy(rng.integers(0, 8, 16)),
            "item": torch.from_numpy(rng.integers(0, 8, 16)),
            "age": torch.from_numpy(rng.random(16).astype(np.float32)),
            "hist": torch.from_numpy(rng.integers(1, 8, (16, 5))),
        }
        y = model(x)
        labels = torch.from_numpy(rng.integers(0, 2, tuple(y.shape)).astype(np.float32))
        if model in single:
            loss = criterion(y, labels)
        else:
            loss = sum(criterion(y[:, i].sigmoid(), labels[:, i]) for i in range(y.shape[1]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        losses.append(loss.item())
