from mindspore import nn, ops


class Wav2Letter(nn.Cell):
    """Convolutions over sound (N, num_features, L): log probabilities (N, num_classes, frames).

    Equals torchaudio.models.Wav2Letter: the same layers under the same names. input_type is
    "waveform", "power_spectrum" or "mfcc".
    """

    def __init__(self, num_classes=40, input_type="waveform", num_features=1):
        super().__init__()
        heard = 250 if input_type == "waveform" else num_features
        # channels in and out, kernel size, stride, padding
        sizes = [
            (heard, 250, 48, 2, 23),
            *[(250, 250, 7, 1, 3)] * 7,
            (250, 2000, 32, 1, 16),
            (2000, 2000, 1, 1, 0),
            (2000, num_classes, 1, 1, 0),
        ]
        model = self.layers(sizes)
        if input_type == "waveform":
            model = nn.SequentialCell(self.layers([(num_features, 250, 250, 160, 45)]), model)
        self.acoustic_model = model

    @staticmethod
    def layers(sizes):
        found = []
        for channels, out, kernel, stride, padding in sizes:
            conv = nn.Conv1d(
                channels, out, kernel, stride, pad_mode="pad", padding=padding, has_bias=True
            )
            found += [conv, nn.ReLU()]
        return nn.SequentialCell(*found)

    def construct(self, x):
        return ops.log_softmax(self.acoustic_model(x), axis=1)
