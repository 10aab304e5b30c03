import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchaudio.pipelines import TACOTRON2_GRIFFINLIM_CHAR_LJSPEECH as TACOTRON2_GRIFFINLIM_CHAR_LJSPEECH
from torchaudio.pipelines import TACOTRON2_GRIFFINLIM_PHONE_LJSPEECH as TACOTRON2_GRIFFINLIM_PHONE_LJSPEECH
from torchaudio.pipelines import TACOTRON2_WAVERNN_CHAR_LJSPEECH as TACOTRON2_WAVERNN_CHAR_LJSPEECH
from torchaudio.pipelines import TACOTRON2_WAVERNN_PHONE_LJSPEECH as TACOTRON2_WAVERNN_PHONE_LJSPEECH
from torchaudio.pipelines import Tacotron2TTSBundle as Tacotron2TTSBundle
