# packages: braindecode==0.8.1 skorch torchinfo linear_attention_transformer
# needs: mne docstring_inheritance decorator jinja2 markupsafe lazy_loader pooch platformdirs h5py pandas==2.2.3 tzdata pytz python-dateutil six scikit-learn joblib threadpoolctl scipy tqdm einops tabulate requests narwhals cloudpickle pyparsing cycler kiwisolver pillow contourpy fonttools charset-normalizer idna urllib3 certifi packaging matplotlib
import numpy as np
import torch
import torch.nn.functional as F
from braindecode.models import ATCNet

torch.manual_seed(0)
model = ATCNet(n_chans=6, n_outputs=4, n_times=500, sfreq=125, input_window_seconds=4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((4, 6, 500)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 4, 4))
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
