# packages: nbeats-pytorch
import numpy as np
from nbeats_pytorch.model import NBeatsNet

rng = np.random.default_rng(0)
model = NBeatsNet(
    stack_types=(NBeatsNet.TREND_BLOCK, NBeatsNet.GENERIC_BLOCK), nb_blocks_per_stack=2,
    forecast_length=4, backcast_length=12, thetas_dim=(3, 4), hidden_layer_units=16,
)
model.compile(loss="mae", optimizer="adam")
x = rng.standard_normal((8, 12, 1)).astype(np.float32)
y = rng.standard_normal((8, 4, 1)).astype(np.float32)
model.fit(x, y, epochs=2, batch_size=8, validation_data=(x, y))
losses = model.predict(x).flatten().tolist()
