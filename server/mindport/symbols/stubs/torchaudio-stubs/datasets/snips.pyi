import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
_SAMPLE_RATE: builtins.int
_SPEAKERS: builtins.list
def _load_labels(*args, **kwargs): ...
from torchaudio.datasets import Snips as Snips
from torchaudio.datasets.utils import _load_waveform as _load_waveform
