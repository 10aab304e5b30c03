import mindspore as ms
from helper import kaldi_frames, kaldi_mel_banks
from mindspore import ops


def fbank(
    waveform,
    blackman_coeff=0.42,
    channel=-1,
    dither=0.0,
    energy_floor=1.0,
    frame_length=25.0,
    frame_shift=10.0,
    high_freq=0.0,
    htk_compat=False,
    low_freq=20.0,
    min_duration=0.0,
    num_mel_bins=23,
    preemphasis_coefficient=0.97,
    raw_energy=True,
    remove_dc_offset=True,
    round_to_power_of_two=True,
    sample_frequency=16000.0,
    snip_edges=True,
    subtract_mean=False,
    use_energy=False,
    use_log_fbank=True,
    use_power=True,
    vtln_high=-500.0,
    vtln_low=100.0,
    vtln_warp=1.0,
    window_type="povey",
) -> ms.Tensor:
    """Kaldi's mel filter banks of a signal: (C, L) to (frames, num_mel_bins), or one more for energy.

    Equals torchaudio.compliance.kaldi.fbank without warping (vtln_warp=1).
    """
    if vtln_warp != 1.0:
        raise NotImplementedError("fbank takes no vtln_warp")
    if waveform.shape[-1] < min_duration * sample_frequency:
        return ops.zeros(0)
    frames, energies = kaldi_frames(
        waveform,
        channel=channel,
        sample_frequency=sample_frequency,
        frame_length=frame_length,
        frame_shift=frame_shift,
        snip_edges=snip_edges,
        dither=dither,
        remove_dc_offset=remove_dc_offset,
        raw_energy=raw_energy,
        energy_floor=energy_floor,
        preemphasis_coefficient=preemphasis_coefficient,
        window_type=window_type,
        blackman_coeff=blackman_coeff,
        round_to_power_of_two=round_to_power_of_two,
    )
    magnitudes = ops.ComplexAbs()(ops.rfft(frames))
    scale = (num_mel_bins, frames.shape[1], sample_frequency, low_freq, high_freq)
    banks = ops.matmul(magnitudes**2 if use_power else magnitudes, kaldi_mel_banks(*scale))
    if use_log_fbank:
        banks = ops.log(ops.clamp(banks, min=2.0**-23))
    if use_energy:
        parts = (banks, energies[:, None]) if htk_compat else (energies[:, None], banks)
        banks = ops.cat(parts, 1)
    return banks - banks.mean(0, True) if subtract_mean else banks
