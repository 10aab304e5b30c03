"""torchaudio: features become helpers, files are read and written by the soundfile package."""

from __future__ import annotations

import json
import subprocess
import sys
import wave
from pathlib import Path

import numpy as np
import pytest

from .conftest import Fixer

HEADER = "import torch\nimport torchaudio\n\n\ndef f(path, x, flag):\n"


@pytest.mark.parametrize(
    "expression",
    [
        "torchaudio.load(path, normalize=False)",
        "torchaudio.save(path, x, 16000, encoding='PCM_S')",
        "torchaudio.compliance.kaldi.fbank(x, vtln_warp=1.1)",
        "torchaudio.transforms.InverseSpectrogram(400, onesided=False)",
        "torchaudio.functional.rnnt_loss(x, x, x, x)",
        "torchaudio.pipelines.WAV2VEC2_BASE.get_model()",
        "torchaudio.sox_effects.apply_effects_file(path, [])",
    ],
)
def test_what_has_no_equivalent_stays_and_is_told(fix: Fixer, expression: str) -> None:
    changed = fix(f"{HEADER}    return {expression}\n", unsafe=True)
    assert expression in changed.document.text
    assert "error" in {finding.severity for finding in changed.report.findings}


@pytest.mark.parametrize(
    ("torch", "mindspore"),
    [
        ("torchaudio.functional.gain(x, 3.0)", "x * 10 ** (3.0 / 20)"),
        ("torchaudio.functional.resample(x, 16000, 8000)", "resample(x, 16000, 8000)"),
        (
            "torchaudio.transforms.MelSpectrogram(16000, n_mels=80)(x)",
            "MelSpectrogram(16000, n_mels=80)(x)",
        ),
        (
            "torchaudio.compliance.kaldi.fbank(x, num_mel_bins=80, dither=0.0)",
            "fbank(x, num_mel_bins=80, dither=0.0)",
        ),
    ],
)
def test_features_are_safe(fix: Fixer, torch: str, mindspore: str) -> None:
    changed = fix(f"{HEADER}    return {torch}\n")
    assert changed.document.text.endswith(f"    return {mindspore}\n")
    assert "import torchaudio" not in changed.document.text
    assert not changed.report.findings


@pytest.mark.parametrize(
    ("torch", "mindspore"),
    [
        ("torchaudio.transforms.MelSpectrogram(**flag)", "MelSpectrogram(**flag)"),
        ("torchaudio.compliance.kaldi.fbank(x, **flag)", "fbank(x, **flag)"),
        ("{'mel': torchaudio.transforms.MFCC}", "{'mel': MFCC}"),
    ],
)
def test_whatever_is_given_is_taken(fix: Fixer, torch: str, mindspore: str) -> None:
    text = fix(f"{HEADER}    return {torch}\n").document.text
    assert text.endswith(f"    return {mindspore}\n")


def test_a_choice_of_backend_goes_away(fix: Fixer) -> None:
    text = fix(f"{HEADER}    torchaudio.set_audio_backend('sox_io')\n    return x\n").document.text
    assert "audio" not in text
    assert text.endswith("    return x\n")


READ = """
import json
import sys

import torchaudio

waveform, rate = torchaudio.load(sys.argv[1])
part, _ = torchaudio.load(sys.argv[1], frame_offset=2, num_frames=3, channels_first=False)
torchaudio.save(sys.argv[2], waveform, rate)
again, _ = torchaudio.load(sys.argv[2])
info = torchaudio.info(sys.argv[2])
told = [info.sample_rate, info.num_frames, info.num_channels, info.bits_per_sample]
print(json.dumps([waveform.tolist(), rate, part.tolist(), again.tolist(), told]))
"""


def test_files_are_read_and_written(fix: Fixer, tmp_path: Path) -> None:
    changed = fix(READ, unsafe=True)
    assert not changed.report.findings
    program = tmp_path / "read.py"
    program.write_text(changed.document.text, encoding="utf-8")
    samples = np.array([[0, 16384], [-32768, 8192], [4096, -4096], [1, 2], [3, -3]], np.int16)
    with wave.open(str(tmp_path / "a.wav"), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(samples.tobytes())
    command = [sys.executable, str(program), str(tmp_path / "a.wav"), str(tmp_path / "b.wav")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stderr
    expected = (samples.T / 32768).tolist()
    loaded, rate, part, again, told = json.loads(ran.stdout)
    assert (loaded, rate, part) == (expected, 8000, (samples[2:5] / 32768).tolist())
    assert again == expected
    assert told == [8000, 5, 2, 16]
