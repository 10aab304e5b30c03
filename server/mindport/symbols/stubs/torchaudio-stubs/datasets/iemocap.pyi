import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
_SAMPLE_RATE: builtins.int
def _get_wavs_paths(*args, **kwargs): ...
from torchaudio.datasets import IEMOCAP as IEMOCAP
from torchaudio.datasets.utils import _load_waveform as _load_waveform
