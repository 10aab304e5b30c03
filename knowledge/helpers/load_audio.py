import mindspore as ms
import soundfile


def load_audio(
    uri,
    frame_offset=0,
    num_frames=-1,
    normalize=True,
    channels_first=True,
    format=None,
    buffer_size=4096,
    backend=None,
) -> tuple[ms.Tensor, int]:
    """The samples of an audio file as float32 (channels, L), -1 to 1, and the samples a second.

    Takes what torchaudio.load takes; the soundfile package reads WAV, FLAC, OGG and MP3.
    """
    count = {"frames": num_frames, "start": frame_offset, "format": format}
    samples, rate = soundfile.read(uri, dtype="float32", always_2d=True, **count)
    return ms.Tensor(samples.T.copy() if channels_first else samples), rate
