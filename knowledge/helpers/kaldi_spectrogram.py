import mindspore as ms
from helper import kaldi_frames
from mindspore import ops


def kaldi_spectrogram(
    waveform,
    blackman_coeff=0.42,
    channel=-1,
    dither=0.0,
    energy_floor=1.0,
    frame_length=25.0,
    frame_shift=10.0,
    min_duration=0.0,
    preemphasis_coefficient=0.97,
    raw_energy=True,
    remove_dc_offset=True,
    round_to_power_of_two=True,
    sample_frequency=16000.0,
    snip_edges=True,
    subtract_mean=False,
    window_type="povey",
) -> ms.Tensor:
    """Kaldi's log power spectra of a signal: (C, L) to (frames, bins), the energy in place of bin 0.

    Equals torchaudio.compliance.kaldi.spectrogram.
    """
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
    powers = ops.log(ops.clamp(ops.ComplexAbs()(ops.rfft(frames)) ** 2, min=2.0**-23))
    powers = ops.cat((energies[:, None], powers[:, 1:]), 1)
    return powers - powers.mean(0, True) if subtract_mean else powers
