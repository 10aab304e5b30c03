import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn import Module as T_Module
from torchaudio.models import RNNTBeamSearch as T_RNNTBeamSearch
from torchaudio.models import SquimObjective as T_SquimObjective
from torchaudio.models import SquimSubjective as T_SquimSubjective
from torchaudio.models import Tacotron2 as T_Tacotron2
from typing import TypeVar
SelfT = TypeVar("SelfT")
CONVTASNET_BASE_LIBRI2MIX: Any
EMFORMER_RNNT_BASE_LIBRISPEECH: Any
HDEMUCS_HIGH_MUSDB: Any
HDEMUCS_HIGH_MUSDB_PLUS: Any
HUBERT_ASR_LARGE: Any
HUBERT_ASR_XLARGE: Any
HUBERT_BASE: Any
HUBERT_LARGE: Any
HUBERT_XLARGE: Any
MMS_FA: Any
class RNNTBundle:
    def __init__(self, _rnnt_path: builtins.str, _rnnt_factory_func: Callable, _global_stats_path: builtins.str, _sp_model_path: builtins.str, _right_padding: builtins.int, _blank: builtins.int, _sample_rate: builtins.int, _n_fft: builtins.int, _n_mels: builtins.int, _hop_length: builtins.int, _segment_length: builtins.int, _right_context_length: builtins.int) -> None: ...
    def get_decoder(self) -> T_RNNTBeamSearch: ...
    def get_feature_extractor(self): ...
    def get_streaming_feature_extractor(self): ...
    def get_token_processor(self): ...
    hop_length: builtins.int
    n_fft: builtins.int
    n_mels: builtins.int
    right_context_length: builtins.int
    sample_rate: builtins.int
    segment_length: builtins.int
SQUIM_OBJECTIVE: Any
SQUIM_SUBJECTIVE: Any
class SourceSeparationBundle:
    def __init__(self, _model_path: builtins.str, _model_factory_func: Callable, _sample_rate: builtins.int) -> None: ...
    def get_model(self: SelfT) -> SelfT: ...
    sample_rate: builtins.int
class SquimObjectiveBundle:
    def __init__(self, _path: builtins.str, _sample_rate: builtins.float) -> None: ...
    def get_model(self) -> T_SquimObjective: ...
    sample_rate: Any
class SquimSubjectiveBundle:
    def __init__(self, _path: builtins.str, _sample_rate: builtins.float) -> None: ...
    def get_model(self) -> T_SquimSubjective: ...
    sample_rate: Any
TACOTRON2_GRIFFINLIM_CHAR_LJSPEECH: Any
TACOTRON2_GRIFFINLIM_PHONE_LJSPEECH: Any
TACOTRON2_WAVERNN_CHAR_LJSPEECH: Any
TACOTRON2_WAVERNN_PHONE_LJSPEECH: Any
class Tacotron2TTSBundle:
    def get_tacotron2(self, *, dl_kwargs = None) -> T_Tacotron2: ...
    def get_text_processor(self, *, dl_kwargs = None): ...
    def get_vocoder(self, *, dl_kwargs = None): ...
VOXPOPULI_ASR_BASE_10K_DE: Any
VOXPOPULI_ASR_BASE_10K_EN: Any
VOXPOPULI_ASR_BASE_10K_ES: Any
VOXPOPULI_ASR_BASE_10K_FR: Any
VOXPOPULI_ASR_BASE_10K_IT: Any
WAV2VEC2_ASR_BASE_100H: Any
WAV2VEC2_ASR_BASE_10M: Any
WAV2VEC2_ASR_BASE_960H: Any
WAV2VEC2_ASR_LARGE_100H: Any
WAV2VEC2_ASR_LARGE_10M: Any
WAV2VEC2_ASR_LARGE_960H: Any
WAV2VEC2_ASR_LARGE_LV60K_100H: Any
WAV2VEC2_ASR_LARGE_LV60K_10M: Any
WAV2VEC2_ASR_LARGE_LV60K_960H: Any
WAV2VEC2_BASE: Any
WAV2VEC2_LARGE: Any
WAV2VEC2_LARGE_LV60K: Any
WAV2VEC2_XLSR53: Any
WAV2VEC2_XLSR_1B: Any
WAV2VEC2_XLSR_2B: Any
WAV2VEC2_XLSR_300M: Any
WAVLM_BASE: Any
WAVLM_BASE_PLUS: Any
WAVLM_LARGE: Any
class Wav2Vec2ASRBundle(Wav2Vec2Bundle):
    def __init__(self, _labels: Tuple[builtins.str, ...], _remove_aux_axis: Tuple[builtins.int, ...] = ...) -> None: ...
    def get_labels(self, *, blank: builtins.str = '-') -> Tuple[builtins.str, ...]: ...
class Wav2Vec2Bundle:
    def __init__(self, _path: builtins.str, _params: Dict[builtins.str, Any], _sample_rate: builtins.float, _normalize_waveform: builtins.bool, _model_type: builtins.str) -> None: ...
    def get_model(self: SelfT, *, dl_kwargs = None) -> SelfT: ...
    sample_rate: builtins.float
class Wav2Vec2FABundle(Wav2Vec2ASRBundle):
    def __init__(self) -> None: ...
    def get_aligner(self): ...
    def get_dict(self, star: Union[builtins.str, None] = '*', blank: builtins.str = '-') -> Dict[builtins.str, builtins.int]: ...
    def get_labels(self, star: Union[builtins.str, None] = '*', blank: builtins.str = '-') -> Tuple[builtins.str, ...]: ...
    def get_model(self: SelfT, with_star: builtins.bool = True, *, dl_kwargs = None) -> SelfT: ...
    def get_tokenizer(self): ...
