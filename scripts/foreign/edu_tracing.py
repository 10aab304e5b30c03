# packages: EduKTM
# needs: pandas==2.2.3 scikit-learn scipy threadpoolctl joblib cloudpickle narwhals python-dateutil six pytz tzdata tqdm
import numpy as np
import torch
from EduKTM import AKT, DKT

torch.manual_seed(0)
rng = np.random.default_rng(0)
questions, length = 6, 8
asked = rng.integers(0, questions, (2, 4, length))
right = rng.integers(0, 2, (2, 4, length))
batches = [torch.from_numpy(np.eye(2 * questions, dtype=np.float32)[one]) for one in asked + questions * right]

dkt = DKT(questions, 10, 1)
dkt.train(batches, epoch=2)
losses = [dkt.eval(batches), *(dkt.dkt_model(batch).mean().item() for batch in batches)]

q = (asked.reshape(-1, length) + 1).astype(np.float64)
qa = q + questions * right.reshape(-1, length)
pid = rng.integers(1, 4, q.shape).astype(np.float64)
akt = AKT(questions, 4, 1, 16, 0.05, kq_same=1, l2=1e-5, batch_size=4, maxgradnorm=1.0)
akt.train((q, qa, pid), epoch=2, lr=1e-4)
losses += [*akt.eval((q, qa, pid))]
