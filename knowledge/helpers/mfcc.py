import math

import mindspore as ms
from helper import create_dct, fbank
from mindspore import ops


def mfcc(
    waveform,
    blackman_coeff=0.42,
    cepstral_lifter=22.0,
    channel=-1,
    dither=0.0,
    energy_floor=1.0,
    frame_length=25.0,
    frame_shift=10.0,
    high_freq=0.0,
    htk_compat=False,
    low_freq=20.0,
    num_ceps=13,
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
    vtln_high=-500.0,
    vtln_low=100.0,
    vtln_warp=1.0,
    window_type="povey",
) -> ms.Tensor:
    """Kaldi's mel-frequency cepstral coefficients of a signal: (C, L) to (frames, num_ceps).

    Equals torchaudio.compliance.kaldi.mfcc without warping (vtln_warp=1).
    """
    banks = fbank(
        waveform,
        blackman_coeff=blackman_coeff,
        channel=channel,
        dither=dither,
        energy_floor=energy_floor,
        frame_length=frame_length,
        frame_shift=frame_shift,
        high_freq=high_freq,
        htk_compat=htk_compat,
        low_freq=low_freq,
        min_duration=min_duration,
        num_mel_bins=num_mel_bins,
        preemphasis_coefficient=preemphasis_coefficient,
        raw_energy=raw_energy,
        remove_dc_offset=remove_dc_offset,
        round_to_power_of_two=round_to_power_of_two,
        sample_frequency=sample_frequency,
        snip_edges=snip_edges,
        vtln_warp=vtln_warp,
        window_type=window_type,
        use_energy=use_energy,
    )
    at = num_mel_bins if htk_compat else 0
    energies = banks[:, at : at + 1]
    if use_energy:
        banks = banks[:, :at] if htk_compat else banks[:, 1:]
    coefficients = ops.matmul(banks, create_dct(num_ceps, num_mel_bins, "ortho"))
    if cepstral_lifter != 0.0:
        waves = ops.sin(math.pi * ops.arange(num_ceps) / cepstral_lifter)
        coefficients = coefficients * (1.0 + 0.5 * cepstral_lifter * waves)
    first, others = coefficients[:, :1], coefficients[:, 1:]
    if use_energy:
        first = energies
    elif htk_compat:
        first = first * math.sqrt(2)
    parts = (others, first) if htk_compat else (first, others)
    coefficients = ops.cat(parts, 1)
    return coefficients - coefficients.mean(0, True) if subtract_mean else coefficients
