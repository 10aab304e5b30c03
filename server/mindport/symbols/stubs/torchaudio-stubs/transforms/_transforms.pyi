import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
class _AxisMasking(T_Module):
    def __init__(self, mask_param: builtins.int, axis: builtins.int, iid_masks: builtins.bool, p: builtins.float = 1.0) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, specgram: T_Tensor, mask_value: Union[builtins.float, T_Tensor] = 0.0) -> T_Tensor: ...
def _source_target_sample_rate(*args, **kwargs) -> Tuple[builtins.int, builtins.int]: ...
from torchaudio.transforms import AddNoise as AddNoise
from torchaudio.transforms import AmplitudeToDB as AmplitudeToDB
from torchaudio.transforms import ComputeDeltas as ComputeDeltas
from torchaudio.transforms import Convolve as Convolve
from torchaudio.transforms import Deemphasis as Deemphasis
from torchaudio.transforms import FFTConvolve as FFTConvolve
from torchaudio.transforms import Fade as Fade
from torchaudio.transforms import FrequencyMasking as FrequencyMasking
from torchaudio.transforms import GriffinLim as GriffinLim
from torchaudio.transforms import InverseMelScale as InverseMelScale
from torchaudio.transforms import InverseSpectrogram as InverseSpectrogram
from torchaudio.transforms import LFCC as LFCC
from torchaudio.transforms import Loudness as Loudness
from torchaudio.transforms import MFCC as MFCC
from torchaudio.transforms import MelScale as MelScale
from torchaudio.transforms import MelSpectrogram as MelSpectrogram
from torchaudio.transforms import MuLawDecoding as MuLawDecoding
from torchaudio.transforms import MuLawEncoding as MuLawEncoding
from torchaudio.transforms import PitchShift as PitchShift
from torchaudio.transforms import Preemphasis as Preemphasis
from torchaudio.transforms import RNNTLoss as RNNTLoss
from torchaudio.transforms import Resample as Resample
from torchaudio.transforms import SlidingWindowCmn as SlidingWindowCmn
from torchaudio.transforms import SpecAugment as SpecAugment
from torchaudio.transforms import SpectralCentroid as SpectralCentroid
from torchaudio.transforms import Spectrogram as Spectrogram
from torchaudio.transforms import Speed as Speed
from torchaudio.transforms import SpeedPerturbation as SpeedPerturbation
from torchaudio.transforms import TimeMasking as TimeMasking
from torchaudio.transforms import TimeStretch as TimeStretch
from torchaudio.transforms import Vad as Vad
from torchaudio.transforms import Vol as Vol
from torchaudio.functional.functional import _apply_sinc_resample_kernel as _apply_sinc_resample_kernel
from torchaudio.functional.functional import _check_convolve_mode as _check_convolve_mode
from torchaudio.functional.functional import _fix_waveform_shape as _fix_waveform_shape
from torchaudio.functional.functional import _get_sinc_resample_kernel as _get_sinc_resample_kernel
from torchaudio.functional.functional import _stretch_waveform as _stretch_waveform
from torchaudio.functional import rnnt_loss as rnnt_loss
