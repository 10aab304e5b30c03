import mindspore as ms
import numpy as np
from helper import kaldi_window
from mindspore import ops


def kaldi_frames(
    waveform,
    *,
    channel,
    sample_frequency,
    frame_length,
    frame_shift,
    snip_edges,
    dither,
    remove_dc_offset,
    raw_energy,
    energy_floor,
    preemphasis_coefficient,
    window_type,
    blackman_coeff,
    round_to_power_of_two,
) -> tuple[ms.Tensor, ms.Tensor]:
    """The frames of one channel of waveform (C, L), windowed as Kaldi does, and their log energies.

    Returns (frames, padded size) and (frames,); frame_length and frame_shift are milliseconds.
    """
    signal = waveform[max(channel, 0)]
    size = int(sample_frequency * frame_length * 0.001)
    shift = int(sample_frequency * frame_shift * 0.001)
    count = 1 + (signal.shape[0] - size) // shift
    at = np.arange(size)
    if not snip_edges:
        # Frames stand around their times, and what is outside of the signal mirrors it.
        count = (signal.shape[0] + shift // 2) // shift
        at = at - (size // 2 - shift // 2)
    at = at + shift * np.arange(count)[:, None]
    at = np.where(at < 0, -1 - at, at)
    at = np.where(at >= signal.shape[0], 2 * signal.shape[0] - 1 - at, at)
    frames = signal[ms.Tensor(at)]
    least = float(np.finfo(np.float32).eps)
    floor = max(least, energy_floor)
    if dither != 0.0:
        frames = frames + ops.randn_like(frames) * dither
    if remove_dc_offset:
        frames = frames - frames.mean(1, True)
    energies = ops.log(ops.clamp((frames**2).sum(1), min=floor))
    if preemphasis_coefficient != 0.0:
        before = ops.cat((frames[:, :1], frames[:, :-1]), 1)
        frames = frames - preemphasis_coefficient * before
    frames = frames * kaldi_window(window_type, size, blackman_coeff)
    if not raw_energy:
        energies = ops.log(ops.clamp((frames**2).sum(1), min=floor))
    padded = 1 << (size - 1).bit_length() if round_to_power_of_two else size
    return ops.Pad(((0, 0), (0, padded - size)))(frames), energies
