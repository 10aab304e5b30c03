import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchaudio.models import HuBERTPretrainModel as HuBERTPretrainModel
from torchaudio.models import Wav2Vec2Model as Wav2Vec2Model
from torchaudio.models import hubert_base as hubert_base
from torchaudio.models import hubert_large as hubert_large
from torchaudio.models import hubert_pretrain_base as hubert_pretrain_base
from torchaudio.models import hubert_pretrain_large as hubert_pretrain_large
from torchaudio.models import hubert_pretrain_model as hubert_pretrain_model
from torchaudio.models import hubert_pretrain_xlarge as hubert_pretrain_xlarge
from torchaudio.models import hubert_xlarge as hubert_xlarge
from torchaudio.models import wav2vec2_base as wav2vec2_base
from torchaudio.models import wav2vec2_large as wav2vec2_large
from torchaudio.models import wav2vec2_large_lv60k as wav2vec2_large_lv60k
from torchaudio.models import wav2vec2_model as wav2vec2_model
from torchaudio.models import wav2vec2_xlsr_1b as wav2vec2_xlsr_1b
from torchaudio.models import wav2vec2_xlsr_2b as wav2vec2_xlsr_2b
from torchaudio.models import wav2vec2_xlsr_300m as wav2vec2_xlsr_300m
from torchaudio.models import wavlm_base as wavlm_base
from torchaudio.models import wavlm_large as wavlm_large
from torchaudio.models import wavlm_model as wavlm_model
