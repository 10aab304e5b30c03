# packages: pyqlib
# needs: requests certifi idna charset-normalizer urllib3 pyyaml pandas==2.2.3 filelock redis dill fire ruamel.yaml python-redis-lock tqdm pymongo loguru lightgbm gym joblib matplotlib pydantic-settings pydantic pydantic-core annotated-types typing-inspection typing_extensions dnspython scipy scikit-learn threadpoolctl narwhals python-dateutil pytz tzdata six termcolor gym-notices cloudpickle packaging pyparsing cycler contourpy kiwisolver fonttools pillow python-dotenv
import numpy as np
import pandas as pd
import torch
from qlib.contrib.model.pytorch_alstm import ALSTM

rng = np.random.default_rng(0)


class Frames:
    def prepare(self, segments, **kwargs):
        if isinstance(segments, list):
            return [self.frame(n) for n in (96, 48, 48)]
        return self.frame(32)["feature"]

    def frame(self, n):
        values = pd.DataFrame(rng.standard_normal((n, 24)).astype(np.float32))
        label = pd.DataFrame(rng.standard_normal((n, 1)).astype(np.float32))
        label.iloc[3] = np.nan
        return pd.concat({"feature": values, "label": label}, axis=1)


np.random.seed(0)
torch.manual_seed(0)
learner = ALSTM(d_feat=6, hidden_size=8, n_epochs=4, batch_size=24, lr=0.01, early_stop=3)
results = {}
learner.fit(Frames(), evals_result=results, save_path="alstm.bin")
model = learner.ALSTM_model
losses = [*results["train"], *results["valid"], *learner.predict(Frames()).to_list()[:4]]
