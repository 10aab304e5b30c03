from helper import amplitude_to_DB
from mindspore import nn


class AmplitudeToDB(nn.Cell):
    """Decibels of a spectrogram (..., freq, time) of powers, or of magnitudes.

    Equals torchaudio.transforms.AmplitudeToDB.
    """

    def __init__(self, stype="power", top_db=None):
        super().__init__()
        self.stype = stype
        self.top_db = top_db
        self.multiplier = 10.0 if stype == "power" else 20.0
        self.amin = 1e-10
        self.ref_value = 1.0
        self.db_multiplier = 0.0

    def construct(self, x):
        return amplitude_to_DB(x, self.multiplier, self.amin, self.db_multiplier, self.top_db)
