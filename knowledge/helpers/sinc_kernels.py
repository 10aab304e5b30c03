import math

import mindspore as ms
import numpy as np


def sinc_kernels(
    orig_freq,
    new_freq,
    lowpass_filter_width=6,
    rolloff=0.99,
    resampling_method="sinc_interp_hann",
    beta=None,
    dtype=ms.float32,
) -> ms.Tensor:
    """Low-pass filters for resampling, one a phase of the output: (new, 1, 2 * width + orig).

    orig and new are the frequencies without their common divisor. Equals the filters of torchaudio.
    """
    divisor = math.gcd(int(orig_freq), int(new_freq))
    orig, new = int(orig_freq) // divisor, int(new_freq) // divisor
    cutoff = min(orig, new) * rolloff
    width = math.ceil(lowpass_filter_width * orig / cutoff)
    times = np.arange(-width, width + orig) / orig - np.arange(new)[:, None, None] / new
    times = np.clip(times * cutoff, -lowpass_filter_width, lowpass_filter_width)
    if resampling_method in ("sinc_interp_hann", "sinc_interpolation"):
        window = np.cos(times * math.pi / lowpass_filter_width / 2) ** 2
    else:
        beta = 14.769656459379492 if beta is None else beta
        window = np.i0(beta * np.sqrt(1 - (times / lowpass_filter_width) ** 2)) / np.i0(beta)
    return ms.Tensor(np.sinc(times) * window * cutoff / orig, dtype)
