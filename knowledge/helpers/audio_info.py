from types import SimpleNamespace

import soundfile


def audio_info(uri, format=None, buffer_size=4096, backend=None) -> SimpleNamespace:
    """sample_rate, num_frames, num_channels and bits_per_sample of an audio file.

    Takes what torchaudio.info took; the soundfile package reads WAV, FLAC, OGG and MP3.
    """
    told = soundfile.info(uri)
    bits = "".join(letter for letter in told.subtype if letter.isdigit())
    return SimpleNamespace(
        sample_rate=told.samplerate,
        num_frames=told.frames,
        num_channels=told.channels,
        bits_per_sample=int(bits or 32 * (told.subtype == "FLOAT")),
    )
