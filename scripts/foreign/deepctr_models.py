# packages: deepctr-torch
# needs: scikit-learn joblib threadpoolctl tqdm cloudpickle narwhals requests urllib3 idna certifi charset-normalizer
import numpy as np
import torch
from deepctr_torch.inputs import DenseFeat, SparseFeat, VarLenSparseFeat, get_feature_names
from deepctr_torch.models import AFM, AFN, CCPM, DCN, DIFM, DIN, IFM, NFM, ONN, PNN, WDL, AutoInt, FiBiNET, xDeepFM
from deepctr_torch.models.multitask import ESMM, MMOE, PLE, SharedBottom

torch.manual_seed(0)
rng = np.random.default_rng(0)
sparse = [SparseFeat(name, 8, embedding_dim=4) for name in ("user", "item", "shop")]
columns = [*sparse, DenseFeat("age", 1)]
hidden = dict(dnn_hidden_units=(8, 4), init_std=0.1, l2_reg_embedding=1e-3)
given = {name: rng.integers(0, 8, 32) for name in ("user", "item", "shop")}
given["age"] = rng.random(32).astype(np.float32)
clicked = rng.integers(0, 2, (32, 1)).astype(np.float32)
both = rng.integers(0, 2, (32, 2)).astype(np.float32)
losses = []
for model, labels in (
    (xDeepFM(columns, columns, cin_layer_size=(6, 4), **hidden), clicked),
    (DCN(columns, columns, cross_parameterization="matrix", **hidden), clicked),
    (AutoInt(columns, columns, att_layer_num=2, **hidden), clicked),
    (FiBiNET(columns, columns, bilinear_type="each", **hidden), clicked),
    (NFM(columns, columns, **hidden), clicked),
    (AFM(columns, sparse, attention_factor=4, init_std=0.1), clicked),
    (PNN(columns, use_outter=True, **hidden), clicked),
    (CCPM(sparse, sparse, conv_kernel_width=(3, 2), conv_filters=(2, 2), **hidden), clicked),
    (WDL(columns, columns, dnn_use_bn=True, **hidden), clicked),
    (ONN(columns, columns, **hidden), clicked),
    (IFM(columns, columns, **hidden), clicked),
    (DIFM(columns, columns, att_head_num=2, **hidden), clicked),
    (AFN(columns, columns, ltl_hidden_size=6, afn_dnn_hidden_units=(8, 4), dnn_dropout=0, init_std=0.1), clicked),
    (ESMM(columns, tower_dnn_hidden_units=(8, 4), init_std=0.1), both),
    (MMOE(columns, 2, expert_dnn_hidden_units=(8,), gate_dnn_hidden_units=(4,), tower_dnn_hidden_units=(4,), init_std=0.1), both),
    (PLE(columns, expert_dnn_hidden_units=(8,), gate_dnn_hidden_units=(4,), tower_dnn_hidden_units=(4,), init_std=0.1), both),
    (SharedBottom(columns, bottom_dnn_hidden_units=(8,), tower_dnn_hidden_units=(4,), init_std=0.1), both),
):
    tasks = labels.shape[1]
    model.compile(torch.optim.SGD(model.parameters(), lr=0.1), ["binary_crossentropy"] * tasks if tasks > 1 else "binary_crossentropy")
    taken = {name: given[name] for name in model.feature_index}
    history = model.fit(taken, labels, batch_size=16, epochs=2, verbose=0, shuffle=False)
    losses += [*history.history["loss"], float(model.predict(taken, 16).mean())]

seen = VarLenSparseFeat(SparseFeat("hist_item", 8, embedding_dim=4, embedding_name="item"), maxlen=4, length_name="length")
behaviour = [SparseFeat("user", 8, embedding_dim=4), SparseFeat("item", 8, embedding_dim=4), DenseFeat("age", 1), seen]
given["hist_item"] = rng.integers(1, 8, (32, 4))
given["length"] = rng.integers(1, 5, 32)
model = DIN(behaviour, ["item"], att_weight_normalization=True, att_hidden_size=(8, 4), **hidden)
model.compile(torch.optim.SGD(model.parameters(), lr=0.1), "binary_crossentropy", metrics=["auc"])
taken = {name: given[name] for name in get_feature_names(behaviour)}
history = model.fit(taken, clicked, batch_size=16, epochs=2, verbose=0, shuffle=False)
losses += [*history.history["loss"], float(model.predict(taken, 16).mean())]
